"""Simulated rounds for people: tables of what was found, beside what is exact."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from rich.table import Table as Grid
from rich.text import Text

from croupier.chips import dollars
from croupier.cli.printing.grids import grid, plain_console
from croupier.english import counted
from croupier.simulate.pot_runs.pot_counts import ENDINGS, PotTally, average
from croupier.simulate.results import PERCENTILES, BetResult, Hours, Results
from croupier.simulate.setup import Setup

MOST_ROWS: Final = 24
"""More net results than this are not listed; they are in the JSON."""


def show(setup: Setup, seed: str, found: Results, run: str) -> None:
    """Print everything that was found; `run` says how much was done in which time."""
    console = plain_console()
    console.print(_heading(setup, seed, run))
    for strategy, (seats, bets) in found.strategies.items():
        for result in bets.values():
            console.print(_figures(strategy, seats, result, noted=bool(found.note)))
            if 1 < len(result.nets) <= MOST_ROWS:
                console.print(_frequencies(result))
            if any(result.actions):
                shares = (
                    f"{action or 'nothing asked'} {count / result.observations:.4%}"
                    for action, count in result.actions.items()
                )
                console.print("  actions: " + ", ".join(shares))
            console.print()
    if found.note:
        console.print(f"note: {found.note}")
    console.print(_in_order(found))


def outcome_rows(said: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A row for each strategy, bet and net result of what programs are told."""
    return [
        {
            "strategy": played["strategy"],
            "bet": bet,
            "net": outcome["net"],
            "units": float(Fraction(outcome["net"])),
            "count": outcome["count"],
            "frequency": outcome["frequency"],
        }
        for played in said["strategies"]
        for bet, result in played["bets"].items()
        for outcome in result["outcomes"]
    ]


def _heading(setup: Setup, seed: str, run: str) -> Text:
    players = counted(setup.players, "player")
    bets = ", ".join(f"{spot} {dollars(cents)}" for spot, cents in setup.bets.items())
    return Text.assemble((setup.game.title, "bold"), f", {players}, {bets}\n{run}, --seed {seed}\n")


def _figures(strategy: str, seats: list[int], result: BetResult, noted: bool) -> Grid:
    """The figures of a bet; where something is to be noted of the exact ones, z is not shown as if it were a test."""
    whose = "" if len(seats) == 1 else f", seats {', '.join(map(str, seats))}"
    table = grid("figure", "simulated", "exact", title=f"{result.bet.name}, {strategy}{whose}")
    exact = result.exact
    low, high = result.interval
    unit = f"per {result.bet.unit} of {dollars(result.bet.stake)}"
    table.add_row(f"mean, {unit}", _signed(result.mean), "" if exact is None else _signed(exact.expected_value))
    if result.rounds > 1:
        table.add_row("standard error", f"{result.standard_error:.6f}", "")
        table.add_row("95 % interval", f"{low:+.6f} to {high:+.6f}", "")
    if result.z is not None:
        words = "standard errors from the exact value"
        table.add_row(f"{words}, no test: see the note" if noted else f"{words} (z)", f"{result.z:+.2f}", "")
    table.add_row("variance", f"{float(result.variance):.6f}", "" if exact is None else f"{float(exact.variance):.6f}")
    table.add_row(
        "standard deviation",
        f"{result.standard_deviation:.6f}",
        "" if exact is None else f"{exact.standard_deviation:.6f}",
    )
    table.add_row(
        "average wager",
        f"{float(result.average_wager):.6f}",
        "" if exact is None else f"{float(exact.average_wager):.6f}",
    )
    table.add_row(
        "hit frequency",
        f"{float(result.hit_frequency):.4%}",
        "" if exact is None else f"{float(exact.hit_frequency):.4%}",
    )
    return table


def _frequencies(result: BetResult) -> Grid:
    table = grid("net", "times", "frequency", "exact", numbers=slice(None))
    for net, count in sorted(result.nets.items()):
        exact = "" if result.exact is None else f"{float(result.exact.outcomes.get(net, Fraction(0))):.6%}"
        table.add_row(_units(net), f"{count:,}", f"{count / result.observations:.6%}", exact)
    return table


def _in_order(found: Results) -> Text:
    """Streaks and hours."""
    lines = [
        f"longest streak won {found.won.longest}, lost {found.lost.longest}; on average "
        f"{float(found.won.average):.2f} won, {float(found.lost.average):.2f} lost"
    ]
    if found.hours is not None:
        lines += _hours(found.hours)
    if found.pot is not None:
        lines += _pot(*found.pot)
    return Text("\n".join(lines))


def _hours(hours: Hours) -> list[str]:
    seat = hours.seat
    spread = ", ".join(f"{percent} %: {dollars(seat.percentile(percent))}" for percent in PERCENTILES)
    fall = hours.fall
    beyond = f"; {seat.beyond:,} lie beyond the last one and count as there" if seat.beyond else ""
    return [
        f"an hour of {hours.rounds_per_hour} rounds, a player: {spread} (bins of {dollars(seat.cents)}, "
        f"{seat.number:,} hours{beyond})",
        f"an hour's deepest fall: half are below {dollars(fall.percentile(50))}, 95 % below "
        f"{dollars(fall.percentile(95))}, none above {dollars(hours.deepest)}",
    ]


def _pot(pot: PotTally, unit: int) -> list[str]:
    lines = []
    for ended, words in ENDINGS.items():
        pots = int(pot.lengths[ended].sum())
        if pots:
            lines.append(
                f"the pot was {words} {pots:,} times, after {float(average(pot.lengths[ended])):.2f} rounds on "
                f"average, with {float(average(pot.sizes[ended])):.2f} units of {dollars(unit)} in it"
            )
    said = pot.to_json(unit)
    lines.append(f"of each round the house keeps {said['house_cents_per_round']:.2f} cents of the pot")
    return lines


def _signed(value: Fraction) -> str:
    return f"{float(value):+.6f}"


def _units(net: Fraction) -> str:
    return str(net) if net.denominator == 1 else f"{float(net):g}"
