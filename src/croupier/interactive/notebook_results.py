"""Results that show themselves in a notebook and become frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, overload

from croupier.english import counted
from croupier.errors import InvariantError, Refused
from croupier.exact.analysis import Analysis
from croupier.exact.seen_cards.exposure import Exposure
from croupier.exact.solved_game import Bet, SolvedGame, Value, worth
from croupier.exact.tuning import FoundTable
from croupier.exact.valued_bet import ValuedBet
from croupier.odds import PayTable, hand_words
from croupier.shown.frames import Rows, Tabular
from croupier.shown.html_parts import cards_svg, decimal, exactly, figure, html_table, page, percent, text
from croupier.shown.svg_plots import bar_plot, line_plot
from croupier.simulate.results import BetResult, Results, mean
from croupier.simulate.sessions import PERCENTILES, RUINED, SessionCurves
from croupier.simulate.tally import BINS

if TYPE_CHECKING:
    from croupier.interactive.chosen_game import ChosenGame


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
        if self.found.hours is None:
            raise InvariantError("no hours were counted")
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
