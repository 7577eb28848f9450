"""The value of every table of a grid, exact or between bounds, by the quickest way that its game has."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm
from typing import Any, Final, Protocol

import numpy as np

from croupier.arrays import Ints
from croupier.exact.game_mathematics import CountedEnding, ManyTables
from croupier.exact.tuning.pay_grid import PayBox, PayGrid
from croupier.exact.tuning.tuned_bet import AffineNets, TunedBet

CHUNK: Final = 32
"""Tables that are swept together."""
Report = Callable[[float], None]
"""Told how large a part of the work has been done since it was told last; it raises to put an end to it."""


class SearchStopped(Exception):
    """Whoever asked for a search has put an end to it."""


@dataclass(frozen=True)
class Figures:
    """What a table comes to."""

    expected_value: Fraction
    hit_frequency: Fraction
    variance: Fraction


class Valuing(Protocol):
    """The values of all tables, in whole parts of a unit: none is below `lower` or above `upper`."""

    unit: int
    lower: Ints
    upper: Ints
    at_once: int
    """So many tables are solved in little more time than one."""

    def narrow(self, least: Fraction, most: Fraction, wanted: Ints, report: Report) -> None:
        """Bring it so far that of every wanted table it is known whether its value lies between these."""

    def solve(self, numbers: Ints, report: Report) -> None:
        """Bring it so far that the values of some tables are known."""

    def figures(self, numbers: Ints, report: Report) -> Iterator[Figures]:
        """The figures of some tables."""


def valuing(tuned: TunedBet, grid: PayGrid, report: Report) -> Valuing:
    """The quickest way: by one play if the table has no say in it, in one sweep, by bounds, or table by table."""
    nets, first = tuned.nets, tuned.mathematics(grid.pays(0))
    if nets is None:
        return OneByOne(tuned, grid, report)
    if not first.leaves_choice(tuned.wager):
        return ByOnePlay(tuned, grid, nets)
    many = first.many(tuned.wager)
    if many is not None:
        swept = Swept(tuned, grid, nets, many)
        if many.fits(swept.largest):
            return swept
    return ByBounds(tuned, grid, nets)


class _Known:
    """Values that are all known."""

    lower: Ints
    upper: Ints
    at_once = 1

    def narrow(self, least: Fraction, most: Fraction, wanted: Ints, report: Report) -> None:
        """There is nothing to do."""

    def solve(self, numbers: Ints, report: Report) -> None:
        """There is nothing to do."""


class OneByOne(_Known):
    """A game that does not tell its endings apart: every table is analysed."""

    def __init__(self, tuned: TunedBet, grid: PayGrid, report: Report) -> None:
        self.solved: list[Figures] = []
        for number in range(grid.size):
            self.solved.append(analysed(tuned, grid.pays(number)))
            report(1 / grid.size)
        self.unit = lcm(*(each.expected_value.denominator for each in self.solved))
        self.lower = self.upper = np.array([int(each.expected_value * self.unit) for each in self.solved], object)

    def figures(self, numbers: Ints, report: Report) -> Iterator[Figures]:
        """The figures of some tables."""
        return (self.solved[int(number)] for number in numbers)


class _Counting:
    """Values as sums over equally likely cases."""

    def __init__(self, tuned: TunedBet, grid: PayGrid, nets: AffineNets) -> None:
        self.tuned, self.grid, self.nets = tuned, grid, nets
        self.net_unit, self.constants, self.slopes = nets.whole(grid.parts)
        self.largest = max(
            abs(constant)
            + sum(abs(of_row[at]) * max(pays) for of_row, pays in zip(self.slopes, grid.whole, strict=True))
            for at, constant in enumerate(self.constants)
        )
        """No net result is more than this, whichever its sign."""

        self.play = tuned.counted(grid.pays(0))
        """The best play with the lowest pays."""
        self.cases = sum(self.play.values())
        self.unit = self.cases * self.net_unit
        if self.by_play(self.play, 0) != analysed(tuned, grid.pays(0)):
            raise ArithmeticError(f"the endings of {tuned.wager} do not come to what its analysis has")

    def net_results(self, numbers: Ints) -> Ints:
        """What every ending nets under some tables."""
        exact = np.dtype(np.int64 if self.largest < 2**62 else object)
        points = self.grid.points(numbers).astype(exact)
        total = np.tile(np.array(self.constants, exact), (len(numbers), 1))
        for at, of_row in enumerate(self.slopes):
            total += points[:, at : at + 1] * np.array(of_row, exact)
        return total

    def line(self, counted: Mapping[CountedEnding, int]) -> tuple[int, list[int]]:
        """The value of a play as it goes with the pays, in parts of 1 / (cases x net unit)."""
        counts = [counted.get(ending, 0) for ending in self.nets.endings]
        if sum(counts) != self.cases:
            raise ArithmeticError(f"the best play of {self.tuned.wager} ends in {sum(counts)} of {self.cases} cases")

        def total(of_ending: list[int]) -> int:
            return sum(count * each for count, each in zip(counts, of_ending, strict=True))

        return total(self.constants), [total(of_row) for of_row in self.slopes]

    def by_play(self, counted: Mapping[CountedEnding, int], number: int) -> Figures:
        """What a table comes to when a play comes to each ending so often."""
        nets = self.nets.at(self.grid.pays(number))
        cases = sum(counted.values())
        shares = [(net, Fraction(counted.get(end, 0), cases)) for net, end in zip(nets, self.nets.endings, strict=True)]
        mean = sum((net * share for net, share in shares), Fraction(0))
        squares = sum((net * net * share for net, share in shares), Fraction(0))
        return Figures(mean, sum((share for net, share in shares if net > 0), Fraction(0)), squares - mean * mean)


class ByOnePlay(_Counting, _Known):
    """A bet whose table has no say in the play: its value goes with the pays."""

    def __init__(self, tuned: TunedBet, grid: PayGrid, nets: AffineNets) -> None:
        super().__init__(tuned, grid, nets)
        values = grid.going_with(*self.line(self.play), grid.everything)
        self.lower = self.upper = np.broadcast_to(values, grid.shape).reshape(-1)

    def figures(self, numbers: Ints, report: Report) -> Iterator[Figures]:
        """The figures of some tables."""
        for number in numbers:
            yield self.by_play(self.play, int(number))
            report(1 / len(numbers))


class Swept(_Counting):
    """A game that values many tables in one sweep.

    Where no pay that rises takes anything away, the tables of a box are worth no less than its lowest and no more than
    its highest: boxes that lie wholly inside or outside the target are left at that, others are cut in two.
    """

    at_once = 2048

    def __init__(self, tuned: TunedBet, grid: PayGrid, nets: AffineNets, many: ManyTables) -> None:
        super().__init__(tuned, grid, nets)
        self.many = many
        self.weights = np.array([float(abs(slope)) for slope in self.line(self.play)[1]])
        """What a part of each row's pay is worth, near enough to cut boxes where it matters most."""
        self.lower = np.full(grid.size, -(2**62))
        self.upper = np.full(grid.size, 2**62)

    @property
    def rising(self) -> bool:
        """Whether no ending nets less when a row pays more."""
        return all(slope >= 0 for of_row in self.slopes for slope in of_row)

    def narrow(self, least: Fraction, most: Fraction, wanted: Ints, report: Report) -> None:
        """Cut boxes, all of a size at once, until none lies on the edge of the target."""
        low, high = ceil(least * self.unit), floor(most * self.unit)
        if not self.rising:
            self.solve(np.flatnonzero(wanted), report)
            return
        everything = self.grid.everything
        first, last = np.array([everything.least]), np.array([everything.most])
        while len(first):
            bottom, top = (self.grid.numbers(corner) for corner in (first, last))
            self.solve(np.unique(np.concatenate([bottom, top])), lambda share: report(0))
            worst, best = self.lower[bottom], self.lower[top]
            open_ = ~((worst > high) | (best < low) | ((worst >= low) & (best <= high))) & (bottom != top)
            for shape in np.unique((last - first)[~open_], axis=0):
                alike = ~open_ & ((last - first) == shape).all(axis=1)
                inside = bottom[alike][:, None] + self.grid.offsets(shape)
                self.lower[inside] = np.maximum(self.lower[inside], worst[alike][:, None])
                self.upper[inside] = np.minimum(self.upper[inside], best[alike][:, None])
                report(inside.size / self.grid.size)
            first, last = self._halves(first[open_], last[open_])

    def _halves(self, first: Ints, last: Ints) -> tuple[Ints, Ints]:
        """Every box cut in two along the row that matters most in it."""
        steps = np.array([of_row[-1] - of_row[0] for of_row in self.grid.whole]) / np.maximum(
            np.array(self.grid.shape) - 1, 1
        )
        at = ((last - first) * (self.weights * steps + 1e-9)).argmax(axis=1)
        every = np.arange(len(first))
        middle = (first[every, at] + last[every, at]) // 2
        lower_last, upper_first = last.copy(), first.copy()
        lower_last[every, at], upper_first[every, at] = middle, middle + 1
        return np.concatenate([first, upper_first]), np.concatenate([lower_last, last])

    def solve(self, numbers: Ints, report: Report) -> None:
        """Value those of some tables that are not known yet."""
        unknown = numbers[self.lower[numbers] != self.upper[numbers]]
        for some, values in self._chunks(unknown, self.many.values, report):
            self.lower[some] = self.upper[some] = values

    def figures(self, numbers: Ints, report: Report) -> Iterator[Figures]:
        """The figures of some tables."""
        if not self.many.fits(self.largest, moments=True):
            for number in numbers:
                yield self.by_play(self.tuned.counted(self.grid.pays(int(number))), int(number))
                report(1 / len(numbers))
            return
        for _, (totals, squares, wins) in self._chunks(numbers, self.many.moments, report):
            for total, square, won in zip(totals.tolist(), squares.tolist(), wins.tolist(), strict=True):
                value = Fraction(total, self.unit)
                variance = Fraction(square, self.unit * self.net_unit) - value * value
                yield Figures(value, Fraction(won, self.cases), variance)

    def _chunks(self, numbers: Ints, work: Callable[[Ints], Any], report: Report) -> Iterator[tuple[Ints, Any]]:
        """The tables in chunks, as many at once as there are cores, in their order."""

        def of_chunk(chunk: Ints) -> Any:
            return work(self.net_results(chunk))

        cores = os.cpu_count() or 1
        with ThreadPoolExecutor(cores) as pool:
            for some in self.grid.chunks(numbers, CHUNK * cores * 16):
                chunks = list(self.grid.chunks(some, CHUNK))
                yield from zip(chunks, pool.map(of_chunk, chunks), strict=True)
                report(len(some) / len(numbers))


@dataclass(frozen=True)
class _Solved:
    """The best play of one table."""

    counted: Mapping[CountedEnding, int]
    constant: int
    slopes: list[int]
    value: int

    def at(self, point: tuple[int, ...]) -> int:
        """What it is worth under another table."""
        return self.constant + sum(slope * pay for slope, pay in zip(self.slopes, point, strict=True))


class ByBounds(_Counting):
    """Few tables are solved, and the rest lie between bounds.

    A play that is best for one table is worth no more than the best under any other, and its value goes with the pays:
    a bound from below. The best value is convex in the pays: it lies below the plane through its values at the corners
    of a simplex. A box of tables is put into one, and cut in two where the bounds leave too much open.
    """

    at_once = 1

    def __init__(self, tuned: TunedBet, grid: PayGrid, nets: AffineNets) -> None:
        super().__init__(tuned, grid, nets)
        self.known: dict[tuple[int, ...], _Solved] = {}
        first = self._known(self._point(0), self.play)
        start = np.broadcast_to(grid.going_with(first.constant, first.slopes, grid.everything), grid.shape)
        self.lower = start.astype(object).reshape(-1)
        self.upper = self._above(grid.everything).reshape(-1)

    def narrow(self, least: Fraction, most: Fraction, wanted: Ints, report: Report) -> None:
        """Cut boxes until few tables are left open, and solve those."""
        low, high = ceil(least * self.unit), floor(most * self.unit)
        boxes = [self.grid.everything]
        lower, upper = self.lower.reshape(self.grid.shape), self.upper.reshape(self.grid.shape)
        inside = wanted.reshape(self.grid.shape)
        while boxes:
            box = boxes.pop()
            part = box.part
            upper[part] = np.minimum(upper[part], self._above(box))
            for solved in self._of_box(box):
                line = self.grid.going_with(solved.constant, solved.slopes, box)
                lower[part] = np.maximum(lower[part], line)
            unclear = int((_unclear(lower[part], upper[part], low, high) & inside[part]).sum())
            if unclear > 2 * (len(box.open) + 2):
                boxes += box.halves(self._most_open(box))
            else:
                report(0.9 * lower[part].size / self.grid.size)
        left = np.flatnonzero(_unclear(self.lower, self.upper, low, high) & wanted)
        at_first = len(left)
        while len(left):
            self._solve_one(int(left[0]), left)
            still = left[_unclear(self.lower[left], self.upper[left], low, high)]
            report(0.1 * (len(left) - len(still)) / at_first)
            left = still

    def solve(self, numbers: Ints, report: Report) -> None:
        """Solve some tables."""
        for number in numbers.tolist():
            self._solve_one(number, numbers[:0])
            report(1 / len(numbers))

    def _solve_one(self, number: int, others: Ints) -> None:
        """Solve a table; its play is a bound for others."""
        solved = self._solve(self._point(number))
        line = self.grid.points(others).astype(object) @ np.array(solved.slopes, object) + solved.constant
        self.lower[others] = np.maximum(self.lower[others], line)
        self.lower[number] = self.upper[number] = solved.value

    def figures(self, numbers: Ints, report: Report) -> Iterator[Figures]:
        """The figures of some tables."""
        for number in numbers:
            yield self.by_play(self._solve(self._point(int(number))).counted, int(number))
            report(1 / len(numbers))

    def _point(self, number: int) -> tuple[int, ...]:
        return tuple(self.grid.points(np.array([number]))[0].tolist())

    def _solve(self, point: tuple[int, ...]) -> _Solved:
        if point in self.known:
            return self.known[point]
        pays = [Fraction(pay, parts) for pay, parts in zip(point, self.grid.parts, strict=True)]
        return self._known(point, self.tuned.counted(pays))

    def _known(self, point: tuple[int, ...], counted: Mapping[CountedEnding, int]) -> _Solved:
        constant, slopes = self.line(counted)
        value = constant + sum(slope * pay for slope, pay in zip(slopes, point, strict=True))
        self.known[point] = _Solved(counted, constant, slopes, value)
        return self.known[point]

    def _corners(self, box: PayBox) -> list[tuple[int, ...]]:
        """A simplex around a box: its least corner, and so many times its length along each row."""
        least = tuple(of_row[low] for of_row, low in zip(self.grid.whole, box.least, strict=True))
        corners = [least]
        for at in box.open:
            length = self.grid.whole[at][box.most[at]] - least[at]
            corners.append((*least[:at], least[at] + len(box.open) * length, *least[at + 1 :]))
        return corners

    def _of_box(self, box: PayBox) -> list[_Solved]:
        middle = tuple(
            of_row[(low + high) // 2] for of_row, low, high in zip(self.grid.whole, box.least, box.most, strict=True)
        )
        return [self._solve(point) for point in (*self._corners(box), middle)]

    def _above(self, box: PayBox) -> Ints:
        """The plane through the values at the corners, rounded down."""
        corners = self._corners(box)
        first, *others = (self._solve(corner).value for corner in corners)
        spans = [corner[at] - corners[0][at] for at, corner in zip(box.open, corners[1:], strict=True)]
        parts = lcm(*spans) if spans else 1
        slopes, constant = [0] * len(self.grid.shape), first * parts
        for at, span, value in zip(box.open, spans, others, strict=True):
            slopes[at] = (value - first) * (parts // span)
            constant -= slopes[at] * corners[0][at]
        plane = self.grid.going_with(constant, slopes, box).astype(object) // parts
        return np.broadcast_to(plane, [high - low + 1 for low, high in zip(box.least, box.most, strict=True)]).copy()

    def _most_open(self, box: PayBox) -> int:
        """The row along which the play of the least corner falls short of the best most."""
        corners = self._corners(box)
        play = self._solve(corners[0])
        gaps = [self._solve(corner).value - play.at(corner) for corner in corners[1:]]
        return box.open[gaps.index(max(gaps))]


def _unclear(lower: Ints, upper: Ints, low: int, high: int) -> Ints:
    """Whether bounds leave open if values lie between these."""
    without = (lower > high) | (upper < low)
    within = (lower >= low) & (upper <= high)
    return np.asarray(~(without | within), bool)


def analysed(tuned: TunedBet, pays: list[Fraction]) -> Figures:
    """What a table comes to, as `analyze` has it."""
    solved = tuned.analysis(pays)
    return Figures(solved.expected_value, solved.hit_frequency, solved.variance)
