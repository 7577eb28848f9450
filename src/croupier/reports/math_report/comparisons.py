"""What a change does to the edge: another paytable, another reading of a rule, one unit more or less on a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from croupier.contract import Json
from croupier.errors import Refused
from croupier.exact import solver
from croupier.exact.analysis import Analysis
from croupier.exact.by_walk.solving import kept_for
from croupier.exact.claims import claimed_wager
from croupier.exact.paid import analyze_counts
from croupier.exact.solver import solver_of
from croupier.exact.store import version_of
from croupier.odds import Odds, Pay, PayTable, Prize
from croupier.reports.paper_words import bet_label, change, decimal, pays_words, percent, result_words, setting_words
from croupier.reports.rules_of_play.procedure import is_of_the_pot
from croupier.table.game import Game, PayBet
from croupier.table.settings import as_words, settings_of

Solved = Mapping[str, Analysis]

MEASURES: Final = ("house_edge", "element_of_risk", "hit_frequency", "standard_deviation")


class Comparison:
    """A game solved as it is, and again with one thing changed."""

    def __init__(self, game: Game[Any], stake: Fraction, solved: Solved | None = None) -> None:
        self.game = game
        self.stake = stake
        self.solved: Solved = solved or solver_of(game).analyze(stake)
        self._with_table: dict[tuple[str, str], Solved] = {}
        self._touched: dict[str, list[str]] = {}
        self.counted: set[str] = set()
        """The bets that ask for no choice, so that what they pay does not change how often."""

    def with_table(self, bet: str, table: PayTable) -> Solved:
        """Solved with another paytable for one bet."""
        key = bet, f"{table.odds} {table.fixed}"
        if key not in self._with_table:
            counted = self._counted(bet, table) if bet in self.counted else None
            self._with_table[key] = self._solve_table(bet, table) if counted is None else {**self.solved, bet: counted}
        return self._with_table[key]

    def _solve_table(self, bet: str, table: PayTable) -> Solved:
        if table == self.game.paytables[bet]:
            return self.solved
        changed = type(self.game)(self.game.settings, self.game.paytables | {bet: table})
        return solver_of(changed).analyze(self.stake)

    def edges(self) -> dict[str, Fraction]:
        """The house edge of each wager."""
        return {wager: found.house_edge for wager, found in self.solved.items()}

    def with_setting(self, name: str, value: str) -> dict[str, Fraction]:
        """The house edge of each wager with one setting changed, kept for the next paper."""
        words = as_words(self.game.settings) | {name: value}
        changed = type(self.game).choose(words, custom=tuple(self.game.paytables.values()))

        def build() -> bytes:
            solved = solver_of(changed).analyze(self.stake)
            return msgspec.json.encode({wager: str(found.house_edge) for wager, found in solved.items()})

        told = kept_for(changed, "edges", (str(self.stake),), build, version_of(solver.__name__))
        return {wager: Fraction(edge) for wager, edge in msgspec.json.decode(told).items()}

    def touched(self, bet: str) -> list[str]:
        """The wagers whose edge depends on a bet's paytable: those that change when every row pays a unit more."""
        if bet not in self._touched:
            more = self.one_unit(self.game.paytables[bet], 1)
            solved = self.with_table(bet, more)
            self._touched[bet] = self.changed(solved)
            if self._touched[bet] == [bet] and self._counted(bet, more) == solved[bet]:
                self.counted.add(bet)
        return self._touched[bet]

    def changed(self, other: Solved) -> list[str]:
        """The wagers whose expected value is another one."""
        return [bet for bet in self.solved if other[bet].expected_value != self.solved[bet].expected_value]

    def one_unit(self, table: PayTable, sign: Literal[1, -1], only: str | None = None) -> PayTable:
        """The paytable with one unit more or less on the row named, or on every row."""
        pays, fixed = dict(table.odds), dict(table.fixed)
        for row in [only] if only else [*pays, *fixed]:
            paid = moved(table[row], sign, self.stake)
            pays.pop(row, None)
            fixed.pop(row, None)
            if isinstance(paid, Odds):
                pays[row] = paid
            elif isinstance(paid, Prize):
                fixed[row] = paid
        return replace(table, odds=pays, fixed=fixed, claims={})

    def _counted(self, bet: str, table: PayTable) -> Analysis | None:
        """A wager without choices, counted from its rows with another paytable; None where that cannot be done.

        Whether a wager is such a one is not taken on trust: its first change is solved too and must come out the same.
        """
        analysis = self.solved.get(bet)
        if analysis is None or analysis.actions or not table.paid <= {r.row for r in analysis.rows}:
            return None
        counts = {row.row: row.combinations for row in analysis.rows}
        return analyze_counts(bet, counts, table, self.stake, analysis.unit)


def moved(pay: Pay, sign: Literal[1, -1], stake: Fraction) -> Pay:
    """A pay with one unit more or less; less than a push loses, and what cannot be less by a unit is None too.

    >>> moved(Odds.parse("3:2"), 1, Fraction(1)), moved(Odds.parse("push"), -1, Fraction(1))
    (Odds('5 to 2'), None)
    """
    if isinstance(pay, Prize):
        cents = pay.cents + sign * stake * 100
        return Prize(int(cents)) if cents >= 0 else None
    if pay is None:
        return None
    return Odds(pay.value + sign) if pay.value + sign >= 0 else None


def paytables(comparison: Comparison) -> list[Json]:
    """Every printed paytable of every bet, and the one chosen, with what it makes of the wagers it touches."""
    return [_compared(comparison, bet) for bet in comparison.game.pay_bets]


def _compared(comparison: Comparison, bet: PayBet) -> Json:
    tables = tables_of(comparison.game, bet)
    touched = comparison.touched(bet.name)
    solved = [comparison.with_table(bet.name, table) for table in tables]
    rows = [row for row in bet.rows if any(table[row] is not None for table in tables)]
    claims = dict.fromkeys(claim for table in tables for claim in table.claims)
    return {
        "label": bet.label,
        "names": [table.name for table in tables],
        "chosen": tables.index(comparison.game.paytables[bet.name]),
        "rows": [
            {
                "result": result_words(comparison.game, row),
                "pays": ["–" if table[row] is None else pays_words(table[row]) for table in tables],
            }
            for row in rows
        ],
        "figures": [
            {
                "label": f"{measure.replace('_', ' ').capitalize()}, {bet_label(comparison.game, wager).lower()}",
                "values": [_measured(each[wager], measure) for each in solved],
            }
            for wager in touched
            for measure in MEASURES
        ],
        "claims": [
            {"label": claim_words(claim), "values": [table.claims.get(claim, "") for table in tables]}
            for claim in claims
        ],
    }


def claim_words(claim: str) -> str:
    """What a document prints beside a paytable.

    >>> claim_words("house_edge"), claim_words("house_edge_at_5")
    ('House edge, as printed', 'House edge at $5, as printed')
    """
    return f"{claim.replace('_at_', ' at $').replace('_', ' ').capitalize()}, as printed"


def _measured(analysis: Analysis, measure: str) -> str:
    value = getattr(analysis, measure)
    return decimal(value, 4) if measure == "standard_deviation" else percent(value)


def tables_of(game: Game[Any], bet: PayBet) -> list[PayTable]:
    """The printed paytables of a bet; the one chosen comes first where it is not one of them."""
    chosen, printed = game.paytables[bet.name], list(game.printed()[bet.name].values())
    return printed if chosen in printed else [chosen, *printed]


def edge_groups(comparison: Comparison) -> list[tuple[str, list[tuple[str, Fraction, str | None]]]]:
    """For each wager the paytables that touch it, the chosen ones first, with exact and printed edges."""
    groups = []
    for wager, analysis in comparison.solved.items():
        listed = {
            bet: tables_of(comparison.game, bet)
            for bet in comparison.game.pay_bets
            if wager in comparison.touched(bet.name)
        }
        several = {bet: tables for bet, tables in listed.items() if len(tables) > 1}
        edges: list[tuple[str, Fraction, str | None]] = []
        for bet, tables in several.items():
            printed = _is_as_printed(comparison, bet, wager)
            for table in tables:
                name = f"{bet.label}: {table.name}" if len(several) > 1 else table.name
                edge = comparison.with_table(bet.name, table)[wager].house_edge
                edges.append((name, edge, table.claims.get("house_edge") if printed else None))
        groups.append((bet_label(comparison.game, wager), edges or [("as chosen", analysis.house_edge, None)]))
    return groups


def _is_as_printed(comparison: Comparison, bet: PayBet, wager: str) -> bool:
    """Whether the edges printed beside a bet's paytables are of this wager, all else being as the document has it."""
    game = comparison.game
    others = [other.name for other in game.pay_bets if other != bet and wager in comparison.touched(other.name)]
    return (
        wager == claimed_wager(type(game), bet.name)
        and game.settings == game.Settings()
        and all(game.paytables[other] == next(iter(game.printed()[other].values())) for other in others)
    )


def readings(comparison: Comparison) -> list[Json]:
    """Every setting with listed values that some edge depends on: the edge with each of them."""
    return [reading for name in _listed_settings(comparison.game) if (reading := _reading(comparison, *name))]


def _listed_settings(game: Game[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, hint in get_type_hints(game.Settings).items():
        if name in game.Settings.__struct_fields__:
            if hint is bool:
                yield name, ("true", "false")
            elif get_origin(hint) is Literal:
                yield name, tuple(map(str, get_args(hint)))


def _reading(comparison: Comparison, name: str, values: tuple[str, ...]) -> Json | None:
    about = next(setting for setting in settings_of(comparison.game.Settings) if setting.name == name)
    if is_of_the_pot(about.rule):
        return None
    chosen = as_words(comparison.game.settings)[name]
    now = comparison.edges()
    edges = {value: now if value == chosen else _tried(comparison, name, value) for value in values}
    wagers = [
        wager
        for wager in now
        if any(not isinstance(each, str) and each.get(wager, now[wager]) != now[wager] for each in edges.values())
    ]
    if not wagers:
        return None
    return {
        "name": name,
        "meaning": about.meaning,
        "rule": about.rule,
        "wagers": [bet_label(comparison.game, wager) for wager in wagers],
        "values": [
            {
                "value": value,
                "words": setting_words(value),
                "chosen": value == chosen,
                "edges": [each if isinstance(each, str) else percent(each[wager]) for wager in wagers],
            }
            for value, each in edges.items()
        ],
    }


def _tried(comparison: Comparison, name: str, value: str) -> dict[str, Fraction] | str:
    try:
        return comparison.with_setting(name, value)
    except Refused:
        return "does not go with the other settings"


def sensitivity(comparison: Comparison) -> list[Json]:
    """For each paytable and each wager that it touches, the edge with one unit more or less on a row."""
    said = []
    for bet in comparison.game.pay_bets:
        table = comparison.game.paytables[bet.name]
        rows = [row for row in bet.rows if table[row] is not None]
        moves = {row: [_edges_moved(comparison, bet.name, row, sign) for sign in (1, -1)] for row in rows}
        for wager in comparison.touched(bet.name):
            edge = comparison.solved[wager].house_edge
            said.append(
                {
                    "bet": bet.label,
                    "table": table.name,
                    "wager": bet_label(comparison.game, wager),
                    "edge": percent(edge),
                    "rows": [
                        {
                            "row": result_words(comparison.game, row),
                            "pays": pays_words(table[row]),
                            "moves": [_moved_words(edges, wager, edge) for edges in moves[row]],
                        }
                        for row in rows
                    ],
                }
            )
    return said


def _edges_moved(comparison: Comparison, bet: str, row: str, sign: Literal[1, -1]) -> dict[str, Fraction]:
    """The edges with one unit more or less on a row; none where the row cannot pay a unit less."""
    table = comparison.game.paytables[bet]
    pay = table[row]
    if sign < 0 and moved(pay, sign, comparison.stake) is None and not (isinstance(pay, Odds) and pay.value == 0):
        return {}
    solved = comparison.with_table(bet, comparison.one_unit(table, sign, row))
    return {wager: solved[wager].house_edge for wager in comparison.touched(bet)}


def _moved_words(edges: Mapping[str, Fraction], wager: str, edge: Fraction) -> list[str]:
    return [percent(edges[wager]), change(edges[wager] - edge)] if edges else ["–", ""]
