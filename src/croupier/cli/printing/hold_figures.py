"""Hold for people and programs: three models side by side, each under its own name."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, Final

from rich.table import Table as Grid
from rich.text import Text

from croupier.chips import dollars
from croupier.cli.printing.grids import grid, plain_console
from croupier.exact.analysis import Analysis
from croupier.json_figures import as_exact, as_float
from croupier.simulate.bankroll.holds import PrintedHold
from croupier.simulate.bankroll.sessions import AHEAD, RUINED, TIME_UP, Bankroll, Sessions
from croupier.simulate.estimates import Estimate
from croupier.simulate.runs.pace import PACE_ROUNDS, PACE_SEATS
from croupier.table.game import Game

PACE_WORDS: Final = (
    f"assumed: {float(PACE_ROUNDS[0]):g} rounds an hour with {PACE_SEATS[0]} players, {float(PACE_ROUNDS[1]):g} with "
    f"{PACE_SEATS[1]}, a straight line through both"
)


@dataclass(frozen=True)
class Held:
    """What is said about the hold of a bet."""

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
        """How the player errs, exactly."""
        if self.errs_as is None:
            return "none: every round is played as well as can be"
        lost = self.best.expected_value - self.sessions.analysis.expected_value
        return (
            f"{float(self.error_rate):.4g} of the rounds, by chance, are played whole by the {self.errs_as} strategy, "
            f"the others as well as can be; it costs {float(lost):.4%} of the {self.best.unit} a round"
        )

    @property
    def assumptions(self) -> list[str]:
        """What is assumed of the player and of a session, in sentences."""
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
        """The rounds for each buy-in that a printed hold takes by the churn formula."""
        return hold.value / self.churn * self.sessions.plan.rounds if self.churn > 0 else None

    def apart(self, hold: PrintedHold) -> str:
        """How far a printed hold is from the simulated one, and what it would take."""
        points = (float(hold.value) - self.sessions.hold.value) * 100
        said = f"{abs(points):.2f} points {'above' if points >= 0 else 'below'} the simulated sessions"
        rounds = self.rounds_for(hold)
        return said if rounds is None else f"{said}; by the churn formula it takes {float(rounds):,.0f} rounds a buy-in"

    def to_json(self) -> dict[str, Any]:
        """For programs."""
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
    """Print everything that is said about the hold; `run` says how many sessions were played in which time."""
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
