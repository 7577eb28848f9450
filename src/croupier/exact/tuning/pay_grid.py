"""Every table of some ranges by number, and whole numbers that go with the pays over all of them or over a box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from croupier.arrays import Ints
from croupier.exact.tuning.pay_ranges import PayRange

_INT64 = 2**62


@dataclass(frozen=True)
class PayBox:
    """Some of the tables: from a place to a place in the range of each row, both included."""

    least: tuple[int, ...]
    most: tuple[int, ...]

    @property
    def open(self) -> list[int]:
        """The rows that have more than one pay in it."""
        return [at for at, (low, high) in enumerate(zip(self.least, self.most, strict=True)) if low < high]

    @property
    def part(self) -> tuple[slice, ...]:
        """The box as a part of an array of all tables."""
        return tuple(slice(low, high + 1) for low, high in zip(self.least, self.most, strict=True))

    def halves(self, at: int) -> tuple[PayBox, PayBox]:
        """The box cut in two by the pays of one row."""
        middle = (self.least[at] + self.most[at]) // 2
        lower = (*self.most[:at], middle, *self.most[at + 1 :])
        upper = (*self.least[:at], middle + 1, *self.least[at + 1 :])
        return PayBox(self.least, lower), PayBox(upper, self.most)


class PayGrid:
    """The tables of ranges, numbered with the last row going fastest."""

    def __init__(self, ranges: Sequence[PayRange]) -> None:
        self.ranges = tuple(ranges)
        self.shape = tuple(len(each.values) for each in ranges)
        self.size = int(np.prod(self.shape, dtype=object))
        self.parts = [each.denominator for each in ranges]
        self.whole = [
            [int(value * parts) for value in each.values] for each, parts in zip(ranges, self.parts, strict=True)
        ]
        """The pays of each row in whole numbers of its parts."""

    @property
    def everything(self) -> PayBox:
        """All tables."""
        return PayBox((0,) * len(self.shape), tuple(length - 1 for length in self.shape))

    def pays(self, number: int) -> list[Fraction]:
        """The pays of a table."""
        places = np.unravel_index(number, self.shape)
        return [each.values[int(place)] for each, place in zip(self.ranges, places, strict=True)]

    def points(self, numbers: Ints) -> Ints:
        """The pays of some tables, in parts: a line for each."""
        places = np.unravel_index(numbers, self.shape)
        return np.stack(
            [np.array(of_row, np.int64)[place] for of_row, place in zip(self.whole, places, strict=True)], 1
        )

    def numbers(self, places: Ints) -> Ints:
        """The numbers of tables by their place in the range of each row."""
        return np.asarray(np.ravel_multi_index(tuple(places.T), self.shape))

    def offsets(self, lengths: Ints) -> Ints:
        """What is added to the number of the first table of a box for each of its tables."""
        return self.numbers(np.indices((lengths + 1).tolist()).reshape(len(lengths), -1).T)

    def going_with(self, constant: int, slopes: Sequence[int], box: PayBox) -> Ints:
        """A constant and so much for each part of each row's pay, for every table of a box."""
        largest = abs(constant) + sum(
            abs(slope) * max(map(abs, of_row)) for slope, of_row in zip(slopes, self.whole, strict=True)
        )
        exact = np.dtype(np.int64 if largest < _INT64 else object)
        total = np.full((1,) * len(self.shape), constant, exact)
        for at, (slope, of_row, part) in enumerate(zip(slopes, self.whole, box.part, strict=True)):
            along = [slope * pay for pay in of_row[part]]
            total = total + np.array(along, exact).reshape([-1 if each == at else 1 for each in range(len(self.shape))])
        return total

    def chunks(self, numbers: Ints, size: int) -> Iterator[Ints]:
        """Some tables, so many at a time."""
        return (numbers[start : start + size] for start in range(0, len(numbers), size))
