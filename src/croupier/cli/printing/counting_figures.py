"""What counting is worth against a bet, in tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rich.table import Table as Grid

from croupier.cards import DECK
from croupier.cli.printing.grids import grid
from croupier.json_shapes import BetCounted

NO_SPREAD: Final = "none"


def counting_tables(bet: str, told: BetCounted) -> list[Grid]:
    """Effects of removal with the tags of each count, the counts, and the places of a cut card."""
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
