"""The shapes of what commands print with `--json` where `json_shapes` has none, and the JSON schema of each command."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from croupier import json_shapes
from croupier.cli.output import schema_name
from croupier.json_figures import Exact, edge_twin, exact_fields
from croupier.json_shapes import (
    Advised,
    Analyzed,
    Audited,
    BetAnalyzed,
    BetEstimated,
    BetValued,
    Exposed,
    GameTold,
    SolvedTold,
    StrategyTold,
    TableEstimated,
    TablesCompared,
    TableTold,
    Tuned,
)
from croupier.voice.lesson import Lesson

FRACTION: Final = r"^-?[0-9]+(/[0-9]+)?$"


class GamesListed(msgspec.Struct, frozen=True):
    """The games with their bets, paytables, settings and felts."""

    version: str
    behaviour: dict[str, int]
    games: list[dict[str, Any]]


class RunTold(msgspec.Struct, frozen=True):
    """All that may be different when the same is simulated again; no part of the digest."""

    engine: str
    workers: int
    seconds: float
    interrupted: bool
    rounds_per_second: int | UnsetType = UNSET
    sessions_per_second: int | UnsetType = UNSET


class SimulatedOutcome(msgspec.Struct, frozen=True):
    """A net result in units, and how often it came."""

    net: Exact
    count: int
    frequency: float
    frequency_exact: str
    exact: Exact | UnsetType = UNSET


class ExactBeside(msgspec.Struct, frozen=True):
    """The exact figures of a simulated bet."""

    expected_value: Exact
    value: float
    standard_deviation: float
    z: float | None


class SimulatedBet(msgspec.Struct, frozen=True):
    """A simulated bet, per unit."""

    unit: str
    stake_cents: int
    observations: int
    mean: float
    mean_exact: str
    mean_exactly: str
    standard_error: float | None
    interval_95: list[float] | None
    variance: float
    variance_exact: str
    standard_deviation: float
    average_wager: float
    average_wager_exact: str
    hit_frequency: float
    hit_frequency_exact: str
    outcomes: list[SimulatedOutcome]
    actions: dict[str, float]
    actions_exact: dict[str, str]
    exact: ExactBeside | None


class StrategySimulated(msgspec.Struct, frozen=True):
    """The bets of the seats that play one strategy."""

    strategy: str
    seats: list[int]
    bets: dict[str, SimulatedBet]


class StreaksTold(msgspec.Struct, frozen=True):
    """How many rounds in a row came out alike."""

    longest: int
    average: float
    average_exact: str
    lengths: dict[str, int]


class BinnedTold(msgspec.Struct, frozen=True):
    """Cents an hour, in bins."""

    number: int
    bin_cents: int
    beyond_bins: int
    mean_cents: float
    mean_cents_exact: str
    standard_deviation_cents: float
    percentiles_cents: dict[str, int]
    bins: dict[str, int]
    ahead: float | UnsetType = UNSET
    ahead_exact: str | UnsetType = UNSET
    deepest_cents: int | UnsetType = UNSET


class HoursTold(msgspec.Struct, frozen=True):
    """What an hour brings."""

    rounds_per_hour: int
    player: BinnedTold
    table: BinnedTold
    drawdown: BinnedTold


class SimulatedTold(GameTold, frozen=True):
    """A table dealt many times over."""

    placard: dict[str, Any]
    players: int
    bets: dict[str, int]
    variant: str | None
    error_rate: float
    error_rate_exact: str
    habits: dict[str, float] | None
    fresh_shoe: bool
    seed: str
    rounds: int
    strategies: list[StrategySimulated]
    streaks: dict[str, StreaksTold]
    hours: HoursTold | None
    pot: dict[str, Any] | None
    note: str
    run: RunTold | UnsetType = UNSET
    """Only of a run, not of pieces that were merged."""
    spans: list[tuple[int, int]] | UnsetType = UNSET
    """The rounds of the pieces that were merged."""


class HoldTold(GameTold, frozen=True):
    """The hold of sessions with a bankroll."""

    bet: str
    unit: str
    stake_cents: int
    buy_in_cents: int
    goal_cents: int | None
    rounds: int
    players: int
    rounds_per_hour: float
    rounds_per_hour_exact: str
    pace: str
    error_rate: float
    error_rate_exact: str
    errs_as: str | None
    errors: str
    assumptions: list[str]
    expected_value: Exact
    seed: str
    sessions: int
    simulated: dict[str, Any]
    churn: dict[str, str | float]
    manufacturer: list[dict[str, str | float | None]]
    run: RunTold


class CheckMade(msgspec.Struct, frozen=True):
    """One thing that was checked."""

    check: str
    verdict: str
    found: str


class SubmissionChecked(msgspec.Struct, frozen=True):
    """Whether a submission is ready to be sent."""

    game: str
    jurisdiction: str
    day: str
    checks: list[CheckMade]
    ready: bool


class GameChecked(msgspec.Struct, frozen=True):
    """Everything that is asked of a game."""

    game: str
    holds: bool
    checks: list[CheckMade]


class FileVerified(msgspec.Struct, frozen=True):
    """A file of rounds, or a paper, checked without the house."""

    version: str
    file: str
    partial: bool
    holds: bool
    rounds: list[dict[str, Any]] | UnsetType = UNSET
    papers: list[dict[str, Any]] | UnsetType = UNSET


class GeneratorTested(msgspec.Struct, frozen=True):
    """Samples of the generator, and what tests say of them."""

    version: str
    algorithm: str
    seed: str
    seed_words: str | None
    samples: dict[str, Any]
    level: float
    tests: int
    failed: int
    failed_expected: float
    kinds: dict[str, dict[str, float]]
    p_smallest: float
    p_at_least: float
    passes: bool
    results: list[dict[str, str | float]]
    dieharder: dict[str, Any]


class LogAudited(msgspec.Struct, frozen=True):
    """The whole house checked."""

    version: str
    tables: int
    entries: int
    rounds: int
    transfers: int
    behaviours: dict[str, dict[str, int]]
    wrong: list[str]
    against: int
    holds: bool


class RoundsReplayed(msgspec.Struct, frozen=True):
    """The rounds of a log dealt again."""

    version: str
    rounds: list[dict[str, Any]]


SHAPES: Final[dict[str, type[msgspec.Struct]]] = {
    "games": GamesListed,
    "rules": Lesson,
    "replay": RoundsReplayed,
    "analyze": Analyzed,
    "advise": Advised,
    "exposure": Exposed,
    "strategy": StrategyTold,
    "audit": Audited,
    "tune": Tuned,
    "compare": TablesCompared,
    "solve": SolvedTold,
    "simulate": SimulatedTold,
    "merge": SimulatedTold,
    "preflight": SubmissionChecked,
    "hold": HoldTold,
    "check": GameChecked,
    "verify": FileVerified,
    "rng-test": GeneratorTested,
    "audit-log": LogAudited,
}
"""What each command prints with --json."""


def schema_of(command: str) -> dict[str, Any]:
    """Return the JSON schema of what a command prints with --json."""
    kind = SHAPES[command]
    shapes = (kind, BetAnalyzed, BetEstimated, BetValued, TableTold, TableEstimated)
    _, parts = msgspec.json.schema_components(shapes, ref_template="#/$defs/{name}")
    kinds = {**vars(json_shapes), **vars(sys.modules[__name__])}
    defs = {name: _complete(kinds[name], part) if name in kinds else part for name, part in parts.items()}
    if kind is Audited:
        _add(defs["FigureAudited"], "difference_exact", {"type": ["string", "null"], "pattern": FRACTION})
    whole = defs.pop(kind.__name__)
    about = {"const": schema_name(command)}, {"type": "string", "pattern": "^[0-9a-f]{64}$"}
    for name, described in zip(("schema", "digest"), about, strict=True):
        _add(whole, name, described)
    used = _used(whole, defs)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": schema_name(command),
        **whole,
        "$defs": {name: part for name, part in defs.items() if name in used},
    }


def write_schemas(folder: Path) -> None:
    """Write every schema into a folder, each under its name and version."""
    folder.mkdir(parents=True, exist_ok=True)
    for command in SHAPES:
        _, name, version = schema_name(command).split("/")
        written = json.dumps(schema_of(command), indent=2) + "\n"
        (folder / f"{name}.{version}.json").write_text(written, "utf-8")


def _complete(kind: type[msgspec.Struct], part: dict[str, Any]) -> dict[str, Any]:
    """Return a struct's schema with the floats beside its exact figures, and no other fields allowed."""
    part = msgspec.json.decode(msgspec.json.encode(part).replace(b"#/components/schemas/", b"#/$defs/"))
    part["additionalProperties"] = False
    if "bets" in part["properties"] and kind in (Analyzed, SolvedTold):
        part["properties"]["bets"]["additionalProperties"]["anyOf"].append({"$ref": "#/$defs/BetValued"})
    required = part.setdefault("required", [])
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        if field.name in exact_fields(kind):
            several = part["properties"][name].get("type") == "object"
            number = {"type": ["number", "null"] if "None" in str(field.type) else "number"}
            beside = {"type": "object", "additionalProperties": {"type": "number"}} if several else number
            _add(part, f"{name}_float", beside, name in required)
        if name == "house_edge" and edge_twin(kind):
            _add(part, "house_edge_exact", {"type": "string", "pattern": FRACTION})
    return part


def _add(part: dict[str, Any], name: str, described: dict[str, Any], required: bool = True) -> None:
    part["properties"][name] = described
    if required and name not in part["required"]:
        part["required"].append(name)


def _used(part: Any, defs: dict[str, Any]) -> set[str]:
    """Return the names of the parts that a part refers to, directly or through others."""
    found: set[str] = set()
    waiting = [part]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            name = str(each.get("$ref", "")).removeprefix("#/$defs/")
            if name in defs and name not in found:
                found.add(name)
                waiting.append(defs[name])
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
    return found


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
