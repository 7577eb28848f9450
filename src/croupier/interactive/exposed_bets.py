"""What each bet comes to for one who knows other players' cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from croupier.exact.seen_cards.exposure import Exposure
from croupier.shown.frames import Rows, Tabular
from croupier.shown.html_parts import decimal, figure, html_table, page, percent, text
from croupier.shown.svg_plots import line_plot


@dataclass(frozen=True, repr=False)
class ExposedBets(Tabular, Sequence[Exposure]):
    """A line for each bet and number of known hands: `.gain`, `.standard_error`, `.house_edge`, `.winner`."""

    title: str
    lines: tuple[Exposure, ...]

    @overload
    def __getitem__(self, at: int) -> Exposure: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Exposure]: ...
    def __getitem__(self, at: int | slice) -> Exposure | Sequence[Exposure]:
        return self.lines[at]

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Exposure]:
        return iter(self.lines)

    def frames(self) -> dict[str, Rows]:
        """A row for each line."""
        return {
            "exposure": [
                {
                    "bet": line.analysis.bet,
                    "hands": line.hands,
                    "cards": line.cards,
                    "gain": line.gain,
                    "standard_error": line.standard_error,
                    "house_edge": line.house_edge,
                    "decks": line.decks,
                    "winner": line.winner,
                }
                for line in self.lines
            ]
        }

    def __repr__(self) -> str:
        said = "; ".join(f"{each.analysis.bet}, {each.hands} hands: edge {each.house_edge:.4%}" for each in self.lines)
        return f"<{self.title}: {said or 'no bet is exposed'}>"

    def _repr_html_(self) -> str:
        if not self.lines:
            return page(f"<p>{text(self.title)}: no bet is worth more to one who knows other hands.</p>")
        lines = [
            [
                text(each.analysis.bet),
                str(each.hands),
                str(each.cards),
                decimal(each.gain, sign=True),
                decimal(each.standard_error),
                percent(each.house_edge),
                text(each.winner),
            ]
            for each in self.lines
        ]
        head = ("bet", "hands", "cards", "gain", "standard error", "house edge", "who has it")
        curves: dict[str, list[tuple[float, float]]] = {}
        for each in self.lines:
            before = [(0.0, float(each.analysis.house_edge))]
            curves.setdefault(each.analysis.bet, before).append((each.cards, each.house_edge))
        drawn = line_plot(curves, "cards known", "house edge")
        return page(html_table(self.title, head, lines, words=1), figure(drawn, "what is left of the edge"))
