"""`croupier simulate`: whole tables dealt by the million, beside the exact figures."""

from __future__ import annotations

import secrets
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from croupier.chips import BREAKAGE_RULES, parse_dollars
from croupier.cli import terms
from croupier.cli.printing.grids import print_json, with_digest
from croupier.errors import Refused
from croupier.jurisdictions import UNREGULATED
from croupier.shown import result_files
from croupier.simulate.numbers import read_rounds
from croupier.simulate.runs.engines import LOCAL


def simulate(
    game: terms.GameName,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds: 1000000, 1_000_000 or 1e6.")] = "",
    players: Annotated[int, typer.Option(metavar="K", help="How many players sit at the table.")] = 1,
    strategy: Annotated[
        str,
        typer.Option(
            **terms.words("optimal", "simple", "automatic", "searched", or_else="FILE.py:FUNCTION"),
            help="How they play: a name, or names for each seat with commas.",
        ),
    ] = "optimal",
    bet: Annotated[
        list[str], typer.Option("--bet", metavar="SPOT=DOLLARS", help="What each player bets. Repeatable.")
    ] = [],  # noqa: B006
    variant: Annotated[str, typer.Option(metavar="NAME", help="The game always called, where a table has two.")] = "",
    pot: Annotated[bool, typer.Option("--pot", help="Play for the Cincy Pot as well.")] = False,
    join: Annotated[float, typer.Option(metavar="P", help="The chance to come into the pot, each round.")] = 1.0,
    skip: Annotated[float, typer.Option(metavar="P", help="The chance to sit a round of the pot out.")] = 0.0,
    leave: Annotated[float, typer.Option(metavar="P", help="The chance to leave the table, each round.")] = 0.0,
    fresh_shoe: Annotated[bool, typer.Option("--fresh-shoe", help="A new shoe for every round.")] = False,
    error_rate: Annotated[float, typer.Option(metavar="P", help="The chance that a decision is any other.")] = 0.0,
    until_se: Annotated[
        float | None, typer.Option("--until-se", metavar="X", help="Stop once the standard error is this small.")
    ] = None,
    seed: Annotated[str | None, typer.Option(metavar="WORDS", help="The same words deal the same rounds.")] = None,
    rounds_per_hour: Annotated[
        int | None, typer.Option(metavar="R", help="The pace; by the number of players if not said.")
    ] = None,
    engine: terms.Engine = LOCAL,
    address: terms.Address = "",
    workers: terms.Workers = 0,
    output: terms.Output = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on where the run in this file was stopped.")
    ] = None,
    first: Annotated[str, typer.Option("--from", metavar="N", help="Deal from this round, a multiple of 4096.")] = "",
    last: Annotated[str, typer.Option("--to", metavar="N", help="Deal up to this round, for `croupier merge`.")] = "",
    paytable: terms.Paytables = [],  # noqa: B006
    paytable_file: terms.PaytableFiles = [],  # noqa: B006
    set_: terms.SettingWords = [],  # noqa: B006
    limit: terms.Limits = [],  # noqa: B006
    chip: terms.Chip = "1",
    breakage: terms.BreakageRule = BREAKAGE_RULES[0],
    jurisdiction: terms.Place = UNREGULATED,
    jurisdiction_file: terms.PlaceOfOwn = None,
    date: terms.Day = "",
    json: terms.Json = False,
) -> None:
    """Simulate a table: means, errors, frequencies, streaks and hours."""
    from croupier.cli.printing.simulation_figures import outcome_rows, show
    from croupier.cli.simulation_runs import PartOfRun, SimulationRun, make_ready, paid_by_kernel
    from croupier.contract import simulation_json
    from croupier.simulate.by_engine import AUTOMATIC, SEARCHED, is_own
    from croupier.simulate.pot_runs.pot_kernel import check_pot
    from croupier.simulate.runs.pace import whole_pace
    from croupier.simulate.runs.pieces import KEY, described, read_piece
    from croupier.simulate.runs.prepared import kernel_of
    from croupier.simulate.runs.runner import run
    from croupier.simulate.setup import OPTIMAL, Habits, Setup
    from croupier.simulate.tally import check_hour

    chosen = terms.choose_game(game, set_, paytable, paytable_file)
    wanted = read_rounds(rounds) if rounds else None
    if wanted is None and until_se is None:
        raise Refused("say how many --rounds to simulate, as in --rounds 1e6, or to which precision with --until-se")
    if until_se is not None and not until_se > 0:
        raise Refused(f"--until-se {until_se} cannot be reached; write units of the bet above zero, as in 0.001")
    if output is not None:
        result_files.check(output)
    if strategy == OPTIMAL and kernel_of(chosen) is None:
        words = (
            f"{chosen.title} is of no family that has a kernel; its automatic seats are dealt by the engine, beside "
            f"exact figures of bets that no answer changes (--strategy {SEARCHED} plays what the search finds best)"
        )
        print(f"croupier: warning: {words}", file=sys.stderr)
        strategy = AUTOMATIC
    if not pot and (join, skip, leave) != (1.0, 0.0, 0.0):
        raise Refused("--join, --skip and --leave are chances of players of the pot; add --pot, or leave them out")
    staked = {spot: parse_dollars(dollars) for spot, dollars in terms.pairs("--bet", "SPOT=DOLLARS", bet).items()}
    setup = Setup(
        game=chosen,
        players=players,
        strategies=tuple(strategy.split(",")),
        bets=staked,
        placard=terms.choose_placard(chosen, limit, chip, breakage, "", jurisdiction, date, jurisdiction_file),
        variant=variant or None,
        error_rate=error_rate,
        pot=Habits(join, skip, leave) if pot else None,
        fresh_shoe=fresh_shoe,
    )
    setup = paid_by_kernel(setup, bool(staked))
    check_pot(setup)
    an_hour = whole_pace(players) if rounds_per_hour is None else rounds_per_hour
    check_hour(an_hour)
    part = PartOfRun.of(wanted, first, last, resume, until_se)
    if (part.end or resume) and seed is None and not (resume and resume.exists()):
        raise Refused("pieces of a simulation are dealt from one seed; say it, as in --seed tuesday")
    if resume is not None and resume.exists() and seed is None:
        seed = read_piece(resume).simulation.get("seed")
    words = secrets.token_hex(8) if seed is None else seed
    running = SimulationRun(engine, address, workers, compiled=not any(map(is_own, setup.strategies)))
    simulation = described(setup, words, an_hour)
    before = part.before(simulation)
    job = make_ready(setup, words, an_hour)
    piece = None
    if part.end is None:
        with running.watched(wanted) as tell:
            tally = run(job, running.runner, wanted, until_se, tell, running.stop)
    else:
        tally, piece = part.deal(job, running, simulation, before)
    if not tally.rounds:
        raise Refused("stopped before there were any rounds")
    found = job.results(tally)
    figures = simulation_json(setup, words, found)
    dealt = tally.rounds - (before.rounds if before else 0)
    said = figures | {"run": running.to_json(dealt)}
    if output is not None:
        whole = with_digest("simulate", said) | ({KEY: asdict(piece)} if piece else {})
        result_files.write(output, whole, outcome_rows(whole))
    if json:
        print_json("simulate", said)
        return
    earlier = f", after {before.rounds:,} that are in {resume}" if before else ""
    show(setup, words, found, running.words(dealt) + earlier)
    if piece is not None and running.stopped and resume is not None:
        print(f"{piece.rounds:,} rounds are in {resume}; the same command goes on from there")


def merge(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Pieces of one simulation.")],
    output: terms.Output = None,
    json: terms.Json = False,
) -> None:
    """Merge pieces of one simulation, as if dealt in one go."""
    from croupier.cli.printing.simulation_figures import outcome_rows, show
    from croupier.cli.simulation_runs import make_ready
    from croupier.contract import simulation_json
    from croupier.games import game_named
    from croupier.simulate.runs.pieces import KEY, Piece, check_same, merged, read_piece, set_up, write_tally

    if output is not None:
        result_files.check(output)
    pieces = [(str(path), read_piece(path)) for path in files]
    simulation = pieces[0][1].simulation
    for name, piece in pieces:
        check_same(name, piece, simulation)
    setup, seed, an_hour = set_up(simulation, game_named)
    job = make_ready(setup, seed, an_hour)
    tally, spans = merged(pieces, job)
    found = job.results(tally)
    figures = simulation_json(setup, seed, found)
    said = figures | {"spans": [list(span) for span in spans]}
    if output is not None:
        piece = Piece(simulation, write_tally(tally), spans)
        whole = with_digest("merge", said) | {KEY: asdict(piece)}
        result_files.write(output, whole, outcome_rows(whole))
    if json:
        print_json("merge", said)
        return
    told = " and ".join(f"{first:,} to {end:,}" for first, end in spans)
    show(setup, seed, found, f"rounds {told}, of {len(pieces)} {'piece' if len(pieces) == 1 else 'pieces'}")
