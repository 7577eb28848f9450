"""Commands that check what can be trusted: rounds and papers, and the random number generator."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
import typer
from rich.text import Text

from croupier import __version__
from croupier.cli.output import print_json
from croupier.cli.progress import progress
from croupier.cli.screen import LOSE, PUSH, WIN, Screen
from croupier.cli.terms import Json
from croupier.errors import Refused
from croupier.extras import need

if TYPE_CHECKING:
    from croupier.checks import Check, Verified
    from croupier.rng_tests.battery import Dieharder, Samples, Verdict

NOT_RIGHT: Final = 1
"""The exit status when something was checked and does not hold."""
STYLES: Final = {"holds": WIN, "fails": LOSE, "open": PUSH}


def verify(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="An exported round, a log of `croupier play --log`, or a paper of `report` or `close`.",
        ),
    ],
    seen: Annotated[
        list[str],
        typer.Option(metavar="HASH", help="A hash that the house showed you before or after the round; repeatable."),
    ] = [],  # noqa: B006
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The public key of the house that should have signed it, or its checkpoint.",
        ),
    ] = None,
    partial: Annotated[
        bool,
        typer.Option(
            "--partial", help="Accept what cannot be compared, and name it; do not deal a paper's simulation again."
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Verify exported rounds or a paper, without the house.

    Of a round, the signature, commitment, shuffle, decisions, payouts and hash chain are checked.
    What cannot be compared counts as a failure.
    """
    from croupier.floor.signatures import read_keys
    from croupier.reports.inputs import is_paper

    one = "paper" if is_paper(file) else "round"
    if one != "round" and seen:
        raise Refused(f"{file} is a {one}; a hash that the house showed is looked for in a round")
    keys = [] if key is None else read_keys(key)
    verified = [_check_paper(file, partial, keys)] if one == "paper" else _check_rounds(file, seen, keys)
    holds = all(each.holds and (partial or not each.not_compared) for each in verified)
    if json:
        print_json(
            "verify",
            {
                "version": __version__,
                "file": str(file),
                f"{one}s": [_verified_json(one, each) for each in verified],
                "partial": partial,
                "holds": holds,
            },
        )
    else:
        _show_verified(verified, partial, Screen())
    if not holds:
        raise typer.Exit(NOT_RIGHT)


def _check_rounds(file: Path, seen: list[str], keys: list[str]) -> list[Verified]:
    from croupier.floor.fairness.verify import read_rounds, verify

    rounds = read_rounds(file)
    if seen and len(rounds) > 1:
        raise Refused(f"{file} has {len(rounds)} rounds; a hash that the house showed is looked for in one")
    return [verify(round, seen, keys) for round in rounds]


def _check_paper(file: Path, partial: bool, keys: list[str]) -> Verified:
    need("reports")
    from croupier.floor.pit.day_close import check_close
    from croupier.reports.checking import check_paper, open_paper

    is_close = open_paper(file).kind == "close"
    if keys and not is_close:
        raise Refused(f"{file} is a paper about a game, which no house signs: making it again proves it")
    with progress(f"computing {file} again"):
        return check_close(file, partial, keys) if is_close else check_paper(file, partial)


def _verified_json(what: str, verified: Verified) -> dict[str, Any]:
    checks = [{"check": check.name, "verdict": check.verdict, "found": check.found} for check in verified.checks]
    made_by = {"version": verified.version, "behaviour": verified.behaviour}
    found = {"checks": checks, "not_compared": verified.not_compared, "holds": verified.holds}
    return {what: verified.title, **made_by, **found}


def _show_verified(verified: list[Verified], partial: bool, screen: Screen) -> None:
    for number, round in enumerate(verified, start=1):
        screen.say(f"{number}. {round.title}" if len(verified) > 1 else round.title)
        for check in round.checks:
            screen.say(Text.assemble("  ", _verdict(check.verdict), f"  {check.name:<10}  {check.found}"))
    verdicts = [check.verdict for round in verified for check in round.checks]
    fails = verdicts.count("fails")
    not_compared = ", ".join(dict.fromkeys(name for round in verified for name in round.not_compared))
    if fails:
        screen.say(f"{fails} of {len(verdicts)} checks fail")
    elif not_compared and partial:
        screen.say(f"all that was compared holds; not compared: {not_compared}")
    elif not_compared:
        screen.say(f"not compared: {not_compared}; nothing else fails, and --partial accepts that")
    else:
        screen.say(f"all {len(verdicts)} checks hold" if len(verdicts) > 1 else "the check holds")


def print_checks(checks: Iterable[Check], said: str) -> None:
    """Print checks and the verdict on all of them."""
    screen = Screen()
    for check in checks:
        screen.say(Text.assemble(_verdict(check.verdict), f"  {check.name:<10}  {check.found}"))
    screen.say(said)


def _verdict(verdict: str) -> tuple[str, str]:
    return f"{verdict.upper() if verdict == 'fails' else verdict:<5}", STYLES[verdict]


def rng_test(
    samples: Annotated[
        int, typer.Option(metavar="N", help="Decks and rolls, 1000 to 1000000; eight raw words each.")
    ] = 100_000,
    seed: Annotated[str | None, typer.Option(metavar="WORDS", help="Words for the same samples again.")] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the samples and results here, for a laboratory.")
    ] = None,
    json: Json = False,
) -> None:
    """Run the random number tests that laboratories ask for, at 99 %."""
    import secrets

    need("lab")
    from croupier.rng_tests.battery import (
        as_json,
        ask_dieharder,
        check_number,
        draw_samples,
        empty_folder,
        run_tests,
        write_samples,
    )
    from croupier.table.chance import seed_from

    check_number(samples)
    folder = empty_folder(output) if output is not None else None
    with progress(f"drawing {samples} decks and rolls, and testing them"):
        drawn = draw_samples(seed_from(seed) if seed is not None else secrets.token_bytes(32), samples)
        verdict = run_tests(drawn)
    with TemporaryDirectory() as temporary:
        written = folder or Path(temporary)
        write_samples(drawn, written)
        opinion = ask_dieharder(written / "raw.bin", len(drawn.words))
        report = as_json(drawn, verdict, seed) | {"dieharder": _dieharder_json(opinion)}
        if folder is not None:
            (folder / "report.json").write_bytes(msgspec.json.format(msgspec.json.encode(report)) + b"\n")
    if json:
        print_json("rng-test", report)
    else:
        _show_verdict(drawn, verdict, opinion, folder, Screen())
    if not (verdict.passes and opinion.passes):
        raise typer.Exit(NOT_RIGHT)


def _dieharder_json(opinion: Dieharder) -> dict[str, Any]:
    results = [{"test": one.test, "p": one.p, "assessment": one.assessment} for one in opinion.opinions]
    return {"results": results, "passes": opinion.passes, "remark": opinion.remark}


def _show_verdict(samples: Samples, verdict: Verdict, opinion: Dieharder, folder: Path | None, screen: Screen) -> None:
    screen.say(f"{len(samples.words)} raw words, {len(samples.decks)} decks, {len(samples.rolls)} rolls of two dice")
    screen.say(f"seed {samples.seed.hex()}")
    screen.say(f"{'test at 99 %':<20} {'made':>6} {'failed':>7} {'by chance':>10} {'at most':>8}")
    for tally in verdict.tallies:
        few = tally.failed <= tally.most_failed
        row = f"{tally.test:<20} {tally.tests:>6} {tally.failed:>7} {tally.expected:>10.2f} {tally.most_failed:>8}"
        screen.say(Text(row, "" if few else LOSE))
    screen.say(f"{'all':<20} {len(verdict.results):>6} {verdict.failed:>7} {verdict.expected:>10.2f}")
    worst = verdict.smallest
    screen.say(
        f"smallest p-value {worst.p:.3g}: {worst.test} of {worst.sample}; the verdict fails below {verdict.least_p:.3g}"
    )
    for one in opinion.opinions:
        screen.say(f"dieharder {one.test}: p-value {one.p:.4f}, {one.assessment.lower()}")
    if opinion.remark:
        screen.say(opinion.remark)
    if folder is not None:
        screen.say(f"samples and report.json are in {folder}")
    passes = verdict.passes and opinion.passes
    screen.say(Text("the generator passes" if passes else "the generator FAILS", WIN if passes else LOSE))
