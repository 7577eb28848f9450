"""The ValuedBet: a bet whose expected value is exact, but whose distribution is not counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rich.table import Table

from croupier.exact.analysis import Analysis, uncut
from croupier.json_shapes import BetValued


@dataclass(frozen=True)
class ValuedBet:
    """What can be said exactly of a bet that three or more hands decide: all that is a mean, and no spread."""

    bet: str
    unit: str
    expected_value: Fraction
    average_wager: Fraction
    actions: Mapping[str, Fraction]
    assumptions: tuple[str, ...]

    @property
    def house_edge(self) -> Fraction:
        """What the house, or others at the table, win of each unit."""
        return -self.expected_value

    def told(self) -> BetValued:
        """The bet as the `--json` contract has it."""
        return BetValued(
            self.unit,
            str(self.expected_value),
            float(self.house_edge),
            str(self.average_wager),
            str(self.house_edge / self.average_wager),
            {action: str(share) for action, share in self.actions.items()},
            list(self.assumptions),
        )

    def tables(self) -> list[Table | str]:
        """The bet as tables for people."""
        head = uncut("figure", "value", "exact", title=self.bet, title_style="bold", title_justify="left")
        head.columns[1].justify = "right"
        head.add_row(f"expected value (per {self.unit})", f"{float(self.expected_value):.4%}", str(self.expected_value))
        head.add_row("average wager (units)", f"{float(self.average_wager):.6f}", str(self.average_wager))
        for action, share in self.actions.items():
            head.add_row(action, f"{float(share):.4%}", str(share))
        return [head, *self.assumptions]


Solved = Analysis | ValuedBet
