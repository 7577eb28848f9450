"""The Cincy Pot of Cincinnati Stud: closed once it has started, and divided if ten games do not win it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal, get_args

import msgspec

from croupier.chips import dollars
from croupier.english import counted, listed
from croupier.errors import Refused, one_of
from croupier.hands import Hand, Poker
from croupier.pots.ledger import LedgerPot, check_name, divide, next_after, paid
from croupier.table.pot import DEALER, HOUSE, Awarded, Gathered

Split = Literal["players-and-house", "players"]
"""Who has a share of a pot that the last game has not won."""


class CarryoverTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the house has decided about a carryover pot. Amounts are cents."""

    contribution: int
    dealer_participates: bool
    tenth_game_split: Split
    chip: int
    games: int
    least: Poker

    def __post_init__(self) -> None:
        if self.contribution <= 0 or self.chip <= 0:
            raise Refused("the contribution and the smallest chip must be above zero")
        if self.games < 1:
            raise Refused(f"a pot cannot run for {counted(self.games, 'game')}; it runs for one or more")
        if self.tenth_game_split not in get_args(Split):
            raise one_of("tenth_game_split", self.tenth_game_split, get_args(Split), "the pot")


class CarryoverPot(LedgerPot):
    """Equal contributions each game until the highest hand in it is two pair or better, for ten games at most."""

    kind = "carryover"
    terms_kind = CarryoverTerms
    terms: CarryoverTerms

    def __init__(
        self,
        contribution: int,
        dealer_participates: bool = False,
        tenth_game_split: Split = "players-and-house",
        chip: int = 100,
        games: int = 10,
        least: Poker = Poker.TWO_PAIR,
    ) -> None:
        super().__init__(CarryoverTerms(contribution, dealer_participates, tenth_game_split, chip, games, least))

    @property
    def least(self) -> Poker:
        """The least hand that wins it."""
        return self.terms.least

    @property
    def last_game(self) -> int:
        """The game after which it is divided."""
        return self.terms.games

    @property
    def dealer_competes(self) -> bool:
        """Whether the dealer's hand competes too."""
        return self.terms.dealer_participates

    @property
    def unit(self) -> int:
        """What one round costs one player, in cents."""
        return self.terms.contribution

    def teaches(self) -> tuple[str, ...]:
        """How it is won and carried, in words to a player who learns the game."""
        terms, least = self.terms, self.terms.least.words
        dealer = ", the dealer's too," if self.dealer_competes else ""
        house = " and the house" if terms.tenth_game_split == "players-and-house" else ""
        return (
            f"Everybody in the pot pays {dollars(self.unit)} a game, for {counted(terms.games, 'game')} at most.",
            f"The best hand in it{dealer} takes it if that is {least} or better; equal hands share it.",
            f"With no {least} or better it carries over to the next game; after the last it is divided among the "
            f"players in it{house}.",
            "A running pot is closed: whoever did not open it, or misses a game, waits for the next pot.",
        )

    def price(self, player: str) -> int:
        """The contribution; refused to whoever is not in a pot that is running."""
        check_name(player)
        if self.rounds and player not in self.now.players:  # CS-P6
            why = "missed a round" if player in self.now.paid else "did not open it"
            raise Refused(
                f"{player} cannot bet on the pot: by CS-P6 a running pot is closed to whoever {why}; "
                f"a new one opens once this is won, divided or collected"
            )
        return self.unit

    def gather(self, wagers: Mapping[str, int]) -> Gathered:
        """Take the wagers of a game that is about to be dealt; the house collects a pot that all have left."""
        abandoned = self.rounds > 0 and not wagers.keys() & self.now.players
        self._check_wagers(wagers, (lambda _: self.unit) if abandoned else self.price, "CS-P2")
        opening, to_house, sentences = self.now, 0, []
        if abandoned:  # CS-P8
            to_house, sentences = self.balance, self._collected()
            opening = next_after(paid(self.now, {HOUSE: to_house}, 0))
        dropped_out = [name for name in opening.players if name not in wagers]
        from_house = self.unit if wagers and self.terms.dealer_participates else 0  # CS-P3
        self._gather(opening, dict(wagers) | ({DEALER: from_house} if from_house else {}))
        if wagers:
            sentences += self._takings(wagers, dropped_out, from_house)
        return Gathered(tuple(sentences), from_house, to_house)

    def award(self, hands: Mapping[str, Hand]) -> Awarded:
        """Settle the game gathered last; `hands` are the participants' hands, the dealer's too, that can still win."""
        wagers = self._check_hands(hands)
        best = max(hands.values(), default=None)
        if best is not None and best.category >= self.terms.least:  # CS-P4
            return self._won([name for name, hand in hands.items() if hand == best], best)
        if self.rounds == self.terms.games:  # CS-P5
            return self._divided()
        self.gathering = None
        return Awarded(self._carried_over() if wagers else ())

    def abandoned(self, seated: Collection[str]) -> bool:
        """Whether it is running, and everybody who was in it has left the table (CS-P11)."""
        return self.rounds > 0 and not set(self.now.players) & set(seated)

    def collect(self, seated: Collection[str]) -> int:
        """Give the house what is in it, in cents; refused while somebody who is in it sits at the table."""
        if still := [name for name in self.now.players if name in seated]:
            raise Refused(f"the pot is not the house's: {listed(still)} can still win it (CS-P8)")
        cents = self.balance
        self._close({HOUSE: cents}, 0)
        return cents

    def about(self) -> dict[str, Any]:
        """What anybody at the table may know of it."""
        return {
            "kind": self.kind,
            "balance": self.balance,
            "rounds": self.rounds,
            "games": self.terms.games,
            "in": self.now.players,
            "dealer_participates": self.terms.dealer_participates,
            "wins": self.terms.least.row,
            "price": self.unit,
            "open": self.rounds == 0,
        }

    def _won(self, winners: list[str], best: Hand) -> Awarded:
        share, left = divide(self.balance, len(winners), self.terms.chip)  # CS-P7
        return self._pay(winners, share, left, _paid(winners, best, share, left), won=True)

    def _divided(self) -> Awarded:
        sharers = self.now.players
        if self.terms.tenth_game_split == "players-and-house":
            sharers = [*sharers, HOUSE]
        share, left = divide(self.balance, len(sharers), self.terms.chip)
        sentence = (
            f"CS-P5 Divide the pot, not won in {counted(self.terms.games, 'game')}: "
            f"{dollars(share)} to {_each(sharers)}{_kept(left)}."
        )
        return self._pay(sharers, share, left, sentence, won=False)

    def _pay(self, sharers: list[str], share: int, left: int, sentence: str, won: bool) -> Awarded:
        lammers = self._lammers()
        self._close(dict.fromkeys(sharers, share), left)
        return Awarded(
            (sentence, lammers, "CS-P5 Take wagers for a new pot before the next game is dealt."),
            won=won,
            shares={name: share for name in sharers if name not in (DEALER, HOUSE)},
            to_house=share * sum(name in (DEALER, HOUSE) for name in sharers),
        )

    def _collected(self) -> list[str]:
        return [f"CS-P8 Put {dollars(self.balance)}, the pot that all have left, in the chip tray.", self._lammers()]

    def _lammers(self) -> str:
        return f"CS-P9 Collect the lammers, count them ({len(self.now.paid)}) and put them in the chip tray."

    def _takings(self, wagers: Mapping[str, int], dropped_out: list[str], from_house: int) -> list[str]:
        """How the chips of this game come in."""
        if self.rounds == 1:
            said = [
                f"CS-P3 Replace each pot wager with a lammer ({len(wagers)}) and stack the chips in the pot circle."
            ]
        else:
            said = [f"CS-P6 Stack the wagers of {listed(list(wagers))} in the pot circle."]
        if from_house:
            said.append(f"CS-P3 Add {dollars(from_house)} from the chip tray for the dealer.")
        said += [f"CS-P6 Move {name}'s lammer to the pot circle: out until a new pot opens." for name in dropped_out]
        said.append(
            f"CS-P5 Set the counter to game {self.rounds} of {self.terms.games}; the pot is {dollars(self.balance)}."
        )
        return said

    def _carried_over(self) -> tuple[str, ...]:
        least = self.terms.least.words
        return (f"CS-P4 Carry {dollars(self.balance)} over to the next game: no hand in the pot is {least} or better.",)


def _paid(winners: list[str], best: Hand, share: int, left: int) -> str:
    if winners == [DEALER]:
        return f"CS-P4 Put the pot of {dollars(share)} in the chip tray: the dealer wins it with {best}."
    if len(winners) == 1:
        return f"CS-P4 Pay the pot of {dollars(share)} to {winners[0]}: {best}."
    return f"CS-P7 Divide the pot, {dollars(share)} to {_each(winners)}, tied with {best}{_kept(left)}."


def _each(sharers: list[str]) -> str:
    return f"each of {listed(sharers)}" if len(sharers) > 1 else sharers[0]


def _kept(left: int) -> str:
    return f"; {dollars(left)} stays in the next pot" if left else ""
