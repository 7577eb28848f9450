"""A game of streets under many paytables at once: the sweep of `solve`, with a column for each table."""

from __future__ import annotations

from functools import cached_property
from math import comb

import numpy as np

from croupier.arrays import Ints
from croupier.exact.futures import futures
from croupier.exact.seen import Pack
from croupier.exact.store import kernel
from croupier.exact.streets import LARGEST, Streets, Wager

WHOLE_FLOATS = 2**53
"""Whole numbers up to this are exact as floats, which are multiplied several at a time."""


class StreetTables:
    """The value of each table is an exact whole number: net results summed over all cases."""

    def __init__(self, game: Streets, pack: Pack) -> None:
        self.game = game
        self.levels = futures(pack, game.cards, game.rows)
        first = game.streets[0].seen
        self.cases = comb(len(pack.deck), first) * pack.orders(first, game.cards - first)
        columns = {ending: place for place, ending in enumerate(game.endings())}
        self.column = {
            (folded, wager): [columns[folded, wager, row] for row in game.rows.names] for folded, wager, _ in columns
        }

    def fits(self, largest: int, moments: bool = False) -> bool:
        """Whether net results up to this can be summed without rounding."""
        return (largest * largest if moments else largest) * self.cases < (LARGEST if moments else WHOLE_FLOATS)

    def values(self, nets: Ints) -> Ints:
        """The value of the best play under each table, summed over all cases."""
        (value,) = self._sweep([nets.T.astype(np.float64)])
        return value.astype(np.int64)

    def moments(self, nets: Ints) -> tuple[Ints, Ints, Ints]:
        """The same, the sum of the squares, and the cases that win, under the best play."""
        each = np.ascontiguousarray(nets.T.astype(np.int64))
        value, squares, wins = self._sweep([each, each * each, (each > 0).astype(np.int64)])
        return value, squares, wins

    @cached_property
    def _as_floats(self) -> dict[int, tuple[Ints, Ints]]:
        return {
            seen: (level.endings.astype(np.float64), level.cards.astype(np.float64))
            for seen, level in self.levels.items()
        }

    def _counts(self, seen: int, dtype: np.dtype[np.generic]) -> tuple[Ints, Ints]:
        """Endings and next cards of each future, in the numbers of the sums."""
        level = self.levels[seen]
        return (level.endings, level.cards) if dtype == np.int64 else self._as_floats[seen]

    def _sweep(self, nets: list[Ints]) -> list[Ints]:
        """Several sums over all cases; the first of them decides which option is taken, as in `solve`."""
        game, best = self.game, dict[tuple[int, Wager], list[Ints]]()

        def ending(street: int, folded: bool, wager: Wager) -> list[Ints]:
            endings, _ = self._counts(game.streets[street].seen, nets[0].dtype)
            return [_paid(endings, each[self.column[folded, wager]]) for each in nets]

        def leaving(street: int, wager: Wager) -> list[Ints]:
            if game.no_choice_after(street, wager):
                return ending(street, False, wager)
            worth = best[street + 1, wager]
            for seen in range(game.streets[street + 1].seen - 1, game.streets[street].seen - 1, -1):
                worth = [self._sum_over_next(seen, each) for each in worth]
            return worth

        for street in range(len(game.streets) - 1, -1, -1):
            left: dict[Wager, list[Ints]] = {}
            for wager in game.wagers(street):
                taken: list[Ints] = []
                for option in game.options(street, wager):
                    if option.wager is None:
                        worth = ending(street, True, wager)
                    else:
                        if option.wager not in left:
                            left[option.wager] = leaving(street, option.wager)
                        worth = left[option.wager]
                    taken = _better(taken, worth)
                best[street, wager] = taken
        sets = self.levels[game.streets[0].seen].sets.astype(nets[0].dtype)
        return [sets @ each for each in best[0, 0]]

    def _sum_over_next(self, seen: int, values: Ints) -> Ints:
        level, (_, cards) = self.levels[seen], self._counts(seen, values.dtype)
        out = np.empty((len(level.sets), values.shape[1]), values.dtype)
        _sum_over_next(level.start, level.to, cards, values, out)
        return out


def _better(taken: list[Ints], worth: list[Ints]) -> list[Ints]:
    """The option that is worth more, the earlier one where they are equal."""
    if not taken:
        return worth
    if len(taken) == 1:
        return [np.maximum(taken[0], worth[0])]
    more = worth[0] > taken[0]
    return [np.where(more, other, each) for each, other in zip(taken, worth, strict=True)]


@kernel
def _paid(endings: Ints, nets: Ints) -> Ints:
    """What the endings of each future come to under each table; a product of matrices takes all cores for itself."""
    out = np.zeros((endings.shape[0], nets.shape[1]), nets.dtype)
    for future in range(len(endings)):
        for row in range(endings.shape[1]):
            times = endings[future, row]
            if times:
                for table in range(nets.shape[1]):
                    out[future, table] += times * nets[row, table]
    return out


@kernel
def _sum_over_next(start: Ints, to: Ints, cards: Ints, values: Ints, out: Ints) -> None:
    for future in range(len(start)):
        end = start[future + 1] if future + 1 < len(start) else len(to)
        for table in range(values.shape[1]):
            out[future, table] = 0
        for place in range(start[future], end):
            next_future, times = to[place], cards[place]
            for table in range(values.shape[1]):
                out[future, table] += times * values[next_future, table]
