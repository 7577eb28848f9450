"""`croupier simulate`: whole tables dealt by the million, beside the exact figures."""

from __future__ import annotations

import secrets
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from croupier.chips import BREAKAGE_RULES, parse_dollars
from croupier.cli import terms
from croupier.cli.commands.mathematics import progress
from croupier.cli.printing.grids import print_json
from croupier.cli.printing.simulation_figures import show
from croupier.cli.progress import LOCAL, Address, Engine, SimulationRun, Workers
from croupier.contract import chosen_json
from croupier.errors import Refused
from croupier.jurisdictions import UNREGULATED
from croupier.simulate import result_files
from croupier.simulate.by_engine import AUTOMATIC, SEARCHED, EngineJob, function, is_own
from croupier.simulate.numbers import read_rounds
from croupier.simulate.pace import whole_pace
from croupier.simulate.pot_runs.pot_kernel import check_pot
from croupier.simulate.prepared import check_variant, kernel_of, simulation_of
from croupier.simulate.runner import KernelJob, Stretch, TableJob, run
from croupier.simulate.setup import OPTIMAL, Habits, Setup
from croupier.simulate.tally import check_hour


def simulate(
    game: terms.GameName,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds: 1000000, 1_000_000 or 1e6.")] = "",
    players: Annotated[int, typer.Option(metavar="K", help="How many players sit at the table.")] = 1,
    strategy: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="How they play: a name, names for each seat with commas, or FILE.py:FUNCTION."
        ),
    ] = OPTIMAL,
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
    engine: Engine = LOCAL,
    address: Address = "",
    workers: Workers = 0,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the result to a .json or .parquet.")
    ] = None,
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
    """Deal a table many times over: means with their errors, frequencies, streaks and hours."""
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
            f"{chosen.title} is of no family that has a kernel; its automatic seats are dealt by the engine "
            f"(--strategy {SEARCHED} plays what the search finds best)"
        )
        print(f"croupier: warning: {words}", file=sys.stderr)
        strategy = AUTOMATIC
    setup = Setup(
        game=chosen,
        players=players,
        strategies=tuple(strategy.split(",")),
        bets={spot: parse_dollars(dollars) for spot, dollars in terms.pairs("--bet", "SPOT=DOLLARS", bet).items()},
        placard=terms.choose_placard(chosen, limit, chip, breakage, "", jurisdiction, date, jurisdiction_file),
        variant=variant or None,
        error_rate=error_rate,
        pot=Habits(join, skip, leave) if pot else None,
        fresh_shoe=fresh_shoe,
    )
    check_pot(setup)
    an_hour = whole_pace(players) if rounds_per_hour is None else rounds_per_hour
    check_hour(an_hour)
    words = secrets.token_hex(8) if seed is None else seed
    running = SimulationRun(engine, address, workers, compiled=not any(map(is_own, setup.strategies)))
    job = make_ready(setup, words, an_hour)
    with running.watched(wanted) as tell:
        tally = run(job, running.runner, wanted, until_se, tell, running.stop)
    if not tally.rounds:
        raise Refused("stopped before there were any rounds")
    found = job.results(tally)
    said = _described(setup, words) | found.to_json() | {"run": running.to_json(tally.rounds)}
    if output is not None:
        result_files.write(output, said)
    if json:
        print_json(said)
        return
    show(setup, words, found, running.words(found.rounds))


def make_ready(setup: Setup, seed: str, rounds_per_hour: int) -> TableJob:
    """The table made ready: its strategies looked up, or the user's function found."""
    own = [strategy for strategy in setup.groups if is_own(strategy)]
    if not own:
        with progress(f"looking up the strategies of {setup.game.title}"):
            job = KernelJob.of(simulation_of(setup), seed, rounds_per_hour)
            job.deal(Stretch(0, 1))
            return job
    if len(setup.groups) > 1:
        raise Refused(f"the strategy {own[0]} is a function; it is played by every seat, or by none")
    if setup.error_rate:
        raise Refused(f"the strategy {own[0]} is a function; it can make its errors itself")
    if setup.pot:
        raise Refused(f"the strategy {own[0]} is a function; the pot is played for only with strategies of the kernel")
    check_variant(setup)
    if ":" in own[0]:
        function(own[0])
    return EngineJob(setup, own[0], seed, rounds_per_hour)


def _described(setup: Setup, seed: str) -> dict[str, Any]:
    return chosen_json(setup.game) | {
        "placard": setup.placard.to_json(),
        "players": setup.players,
        "bets": dict(setup.bets),
        "variant": setup.variant,
        "error_rate": setup.error_rate,
        "habits": asdict(setup.pot) if setup.pot else None,
        "fresh_shoe": setup.fresh_shoe,
        "seed": seed,
    }
