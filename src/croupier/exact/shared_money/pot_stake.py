"""A round's pot as a bet beside others, and what it nets; docs/math/pots.md says what is assumed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from croupier.english import counted, listed
from croupier.errors import Refused
from croupier.hands import Poker
from croupier.table.game import Game
from croupier.table.placard import Placard

PARTICIPANTS, RAKE = "participants", "rake"
FEWEST: Final = 2
"""Participants that open a pot."""


class PotUncounted(Refused):
    """A pot cannot be counted beside the other bets; the message says why."""


@dataclass(frozen=True)
class PotStake:
    """What each participant has in the pot, and what that may come to; amounts are in units of the first bet."""

    spot: str
    units: Fraction
    """The seat's own part, as large as every other's."""
    participants: int
    dealer: bool
    """Whether the dealer's hand competes too."""
    rake: Fraction
    least: Poker
    """The least hand that wins it."""
    folded_wins: bool
    """Whether one who folds may still win it."""

    @property
    def hands(self) -> int:
        """How many compete for it, the dealer's among them."""
        return self.participants + self.dealer

    @property
    def prize(self) -> Fraction:
        """What the winners divide."""
        return self.hands * self.units - self.rake

    def refuse_several(self) -> None:
        """Refuse a pot of more hands than can be counted beside a choice."""
        if self.hands > FEWEST:
            raise PotUncounted(
                f"what {counted(self.hands, 'hand')} get of a pot is sampled, not counted; weigh the choices, which "
                "tells the standard error"
            )

    @property
    def won(self) -> Fraction:
        """The net result of winning it alone."""
        return self.prize - self.units

    @property
    def tied(self) -> Fraction:
        """The net result of a hand as good as the other."""
        return self.prize / 2 - self.units

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is assumed, in sentences."""
        seats = [counted(self.participants - 1, "other participant")] if self.participants > 1 else []
        others = listed(["the dealer"] * self.dealer + seats)
        rake = f"a rake of {self.rake} is taken when it is won" if self.rake else "no rake is taken"
        never = "never folds" if self.hands == FEWEST else "never fold"
        fold = "may still win it" if self.folded_wins else "cannot win it this round"
        return (
            f"{self.spot}: each has {self.units} in the pot; against {others}, who {never}; {rake}.",
            f"The best hand takes it, from {self.least.words} up, and equal hands divide it evenly.",
            f"A seat that folds {fold}. If nobody wins, its part stays its own: neither won nor lost.",
        )


def apart(words: str, game: Game[Any]) -> tuple[str, PotStake | None]:
    """Bets that are named with their stakes, those of the house apart from what is said of the pot.

    `main=1,cincy-pot=2` is a pot of two participants; `participants=` and `rake=` say otherwise.
    """
    spots = [spot.name for spot in game.spots if spot.pot]
    pairs = [[part.strip() for part in pair.partition("=")[::2]] for pair in words.split(",")]
    named = {name for name, _ in pairs}
    if not named & {*spots, PARTICIPANTS, RAKE}:
        return words, None
    pot = game.new_pot(Placard())
    if pot is None or not named & {*spots}:
        raise Refused(f"{game.title} {'has no pot' if pot is None else 'is asked of no pot; name ' + spots[0]}")
    said: dict[str, Fraction] = {}
    for name, amount in pairs:
        if name in (*spots, PARTICIPANTS, RAKE):
            if name in said or not re.fullmatch(r"[0-9]+(/[1-9][0-9]*|\.[0-9]+)?", amount):
                raise Refused(f"{name}={amount} is not said once as a number; write it as in main=1,{spots[0]}=1/5")
            said[name] = Fraction(amount)
    others = [(name, amount) for name, amount in pairs if name not in said]
    first = (
        re.fullmatch(r"[0-9]+(/[1-9][0-9]*|\.[0-9]+)?", others[0][1]) if others and pairs[0][0] not in said else None
    )
    if first is None or not Fraction(others[0][1]):
        raise Refused(f"a pot is told in units of another bet; name that first, as in main=1,{spots[0]}=1")
    scale, participants = Fraction(others[0][1]), said.get(PARTICIPANTS, Fraction(FEWEST))
    units = said[spots[0]] / scale
    rake = said[RAKE] / scale if RAKE in said else pot.rake_in_wagers * units
    stake = PotStake(spots[0], units, int(participants), pot.dealer_competes, rake, pot.least, game.folded_wins_pot())
    if not units or participants.denominator != 1 or stake.prize < 0:
        raise Refused(f"{words!r} is no pot; write units above zero, whole participants, and a rake that it can pay")
    least = FEWEST - pot.dealer_competes
    if not least <= participants <= game.seats:
        raise Refused(f"{words!r} is no pot; {least} to {game.seats} participants compete for one")
    return ",".join(f"{name}={amount}" for name, amount in others), stake
