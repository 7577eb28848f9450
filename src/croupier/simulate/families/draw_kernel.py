"""Games of draw dealt by a kernel: whoever has the button calls the game, and every hold is looked up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from math import comb
from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.draw.rankings import DEUCES, Ranking
from croupier.exact.game_mathematics import SIMPLE
from croupier.exact.hand_counts.evaluate import BIT, KEY, VECTORS, vector_of
from croupier.exact.reading.as_draw import HAND, DrawReading, DrawSolver
from croupier.exact.reading.chosen_rounds import Scene, Unread
from croupier.exact.reading.endings import BACKWARDS
from croupier.exact.reading.seating import Seating, seating
from croupier.exact.store import inner_kernel, kernel
from croupier.simulate.families.family import FamilyKernel
from croupier.simulate.families.read_outcomes import LonePlayer, read_outcomes
from croupier.simulate.kernel.numbering import in_order4, insert5, number5
from croupier.simulate.kernel.outcomes import Outcome, OutcomeBet
from croupier.simulate.kernel.stream import Key, another, card_at, errs, lay_out, product, words_for
from croupier.simulate.setup import OPTIMAL, Setup
from croupier.simulate.simulated_table import Sheet, Simulation, fixed, looked_up

STAND_PAT: Final = "stand-pat"
PASS: Final = -1
DRAWS: Final = HAND + 1
HOLD_ALL: Final = 31
PASSES, GAME, BUTTON = len(DECK), len(DECK) + 1, len(DECK) + 2
"""Where the sheet has, behind the cards, how many passed, which game was called and who was dealt to first."""
NOT_WILD: Final = ~0x0001_0001_0001_0001
"""The bits of all cards but twos."""
_NOTE_BITS: Final = 8
_NOTE: Final = 0xFF
"""How passes, game and button are noted in one number."""


class DrawKernel(FamilyKernel):
    """A game of draw.

    Where games are called, the button moves on a seat every round and with every pass, and whoever has it is asked and
    dealt to first.
    """

    def __init__(self, solver: DrawSolver) -> None:
        super().__init__(solver.game, solver.groups)
        self.solver, self.main, self.called = solver, solver.main, solver.variants
        self.variants = tuple(variant for variant in solver.variants if variant)
        self.strategies = (*self.solved_strategies, STAND_PAT)
        self.rankings = [solver.bet(variant, self.main).ranking for variant in self.called]
        self.row_count = max(len(ranking.rows) for ranking in self.rankings)

    def bets(self, setup: Setup) -> tuple[OutcomeBet, ...]:
        return tuple(
            OutcomeBet(self.bet_name(variant, bet.name), bet.spots, bet.stake, bet.unit, bet.acts)
            for variant in self.called
            for bet in super(DrawKernel, self).bets(setup)
        )

    def bet_name(self, variant: str, bet: str) -> str:
        """The name of a bet in a variant of the game."""
        return f"{variant}/{bet}" if variant else bet

    def action(self, said: Sequence[str]) -> str:
        hold = len(said[-1].split()) - 1
        return f"draw-{HAND - hold}"

    def simulation(self, setup: Setup) -> Simulation:
        return DrawTable(self, setup)

    @cached_property
    def calls(self) -> tuple[list[str], Ints, int]:
        """What may be called, the variant that each means, if it is no pass, and the variant if all pass."""
        scene = Scene(self.game, {})
        decision = scene.begin(BACKWARDS).decision
        if decision is None:
            return [], np.zeros(0, np.int64), 0
        meant = [self.called.index(answer) if answer in self.called else PASS for answer in decision.legal]
        after = PASS
        if PASS in meant:
            named = scene.begin(BACKWARDS, decision.legal[meant.index(PASS)]).table.named.values()
            after = next(place for place, variant in enumerate(self.called) if variant in named)
        return decision.legal, np.array(meant), after

    def draws(self, setup: Setup) -> bool:
        """Whether cards are drawn."""
        return self.main.opens[0] in setup.bets

    def holds(self, strategy: str, variant: str, setup: Setup) -> Ints:
        """The hold of every five cards."""
        if strategy == STAND_PAT:
            return np.full(comb(52, HAND), HOLD_ALL, np.uint8)
        if strategy == SIMPLE:
            return self.solver.strategy_policy(variant)
        stake = self.stake(setup, self.main)
        return looked_up(self.game, f"{OPTIMAL} {variant} {stake}", lambda: self.solver.policy(variant, stake))

    def answer_of_hold(self, bet: DrawReading) -> Mapping[frozenset[int], int]:
        """The answer by which the cards at some places among the first five are held."""
        return {frozenset(way.asked[0].seen) & frozenset(way.final): way.answers[0] for way in bet.read.ways}


class DrawTable(Simulation):
    """A table of a game of draw with the hold and the row of every five cards."""

    cards_a_round = len(DECK) + 3
    notes_a_round = 1

    def __init__(self, game: DrawKernel, setup: Setup) -> None:
        super().__init__(setup)
        self.kernel, self.draws = game, game.draws(setup)
        self.seats = self._seats()
        self.words_a_round = words_for(self.seats.cards)
        self.layout = fixed(np.array([places[:HAND] for places in self.seats.seats])), self.seats.cards
        legal, meant, after = game.calls
        self.calls_a_round = setup.players if legal and setup.variant is None else 0
        always = game.called.index(setup.variant) if setup.variant else PASS if legal else 0
        self.calling = fixed(meant), after, always
        read = read_outcomes(setup, game.bets(setup), self._outcomes)
        self.outcomes, self.rounded = read.outcomes, read.rounded
        tables = [[game.holds(strategy, variant, setup) for variant in game.called] for strategy in setup.groups]
        self.tables = fixed(np.array(tables))
        wild = [ranking is DEUCES for ranking in game.rankings]
        self.rows = (
            fixed(np.stack([_rows(ranking, game.row_count) for ranking in game.rankings])),
            fixed(np.array([NOT_WILD if twos else -1 for twos in wild])),
        )

    @property
    def dealer(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return _deal, (self.layout, (self.calling, self.kernel.row_count, self.draws), self.tables, self.rows)

    def answers(self, sheet: Sheet, round: int) -> list[str]:
        players, (legal, meant, _) = self.setup.players, self.kernel.calls
        passes, called, button = sheet.cards[round, PASSES:].tolist()
        said = [legal[meant.tolist().index(PASS)]] * passes
        said += [self.kernel.called[called]] if legal and passes < players else []
        if not self.draws:
            return said
        deck = self.cards(sheet, round)
        bet = self.kernel.solver.bet(self.kernel.called[called], self.kernel.main)
        for turn, places in enumerate(self.seats.seats):
            hand = [deck[place] for place in places[:HAND]]
            hold = sheet.choices[round, (button + turn) % players]
            held = [card for place, card in enumerate(sorted(hand)) if hold >> place & 1]
            said.append(bet.names(hand)[tuple(card for card in hand if card in held)])
        return said

    def solved(self, strategy: str) -> Mapping[str, Analysis]:
        game, setup, solved = self.kernel, self.setup, dict[str, Analysis]()
        for group in game.groups:
            stake = game.stake(setup, group)
            try:
                analyses = game.solver.analyze(stake)
            except Refused:
                continue
            for variant in game.called if group.opens[0] in setup.bets else ():
                name = game.bet_name(variant, group.name)
                if group is not game.main or strategy == OPTIMAL:
                    solved[name] = analyses[name]
                elif strategy == SIMPLE:
                    solved[name] = game.solver.strategy_analysis(variant, stake)
        return solved

    def _seats(self) -> Seating:
        """The cards of all seats, from the button; those that are drawn must come one after the other."""
        game, setup, called = self.kernel, self.setup, self.kernel.called[0]
        bets = dict.fromkeys(setup.bets, 1)
        if not self.draws:
            return seating(setup.game, bets, setup.players, (), called)
        answers = game.answer_of_hold(game.solver.bet(called, game.main))
        for held in (frozenset({0, 1}), frozenset[int]()):
            seats = seating(setup.game, bets, setup.players, (answers[held],), called)
            drawn = [place for places in seats.seats for place in places[HAND:]]
            if drawn != list(range(HAND * setup.players, HAND * setup.players + len(drawn))):
                raise Unread("cards are not drawn one after the other, beginning with the first player")
        return seats

    def _outcomes(self, player: LonePlayer) -> list[Outcome | None]:
        """What comes of a first hand and a final hand of those rows, so many cards drawn."""
        every: list[Outcome | None] = []
        for variant in self.kernel.called:
            bet = self.kernel.solver.bet(variant, self.kernel.main)
            hands = [bet.read.form.dealt[row, None][0].final for row in bet.ranking.rows]
            answers = self.kernel.answer_of_hold(bet)
            of = tuple(
                self.kernel.bet_name(variant, group.name)
                for group in self.kernel.groups
                if group.opens[0] in self.setup.bets
            )
            for number in range(self.kernel.row_count**2):
                first, final = divmod(number, self.kernel.row_count)
                if max(first, final) >= len(hands) or (not self.draws and first != final):
                    every += [None] * DRAWS
                    continue
                hand, wanted = hands[first], hands[final]
                held = frozenset(place for place, card in enumerate(hand) if card in wanted)
                cards = [*hand, *(card for card in wanted if card not in hand)]
                drawing = [answers[held]] if self.draws else []
                found = player.outcome(cards, drawing, "", called=variant)
                for count in range(DRAWS):
                    action = f"draw-{count}" if self.draws else ""
                    every.append(Outcome(found.nets, found.wagers, action, of if variant else None))
        return every


@cache
def _rows(ranking: Ranking, row_count: int) -> Ints:
    """The row of a hand by whether its cards, but for wild ones, are of one suit, and by its rank vector."""
    rows = np.full((2, VECTORS[HAND]), row_count, np.uint8)
    categories = ranking.categories(np.arange(len(DECK), dtype=np.int8))
    if not _sort_by_ranks(categories, NOT_WILD if ranking is DEUCES else -1, row_count, rows):
        raise ArithmeticError("hands with the same ranks, suited or not alike, have different rows")
    return rows


@kernel
def _sort_by_ranks(categories: Ints, natural: int, row_count: int, rows: Ints) -> bool:
    """Find every row; whether no two hands disagree on one."""
    number, agree = 0, True
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        suited, vector = _suited_and_vector(natural, a, b, c, d, e)
                        if rows[suited, vector] == row_count:
                            rows[suited, vector] = categories[number]
                        agree &= rows[suited, vector] == categories[number]
                        number += 1
    return agree


@inner_kernel
def _suited_and_vector(natural: int, a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """Whether the cards of a hand that are not wild are of one suit, and the hand's rank vector."""
    key = KEY[a] + KEY[b] + KEY[c] + KEY[d] + KEY[e]
    bits = (BIT[a] + BIT[b] + BIT[c] + BIT[d] + BIT[e]) & natural
    suits = 0
    for suit in range(4):
        suits += int(bits >> 16 * suit & 0x1FFF != 0)
    return int(suits == 1), vector_of(HAND, key)


@inner_kernel
def _next_seat(seat: int, players: int) -> int:
    return seat + 1 if seat + 1 < players else 0


@kernel
def _call_games(calls: Ints, rounds: int, players: int, calling: tuple[Ints, int, int], notes: Ints) -> None:
    """Note for every round of a shift how many pass, the game that is called and who then has the button.

    All rounds at once, so that what cannot be foretold here does not hold up the deal.
    """
    meant, if_all_pass, always = calling
    button = -1 if len(meant) else 0
    for at in range(rounds):
        if len(meant):
            button = _next_seat(button, players)
        called, passes = always, 0
        while called == PASS and passes < players:
            call, _ = product(calls[at, passes], np.uint64(len(meant)))
            called = meant[np.int64(call)]
            if called == PASS:
                passes += 1
                button = _next_seat(button, players)
        called = if_all_pass if called == PASS else called
        notes[at] = passes << 2 * _NOTE_BITS | called << _NOTE_BITS | button


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
    tables: tuple[tuple[Ints, int], tuple[tuple[Ints, int, int], int, bool], Ints, tuple[Ints, Ints]],
    groups: Ints,
    errors: np.uint64,
    sheet: Sheet,
) -> None:
    """Deal rounds of a shift; `holds` are by strategy, game and five cards."""
    (places, cards), (calling, row_count, draws), holds, (rows, natural) = tables
    players = len(groups)
    _call_games(sheet.calls, rounds, players, calling, sheet.notes)
    for at in range(rounds):
        number = first + at
        kept_at = at if len(sheet.cards) > 1 else 0
        deck = sheet.cards[kept_at]
        lay_out(sheet.words[at], cards, deck)
        called_game = sheet.notes[at]
        passes, called, button = called_game >> 2 * _NOTE_BITS, called_game >> _NOTE_BITS & _NOTE, called_game & _NOTE
        next_card = HAND * players
        seat = button
        for turn in range(players):
            a, b, c, d = in_order4(
                card_at(deck, places[turn, 0]),
                card_at(deck, places[turn, 1]),
                card_at(deck, places[turn, 2]),
                card_at(deck, places[turn, 3]),
            )
            a, b, c, d, e = insert5(a, b, c, d, card_at(deck, places[turn, 4]))
            suited, vector = _suited_and_vector(natural[called], a, b, c, d, e)
            first_row = rows[called, suited, vector]
            final_row, drawn = first_row, 0
            if draws:
                hold = int(np.int64(holds[groups[seat], called, number5(a, b, c, d, e)]))
                if errors and errs(key, number, 2 * seat, errors):
                    hold = another(key, number, 2 * seat + 1, hold, HOLD_ALL + 1)
                sheet.choices[kept_at, seat] = hold
                start = next_card
                a, next_card = _kept_or_drawn(deck, hold, a, next_card)
                b, next_card = _kept_or_drawn(deck, hold >> 1, b, next_card)
                c, next_card = _kept_or_drawn(deck, hold >> 2, c, next_card)
                d, next_card = _kept_or_drawn(deck, hold >> 3, d, next_card)
                e, next_card = _kept_or_drawn(deck, hold >> 4, e, next_card)
                drawn = next_card - start
                suited, vector = _suited_and_vector(natural[called], a, b, c, d, e)
                final_row = rows[called, suited, vector]
            sheet.outcomes[at, seat] = ((called * row_count + first_row) * row_count + final_row) * DRAWS + drawn
            seat = _next_seat(seat, players)
        deck[PASSES] = passes
        deck[GAME] = called
        deck[BUTTON] = button
