"""The felt at real scale: geometry, places of spots, boxes and paytables, and the table cut and printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, groupby, pairwise, product
from math import cos, degrees, hypot, pi, sin
from typing import Any, Final

from croupier.contract import Json
from croupier.errors import Refused, one_of
from croupier.odds import Odds, Prize
from croupier.reports.paper_words import pays_words, result_words
from croupier.table.felt import (
    CARD_HEIGHT,
    CARD_WIDTH,
    Circle,
    Felt,
    FeltBox,
    FeltSpot,
    FeltTable,
    PrintedTable,
    PrintedWords,
    felt_of,
)
from croupier.table.game import Game

Vector = tuple[float, float]

CIRCLE_SIDES = 32
"""A circle is taken for the polygon around it with so many sides."""
RAIL: Final = 2.0
"""From the edge to the nearest print: what the rail covers, and a little more."""
TRAY_WIDTH, TRAY_HEIGHT = 25.0, 4.5
TITLE_HEIGHT, TITLE_WIDTH = 2.2, 34.0
GAP: Final = 0.3
"""The least room between two things that are printed."""
FAN: Final = 1.5
"""How far the next card of a hand lies from the one before it."""
PAYTABLE_WIDTH: Final = 12.0
HEADING, LINE = 1.1, 0.68
"""The height of a paytable's heading, and of each of its lines."""
SCALES: Final = (1.35, 1.2, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""How large paytables may be printed, by their usual size: the largest that fits is taken."""
SPREADS: Final = (1.0, 1.15, 1.3, 1.45)
"""How much farther from the middle than the felt says paytables may be put to make them larger."""
NARROWEST, WIDEST, STEPS = 0.05 * pi, 0.2 * pi, 15
"""How far round from the dealer's edge the first seat may sit, and in how many steps that is tried."""
BLACKJACK: Final = "blackjack"
BLEED: Final = 0.5
"""How far a printer's cloth is dyed beyond the line it is cut at."""
BRASS, PALE = "#e3c77c", "#f4ecd6"


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


@dataclass(frozen=True)
class TableSize:
    """A table with a round side, in inches."""

    width: float
    straight: float
    """How far the sides run straight from the dealer's edge before the arc begins."""

    @property
    def radius(self) -> float:
        """Of the arc."""
        return self.width / 2

    @property
    def depth(self) -> float:
        """From the dealer's edge to the middle of the arc."""
        return self.straight + self.radius

    def holds(self, room: Polygon) -> bool:
        """Whether it keeps clear of the edge: of the dealer's side, the straight sides and the arc."""
        reach = self.radius - RAIL + 0.6
        return all(
            y >= 0 and abs(x) <= reach and (y <= self.straight or hypot(x, y - self.straight) <= reach)
            for x, y in room.corners
        )


SIZES: Final = {BLACKJACK: TableSize(74.0, 3.0), "large": TableSize(84.0, 6.0), "small": TableSize(66.0, 3.0)}
"""The tables that layouts are drawn for, by name."""


def size_named(name: str) -> TableSize:
    """A table's size by its name."""
    if name not in SIZES:
        raise one_of("table", name, list(SIZES))
    return SIZES[name]


@dataclass(frozen=True)
class Mark:
    """Something printed: what is drawn, and the room it takes."""

    drawn: Json
    room: Polygon
    owner: int
    """The seat it belongs to; 0 for the table."""


@dataclass(frozen=True)
class Layout:
    """A felt with everything in its place."""

    seats: int
    marks: tuple[Mark, ...]
    joins: tuple[Json, ...]
    size: TableSize
    fault: str = ""
    """What is in the way of one seat more, where the game has more."""

    def faults(self) -> Iterator[str]:
        """What overlaps, or reaches over the edge."""
        for mark in self.marks:
            if not self.size.holds(mark.room):
                yield f"{_name(mark)} reaches over the edge"
        yield from _overlaps(combinations(self.marks, 2))


def _overlaps(pairs: Iterable[tuple[Mark, Mark]]) -> Iterator[str]:
    for one, other in pairs:
        gap = GAP if one.owner != other.owner else 0.0
        if not one.room.clear_of(other.room, gap):
            yield f"{_name(one)} and {_name(other)} overlap"


def layout(game: Game[Any], size: TableSize = SIZES[BLACKJACK]) -> Layout:
    """The felt of a game with the most seats that fit, up to those the game has, and the largest paytables."""
    felt = felt_of(type(game))
    fault, missing = "there is no seat", ""
    centres = [
        Layout(0, tuple(_table_marks(game, felt, scale, spread)), (), size) for scale in SCALES for spread in SPREADS
    ]
    centres = [centre for centre in centres if next(centre.faults(), None) is None]
    for seats in range(game.seats, 0, -1):
        around = [
            _around(game, felt, size, seats, NARROWEST + (WIDEST - NARROWEST) * step / STEPS)
            for step in range(STEPS + 1)
        ]
        with_room = [placed for placed in around if next(placed.faults(), None) is None]
        if not with_room:
            fault = next(around[0].faults(), fault)
        for centre, placed in product(centres, with_room):
            found = next(_overlaps(product(centre.marks, placed.marks)), None)
            if found is None:
                return replace(placed, marks=(*placed.marks, *centre.marks), fault=missing)
            fault = found
        missing = f"with {seats} seats {fault}"
    raise Refused(f"the felt of {game.name} does not fit a table of {size.width:g} by {size.depth:g} inches: {fault}")


def _around(game: Game[Any], felt: Felt, size: TableSize, seats: int, first: float) -> Layout:
    """The seats alone, the first so far round from the dealer's edge."""
    frames = _seat_frames(felt, size, seats, first)
    marks = [mark for number, frame in enumerate(frames, start=1) for mark in _seat_marks(game, felt, frame, number)]
    return Layout(seats, tuple(marks), tuple(join for frame in frames for join in _joins(felt, frame)), size)


def _seat_frames(felt: Felt, size: TableSize, seats: int, first: float) -> list[Frame]:
    """Where the seats are: on an arc, from the dealer's left, each turned to its player."""
    reach = size.radius - RAIL - _players_side(felt)
    spread = (pi - 2 * first) / (seats - 1) if seats > 1 else 0.0
    angles = [first + spread * place for place in range(seats)] if seats > 1 else [pi / 2]
    middle = Frame(0.0, size.straight)
    return [Frame(*Frame(middle.x, middle.y, angle).at(reach, 0.0), angle - pi / 2) for angle in angles]


def _players_side(felt: Felt) -> float:
    """How far a seat's print reaches towards its player, from the seat's middle; corners count on a round edge."""
    spots = [hypot(spot.size / 2, 0) + spot.y for spot in felt.seat.spots]
    boxes = [box.y + CARD_HEIGHT / 2 for box in felt.seat.boxes if box.label]
    return max([*spots, *boxes])


def _seat_marks(game: Game[Any], felt: Felt, frame: Frame, number: int) -> Iterator[Mark]:
    for spot in felt.seat.spots:
        yield _spot(game, spot, frame, number)
    for box in felt.seat.boxes:
        if box.label:
            yield _box(box, frame, number)


def _table_marks(game: Game[Any], felt: Felt, scale: float, spread: float) -> list[Mark]:
    tray = _panel("tray", "", 0.0, 0.5 + TRAY_HEIGHT / 2, TRAY_WIDTH, TRAY_HEIGHT)
    title_y = 0.5 + TRAY_HEIGHT + GAP + TITLE_HEIGHT / 2
    title = _panel("title", game.title, 0.0, title_y, TITLE_WIDTH, TITLE_HEIGHT)
    centre = _centre(game, felt, scale, spread, Frame())
    top = min((y for mark in centre for _, y in mark.room.corners), default=0.0)
    return [tray, title, *_centre(game, felt, scale, spread, Frame(0.0, title_y + TITLE_HEIGHT / 2 + GAP - top))]


def _centre(game: Game[Any], felt: Felt, scale: float, spread: float, frame: Frame) -> list[Mark]:
    marks = [_box(box, frame, 0) for box in felt.table.boxes if box.label]
    marks += [_circle(kind, ring, frame) for kind, ring in (("pot", felt.table.pot), ("dice", felt.table.dice)) if ring]
    return marks + _paytables(game, felt, scale, spread, frame)


def _paytables(game: Game[Any], felt: Felt, scale: float, spread: float, frame: Frame) -> list[Mark]:
    """The paytables in the size chosen, those beside each other with their headings on one line."""
    printed = [(place, game.pay_bet(place.bet), printed_rows(game, place)) for place in felt.table.paytables]
    heights = [(HEADING + LINE * len(rows)) * scale for _, _, rows in printed]
    marks = []
    for (place, bet, rows), height in zip(printed, heights, strict=True):
        beside = [other for (at, _, _), other in zip(printed, heights, strict=True) if at.y == place.y]
        width, middle_x, middle_y = PAYTABLE_WIDTH * scale, place.x * spread, place.y - (max(beside) - height) / 2
        x, y = frame.at(middle_x, middle_y)
        drawn = _drawn("paytable", x, y, 0.0, width=width, height=height, label=bet.label, rows=rows, line=LINE * scale)
        marks.append(Mark(drawn, rectangle(frame, middle_x, middle_y, width + 2 * GAP, height), 0))
    return marks


def printed_rows(game: Game[Any], place: FeltTable) -> list[list[str]]:
    """The lines of a paytable as the document prints them: rows, headings between them, notes below."""
    words = felt_of(type(game)).printed or PrintedWords()
    how = words.tables.get(place.bet, PrintedTable())
    table, rows = game.paytables[place.bet], game.pay_bet(place.bet).rows
    ordered = [*how.order, *(row for row in rows if row not in how.order)]
    said: list[list[str]] = []
    for row in ordered:
        if (pay := table[row]) is not None:
            if row in how.headings:
                said.append([how.headings[row], ""])
            said.append([result_words(game, row), _times(pay) if how.times else pays_words(pay)])
    for bet in how.also:
        said += [[f"{game.pay_bet(bet).label}: {what}", pays] for what, pays in _in_short(game, bet)]
    return said + [[note, ""] for note in (*place.notes, *how.notes)]


def _times(pay: Odds | Prize) -> str:
    """Odds of so many to 1 as the document says them: `10x`."""
    whole = isinstance(pay, Odds) and pay.value.denominator == 1
    return f"{pay.value}x" if isinstance(pay, Odds) and whole else pays_words(pay)


def _in_short(game: Game[Any], bet: str) -> Iterator[tuple[str, str]]:
    """A paytable with rows of one pay in one line: `three of a kind or better`."""
    table, first = game.paytables[bet], True
    for pays, rows in groupby(game.pay_bet(bet).rows, key=lambda row: table[row]):
        *_, last = rows
        words = result_words(game, last)
        if pays is not None:
            yield f"{words[:1].lower()}{words[1:]}{' or better' if first else ''}", pays_words(pays)
        first = False


def _spot(game: Game[Any], spot: FeltSpot, frame: Frame, number: int) -> Mark:
    x, y = frame.at(spot.x, spot.y)
    words = felt_of(type(game)).printed or PrintedWords()
    label = (words.labels.get(spot.spot) or spot.label or game.spot(spot.spot).label).upper()
    drawn = _drawn(spot.shape, x, y, frame.turn, width=spot.size, height=spot.size, label=label)
    match spot.shape:
        case "square":
            room = rectangle(frame, spot.x, spot.y, spot.size, spot.size)
        case "diamond":
            room = diamond(frame, spot.x, spot.y, spot.size)
        case _:
            room = circle(frame, spot.x, spot.y, spot.size)
    return Mark(drawn, room, number)


def _box(box: FeltBox, frame: Frame, number: int) -> Mark:
    width = CARD_WIDTH + FAN * (box.cards - 1)
    x, y = frame.at(box.x, box.y)
    sideways = bool(box.first_sideways_with)
    drawn = _drawn("box", x, y, frame.turn, width=width, height=CARD_HEIGHT, label=box.label, sideways=sideways)
    room = max(width, CARD_HEIGHT) if sideways else width
    return Mark(drawn, rectangle(frame, box.x, box.y, room, CARD_HEIGHT), number)


def _circle(kind: str, ring: Circle, frame: Frame) -> Mark:
    x, y = frame.at(ring.x, ring.y)
    drawn = _drawn(kind, x, y, 0.0, width=ring.size, height=ring.size, label=ring.label, games=ring.games)
    return Mark(drawn, circle(frame, ring.x, ring.y, ring.size), 0)


def _panel(kind: str, label: str, x: float, y: float, width: float, height: float) -> Mark:
    drawn = _drawn(kind, x, y, 0.0, width=width, height=height, label=label)
    return Mark(drawn, rectangle(Frame(), x, y, width, height), 0)


def _joins(felt: Felt, frame: Frame) -> Iterator[Json]:
    """The signs printed between two spots."""
    spots = {spot.spot: spot for spot in felt.seat.spots}
    for join in felt.seat.joins:
        one, other = spots[join.from_], spots[join.to]
        x, y = frame.at((one.x + other.x) / 2, (one.y + other.y) / 2)
        room = hypot(one.x - other.x, one.y - other.y) - (one.size + other.size) / 2
        yield _drawn("sign", x, y, frame.turn, width=room, height=room, label=join.sign)


def _drawn(kind: str, x: float, y: float, turn: float, **more: Any) -> Json:
    """A thing to draw: its middle from the middle of the dealer's edge, and its turn in degrees."""
    return {"kind": kind, "x": round(x, 4), "y": round(y, 4), "turn": round(degrees(turn), 4)} | {
        name: round(value, 4) if isinstance(value, float) else value for name, value in more.items()
    }


def _name(mark: Mark) -> str:
    what = mark.drawn["label"] or mark.drawn["kind"]
    return f"{what} of seat {mark.owner}" if mark.owner else what


def layout_facts(game: Game[Any], size: str = BLACKJACK, for_printer: bool = False) -> Json:
    """The felt as the template draws it, in inches."""
    laid_out = layout(game, size_named(size))
    table = laid_out.size
    return {
        "width": table.width,
        "depth": table.depth,
        "straight": table.straight,
        "felt": game.felt,
        "seats": laid_out.seats,
        "game_seats": game.seats,
        "why_not_all": laid_out.fault,
        "size": size,
        "marks": [mark.drawn for mark in laid_out.marks],
        "joins": list(laid_out.joins),
        "card": [CARD_WIDTH, CARD_HEIGHT],
        "bleed": BLEED if for_printer else 0,
        "inks": {"felt": inks(game.felt), "print": inks(BRASS), "rows": inks(PALE)} if for_printer else None,
    }


def inks(colour: str) -> list[int]:
    """A colour in per cent of cyan, magenta, yellow and black.

    >>> inks("#000000"), inks("#ff0000"), inks("#0f4a34")
    ([0, 0, 0, 100], [0, 100, 100, 0], [80, 0, 30, 71])
    """
    light = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    most = max(light)
    if not most:
        return [0, 0, 0, 100]
    return [*(round(100 * (most - each) / most) for each in light), round(100 * (1 - most))]
