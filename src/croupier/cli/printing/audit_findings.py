"""An audit for people: what is printed in each place beside what is exact, and what was tried where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.printing.grids import grid
from croupier.exact.claims import Finding

COLOURS: Final = {"reproduced": "green", "rounding": "yellow", "not reproduced": "red", "not derivable": "dim"}
"""The verdicts, best first."""

SAMPLING_ERROR: Final = 3.0
"""Standard errors beyond which a difference is not laid to chance."""


def shown(title: str, findings: list[Finding]) -> Iterator[RenderableType]:
    """The findings of a game, a table for each place in its document."""
    places: dict[str, list[Finding]] = {}
    for finding in findings:
        places.setdefault(finding.place, []).append(finding)
    for place, found in places.items():
        yield Text.assemble((title, "bold"), f", {place}")
        yield _table(found)
        differ = [finding for finding in found if finding.verdict in ("rounding", "not reproduced")]
        for finding in differ:
            yield Padding(_tried(finding), (0, 0, 0, 2))
        for note in dict.fromkeys(finding.note for finding in differ if finding.note):
            yield Padding(Text(note), (0, 0, 0, 2))
        yield ""


def _table(findings: list[Finding]) -> Grid:
    table = grid("figure", "printed", "exact", "printed less exact", "verdict", numbers=slice(1, 4))
    for finding in findings:
        exact, apart = "", ""
        if finding.printed and finding.exact and finding.difference is not None:
            exact = finding.printed.finer(finding.exact.value)
            apart = finding.printed.finer(finding.difference)
        verdict = Text(finding.verdict, style=COLOURS[finding.verdict])
        table.add_row(finding.label, finding.text, exact, apart, verdict)
    return table


def _tried(finding: Finding) -> Text:
    """A figure that does not come out: by which readings it would, and whether chance could have made it."""
    assert finding.printed is not None
    lines = [f"{finding.label}, {finding.text}:"]
    for reading in finding.readings:
        value = reading.exact.value
        lines.append(f"  {reading.words}: {finding.printed.finer(value)}, {finding.printed.verdict(value)}")
    away = finding.standard_errors_away
    if away is not None:
        chance = "chance can do that" if away <= SAMPLING_ERROR else "chance does not do that"
        lines.append(f"  simulated over {finding.rounds:,} rounds: {away:.1f} standard errors away; {chance}")
    return Text("\n".join(lines))
