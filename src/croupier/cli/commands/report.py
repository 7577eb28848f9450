"""Commands that write and check papers: report and preflight."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from croupier.cli import terms
from croupier.cli.commands.verification import NOT_RIGHT, print_checks
from croupier.cli.output import print_json
from croupier.cli.progress import progress
from croupier.extras import need
from croupier.jurisdictions import UNREGULATED

if TYPE_CHECKING:
    from croupier.reports.papers import ProgressCallbacks


def report(
    game: terms.GameName,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write it: a .pdf, .html or .svg.")
    ],
    kind: Annotated[
        str,
        typer.Option(
            **terms.words("math", "rules", "strategy", "pocket", "layout", "rack", "dealer", "submission"),
            help="Which paper.",
        ),
    ] = "math",
    paytable: terms.Paytables = [],  # noqa: B006
    paytable_file: terms.PaytableFiles = [],  # noqa: B006
    set_: terms.SettingWords = [],  # noqa: B006
    stake: terms.Stake = "1",
    limit: terms.Limits = [],  # noqa: B006
    chip: terms.Chip = "1",
    breakage: terms.BreakageRule = "exact",
    aggregate: terms.Aggregate = "",
    jurisdiction: terms.Place = UNREGULATED,
    jurisdiction_file: terms.PlaceOfOwn = None,
    date: terms.Day = "",
    simulate: Annotated[
        str,
        typer.Option(
            metavar="ROUNDS",
            help="Confirm the mathematics by so many rounds, and tell exposure: 1000000 or 1e8; a submission has 1e8 "
            "unless another number is said, or 0.",
        ),
    ] = "",
    submission_file: SubmissionFile = None,
    table: Annotated[
        str, typer.Option(**terms.words("blackjack", "large", "small"), help="The table that a layout is drawn for.")
    ] = "",
    for_printer: Annotated[
        bool, typer.Option("--for-printer", help="Draw a layout with bleed, crop marks and inks.")
    ] = False,
) -> None:
    """Write a paper: math report, rules, strategy, layout, submission."""
    from croupier.contract import read_stake

    need("reports")
    from croupier.reports.inputs import Cover, format_of, inputs_of, missing, read_cover, usual_rounds
    from croupier.reports.typesetting import check_writable, make, write
    from croupier.simulate.numbers import read_rounds

    chosen = terms.choose_game(game, set_, paytable, paytable_file)
    placard = terms.said_placard(limit, chip, breakage, aggregate, jurisdiction, date, jurisdiction_file)
    placard.posted(chosen)
    day = placard.day.isoformat() if date or placard.jurisdiction != UNREGULATED else ""
    none = simulate.strip() == "0"
    rounds = usual_rounds(kind, chosen) if not simulate else 0 if none else read_rounds(simulate)
    cover = None if submission_file is None else read_cover(submission_file)
    said = (read_stake(stake), placard.jurisdiction, day, rounds, placard, cover, table, for_printer)
    inputs = inputs_of(kind, chosen, *said)
    format = format_of(output, inputs.kind)
    check_writable(output)
    with _told(chosen.title, rounds) as callbacks:
        paper = make(inputs, format, callbacks)
    write(output, paper)
    print(output)
    if inputs.kind == "submission" and (empty := missing(cover or Cover())):
        how = "write them into the file" if cover else "--submission-file FILE gives them, a TOML file"
        print(f"left blank on the first page: {', '.join(empty)}; {how}", file=sys.stderr)


@contextmanager
def _told(title: str, rounds: int) -> Iterator[ProgressCallbacks]:
    """Show progress: step by step on a terminal, else in one line."""
    from croupier.reports.papers import ProgressCallbacks

    errors = Console(stderr=True)
    if not errors.is_terminal:
        with progress(f"making a paper of {title}"):
            yield ProgressCallbacks()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as shown:
        task = shown.add_task(title, total=None)
        yield ProgressCallbacks(
            lambda words: shown.reset(task, description=f"{title}: {words}", total=None),
            lambda dealt: shown.update(task, total=rounds, advance=dealt),
        )


SubmissionFile = Annotated[
    Path | None,
    typer.Option("--submission-file", metavar="FILE", help="Applicant, revision, contact and so on, in a TOML file."),
]


def preflight(
    game: terms.GameName,
    paytable: terms.Paytables = [],  # noqa: B006
    paytable_file: terms.PaytableFiles = [],  # noqa: B006
    set_: terms.SettingWords = [],  # noqa: B006
    limit: terms.Limits = [],  # noqa: B006
    chip: terms.Chip = "1",
    breakage: terms.BreakageRule = "exact",
    aggregate: terms.Aggregate = "",
    jurisdiction: terms.Place = UNREGULATED,
    jurisdiction_file: terms.PlaceOfOwn = None,
    date: terms.Day = "",
    submission_file: SubmissionFile = None,
    json: terms.Json = False,
) -> None:
    """Check a submission before it is sent.

    Stakes, limits, settings, postings and the fields of the first page are checked.
    """
    from croupier.reports.inputs import Cover, read_cover
    from croupier.reports.preflight_checks import preflight as checks_of

    chosen = terms.choose_game(game, set_, paytable, paytable_file)
    placard = terms.said_placard(limit, chip, breakage, aggregate, jurisdiction, date, jurisdiction_file)
    cover = Cover() if submission_file is None else read_cover(submission_file)
    with progress(f"checking a submission of {chosen.title}"):
        checks = checks_of(chosen, placard, cover)
    ready = all(check.verdict != "fails" for check in checks)
    if json:
        said = [{"check": check.name, "verdict": check.verdict, "found": check.found} for check in checks]
        print_json(
            "preflight",
            {"game": chosen.name, "jurisdiction": placard.jurisdiction, "day": placard.day.isoformat()}
            | {"checks": said, "ready": ready},
        )
    else:
        print_checks(checks, "ready to be sent" if ready else "not ready to be sent")
    if not ready:
        raise typer.Exit(NOT_RIGHT)
