"""The Cincy Pot of On the Draw: players against each other, late entry by make-up, a rake when it is won."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec

from croupier.chips import dollars
from croupier.english import counted, listed
from croupier.errors import Refused
from croupier.hands import Hand, Poker
from croupier.pots.ledger import LedgerPot, check_name, divide
from croupier.table.pot import DEALER, HOUSE, Awarded, Gathered

_CLEARED: Final = "OTD-P9 Clear the counter and lift all pot lammers: the next wagers open a new pot."


class RakedTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the house has decided about a raked pot. Amounts are cents."""

    unit: int
    rake: int
    dealer_percent: int
    chip: int
    least: Poker
    least_participants: int = 1
    """How many must bet for an empty pot to open."""

    def __post_init__(self) -> None:
        if self.unit <= 0 or self.chip <= 0:
            raise Refused("the pot wager and the smallest chip must be above zero")
        if self.rake < 0:
            raise Refused(f"a rake of {dollars(self.rake)} cannot be taken; it is zero or more")
        if not 0 <= self.dealer_percent <= 100:
            raise Refused(f"the dealer cannot have {self.dealer_percent} % of the rake; it is 0 to 100 %")
        for what, cents in (("pot wager", self.unit), ("rake", self.rake)):
            if cents % self.chip:
                chip = dollars(self.chip)
                raise Refused(f"a {what} of {dollars(cents)} is not whole chips; give one in chips of {chip}")


class RakedPot(LedgerPot):
    """Equal wagers each round until the highest hand in it is a flush or better."""

    kind = "raked"
    terms_kind = RakedTerms
    terms: RakedTerms

    def __init__(
        self,
        unit: int,
        rake: int,
        dealer_percent: int = 0,
        chip: int = 100,
        least: Poker = Poker.FLUSH,
        least_participants: int = 1,
    ) -> None:
        super().__init__(RakedTerms(unit, rake, dealer_percent, chip, least, least_participants))

    @property
    def least(self) -> Poker:
        """The least hand that wins it."""
        return self.terms.least

    @property
    def rake_in_wagers(self) -> Fraction:
        """What the house takes of a pot that is won, in wagers of one round."""
        return Fraction(self.terms.rake, self.terms.unit)

    @property
    def unit(self) -> int:
        """What one round costs one player, in cents."""
        return self.terms.unit

    def price(self, player: str) -> int:
        """One unit for the next round, and one for every round held that this player has not paid for.

        >>> pot = RakedPot(unit=500, rake=200)
        >>> for _ in range(4):
        ...     _ = pot.gather({"Ann": 500}), pot.award({})
        >>> pot.price("Ann"), pot.price("Bob")
        (500, 2500)
        """
        check_name(player)
        return self.unit * (self.rounds + 1 - self.now.paid.get(player, 0))  # OTD-P8, OTD-P10, OTD-P11

    def teaches(self) -> tuple[str, ...]:
        """How it is won and carried, in words to a player who learns the game."""
        terms, least = self.terms, self.terms.least.words
        rake = f", less {dollars(terms.rake)} for the house" if terms.rake else ""
        return (
            f"Everybody in the pot pays {dollars(self.unit)} a round; it opens with "
            f"{counted(terms.least_participants, 'player')} or more.",
            f"The best hand in it takes it if that is a {least} or better{rake}; equal hands share it.",
            f"With no {least} or better it rolls over: the money stays for the next round.",
            "Whoever joins late, or comes back, pays for the rounds missed as well.",
        )

    def not_opened_by(self, participants: int) -> str:
        """What the dealer does if these are too few to open it (OTD-P13); one that holds money is open."""
        if self.balance or participants >= self.terms.least_participants:
            return ""
        return f"OTD-P13 Give the pot wager back: a pot opens with {self.terms.least_participants} participants."

    def gather(self, wagers: Mapping[str, int]) -> Gathered:
        """Take the wagers of a round that is about to be dealt; a round nobody bets on is no round of the pot."""
        self._check_wagers(wagers, self.price, "OTD-P1, OTD-P8 and OTD-P10")
        sentences = self._takings(wagers) if wagers else self._left_alone()
        self._gather(self.now, wagers)
        return Gathered((*sentences, *self._absent(), self._count()) if wagers else sentences)

    def award(self, hands: Mapping[str, Hand]) -> Awarded:
        """Settle the round gathered last; `hands` are the participants' hands that can still win it."""
        wagers = self._check_hands(hands)
        best = max(hands.values(), default=None)
        if best is None or best.category < self.terms.least:  # OTD-P2
            self.gathering = None
            return Awarded(self._rolled_over() if wagers else ())
        winners = [name for name, hand in hands.items() if hand == best]
        pot = self.balance
        rake = min(self.terms.rake, pot)  # OTD-P3
        to_dealer = rake * self.terms.dealer_percent // 100
        to_dealer -= to_dealer % self.terms.chip
        to_house = rake - to_dealer
        share, left = divide(pot - rake, len(winners), self.terms.chip)  # OTD-P6
        shares = dict.fromkeys(winners, share)
        self._close(shares | {HOUSE: to_house, DEALER: to_dealer}, left)
        return Awarded(
            (*_rake_taken(to_house, to_dealer), _paid(winners, best, share, left), _CLEARED),
            won=True,
            shares=shares,
            to_house=to_house,
            to_dealer=to_dealer,
        )

    @property
    def stays(self) -> bool:
        """Whether it holds money, which is for new players (OTD-P7)."""
        return self.balance > 0

    def about(self) -> dict[str, Any]:
        """What anybody at the table may know of it."""
        return {
            "kind": self.kind,
            "balance": self.balance,
            "rounds": self.rounds,
            "in": self.now.players,
            "wins": self.terms.least.row,
            "rake": self.terms.rake,
            "price": self.unit,
            "price_to_join": self.unit * (self.rounds + 1),
            "price_to_return": {name: self.price(name) for name in self.now.paid if name not in self.now.players},
        }

    def _left_alone(self) -> tuple[str, ...]:
        if not self.balance:
            return ()
        return (f"OTD-P7 Leave {dollars(self.balance)} in the centre circle for whoever makes up the rounds.",)

    def _takings(self, wagers: Mapping[str, int]) -> tuple[str, ...]:
        """Who pays what, before the chips are pulled in."""
        said = []
        for name, cents in wagers.items():
            if cents == self.unit:
                continue
            missed = counted(cents // self.unit - 1, "missed round")
            if name in self.now.paid:
                said.append(f"OTD-P10 Take {dollars(cents)} from {name} for {missed} and this one; lift those lammers.")
            else:
                said.append(f"OTD-P8 Take {dollars(cents)} from {name}, who joins, for {missed} and this one.")
        if self.rounds == 0:
            said.append("OTD-P4 Replace each pot wager with a lammer and pull the chips into the centre circle.")
        else:
            said.append("OTD-P5 Pull the wagers of all who stay in into the centre circle; a new player gets a lammer.")
        return tuple(said)

    def _absent(self) -> list[str]:
        """A lammer for the round that each absent player has just missed."""
        return [
            f"OTD-P10 Put a lammer before {name}'s betting area: {counted(self.rounds - rounds, 'round')} missed."
            for name, rounds in self.now.paid.items()
            if rounds < self.rounds
        ]

    def _count(self) -> str:
        return f"OTD-P9 Count round {self.rounds} with a chip of the pot, which holds {dollars(self.balance)}."

    def _rolled_over(self) -> tuple[str, ...]:
        least = self.terms.least.words
        return (f"OTD-P2 Leave {dollars(self.balance)} for the next round: no hand in the pot is a {least} or better.",)


def _rake_taken(to_house: int, to_dealer: int) -> list[str]:
    if not to_house + to_dealer:
        return []
    split = f", {dollars(to_dealer)} of it for the dealer" if to_dealer else ""
    return [f"OTD-P3 Take the rake of {dollars(to_house + to_dealer)} from the pot{split}."]


def _paid(winners: list[str], best: Hand, share: int, left: int) -> str:
    if len(winners) == 1:
        return f"OTD-P2 Pay {dollars(share)} from the pot to {winners[0]}: {best}."
    kept = f"; {dollars(left)} stays in the next pot" if left else ""
    return f"OTD-P6 Pay {dollars(share)} from the pot to each of {listed(winners)}, tied with {best}{kept}."
