"""What an environment needs of a round, whoever deals it, and how observations are laid out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import BACK, DECK, Card
from croupier.errors import InvariantError, Refused
from croupier.exact.reading import variants
from croupier.exact.reading.endings import bet_groups
from croupier.learning.oracle import Asked, Oracle
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.setup import check_bets
from croupier.simulate.simulated_table import SHIFT
from croupier.table.chance import Chance, Seeded, Shoe, Shuffling
from croupier.table.decisions import Decision
from croupier.table.events import DEALER_HAND
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import View, view

NO_CARD: Final = len(DECK)
"""The number of a card that is not seen or not there."""
SHOE_CARDS: Final = 21
"""No hand of a shoe game has more: twenty-one aces are a hard 21."""
REHEARSED: Final = 400
"""Rounds from which the widest question and the most cards seen are known."""
STACK: Final = 10**12
FEW: Final = SHIFT // 64
"""The rounds that a kernel deals at first, for whoever plays only some from a seed."""

NUMBER: Final = {card.name: number for number, card in enumerate(DECK)}


@dataclass(frozen=True)
class EnvTerms:
    """A game, what is bet on it, and the variant that is called where a table has two."""

    game: Game[Any]
    bets: Mapping[str, int]
    """In cents by spot; one unit is the first of them."""
    variant: str = ""

    @classmethod
    def of(cls, game: Game[Any], bets: Mapping[str, int] | None = None, variant: str = "") -> EnvTerms:
        """The terms, checked; without bets the least on the spots of the main bet."""
        called = variants(game)
        if variant and variant not in called:
            raise Refused(
                f"{game.title} has no variant {variant!r}; there is {', '.join(filter(None, called)) or 'one game'}"
            )
        placard = Placard()
        least = {spot: placard.limit(game, game.spot(spot).equals or spot).least for spot in bet_groups(game)[0].opens}
        staked = dict(bets or least)
        check_bets(game, placard, staked)
        return cls(game, staked, variant or called[0])

    @property
    def unit(self) -> int:
        """The cents of one unit."""
        return next(iter(self.bets.values()))

    @property
    def spots(self) -> tuple[str, ...]:
        """The spots whose wagers are observed."""
        return tuple(spot.name for spot in self.game.spots if not spot.pot)

    @cached_property
    def together(self) -> str | None:
        """The bets with their stakes, as a solver is asked about them; nothing where it is the main bet alone."""
        staked: dict[str, int] = {}
        for spot, cents in self.bets.items():
            staked.setdefault(self.game.spot(spot).wager, cents)
        if len(staked) > 1:
            called = f"{self.variant}/" if self.variant else ""
            return ",".join(f"{called}{wager}={Fraction(cents, self.unit)}" for wager, cents in staked.items())
        return self.variant or None

    def asked(self, seen: View) -> Asked | None:
        """What a seat is asked, about all its bets; nothing where there is nothing to advise on."""
        question = self.game.question(seen)
        if question is None:
            return None
        staked = tuple((spot, Fraction(seen.bet(spot), self.unit)) for spot in self.spots)
        return replace(question, variant=self.together, stake=self.unit, with_pot=None), tuple(seen.legal), staked

    def begin(self, table: Table, chance: Chance, shoe: Shuffling | None = None) -> Round:
        """Return a round in which everybody has bet, up to the first decision."""
        table.shoe = Shoe([], 0)
        round = Round(table, chance, shoe)
        while round.decision is not None:
            ((seat, decision),) = round.waiting.items()
            if decision is None:
                raise InvariantError("nobody is asked")
            round.act(seat, self.variant if self.variant in decision.legal else decision.legal[0])
        for seat in list(round.waiting):
            round.bet(seat, dict(self.bets))
        return round

    def new_table(self) -> Table:
        """Return a table with one player who cannot run out of chips."""
        table = Table(self.game)
        table.sit(1, "player 1", STACK)
        return table

    @cached_property
    def shape(self) -> tuple[int, int]:
        """The most answers to any question, and the most cards that a seat sees when it is asked."""
        return _rehearsed(self)

    @property
    def length(self) -> int:
        """How many numbers an observation has."""
        return 1 + self.shape[1] + len(self.spots)

    def least_and_most(self) -> tuple[Ints, Ints]:
        """The bounds of an observation."""
        low = np.zeros(self.length, np.int32)
        high = np.full(self.length, np.iinfo(np.int32).max, np.int32)
        high[1 : 1 + self.shape[1]] = NO_CARD
        return low, high


def _rehearsed(terms: EnvTerms) -> tuple[int, int]:
    answers, cards, random, table = 1, 0, Random(1), terms.new_table()
    for number in range(REHEARSED):
        seed = b"environment %d" % number
        round, known = terms.begin(table, Seeded(seed), Seeded(seed + b" shoe")), list[str]()
        while round.decision is not None:
            see(view(round, 1), known)
            answers, cards = max(answers, len(round.decision.options)), max(cards, len(known))
            legal = round.decision.legal
            round.act(1, legal[-1] if number % 4 == 0 else legal[0] if number % 4 == 1 else random.choice(legal))
        if table.shoe_dealt:
            cards = SHOE_CARDS
    return answers, cards


def see(seen: View, known: list[str]) -> None:
    """Add the cards that a seat has come to see: its own, the shared ones, then the dealer's."""
    own = next(seat for seat in seen.seats if seat.number == seen.seat).places
    shared = {name: cards for name, cards in seen.places.items() if name != DEALER_HAND}
    lying = [*own.values(), *shared.values(), seen.places.get(DEALER_HAND, [])]
    fresh = [card for cards in lying for card in cards if card != BACK]
    for card in set(known):
        for _ in range(min(known.count(card), fresh.count(card))):
            fresh.remove(card)
    known += fresh


class EnvRounds(ABC):
    """Rounds of one player, one after the other, each a few decisions."""

    def __init__(self, terms: EnvTerms) -> None:
        self.terms = terms

    @abstractmethod
    def restart(self, seed: int) -> None:
        """Deal from another seed."""

    @abstractmethod
    def deal(self) -> None:
        """Begin the next round."""

    @abstractmethod
    def act(self, action: int) -> None:
        """Answer by the place among the legal answers; any other number is what a silent player is given."""

    @property
    @abstractmethod
    def finished(self) -> bool:
        """Whether the round is over."""

    @property
    @abstractmethod
    def legal(self) -> int:
        """How many answers there are, the first ones being legal."""

    @property
    @abstractmethod
    def observation(self) -> Ints:
        """What the seat sees."""

    @property
    @abstractmethod
    def reward(self) -> float:
        """What the finished round won, in units."""

    @abstractmethod
    def oracle(self) -> Oracle:
        """What every answer is worth."""

    @abstractmethod
    def names(self) -> list[str]:
        """The answers in words."""


class KernelRounds(EnvRounds):
    """Rounds that a kernel deals by the shift."""

    def restart(self, seed: int) -> None:
        self.key, self.first, self.at, self.size = key_of(f"environment {seed}"), 0, 0, 0

    def deal(self) -> None:
        self.at += 1
        if self.at >= self.size:
            self.at, self.size = 0, SHIFT if self.first else FEW
            self.deal_more(self.size)
            self.first += self.size
        self.begin_dealt()

    @abstractmethod
    def deal_more(self, rounds: int) -> None:
        """Deal so many rounds, the first of them the one that is next."""

    @abstractmethod
    def begin_dealt(self) -> None:
        """Begin the one of them that is next."""


class TableRounds(EnvRounds):
    """Rounds dealt at a real table: for every game, whatever its form.

    In a round that asks nothing there is one action, which lets it be settled.
    """

    def __init__(self, terms: EnvTerms) -> None:
        super().__init__(terms)
        self.game = terms.game
        self.table = terms.new_table()
        self.restart(0)

    def restart(self, seed: int) -> None:
        self.seed, self.number = seed, 0

    def deal(self) -> None:
        words = b"%d/%d" % (self.seed, self.number)
        self.number += 1
        self.begin(Seeded(words), Seeded(words + b" shoe"))

    def begin(self, chance: Chance, shoe: Shuffling | None = None) -> None:
        """Begin a round with these cards and rolls."""
        if self.table.in_round:
            self.table = self.terms.new_table()
        self._stack = self.table.seats[1].stack
        self.round = self.terms.begin(self.table, chance, shoe)
        self.known: list[str] = []
        self.decisions = 0
        self.unasked = self.round.finished
        self._look()

    def _look(self) -> None:
        """See what there is to see when a decision is asked for; the last of them is the last that is seen."""
        if not self.round.finished or self.decisions == 0:
            self.view = view(self.round, 1)
        if not self.round.finished:
            see(self.view, self.known)

    @property
    def decision(self) -> Decision | None:
        """What the table waits for."""
        return self.round.decision

    def act(self, action: int) -> None:
        decision = self.decision
        if decision is None:
            self.unasked = False
            return
        options = decision.options
        self.round.act(1, (options[action] if 0 <= action < len(options) else decision.default).name)
        self.decisions += 1
        self._look()

    @property
    def finished(self) -> bool:
        return self.round.finished and not self.unasked

    @property
    def legal(self) -> int:
        return int(self.unasked) if self.decision is None else len(self.decision.options)

    @property
    def observation(self) -> Ints:
        _, slots = self.terms.shape
        seen = np.full(self.terms.length, NO_CARD, np.int32)
        cards = [NUMBER[name] for name in self.known[:slots]]
        seen[0] = self.decisions
        seen[1 : 1 + len(cards)] = cards
        seen[1 + slots :] = [100 * self.view.bet(spot) // self.terms.unit for spot in self.terms.spots]
        return seen

    @property
    def reward(self) -> float:
        return (self.table.seats[1].stack - self._stack) / self.terms.unit

    def oracle(self) -> Oracle:
        return Oracle(self, None if self.round.finished else self.question())

    def question(self) -> Asked | None:
        """The decision as a solver takes it; none where there is nothing to advise on."""
        return self.terms.asked(self.view)

    def asked(self, state: Any) -> Any:
        """The decision, as the table has it."""
        return state

    def names(self) -> list[str]:
        return list(self.view.legal) or ["settle"]


def cards_of(numbers: Ints) -> tuple[Card, ...]:
    """The cards that numbers stand for."""
    return tuple(DECK[number] for number in numbers if number < NO_CARD)
