"""Tables of exact results for people: solved bets, audited figures, exposed hands and counted shoes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from croupier.cards import DECK, Card, plain_signs
from croupier.chips import dollars
from croupier.cli.output import grid
from croupier.errors import InvariantError
from croupier.exact.analysis import Analysis
from croupier.exact.by_stake import ByStake
from croupier.exact.claims import Finding
from croupier.exact.estimated_bet import EstimatedBet
from croupier.exact.solved_game import SolvedGame
from croupier.exact.solver import Solver, Strategy
from croupier.json_shapes import BetCounted, BetExposed, CardTold, StrategyTold
from croupier.table.game import Game
from croupier.table.settings import as_words


def show_solved(solved: SolvedGame, console: Console) -> None:
    """Print the bets of a solved game."""
    for sentence in solved.statement:
        console.print(Padding.indent(Text(f"- {sentence}"), 2))
    if solved.statement:
        console.print("")
    for bet in solved.bets.values():
        shown = bet.tables() if isinstance(bet, Analysis) else [_estimate(bet), *bet.assumptions]
        console.print(Group(*shown), "")
    for small in solved.smaller_packs:
        table = grid("bet", "expected value", "exact", title=f"on {small.words}")
        for name, exact in small.bets.items():
            table.add_row(name, f"{float(exact.expected_value):+.6f} per {exact.unit}", str(exact.expected_value))
        console.print(table, "")


def _estimate(bet: EstimatedBet) -> Grid:
    table = grid("figure", "value", "standard error", title=f"{bet.bet} (estimated)")
    words = f"expected value (per {bet.unit}), a lower bound" if bet.chosen else f"expected value (per {bet.unit})"
    table.add_row(words, f"{bet.estimate:+.4%}", f"{bet.standard_error:.4%}")
    table.add_row("sampled deals", f"{bet.rounds:,}", "")
    return table


def stake_table(found: ByStake) -> list[Grid | str]:
    """Return a table of the edge by stake and its sentences; the sentences alone where the stake does not matter."""
    if len(set(found.edges.values())) == 1:
        return list(found.sentences)
    table = grid("stake", "house edge", "exact", title=f"{found.bet}: by stake", numbers=slice(0, 2))
    for cents, edge in found.edges.items():
        table.add_row(dollars(cents), f"{float(edge):.4%}", str(edge))
    return [table, *found.sentences]


def as_written(cards: str) -> str:
    """Write cards with suit signs; a rank without a suit stays as it is."""
    pieces = re.findall(r"(10|[2-9TJQKA])([cdhs♣♦♥♠]?)", plain_signs(cards), re.IGNORECASE)
    return " ".join(Card.parse(rank + suit).sign if suit else rank.upper() for rank, suit in pieces)


def heading(game: Game[Any]) -> Text:
    tables = ", ".join(f"{bet} {table.name}" for bet, table in game.paytables.items())
    settings = ", ".join(f"{name}={value}" for name, value in as_words(game.settings).items())
    return Text.assemble((game.title, "bold"), f"\n{tables}\n", (settings, "dim"), "\n")


def pot_table(solver: Solver) -> Grid | str:
    """Return a table of how often the pot is won and how long it lasts."""
    odds = solver.pot()
    if not odds:
        return f"{solver.game.title} has no pot, or none that is counted."
    columns = ("participants", "won in a round", "lasts", "divided", "how it is known")
    table = grid(*columns, title="the pot, if nobody folds", numbers=slice(4))
    for one in odds:
        known = f"exact: {one.won}" if one.is_exact else f"simulated, standard error {one.standard_error:.4%}"
        divided = f"{float(one.divided):.4%}" if one.games else "never"
        table.add_row(str(one.participants), f"{float(one.won):.4%}", f"{float(one.rounds):.3f} rounds", divided, known)
    return table


def exposure_table(bet: str, lines: list[BetExposed]) -> Grid:
    """Return a table of a bet by the number of known hands; the first row, with none, is exact."""
    unit, unseen = lines[0].unit, Fraction(lines[0].house_edge_unseen)
    columns = ("other hands known", "cards", f"gain, of the {unit}", "house edge", "standard error", "stripped decks")
    table = grid(*columns, title=bet)
    table.add_row("none", "0", "", f"{float(unseen):.4%}", "exact", "")
    for line in lines:
        shares = [f"{share:.4%}" for share in (line.gain, line.house_edge, line.standard_error)]
        table.add_row(str(line.hands), str(line.cards), *shares, f"{line.decks:,}")
    return table


def strategy_table(strategy: Strategy, solved: Mapping[str, Analysis]) -> Group:
    played = strategy.analysis
    cost = strategy.cost(solved[played.bet])
    table = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
    for number, rule in enumerate(strategy.rules, 1):
        table.add_row(f"{number}.", rule.sentence, rule.action)
    facts = (
        f"house edge {float(played.house_edge):.4%} of the {played.unit}, element of risk "
        f"{float(played.element_of_risk):.4%}; it gives away {float(cost):.4%} of the {played.unit} ({cost})"
    )
    title = Text(f"{played.bet}, {strategy.name} strategy", style="bold")
    return Group(title, *([Padding.indent(table, 2)] if strategy.rules else []), Padding.indent(facts, 2))


def card_cost(card: CardTold, unit: str) -> str:
    return f"it gives away {card.cost_per_unit:.4%} of the {unit} ({card.cost})"


def frontier_table(said: StrategyTold) -> Grid:
    table = grid("sentences", f"cost, of the {said.unit}", "house edge", title="cheapest cards found", numbers=slice(3))
    for card in said.frontier:
        table.add_row(str(card.sentences), f"{card.cost_per_unit:.4%}", f"{card.house_edge:.4%}")
    return table


COLOURS: Final = {
    "reproduced": "green",
    "reproduced under another reading": "cyan",
    "rounding": "yellow",
    "not reproduced": "red",
    "not derivable": "dim",
}
"""The verdicts, best first."""

SAMPLING_ERROR: Final = 3.0
"""Standard errors beyond which a difference is not laid to chance."""


def shown(title: str, findings: list[Finding]) -> Iterator[RenderableType]:
    """Yield the findings of a game, a table for each place in its document."""
    places: dict[str, list[Finding]] = {}
    for finding in findings:
        places.setdefault(finding.place, []).append(finding)
    for place, found in places.items():
        yield Text.assemble((title, "bold"), f", {place}")
        yield _table(found)
        differ = [finding for finding in found if finding.plain_verdict in ("rounding", "not reproduced")]
        for tried in filter(None, map(_tried, differ)):
            yield Padding.indent(tried, 2)
        for note in dict.fromkeys(finding.note for finding in differ if finding.note):
            yield Padding.indent(Text(note), 2)
        yield ""


def _table(findings: list[Finding]) -> Grid:
    table = grid("figure", "printed", "exact", "printed less exact", "verdict", numbers=slice(1, 4))
    for finding in findings:
        exact, apart = "", ""
        if finding.printed and finding.exact and finding.difference is not None:
            exact = finding.printed.finer(finding.exact.value)
            apart = finding.printed.finer(finding.difference)
        verdict = Text(finding.verdict, style=COLOURS[finding.verdict])
        table.add_row(finding.label, finding.text, exact, apart, verdict)
    return table


def _tried(finding: Finding) -> Text | None:
    """Describe a figure that is not reproduced: which readings give it, and whether chance explains it."""
    if finding.printed is None:
        raise InvariantError("the finding is not about a printed figure")
    lines = [f"{finding.label}, {finding.text}:"]
    for reading in finding.readings:
        value = reading.exact.value
        told = f"{finding.printed.finer(value)}, {finding.printed.finer(finding.printed.value - value)} away"
        error = f" ± {reading.exact.error:.1e}" if reading.exact.error else ""
        lines.append(f"  {reading.words}: {told}{error}, {finding.verdict_of(reading)}")
    if finding.explained_by is not None:
        lines.append(f"  regenerated by: {finding.explained_by.command}")
    elif finding.nearest is not None:
        lines.append(f"  nearest: {finding.nearest.words}")
    away = finding.standard_errors_away
    if away is not None:
        chance = "chance can do that" if away <= SAMPLING_ERROR else "chance does not do that"
        lines.append(f"  simulated over {finding.rounds:,} rounds: {away:.1f} standard errors away; {chance}")
    return Text("\n".join(lines)) if len(lines) > 1 else None


NO_SPREAD: Final = "none"


def counting_tables(bet: str, told: BetCounted) -> list[Grid]:
    """Return tables of effects of removal, counts and cut cards."""
    return [_cards(bet, told), *([_counts(bet, told)] if told.counts else []), _cuts(bet, told)]


def _cards(bet: str, told: BetCounted) -> Grid:
    names = ["tag, level 1", "tag, level 2", "tag"]
    columns = ("cards", f"effect of one gone, of the {told.unit}", "exact", *names[: len(told.counts)])
    table = grid(*columns, title=f"{bet}: effects of removal, {told.cards} cards", numbers=slice(1, 2))
    for ranks, effect in told.effects_of_removal.items():
        tags = [f"{count.tags[ranks]:+d}" if count.tags[ranks] else "0" for count in told.counts]
        table.add_row(ranks, f"{float(Fraction(effect)):+.5%}", effect, *tags)
    return table


def _counts(bet: str, told: BetCounted) -> Grid:
    columns = ("level", "correlation", "a true count adds", "even at a true count of", "bets in", "gain", "error")
    table = grid(*columns, title=f"{bet}: the best balanced counts, true count = running count / decks left")
    for count in told.counts:
        table.add_row(
            str(max(map(abs, count.tags.values()))),
            f"{count.correlation:.4f}",
            f"{float(Fraction(count.value_per_true_count)):.4%}",
            f"{float(Fraction(count.key_true_count)):.2f}",
            f"{count.favoured:.2%}",
            f"{count.gain:.4%}",
            _error(count.standard_error),
        )
    return table


def _cuts(bet: str, told: BetCounted) -> Grid:
    columns = (
        "cards dealt",
        "decks",
        "rounds",
        "favoured",
        "error",
        "gain, all known",
        "error",
        "gain by count",
        "even at spread",
        "by count",
    )
    seats = "1 player" if told.players == 1 else f"{told.players} players"
    table = grid(*columns, title=f"{bet}: by place of the cut card, for each round dealt, {seats}")
    for cut in told.cuts:
        table.add_row(
            f"{cut.cards}{' *' if cut.cards == told.cut_card else ''}",
            f"{cut.cards / len(DECK):.1f}",
            f"{cut.rounds:.1f}",
            f"{cut.favoured:.3%}",
            _error(cut.favoured_error),
            f"{cut.gain:.4%}",
            _error(cut.gain_error),
            f"{cut.gain_by_count:.4%}" if told.counts else "",
            _spread(cut.break_even_spread),
            _spread(cut.break_even_spread_by_count) if told.counts else "",
        )
    return table


def _error(error: float | None) -> str:
    return "counted" if error is None else f"{error:.4%}"


def _spread(spread: float | None) -> str:
    return NO_SPREAD if spread is None or spread > 1e6 else f"{spread:,.1f}"
