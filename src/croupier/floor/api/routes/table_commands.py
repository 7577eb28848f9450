"""Tables over HTTP: open, sit, bet, decide, leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Request
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.chips import BREAKAGE_RULES, Range, dollars
from croupier.errors import Refused, one_of
from croupier.floor import clock
from croupier.floor.accounts import Account, NotAllowed
from croupier.floor.api.authorization import (
    CHANGES_NOTHING,
    Anybody,
    Commander,
    Me,
    Misread,
    Player,
    Whoever,
    house_of,
    whoever_asks,
)
from croupier.floor.api.requests import (
    LARGEST,
    WRITTEN,
    Answer,
    Chips,
    Invitation,
    NewTable,
    SitDown,
    TableOptions,
    Word,
)
from croupier.floor.api.responses import (
    Done,
    InviteTold,
    Law,
    Laws,
    ListedTable,
    Lobby,
    TableOpened,
    TableTerms,
)
from croupier.floor.api.struct_route import StructRoute, refused
from croupier.floor.entries import Answered, Back, Bought, Entry, Invited, Leaving, Left, Opened, Revealed, Sat
from croupier.floor.storage.commands import Conflict
from croupier.floor.storage.schema import tables
from croupier.floor.tables.event_store import open_tables
from croupier.floor.tables.house import Plan
from croupier.floor.tables.live_table import MOST_STACK, LiveTable
from croupier.floor.tables.private_tables import NotInvited, new_invite, secret_of
from croupier.floor.tables.seat_messages import TableSeen, table_seen
from croupier.floor.tables.table_list import Wanted, listed_tables
from croupier.games import game_named
from croupier.jurisdictions import Jurisdiction, jurisdiction_named, jurisdiction_names, own_place
from croupier.odds import PayTable
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.record import paytable_words
from croupier.table.settings import as_words

router = APIRouter(prefix="/api", tags=["tables"], route_class=StructRoute)

TableId = Annotated[int, Path(ge=1, le=LARGEST, examples=[1])]
BeforeTable = Annotated[
    int | None, Query(ge=1, le=LARGEST, examples=[101], description="Only tables before the one with this number.")
]
AUTOMATIC_STACK = 100_000_000
"""What an automatic seat has to play with, in cents."""
HIGHEST_ODDS = 10_000
"""Odds that a table of the house may promise, to one: whatever is won can still be counted in its books."""
HIGHEST_PRIZE = 100_000_000
"""The largest flat prize, in cents."""
LARGEST_BET = 1_000_000_000
"""The largest bet that may be made later in a round, in cents."""


@contextmanager
def understood() -> Iterator[None]:
    """A refusal in here means that the request itself makes no sense."""
    try:
        yield
    except Refused as error:
        raise Misread(str(error)) from None


def chosen_game(options: TableOptions) -> Game[Any]:
    """The game that the words describe."""
    with understood():
        custom = tuple(PayTable.build(words.bet, words.name, words.pays, words.fixed) for words in options.custom)
        return game_named(options.game).choose(options.settings, options.paytables, custom)


async def carried_out(request: Request, table: int, by: Commander, plan: Plan) -> Done:
    """Have a command carried out at a table."""
    return Done(**await house_of(request).do_as(table, by.me, by.command, plan))


def my_seat(live: LiveTable, me: Account) -> int:
    """Where somebody sits at a table; refused if they do not."""
    seat = live.seat_of(me.id)
    if seat is None:
        raise Refused(f"you do not sit at table {live.id}; take a seat first")
    return seat


def _check_stack(live: LiveTable, seat: int) -> None:
    """Refuse more chips and bets to somebody who has so many that a further win might outgrow the books."""
    if seat in live.table.seats and live.table.seats[seat].stack > MOST_STACK:
        raise Refused(f"whoever has more than {dollars(MOST_STACK)} in front of them has won enough; pass, and leave")


@router.post("/tables/{table}/rounds", summary="Start a round")
async def start_round(request: Request, table: TableId, by: Anybody) -> Done:
    """Open the betting of a new round: for those who sit at the table, for dealers and for supervisors."""

    def plan(live: LiveTable) -> list[Entry]:
        if by.me.role == "player" and live.seat_of(by.me.id) is None:
            raise NotAllowed("a round is started by those who sit at the table, or by the dealer")
        seat = live.seat_of(by.me.id)
        return [*([Back(seat)] if seat in live.away else []), live.next_round()]

    return await carried_out(request, table, by, plan)


@router.post("/tables/{table}/answers", summary="Bet or decide")
async def answer(request: Request, table: TableId, body: Answer, by: Anybody) -> Done:
    """Your bets, or your decision, in the words that the table's view lists as legal."""

    def plan(live: LiveTable) -> list[Entry]:
        seat = my_seat(live, by.me)
        if body.seen is not None and body.seen < live.answered_at.get(seat, 0):
            raise Conflict(f"your seat has been answered for since entry {body.seen}; look at the table again")
        if live.open_round is not None and live.open_round.betting and body.answer != "pass":
            _check_stack(live, seat)
        return [Answered(seat, body.answer, "player", body.commitment or "")]

    return await carried_out(request, table, by, plan)


@router.get("/tables", summary="Open tables", responses=refused(401))
async def list_tables(
    request: Request,
    game: Annotated[
        str, Query(max_length=40, pattern=WRITTEN, examples=["on-the-draw"], description="Only tables of this game.")
    ] = "",
    words: Annotated[
        str,
        Query(
            max_length=60,
            pattern=WRITTEN,
            examples=["Ann"],
            description="Only with these words in their name or somebody's there.",
        ),
    ] = "",
    skip: Annotated[int, Query(ge=0, le=1_000_000, examples=[100], description="How many to leave out.")] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Lobby:
    """Open tables with their terms and who sits where: yours first, then those with people, then the others.

    Private tables stand in it for those who opened them or sit there.
    """
    house, me = house_of(request), await whoever_asks(request)
    async with house.storage.reading() as connection:
        numbers, found = await listed_tables(
            connection, me.id if me else None, Wanted(game, words.strip(), skip, limit)
        )
    return Lobby([listed(await house.table(number), me) for number in numbers], found)


async def newest_tables(connection: AsyncConnection, before: int | None, limit: int) -> Sequence[int]:
    """The numbers of tables that have not ended, newest first; only of those before one, if it is given."""
    query = open_tables().order_by(tables.c.id.desc()).limit(limit)
    if before is not None:
        query = query.where(tables.c.id < before)
    return (await connection.execute(query)).scalars().all()


def listed(live: LiveTable, me: Account | None = None) -> ListedTable:
    """A table as it stands in somebody's list."""
    opened, printed = live.opened, type(live.table.game).printed()
    return ListedTable(
        live.id,
        opened.name,
        opened.game,
        {words.bet: words.name for words in opened.paytables},
        opened.settings,
        [words for words in opened.paytables if words.name not in printed[words.bet]],
        opened.placard,
        live.table.game.seats,
        {seat.number: seat.player for seat in live.table.seats.values()},
        [number for number in live.table.seats if number not in live.accounts],
        live.round_number,
        live.open_round is not None,
        live.paused,
        live.table.pot.about() if live.table.pot else None,
        bool(live.invite),
        (me and live.seat_of(me.id)) or 0,
    )


@router.post("/tables", status_code=201, summary="Open a table")
async def open_table(request: Request, body: NewTable, by: Anybody) -> TableOpened:
    """A new table of a game, with its paytables, limits and automatic seats; it posts no more than the law allows."""
    house = house_of(request)
    opened = _opening(body)
    if body.private:
        opened = msgspec.structs.replace(opened, invite=new_invite(house.storage.signer))
    number = await house.open_table(by.command, opened, AUTOMATIC_STACK)
    told = await house.stored_answer(by.command) or {}
    live = await house.table(number)
    invite = secret_of(house.storage.signer, live.invite) if live.invite else ""
    return table_opened(live, live.seat_of(by.me.id) or 0, told.get("receipt", ""), invite)


@router.get("/tables/{table}/invite", summary="The link to your private table", responses=refused(403, 409))
async def show_invite(request: Request, table: TableId, me: Me) -> InviteTold:
    """The secret of the link to a private table, for whoever opened it."""
    house = house_of(request)
    live = await house.table_for(table, me)
    await _check_owner(request, live, me)
    return InviteTold(table, secret_of(house.storage.signer, live.invite))


@router.post("/tables/{table}/invite", summary="A new link to your private table", responses=refused(403))
async def renew_invite(request: Request, table: TableId, by: Player) -> InviteTold:
    """Another link, for whoever opened the table; the one before is no longer good, and who sits there stays."""
    house = house_of(request)
    await _check_owner(request, await house.table_for(table, by.me), by.me)
    made = new_invite(house.storage.signer)
    await house.do_as(table, by.me, by.command, lambda live: [Invited(made)])
    return InviteTold(table, secret_of(house.storage.signer, (await house.table(table)).invite))


@router.post("/tables/{table}/entrance", summary="Come to a private table")
async def come_in(request: Request, table: TableId, body: Invitation, me: Me) -> TableSeen:
    """The table for somebody with the secret of its link, who may from then on watch it and sit down."""
    house = house_of(request)
    await house.catch_up(table)
    try:
        live = await house.table_for(table, me)
    except NotInvited:
        await house.invitations.come_in(await house.table(table), me, body.invite)
        live = await house.table_for(table, me)
    return table_seen(live, live.seat_of(me.id) or 0)


async def _check_owner(request: Request, live: LiveTable, me: Account) -> None:
    if not live.invite:
        raise Refused(f"table {live.id} is not private; everybody may see it")
    async with house_of(request).storage.reading() as connection:
        if await connection.scalar(select(tables.c.owner).where(tables.c.id == live.id)) != me.id:
            raise NotAllowed("the link to a private table is for whoever opened it")


def table_opened(live: LiveTable, seat: int, receipt: str = "", invite: str = "") -> TableOpened:
    """A table as somebody sees it who has opened it, with what is posted there."""
    game, placard = live.table.game, live.table.placard
    seen = msgspec.structs.asdict(table_seen(live, seat))
    limits = {spot.name: placard.limit(game, spot.name) for spot in game.spots if not (spot.later or spot.pot)}
    posted = {spot: (limit.least, limit.most) for spot, limit in limits.items()}
    return TableOpened(**seen, law=law_told(game, placard.law), limits=posted, receipt=receipt, invite=invite)


def law_told(game: Game[Any], law: Jurisdiction) -> Law:
    """What a place's law says about a game on a day."""
    return Law(law.name, law.place, law.on.isoformat(), law.notices(), law.warnings(game.uses_dice))


def terms(live: LiveTable) -> TableTerms:
    """What a table was opened with, and what the law says about it."""
    opened = {name: getattr(live.opened, name) for name in live.opened.__struct_fields__ if name != "invite"}
    return TableTerms(**opened, law=law_told(live.table.game, live.table.placard.law))


@router.get("/jurisdictions", summary="Places and their law")
async def jurisdictions(
    game: Annotated[str, Query(max_length=40, pattern=WRITTEN, examples=["draw-n-shoot-21"])],
    day: Annotated[
        str, Query(max_length=10, pattern=WRITTEN, examples=["2026-01-31"], description="Today, if none is said.")
    ] = "",
) -> Laws:
    """The places whose law a table may be under, and what it says about one of a game on a day."""
    with understood():
        kind, on = game_named(game), _day(day)
        laws = [law_told(kind(), jurisdiction_named(name, on)) for name in jurisdiction_names()]
    return Laws(laws)


def _opening(body: NewTable) -> Opened:
    """A table's terms, checked."""
    game = chosen_game(body)
    own = any(table.name not in game.printed()[bet] for bet, table in game.paytables.items())
    with understood():
        if body.breakage not in BREAKAGE_RULES:
            raise one_of("breakage rule", body.breakage, BREAKAGE_RULES)
        for paytable in game.paytables.values():
            for row, odds in paytable.odds.items():
                if odds.value > HIGHEST_ODDS:
                    raise Refused(f"{row} would pay {odds}; the house pays at most {HIGHEST_ODDS} to 1")
            for row, prize in paytable.fixed.items():
                if prize.cents > HIGHEST_PRIZE:
                    raise Refused(f"{row} would pay {prize}; the house pays at most {dollars(HIGHEST_PRIZE)}")
        limits = {spot: Range(least, most) for spot, (least, most) in body.limits.items()}
        placard = Placard(limits, body.chip, body.breakage, body.jurisdiction, _day(body.day), body.aggregate_payout)
        placard = replace(placard, place=own_place(body.jurisdiction)).posted(game)
        opening = [spot.name for spot in game.spots if not (spot.later or spot.pot)]
        largest = game.largest_later_bet({name: placard.limit(game, name).most for name in opening})
        if largest > LARGEST_BET:
            raise Refused(f"a later bet may come to {dollars(largest)}; the house takes at most {dollars(LARGEST_BET)}")
        for seat in body.automatic:
            if seat > game.seats:
                raise Refused(f"there is no seat {seat} to be automatic; seats are 1 to {game.seats}")
    return Opened(
        body.name,
        game.name,
        as_words(game.settings),
        [paytable_words(paytable) for paytable in game.paytables.values()],
        placard.to_json(),
        body.clock_seconds,
        sorted(set(body.automatic)),
        "bank" if own else "mint",
        game.release,
    )


def _day(words: str) -> date:
    try:
        return date.fromisoformat(words) if words else date.today()
    except ValueError:
        raise Refused(f"{words!r} is not a day; write it as 2026-01-31") from None


@router.get("/tables/{table}", summary="One table")
async def show_table(request: Request, table: TableId, me: Me) -> TableSeen:
    """The table as you see it, with what the house has committed to for the next round."""
    house = house_of(request)
    await house.catch_up(table)
    live = await house.table_for(table, me)
    return table_seen(live, live.seat_of(me.id) or 0)


@router.get("/tables/{table}/terms", summary="What a table was opened with", responses=refused(401))
async def show_terms(request: Request, table: TableId) -> TableTerms:
    """A table's game, settings, paytables with their rows, limits, clock, automatic seats, and the law it is under."""
    return terms(await house_of(request).table_for(table, await whoever_asks(request)))


@router.post("/tables/{table}/seat", summary="Sit down")
async def sit_down(request: Request, table: TableId, body: SitDown, by: Player) -> Done:
    """Take a seat with chips from your wallet; between rounds, and only for players."""

    def plan(live: LiveTable) -> list[Entry]:
        if live.seat_of(by.me.id) is not None:
            raise Refused(f"you sit at table {live.id} already, on seat {live.seat_of(by.me.id)}")
        if live.is_resting(body.seat, clock.now()):
            raise Refused(f"a line was down at seat {body.seat}, which stays free for an hour; take another seat")
        return [Sat(body.seat, by.me.name, by.me.id, body.buy_in)]

    return await carried_out(request, table, by, plan)


@router.post("/tables/{table}/leave", summary="Leave")
async def leave(request: Request, table: TableId, by: Whoever) -> Done:
    """Take your chips and go; in the middle of a round, once it is settled: until then you check, fold or stand pat.

    Whoever was given another role while they sat goes in the same way.
    """

    def plan(live: LiveTable) -> list[Entry]:
        if by.me.role == "auditor" and live.seat_of(by.me.id) is None:
            raise NotAllowed(CHANGES_NOTHING)
        seat = my_seat(live, by.me)
        if seat in live.leaving:
            raise Refused("you are leaving already, as soon as the round is settled")
        if live.open_round is not None:
            return [Leaving(seat)]
        return [Left(seat, live.table.seat(seat).stack)]

    return await carried_out(request, table, by, plan)


@router.post("/tables/{table}/back", summary="Be back")
async def be_back(request: Request, table: TableId, by: Anybody) -> Done:
    """Decide for yourself again, after your time has passed and the default was answered for you."""
    return await carried_out(request, table, by, lambda live: [Back(my_seat(live, by.me))])


@router.post("/tables/{table}/chips", summary="Buy chips")
async def buy_chips(request: Request, table: TableId, body: Chips, by: Anybody) -> Done:
    """More chips from your wallet: between rounds, or while you are asked for bets or a decision."""

    def plan(live: LiveTable) -> list[Entry]:
        _check_stack(live, my_seat(live, by.me))
        return [Bought(my_seat(live, by.me), body.cents)]

    return await carried_out(request, table, by, plan)


@router.post("/tables/{table}/word", summary="Reveal your word")
async def reveal(request: Request, table: TableId, body: Word, by: Anybody) -> Done:
    """The word that your bets came with a commitment to; when all are revealed they are mixed into the shuffle."""
    return await carried_out(request, table, by, lambda live: [Revealed(my_seat(live, by.me), body.word)])
