"""Two dice in a cup."""

from __future__ import annotations

from typing import Final, NamedTuple

from croupier.errors import Refused


class Roll(NamedTuple):
    """What two dice show.

    >>> Roll(4, 4).total, Roll(4, 4).hardway, str(Roll(6, 5))
    (8, True, '6-5')
    """

    first: int
    second: int

    @property
    def total(self) -> int:
        """2 to 12."""
        return self.first + self.second

    @property
    def hardway(self) -> bool:
        """Whether both dice show the same."""
        return self.first == self.second

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"

    @classmethod
    def parse(cls, text: str) -> Roll:
        """The roll written as `6-5`."""
        faces = text.split("-")
        if len(faces) != 2 or not all(face in "123456" and len(face) == 1 for face in faces):
            raise Refused(f"{text!r} is not a roll of two dice; write two faces from 1 to 6, as in 6-5")
        return cls(int(faces[0]), int(faces[1]))


ROLLS: Final[tuple[Roll, ...]] = tuple(Roll(first, second) for first in range(1, 7) for second in range(1, 7))
"""The 36 equally likely rolls."""
