"""`croupier hold`: what a table keeps of what is bought in."""

from __future__ import annotations

import secrets
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from croupier.chips import parse_dollars
from croupier.cli.printing.grids import ForPrograms
from croupier.cli.progress import progress
from croupier.cli.terms import (
    Address,
    Engine,
    GameName,
    Json,
    Output,
    PaytableFiles,
    Paytables,
    SettingWords,
    Workers,
    choose_game,
    table_option,
)
from croupier.errors import Refused, one_of
from croupier.simulate.numbers import read_number, read_rounds
from croupier.simulate.runs.engines import LOCAL

if TYPE_CHECKING:
    from croupier.exact.analysis import Analysis
    from croupier.exact.solver import Solver
    from croupier.table.game import Game


HOURS: Final = "2"
USUAL_PLAYERS: Final = 6

Players = Annotated[int | None, typer.Option(metavar="K", help="How many play; six, or as many as there are seats.")]
Pace = Annotated[
    str, typer.Option("--rounds-per-hour", metavar="R", help="The pace; by the number of players if not said.")
]
Seed = Annotated[str | None, typer.Option(metavar="WORDS", help="The same words give the same result.")]


def hold(
    game: GameName,
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
    engine: Engine = LOCAL,
    address: Address = "",
    workers: Workers = 0,
    paytable: Paytables = [],  # noqa: B006
    paytable_file: PaytableFiles = [],  # noqa: B006
    set_: SettingWords = [],  # noqa: B006
    output: Output = None,
    table: Annotated[str, table_option("hold")] = "",
    json: Json = False,
) -> None:
    """Simulate sessions with a bankroll to find a table's hold.

    The churn formula and the manufacturer's estimate stand beside it.
    """
    from croupier.cli.printing.hold_figures import Held, show_hold
    from croupier.cli.simulation_runs import SimulationRun
    from croupier.contract import chosen_json
    from croupier.exact.solver import solver_of
    from croupier.simulate.bankroll.holds import churn, printed_holds, tables_of, with_errors
    from croupier.simulate.bankroll.sessions import SessionJob, SessionPlan, check_sessions
    from croupier.simulate.runs.runner import Stretch

    programs = ForPrograms("hold", json, output, table)
    solver = solver_of(choose_game(game, set_, paytable, paytable_file))
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
    """How many play: as many as are said, or six where there are seats for them."""
    if players is None:
        return min(USUAL_PLAYERS, game.seats)
    if not 1 <= players <= game.seats:
        raise Refused(f"{game.title} has 1 to {game.seats} players, not {players}")
    return players


def rounds_an_hour(said: str, players: int) -> Fraction:
    """The pace that is said, or the one assumed for so many players."""
    from croupier.simulate.runs.pace import pace

    if not said:
        return pace(players)
    an_hour = read_number("--rounds-per-hour", said)
    if an_hour <= 0:
        raise Refused(f"--rounds-per-hour {said} deals nothing; write rounds above zero, as in 30")
    return an_hour


def _worse(solver: Solver, bet: str, stake: Fraction, name: str) -> Analysis:
    """The bet as it is played by a strategy that a person can remember."""
    known = {strategy.name: strategy.analysis for strategy in solver.strategies(stake) if strategy.analysis.bet == bet}
    if not known:
        raise Refused(f"{bet} has no strategy to err by; leave --error-rate out")
    if name not in known:
        raise one_of("strategy", name, list(known), f"errors on {bet}")
    return known[name]
