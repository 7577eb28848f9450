"""The mathematics' answers, field by field, with an example of each: what the command prints with `--json`.

The examples are answers that were worked out: `python -m tests.floor.write_examples` works them out anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec


class GamesTold(msgspec.Struct, frozen=True):
    """The games, each with its bets, paytables, settings and felt."""

    version: str
    behaviour: dict[str, int]
    """The behaviour version of each game."""
    games: list[dict[str, Any]]


class OutcomeTold(msgspec.Struct, frozen=True):
    """A net result in units, and its exact probability."""

    net: str
    probability: str


class RowTold(msgspec.Struct, frozen=True, rename={"returns": "return"}):
    """A row of a bet's return table."""

    row: str
    combinations: str
    probability: str
    pays: str | None
    returns: str


class BetAnalyzed(msgspec.Struct, frozen=True):
    """The exact figures of one bet, per unit; fractions as `p/q`."""

    unit: str
    expected_value: str
    house_edge: float
    average_wager: str
    element_of_risk: str
    variance: str
    standard_deviation: float
    hit_frequency: str
    outcomes: list[OutcomeTold]
    actions: dict[str, str]
    """How often each action is the best one."""
    rows: list[RowTold]


class Analyzed(msgspec.Struct, frozen=True):
    """Every bet of a game, solved."""

    game: str
    version: str
    behaviour: int
    """The game's behaviour version: numbers of one version are the same, whichever Croupier works them out."""
    settings: dict[str, str]
    paytables: dict[str, str]
    seconds: float
    bets: dict[str, BetAnalyzed]
    strategies: dict[str, dict[str, Any]] | msgspec.UnsetType = msgspec.UNSET
    """What short strategies cost, by bet and name; only if it was asked for."""


class Advised(msgspec.Struct, frozen=True):
    """What every choice is worth, as exact net results in units, and which are best."""

    game: str
    version: str
    behaviour: int
    actions: dict[str, str]
    best: list[str]


class TableAdvised(Advised, frozen=True):
    """What every choice at a table is worth, and the question as `/api/advise` takes it."""

    cards: str
    board: str
    variant: str | None
    stake: str
    """In dollars; empty if no solver values the choice."""


class FigureAudited(msgspec.Struct, frozen=True):
    """A figure as its document prints it beside the exact one."""

    game: str
    figure: str
    place: str
    label: str
    printed: str
    exact: str | None
    value: float | None
    verdict: str


class Audited(msgspec.Struct, frozen=True):
    """Every figure that a game's document publishes, and how many there are of each verdict."""

    version: str
    behaviour: dict[str, int]
    """The behaviour version of each game."""
    figures: list[FigureAudited]
    verdicts: dict[str, int]


KINDS: Final = (Analyzed, Advised, TableAdvised, Audited)
"""What takes time to work out."""
FILE: Final = Path(__file__).with_suffix(".json")


def worked_out() -> dict[str, Any]:
    """An answer of each kind, by the kind's name."""
    kept: dict[str, Any] = msgspec.json.decode(FILE.read_bytes())
    return kept
