"""What a table asks of a pot that players compete for across rounds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final, Self

from croupier.errors import Refused
from croupier.hands import Hand, Poker

DEALER: Final = "the dealer"
"""The name under which the dealer takes part, where the house rules allow it."""
HOUSE: Final = "the house"
POT_BEFORE: Final = "the pot before"
"""Whom else a pot's ledger names as giving or taking."""


def is_name(name: str) -> bool:
    """Whether a player can be known by it.

    >>> is_name("Ann"), is_name("the house")
    (True, False)
    """
    return bool(name.strip()) and name not in (DEALER, HOUSE, POT_BEFORE)


@dataclass(frozen=True, slots=True)
class Gathered:
    """What came in before a round's cards were dealt."""

    sentences: tuple[str, ...]
    """What the dealer is told to do, each with its rule id first: `OTD-P4 Replace ...`."""
    from_house: int = 0
    """Cents the house put in for the dealer."""
    to_house: int = 0
    """Cents the house collected from a pot that everybody had left."""


@dataclass(frozen=True, slots=True)
class Awarded:
    """What left the pot after a round."""

    sentences: tuple[str, ...]
    won: bool = False
    shares: Mapping[str, int] = field(default_factory=dict)
    """Cents to each player."""
    to_house: int = 0
    """Cents to the house: its share of the rake, of a split, or what the dealer won."""
    to_dealer: int = 0
    """Cents to the dealer in person: a share of the rake."""


class Pot(ABC):
    """A pot with its own ledger. Players are known by name: what one has paid in is nobody else's."""

    kind: ClassVar[str]
    balance: int
    """Cents in the pot."""
    rounds: int
    """Rounds that the running pot has had."""

    @property
    @abstractmethod
    def least(self) -> Poker:
        """The least hand that wins it."""

    @property
    def last_game(self) -> int | None:
        """The game after which a pot that nobody has won is divided, if there is one."""
        return None

    @property
    def dealer_competes(self) -> bool:
        """Whether the dealer's hand competes too."""
        return False

    @property
    def rake_in_wagers(self) -> Fraction:
        """What the house takes of a pot that is won, in wagers of one round."""
        return Fraction(0)

    @abstractmethod
    def price(self, player: str) -> int:
        """What this player must pay to compete in the next round, in cents; refused, with the rule, if it is closed."""

    @abstractmethod
    def knows(self, player: str) -> bool:
        """Whether somebody of that name has paid in."""

    @abstractmethod
    def rename(self, player: str, name: str) -> None:
        """Keep what a player has paid in under another name; between rounds."""

    def teaches(self) -> tuple[str, ...]:
        """How it is won and carried, in words to a player who learns the game."""
        return ()

    def not_opened_by(self, participants: int) -> str:
        """What the dealer does, with its rule id first, where these are too few to open it; nothing if they are not."""
        return ""

    @abstractmethod
    def gather(self, wagers: Mapping[str, int]) -> Gathered:
        """Take the wagers of a round that is about to be dealt."""

    @abstractmethod
    def award(self, hands: Mapping[str, Hand]) -> Awarded:
        """Settle the round gathered last; `hands` are the participants' hands that can still win it."""

    @abstractmethod
    def void(self) -> Mapping[str, int]:
        """Take back the round gathered last: everything as before it, and what each participant put in comes back."""

    @property
    def stays(self) -> bool:
        """Whether it holds money that waits for new players: the house may not collect it."""
        return False

    def abandoned(self, seated: Collection[str]) -> bool:
        """Whether it is running, and everybody who was in it has left the table."""
        return False

    def collect(self, seated: Collection[str]) -> int:
        """Give the house what is in it, in cents; refused while somebody who is in it sits at the table."""
        raise Refused(f"the house does not collect a {self.kind} pot; it stays for new players")

    @abstractmethod
    def about(self) -> dict[str, Any]:
        """What anybody at the table may know of it: its sum, its rounds, who is in, what it would cost to join."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """All of it, to be saved with the table."""

    @classmethod
    @abstractmethod
    def restore(cls, state: Mapping[str, Any]) -> Self:
        """The pot that was saved."""
