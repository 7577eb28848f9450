"""The inputs of a paper, which travel with it: kind and format, the game with its terms, the cover."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import msgspec

from croupier.chips import Breakage, Range, dollars
from croupier.contract import Json, read_stake
from croupier.english import listed
from croupier.errors import Refused, one_of, wrong_field
from croupier.exact.solver import has_beside, is_solved
from croupier.files import MEBIBYTE, read_bounded
from croupier.games import game_named
from croupier.jurisdictions.file import PlaceFile
from croupier.jurisdictions.jurisdiction import Posting
from croupier.odds import PayTable
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.record import PayTableWords, paytable_words
from croupier.table.settings import as_words

FIELDS: Final = {
    "applicant": "Applicant",
    "address": "Address",
    "prepared_by": "Prepared by",
    "prepared_for": "Prepared for",
    "revision": "Revision",
    "date": "Date",
    "contact": "Contact",
}
"""What the first page calls each field; all must be there in a submission that is sent, except for the address."""
OPTIONAL: Final = ("address",)
Kind = Literal["math", "rules", "strategy", "pocket", "layout", "rack", "dealer", "submission"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""The papers about a game; the ninth is a house's, the day's close."""
FEWEST_ROUNDS: Final = 10_000
"""With fewer rounds than these a simulation's standard errors say nothing."""
SUBMISSION_ROUNDS: Final = 100_000_000
TITLES: Final[dict[Kind | Literal["close"], str]] = {
    "math": "Mathematical report",
    "rules": "Rules of play",
    "strategy": "Strategy card",
    "pocket": "Pocket card",
    "layout": "Table layout",
    "rack": "Rack card",
    "dealer": "Dealer's card",
    "submission": "Submission",
    "close": "Day's close",
}
Format = Literal["pdf", "html", "svg"]
FORMATS: Final[dict[Kind | Literal["close"], tuple[Format, ...]]] = {
    "math": ("pdf", "html"),
    "rules": ("pdf", "html"),
    "strategy": ("pdf", "html"),
    "pocket": ("pdf",),
    "layout": ("pdf", "svg"),
    "rack": ("pdf", "html"),
    "dealer": ("pdf", "html"),
    "submission": ("pdf", "html"),
    "close": ("pdf", "html"),
}
BEGINNING: Final = 512
"""Bytes that show what a file is."""


class Signatory(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who signs, and as what."""

    name: str
    title: str


class Cover(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stands on the first page, and what the applicant declares."""

    applicant: str = ""
    address: str = ""
    prepared_by: str = ""
    prepared_for: str = ""
    revision: str = ""
    date: str = ""
    """The day of the submission, as in 2026-01-31."""
    contact: str = ""
    signatures: tuple[Signatory, ...] = ()
    favours_player: tuple[str, ...] = ()
    """Bets that are meant to favour the player at some stakes, by the names that `analyze` has for them."""
    posted: dict[Posting, str] = {}
    """Where at the table each thing that must be posted is posted."""


def read_cover(path: Path) -> Cover:
    """The fields from their file; what is wrong in it is said in one line."""
    try:
        text = read_bounded(path, MEBIBYTE).decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(f"{path} is not text") from None
    try:
        values = tomllib.loads(text)
        if isinstance(values.get("date"), date):
            values["date"] = values["date"].isoformat()
        cover = msgspec.convert(values, Cover)
        if cover.date:
            date.fromisoformat(cover.date)
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{path} is no submission file: it is not TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise Refused(f"{path} is no submission file: {wrong_field(error, Cover.__struct_fields__)}") from None
    except ValueError:
        raise Refused(f"{path} is no submission file: {values['date']!r} is not a date, as in 2026-01-31") from None
    return cover


def missing(cover: Cover) -> list[str]:
    """The fields that a submission cannot be sent without and that are not filled in.

    >>> missing(Cover(applicant="A", prepared_by="B", prepared_for="C", revision="1", date="2026-01-31"))
    ['contact', 'signatures']
    """
    empty = [name for name in FIELDS if name not in OPTIONAL and not getattr(cover, name)]
    return empty if cover.signatures else [*empty, "signatures"]


def cover_facts(cover: Cover) -> Json:
    """The first page: its fields in order, those that are empty to be filled in by hand, and who signs."""
    return {
        "fields": [
            {"what": words, "how": getattr(cover, name)}
            for name, words in FIELDS.items()
            if getattr(cover, name) or name not in OPTIONAL
        ],
        "signatures": [{"name": each.name, "title": each.title} for each in cover.signatures]
        or [{"name": "", "title": ""}],
        "favours_player": list(cover.favours_player),
    }


class Posted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Limits by spot, chip and payout limit in cents, as they are posted."""

    limits: dict[str, tuple[int, int]] = {}
    chip: int = 100
    breakage: Breakage = "exact"
    aggregate_payout: int | None = None


class Inputs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that decides what is in a paper: the same inputs give the same bytes."""

    kind: Kind
    game: str
    settings: dict[str, str]
    paytables: list[PayTableWords]
    stake: str
    """The bet in dollars, where prizes are flat amounts: `5`, `7.50`."""
    jurisdiction: str
    day: str
    """The day of the paper and of the law that applies; a paper without one bears no date."""
    simulate: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Rounds of simulation that confirm the mathematics; none if 0."""
    posted: Posted | msgspec.UnsetType = msgspec.UNSET
    """The terms of the table, where they are not the usual ones."""
    place: PlaceFile | msgspec.UnsetType = msgspec.UNSET
    """The jurisdiction's own file, where it is not one of those that are known here."""
    cover: Cover | msgspec.UnsetType = msgspec.UNSET
    """Who sends a submission to whom."""
    felt: str | msgspec.UnsetType = msgspec.UNSET
    """The table that a layout is drawn for, where it is not the usual one."""
    for_printer: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether a layout is drawn with bleed, crop marks and inks for a printer."""


@dataclass(frozen=True)
class PaperTerms:
    """Inputs made into a game, a placard and a stake."""

    inputs: Inputs
    game: Game[Any]
    placard: Placard
    stake: Fraction

    @property
    def title(self) -> str:
        """The title of the paper."""
        return TITLES[self.inputs.kind]


def inputs_of(
    kind: str,
    game: Game[Any],
    stake: Fraction,
    jurisdiction: str = "unregulated",
    day: str = "",
    simulate: int = 0,
    placard: Placard | None = None,
    cover: Cover | None = None,
    felt: str = "",
    for_printer: bool = False,
) -> Inputs:
    """The inputs of a paper about this game; what cannot be is refused."""
    if kind not in KINDS:
        raise one_of("kind of paper", kind, KINDS)
    if simulate and simulate < FEWEST_ROUNDS:
        raise Refused(f"{simulate:,} is too few rounds to confirm anything by; simulate {FEWEST_ROUNDS:,} or more")
    if simulate and not is_solved(game) and not has_beside(game, "simulation"):
        raise Refused(
            f"{game.name} is of no family that has a kernel, so its papers are not confirmed by a simulation; leave "
            "--simulate out, and `croupier simulate` deals rounds through the table"
        )
    return Inputs(
        kind=kind,
        game=game.name,
        settings=as_words(game.settings),
        paytables=[paytable_words(table) for table in game.paytables.values()],
        stake=dollars(int(stake * 100)).removeprefix("$").replace(",", ""),
        jurisdiction=jurisdiction,
        day=day,
        simulate=simulate,
        posted=msgspec.UNSET if placard is None else _posted(placard),
        place=msgspec.UNSET if placard is None or placard.place is None else placard.place,
        cover=msgspec.UNSET if cover is None else cover,
        felt=felt or msgspec.UNSET,
        for_printer=for_printer or msgspec.UNSET,
    )


def usual_rounds(kind: str, game: Game[Any]) -> int:
    """The rounds that a paper is confirmed by if nobody says how many: a submission's are dealt by a kernel."""
    return SUBMISSION_ROUNDS if kind == "submission" and is_solved(game) else 0


def _posted(placard: Placard) -> Posted | msgspec.UnsetType:
    """Return what a placard says besides place and day; UNSET if all of it is as usual."""
    posted = Posted(
        limits={spot: (limit.least, limit.most) for spot, limit in placard.limits.items()},
        chip=placard.chip,
        breakage=placard.breakage,
        aggregate_payout=placard.aggregate_payout,
    )
    return msgspec.UNSET if posted == Posted() else posted


def terms_of(inputs: Inputs) -> PaperTerms:
    """Return the game, the placard and the stake that the inputs name."""
    kind = game_named(inputs.game)
    paytables = tuple(_paytable(kind, words) for words in inputs.paytables)
    game = kind.choose(inputs.settings, custom=paytables)
    try:
        day = date.fromisoformat(inputs.day) if inputs.day else Placard.day
    except ValueError:
        raise Refused(f"{inputs.day!r} is not a date; write it as in 2026-01-31") from None
    posted = inputs.posted or Posted()
    placard = Placard(
        limits={spot: Range(*limit) for spot, limit in posted.limits.items()},
        chip=posted.chip,
        breakage=posted.breakage,
        jurisdiction=inputs.jurisdiction,
        day=day,
        aggregate_payout=posted.aggregate_payout,
        place=inputs.place or None,
    )
    placard.check(game)
    return PaperTerms(inputs, game, placard, read_stake(inputs.stake))


def _paytable(kind: type[Game[Any]], words: PayTableWords) -> PayTable:
    """The paytable that was written; a printed one with the claims that are printed beside it."""
    table = words.paytable()
    printed = kind.printed()[kind.pay_bet(table.bet).name].get(table.name)
    same = printed is not None and (printed.odds, printed.fixed) == (table.odds, table.fixed)
    return printed if printed is not None and same else table


def format_of(path: Path, kind: Kind | Literal["close"]) -> Format:
    """The format that a file's name asks for."""
    wanted = path.suffix.lower().removeprefix(".")
    for format in FORMATS[kind]:
        if wanted == format:
            return format
    given = f"ends in .{wanted}" if wanted else "has no ending"
    raise Refused(f"{path} {given}; a {TITLES[kind].lower()} is written as {endings(kind)}")


def endings(kind: Kind | Literal["close"]) -> str:
    """The endings that a paper's file may have.

    >>> endings("layout")
    '.pdf or .svg'
    """
    return listed((f".{each}" for each in FORMATS[kind]), "or")


def format_within(content: bytes) -> Format | None:
    """The format that a file's beginning shows; None if it is no paper's."""
    if content.startswith(b"%PDF-"):
        return "pdf"
    head = content[:BEGINNING].lower()
    if head.startswith(b"<!doctype html"):
        return "html"
    return "svg" if b"<svg" in head else None


def is_paper(path: Path) -> bool:
    """Return True if a file is a paper and no exported round, by its name or else by its beginning."""
    if path.suffix.lower().removeprefix(".") in get_args(Format):
        return True
    try:
        with path.open("rb") as file:
            return format_within(file.read(BEGINNING)) is not None
    except OSError:
        return False
