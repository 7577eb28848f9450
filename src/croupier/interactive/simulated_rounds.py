"""What simulated rounds say, beside the exact figures."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.shown.frames import Rows, Tabular
from croupier.shown.html_parts import decimal, figure, html_table, page, text
from croupier.shown.svg_plots import line_plot
from croupier.simulate.results import BetResult, Results
from croupier.simulate.tally import BINS


@dataclass(frozen=True, repr=False)
class SimulatedRounds(Tabular):
    """A simulation: `simulated["main"].mean`, `.standard_error`, `.z`."""

    title: str
    seed: str
    found: Results
    digest: str
    """A digest of the figures: the same for the same rounds, wherever and however fast they were dealt."""

    @property
    def rounds(self) -> int:
        """How many rounds were dealt."""
        return self.found.rounds

    @property
    def main(self) -> BetResult:
        """The first bet of the first strategy."""
        return self.found.main

    def __getitem__(self, bet: str) -> BetResult:
        found = self._bets()
        if bet not in found:
            raise KeyError(f"no bet {bet!r}; there are {', '.join(found)}")
        return found[bet]

    def _bets(self) -> dict[str, BetResult]:
        """By name; where seats play by several strategies, `strategy bet`."""
        several = len(self.found.strategies) > 1
        return {
            f"{strategy} {bet}" if several else bet: result
            for strategy, (_, bets) in self.found.strategies.items()
            for bet, result in bets.items()
        }

    def frames(self) -> dict[str, Rows]:
        """A row for each bet, every net result with its count, and the hours in bins."""
        bets, outcomes = [], []
        for name, one in self._bets().items():
            bets.append(
                {
                    "bet": name,
                    "observations": one.observations,
                    "mean": one.mean,
                    "standard_error": one.standard_error,
                    "standard_deviation": one.standard_deviation,
                    "expected_value": None if one.exact is None else float(one.exact.expected_value),
                    "z": one.z,
                }
            )
            outcomes += [{"bet": name, "net": net, "count": count} for net, count in sorted(one.nets.items())]
        tables: dict[str, Rows] = {"bets": bets, "outcomes": outcomes}
        if self.found.hours is not None:
            tables["hours"] = [{"cents": cents, "hours": hours} for cents, hours in self._hours()]
        return tables

    def _hours(self) -> list[tuple[int, int]]:
        assert self.found.hours is not None
        binned = self.found.hours.seat
        return [((at - BINS // 2) * binned.cents, int(binned.counts[at])) for at in binned.counts.nonzero()[0].tolist()]

    def __repr__(self) -> str:
        main = self.main
        beside = "" if main.z is None else f", {main.z:+.2f} standard errors from the exact value"
        return (
            f"<{self.title}, {self.rounds:,} rounds: {main.bet.name} {float(main.mean):+.6f} "
            f"± {main.standard_error:.6f}{beside}>"
        )

    def _repr_html_(self) -> str:
        lines = [
            [
                text(name),
                f"{one.observations:,}",
                decimal(one.mean, sign=True),
                decimal(one.standard_error),
                "" if one.exact is None else decimal(one.exact.expected_value, sign=True),
                "" if one.z is None else f"{one.z:+.2f}",
            ]
            for name, one in self._bets().items()
        ]
        head = ("bet", "bets", "mean", "standard error", "exact", "z")
        parts = [html_table(f"{self.title}, {self.rounds:,} rounds, seed {self.seed}", head, lines)]
        parts += self.main.drawn()
        if self.found.hours is not None:
            number = self.found.hours.seat.number
            curve = [(cents / 100, hours / number) for cents, hours in self._hours()]
            drawn = line_plot({"hours": curve}, "dollars won in an hour", "share of hours")
            parts.append(figure(drawn, f"an hour of {self.found.hours.rounds_per_hour} rounds at one seat"))
        return page(*parts)
