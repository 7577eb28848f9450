"""A hint before a decision and a coach after it: what each choice is exactly worth, in the player's own dollars."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from croupier.table.round import Round
from croupier.table.view import view
from croupier.voice.prompts import choice_words

SECONDS: Final = 10
"""How long a decision of a game of no family is weighed."""
BEST_SHOWN: Final = 4


class Adviser:
    """What the choices of one decision are worth."""

    def __init__(self, round: Round, seat: int) -> None:
        game, seen = round.table.game, view(round, seat)
        self.kind, self.hand = type(game), len(seen.own())
        self.values: dict[str, Fraction] = {}
        self.exact = True
        self.unit = Fraction(0)
        """What one unit of the values is, in cents."""
        question = game.question(seen)
        if question is not None:
            from croupier.exact.solver import solver_of

            stake = Fraction(question.stake, 100)
            weighed = solver_of(game).weigh(question.cards, question.board, question.variant, stake, SECONDS)
            self.exact = all(isinstance(value, Fraction) for value in weighed.values())
            self.values = {
                name: value if isinstance(value, Fraction) else Fraction(value.estimate)
                for name, value in weighed.items()
                if name in seen.legal
            }
            self.unit = Fraction(question.stake)

    def best(self) -> str:
        """The choice that is worth most."""
        return max(self.values, key=lambda name: self.values[name])

    def hint(self) -> list[str]:
        """The best choice first, and what it and the next ones are worth."""
        if not self.values:
            return ["There is nothing to advise on here."]
        ranked = sorted(self.values, key=lambda name: -self.values[name])[:BEST_SHOWN]
        lines = [f"Hint: {self.words(ranked[0])}. On average it brings {self.money(ranked[0])} from here."]
        return [*lines, *(f"  {self.words(name)}: {self.money(name)}" for name in ranked[1:])]

    def judged(self, answer: str) -> str:
        """What an answer has cost, beside the best."""
        if answer not in self.values:
            return ""
        best = self.best()
        lost = self.values[best] - self.values[answer]
        if not lost:
            return f"Coach: {self.words(answer)} was best."
        exact = f" ({lost} of a bet)" if self.exact else ", estimated"
        return f"Coach: {self.words(answer)} cost {_cents(lost * self.unit)}{exact}; {self.words(best)} was best."

    def words(self, name: str) -> str:
        """A choice as the player knows it."""
        return choice_words(self.kind, name, self.hand)

    def money(self, name: str) -> str:
        """What a choice is worth in dollars, and exactly in bets where that is known."""
        value = self.values[name]
        sign = "-" if value < 0 else "+"
        exact = f" ({value})" if self.exact else " (estimated)"
        return f"{sign}{_cents(abs(value) * self.unit)}{exact}"


def _cents(cents: Fraction) -> str:
    """Dollars to a hundredth, or further where that would say nothing."""
    return f"${float(cents) / 100:.2f}" if cents >= 1 or not cents else f"${float(cents) / 100:.4f}"
