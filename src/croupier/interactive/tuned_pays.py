"""Paytables that a search found, each ready to be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from croupier.english import counted
from croupier.errors import Refused
from croupier.exact.tuning import FoundTable
from croupier.odds import PayTable, hand_words
from croupier.shown.frames import Rows, Tabular
from croupier.shown.html_parts import exactly, html_table, page, percent, text

if TYPE_CHECKING:
    from croupier.interactive.chosen_game import ChosenGame


@dataclass(frozen=True, repr=False)
class TunedPays(Tabular, Sequence[FoundTable]):
    """Tables that meet a target, the nearest first; `tuned.game(0)` is the game with the first of them."""

    base: ChosenGame
    bet: str
    wager: str
    searched: int
    found: tuple[FoundTable, ...]
    words: str = ""
    """What a row must pay, where that was the question."""

    @overload
    def __getitem__(self, at: int) -> FoundTable: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[FoundTable]: ...
    def __getitem__(self, at: int | slice) -> FoundTable | Sequence[FoundTable]:
        return self.found[at]

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[FoundTable]:
        return iter(self.found)

    def game(self, at: int = 0) -> ChosenGame:
        """The game with one of the tables."""
        if not isinstance(at, int) or not -len(self.found) <= at < len(self.found):
            there = counted(len(self.found), "table")
            raise Refused(f"{at!r} is the number of none of the {there} found; they are counted from 0")
        return self.base.with_table(self.found[at].table)

    def frames(self) -> dict[str, Rows]:
        """A row for each table, and what each of its rows pays."""
        tables = [
            {
                "house_edge": each.house_edge,
                "hit_frequency": each.figures.hit_frequency,
                "standard_deviation": each.standard_deviation,
            }
            | {row: _pay(each.table, row) for row in self._rows()}
            for each in self.found
        ]
        return {"tables": tables}

    def _rows(self) -> list[str]:
        return list(self.base.game.pay_bet(self.bet).rows)

    def __repr__(self) -> str:
        nearest = f", the nearest with an edge of {float(self.found[0].house_edge):.4%}" if self.found else ""
        return f"<{len(self.found)} tables of {self.searched:,} for {self.bet}{nearest}>"

    def _repr_html_(self) -> str:
        table = self.base.game.paytables[self.bet]
        lines = [
            [
                str(at),
                percent(each.house_edge),
                percent(each.figures.hit_frequency),
                exactly(each.figures.variance, f"{each.standard_deviation:.4f}"),
                text(
                    ", ".join(f"{hand_words(row)} {_pay(each.table, row)} ({_pay(table, row)})" for row in each.changed)
                )
                or "nothing",
            ]
            for at, each in enumerate(self.found)
        ]
        head = ("", f"edge of {self.wager}", "hit frequency", "standard deviation", "what changed")
        caption = f"{self.base.title}, {self.bet} from {table.name}: {self.searched:,} tables searched"
        return page(f"<p>{text(self.words)}</p>" if self.words else "", html_table(caption, head, lines, words=1))


def _pay(table: PayTable, row: str) -> str:
    pay = table[row]
    return "loses" if pay is None else str(pay)
