"""An edge at a table of several players whose payouts of a round are limited together.

The table pays in turn until the limit L is reached. Let X be what one of n seats would be paid, all seats alike. What
the limit takes from all of them is (X1 + ... + Xn - L)+. That is convex in the sum, so on average no more than
n E(X - L/n)+, however the hands of the seats hang together; and not less than E(X - L)+, what it takes from a seat that
is paid first. So the mean edge of the seats is at most the edge of one player with a limit of L/n, and at least the
edge without a limit with 1/n of what a limit of L adds to it: two exact figures, which are one where it cannot bind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.solver import solver_of
from croupier.json_shapes import SharedLimitTold
from croupier.table.game import Game


@dataclass(frozen=True)
class SharedLimit:
    """The edge of a bet that every seat makes, where what all are paid in a round is limited."""

    bet: str
    unit: str
    players: int
    first: Fraction
    """Of the seat that is paid first, which is what one player alone has."""
    least: Fraction
    """The mean over the seats is not below this,"""
    most: Fraction
    """and not above this."""

    @property
    def exact(self) -> bool:
        """Whether that is one figure."""
        return self.least == self.most

    @property
    def sentence(self) -> str:
        """What a house must know, in words."""
        seats = f"{self.bet}: with {self.players} players who all make it, the mean house edge of a seat is"
        first = f"The seat that is paid first has {float(self.first):.4%}, exactly."
        if self.exact:
            return f"{seats} {float(self.least):.4%} of the {self.unit}, exactly. {first}"
        between = f"between {float(self.least):.4%} and {float(self.most):.4%} of the {self.unit}, both exact bounds"
        return f"{seats} {between}. {first}"

    def told(self) -> SharedLimitTold:
        """As the `--json` contract has it."""
        return SharedLimitTold(self.players, str(self.first), str(self.least), str(self.most), self.exact)


def shared_limit(game: Game[Any], players: int, stake: Fraction = Fraction(1)) -> list[SharedLimit]:
    """Every bet of a game that is paid with a limit, at a table of so many players."""
    payment = game.payment
    if payment is None or payment.aggregate is None:
        raise Refused("--players is for a limit that players share; give --aggregate-payout too")
    if not 1 <= players <= game.seats:
        raise Refused(f"{players} players cannot sit at {game.name}; 1 to {game.seats} can")

    def edges(limit: int | None) -> Mapping[str, Analysis]:
        return solver_of(game.paid(replace(payment, aggregate=limit))).analyze(stake)

    free, alone, parted = edges(None), edges(payment.aggregate), edges(payment.aggregate // players)
    return [
        SharedLimit(
            bet,
            alone[bet].unit,
            players,
            alone[bet].house_edge,
            free[bet].house_edge + (alone[bet].house_edge - free[bet].house_edge) / players,
            parted[bet].house_edge,
        )
        for bet in free
    ]
