"""The coach: what each choice of a decision is worth, and what an answer has cost."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from croupier.table.round import Round
from croupier.table.view import view
from croupier.voice.prompts import choice_words

if TYPE_CHECKING:
    from croupier.exact.strategy_cards import CardAdvice

SECONDS: Final = 10
"""How long a decision is sampled where no family of solvers knows the game."""
BEST_SHOWN: Final = 4


class Adviser:
    """The values of one decision's choices, in units of `unit` cents."""

    def __init__(self, round: Round, seat: int) -> None:
        game, seen = round.table.game, view(round, seat)
        self.words = {name: choice_words(type(game), name, len(seen.own())) for name in seen.legal}
        self.values: dict[str, Fraction] = {}
        self.card: CardAdvice | None = None
        question = game.question(seen)
        if question is None:
            return
        from croupier.exact.solver import AskedHand, solver_of
        from croupier.exact.strategy_cards import card_advice

        self.unit = Fraction(question.stake)
        hand = AskedHand(question.cards, question.board, question.variant, self.unit / 100, SECONDS)
        weighed = {name: value for name, value in solver_of(game).weigh(hand).items() if name in self.words}
        self.exact = all(isinstance(value, Fraction) for value in weighed.values())
        values = {name: v if isinstance(v, Fraction) else Fraction(v.estimate) for name, v in weighed.items()}
        self.values = dict(sorted(values.items(), key=lambda each: -each[1]))
        self.card = card_advice(game, (*question.cards, *question.board), seen.legal, question.variant)

    def hint(self) -> list[str]:
        """Return the best choice, and what it and the next ones are worth."""
        if not self.values:
            return ["There is nothing to advise on here."]
        worth = {}
        for name, value in self.values.items():
            exact = f" ({value})" if self.exact else " (estimated)"
            worth[name] = f"{'-' if value < 0 else '+'}{_cents(abs(value) * self.unit)}{exact}"
        best, *others = list(worth)[:BEST_SHOWN]
        lines = [f"Hint: {self.words[best]}. On average it brings {worth[best]} from here.", self.why(best)]
        return [*filter(None, lines), *(f"  {self.words[name]}: {worth[name]}" for name in others)]

    def judged(self, answer: str) -> list[str]:
        """Return what an answer has cost beside the best, and why."""
        if answer not in self.values:
            return []
        best = next(iter(self.values))
        lost = self.values[best] - self.values[answer]
        exact = f" ({lost} of a bet)" if self.exact else ", estimated"
        cost = f"{self.words[answer]} cost {_cents(lost * self.unit)}{exact}; {self.words[best]} was best."
        verdict = cost if lost else f"{self.words[answer]} was best."
        return [f"Coach: {verdict} {self.why(best)}".rstrip()]

    def why(self, best: str) -> str:
        """Return the strategy card's sentences for the hand, and say so where they do not lead to the best play."""
        if self.card is None:
            return ""
        said = f"The strategy card: {' '.join(self.card.sentences)}"
        if self.values.get(self.card.action) == self.values[best]:
            return said
        return f"{said} That is {self.words[self.card.action]}; here the card is not the best play."


def _cents(cents: Fraction) -> str:
    """Return dollars with two decimals, or with four for less than a cent."""
    return f"${float(cents) / 100:.2f}" if cents >= 1 or not cents else f"${float(cents) / 100:.4f}"
