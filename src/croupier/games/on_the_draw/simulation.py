"""On the Draw dealt by a kernel: a whole table, round after round, every decision looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK
from croupier.exact.analysis import Analysis
from croupier.exact.evaluate import BIT, KEY, strength_of
from croupier.exact.paid import POKER_ROWS as ROWS
from croupier.exact.reading.as_streets import StreetsSolver
from croupier.exact.solver import SIMPLE, solver_of
from croupier.exact.store import kept, kernel, version_of
from croupier.exact.suits import class_number, classes, hands_from
from croupier.games.on_the_draw import strategy
from croupier.games.on_the_draw.rules import OnTheDraw
from croupier.games.poker_rows import TWO_PAIR_OR_BETTER
from croupier.odds import EVEN
from croupier.simulate.kernel.numbering import bit_of, bits_of
from croupier.simulate.kernel.outcomes import Outcome, OutcomeBet, Outcomes
from croupier.simulate.kernel.poker_row import row_of
from croupier.simulate.kernel.stream import Key, card_at, errs, lay_out, words_for
from croupier.simulate.prepared import Sheet, Simulation, fixed, looked_up
from croupier.simulate.setup import OPTIMAL, Setup

NEVER_FOLD: Final = "never-fold"
SEEN: Final = (4, 5, 6)
PACKET: Final = 5
HOLE: Final = 4
FOLD: Final = 3
"""How far a player went: with a Play bet on the first, second or third street, or not at all."""


def strategies(game: OnTheDraw) -> tuple[str, ...]:
    """The best play, the short strategy, the best but for folding, and the largest bet at once."""
    return OPTIMAL, SIMPLE, NEVER_FOLD, _at_once(game)


def simulation(setup: Setup) -> Simulation:
    """A table of On the Draw."""
    return OnTheDrawTable(setup)


def bets(setup: Setup) -> tuple[OutcomeBet, ...]:
    """Ante, Blind and Play together, and Trips if it is bet."""
    main = OutcomeBet("main", ("ante", "blind", "play"), setup.bets["ante"], "ante", acts=True)
    return (main, OutcomeBet("trips", ("trips",), setup.bets["trips"])) if "trips" in setup.bets else (main,)


def action(said: Sequence[str]) -> str:
    """What a player came to who said this: a fold, or a Play bet."""
    return said[-1]


def _at_once(game: OnTheDraw) -> str:
    return f"always-{game.settings.play_multiples[0]}x"


class OnTheDrawTable(Simulation):
    """A table of On the Draw with a bit for every class of cards that a player may have seen."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        assert isinstance(setup.game, OnTheDraw)
        self.game = setup.game
        mathematics = solver_of(self.game).mathematics
        assert isinstance(mathematics, StreetsSolver)
        self.solver = mathematics
        self.ante = self.stake("ante", "play", "blind")
        self.words_a_round = words_for(PACKET * setup.players + 2)
        self.outcomes = Outcomes.number((FOLD + 1) * len(ROWS), self._outcome, bets(setup))
        tables = [self._where_to_bet(strategy) for strategy in setup.groups]
        self._bets = tuple(fixed(np.stack([bits_of(bets[seen]) for bets in tables])) for seen in SEEN)

    def deal_words(self, key: Key, first: int, rounds: int, sheet: Sheet) -> None:
        _deal(key, first, rounds, self._bets, self.groups, self.errors, sheet)

    def answers(self, sheet: Sheet, round: int) -> list[str]:
        said = []
        went = sheet.outcomes[round] // len(ROWS)
        for street, multiple in enumerate(self.game.settings.play_multiples):
            decline = "fold" if street == len(SEEN) - 1 else "check"
            said += [f"play-{multiple}x" if far == street else decline for far in went if far >= street]
        return said

    def solved(self, strategy: str) -> Mapping[str, Analysis]:
        solved = {}
        if strategy == OPTIMAL:
            solved["main"] = self.solver.analyze(self.ante)["main"]
        elif strategy == SIMPLE:
            solved["main"] = self.solver.strategy_analysis("", self.ante)
        if "trips" in self.setup.bets and (strategy == OPTIMAL or not self.game.settings.fold_forfeits_trips):
            solved["trips"] = self.solver.analyze(self.dollars("trips"))["trips"]
        return solved

    def _outcome(self, number: int) -> Outcome:
        """What comes of going so far and ending with a hand of that row."""
        went, row = divmod(number, len(ROWS))
        name = ROWS[row]
        staked, net = self.setup.bets, self.till.net
        wagers, nets = dict(staked), {}
        if went == FOLD:
            nets = {"ante": -staked["ante"], "blind": -staked["blind"]}  # OTD-10
        else:
            wagers["play"] = self.game.settings.play_multiples[went] * staked["ante"]
            for spot, pay in (
                ("play", self.game.paytables["play"][name]),  # OTD-14
                ("ante", EVEN),  # OTD-15
                ("blind", self.game.paytables["blind"][name]),  # OTD-16
            ):
                nets[spot] = net(wagers[spot], pay if name in TWO_PAIR_OR_BETTER else None)  # OTD-13
        if "trips" in staked:
            forfeits = went == FOLD and self.game.settings.fold_forfeits_trips
            nets["trips"] = net(staked["trips"], None if forfeits else self.game.paytables["trips"][name])  # OTD-19
        action = "fold" if went == FOLD else f"play-{self.game.settings.play_multiples[went]}x"
        return Outcome(nets, wagers, action)

    def _where_to_bet(self, strategy: str) -> Mapping[int, Ints]:
        """For four, five and six cards seen, whether to bet with each class of cards."""
        if strategy == SIMPLE:
            return _by_the_rules()
        best = looked_up(self.game, f"{OPTIMAL} {self.ante}", lambda: self.solver.policy_by_class(self.ante))
        always = {NEVER_FOLD: 6, _at_once(self.game): 4}.get(strategy)
        return {seen: np.ones_like(bets) if seen == always else bets for seen, bets in best.items()}


def _by_the_rules() -> Mapping[int, Ints]:
    """The same by the rules of `strategy.py`, which look at nothing but the ranks and at the longest suit."""

    def ask() -> dict[str, Ints]:
        tables = {}
        for seen in SEEN:
            every = classes(seen).bits
            _, first, where = np.unique(_ranks_and_longest_suit(every), return_index=True, return_inverse=True)
            hands = hands_from(every[first], seen).tolist()
            bets = np.array([strategy.bets([DECK[card] for card in hand]) for hand in hands], np.uint8)
            tables[str(seen)] = bets[where]
        return tables

    tables = kept("on-the-draw-strategy-by-class", version_of(__name__), ask)
    return {seen: tables[str(seen)] for seen in SEEN}


def _ranks_and_longest_suit(bits: Ints) -> Ints:
    """A number for each hand that is the same for two with as many cards of each rank and in the longest suit."""
    suits = np.array([bits >> 16 * suit & 0x1FFF for suit in range(4)])
    number: Ints = np.bitwise_count(suits).max(axis=0).astype(np.int64)
    for rank in range(13):
        number = 5 * number + (suits >> rank & 1).sum(axis=0)
    return number


@kernel
def _deal(
    key: Key, first: int, rounds: int, tables: tuple[Ints, ...], groups: Ints, errors: np.uint64, sheet: Sheet
) -> None:
    """Deal rounds in the order of the rule book; tables are by strategy, eight classes of seen cards a byte."""
    at_four, at_five, at_six = tables
    players = len(groups)
    for at in range(rounds):
        deck = sheet.cards[at if len(sheet.cards) > 1 else 0]
        lay_out(sheet.words[at], PACKET * players + 2, deck)
        fifth = card_at(deck, PACKET * players)  # OTD-4
        sixth = card_at(deck, PACKET * players + 1)
        streets_key = KEY[fifth] + KEY[sixth]
        for seat in range(players):
            group, packet = groups[seat], PACKET * seat
            cards_key, bits = streets_key, 0
            for place in range(packet, packet + HOLE):  # OTD-3
                card = card_at(deck, place)
                cards_key += KEY[card]
                bits += BIT[card]
            bets = bit_of(at_four[group], class_number(bits))
            if errors:
                bets ^= errs(key, first + at, 3 * seat, errors)
            went = 0
            bits += BIT[fifth]
            if not bets:  # OTD-5
                went = 1
                bets = bit_of(at_five[group], class_number(bits))
                if errors:
                    bets ^= errs(key, first + at, 3 * seat + 1, errors)
                if not bets:  # OTD-7
                    bets = bit_of(at_six[group], class_number(bits + BIT[sixth]))
                    if errors:
                        bets ^= errs(key, first + at, 3 * seat + 2, errors)
                    went = 2 if bets else FOLD  # OTD-9
            seventh = card_at(deck, packet + HOLE)
            strength = strength_of(7, cards_key + KEY[seventh], bits + BIT[sixth] + BIT[seventh])
            sheet.outcomes[at, seat] = went * len(ROWS) + row_of(strength)
            sheet.strengths[at, seat] = strength
