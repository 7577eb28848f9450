"""Shapes on a felt, in inches, and whether they keep clear of each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, hypot, pi, sin

Vector = tuple[float, float]

CIRCLE_SIDES = 32
"""A circle is taken for the polygon around it with so many sides."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Somebody's place at the table: where its middle is, and how far it is turned, clockwise as one looks at it."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0

    def at(self, x: float, y: float) -> Vector:
        """A point of this frame on the felt."""
        return (
            self.x + x * cos(self.turn) - y * sin(self.turn),
            self.y + x * sin(self.turn) + y * cos(self.turn),
        )


@dataclass(frozen=True)
class Polygon:
    """A convex shape by its corners, in order."""

    corners: tuple[Vector, ...]

    @cached_property
    def around(self) -> tuple[float, float, float]:
        """A circle that it lies within: the middle and the radius."""
        x = sum(x for x, _ in self.corners) / len(self.corners)
        y = sum(y for _, y in self.corners) / len(self.corners)
        return x, y, max(hypot(corner_x - x, corner_y - y) for corner_x, corner_y in self.corners)

    def clear_of(self, other: Polygon, gap: float = 0.0) -> bool:
        """Whether a straight line goes between the two with so much room; such a line runs along one of their sides."""
        (x1, y1, radius1), (x2, y2, radius2) = self.around, other.around
        if hypot(x2 - x1, y2 - y1) >= radius1 + radius2 + gap:
            return True
        return any(_apart(normal, self, other) >= gap for shape in (self, other) for normal in shape.normals())

    def normals(self) -> list[Vector]:
        """The directions straight out of its sides."""
        found = []
        for (x1, y1), (x2, y2) in pairwise((*self.corners, self.corners[0])):
            length = hypot(x2 - x1, y2 - y1)
            found.append(((y2 - y1) / length, (x1 - x2) / length))
        return found


def _apart(direction: Vector, one: Polygon, other: Polygon) -> float:
    """How far apart two shapes are along a direction; below zero where they overlap."""
    (low1, high1), (low2, high2) = (_extent(direction, shape) for shape in (one, other))
    return max(low2 - high1, low1 - high2)


def _extent(direction: Vector, shape: Polygon) -> tuple[float, float]:
    along = [x * direction[0] + y * direction[1] for x, y in shape.corners]
    return min(along), max(along)


def rectangle(frame: Frame, x: float, y: float, width: float, height: float) -> Polygon:
    """A rectangle around a point of a frame."""
    w, h = width / 2, height / 2
    return Polygon(tuple(frame.at(x + dx, y + dy) for dx, dy in ((-w, -h), (w, -h), (w, h), (-w, h))))


def diamond(frame: Frame, x: float, y: float, size: float) -> Polygon:
    """A square on its corner, so wide and so high."""
    s = size / 2
    return Polygon(tuple(frame.at(x + dx, y + dy) for dx, dy in ((0, -s), (s, 0), (0, s), (-s, 0))))


def circle(frame: Frame, x: float, y: float, size: float) -> Polygon:
    """A circle, as the polygon around it."""
    radius = size / 2 / cos(pi / CIRCLE_SIDES)
    middle_x, middle_y = frame.at(x, y)
    turns = [2 * pi * side / CIRCLE_SIDES for side in range(CIRCLE_SIDES)]
    return Polygon(tuple((middle_x + radius * cos(turn), middle_y + radius * sin(turn)) for turn in turns))
