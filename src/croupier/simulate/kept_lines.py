"""Results that are kept line by line and put in order at the end."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from croupier.arrays import Ints


@dataclass
class KeptLines:
    """Columns with a line for each case, in pieces that lie in order only when they are asked for.

    >>> lines = KeptLines({4: (np.array([7, 8]),)})
    >>> lines.add(KeptLines({0: (np.array([1, 2, 3]),)}))
    >>> lines.in_order()
    [array([1, 2, 3, 7, 8])]
    """

    pieces: dict[int, tuple[Ints, ...]] = field(default_factory=dict)
    """By the number of the first round that a piece is of, its columns."""

    @property
    def rounds(self) -> int:
        """How many lines there are; where a line is of a session, a runner counts sessions for rounds."""
        return sum(len(columns[0]) for columns in self.pieces.values())

    def add(self, other: KeptLines) -> None:
        """Take in the pieces of another."""
        self.pieces |= other.pieces

    def in_order(self) -> list[Ints]:
        """The columns, whole."""
        return [np.concatenate(column) for column in zip(*(self.pieces[at] for at in sorted(self.pieces)), strict=True)]
