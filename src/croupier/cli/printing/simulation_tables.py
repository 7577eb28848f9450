"""Tables of simulated results for people: a table dealt many times over, and the hold of sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, Final

from rich.table import Table as Grid
from rich.text import Text

from croupier.chips import dollars
from croupier.cli.output import grid, plain_console
from croupier.english import counted
from croupier.exact.analysis import Analysis
from croupier.json_figures import as_exact, as_float
from croupier.simulate.pots import ENDINGS, PotTally, average
from croupier.simulate.results import PERCENTILES, BetResult, Estimate, Hours, Results
from croupier.simulate.sessions import AHEAD, RUINED, TIME_UP, Bankroll, PrintedHold, Sessions
from croupier.simulate.setup import PACE_ROUNDS, PACE_SEATS, Setup
from croupier.table.game import Game

MOST_ROWS: Final = 24
"""More net results than this are not listed; they are in the JSON."""


def show(setup: Setup, seed: str, found: Results, run: str) -> None:
    """Print the results of a simulation; `run` tells rounds and time."""
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
    """Return a row for each strategy, bet and net result."""
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
    """Return a table of a bet's figures; z is left out if the exact figures carry a note."""
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


PACE_WORDS: Final = (
    f"assumed: {float(PACE_ROUNDS[0]):g} rounds an hour with {PACE_SEATS[0]} players, {float(PACE_ROUNDS[1]):g} with "
    f"{PACE_SEATS[1]}, a straight line through both"
)


@dataclass(frozen=True)
class Held:
    """The hold of a bet, simulated, by formula and printed."""

    game: Game[Any]
    best: Analysis
    sessions: Sessions
    churn: Fraction
    printed: list[PrintedHold]
    bankroll: Bankroll
    players: int
    rounds_per_hour: Fraction
    pace_assumed: bool
    error_rate: Fraction
    errs_as: str | None
    seed: str

    @property
    def errors(self) -> str:
        """Describe exactly how the player errs."""
        if self.errs_as is None:
            return "none: every round is played as well as can be"
        lost = self.best.expected_value - self.sessions.analysis.expected_value
        return (
            f"{float(self.error_rate):.4g} of the rounds, by chance, are played whole by the {self.errs_as} strategy, "
            f"the others as well as can be; it costs {float(lost):.4%} of the {self.best.unit} a round"
        )

    @property
    def assumptions(self) -> list[str]:
        """The assumptions about the player and a session, in sentences."""
        plan, most = self.sessions.plan, -min(self.sessions.analysis.outcomes)
        cents = most * plan.stake
        return [
            f"Ruin is less left than the most that one round can cost, {float(most):g} units or "
            f"{dollars(ceil(cents))}: the player then leaves with what is left.",
            "The same bet is made in every round, whatever was won or lost; winnings stay in play, and nobody buys in "
            "twice.",
            "Hold is what the house won of a session by the buy-in.",
        ]

    def rounds_for(self, hold: PrintedHold) -> Fraction | None:
        """Return the rounds for each buy-in at which the churn formula gives a printed hold."""
        return hold.value / self.churn * self.sessions.plan.rounds if self.churn > 0 else None

    def apart(self, hold: PrintedHold) -> str:
        """Compare a printed hold with the simulated one."""
        points = (float(hold.value) - self.sessions.hold.value) * 100
        said = f"{abs(points):.2f} points {'above' if points >= 0 else 'below'} the simulated sessions"
        rounds = self.rounds_for(hold)
        return said if rounds is None else f"{said}; by the churn formula it takes {float(rounds):,.0f} rounds a buy-in"

    def to_json(self) -> dict[str, Any]:
        found, plan = self.sessions, self.sessions.plan
        return {
            "bet": self.best.bet,
            "unit": self.best.unit,
            "stake_cents": plan.stake,
            "buy_in_cents": plan.buy_in,
            "goal_cents": plan.goal,
            "rounds": plan.rounds,
            "players": self.players,
            **as_float("rounds_per_hour", self.rounds_per_hour),
            "pace": PACE_WORDS if self.pace_assumed else "as said",
            **as_float("error_rate", self.error_rate),
            "errs_as": self.errs_as,
            "errors": self.errors,
            "assumptions": self.assumptions,
            **as_exact("expected_value", found.analysis.expected_value),
            "seed": self.seed,
            "sessions": len(found),
            "simulated": {
                "hold": found.hold.to_json(),
                "rounds": found.rounds.to_json(),
                "ruined": found.share(RUINED).to_json(),
                "goal": None if plan.goal is None else found.share(AHEAD).to_json(),
                "time_up": found.share(TIME_UP).to_json(),
                "z": found.z,
                "bankroll": {
                    "risk": self.bankroll.risk,
                    "cents": self.bankroll.cents,
                    "interval_95_cents": list(self.bankroll.interval),
                },
            },
            "churn": {**as_exact("hold", self.churn), **as_float("value", self.churn)},
            "manufacturer": [
                {
                    "paytable": hold.paytable,
                    "claim": hold.name,
                    "printed": hold.words,
                    **as_float("value", hold.value),
                    **as_float("above_simulated", hold.value - found.hold.exactly),
                    **as_float("rounds_by_churn", self.rounds_for(hold)),
                }
                for hold in self.printed
            ],
        }


def show_hold(held: Held, run: str) -> None:
    """Print the hold of a bet; `run` tells sessions and time."""
    console = plain_console()
    plan = held.sessions.plan
    goal = "" if plan.goal is None else f", leaving {dollars(plan.goal)} ahead"
    pace = PACE_WORDS if held.pace_assumed else "as said"
    console.print(
        Text.assemble(
            (f"{held.game.title}, {held.best.bet}", "bold"),
            f": {dollars(plan.stake)} a unit, buy-in {dollars(plan.buy_in)}, {plan.rounds:,} rounds{goal}\n",
            (f"pace {float(held.rounds_per_hour):g} rounds an hour, {held.players} players ({pace})\n", "dim"),
            (f"errors: {held.errors}\n", "dim"),
            ("".join(f"{sentence}\n" for sentence in held.assumptions), "dim"),
            (f"{run}, --seed {held.seed}\n", "dim"),
        )
    )
    console.print(_models(held), "", _sessions(held))


def _models(held: Held) -> Grid:
    table = grid("model", "hold", "what it is", title="hold = win / drop: three models", numbers=slice(1, 2))
    low, high = held.sessions.hold.interval
    table.add_row(
        "simulated sessions",
        f"{held.sessions.hold.value:.3%}",
        f"standard error {held.sessions.hold.standard_error:.3%}, 95 % interval {low:.3%} to {high:.3%}; "
        "a session ends early in ruin or at its goal",
    )
    table.add_row("churn formula", f"{float(held.churn):.3%}", f"exact: edge x bet x rounds / buy-in = {held.churn}")
    for hold in held.printed:
        name = hold.name.replace("_", " ")
        table.add_row("manufacturer", hold.words, f"the {name} printed with {hold.paytable}; {held.apart(hold)}")
    if not held.printed:
        table.add_row("manufacturer", "none", "no hold is printed with the paytables of this bet")
    return table


def _sessions(held: Held) -> Grid:
    found, plan = held.sessions, held.sessions.plan
    table = grid("figure", "value", "standard error", title="simulated sessions", numbers=slice(1, 2))
    shares = [("end in ruin", RUINED), ("reach the goal", AHEAD), ("play to the end", TIME_UP)]
    for words, ended in shares:
        if ended != AHEAD or plan.goal is not None:
            _add(table, words, found.share(ended), "{:.3%}")
    _add(table, "rounds played", found.rounds, "{:.3f}")
    low, high = held.bankroll.interval
    table.add_row(
        f"bankroll for a risk of ruin of {held.bankroll.risk:g}",
        dollars(held.bankroll.cents),
        f"95 % interval {dollars(low)} to {dollars(high)}",
    )
    if found.z is not None:
        table.add_row("standard errors from rounds played x exact value (z)", f"{found.z:+.2f}", "")
    return table


def _add(table: Grid, words: str, estimate: Estimate, form: str) -> None:
    table.add_row(words, form.format(estimate.value), form.format(estimate.standard_error))
