"""What every choice is worth with certain cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.exact.solved_game import Value, worth
from croupier.shown.card_pictures import cards_svg
from croupier.shown.frames import Rows, Tabular
from croupier.shown.html_parts import decimal, figure, html_table, page, text
from croupier.shown.svg_plots import bar_plot


@dataclass(frozen=True, repr=False)
class ChoiceValues(Tabular, Mapping[str, Value]):
    """The value of each action, net per unit, with the best play afterwards: `advice["play-2x"]`."""

    cards: tuple[str, ...]
    board: tuple[str, ...]
    worths: Mapping[str, Value]
    best: tuple[str, ...]
    """The actions that are worth most."""

    def __getitem__(self, action: str) -> Value:
        if action not in self.worths:
            raise KeyError(f"no action {action!r}; there are {', '.join(self.worths)}")
        return self.worths[action]

    def __iter__(self) -> Iterator[str]:
        return iter(self.worths)

    def __len__(self) -> int:
        return len(self.worths)

    def frames(self) -> dict[str, Rows]:
        """A row for each action."""
        return {
            "actions": [
                {"action": action, "value": worth(value), "best": action in self.best}
                for action, value in self.worths.items()
            ]
        }

    def __repr__(self) -> str:
        values = ", ".join(f"{action} {float(worth(value)):+.6f}" for action, value in self.worths.items())
        return f"<{' or '.join(self.best)} is best: {values}>"

    def _repr_html_(self) -> str:
        ordered = sorted(self.worths.items(), key=lambda pair: -worth(pair[1]))
        lines = []
        for action, value in ordered:
            name = f'<span class="best">{text(action)}</span>' if action in self.best else text(action)
            error = "" if isinstance(value, Fraction) else f"{value.standard_error:.4f}"
            lines.append([name, decimal(worth(value), sign=True), *([] if self.exact else [error])])
        head = ("action", "value") if self.exact else ("action", "value", "standard error")
        bars = bar_plot([(action, float(worth(value))) for action, value in ordered], "value")
        board = f" {cards_svg(self.board)}" if self.board else ""
        return page(cards_svg(self.cards), board, html_table("", head, lines), figure(bars, "value, net per unit"))

    @property
    def exact(self) -> bool:
        """Whether all values are exact and none is estimated."""
        return all(isinstance(value, Fraction) for value in self.worths.values())
