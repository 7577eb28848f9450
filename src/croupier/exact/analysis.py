"""The Analysis: everything exact that can be said of one bet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

from msgspec import UNSET, to_builtins
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table

from croupier.json_shapes import BetAnalyzed, OutcomeTold, RowTold
from croupier.odds import Pay
from croupier.shown.frames import Rows, Tabular
from croupier.shown.html_parts import decimal, figure, html_table, page, percent, text
from croupier.shown.svg_plots import bar_plot


@dataclass(frozen=True, slots=True)
class ReturnRow:
    """One line of a return table: how often a result comes, what it pays, and what it adds to the expected value."""

    row: str
    combinations: int
    """How many of the equally likely cases; they add up to the Analysis's `cases`."""
    probability: Fraction
    pays: Pay
    returns: Fraction
    """What the row adds to the expected value, per unit."""

    def told(self) -> RowTold:
        """The row as the `--json` contract has it."""
        pays = None if self.pays is None else str(self.pays)
        return RowTold(self.row, str(self.combinations), str(self.probability), pays, str(self.returns))


def uncut(*columns: str, **kinds: Any) -> Table:
    """A table whose numbers go on in the next line where they do not fit, and are never cut."""
    table = Table(*columns, **kinds)
    for column in table.columns:
        column.overflow = "fold"
    return table


@dataclass(frozen=True)
class Analysis(Tabular):
    """One bet, solved. All numbers are exact and the player's: a negative expected value is a house edge."""

    bet: str
    unit: str
    """What one unit is: `ante`, `bet`."""
    outcomes: Mapping[Fraction, Fraction]
    """The probability of each net result, in units."""
    average_wager: Fraction
    expected_value: Fraction
    """As the solver maximised it; checked here against the mean of the outcomes."""
    actions: Mapping[str, Fraction] = field(default_factory=dict)
    """How often each final action is taken, of all rounds; where two are equally good, the smaller wager is."""
    rows: tuple[ReturnRow, ...] = ()
    cases: int = 0
    """The number of equally likely cases that the rows' combinations are counted from."""
    assumptions: tuple[str, ...] = ()
    """What is assumed of other players, where a bet depends on them, in sentences."""

    def __post_init__(self) -> None:
        if sum(self.outcomes.values()) != 1:
            raise ArithmeticError(f"the outcomes of {self.bet} add up to {sum(self.outcomes.values())}, not 1")
        mean = sum((net * chance for net, chance in self.outcomes.items()), Fraction(0))
        if mean != self.expected_value:
            raise ArithmeticError(f"the outcomes of {self.bet} average {mean}, but its value is {self.expected_value}")
        if self.actions and sum(self.actions.values()) != 1:
            raise ArithmeticError(f"the actions of {self.bet} add up to {sum(self.actions.values())}, not 1")
        if self.rows:
            if sum(row.combinations for row in self.rows) != self.cases:
                raise ArithmeticError(f"the rows of {self.bet} count {sum(r.combinations for r in self.rows)} cases")
            if sum(row.returns for row in self.rows) != self.expected_value:
                raise ArithmeticError(f"the rows of {self.bet} do not return its value {self.expected_value}")

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each unit."""
        return -self.expected_value

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all that is wagered."""
        return self.house_edge / self.average_wager

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net result, in units squared."""
        second_moment = sum((net * net * chance for net, chance in self.outcomes.items()), Fraction(0))
        variance = second_moment - self.expected_value**2
        spread = sum((chance * (net - self.expected_value) ** 2 for net, chance in self.outcomes.items()), Fraction(0))
        if variance != spread:
            raise ArithmeticError(f"two ways to the variance of {self.bet} give {variance} and {spread}")
        return variance

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return sqrt(self.variance)

    @property
    def hit_frequency(self) -> Fraction:
        """The probability of a net win."""
        return sum((chance for net, chance in self.outcomes.items() if net > 0), Fraction(0))

    def told(self) -> BetAnalyzed:
        """The Analysis as the `--json` contract has it: exact numbers as `p/q`, floats beside them."""
        return BetAnalyzed(
            self.unit,
            str(self.expected_value),
            float(self.house_edge),
            str(self.average_wager),
            str(self.element_of_risk),
            str(self.variance),
            self.standard_deviation,
            str(self.hit_frequency),
            [OutcomeTold(str(net), str(chance)) for net, chance in sorted(self.outcomes.items())],
            {action: str(share) for action, share in self.actions.items()},
            [row.told() for row in self.rows],
            list(self.assumptions) or UNSET,
            "player" if self.expected_value > 0 else UNSET,
        )

    def to_json(self) -> dict[str, Any]:
        """What `analyze --json` prints of this bet."""
        said: dict[str, Any] = to_builtins(self.told())
        return said

    def summary(self) -> list[tuple[str, str, str]]:
        """The headline figures: name, decimal, exact."""
        figures: list[tuple[str, Fraction, str]] = [
            ("expected value", self.expected_value, f"per {self.unit}"),
            ("house edge", self.house_edge, f"of the {self.unit}"),
            ("average wager", self.average_wager, "units"),
            ("element of risk", self.element_of_risk, "of all wagered"),
            ("variance", self.variance, "units squared"),
            ("hit frequency", self.hit_frequency, "of rounds"),
        ]
        percent = {"expected value", "house edge", "element of risk", "hit frequency"}
        lines = [
            (f"{name} ({of})", f"{float(value):.4%}" if name in percent else f"{float(value):.6f}", str(value))
            for name, value, of in figures
        ]
        lines.insert(5, ("standard deviation (units)", f"{self.standard_deviation:.6f}", ""))
        return lines

    def tables(self) -> list[Table | str]:
        """The Analysis as tables for people."""
        head = uncut("figure", "value", "exact", title=self.bet, title_style="bold", title_justify="left")
        head.columns[1].justify = "right"
        for line in self.summary():
            head.add_row(*line)
        tables: list[Table | str] = [head]
        if self.rows:
            returns = uncut("result", "pays", "combinations", "probability", "return")
            for column in returns.columns[1:]:
                column.justify = "right"
            for row in self.rows:
                pays = "loses" if row.pays is None else str(row.pays)
                returns.add_row(
                    row.row,
                    pays,
                    f"{row.combinations:,}",
                    f"{float(row.probability):.6%}",
                    f"{float(row.returns):+.6f}",
                )
            tables.append(returns)
        if self.actions:
            actions = uncut("action", "share", "exact")
            actions.columns[1].justify = "right"
            for action, share in self.actions.items():
                actions.add_row(action, f"{float(share):.4%}", str(share))
            tables.append(actions)
        return [*tables, *self.favour_words, *self.assumptions]

    @property
    def favour_words(self) -> list[str]:
        """A sentence where the player is favoured."""
        won = f"{float(self.expected_value):.4%} of the {self.unit}"
        return [f"{self.bet} favours the player: it is expected to win {won}."] if self.expected_value > 0 else []

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.tables()

    def frames(self) -> dict[str, Rows]:
        """The return table, the distribution and the actions."""
        rows = [
            {
                "result": row.row,
                "pays": "loses" if row.pays is None else str(row.pays),
                "combinations": row.combinations,
                "probability": row.probability,
                "return": row.returns,
            }
            for row in self.rows
        ]
        outcomes = [{"net": net, "probability": chance} for net, chance in sorted(self.outcomes.items())]
        actions = [{"action": action, "share": share} for action, share in self.actions.items()]
        tables: dict[str, Rows] = {"returns": rows, "outcomes": outcomes, "actions": actions}
        return {name: table for name, table in tables.items() if table}

    def _repr_html_(self) -> str:
        """How a notebook shows it; a click on a figure shows its fraction."""
        lines = [
            [text(name), f"<details><summary>{text(value)}</summary><code>{exact}</code></details>" if exact else value]
            for name, value, exact in self.summary()
        ]
        parts = [html_table(self.bet, ("figure", "value"), lines)]
        if self.rows:
            returns = [
                [
                    text(row.row),
                    text("loses" if row.pays is None else row.pays),
                    f"{row.combinations:,}",
                    percent(row.probability, 6),
                    decimal(row.returns, sign=True),
                ]
                for row in self.rows
            ]
            parts.append(html_table("", ("result", "pays", "combinations", "probability", "return"), returns))
            heights = [(row.row, float(row.returns)) for row in self.rows]
            parts.append(figure(bar_plot(heights, "return"), f"what each result adds to the value, per {self.unit}"))
        if self.actions:
            shares = [[text(action), percent(share)] for action, share in self.actions.items()]
            parts.append(html_table("", ("action", "share"), shares))
        chances = [(f"{float(net):g}", float(chance)) for net, chance in sorted(self.outcomes.items())]
        drawn = bar_plot(chances, "probability", across=f"net, in {self.unit}s", log_up=True)
        parts.append(figure(drawn, "the distribution of the net result"))
        return page(*parts, *(f"<p>{text(sentence)}</p>" for sentence in self.assumptions))
