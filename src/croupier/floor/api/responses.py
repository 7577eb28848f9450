"""The API's responses: a struct for each kind, and how it is sent."""

from __future__ import annotations

import csv
import io
from typing import Any, Final, TypeVar, get_args

import msgspec
from sqlalchemy import Row, RowMapping
from starlette.responses import Response

from croupier.floor.accounts import Account, session_name
from croupier.floor.entries import Opened
from croupier.floor.money import TransferKind, kind_of
from croupier.floor.pit.figures import Alarm, PitFigures, PlayerRating
from croupier.floor.storage.learned_items import LearnedItem
from croupier.floor.tables.account_limits import StaffRate
from croupier.floor.tables.seat_messages import TableSeen
from croupier.json_shapes import Advised, Tuned
from croupier.school.sitting import Mistake, SchoolResult
from croupier.table.events import AnyEvent
from croupier.table.record import PayTableWords
from croupier.table.rehearsal import DealtDecision
from croupier.table.view import View

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How words begin that a spreadsheet takes for a formula."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused, in one sentence."""

    detail: str


class AccountTold(Account, frozen=True):
    """Somebody the house knows."""


class SessionBegun(msgspec.Struct, frozen=True):
    """A new session: its token goes into the header `Authorization: Bearer ...`; browsers get it as a cookie too."""

    account: AccountTold
    token: str
    wrong_codes: int
    """How many wrong codes of the second factor came for the account since the last right one."""


class SessionTold(msgspec.Struct, frozen=True):
    """A session of one's own: since when, until when, from where; times in microseconds since 1970."""

    id: str
    this: bool
    """Whether it is the one that asks."""
    began: int
    expires: int
    address: str | None
    device: str | None


class MySessions(msgspec.Struct, frozen=True):
    """The sessions of an account, the newest first."""

    sessions: list[SessionTold]


class SessionsEnded(msgspec.Struct, frozen=True):
    """How many sessions were ended."""

    ended: int


class MyAccount(msgspec.Struct, frozen=True):
    """An account and the cents in its wallet."""

    account: AccountTold
    wallet: int
    wrong_codes: int
    """How many wrong codes of the second factor came for the account since the last right one."""


class Learned(msgspec.Struct, frozen=True):
    """What an account has learned, the oldest first."""

    items: list[LearnedItem]


class LearnedKept(msgspec.Struct, frozen=True):
    """How many items were kept."""

    kept: int


class Forgotten(msgspec.Struct, frozen=True):
    """How many items were deleted."""

    forgotten: int


class Refilled(msgspec.Struct, frozen=True):
    """Play money that was given, in cents."""

    given: int


class TransferTold(msgspec.Struct, frozen=True):
    """Cents that one book of the ledger gave another."""

    id: int
    time: int
    """Microseconds since 1970."""
    debit: str
    credit: str
    cents: int
    why: str
    table: int | None
    round: int | None
    kind: TransferKind
    """What it was for, of which `why` says more in words."""


class Law(msgspec.Struct, frozen=True):
    """What the law of a place says on a day about a table of a game, each sentence with its rule and source."""

    jurisdiction: str
    place: str
    day: str
    notices: list[str]
    """What must be posted or displayed."""
    warnings: list[str]
    """What a house should look into."""


class Laws(msgspec.Struct, frozen=True):
    """The places whose law a table of a game may be under."""

    laws: list[Law]


class TableOpened(TableSeen, frozen=True, kw_only=True):
    """A table that was opened, as whoever opened it sees it, and what the law says about it."""

    law: Law
    limits: dict[str, tuple[int, int]]
    """The least and the most that it takes on each spot, in cents: the law's most, where it is below what was asked."""
    receipt: str = ""
    """As every command is answered with."""
    invite: str = ""
    """Of a private table: the secret of its link, `#/invite/1/SECRET` on the pages."""


class TableTerms(Opened, frozen=True, kw_only=True, tag="opened"):
    """What a table was opened with, and what the law says about it."""

    law: Law


class GamesTold(msgspec.Struct, frozen=True):
    """The games, each with its bets, paytables, settings and felt."""

    version: str
    behaviour: dict[str, int]
    """The behaviour version of each game."""
    games: list[dict[str, Any]]


class TableAdvised(Advised, frozen=True, kw_only=True):
    """What every choice at a table is worth, and the question as `/api/advise` takes it."""

    cards: str
    board: str
    variant: str | None
    stake: str
    """In dollars; empty if no solver values the choice."""


class DecisionsDealt(msgspec.Struct, frozen=True):
    """Decisions to practise, each as `/api/advise` takes it."""

    game: str
    decisions: list[DealtDecision]


class Done(msgspec.Struct, frozen=True):
    """A command was carried out: the last entry of the table's log with it, and the table's last round."""

    table: int
    sequence: int
    round: int
    proposal: int = 0
    """The entry that waits for a second supervisor's signature, if what was asked for takes one; it is not done yet."""
    receipt: str = ""
    """Keep it: `croupier audit-log --against` holds the log against it."""


class InviteTold(msgspec.Struct, frozen=True):
    """The secret of the link to a private table, for whoever opened it."""

    table: int
    invite: str


class ListedTable(msgspec.Struct, frozen=True):
    """A table as it stands in the list, with its terms."""

    id: int
    name: str
    game: str
    paytables: dict[str, str]
    settings: dict[str, str]
    custom: list[PayTableWords]
    """Paytables that are not printed, with their rows."""
    placard: dict[str, Any]
    seats: int
    players: dict[int, str]
    automatic: list[int]
    round: int
    playing: bool
    paused: str
    pot: dict[str, Any] | None
    private: bool
    seat: int
    """Where you sit, or 0."""


class Lobby(msgspec.Struct, frozen=True):
    """Open tables: yours first, then those where people sit, and of each the newest first."""

    tables: list[ListedTable]
    found: int
    """How many there are in all, on this page and others."""


class OwnRound(msgspec.Struct, frozen=True):
    """A round that somebody took part in, and what it brought them in cents."""

    id: int
    """The number of their first bet in it: bets are numbered as they are made, at whatever table."""
    table: int
    round: int
    seat: int
    net: int
    time: int
    name: str
    game: str
    outcome: str
    """`settled`, or `released` if it was called off."""
    called_off: str
    """Why it was called off and all bets went back, or nothing."""
    hash: str
    """Of the log's entry that ended it: `croupier verify --seen` looks for it in the round's transcript."""


class History(msgspec.Struct, frozen=True):
    """Somebody's last rounds, newest first."""

    rounds: list[OwnRound]


class RoundTold(msgspec.Struct, frozen=True):
    """A finished round, and the entries of the log it was opened and closed with."""

    round: int
    outcome: str
    """`settled`, or `released` if it was called off."""
    time: int
    opened: int
    closed: int


class Rounds(msgspec.Struct, frozen=True):
    """A table's last rounds, newest first."""

    rounds: list[RoundTold]


class Steps(msgspec.Struct, frozen=True):
    """A finished round step by step, as a seat saw it."""

    table: int
    round: int
    seat: int
    steps: list[AnyEvent]


class HouseTable(msgspec.Struct, frozen=True):
    """A table as those see it who watch over the house."""

    id: int
    name: str
    game: str
    round: int
    playing: bool
    paused: str
    house: int
    """What the house has won there, in cents."""
    pot: int
    players: dict[int, str]


class HouseSeen(msgspec.Struct, frozen=True):
    """The house at a glance."""

    tables: list[HouseTable]
    house: int
    """What it has won at all tables, in cents."""
    pots: int
    """What is in all pots, in cents."""
    held: int
    """Bets of rounds that are being played, in cents."""
    wrong: list[str]
    """What is wrong with the books; nothing, if they are in order."""


class PitTable(msgspec.Struct, frozen=True):
    """A table in the pit."""

    id: int
    game: str
    is_open: bool
    pot: int
    """Cents in its pot now."""
    owed: int
    """What the house would pay out if everybody left now: stacks, bets and pot, in cents."""
    figures: PitFigures


class PitDay(msgspec.Struct, frozen=True):
    """A day of the pit."""

    day: str
    tables: list[PitTable]
    games: list[PitFigures]
    shifts: list[PitFigures]
    all: PitFigures
    alarms: list[Alarm]
    rate: float
    """How often chance alone sets off the alarm of a table's day."""


class PitDays(msgspec.Struct, frozen=True):
    """Day after day."""

    days: list[PitFigures]


class PitPlayers(msgspec.Struct, frozen=True):
    """Players and what they are worth, those who bet most first."""

    players: list[PlayerRating]
    count: int
    """How many there are in all."""
    alarms: list[Alarm]
    rate: float
    """How often chance alone sets off one alarm of a person's day."""


class ProposalTold(msgspec.Struct, frozen=True):
    """A correction or a void that waits for a second signature."""

    table: int
    proposal: int
    """The entry of the table's log that proposes it."""
    time: int
    by: int
    by_name: str
    round: int
    account: int | None
    """Whom a correction is for; none, if the round is to be called off."""
    name: str
    cents: int | None
    """Above zero, the house pays."""
    reason: str


class Proposals(msgspec.Struct, frozen=True):
    """What waits for a second signature, the oldest first."""

    proposals: list[ProposalTold]


class LedgerPage(msgspec.Struct, frozen=True):
    """Transfers in order."""

    rows: list[TransferTold]


class LogLine(msgspec.Struct, frozen=True):
    """An entry of a table's log with its place in the hash chain."""

    table: int
    sequence: int
    time: int
    actor: int | None
    round: int
    entry: str
    """The entry as JSON, exactly as it was hashed."""
    salt: str
    previous: str
    hash: str


class LogPage(msgspec.Struct, frozen=True):
    """A table's entries in order."""

    rows: list[LogLine]


class StaffRates(msgspec.Struct, frozen=True):
    """What each supervisor has done with other people's money."""

    day: list[StaffRate]
    """In the last day."""
    ever: list[StaffRate]


class HouseLogLine(msgspec.Struct, frozen=True):
    """A line of the house's own log."""

    id: int
    time: int
    actor: int | None
    what: str
    facts: str
    salt: str
    previous: str
    hash: str


class HouseLogPage(msgspec.Struct, frozen=True):
    """The house's own log in order."""

    rows: list[HouseLogLine]


class Checked(msgspec.Struct, frozen=True):
    """What a check found wrong; nothing, if all is in order."""

    wrong: list[str]


class Health(msgspec.Struct, frozen=True):
    """How the process or the house is."""

    status: str


def session_told(row: Row[Any], this: bool) -> SessionTold:
    """A session as its owner is told of it."""
    return SessionTold(session_name(row.token), this, row.began, row.expires, row.address, row.device)


def account_told(account: Account) -> AccountTold:
    """An account as it may be told."""
    return AccountTold(**msgspec.structs.asdict(account))


def transfer_told(row: RowMapping) -> TransferTold:
    """A row of the ledger with its kind."""
    return TransferTold(**row, kind=kind_of(row["why"]))


class JsonResponse(Response):
    """A struct as JSON."""

    media_type = "application/json"

    def render(self, content: msgspec.Struct) -> bytes:
        """The bytes that are sent."""
        return msgspec.json.encode(content)


class Csv(Response):
    """Rows as comma-separated values."""

    media_type = "text/csv"


Rows = TypeVar("Rows", bound=msgspec.Struct)


def page(rows: Rows, form: str) -> Rows | Csv:
    """A struct whose one field is a list of rows: itself, or as CSV with the rows' fields for its first line."""
    if form == "json":
        return rows
    (field,) = msgspec.structs.fields(rows)
    (kind,) = get_args(field.type)
    text = io.StringIO()
    writer = csv.DictWriter(text, kind.__struct_fields__)
    writer.writeheader()
    for row in getattr(rows, field.name):
        writer.writerow({name: _cell(value) for name, value in msgspec.structs.asdict(row).items()})
    return Csv(text.getvalue())


def _cell(value: Any) -> Any:
    """A value as a cell; words that a spreadsheet would take for a formula are marked as words.

    >>> _cell("=1+1"), _cell("Ann"), _cell(-5)
    ("'=1+1", 'Ann', -5)
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


class TuneProgress(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a search that is told as it goes: how far it has come, in the end what it found or why not."""

    stage: str = ""
    share: float = 0.0
    tuned: Tuned | None = None
    detail: str = ""


class PaperKind(msgspec.Struct, frozen=True):
    """A kind of paper and the formats that it comes in."""

    kind: str
    title: str
    formats: list[str]


class PaperKinds(msgspec.Struct, frozen=True):
    """The papers that the house makes."""

    papers: list[PaperKind]
    missing: str
    """What the house needs to make them, in one line; empty if it can."""


class ActDue(msgspec.Struct, frozen=True):
    """What a trainee is told of the act that is due."""

    rule: str
    sentence: str
    act: str = ""
    """The act itself, where a trainee only watches."""
    told: str = ""
    """The same in a sentence."""


class SittingTold(msgspec.Struct, frozen=True):
    """Where a sitting in the dealer school stands."""

    view: View
    said: dict[int, str]
    """What each seat answered last in this round."""
    dice: tuple[int, int] | None
    round: int
    round_over: bool
    over: bool
    mistake: Mistake | None
    """What was wrong with the last act."""
    due: ActDue | None
    result: SchoolResult
    places: list[str]
    """The places where cards may lie, at a seat or on the table."""
    calls: list[str]
    """What may be called, the right words among others."""
    rulings: list[str] = []
    """What may be ruled, where something may go wrong."""
    lately: list[str] = []
    """What the last act brought about, in sentences."""


class DrillTold(msgspec.Struct, frozen=True):
    """A question of a drill; what is right is told once it is answered."""

    asks: str
    cards: dict[str, list[str]]
    choices: list[str]
    """What may be answered; without any, an amount in dollars."""
    right: bool | None = None
    answer: str = ""
    because: str = ""
