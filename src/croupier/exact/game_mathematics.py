"""What the mathematics of a game answers: the contract between a game's solver and all who ask it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Final, Protocol

from croupier.arrays import Ints
from croupier.cards import Card, parse_cards
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.counting.shoe_bets import ShoeBet
from croupier.exact.hand_counts.contests import Contest
from croupier.exact.prospects import Prospect
from croupier.exact.seen_cards.informed import Stripped
from croupier.exact.shared_money.pot_stake import PotStake, apart
from croupier.exact.solved_game import Bet, SolvedGame, Value, Watcher, worth
from croupier.exact.valued_bet import ValuedBet
from croupier.table.game import BetGroup, Choose, Game, Rule
from croupier.table.placard import Placard

SIMPLE: Final = "simple"
"""The name of the strategy that a game's strategy.py writes down."""


@dataclass(frozen=True)
class Strategy:
    """A way to play that a person can remember, and what comes of it."""

    name: str
    analysis: Analysis
    rules: tuple[Rule, ...] = ()

    def cost(self, optimal: Analysis) -> Fraction:
        """What it gives away against optimal play, per unit."""
        return optimal.expected_value - self.analysis.expected_value


@dataclass(frozen=True)
class AskedHand:
    """A hand that is asked about: what its holder sees, which bets are meant, and how long the answer may take."""

    cards: Sequence[Card]
    board: Sequence[Card] = ()
    variant: str | None = None
    """The game that is called, or bets with their stakes; none is the main bet."""
    stake: Fraction | int = 1
    """In dollars: it matters where prizes are flat."""
    seconds: float = 10
    staked: tuple[tuple[str, Fraction], ...] = ()
    """What lies on each spot by now, in units; without it the least that can have been bet after the deal."""


CountedEnding = Any
"""Whatever a family tells the endings of a bet apart by; it can be hashed."""


class ManyTables(Protocol):
    """A bet under many paytables at once; each row of `nets` has what every ending nets, in the order of `nets()`."""

    def fits(self, largest: int, moments: bool = False) -> bool:
        """Whether net results up to this can be summed without rounding, their squares too if asked."""

    def values(self, nets: Ints) -> Ints:
        """The value of the best play under each table, summed over all cases."""

    def moments(self, nets: Ints) -> tuple[Ints, Ints, Ints]:
        """The same, the sum of the squares, and the cases that win, under the best play."""


class Mathematics(ABC):
    """The mathematics of one game with its paytables and settings."""

    texts: ClassVar[tuple[str, ...]]
    """The modules of the exact room that are published with it, for they say how it counts."""

    unread: Mapping[BetGroup, str] = MappingProxyType({})
    """Bets of the game that it does not take, and why; each is solved by itself."""

    searched: ClassVar[bool] = False
    """Whether it is a search through the procedure, which may only estimate."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def check(self) -> None:  # noqa: B027
        """Refuse a game that this mathematics does not fit after all."""

    @abstractmethod
    def analyze(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
        """Every bet solved; a stake in dollars matters where prizes are flat, and a deck may be a stripped one."""

    @abstractmethod
    def advise(self, hand: AskedHand) -> dict[str, Fraction]:
        """What every choice is worth with these cards."""

    def solve(
        self,
        stake: Fraction | int = 1,
        seconds: float = 60,
        watcher: Watcher | None = None,
        without: Sequence[str] = (),
    ) -> SolvedGame:
        """Every bet, in about so many seconds; where that is not enough a bet is estimated.

        A search leaves out bets that need none, so that it has more time for the others.
        """
        return SolvedGame(type(self).__name__.removesuffix("Solver").lower(), (), self.analyze(stake))

    def weigh(self, hand: AskedHand) -> Mapping[str, Value]:
        """What every choice is worth with these cards; where so many seconds are not enough it is estimated."""
        return self.advise(hand)

    def leads_to(self, hand: AskedHand) -> Mapping[str, Prospect]:
        """Every ending of each choice with these cards and the best play afterwards; nothing if that is not counted.

        A pot is left out: the endings are those of the bets against the house, and play is the best for them.
        """
        return {}

    def nets(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, Fraction]:
        """What each ending of an analysed bet nets, whatever the play; nothing if the endings are not told apart."""
        return {}

    def counted(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, int]:
        """In how many of the equally likely cases the best play of a bet comes to each of these endings."""
        raise Refused(f"the endings of {self.game.title} are not counted")

    def leaves_choice(self, bet: str) -> bool:
        """Whether what a bet pays has a say in how it is played best."""
        return True

    def many(self, bet: str) -> ManyTables | None:
        """A quick way to many paytables of a bet, where there is one."""
        return None

    @property
    def along(self) -> list[str]:
        """The bets that depend on choices, and are told along the best play of the main one."""
        return []

    def together(self, words: str, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> Bet | ValuedBet:
        """Bets at certain stakes, `main=1,trips=1/5`, as is best for all of them together, in units of the first."""
        raise Refused(f"the bets of {self.game.title} are not solved together")

    def best(self, values: Mapping[str, Value]) -> list[str]:
        """The choices that are worth most; a game with several decisions at once names the best of each."""
        most = max(map(worth, values.values()), default=None)
        return [action for action, value in values.items() if worth(value) == most]

    def read_cards(self, text: str) -> tuple[Card, ...]:
        """A player's cards as written; a game that can do with ranks alone reads those."""
        return parse_cards(text)

    def stripped(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> Stripped | None:
        """The bets that leave a choice, for one who knows that cards are gone; none if it makes no difference."""
        return None

    def shoe_bets(self, stake: Fraction | int = 1) -> list[ShoeBet] | None:
        """The bets as functions of what is left in a shoe, where a family has them; else they are read."""
        return None

    @property
    def shared_cards(self) -> int:
        """How many cards the hands of all players have in common."""
        return 0

    def contest(self) -> Contest | None:
        """The pot that the best hand wins, if the game has one."""
        pot = self.game.new_pot(Placard())
        if pot is None:
            return None
        return Contest(pot.least, shared=self.shared_cards, games=pot.last_game, dealer=pot.dealer_competes)

    def _apart(self, hand: AskedHand) -> tuple[AskedHand, PotStake | None]:
        """A hand asked about with the pot left out of its bets, and the pot if it is among them."""
        words, pot = (None, None) if hand.variant is None else apart(hand.variant, self.game)
        return replace(hand, variant=words), pot

    def _contest(self, pot: PotStake) -> Contest:
        """A pot that is staked on, as hands play for it."""
        return Contest(pot.least, shared=self.shared_cards, dealer=pot.dealer)

    @abstractmethod
    def strategy_analysis(self, variant: str = "", stake: Fraction | int = 1) -> Analysis:
        """The main bet, in a variant, as the game's short strategy plays it."""

    def policy_analysis(self, choose: Choose, variant: str = "", stake: Fraction | int = 1) -> Analysis:
        """The main bet, in a variant, as any policy plays it that looks at the cards seen."""
        raise Refused(f"what a policy of {self.game.title} comes to is not counted exactly; simulate it")

    def strategies(self, stake: Fraction | int = 1) -> list[Strategy]:
        """The strategies a person can remember, one for each variant of the game."""
        short = self.game.short_strategy
        rules = {} if short is None else short.rules
        return [Strategy(SIMPLE, self.strategy_analysis(variant, stake), rules[variant]) for variant in rules]
