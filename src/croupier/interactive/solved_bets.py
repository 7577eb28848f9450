"""Every bet of a game solved, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from croupier.exact.analysis import Analysis
from croupier.exact.solved_game import Bet, SolvedGame
from croupier.exact.valued_bet import ValuedBet
from croupier.shown.frames import Rows, Tabular
from croupier.shown.html_parts import decimal, html_table, page, percent, text


@dataclass(frozen=True, repr=False)
class SolvedBets(Tabular, Mapping[str, Bet | ValuedBet]):
    """The bets of a game by name: `solved["main"].house_edge`. The first is the main one."""

    title: str
    bets: Mapping[str, Bet | ValuedBet]
    statement: tuple[str, ...] = ()
    """What is exact and what is estimated, in sentences; nothing where all is exact."""

    @classmethod
    def of(cls, title: str, solved: SolvedGame, more: Mapping[str, Bet | ValuedBet]) -> SolvedBets:
        """A solved game, and bets that were solved together."""
        return cls(title, {**solved.bets, **more}, solved.statement)

    @property
    def main(self) -> Bet | ValuedBet:
        """The first bet."""
        return next(iter(self.bets.values()))

    def __getitem__(self, bet: str) -> Bet | ValuedBet:
        if bet not in self.bets:
            raise KeyError(f"no bet {bet!r}; there are {', '.join(self.bets)}")
        return self.bets[bet]

    def __iter__(self) -> Iterator[str]:
        return iter(self.bets)

    def __len__(self) -> int:
        return len(self.bets)

    def frames(self) -> dict[str, Rows]:
        """A row for each bet, and every row of every return table and distribution."""
        summary: list[dict[str, object]] = []
        parts: dict[str, list[dict[str, object]]] = {"returns": [], "outcomes": [], "actions": []}
        for name, bet in self.bets.items():
            row: dict[str, object] = {"bet": name, "unit": bet.unit, "house_edge": bet.house_edge}
            if isinstance(bet, Analysis):
                row |= {
                    "average_wager": bet.average_wager,
                    "element_of_risk": bet.element_of_risk,
                    "hit_frequency": bet.hit_frequency,
                    "standard_deviation": bet.standard_deviation,
                }
                for table, rows in bet.frames().items():
                    parts[table] += [{"bet": name, **each} for each in rows]
            elif not isinstance(bet, ValuedBet):
                row["standard_error"] = bet.standard_error
            summary.append(row)
        return {"bets": summary, **{table: rows for table, rows in parts.items() if rows}}

    def __repr__(self) -> str:
        edges = ", ".join(f"{name}: edge {float(bet.house_edge):.4%}" for name, bet in self.bets.items())
        return f"<{self.title}, {edges}>"

    def _repr_html_(self) -> str:
        lines = [
            [
                text(name),
                percent(bet.house_edge),
                percent(bet.element_of_risk) if isinstance(bet, Analysis) else "",
                decimal(bet.standard_deviation, 4) if isinstance(bet, Analysis) else "",
                percent(bet.hit_frequency) if isinstance(bet, Analysis) else "",
            ]
            for name, bet in self.bets.items()
        ]
        head = ("bet", "house edge", "element of risk", "standard deviation", "hit frequency")
        shown = {name: bet._repr_html_() for name, bet in self.bets.items() if isinstance(bet, Analysis)}
        folded = [f"<details><summary>{text(name)}</summary>{html}</details>" for name, html in shown.items()]
        words = [f"<p>{text(sentence)}</p>" for sentence in self.statement]
        return page(html_table(self.title, head, lines), *words, *list(shown.values())[:1], *folded[1:])
