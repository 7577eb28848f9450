"""How a game is best played, how it can be remembered, what that costs, and hands to check it by."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from croupier.contract import Json
from croupier.exact.analysis import Analysis
from croupier.exact.estimated_bet import EstimatedValue
from croupier.exact.game_mathematics import Mathematics
from croupier.exact.solved_game import Value, worth
from croupier.exact.solver import SIMPLE, AskedHand, Solver, Strategy, is_solved, solver_of
from croupier.exact.strategy_cards import FOUND, card_answer, card_to_print, has_known_card, variants_of
from croupier.reports.paper_words import action_words, bet_label, card_signs, decimal, percent
from croupier.table.game import Game, Question, Rule, bet_groups
from croupier.table.placard import Placard
from croupier.table.rehearsal import rehearse
from croupier.table.round import Round
from croupier.table.view import view

ROUNDS_LOOKED_THROUGH: Final = 60
MOST_HANDS: Final = 12
MOST_VALUES: Final = 3
SECONDS_A_HAND: Final = 1
"""About how long the choices of a hand are searched in a game of no family."""
CARD: Final = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def short_strategies(game: Game[Any], solved: Mapping[str, Analysis], stake: Fraction) -> list[Json]:
    """Every strategy that a person can remember, with its edge and what it gives away.

    Without one written by hand it is the card that was found, if it ships or was searched for: a search takes long. For
    a game of no family it takes no longer than solving it.
    """
    if game.short_strategy is None:
        known = has_known_card(game, stake) or not is_solved(game)
        return printed_strategies(game, solved, stake) if known else []
    if not is_solved(game):
        rules = game.short_strategy.rules
        return [_uncounted(variant, [rule_words(rule) for rule in said]) for variant, said in rules.items()]
    return [_short(game, strategy, solved[strategy.analysis.bet]) for strategy in solver_of(game).strategies(stake)]


def printed_strategies(game: Game[Any], solved: Mapping[str, Analysis], stake: Fraction) -> list[Json]:
    """The same for a strategy card, where a card that was found stands in place of a worse one written by hand."""
    strategies = short_strategies(game, solved, stake) if game.short_strategy else []
    main = next(iter(solved)) if is_solved(game) else bet_groups(game)[0].name
    if main not in solved:
        return strategies
    printed = dict[str, Json]()
    for each in strategies:
        if each["rules"]:
            printed.setdefault(each["bet"], each)
    for variant in variants_of(game):
        bet = f"{variant}/{main.rpartition('/')[2]}" if variant else main
        if found := card_to_print(game, solved[bet], stake, variant):
            card = _short(game, Strategy(FOUND, found.analysis, found.rules), solved[bet])
            printed = {card["bet"]: card} | printed | {card["bet"]: card}
    return list(printed.values())


def _uncounted(variant: str, rules: list[Json]) -> Json:
    """A strategy whose cost is not counted."""
    words = variant.replace("-", " ") or "main"
    return {"name": SIMPLE, "bet": words[:1].upper() + words[1:], "rules": rules, "house_edge": None}


def _short(game: Game[Any], strategy: Strategy, optimal: Analysis) -> Json:
    played = strategy.analysis
    cost = strategy.cost(optimal)
    return {
        "name": strategy.name,
        "bet": bet_label(game, played.bet),
        "unit": played.unit,
        "rules": [rule_words(rule) for rule in strategy.rules],
        "house_edge": percent(played.house_edge),
        "element_of_risk": percent(played.element_of_risk),
        "optimal_edge": percent(optimal.house_edge),
        "optimal_element_of_risk": percent(optimal.element_of_risk),
        "cost": percent(cost),
        "cost_exact": str(cost),
        "actions": [
            {"action": action_words(action), "share": percent(share)} for action, share in played.actions.items()
        ],
        "optimal_actions": [
            {"action": action_words(action), "share": percent(share)} for action, share in optimal.actions.items()
        ],
    }


def rule_words(rule: Rule) -> Json:
    """A rule's sentence; where it only names a hand, what to do with that besides.

    >>> rule_words(Rule("a pair, or two", "hold one pair"))
    {'sentence': 'A pair, or two', 'action': 'hold one pair'}
    >>> rule_words(Rule("Hit a hard total of 8 or less.", "hit"))
    {'sentence': 'Hit a hard total of 8 or less.', 'action': ''}
    """
    if rule.sentence[:1].isupper():
        return {"sentence": rule.sentence, "action": ""}
    return {"sentence": rule.sentence[:1].upper() + rule.sentence[1:], "action": action_words(rule.action)}


@dataclass(frozen=True)
class Asked:
    """A decision that came up in a round dealt aside, and how the short strategy answers it."""

    question: Question
    answer: str

    @property
    def kind(self) -> tuple[str, int, int, str]:
        """What makes two decisions alike: the game, how many cards are seen, and the answer, its cards aside."""
        answer = CARD.sub("?", self.answer)
        return self.question.variant or "", len(self.question.cards), len(self.question.board), answer


def decisions(game: Game[Any], stake: Fraction) -> list[Json]:
    """Hands that were dealt, one for each kind of answer by the short strategy, with the exact value of the choices."""
    solver = solver_of(game)
    found: dict[tuple[Any, ...], Asked] = {}
    for number in range(ROUNDS_LOOKED_THROUGH):
        for asked in _asked(game, number):
            found.setdefault(asked.kind, asked)
    return [_decision(solver, found[kind], stake) for kind in sorted(found)[:MOST_HANDS]]


def drawn_decisions(game: Game[Any], stake: Fraction) -> list[Json]:
    """The same hands, each once, with their cards one by one and the best choice, or the best of several in a row."""
    in_a_row = type(solver_of(game).mathematics).best is not Mathematics.best
    seen = {(each["variant"], each["cards"], each["board"]): each for each in decisions(game, stake)}
    return [
        {
            "variant": each["variant"],
            "cards": each["cards"].split(),
            "board": each["board"].split(),
            "best": (", then " if in_a_row else " or ").join(
                value["action"] for value in each["values"] if value["best"]
            ),
        }
        for each in seen.values()
    ]


def variant_words(variant: str) -> str:
    """Which game of several is played, or which bets together.

    >>> variant_words("five-card-draw"), variant_words("main=1,trips=1/5")
    ('five card draw', 'main 1, trips 1/5')
    """
    return variant.replace("-", " ").replace("=", " ").replace(",", ", ")


def _asked(game: Game[Any], number: int) -> list[Asked]:
    """The decisions of a round that one player plays by the short strategy."""
    asked = []

    def watch(round: Round, seat: int) -> None:
        question = game.question(view(round, seat))
        if question is not None:
            asked.append(Asked(question, card_answer(round, seat)))

    rehearse(game, Placard(), number, ("careful",), watch=watch, careful=card_answer)
    return asked


def _decision(solver: Solver, asked: Asked, stake: Fraction) -> Json:
    question = asked.question
    values = solver.weigh(AskedHand(question.cards, question.board, question.variant, stake, SECONDS_A_HAND))
    best = solver.best(values)
    ordered = sorted(values.items(), key=lambda choice: -worth(choice[1]))
    return {
        "variant": variant_words(question.variant or ""),
        "cards": card_signs(question.cards),
        "board": card_signs(question.board),
        "values": [
            {
                "action": action_words(action),
                "value": value_words(value),
                "exact": str(value) if isinstance(value, Fraction) else "estimated",
                "best": action in best,
            }
            for action, value in ordered[:MOST_VALUES]
        ],
        "choices": len(values),
        "short": action_words(asked.answer),
        "short_is_best": asked.answer in best,
    }


def value_words(value: Value) -> str:
    """What a choice is worth; an estimate with its standard error.

    >>> value_words(Fraction(-1, 2)), value_words(EstimatedValue(0.25, 0.0125))
    ('−0.500000', '+0.2500 ± 0.0125')
    """
    if isinstance(value, EstimatedValue):
        return f"{decimal(value.estimate, 4, sign=True)} ± {decimal(value.standard_error, 4)}"
    return decimal(value, 6, sign=True)
