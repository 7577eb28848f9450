"""What hold a bet has by the plainest model, and how far a printed estimate is from it.

Hold is win by drop. A player buys in once for so many units, makes the bet in so many rounds, and neither goes broke
nor leaves before the end: then the win is the edge in each round, the drop the buy-in, and the hold is
edge x rounds / buy-in.
Nothing of that is in a game's rules, so that a printed estimate can only be set beside it. `croupier hold` deals the
sessions and has them end in ruin too.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final


@dataclass(frozen=True)
class HoldModel:
    """How long people play, and what they buy in for."""

    buy_in: Fraction
    """In units of the bet."""
    rounds: int

    def hold(self, edge: Fraction) -> Fraction:
        """The share of the drop that the house wins.

        >>> HoldModel(Fraction(20), 60).hold(Fraction(1, 60))
        Fraction(1, 20)
        """
        return edge * self.rounds / self.buy_in

    def rounds_for(self, hold: Fraction, edge: Fraction) -> Fraction:
        """The rounds that such a hold takes for each buy-in."""
        return hold * self.buy_in / edge

    def beside(self, text: str, printed: Fraction, edge: Fraction, average_wager: Fraction) -> str:
        """A printed estimate beside the model, in sentences."""
        made, needed = self.hold(edge), self.rounds_for(printed, edge) if edge > 0 else None
        apart = printed - made
        way = "above" if apart >= 0 else "below"
        words = (
            f"Hold is win by drop. With a buy-in of {self.buy_in} units and {self.rounds} rounds (two hours of six "
            f"players), nobody ruined or gone early, the exact edge of {float(edge):.4%} makes {float(made):.2%}; "
            f"the printed {text} is {abs(float(apart)) * 100:.2f} points {way} that."
        )
        if needed is None:
            return words
        times = average_wager * needed / self.buy_in
        return (
            f"{words} It would take {float(needed):.0f} rounds for each buy-in, all of it bet {float(times):.0f} times."
        )


USUAL: Final = HoldModel(Fraction(20), 60)
"""A buy-in of $200 at $10 a unit and two hours of thirty rounds, as `croupier hold` has it if nothing else is said."""
