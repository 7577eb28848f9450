"""The felt: where a game's betting spots, boxes and paytables are printed, read from the game's own `felt.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, Literal

import msgspec

from croupier.errors import Refused
from croupier.table.events import Dealt, Moved, Rolled
from croupier.table.game import Game, Spot
from croupier.table.placard import Placard
from croupier.table.rehearsal import rehearse
from croupier.table.seat import HAND

CARD_WIDTH, CARD_HEIGHT = 2.5, 3.5
"""A poker card, in inches."""
IN_A_ROW, SPOT_ROOM, ROUNDS_WATCHED = 3, 3.3, 4
"""How a felt is laid out that nobody has drawn: spots in a row, their distance, and the rounds that show its places."""


class FeltSpot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a bet is laid."""

    spot: str
    x: float
    y: float
    shape: Literal["circle", "square", "diamond", "dotted"] = "circle"
    size: float = 2.8
    label: str = ""
    """What is printed on it, where that is not the spot's own label."""


class FeltBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where cards lie."""

    place: str
    label: str
    x: float
    y: float
    cards: int = 1
    first_sideways_with: str = ""
    """The bet with which the first card is laid sideways."""


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """A sign printed between two spots."""

    from_: str
    to: str
    sign: str


class Circle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pot's circle, or the dice cup's; `games` is a printed counter from 1 up to it."""

    label: str
    x: float
    y: float
    size: float
    games: int = 0


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where something lies."""

    x: float
    y: float


class FeltTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paytable printed on the felt."""

    bet: str
    x: float
    y: float
    words: dict[str, str] = {}
    """Rows that are printed in the document's words and not by their names."""
    notes: list[str] = []
    """Lines that are printed below the rows."""


class SeatFelt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed in front of each seat."""

    spots: list[FeltSpot]
    boxes: list[FeltBox] = []
    joins: list[Join] = []
    button: Point | None = None


class CentreFelt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed in the middle of the table."""

    boxes: list[FeltBox] = []
    paytables: list[FeltTable] = []
    pot: Circle | None = None
    dice: Circle | None = None


class PrintedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the document prints a paytable, where that is not row by row with odds."""

    order: list[str] = []
    """The rows in their order; those not named follow."""
    headings: dict[str, str] = {}
    """What is printed above a row."""
    times: bool = False
    """Whether it says "10x" and not "10 to 1"."""
    also: list[str] = []
    """Bets whose tables are printed below it in a line or two."""
    notes: list[str] = []


class PrintedWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The document's wording of its felt, for those who print one."""

    labels: dict[str, str] = {}
    """What stands on a spot."""
    tables: dict[str, PrintedTable] = {}


class Felt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole layout, in inches."""

    seat: SeatFelt
    table: CentreFelt
    printed: PrintedWords | msgspec.UnsetType = msgspec.UNSET


@cache
def felt_of(game: type[Game[Any]]) -> Felt:
    """A game's felt; that of one without a `felt.toml` is laid out from what a few rounds put on it."""
    return printed_felt(game) or plain_felt(game)


def printed_felt(game: type[Game[Any]]) -> Felt | None:
    """The felt that a game's `felt.toml` says, if it has one."""
    source = game.folder() / "felt.toml"
    if not source.is_file():
        return None
    try:
        felt = msgspec.convert(tomllib.loads(source.read_text("utf-8")), Felt)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Refused(f"the felt.toml of {game.name} cannot be read: {error}") from None
    printed = {game.spot(place.spot).name for place in felt.seat.spots}
    for spot in game.spots:
        if spot.name not in printed:
            raise Refused(f"the felt of {game.name} has no place for the spot {spot.name}")
    for table in felt.table.paytables:
        unknown = table.words.keys() - set(game.pay_bet(table.bet).rows)
        if unknown:
            raise Refused(
                f"the felt of {game.name} prints {', '.join(sorted(unknown))}, which {table.bet} does not pay"
            )
    return felt


def plain_felt(game: type[Game[Any]]) -> Felt:
    """Spots in rows of three, boxes in front of them, the dealer's boxes and the dice in a row, paytables beside."""
    lain, rolled = _lain_on(game)
    spots = [
        FeltSpot(spot.name, SPOT_ROOM * column, SPOT_ROOM * -row)
        for row in range(-(-len(game.spots) // IN_A_ROW))
        for spot, column in _centred(game.spots[row * IN_A_ROW : (row + 1) * IN_A_ROW])
    ]
    front = min(spot.y for spot in spots) - SPOT_ROOM / 2 - CARD_HEIGHT / 2 - 0.5
    own = {place: cards for (is_seats, place), cards in lain.items() if is_seats and place != HAND}
    middle = {place: cards for (is_seats, place), cards in lain.items() if not is_seats}
    boxes = _boxes(middle, 0.0)
    edge = max((box.x + box.cards * CARD_WIDTH / 2 for box in boxes), default=0.0)
    dice = Circle("DICE", edge + 3.5 if boxes else 0.0, 0.0, 5.0) if rolled or game.uses_dice else None
    pot = next((Circle(spot.label.upper(), 0.0, 5.5, 5.0) for spot in game.spots if spot.pot), None)
    sides = [-1 if place % 2 == 0 else 1 for place in range(len(game.pay_bets))]
    paytables = [
        FeltTable(bet.name, side * (12.0 + 9.0 * (place // 2)), 0.0)
        for place, (bet, side) in enumerate(zip(game.pay_bets, sides, strict=True))
    ]
    return Felt(SeatFelt(spots, _boxes(own, front)), CentreFelt(boxes, paytables, pot, dice))


def _boxes(places: dict[str, int], y: float) -> list[FeltBox]:
    """A box for each place, side by side and in the middle."""
    wide = {place: cards * CARD_WIDTH + 0.7 for place, cards in places.items()}
    left, boxes = -sum(wide.values()) / 2, []
    for place, cards in places.items():
        boxes.append(FeltBox(place, place.upper(), left + wide[place] / 2, y, cards))
        left += wide[place]
    return boxes


def _centred(row: tuple[Spot, ...]) -> Iterator[tuple[Spot, float]]:
    for place, spot in enumerate(row):
        yield spot, place - (len(row) - 1) / 2


def _lain_on(game: type[Game[Any]]) -> tuple[dict[tuple[bool, str], int], bool]:
    """The places of a seat and of the table with the most cards that lay there, and whether dice were rolled.

    Rounds that a game cannot deal tell nothing here: whoever deals them says why.
    """
    most: dict[tuple[bool, str], int] = {}
    rolled = False
    with suppress(Exception):
        for number in range(ROUNDS_WATCHED):
            lain: dict[tuple[int | None, str], int] = {}
            for event in rehearse(game(), Placard(), number).events:
                rolled = rolled or isinstance(event, Rolled)
                if isinstance(event, Dealt | Moved):
                    place = event.to if isinstance(event, Moved) else event.place
                    lain[event.seat, place] = lain.get((event.seat, place), 0) + len(event.cards)
                    kind = event.seat is not None, place
                    most[kind] = max(most.get(kind, 0), lain[event.seat, place])
    return most, rolled
