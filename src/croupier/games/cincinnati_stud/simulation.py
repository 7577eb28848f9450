"""Cincinnati Stud dealt by a kernel: a whole table against the dealer, every decision looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.exact.analysis import Analysis
from croupier.exact.evaluate import BIT, KEY, strength_of
from croupier.exact.paid import POKER_ROWS as ROWS
from croupier.exact.reading.as_showdown import ShowdownSolver
from croupier.exact.solver import SIMPLE, solver_of
from croupier.exact.store import kernel
from croupier.exact.suits import class_number
from croupier.games.cincinnati_stud.rules import CincinnatiStud
from croupier.hands import JACK, Hand, Poker
from croupier.odds import EVEN, PUSH
from croupier.simulate.kernel.numbering import pair_of_bits, pairs_of_bits
from croupier.simulate.kernel.outcomes import Outcome, OutcomeBet, Outcomes
from croupier.simulate.kernel.poker_row import row_of
from croupier.simulate.kernel.stream import Key, another, card_at, errs, lay_out, words_for
from croupier.simulate.prepared import Sheet, Simulation, fixed, looked_up
from croupier.simulate.setup import OPTIMAL, Setup

NEVER_FOLD: Final = "never-fold"
PACKET: Final = 7
SEEN: Final = 6
FOLD, LEAST, MOST = range(3)
"""What a player may do, two bits each in a table of every class of six cards."""
LOSE, TIE, WIN = range(3)
RESULTS: Final = 3
HANDS: Final = {kind.row: Hand(kind, (2,)) for kind in Poker} | {"jacks-or-better": Hand(Poker.PAIR, (JACK,))}
"""A hand of each row."""


def strategies(game: CincinnatiStud) -> tuple[str, ...]:
    """The best play, the short strategy, the best but for folding, and the least and the most whatever the cards."""
    return tuple(dict.fromkeys((OPTIMAL, SIMPLE, NEVER_FOLD, *_always(game))))


def simulation(setup: Setup) -> Simulation:
    """A table of Cincinnati Stud."""
    return CincinnatiStudTable(setup)


def bets(setup: Setup) -> tuple[OutcomeBet, ...]:
    """Ante, Blind and Play together, and Trips if it is bet."""
    main = OutcomeBet("main", ("ante", "blind", "play"), setup.bets["ante"], "ante", acts=True)
    return (main, OutcomeBet("trips", ("trips",), setup.bets["trips"])) if "trips" in setup.bets else (main,)


def action(said: Sequence[str]) -> str:
    """What a player came to who said this: a fold, or a Play bet."""
    return said[-1]


def _always(game: CincinnatiStud) -> tuple[str, str]:
    multiples = game.settings.play_multiples
    return f"always-{min(multiples)}x", f"always-{max(multiples)}x"


class CincinnatiStudTable(Simulation):
    """A table of Cincinnati Stud with an action for every class of six cards."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        assert isinstance(setup.game, CincinnatiStud)
        self.game = setup.game
        mathematics = solver_of(self.game).mathematics
        assert isinstance(mathematics, ShowdownSolver)
        self.solver = mathematics
        self.ante = self.stake("ante", "blind")
        self.words_a_round = words_for(PACKET * setup.players + PACKET)
        multiples = self.game.settings.play_multiples
        self.multiples = min(multiples), max(multiples)
        self.outcomes = Outcomes.number((MOST + 1) * RESULTS * len(ROWS), self._outcome, bets(setup))
        actions = (pairs_of_bits(self._actions_of(strategy)) for strategy in setup.groups)
        self._actions = fixed(np.stack([*actions]))

    def deal_words(self, key: Key, first: int, rounds: int, sheet: Sheet) -> None:
        _deal(key, first, rounds, self._actions, self.groups, self.errors, sheet)

    def answers(self, sheet: Sheet, round: int) -> list[str]:
        return [self._words(outcome // (RESULTS * len(ROWS))) for outcome in sheet.outcomes[round].tolist()]

    def solved(self, strategy: str) -> Mapping[str, Analysis]:
        solved = {}
        if strategy == OPTIMAL:
            solved["main"] = self.solver.analyze(self.ante)["main"]
        elif strategy == SIMPLE:
            solved["main"] = self.solver.strategy_analysis("", self.ante)
        if "trips" in self.setup.bets:
            solved["trips"] = self.solver.analyze(self.dollars("trips"))["trips"]
        return solved

    def _words(self, acted: int) -> str:
        return "fold" if acted == FOLD else f"play-{self.multiples[acted - 1]}x"

    def _outcome(self, number: int) -> Outcome:
        """What comes of an action, a result and a final hand of that row."""
        acted, rest = divmod(number, RESULTS * len(ROWS))
        result, row = divmod(rest, len(ROWS))
        staked, name, net = dict(self.setup.bets), ROWS[row], self.till.net
        if acted == FOLD:
            nets = {"ante": -staked["ante"], "blind": -staked["blind"]}  # CS-8
        else:
            staked["play"] = self.multiples[acted - 1] * staked["ante"]
            main = {LOSE: None, TIE: PUSH, WIN: EVEN}[result]  # CS-7
            blind = self.game.blind_pays(HANDS[name]) if result == WIN else main
            nets = {spot: net(staked[spot], main) for spot in ("ante", "play")} | {"blind": net(staked["blind"], blind)}
        if "trips" in staked:
            nets["trips"] = net(staked["trips"], self.game.paytables["trips"][name])  # CS-8
        return Outcome(nets, staked, self._words(acted))

    def _actions_of(self, strategy: str) -> Ints:
        """What to do with every class of six cards."""
        if strategy == SIMPLE:
            read = self.solver.read("main")
            played = read.played()
            chosen = self.solver.strategy_choices(read, played)
            ends = np.array([FOLD, LEAST, *[MOST] * (len(read.choices) - 2)], np.uint8)
            return played.counts.by_class_number(ends[chosen])
        least, most = _always(self.game)
        best = looked_up(self.game, f"{OPTIMAL} {self.ante}", lambda: self.solver.policy_by_class(self.ante))
        if strategy == OPTIMAL:
            return best
        if strategy == NEVER_FOLD:
            return np.maximum(best, LEAST)
        return np.full_like(best, {least: LEAST, most: MOST}[strategy])


@kernel
def _deal(key: Key, first: int, rounds: int, actions: Ints, groups: Ints, errors: np.uint64, sheet: Sheet) -> None:
    """Deal rounds in the order of the rule book; `actions` are by strategy, four classes of six cards a byte."""
    players = len(groups)
    for at in range(rounds):
        deck = sheet.cards[at if len(sheet.cards) > 1 else 0]
        lay_out(sheet.words[at], PACKET * players + PACKET, deck)
        hand = PACKET * players  # CS-4
        cards_key, bits = 0, 0
        for place in range(hand, hand + PACKET):
            card = card_at(deck, place)
            cards_key += KEY[card]
            bits += BIT[card]
        dealer = strength_of(PACKET, cards_key, bits)
        sheet.strengths[at, players] = dealer
        for seat in range(players):
            packet = PACKET * seat  # CS-3
            cards_key, bits = 0, 0
            for place in range(packet, packet + SEEN):
                card = card_at(deck, place)
                cards_key += KEY[card]
                bits += BIT[card]
            acted = pair_of_bits(actions[groups[seat]], class_number(bits))  # CS-5
            if errors and errs(key, first + at, 2 * seat, errors):
                acted = another(key, first + at, 2 * seat + 1, acted, MOST + 1)
            seventh = card_at(deck, packet + SEEN)
            strength = strength_of(PACKET, cards_key + KEY[seventh], bits + BIT[seventh])
            result = int(strength >= dealer) + int(strength > dealer)  # CS-7
            sheet.outcomes[at, seat] = (acted * RESULTS + result) * len(ROWS) + row_of(strength)
            sheet.strengths[at, seat] = strength
