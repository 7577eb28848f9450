"""Big Draw Poker dealt by a kernel: the button, both games, a whole table, every hold looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import comb
from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK
from croupier.exact.analysis import Analysis
from croupier.exact.draw.rankings import DEUCES, POKER
from croupier.exact.evaluate import BIT, KEY, VECTORS, vector_of
from croupier.exact.reading.as_draw import DrawSolver
from croupier.exact.solver import SIMPLE, solver_of
from croupier.exact.store import inner_kernel, kernel
from croupier.games.big_draw.rules import DEUCES_NEVER_LOSES, FIVE_CARD_DRAW, BigDraw
from croupier.simulate.kernel.numbering import in_order4, insert5, number5
from croupier.simulate.kernel.outcomes import Outcome, OutcomeBet, Outcomes
from croupier.simulate.kernel.stream import Key, another, card_at, errs, lay_out, product, words_for
from croupier.simulate.prepared import Sheet, Simulation, fixed, looked_up
from croupier.simulate.setup import OPTIMAL, Setup

STAND_PAT: Final = "stand-pat"
VARIANTS: Final = (FIVE_CARD_DRAW, DEUCES_NEVER_LOSES)
RANKINGS: Final = {FIVE_CARD_DRAW: POKER, DEUCES_NEVER_LOSES: DEUCES}
CALLS: Final = ("pass", *VARIANTS)
ANY_GAME: Final = -1
ROWS: Final = 11
"""Both games tell eleven kinds of hands apart."""
DRAWS: Final = 6
HAND: Final = 5
HOLD_ALL: Final = 31
PASSES, GAME, BUTTON = len(DECK), len(DECK) + 1, len(DECK) + 2
"""Where the sheet has, behind the cards, how many passed, which game was called and who dealt first."""

_NATURAL: Final = np.array([-1, ~0x0001_0001_0001_0001], np.int64)
"""By game, the bits of the cards that are not wild."""


def strategies(game: BigDraw) -> tuple[str, ...]:
    """The best holds, the short strategy, and never drawing a card."""
    return OPTIMAL, SIMPLE, STAND_PAT


def simulation(setup: Setup) -> Simulation:
    """A table of Big Draw Poker."""
    return BigDrawTable(setup)


def bets(setup: Setup) -> tuple[OutcomeBet, ...]:
    """Big Draw and First 5 of both games, as they are bet."""
    return tuple(
        OutcomeBet(f"{game}/{spot}", (spot,), setup.bets[spot], acts=spot == "big-draw")
        for game in VARIANTS
        for spot in ("big-draw", "first-5")
        if spot in setup.bets
    )


def action(said: Sequence[str]) -> str:
    """What a player came to who said this: how many cards were drawn."""
    return f"draw-{HAND + 1 - len(said[-1].split())}"


class BigDrawTable(Simulation):
    """A table of Big Draw Poker with the hold and the row of every five cards."""

    cards_a_round = len(DECK) + 3

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        assert isinstance(setup.game, BigDraw)
        self.game = setup.game
        mathematics = solver_of(self.game).mathematics
        assert isinstance(mathematics, DrawSolver)
        self.solver = mathematics
        self.draws = "big-draw" in setup.bets
        self.words_a_round = words_for(2 * HAND * setup.players if self.draws else HAND * setup.players)
        self.calls_a_round = 0 if setup.variant else setup.players
        self.outcomes = Outcomes.number(len(VARIANTS) * ROWS * ROWS * DRAWS, self._outcome, bets(setup))
        self._holds = fixed(
            np.stack([[self._holds_of(strategy, game) for game in VARIANTS] for strategy in setup.groups])
        )
        self._rows = fixed(np.stack([_rows(game) for game in VARIANTS]))

    def deal_words(self, key: Key, first: int, rounds: int, sheet: Sheet) -> None:
        variant = ANY_GAME if self.setup.variant is None else VARIANTS.index(self.setup.variant)
        terms = variant, self.game.settings.deal_style == "one-at-a-time", self.draws
        _deal(key, first, rounds, terms, self._holds, self._rows, self.groups, self.errors, sheet)

    def answers(self, sheet: Sheet, round: int) -> list[str]:
        players = self.setup.players
        passes, called, button = sheet.cards[round, PASSES:].tolist()
        said = ["pass"] * passes + ([VARIANTS[called]] if passes < players else [])
        if not self.draws:
            return said
        deck = self.cards(sheet, round)
        for turn in range(players):
            one_by_one = self.game.settings.deal_style == "one-at-a-time"
            hand = deck[turn : HAND * players : players] if one_by_one else deck[HAND * turn : HAND * turn + HAND]
            hold = sheet.choices[round, (button + turn) % players]
            held = [card for place, card in enumerate(sorted(hand)) if hold >> place & 1]
            said.append(" ".join(["hold", *(card.name for card in hand if card in held)]))
        return said

    def solved(self, strategy: str) -> Mapping[str, Analysis]:
        solved = {}
        for game in VARIANTS:
            big_draw, first_5 = f"{game}/big-draw", f"{game}/first-5"
            if self.draws and strategy == OPTIMAL:
                solved[big_draw] = self.solver.analyze(self.stake("big-draw", big_draw))[big_draw]
            elif self.draws and strategy == SIMPLE:
                solved[big_draw] = self._by_the_rules(game)
            if "first-5" in self.setup.bets and self.dollars("first-5") >= 1:
                solved[first_5] = self.solver.analyze(self.dollars("first-5"))[first_5]
        return solved

    def _by_the_rules(self, game: str) -> Analysis:
        stake = self.stake("big-draw", f"{game}/big-draw")
        return looked_up(self.game, f"{SIMPLE} {game} {stake}", lambda: self.solver.strategy_analysis(game, stake))

    def _outcome(self, number: int) -> Outcome:
        """What comes of a first hand and a final hand of those rows, so many cards drawn."""
        number, draws = divmod(number, DRAWS)
        number, final = divmod(number, ROWS)
        game, first = divmod(number, ROWS)
        rows = RANKINGS[VARIANTS[game]].rows
        nets = {
            spot: self.till.net(self.setup.bets[spot], self.game.paytables[f"{VARIANTS[game]}/{spot}"][rows[row]])
            for spot, row in (("big-draw", final), ("first-5", first))
            if spot in self.setup.bets
        }
        of = tuple(f"{VARIANTS[game]}/{spot}" for spot in nets)
        return Outcome(nets, dict(self.setup.bets), f"draw-{draws}" if self.draws else "", of)

    def _holds_of(self, strategy: str, game: str) -> Ints:
        if strategy == STAND_PAT:
            return np.full(comb(52, HAND), HOLD_ALL, np.uint8)
        if strategy == SIMPLE:
            return self.solver.strategy_policy(game)
        stake = self.stake("big-draw", f"{game}/big-draw")
        return looked_up(self.game, f"{OPTIMAL} {game} {stake}", lambda: self.solver.policy(game, stake))


@cache
def _rows(game: str) -> Ints:
    """The row of a hand by whether its cards, but for wild ones, are of one suit, and by its rank vector."""
    rows = np.full((2, VECTORS[HAND]), ROWS, np.uint8)
    categories = RANKINGS[game].categories(np.arange(len(DECK), dtype=np.int8))
    if not _sort_by_ranks(categories, VARIANTS.index(game), rows):
        raise ArithmeticError(f"hands of {game} with the same ranks, suited or not alike, have different rows")
    return rows


@kernel
def _sort_by_ranks(categories: Ints, game: int, rows: Ints) -> bool:
    """Find every row; whether no two hands disagree on one."""
    number, agree = 0, True
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        suited, vector = _suited_and_vector(game, a, b, c, d, e)
                        if rows[suited, vector] == ROWS:
                            rows[suited, vector] = categories[number]
                        agree &= rows[suited, vector] == categories[number]
                        number += 1
    return agree


@inner_kernel
def _suited_and_vector(game: int, a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """Whether the cards of a hand that are not wild in this game are of one suit, and the hand's rank vector."""
    key = KEY[a] + KEY[b] + KEY[c] + KEY[d] + KEY[e]
    bits = (BIT[a] + BIT[b] + BIT[c] + BIT[d] + BIT[e]) & _NATURAL[game]
    suits = 0
    for suit in range(4):
        suits += int(bits >> 16 * suit & 0x1FFF != 0)
    return int(suits == 1), vector_of(HAND, key)


@inner_kernel
def _next_seat(seat: int, players: int) -> int:
    return seat + 1 if seat + 1 < players else 0


@kernel
def _call_games(calls: Ints, rounds: int, players: int, variant: int) -> Any:
    """For every round of a shift, how many pass, the game that is called and who then has the button (BD-2).

    All rounds at once, so that what cannot be foretold here does not hold up the deal.
    """
    called_games = np.empty((rounds, 3), np.int64)
    button = -1
    for at in range(rounds):
        button = _next_seat(button, players)
        called, passes = variant, 0
        while called == ANY_GAME and passes < players:
            call, _ = product(calls[at, passes], np.uint64(len(CALLS)))
            called = int(np.int64(call)) - 1
            if called == ANY_GAME:
                passes += 1
                button = _next_seat(button, players)
        called_games[at, 0] = passes
        called_games[at, 1] = max(called, 0)
        called_games[at, 2] = button
    return called_games


@inner_kernel
def _kept_or_drawn(deck: Ints, hold: int, card: Any, next_card: int) -> Any:
    """The card if the hold's lowest bit keeps it, or the next of the deck; and the place of the next then."""
    keeps = hold & 1
    drawn = card_at(deck, next_card)
    return card if keeps else drawn, next_card + 1 - keeps


@kernel
def _deal(
    key: Key,
    first: int,
    rounds: int,
    terms: tuple[int, bool, bool],
    holds: Ints,
    rows: Ints,
    groups: Ints,
    errors: np.uint64,
    sheet: Sheet,
) -> None:
    """Deal rounds of a shift in the order of the rule book; `holds` are by strategy, game and five cards."""
    variant, one_at_a_time, draws = terms
    players = len(groups)
    between, turn_step = (players, 1) if one_at_a_time else (1, HAND)
    called_games = _call_games(sheet.calls, rounds, players, variant)
    for at in range(rounds):
        number = first + at
        kept_at = at if len(sheet.cards) > 1 else 0
        deck = sheet.cards[kept_at]
        lay_out(sheet.words[at], 2 * HAND * players if draws else HAND * players, deck)
        passes, called, button = called_games[at]  # BD-2
        next_card = HAND * players
        seat = button
        for turn in range(players):  # BD-6, BD-7
            place = turn * turn_step
            a, b, c, d = in_order4(
                card_at(deck, place),
                card_at(deck, place + between),
                card_at(deck, place + 2 * between),
                card_at(deck, place + 3 * between),
            )
            a, b, c, d, e = insert5(a, b, c, d, card_at(deck, place + 4 * between))
            suited, vector = _suited_and_vector(called, a, b, c, d, e)
            first_row = rows[called, suited, vector]
            final_row, drawn = first_row, 0
            if draws:
                hold = int(np.int64(holds[groups[seat], called, number5(a, b, c, d, e)]))
                if errors and errs(key, number, 2 * seat, errors):
                    hold = another(key, number, 2 * seat + 1, hold, HOLD_ALL + 1)
                sheet.choices[kept_at, seat] = hold
                start = next_card  # BD-9
                a, next_card = _kept_or_drawn(deck, hold, a, next_card)
                b, next_card = _kept_or_drawn(deck, hold >> 1, b, next_card)
                c, next_card = _kept_or_drawn(deck, hold >> 2, c, next_card)
                d, next_card = _kept_or_drawn(deck, hold >> 3, d, next_card)
                e, next_card = _kept_or_drawn(deck, hold >> 4, e, next_card)
                drawn = next_card - start
                suited, vector = _suited_and_vector(called, a, b, c, d, e)
                final_row = rows[called, suited, vector]
            sheet.outcomes[at, seat] = ((called * ROWS + first_row) * ROWS + final_row) * DRAWS + drawn
            seat = _next_seat(seat, players)
        deck[PASSES] = passes
        deck[GAME] = called
        deck[BUTTON] = button
