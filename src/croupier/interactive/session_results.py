"""How sessions with a bankroll go."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.shown.frames import Rows, Tabular
from croupier.shown.html_parts import figure, html_table, page, percent, text
from croupier.shown.svg_plots import line_plot
from croupier.simulate.bankroll.session_curves import PERCENTILES, SessionCurves
from croupier.simulate.bankroll.sessions import RUINED
from croupier.simulate.estimates import mean


@dataclass(frozen=True, repr=False)
class SessionResults(Tabular):
    """Sessions of one bet: how results spread as they go on, and how often they end in ruin."""

    title: str
    curves: SessionCurves

    @property
    def ruined(self) -> float:
        """The share of sessions that end in ruin."""
        return self.curves.sessions.share(RUINED).value

    @property
    def won(self) -> float:
        """The share of sessions that end ahead."""
        return mean(self.curves.sessions.won > 0).value

    @property
    def hold(self) -> float:
        """What the house keeps of what is bought in for."""
        return self.curves.sessions.hold.value

    def frames(self) -> dict[str, Rows]:
        """What sessions have come to after so many rounds, and ruin by what is bought in for."""
        results = [
            {"rounds": each.rounds}
            | {f"p{percentile}_cents": cents for percentile, cents in zip(PERCENTILES, each.cents, strict=True)}
            | {"ruined": each.ruined.value}
            for each in self.curves.results
        ]
        ruin = [
            {"buy_in_cents": cents, "ruined": share.value, "standard_error": share.standard_error}
            for cents, share in self.curves.ruin
        ]
        return {"results": results, "ruin": ruin}

    def __repr__(self) -> str:
        return f"<{self.title}: hold {self.hold:.2%}, ruined {self.ruined:.2%}, won {self.won:.2%}>"

    def _repr_html_(self) -> str:
        figures = [("hold", self.hold), ("ruined", self.ruined), ("won", self.won)]
        results = self.curves.results
        low, high = ([(each.rounds, each.cents[at] / 100) for each in results] for at in (0, -1))
        band = [(at, below, above) for (at, below), (_, above) in zip(low, high, strict=True)]
        half = [(each.rounds, each.cents[len(PERCENTILES) // 2] / 100) for each in results]
        spread = line_plot({"median": half}, "rounds", "dollars won", {"5 % to 95 %": band})
        ruin = [(cents / 100, share.value) for cents, share in self.curves.ruin]
        return page(
            html_table(self.title, ("figure", "share"), [[text(name), percent(share, 2)] for name, share in figures]),
            figure(spread, "the median, and the band that nine in ten sessions lie in"),
            figure(line_plot({"ruin": ruin}, "dollars bought in for", "ruined"), "ruin by the buy-in"),
        )
