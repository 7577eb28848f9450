"""A document's own figures beside the exact ones, as a paper shows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from croupier.contract import Json, verdicts
from croupier.exact.audit import Finding, audit
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
            {"place": place, "figures": [_figure(finding) for finding in found], "notes": _notes(found)}
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


def _notes(findings: Iterable[Finding]) -> list[str]:
    """What was tried where a figure does not come out, and what is to be said of it."""
    notes = []
    for finding in findings:
        if finding.printed is None or finding.verdict not in ("rounding", "not reproduced"):
            continue
        tried = [(reading.words, reading.exact.value) for reading in finding.readings]
        said = [f"{words}: {finding.printed.finer(value)}, {finding.printed.verdict(value)}" for words, value in tried]
        away = finding.standard_errors_away
        if away is not None:
            chance = "chance can do that" if away <= SAMPLING_ERROR else "chance does not do that"
            said.append(f"simulated over {finding.rounds:,} rounds: {away:.1f} standard errors away, {chance}")
        if said:
            notes.append(f"{finding.label}, {finding.text}: {'; '.join(said)}.".replace("-", "−"))
    own = dict.fromkeys(f.note for f in findings if f.note and f.verdict in ("rounding", "not reproduced"))
    return [*notes, *own]
