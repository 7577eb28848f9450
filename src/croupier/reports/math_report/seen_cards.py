"""What seen cards are worth to players, in every way that is looked at, as a paper tells it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from croupier.contract import Json
from croupier.english import counted
from croupier.exact import counting
from croupier.exact.analysis import Analysis
from croupier.exact.counting.counted_bets import Counting
from croupier.exact.counting.favoured import COUNT_GAIN, FAVOURED, GAIN
from croupier.exact.counting.read_rounds import CannotBeCounted, kept_shoe
from croupier.exact.seen_cards import exposure
from croupier.exact.seen_cards.exposure import (
    CERTAIN,
    Exposure,
    break_even_hands,
    cards_to_show,
    gone_unknown,
    leaves_choice,
)
from croupier.exact.solver import Solver, solver_of
from croupier.reports.math_report.method import published_text
from croupier.reports.paper_words import bet_label, percent
from croupier.table.game import Game

DECKS: Final[int | None] = None
"""How many stripped decks are solved for each line: what a few seconds allow."""


def seen_cards(game: Game[Any], solved: Mapping[str, Analysis], stake: Fraction) -> Json:
    """Every bet with cards known that were not to be: other hands, one to all, those outside the round, and a counted
    shoe; each with what it does not make a difference to, or with why it is not known."""
    solver, shown = solver_of(game), cards_to_show(game)
    known = solver.knows_exposure
    by_bet = _until_break_even(solver, stake)
    outside = solver.seen_cards(1, stake, DECKS)
    return {
        "choice": leaves_choice(game),
        "argument": published_text(exposure) if by_bet or outside else [],
        "cards": counted(shown.cards, "card") if shown.cards else "",
        "openly": shown.openly,
        "bets": [_bet(game, lines, shown.openly) for lines in by_bet],
        "unexposed": _others(game, solved, [lines[0].analysis.bet for lines in by_bet]) if known else [],
        "gone_unknown": "" if known else gone_unknown(game),
        "outside": [_outside(game, line) for line in outside],
        "unexposed_outside": _others(game, solved, [line.analysis.bet for line in outside]) if known else [],
        "counting": _counting(game, stake) if kept_shoe(game) is not None else None,
    }


def _until_break_even(solver: Solver, stake: Fraction) -> list[list[Exposure]]:
    """By bet, one other hand known, half a table's and all, and those between that tell how many favour the player."""
    by_bet: dict[str, list[Exposure]] = {}
    hands: list[int] | None = None
    while hands is None or hands:
        for line in solver.exposure(hands, stake, DECKS):
            by_bet.setdefault(line.analysis.bet, []).append(line)
        for lines in by_bet.values():
            lines.sort(key=lambda line: line.hands)
        hands = sorted({open for lines in by_bet.values() for open in _undecided(lines)})[:1]
    return [*by_bet.values()]


def _undecided(lines: Sequence[Exposure]) -> list[int]:
    """The number of hands half-way between the fewest that favour the player and the most that do not, if any is."""
    fewest = break_even_hands(lines)
    below = max((line.hands for line in lines if fewest is not None and line.hands < fewest), default=0)
    return [(fewest + below) // 2] if fewest is not None and fewest - below > 1 else []


def _others(game: Game[Any], solved: Iterable[str], exposed: Collection[str]) -> list[str]:
    """The bets that are not exposed."""
    return [bet_label(game, bet) for bet in solved if bet not in exposed]


def _outside(game: Game[Any], line: Exposure) -> Json:
    return {
        "label": bet_label(game, line.analysis.bet),
        "unit": line.analysis.unit,
        "gain": percent(line.gain),
        "error": percent(line.standard_error),
        "left": percent(line.house_edge),
        "decks": f"{line.decks:,}",
    }


def _counting(game: Game[Any], stake: Fraction) -> Json:
    """What a counted shoe is worth against each bet, or why it is not known."""
    try:
        found = solver_of(game).counting(stake)
    except CannotBeCounted as reason:
        return {"argument": [], "bets": [], "unknown": str(reason)}
    return {"argument": published_text(counting), "bets": [_counted(game, each) for each in found], "unknown": ""}


def _counted(game: Game[Any], found: Counting) -> Json:
    kinds = found.bet.kinds_words
    return {
        "label": bet_label(game, found.bet.name),
        "unit": found.bet.unit,
        "how": "counted over all sets of cards that may be gone" if found.exact else f"{found.shoes} shoes dealt",
        "effects": [
            {
                "cards": kind.replace(" ", ", "),
                "effect": percent(effect),
                "exact": str(effect),
                "tags": [f"{count.tags[at]:+d}" if count.tags[at] else "0" for count, _ in found.counts],
            }
            for at, (kind, effect) in enumerate(zip(kinds, found.bet.effects, strict=True))
        ],
        "levels": [str(count.level) for count, _ in found.counts],
        "keys": [f"{float(count.key):.2f}" for count, _ in found.counts],
        "cuts": [
            {
                "cards": str(cut.gone),
                "favoured": percent(cut.means[FAVOURED]),
                "gain": percent(cut.means[GAIN]),
                "error": _error(cut.error(GAIN)),
                "by_count": percent(cut.means[COUNT_GAIN]) if found.counts else "–",
                "spread": _spread(cut.break_even_spread()),
            }
            for cut in found.cuts
        ],
        "sentences": [words.replace(found.bet.name, bet_label(game, found.bet.name), 1) for words in found.sentences],
    }


def _error(error: float | None) -> str:
    return "counted" if error is None else percent(error)


def _spread(spread: float | None) -> str:
    return "–" if spread is None or spread > 1e6 else f"{spread:,.1f} to 1"


def _bet(game: Game[Any], lines: Sequence[Exposure], openly: bool) -> Json:
    return {
        "label": bet_label(game, lines[0].analysis.bet),
        "unit": lines[0].analysis.unit,
        "house_edge": percent(lines[0].analysis.house_edge),
        "rows": [
            {
                "hands": str(line.hands),
                "cards": str(line.cards),
                "gain": percent(line.gain),
                "house_edge": percent(line.house_edge),
                "error": percent(line.standard_error),
                "decks": f"{line.decks:,}",
            }
            for line in lines
        ],
        "verdict": verdict(lines, openly),
    }


def verdict(lines: Sequence[Exposure], openly: bool = False) -> str:
    """Whether players who know all other hands beat the house, in a sentence."""
    players = "A player who looks at all hands of a full table" if openly else "A full table that shares its cards"
    whole_table = lines[-1]
    if whole_table.winner == "player":
        fewest = next(line for line in lines if line.winner == "player")
        already = f", and one who knows {fewest.hands} other hands does so already" if fewest != whole_table else ""
        return f"{players} beats the house{already}."
    if whole_table.winner == "nobody":
        return (
            f"{players} comes so near to the house that it cannot be told who has the edge: what is left of it is "
            f"within {CERTAIN} standard errors of nothing. With more decks, the command croupier exposure tells more."
        )
    if not any(line.gain for line in lines):
        return f"{players} gains nothing: with none of these decks is any choice another."
    return f"{players} does not beat the house."
