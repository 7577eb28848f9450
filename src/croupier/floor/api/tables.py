"""Tables over HTTP: open, sit, bet, decide, leave."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Request
from sqlalchemy import select
from starlette.responses import Response

from croupier.chips import BREAKAGE_RULES, Range
from croupier.errors import Refused, one_of
from croupier.floor.accounts import Account
from croupier.floor.api.guards import Keyed, Me, house_of
from croupier.floor.api.models import Answer, Chips, Json, NewTable, Seed, SitDown, TableOptions
from croupier.floor.entries import Answered, Bought, ClientSeed, Entry, Leaving, Left, Opened, RoundOpened, Sat
from croupier.floor.house import House
from croupier.floor.live import Live
from croupier.floor.schema import tables
from croupier.floor.subscribers import about
from croupier.games import game_named
from croupier.odds import PayTable
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.record import paytable_words
from croupier.table.settings import as_words

router = APIRouter(prefix="/api", tags=["tables"])

TableId = Annotated[int, Path(ge=1, le=2**53)]
AUTOMATIC_STACK = 100_000_000
"""What the house gives an automatic seat to play with, in cents."""


def chosen_game(options: TableOptions) -> Game[Any]:
    """The game that the words describe."""
    custom = tuple(PayTable.build(words.bet, words.name, words.pays, words.fixed) for words in options.custom)
    return game_named(options.game).choose(options.settings, options.paytables, custom)


def encoded(value: Any, status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def table_about(house: House, table: int, me: Account | None) -> Json:
    """A table as somebody sees it."""
    live = await house.table(table)
    seat = (live.seat_of(me.id) if me else None) or 0
    return about(live, seat)


def my_seat(live: Live, me: Account) -> int:
    """Where somebody sits at a table; refused if they do not."""
    seat = live.seat_of(me.id)
    if seat is None:
        raise Refused(f"you do not sit at table {live.id}; take a seat first")
    return seat


@router.get("/tables", summary="Open tables")
async def list_tables(request: Request, limit: Annotated[int, Query(ge=1, le=500)] = 100) -> Response:
    """Every open table: game, terms, who sits where."""
    house = house_of(request)
    async with house.storage.reading() as connection:
        numbers = list(
            (await connection.execute(select(tables.c.id).order_by(tables.c.id.desc()).limit(limit))).scalars()
        )
    listed = []
    for number in numbers:
        live = await house.table(number)
        listed.append(
            {
                "id": live.id,
                "name": live.opened.name,
                "game": live.opened.game,
                "paytables": {words.bet: words.name for words in live.opened.paytables},
                "settings": live.opened.settings,
                "placard": live.opened.placard,
                "seats": live.table.game.seats,
                "players": {seat.number: seat.player for seat in live.table.seats.values()},
                "automatic": [number for number in live.table.seats if number not in live.accounts],
                "round": live.round_number,
                "playing": live.open_round is not None,
                "paused": live.paused,
                "pot": live.table.pot.about() if live.table.pot else None,
            }
        )
    return encoded({"tables": listed})


@router.post("/tables", status_code=201, summary="Open a table")
async def open_table(request: Request, body: NewTable, me: Me, command: Keyed) -> Response:
    """A new table of a game, with its paytables, limits and automatic seats."""
    game = chosen_game(body)
    if body.breakage not in BREAKAGE_RULES:
        raise one_of("breakage rule", body.breakage, BREAKAGE_RULES)
    try:
        day = date.fromisoformat(body.day) if body.day else date.today()
    except ValueError:
        raise Refused(f"{body.day!r} is not a day; write it as 2026-01-31") from None
    limits = {spot: Range(least, most) for spot, (least, most) in body.limits.items()}
    placard = Placard(limits, body.chip, body.breakage, body.jurisdiction, day, body.aggregate_payout)
    placard.check(game)
    opened = Opened(
        body.name,
        game.name,
        as_words(game.settings),
        [paytable_words(paytable) for paytable in game.paytables.values()],
        placard.to_json(),
        body.clock_seconds,
        sorted(set(body.automatic)),
    )
    house = house_of(request)
    number = await house.open_table(command, opened, AUTOMATIC_STACK)
    return encoded(await table_about(house, number, me), 201)


@router.get("/tables/{table}", summary="One table")
async def show_table(request: Request, table: TableId, me: Me) -> Response:
    """The table as you see it, with what the house has committed to for the next round."""
    return encoded(await table_about(house_of(request), table, me))


@router.post("/tables/{table}/seat", summary="Sit down")
async def sit_down(request: Request, table: TableId, body: SitDown, me: Me, command: Keyed) -> Response:
    """Take a seat with chips from your wallet."""

    def plan(live: Live) -> list[Entry]:
        if live.seat_of(me.id) is not None:
            raise Refused(f"you sit at table {live.id} already, on seat {live.seat_of(me.id)}")
        return [Sat(body.seat, me.name, me.id, body.buy_in)]

    return encoded(await house_of(request).do(table, command, plan))


@router.post("/tables/{table}/leave", summary="Leave")
async def leave(request: Request, table: TableId, me: Me, command: Keyed) -> Response:
    """Take your chips and go; in the middle of a round, once it is settled."""

    def plan(live: Live) -> list[Entry]:
        seat = my_seat(live, me)
        if live.open_round is not None:
            return [Leaving(seat)]
        return [Left(seat, live.table.seat(seat).stack)]

    return encoded(await house_of(request).do(table, command, plan))


@router.post("/tables/{table}/chips", summary="Buy chips")
async def buy_chips(request: Request, table: TableId, body: Chips, me: Me, command: Keyed) -> Response:
    """More chips from your wallet, between rounds."""
    return encoded(await house_of(request).do(table, command, lambda live: [Bought(my_seat(live, me), body.cents)]))


@router.post("/tables/{table}/client-seed", summary="Add your words to the shuffle")
async def client_seed(request: Request, table: TableId, body: Seed, me: Me, command: Keyed) -> Response:
    """Words of your own, mixed with the seed that the house has committed to for the next round; they count once."""
    return encoded(await house_of(request).do(table, command, lambda live: [ClientSeed(my_seat(live, me), body.words)]))


@router.post("/tables/{table}/rounds", summary="Start a round")
async def start_round(request: Request, table: TableId, me: Me, command: Keyed) -> Response:
    """Open the betting of a new round."""

    def plan(live: Live) -> list[Entry]:
        my_seat(live, me)
        assert live.next_seeds is not None
        committed = live.next_seeds.commitments
        return [RoundOpened(live.round_number + 1, committed.deck, committed.shoe, dict(live.client_seeds))]

    return encoded(await house_of(request).do(table, command, plan))


@router.post("/tables/{table}/answers", summary="Bet or decide")
async def answer(request: Request, table: TableId, body: Answer, me: Me, command: Keyed) -> Response:
    """Your bets, or your decision, in the words that the table's view lists as legal."""
    return encoded(
        await house_of(request).do(table, command, lambda live: [Answered(my_seat(live, me), body.answer, "player")])
    )
