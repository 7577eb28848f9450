"""The draw family: five cards, any of them held, the rest replaced once, the final hand paid by its row.

method.md says how it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import Final

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.cards import DECK, Card, refuse_duplicates
from croupier.errors import Refused
from croupier.exact.analysis import Analysis, ReturnRow
from croupier.exact.draw.draw_counts import (
    HELD,
    count_containing,
    count_final_hands,
    find_best_holds,
    first_hands,
    number_subsets,
    pay_sets,
    rename_suits,
    smaller_sets,
    value_every_hold,
)
from croupier.exact.draw.rankings import Ranking
from croupier.exact.paid import net
from croupier.odds import PayTable

SMALLEST_DECK: Final = 10
"""Five cards and five to draw."""

ONE_DOLLAR: Final = Fraction(1)

_LARGEST_INTEGER: Final = 2**63 - 1


class DrawGame:
    """A deck and a ranking, with everything counted that does not depend on a paytable."""

    def __init__(self, ranking: Ranking, deck: tuple[Card, ...]) -> None:
        indices = np.array([card.index for card in deck], np.int8)
        whole = len(deck) == len(DECK)
        self.rows = ranking.rows
        self.deck = deck
        self.hands, self.weights = first_hands(indices, whole)
        """The first hands to look at, as places in the deck, and how many hands each stands for."""
        self._categories = ranking.categories(indices)
        smaller = smaller_sets(len(deck))
        self._containing = count_containing(len(deck), self._categories, len(self.rows), smaller)
        self._subsets = number_subsets(self.hands, smaller)
        self.ends, self._share = draw_ends(len(deck))
        """What the ends of each hold count for in all, and what one of them does."""
        self.deals = comb(len(deck), 5)
        """How many first hands there are."""
        if int(self.weights.sum()) != self.deals or sum(self.dealt()) != self.deals:
            raise ArithmeticError(f"the hands of {len(deck)} cards do not come to {self.deals}")
        classes = np.bincount(self._first_rows, self.weights, len(self.rows))
        if classes.astype(np.int64).tolist() != self.dealt():
            raise Refused("the ranking depends on the names of suits; hands that differ in them must have the same row")

    def dealt(self) -> list[int]:
        """How many first hands there are of each row."""
        counts: list[int] = self._containing[0].tolist()
        return counts

    def best_holds(self, nets: Sequence[Fraction], fewest: int = 0) -> tuple[Ints, Fraction]:
        """The best hold of each of `hands` when each row is worth its net result, and the value of the game.

        Of holds of so many cards or more, where a house or a player does not exchange them all.
        """
        pays, scale = whole_pays(nets, self.ends)
        holds, best = find_best_holds(self._subsets, self._categories, self._containing, pays, self._share, fewest)
        upper, lower = best >> 32, best & 0xFFFFFFFF
        total = (int(upper @ self.weights) << 32) + int(lower @ self.weights)
        return holds, Fraction(total, self.deals * self.ends * scale)

    def regrets(self, nets: Sequence[Fraction]) -> Floats:
        """By hold and hand, what it is worth less than the best one, times how often the hand is dealt."""
        pays, scale = whole_pays(nets, self.ends)
        values = value_every_hold(self._subsets, self._categories, self._containing, pays, self._share)
        lost = (values.max(axis=1, keepdims=True) - values).astype(np.float64)
        regrets: Floats = lost.T * (self.weights / (float(self.deals) * self.ends * scale))
        return regrets

    def to_value_holds(self, nets: Sequence[Fraction]) -> tuple[tuple[Ints, ...], int]:
        """What `value_holds` takes when each row is worth its net result, and what a unit is of the values it gives."""
        pays, scale = whole_pays(nets, self.ends)
        return (self._categories, pay_sets(self._containing, pays), pays, self._share), self.ends * scale

    @property
    def rows_of_hands(self) -> Ints:
        """The places in `rows` of all hands, by their numbers."""
        rows: Ints = self._categories
        return rows

    def holds_by(self, choose: Callable[[Sequence[Card]], Sequence[Card]]) -> Ints:
        """The hold of each of `hands` as a player chooses it who is shown the cards."""
        holds = np.empty(len(self.hands), np.uint8)
        for index, places in enumerate(self.hands.tolist()):
            cards = [self.deck[place] for place in places]
            held = choose(cards)
            holds[index] = sum(1 << place for place, card in enumerate(cards) if card in held)
        return holds

    def play(self, holds: Ints, first: int | None = None) -> tuple[list[int], list[int]]:
        """How many cases end in each row when these are held, and how many first hands draw 0 to 5 cards.

        Of all first hands, or of those of one row.
        """
        among = self.weights if first is None else np.where(self._first_rows == first, self.weights, 0)
        finals, drawn = count_final_hands(self._subsets, among, self._categories, self._containing, holds, self._share)
        cases = int(among.sum()) * self.ends
        if int(finals.sum()) != cases or min(finals) < 0:
            raise ArithmeticError(f"final hands come to {finals.sum()}, not {cases}")
        return finals.tolist(), drawn.tolist()

    @property
    def _first_rows(self) -> Ints:
        """The row of each of `hands`."""
        rows: Ints = self._categories[self._subsets[:, 31]]
        return rows

    def everywhere(self, holds: Ints) -> Ints:
        """The holds of `hands` carried over to every hand, by the number of the hand."""
        if len(self.hands) == self.deals:
            return holds
        numbers, renamed = rename_suits(self.hands, holds)
        every = np.empty(self.deals, np.uint8)
        every[numbers] = renamed
        return every

    def hold_ends(self, cards: Sequence[Card]) -> dict[tuple[Card, ...], list[int]]:
        """For each of the 32 holds of five cards, in the order given, how many of its final hands are of each row."""
        order = sorted(range(5), key=lambda given: cards[given])
        places = np.array([[self.deck.index(cards[given]) for given in order]], np.int8)
        numbers = number_subsets(places, smaller_sets(len(self.deck)))[0]
        ends = np.zeros((32, len(self.rows)), np.int64)
        ends[:31] = self._containing[numbers[:31]]
        ends[31, self._categories[numbers[31]]] = 1
        for bit in (1, 2, 4, 8, 16):
            without = [hold for hold in range(32) if not hold & bit]
            ends[without] -= ends[[hold | bit for hold in without]]
        listed = {}
        for hold in range(31, -1, -1):
            held = tuple(card for given, card in enumerate(cards) if hold >> given & 1)
            ascending = sum(1 << place for place, given in enumerate(order) if hold >> given & 1)
            listed[held] = ends[ascending].tolist()
        return listed


def draw_ends(cards: int) -> tuple[int, Ints]:
    """What the ends of each hold count for in all, with so many cards in the deck, and what one end of each does."""
    ways = [comb(cards - 5, draws) for draws in range(6)]
    ends = lcm(*ways)
    return ends, np.array([ends // ways[5 - held] for held in HELD], np.int64)


def whole_pays(nets: Sequence[Fraction], ends: int) -> tuple[Ints, int]:
    """What rows net in whole numbers, and how many of them are one."""
    scale = lcm(*(net.denominator for net in nets))
    pays = [net.numerator * (scale // net.denominator) for net in nets]
    if max(map(abs, pays)) * ends > _LARGEST_INTEGER:
        raise Refused(
            f"pays of {max(nets)} in steps of 1/{scale} are too large or too fine to solve; "
            f"largest pay times steps may be {_LARGEST_INTEGER // ends}"
        )
    return np.array(pays, np.int64), scale


def draw_game(ranking: Ranking, deck: Sequence[Card] | None = None) -> DrawGame:
    """The draw game of a ranking with the 52-card deck, or with a smaller one."""
    cards = tuple(sorted(DECK if deck is None else deck))
    refuse_duplicates(cards)
    if len(cards) < SMALLEST_DECK:
        raise Refused(
            f"a draw game needs at least {SMALLEST_DECK} cards, five and five to draw; {len(cards)} were given"
        )
    return _counted(ranking, cards)


@lru_cache(maxsize=8)
def _counted(ranking: Ranking, deck: tuple[Card, ...]) -> DrawGame:
    return DrawGame(ranking, deck)


def net_results(game: DrawGame, paytable: PayTable, stake: Fraction = ONE_DOLLAR) -> list[Fraction]:
    """What each row leaves a player with, per unit of a stake in dollars; a row that is not listed loses it."""
    paytable.check_rows(game.rows)
    return [net(paytable[row], 1, stake) for row in game.rows]


def analyze_draw(
    game: DrawGame,
    paytable: PayTable,
    stake: Fraction = ONE_DOLLAR,
    holds: Ints | None = None,
    nets: Sequence[Fraction] | None = None,
) -> Analysis:
    """A bet on the final hand, with the best hold of every hand, or with the holds given.

    The rows net what the paytable says at this stake, unless it is given what they net.
    """
    nets = net_results(game, paytable, stake) if nets is None else nets
    value = None
    if holds is None:
        holds, value = game.best_holds(nets)
    finals, drawn = game.play(holds)
    actions = {f"draw-{draws}": Fraction(hands, game.deals) for draws, hands in enumerate(drawn)}
    return _analysis(game, paytable, nets, finals, value, actions)


def analyze_deal(
    game: DrawGame, paytable: PayTable, stake: Fraction = ONE_DOLLAR, nets: Sequence[Fraction] | None = None
) -> Analysis:
    """A bet on the first five cards."""
    return _analysis(game, paytable, nets or net_results(game, paytable, stake), game.dealt(), None, {})


def analyze_both(
    game: DrawGame, paytable: PayTable, firsts: Sequence[Fraction], finals: Sequence[Fraction]
) -> Analysis:
    """Bets on the first five cards and on the final hand together, which net so much by its row.

    What the first five net is settled before anything is held, so the best holds are those for the final hand.
    """
    holds, value = game.best_holds(finals)
    cases = game.deals * game.ends
    outcomes: dict[Fraction, int] = {}
    counted, returned = [0] * len(game.rows), [Fraction(0)] * len(game.rows)
    for first, before in enumerate(firsts):
        for row, count in enumerate(game.play(holds, first)[0]):
            if count:
                net = before + finals[row]
                outcomes[net] = outcomes.get(net, 0) + count
                counted[row] += count
                returned[row] += net * count
    dealt = sum((net * count for net, count in zip(firsts, game.dealt(), strict=True)), Fraction(0))
    return Analysis(
        paytable.bet,
        "bet",
        {net: Fraction(count, cases) for net, count in sorted(outcomes.items())},
        Fraction(1),
        value + dealt / game.deals,
        {f"draw-{draws}": Fraction(hands, game.deals) for draws, hands in enumerate(game.play(holds)[1])},
        tuple(
            ReturnRow(row, counted[at], Fraction(counted[at], cases), paytable[row], returned[at] / cases)
            for at, row in reversed(list(enumerate(game.rows)))
        ),
        cases,
    )


def hold_values(game: DrawGame, nets: Sequence[Fraction], cards: Sequence[Card]) -> dict[tuple[Card, ...], Fraction]:
    """The expected net result of each of the 32 holds of five cards, if rows net this."""
    return {
        held: sum((count * net for count, net in zip(ends, nets, strict=True)), Fraction(0)) / sum(ends)
        for held, ends in game.hold_ends(cards).items()
    }


def _analysis(
    game: DrawGame,
    paytable: PayTable,
    nets: Sequence[Fraction],
    counts: Sequence[int],
    value: Fraction | None,
    actions: dict[str, Fraction],
) -> Analysis:
    cases = sum(counts)
    outcomes: dict[Fraction, Fraction] = {}
    rows = []
    for row, result, count in reversed(list(zip(game.rows, nets, counts, strict=True))):
        chance = Fraction(count, cases)
        rows.append(ReturnRow(row, count, chance, paytable[row], result * chance))
        if count:
            outcomes[result] = outcomes.get(result, Fraction(0)) + chance
    if value is None:
        value = sum((row.returns for row in rows), Fraction(0))
    return Analysis(paytable.bet, "bet", outcomes, Fraction(1), value, actions, tuple(rows), cases)
