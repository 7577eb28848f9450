"""A hint before a decision and a coach after it: what each choice is exactly worth, in the player's own dollars."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from croupier.table.round import Round
from croupier.table.view import view
from croupier.voice.prompts import choice_words

if TYPE_CHECKING:
    from croupier.exact.strategy_cards import CardAdvice

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
        self.card: CardAdvice | None = None
        question = game.question(seen)
        if question is not None:
            from croupier.exact.solver import AskedHand, solver_of
            from croupier.exact.strategy_cards import card_advice

            stake = Fraction(question.stake, 100)
            hand = AskedHand(question.cards, question.board, question.variant, stake, SECONDS)
            weighed = solver_of(game).weigh(hand)
            self.exact = all(isinstance(value, Fraction) for value in weighed.values())
            self.values = {
                name: value if isinstance(value, Fraction) else Fraction(value.estimate)
                for name, value in weighed.items()
                if name in seen.legal
            }
            self.unit = Fraction(question.stake)
            self.card = card_advice(game, (*question.cards, *question.board), seen.legal, question.variant)

    def best(self) -> str:
        """The choice that is worth most."""
        return max(self.values, key=lambda name: self.values[name])

    def hint(self) -> list[str]:
        """The best choice first, and what it and the next ones are worth."""
        if not self.values:
            return ["There is nothing to advise on here."]
        ranked = sorted(self.values, key=lambda name: -self.values[name])[:BEST_SHOWN]
        lines = [f"Hint: {self.words(ranked[0])}. On average it brings {self.money(ranked[0])} from here.", self.why()]
        return [*filter(None, lines), *(f"  {self.words(name)}: {self.money(name)}" for name in ranked[1:])]

    def why(self) -> str:
        """The sentences of the strategy card that the hand falls under, and whether they come to the best here."""
        if self.card is None:
            return ""
        said = f"The strategy card: {' '.join(self.card.sentences)}"
        best = self.values.get(self.card.action) == max(self.values.values(), default=None)
        return said if best else f"{said} That is {self.words(self.card.action)}; here the card is not the best play."

    def judged(self, answer: str) -> str:
        """What an answer has cost, beside the best, and why."""
        if answer not in self.values:
            return ""
        best = self.best()
        lost = self.values[best] - self.values[answer]
        if not lost:
            return f"Coach: {self.words(answer)} was best. {self.why()}".rstrip()
        exact = f" ({lost} of a bet)" if self.exact else ", estimated"
        cost = f"{self.words(answer)} cost {_cents(lost * self.unit)}{exact}; {self.words(best)} was best."
        return f"Coach: {cost} {self.why()}".rstrip()

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
