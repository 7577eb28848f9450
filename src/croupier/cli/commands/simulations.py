"""Commands that simulate: whole tables, pieces of them, and sessions with a bankroll."""

from __future__ import annotations

import secrets
import sys
from dataclasses import asdict
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from croupier.chips import BREAKAGE_RULES, parse_dollars
from croupier.cli import terms
from croupier.cli.output import ForPrograms, print_json, with_digest
from croupier.cli.progress import progress
from croupier.errors import Refused, one_of
from croupier.jurisdictions import UNREGULATED
from croupier.shown import result_files
from croupier.simulate.numbers import read_number, read_rounds
from croupier.simulate.runs.engines import LOCAL

if TYPE_CHECKING:
    from croupier.exact.analysis import Analysis
    from croupier.exact.solver import Solver
    from croupier.table.game import Game


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
    from croupier.cli.printing.simulation_tables import outcome_rows, show
    from croupier.cli.simulation_runs import PartOfRun, SimulationRun, make_ready
    from croupier.contract import simulation_json
    from croupier.simulate.by_engine import is_own
    from croupier.simulate.pots import check_pot
    from croupier.simulate.runs.pieces import KEY, described, read_piece
    from croupier.simulate.setup import Habits, Setup, whole_pace
    from croupier.simulate.table_runs import playable, run
    from croupier.simulate.tally import check_hour

    chosen = terms.choose_game(game, set_, paytable, paytable_file)
    wanted = read_rounds(rounds) if rounds else None
    if wanted is None and until_se is None:
        raise Refused("say how many --rounds to simulate, as in --rounds 1e6, or to which precision with --until-se")
    if until_se is not None and not until_se > 0:
        raise Refused(f"--until-se {until_se} cannot be reached; write units of the bet above zero, as in 0.001")
    if output is not None:
        result_files.check(output)
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
    setup = playable(setup, bool(staked), lambda words: print(f"croupier: warning: {words}", file=sys.stderr))
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
    from croupier.cli.printing.simulation_tables import outcome_rows, show
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


HOURS: Final = "2"
USUAL_PLAYERS: Final = 6

Players = Annotated[int | None, typer.Option(metavar="K", help="How many play; six, or as many as there are seats.")]
Pace = Annotated[
    str, typer.Option("--rounds-per-hour", metavar="R", help="The pace; by the number of players if not said.")
]
Seed = Annotated[str | None, typer.Option(metavar="WORDS", help="The same words give the same result.")]


def hold(
    game: terms.GameName,
    buy_in: Annotated[str, typer.Option(metavar="DOLLARS", help="What a player buys in for, once.")] = "200",
    bet: Annotated[str, typer.Option(metavar="DOLLARS", help="One unit of the bet, as the Ante is.")] = "10",
    bet_on: Annotated[str, typer.Option(metavar="BET", help="Which bet; the first if not said.")] = "",
    hours: Annotated[str, typer.Option(metavar="H", help=f"How long a session is; {HOURS} if not said.")] = "",
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds it has, in place of hours.")] = "",
    goal: Annotated[str, typer.Option(metavar="DOLLARS", help="How far ahead a player leaves.")] = "",
    players: Players = None,
    rounds_per_hour: Pace = "",
    error_rate: Annotated[
        str, typer.Option(metavar="P", help="The share of rounds played by the worse way of --errs-as.")
    ] = "0",
    errs_as: Annotated[str, typer.Option(metavar="STRATEGY", help="How rounds with errors are played.")] = "simple",
    risk: Annotated[float, typer.Option(metavar="P", help="The risk of ruin to tell the bankroll for.")] = 0.05,
    sessions: Annotated[str, typer.Option(metavar="N", help="How many sessions are simulated.")] = "1e5",
    seed: Seed = None,
    engine: terms.Engine = LOCAL,
    address: terms.Address = "",
    workers: terms.Workers = 0,
    paytable: terms.Paytables = [],  # noqa: B006
    paytable_file: terms.PaytableFiles = [],  # noqa: B006
    set_: terms.SettingWords = [],  # noqa: B006
    output: terms.Output = None,
    table: Annotated[str, terms.table_option("hold")] = "",
    json: terms.Json = False,
) -> None:
    """Simulate sessions with a bankroll to find a table's hold.

    The churn formula and the manufacturer's estimate stand beside it.
    """
    from croupier.cli.printing.simulation_tables import Held, show_hold
    from croupier.cli.simulation_runs import SimulationRun
    from croupier.contract import chosen_json
    from croupier.exact.solver import solver_of
    from croupier.simulate.runs.runner import Stretch
    from croupier.simulate.sessions import (
        SessionJob,
        SessionPlan,
        check_sessions,
        churn,
        printed_holds,
        tables_of,
        with_errors,
    )

    programs = ForPrograms("hold", json, output, table)
    solver = solver_of(terms.choose_game(game, set_, paytable, paytable_file))
    if hours and rounds:
        raise Refused(f"a session has --hours {hours} or --rounds {rounds}; say one of them")
    seats = how_many(solver.game, players)
    an_hour = rounds_an_hour(rounds_per_hour, seats)
    length = read_rounds(rounds) if rounds else floor(read_number("--hours", hours or HOURS) * an_hour)
    plan = SessionPlan(parse_dollars(buy_in), parse_dollars(bet), length, parse_dollars(goal) if goal else None)
    share = read_number("--error-rate", error_rate)
    words = secrets.token_hex(8) if seed is None else seed
    number = read_rounds(sessions, "sessions")
    check_sessions(number, risk)
    running = SimulationRun(engine, address, workers)
    with progress(f"solving {solver.game.title}"):
        stake = Fraction(plan.stake, 100)
        best = solver.outcomes_of(bet_on, stake)
        played = with_errors(best, _worse(solver, best.bet, stake, errs_as), share) if share else best
        job = SessionJob(played, plan, words)
        job.deal(Stretch(0, 1))
    found = job.results(running.deal(job, number, "sessions"))
    held = Held(
        game=solver.game,
        best=best,
        sessions=found,
        churn=churn(played, plan),
        printed=printed_holds(tables_of(solver.game, best.bet)),
        bankroll=found.bankroll(risk),
        players=seats,
        rounds_per_hour=an_hour,
        pace_assumed=not rounds_per_hour,
        error_rate=share,
        errs_as=errs_as if share else None,
        seed=words,
    )
    if programs:
        programs.tell(chosen_json(solver.game) | held.to_json() | {"run": running.to_json(len(found), "sessions")})
    if json:
        return
    show_hold(held, running.words(len(found), "sessions"))


def how_many(game: Game[Any], players: int | None) -> int:
    """Return the number of players: the one given, or six if there are seats for them."""
    if players is None:
        return min(USUAL_PLAYERS, game.seats)
    if not 1 <= players <= game.seats:
        raise Refused(f"{game.title} has 1 to {game.seats} players, not {players}")
    return players


def rounds_an_hour(said: str, players: int) -> Fraction:
    """Return the pace that is given, or the one assumed for so many players."""
    from croupier.simulate.setup import pace

    if not said:
        return pace(players)
    an_hour = read_number("--rounds-per-hour", said)
    if an_hour <= 0:
        raise Refused(f"--rounds-per-hour {said} deals nothing; write rounds above zero, as in 30")
    return an_hour


def _worse(solver: Solver, bet: str, stake: Fraction, name: str) -> Analysis:
    """Return the analysis of a bet played by a named short strategy."""
    known = {strategy.name: strategy.analysis for strategy in solver.strategies(stake) if strategy.analysis.bet == bet}
    if not known:
        raise Refused(f"{bet} has no strategy to err by; leave --error-rate out")
    if name not in known:
        raise one_of("strategy", name, list(known), f"errors on {bet}")
    return known[name]
