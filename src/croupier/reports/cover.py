"""Who sends a submission to whom: the fields of its first page, from a file that the applicant writes."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path
from typing import Final

import msgspec

from croupier.contract import Json
from croupier.errors import Refused, wrong_field
from croupier.jurisdictions.jurisdiction import Posting


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


def read_cover(path: Path) -> Cover:
    """The fields from their file; what is wrong in it is said in one line."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise Refused(f"cannot read {path}: {error.strerror}") from None
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
