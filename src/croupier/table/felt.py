"""The felt: where a game's betting spots, boxes and paytables are printed, read from the game's own `felt.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from croupier.errors import Refused
from croupier.table.game import Game

CARD_WIDTH, CARD_HEIGHT = 2.5, 3.5
"""A poker card, in inches."""


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


class Felt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole layout, in inches."""

    seat: SeatFelt
    table: CentreFelt


@cache
def felt_of(game: type[Game[Any]]) -> Felt:
    """A game's felt; one without a `felt.toml` has its spots in a row."""
    source = files(game.__module__.rpartition(".")[0]) / "felt.toml"
    if not source.is_file():
        spots = [FeltSpot(spot.name, 3.2 * place, 0.0) for place, spot in enumerate(game.spots)]
        paytables = [FeltTable(bet.name, 10.0 * place, 0.0) for place, bet in enumerate(game.pay_bets)]
        return Felt(SeatFelt(spots), CentreFelt(paytables=paytables))
    felt = msgspec.convert(tomllib.loads(source.read_text("utf-8")), Felt)
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
