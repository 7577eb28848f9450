"""A document's own figures beside the exact ones, as a paper shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from croupier.contract import Json, verdicts
from croupier.exact.claims import Finding, audit
from croupier.table.game import Game

SAMPLING_ERROR: Final = 3.0
"""Standard errors beyond which a difference is not laid to chance."""


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
    """Whether a figure does not come out, or only nearly."""
    return finding.plain_verdict in ("rounding", "not reproduced")


def _tried(finding: Finding) -> Iterator[Json]:
    """What was tried where a figure does not come out: other readings, and what chance does to a simulated one."""
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
