"""`croupier preflight`: what keeps a submission from being sent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli import terms
from croupier.cli.commands.verification import NOT_RIGHT, print_checks
from croupier.cli.printing.grids import print_json
from croupier.cli.progress import progress
from croupier.jurisdictions import UNREGULATED

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
