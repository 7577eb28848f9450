"""Strategy cards that write themselves: the shortest lists of sentences that give away little, from a solved game.

docs/math/strategy-cards.md says how they are found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, TypeAlias

from croupier.cards import Card
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.by_walk.one_answer import OneAnswerCard, one_answer_card
from croupier.exact.reading.as_draw import DrawSolver
from croupier.exact.reading.as_showdown import ShowdownSolver
from croupier.exact.reading.as_streets import StreetsSolver
from croupier.exact.reading.endings import is_together, variant_of_bets
from croupier.exact.solver import Solver, is_solved, solver_of
from croupier.exact.strategy_cards.card_questions import CardQuestions
from croupier.exact.strategy_cards.draw_questions import DrawQuestions
from croupier.exact.strategy_cards.showdown_questions import ShowdownQuestions
from croupier.exact.strategy_cards.streets_questions import StreetsQuestions
from croupier.exact.strategy_cards.written_card import (
    WrittenCard,
    is_known,
    ship,
    shipped_cards,
    written_cards,
)
from croupier.table.game import Game, Rule, ShortStrategy
from croupier.table.round import Round
from croupier.table.settings import as_words
from croupier.table.view import automatic_answer, view

FoundCard: TypeAlias = WrittenCard | OneAnswerCard

LITTLE: Final = Fraction(1, 1000)
"""What a card may give away that is printed where none is written by hand."""
FOUND: Final = "found"
"""The name of a strategy that was found."""

__all__ = [
    "FOUND",
    "CardAdvice",
    "CardQuestions",
    "FoundCard",
    "WrittenCard",
    "card_advice",
    "card_answer",
    "card_to_print",
    "cards_of",
    "has_known_card",
    "kinds_named",
    "known_strategy",
    "questions_of",
    "variants_of",
    "within",
    "write_printed",
]


def questions_of(
    solver: Solver, stake: Fraction | int = 1, deck: Sequence[Card] | None = None, variant: str = ""
) -> CardQuestions:
    """The decisions of a game's main bet; where players call the game, of a variant."""
    mathematics, title = solver.mathematics, solver.game.title
    if isinstance(mathematics, StreetsSolver):
        return StreetsQuestions(mathematics, stake, deck)
    if isinstance(mathematics, ShowdownSolver):
        return ShowdownQuestions(mathematics, stake, deck)
    if isinstance(mathematics, DrawSolver):
        return DrawQuestions(mathematics, variant, stake, deck)
    raise Refused(f"cards are found for games of streets, a showdown or a draw; {title} is of another kind")


def cards_of(game: Game[Any], stake: Fraction | int = 1, variant: str = "") -> list[FoundCard]:
    """The best cards found for a game's main bet: of one sentence, and of more, each costing less than the last.

    For a game of no family it is the best one of one sentence.
    """
    if solver_of(game).mathematics.searched:
        return [one_answer_card(game, Fraction(stake))]
    return list(_cards(solver_of(game), Fraction(stake), variant, _key(game, Fraction(stake), variant)))


def variants_of(game: Game[Any]) -> tuple[str, ...]:
    """The games that players may call, each of which has cards of its own; "" where the game is one."""
    mathematics = solver_of(game).mathematics
    return mathematics.variants if isinstance(mathematics, DrawSolver) else ("",)


def _key(game: Game[Any], stake: Fraction, variant: str) -> str:
    """Names a game and the terms that its cards depend on."""
    tables = {bet: (table.odds, table.fixed) for bet, table in game.paytables.items()}
    told = repr((game.name, game.behaviour, as_words(game.settings), tables, stake, *([variant] * bool(variant))))
    return f"{game.name}-{sha256(told.encode()).hexdigest()[:12]}"


def write_printed(games: Iterable[Game[Any]]) -> None:
    """Find the cards of these games anew, to be shipped with the program."""
    found = {}
    for game in games:
        for variant in variants_of(game):
            key, questions = _key(game, Fraction(1), variant), questions_of(solver_of(game), variant=variant)
            found[key] = written_cards(questions, key, type(game).__module__)
    ship(found)


def known_strategy(game: Game[Any], variant: str | None = None) -> ShortStrategy | None:
    """The card written by hand, or else the one that `croupier strategy` prints, if it ships or was searched for."""
    if game.short_strategy is not None:
        return game.short_strategy
    key = _key(game, Fraction(1), variant or "")
    return _known(solver_of(game), variant or "", key) if is_known(key) else None


@lru_cache(maxsize=16)
def _known(solver: Solver, variant: str, key: str) -> ShortStrategy | None:
    try:
        questions = questions_of(solver, variant=variant)
        rules = type(solver.game).__module__
        return (shipped_cards(questions, key) or written_cards(questions, key, rules, searching=False))[-1].strategy
    except Refused:
        return None


@dataclass(frozen=True, slots=True)
class CardAdvice:
    """What a strategy card says of one hand."""

    sentences: tuple[str, ...]
    """The sentences that the hand falls under."""
    action: str
    """What they come to, as the table calls it."""


def card_advice(
    game: Game[Any], cards: Sequence[Card], legal: Sequence[str], variant: str | None = None
) -> CardAdvice | None:
    """What the game's card says of the cards a player sees; nothing without a card, a sentence or a choice."""
    if variant is not None and is_together(variant):
        variant = variant_of_bets(variant) or None
    if len(legal) < 2 or (strategy := known_strategy(game, variant)) is None:
        return None
    here = "" if "" in strategy.rules else variant or next(iter(strategy.rules))
    sentences = tuple(rule.whole for rule in strategy.deciding(cards, legal, here))
    return CardAdvice(sentences, strategy.choose(cards, legal, here)) if sentences else None


def card_answer(round: Round, seat: int) -> str:
    """What the card that papers print says of what a seat is asked; without one, what an automatic seat answers."""
    game, seen = round.table.game, view(round, seat)
    question = None if game.short_strategy or round.betting else game.question(seen)
    if question is not None:
        advice = card_advice(game, (*question.cards, *question.board), seen.legal, question.variant)
        if advice is not None:
            return advice.action
    return automatic_answer(round, seat)


def has_known_card(game: Game[Any], stake: Fraction | int = 1) -> bool:
    """Whether the cards found for a game ship or were searched for before."""
    return is_solved(game) and all(is_known(_key(game, Fraction(stake), variant)) for variant in variants_of(game))


@lru_cache(maxsize=4)
def _cards(solver: Solver, stake: Fraction, variant: str, key: str) -> tuple[WrittenCard, ...]:
    questions = questions_of(solver, stake, variant=variant)
    return tuple(shipped_cards(questions, key) or written_cards(questions, key, type(solver.game).__module__))


def card_to_print(game: Game[Any], optimal: Analysis, stake: Fraction | int = 1, variant: str = "") -> FoundCard | None:
    """The found card that a report has; none where the one written by hand is as good, or none can be found.

    It is the cheapest that names no more kinds of hands than that one; without one, the shortest that costs little.
    One answer to everything is printed only if it does.
    """
    solver = solver_of(game)
    try:
        cards = cards_of(game, stake, variant)
    except Refused:
        return None
    written = next((each for each in solver.strategies(stake) if each.analysis.bet == optimal.bet), None)
    if written is None:
        little = [card for card in cards if optimal.expected_value - card.analysis.expected_value <= LITTLE]
        return little[0] if little else None if solver.mathematics.searched else cards[-1]
    short = [card for card in cards if len(card.lines) <= kinds_named(written.rules)]
    if short and short[-1].analysis.expected_value > written.analysis.expected_value:
        return short[-1]
    return None


def kinds_named(rules: Sequence[Rule]) -> int:
    """How many kinds of hands a card names."""
    return sum(rule.kinds for rule in rules)


def within(
    cards: Sequence[FoundCard], optimal: Fraction, cost: Fraction | None, sentences: int | None = None
) -> FoundCard:
    """The shortest card that costs no more, of so many sentences at most; without a bound the cheapest of those."""
    short = [card for card in cards if sentences is None or len(card.lines) <= sentences]
    if not short:
        raise Refused(f"a card of {sentences} sentences says nothing; the shortest has {len(cards[0].lines)}")
    if cost is None:
        return short[-1]
    for card in short:
        if optimal - card.analysis.expected_value <= cost:
            return card
    least = optimal - short[-1].analysis.expected_value
    raise Refused(
        f"no card found of at most {len(short[-1].lines)} sentences costs {float(cost):.4%} or less; "
        f"the best costs {float(least):.4%}"
    )
