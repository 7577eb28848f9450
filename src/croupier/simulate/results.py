"""What simulated rounds say: means with their errors, frequencies, streaks and hours, beside the exact figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.errors import InvariantError
from croupier.exact.analysis import Analysis
from croupier.json_figures import as_exact, as_float
from croupier.shown.html_parts import decimal, figure, html_table, page, percent, text
from croupier.shown.svg_plots import bar_plot
from croupier.simulate.kernel.outcomes import OutcomeBet, Outcomes
from croupier.simulate.pots import PotTally
from croupier.simulate.tally import BINS, FALL, LOST, SEAT, TABLE, WON, Tally

NORMAL_95: Final = 1.959963984540054
"""Standard errors on either side of a mean that leave out one case in twenty."""

PERCENTILES: Final = (1, 5, 25, 50, 75, 95, 99)


@dataclass(frozen=True)
class BetResult:
    """One bet of one strategy. All amounts are units of the bet and the player's."""

    bet: OutcomeBet
    seats: int
    rounds: int
    """Rounds in which the bet was made; each is made by every seat."""
    nets: Mapping[Fraction, int]
    """How often each net result came."""
    wagered: Fraction
    """All that was wagered."""
    squares: Fraction
    """Over all rounds, the squares of what all seats together won."""
    actions: Mapping[str, int]
    exact: Analysis | None

    @property
    def observations(self) -> int:
        """How often the bet was made."""
        return self.rounds * self.seats

    @property
    def total(self) -> Fraction:
        """All that was won, less what was lost."""
        return sum((net * count for net, count in self.nets.items()), Fraction(0))

    @property
    def mean(self) -> Fraction:
        """The average net result."""
        return self.total / self.observations

    @property
    def variance(self) -> Fraction:
        """The variance of the net result of one bet."""
        return _squares(self.nets) / self.observations - self.mean**2

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return sqrt(self.variance)

    @property
    def standard_error(self) -> float:
        """How far the mean may be off by chance: rounds are independent of each other, the seats of a round are not."""
        if self.rounds < 2:
            return float("inf")
        spread = (self.squares - self.total**2 / self.rounds) / (self.rounds - 1)
        return sqrt(spread / self.rounds) / self.seats

    @property
    def interval(self) -> tuple[float, float]:
        """An interval that the expected value lies in with 95 % confidence."""
        reach = NORMAL_95 * self.standard_error
        return float(self.mean) - reach, float(self.mean) + reach

    @property
    def z(self) -> float | None:
        """The standard errors between the mean and the exact expected value."""
        if self.exact is None or not 0 < self.standard_error < float("inf"):
            return None
        return float(self.mean - self.exact.expected_value) / self.standard_error

    @property
    def average_wager(self) -> Fraction:
        """What was wagered on average."""
        return self.wagered / self.observations

    @property
    def hit_frequency(self) -> Fraction:
        """How often the bet won."""
        return Fraction(sum(count for net, count in self.nets.items() if net > 0), self.observations)

    def drawn(self) -> list[str]:
        """As HTML: how often each net result came, beside the exact probability, and how often each action."""
        nets = sorted(self.nets.items())
        bars = [(f"{float(net):g}", count / self.observations) for net, count in nets]
        exact = [float(self.exact.outcomes.get(net, 0)) or None if self.exact else None for net, _ in nets]
        plot = bar_plot(bars, "share of rounds", exact, across=f"net, in {self.bet.unit}s", log_up=True)
        beside = " and a mark where the exact probability is" if self.exact else ""
        parts = [figure(plot, f"{self.bet.name}: simulated{beside and ','}{beside}")]
        actions = [[text(action), percent(count / self.observations)] for action, count in self.actions.items()]
        return [*parts, html_table("", ("action", "share"), actions)] if actions else parts

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        lines = [
            ["bets", f"{self.observations:,}"],
            ["mean", decimal(self.mean, sign=True)],
            ["standard error", decimal(self.standard_error)],
            ["exact", decimal(self.exact.expected_value, sign=True) if self.exact else ""],
            ["z", "" if self.z is None else f"{self.z:+.2f}"],
            ["hit frequency", percent(self.hit_frequency)],
        ]
        return page(html_table(self.bet.name, ("figure", "value"), lines), *self.drawn())

    def to_json(self) -> dict[str, Any]:
        """The bet for programs."""
        low, high = self.interval
        known = self.rounds > 1
        said: dict[str, Any] = {
            "unit": self.bet.unit,
            "stake_cents": self.bet.stake,
            "observations": self.observations,
            **as_float("mean", self.mean),
            "mean_exactly": str(self.mean),
            "standard_error": self.standard_error if known else None,
            "interval_95": [low, high] if known else None,
            **as_float("variance", self.variance),
            "standard_deviation": self.standard_deviation,
            **as_float("average_wager", self.average_wager),
            **as_float("hit_frequency", self.hit_frequency),
            "outcomes": [self._outcome(net, count) for net, count in sorted(self.nets.items())],
            "actions": {action: count / self.observations for action, count in self.actions.items()},
            "actions_exact": {
                action: str(Fraction(int(count), self.observations)) for action, count in self.actions.items()
            },
            "exact": None,
        }
        if self.exact is not None:
            said["exact"] = {
                **as_exact("expected_value", self.exact.expected_value),
                "value": float(self.exact.expected_value),
                "standard_deviation": self.exact.standard_deviation,
                "z": self.z,
            }
        return said

    def _outcome(self, net: Fraction, count: int) -> dict[str, Any]:
        said = as_exact("net", net) | {"count": count} | as_float("frequency", Fraction(count, self.observations))
        return said if self.exact is None else said | as_exact("exact", Fraction(self.exact.outcomes.get(net, 0)))


@dataclass(frozen=True)
class Binned:
    """Amounts of cents that fell into bins of equal width."""

    counts: Ints
    cents: int
    """The width of a bin."""

    @property
    def number(self) -> int:
        """How many amounts there are."""
        return int(self.counts.sum())

    def share_below(self, cents: int) -> Fraction:
        """How many of them are below an amount that bins begin with."""
        return Fraction(int(self.counts[: cents // self.cents + BINS // 2].sum()), self.number)

    def percentile(self, percent: int) -> int:
        """The amount, to the width of a bin, that so many of them are not above."""
        up_to = np.cumsum(self.counts)
        place = int(np.searchsorted(up_to, -(-self.number * percent // 100)))
        return (place - BINS // 2) * self.cents

    @property
    def beyond(self) -> int:
        """How many of them are in the first or the last bin, which take whatever lies beyond."""
        return int(self.counts[0] + self.counts[-1])

    @property
    def mean(self) -> Fraction:
        """Their average, to half the width of a bin."""
        halves = 2 * (np.arange(BINS) - BINS // 2) + 1
        return Fraction(int((halves * self.counts).sum()) * self.cents, 2 * self.number)

    @property
    def standard_deviation(self) -> float:
        """How far they are spread."""
        squares = float((self._middles**2 * self.counts).sum() / self.number)
        return sqrt(max(squares - float(self.mean) ** 2, 0.0))

    @property
    def _middles(self) -> Ints:
        return (np.arange(BINS) - BINS // 2 + 0.5) * self.cents

    def to_json(self) -> dict[str, Any]:
        """The amounts for programs."""
        return {
            "number": self.number,
            "bin_cents": self.cents,
            "beyond_bins": self.beyond,
            **as_float("mean_cents", self.mean),
            "standard_deviation_cents": self.standard_deviation,
            "percentiles_cents": {str(percent): self.percentile(percent) for percent in PERCENTILES},
            "bins": {
                str((place - BINS // 2) * self.cents): int(self.counts[place])
                for place in np.flatnonzero(self.counts).tolist()
            },
        }


@dataclass(frozen=True)
class Hours:
    """What an hour at the table brings."""

    rounds_per_hour: int
    seat: Binned
    table: Binned
    fall: Binned
    deepest: int
    """The deepest fall, in cents."""

    def to_json(self) -> dict[str, Any]:
        """The hours for programs."""
        return {
            "rounds_per_hour": self.rounds_per_hour,
            "player": self.seat.to_json() | as_float("ahead", 1 - self.seat.share_below(self.seat.cents)),
            "table": self.table.to_json(),
            "drawdown": self.fall.to_json() | {"deepest_cents": self.deepest},
        }


@dataclass(frozen=True)
class Streaks:
    """How many rounds in a row are won or lost; a push neither breaks nor lengthens a streak."""

    reached: Ints
    """How many streaks reached each length."""

    @property
    def longest(self) -> int:
        """The longest of them."""
        return int(np.flatnonzero(self.reached).max(initial=0))

    @property
    def average(self) -> Fraction:
        """The average length."""
        begun = int(self.reached[1])
        return Fraction(int(self.reached.sum()), begun) if begun else Fraction(0)

    def to_json(self) -> dict[str, Any]:
        """The streaks for programs: how many had exactly each length, those still running at the end being as long."""
        lengths = self.reached[: self.longest + 1]
        exactly = lengths[1:] - np.append(lengths[2:], 0)
        return {
            "longest": self.longest,
            **as_float("average", self.average),
            "lengths": {str(length): int(count) for length, count in enumerate(exactly, 1) if count},
        }


@dataclass(frozen=True)
class Results:
    """All that a run says."""

    rounds: int
    strategies: Mapping[str, tuple[list[int], dict[str, BetResult]]]
    """By strategy: the seats, from 1, that play it, and its bets."""
    won: Streaks
    lost: Streaks
    hours: Hours | None
    pot: tuple[PotTally, int] | None = None
    """The pot, and what a round of it costs, in cents."""
    note: str = ""

    @property
    def main(self) -> BetResult:
        """The first bet of the first strategy, whose error `--until-se` is about."""
        _, bets = next(iter(self.strategies.values()))
        return next(iter(bets.values()))

    def to_json(self) -> dict[str, Any]:
        """The results for programs."""
        return {
            "rounds": self.rounds,
            "strategies": [
                {"strategy": name, "seats": seats, "bets": {bet: result.to_json() for bet, result in bets.items()}}
                for name, (seats, bets) in self.strategies.items()
            ],
            "streaks": {"won": self.won.to_json(), "lost": self.lost.to_json()},
            "hours": self.hours.to_json() if self.hours else None,
            "pot": self.pot[0].to_json(self.pot[1]) if self.pot else None,
            "note": self.note,
        }


def results(
    tally: Tally,
    outcomes: Outcomes,
    groups: Mapping[str, list[int]],
    exact: Mapping[str, Mapping[str, Analysis]],
    rounds_per_hour: int,
    bin_cents: int,
) -> Results:
    """What a tally says; `groups` are the seats, from 0, of each strategy."""
    strategies = {}
    for place, (name, seats) in enumerate(groups.items()):
        counts = tally.counts[place, : len(outcomes)]
        bets = {}
        for number, bet in enumerate(outcomes.bets):
            if counts[outcomes.of_bet(bet)].any():
                square, solved = tally.squares[place][number], exact.get(name, {}).get(bet.name)
                bets[bet.name] = _bet_result(bet, outcomes, counts, square, len(seats), solved)
        strategies[name] = [seat + 1 for seat in seats], bets
    seat, table, fall = (Binned(tally.hours[what], bin_cents) for what in (SEAT, TABLE, FALL))
    hours = Hours(rounds_per_hour, seat, table, fall, tally.deepest) if seat.number else None
    return Results(tally.rounds, strategies, Streaks(tally.reached[WON]), Streaks(tally.reached[LOST]), hours)


def _squares(nets: Mapping[Fraction, int]) -> Fraction:
    return sum((net * net * count for net, count in nets.items()), Fraction(0))


def _bet_result(
    bet: OutcomeBet, outcomes: Outcomes, counts: Ints, square: int, seats: int, exact: Analysis | None
) -> BetResult:
    cents, wagers, of_bet = outcomes.bet_cents(bet), outcomes.bet_wagers(bet), outcomes.of_bet(bet)
    nets: dict[Fraction, int] = {}
    actions: dict[str, int] = {}
    wagered = 0
    for number in np.flatnonzero(of_bet & (counts > 0)).tolist():
        count, outcome = int(counts[number]), outcomes.every[number]
        if outcome is None:
            raise InvariantError("the round has no outcome")
        net = Fraction(int(cents[number]), bet.stake)
        nets[net] = nets.get(net, 0) + count
        wagered += int(wagers[number]) * count
        if bet.acts:
            actions[outcome.action] = actions.get(outcome.action, 0) + count
    unit = Fraction(outcomes.cents_of_a_unit, bet.stake)
    made = sum(nets.values())
    return BetResult(
        bet=bet,
        seats=seats,
        rounds=made // seats,
        nets=nets,
        wagered=Fraction(wagered, bet.stake),
        squares=square * unit**2 if seats > 1 else _squares(nets),
        actions=dict(sorted(actions.items())),
        exact=exact,
    )


@dataclass(frozen=True)
class Estimate:
    """A simulated mean and its standard error."""

    exactly: Fraction
    """The mean of what was simulated, as counted."""
    standard_error: float

    @property
    def value(self) -> float:
        """The mean as a float."""
        return float(self.exactly)

    @property
    def interval(self) -> tuple[float, float]:
        """An interval that the true mean lies in with 95 % confidence."""
        reach = NORMAL_95 * self.standard_error
        return self.value - reach, self.value + reach

    def z(self, exact: Fraction | float) -> float | None:
        """The standard errors between it and the exact value."""
        return (self.value - float(exact)) / self.standard_error if self.standard_error else None

    def times(self, factor: Fraction) -> Estimate:
        """So many times as much."""
        return Estimate(self.exactly * factor, self.standard_error * float(factor))

    def to_json(self) -> dict[str, Any]:
        """The estimate for programs."""
        said = as_float("value", self.exactly)
        return {**said, "standard_error": self.standard_error, "interval_95": list(self.interval)}


def mean(amounts: Ints) -> Estimate:
    """The mean of independent amounts."""
    exactly = Fraction(int(amounts.sum()), len(amounts))
    return Estimate(exactly, standard_error(amounts))


def standard_error(amounts: Ints | Floats) -> float:
    """The standard error of the mean of independent amounts."""
    return float(np.std(amounts, ddof=1)) / sqrt(len(amounts))
