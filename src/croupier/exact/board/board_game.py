"""A game of the shared board: its choices, what they cost, and what it nets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.exact.futures import Rows
from croupier.exact.result import Result
from croupier.exact.seen import Pack
from croupier.hands import Hand

BoardPath = tuple[str, ...]
"""The names of the options taken, first to last."""

OWN: Final = 2
"""How many cards each side has of its own."""


@dataclass(frozen=True, slots=True)
class BoardOption:
    """One thing to do at a choice."""

    name: str
    wager: Fraction | int = 0
    """What it adds to the wager, in units."""
    folds: bool = False
    """Whether it ends the hand without a showdown."""


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A choice: how many board cards have been seen, and what one may do."""

    seen: int
    options: tuple[BoardOption, ...]


@dataclass(frozen=True, eq=False)
class BoardGame:
    """A game of the family. An option that leads to no further choice and does not fold leads to the showdown."""

    choices: Mapping[BoardPath, BoardChoice]
    """By the options taken before; the first choice is that of the empty path."""
    rows: Rows
    settle: Callable[[BoardPath, str, Result], Fraction | int]
    """The net result, in units, of a showdown after those options with a final hand of that row."""
    forfeit: Callable[[BoardPath], Fraction | int]
    """The net result of folding, which is the last option of the path."""
    antes: Fraction | int = 1
    """What is staked before any card is seen, in units."""
    qualifier: Hand | None = None
    """The least hand with which the dealer qualifies; none means always."""
    board: int = 5
    own: int = OWN
    dealer_cards: int = OWN

    def __post_init__(self) -> None:
        if (self.own, self.dealer_cards) != (OWN, OWN) or not 3 <= self.board <= 5:
            raise Refused(
                f"{self.own} own cards against {self.dealer_cards} on a board of {self.board} cannot be counted; two "
                "against two on a board of three to five can"
            )
        if () not in self.choices:
            raise Refused("a game of the shared board needs a first choice, that of the empty path")
        for path, choice in self.choices.items():
            names = [option.name for option in choice.options]
            if not names or len(set(names)) < len(names):
                raise Refused(f"the options after {path} are {names}; there must be one or more, of different names")
            before = self.choices.get(path[:-1]) if path else None
            leads_here = [option for option in before.options if option.name == path[-1]] if before else []
            if path and not any(not option.folds for option in leads_here):
                raise Refused(f"there is a choice after {path}, but no option that leads to it")
            least = before.seen + 1 if before else 0
            if not least <= choice.seen <= self.board:
                raise Refused(
                    f"the choice after {path} has {choice.seen} board cards seen; it can have {least} to {self.board}"
                )

        if not self.endings:
            raise Refused("every option folds; the last of some path must lead to the showdown")

    def options(self, path: BoardPath) -> tuple[BoardOption, ...]:
        """What one may do after those options, a fold and then the smallest wager first."""
        if path not in self.choices:
            raise Refused(f"there is no choice after {path}; there is one after {', '.join(map(str, self.choices))}")
        return tuple(sorted(self.choices[path].options, key=lambda option: (not option.folds, option.wager)))

    @property
    def endings(self) -> tuple[BoardPath, ...]:
        """The paths that end in a showdown."""
        return tuple(path for path, option in self._taken() if not option.folds and path not in self.choices)

    @property
    def folds(self) -> tuple[BoardPath, ...]:
        """The paths that end in a fold."""
        return tuple(path for path, option in self._taken() if option.folds)

    def _taken(self) -> Iterator[tuple[BoardPath, BoardOption]]:
        for path in self.choices:
            for option in self.options(path):
                yield (*path, option.name), option

    def wager(self, path: BoardPath) -> Fraction:
        """All that is wagered with those options, in units."""
        added = {taken: option.wager for taken, option in self._taken()}
        return Fraction(self.antes + sum(added[path[: length + 1]] for length in range(len(path))))

    @property
    def results(self) -> tuple[Result, ...]:
        """The results that a showdown may come to."""
        return tuple(result for result in Result if result.qualified or self.qualifier is not None)

    @cached_property
    def whole_nets(self) -> tuple[dict[BoardPath, Ints], dict[BoardPath, int], int]:
        """The net results by row and result, those of folding, and how many of these whole numbers are a unit."""
        results = [(at, row, result) for at, row in enumerate(self.rows.names) for result in self.results]
        nets = {path: [Fraction(self.settle(path, row, result)) for _, row, result in results] for path in self.endings}
        folds = {path: Fraction(self.forfeit(path)) for path in self.folds}
        unit = lcm(*(net.denominator for several in (*nets.values(), folds.values()) for net in several))
        whole = {path: np.zeros((len(self.rows.names), len(Result)), object) for path in nets}
        for path, of_path in nets.items():
            for (at, _, result), net in zip(results, of_path, strict=True):
                whole[path][at, result] = int(net * unit)
        return whole, {path: int(net * unit) for path, net in folds.items()}, unit

    @property
    def largest_net(self) -> int:
        """The largest of these whole numbers, won or lost."""
        nets, folds, _ = self.whole_nets
        return max(abs(int(net)) for net in (*np.concatenate([[], *nets.values()], axis=None), *folds.values()))

    def dealer_pairs(self, pack: Pack) -> int:
        """How many pairs the dealer can have when two own cards and the whole board are known."""
        return comb(len(pack.deck) - OWN - self.board, OWN)

    def cases(self, pack: Pack) -> int:
        """How many ways there are to deal two own cards, the board in order, and two to the dealer."""
        return comb(len(pack.deck), OWN) * pack.orders(OWN, self.board) * self.dealer_pairs(pack)
