"""The mathematics' answers, field by field, with an example of each: what the command prints with `--json`.

The examples are answers that were worked out: `python -m tests.floor.write_examples` works them out anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.json_shapes import Advised, Analyzed, Audited


class GamesTold(msgspec.Struct, frozen=True):
    """The games, each with its bets, paytables, settings and felt."""

    games: list[dict[str, Any]]


class TableAdvised(Advised, frozen=True):
    """What every choice at a table is worth, and the question as `/api/advise` takes it."""

    cards: str
    board: str
    variant: str | None
    stake: str
    """In dollars; empty if no solver values the choice."""


KINDS: Final = (Analyzed, Advised, TableAdvised, Audited)
"""What takes time to work out."""
FILE: Final = Path(__file__).with_suffix(".json")


def worked_out() -> dict[str, Any]:
    """An answer of each kind, by the kind's name."""
    kept: dict[str, Any] = msgspec.json.decode(FILE.read_bytes())
    return kept
