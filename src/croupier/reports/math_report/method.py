"""The method behind the figures, their confirmation by simulation, and those that the document prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import import_module
from itertools import chain
from math import sqrt
from pathlib import Path
from threading import Event
from types import ModuleType
from typing import Any, Final

from croupier import exact
from croupier.chips import dollars
from croupier.contract import Json, verdicts
from croupier.exact.claims import Finding, audit
from croupier.exact.reading.as_showdown import ShowdownSolver
from croupier.exact.solver import solver_of
from croupier.reports.paper_words import bet_label, blocks, decimal
from croupier.simulate.results import BetResult
from croupier.simulate.runs.prepared import for_kernel, simulation_of
from croupier.simulate.runs.runner import KernelJob, Local, Stretch
from croupier.simulate.setup import Setup, whole_pace
from croupier.simulate.table_runs import run
from croupier.table.game import Game
from croupier.table.placard import Placard

SEED: Final = "croupier report"
"""The words that the rounds come from: with the same ones anybody deals the same rounds."""
SAMPLING_ERROR: Final = 3.0
"""Standard errors beyond which a difference is not laid to chance."""


def method(game: Game[Any]) -> list[Json]:
    """The solver in a sentence, and what it is built on, where that argues how it counts."""
    solver = solver_of(game).mathematics
    own = game.folder() / "exact.md"
    modules = [name for name in solver.texts if name != "hand_counts.contests" or solver.contest() is not None]
    if isinstance(solver, ShowdownSolver) and solver.read(solver.main.name).showdown.up_cards:
        modules.append("showdown.up_card")
    argued = [published_text(import_module(f"{exact.__name__}.{name}")) for name in modules]
    leads = [[{**text[0], "kind": "lead"}, *text[1:]] for text in argued]
    return [*(blocks(own.read_text("utf-8")) if own.is_file() else ()), *chain.from_iterable(leads)]


def published_text(module: ModuleType) -> list[Json]:
    """Return the text about a module: the file of its name, or `method.md` of its folder, where there is one."""
    source = Path(module.__file__ or "")
    file = source.with_name("method.md") if source.stem == "__init__" else source.with_suffix(".md")
    return list(blocks(file.read_text("utf-8"))) if file.is_file() else []


def confirmation(game: Game[Any], placard: Placard, rounds: int, dealt: Callable[[int], None]) -> Json:
    """A table of one player who bets the least on everything and plays the best way, dealt so many times.

    A shoe is new for every round, as the exact figures have it.
    """
    setup, stop = for_kernel(Setup(game=game, placard=placard, fresh_shoe=True)), Event()
    job = KernelJob.of(simulation_of(setup), SEED, whole_pace(setup.players))
    job.deal(Stretch(0, 1))
    tally = run(job, Local(), rounds, None, dealt, stop)
    if stop.is_set():
        raise KeyboardInterrupt
    _, bets = job.results(tally).strategies[setup.strategies[0]]
    return {
        "rounds": f"{tally.rounds:,}",
        "seed": SEED,
        "bets": ", ".join(f"{game.spot(spot).label} {dollars(cents)}" for spot, cents in setup.bets.items()),
        "rows": [row for bet in bets.values() for row in _rows(bet_label(game, bet.bet.name), bet)],
    }


def _rows(label: str, bet: BetResult) -> Iterator[Json]:
    if bet.exact is None:
        return
    made = f"{bet.observations:,}"
    yield _row(f"{label}: expected value", made, bet.exact.expected_value, bet.mean, bet.standard_error)
    hits = bet.exact.hit_frequency
    error = sqrt(hits * (1 - hits) / bet.observations)
    yield _row(f"{label}: hit frequency", made, hits, bet.hit_frequency, error)


def _row(figure: str, made: str, exact: Fraction, simulated: Fraction, error: float) -> Json:
    """An exact figure beside a simulated one, and how many standard errors lie between them."""
    return {
        "figure": figure,
        "observations": made,
        "exact": decimal(exact),
        "simulated": decimal(simulated),
        "error": decimal(error),
        "z": decimal(float(simulated - exact) / error, 2, sign=True) if error else "–",
    }


def published(kind: type[Game[Any]]) -> Json:
    """Every published figure by its place in the document, and how many of each verdict there are."""
    findings = audit(kind)
    places: dict[str, list[Finding]] = {}
    for finding in findings:
        places.setdefault(finding.place, []).append(finding)
    return {
        "verdicts": [{"verdict": verdict, "count": count} for verdict, count in verdicts(findings).items()],
        "places": [
            {
                "place": place,
                "figures": [_figure(finding) for finding in found],
                "tried": [tried for finding in found for tried in _tried(finding)],
                "notes": list(dict.fromkeys(finding.note for finding in found if finding.note and _is_off(finding))),
            }
            for place, found in places.items()
        ],
    }


def _figure(finding: Finding) -> Json:
    exact = apart = ""
    if finding.printed and finding.exact and finding.difference is not None:
        exact = finding.printed.finer(finding.exact.value)
        apart = finding.printed.finer(finding.difference)
    return {
        "label": finding.label,
        "printed": finding.text.replace("-", "−"),
        "exact": exact.replace("-", "−"),
        "difference": apart.replace("-", "−"),
        "verdict": finding.verdict,
    }


def _is_off(finding: Finding) -> bool:
    """Return True if a figure does not come out, or only nearly."""
    return finding.plain_verdict in ("rounding", "not reproduced")


def _tried(finding: Finding) -> Iterator[Json]:
    """Say what was tried where a figure does not come out: other readings, and chance for a simulated one."""
    if finding.printed is None or not _is_off(finding):
        return
    figure = {"label": finding.label, "printed": finding.text.replace("-", "−")}
    for reading in finding.readings:
        value = reading.exact.value
        comes_to = finding.printed.finer(value).replace("-", "−")
        how = f"{reading.words} ({reading.command})" if reading is finding.explained_by else reading.words
        yield figure | {"reading": how, "comes_to": comes_to, "verdict": finding.verdict_of(reading)}
    away = finding.standard_errors_away
    if away is not None:
        yield figure | {
            "reading": f"chance, as it was simulated over {finding.rounds:,} rounds",
            "comes_to": f"{away:.1f} standard errors",
            "verdict": "chance can do that" if away <= SAMPLING_ERROR else "chance does not do that",
        }
