"""A table made ready to be simulated, and the sheet that its kernel fills."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK, Card
from croupier.dice import Roll
from croupier.exact.analysis import Analysis
from croupier.simulate.kernel.outcomes import OutcomeBet, Outcomes
from croupier.simulate.kernel.stream import CALL, LANES, Key, fill_words
from croupier.simulate.kernel.stream import DECK as CARDS
from croupier.simulate.setup import Setup
from croupier.table.game import Game

SHIFT: Final = 4096
"""Rounds between the opening of a table and its closing: a new shoe, an empty pot, and the button before seat 1."""


T = TypeVar("T")


class Sheet(NamedTuple):
    """The rounds of one shift written down: for every seat the number of the outcome, and what else is asked for."""

    outcomes: Ints
    """By round and seat, the number of the outcome."""
    strengths: Ints
    """By round and seat, how good the final hand is, where a game has a pot for the best; the dealer's comes last."""
    cards: Ints
    """The cards as they were dealt, by round; in a sheet that does not keep them, of the last round only."""
    choices: Ints
    """What each seat chose, where the outcome does not say it, by round and seat; kept as cards are."""
    words: Ints
    """The random words of the rounds' cards or dice."""
    calls: Ints
    """The random words of what players call, where they call the game."""
    notes: Ints
    """What a kernel notes for itself during a shift."""
    stock: Ints
    """The cards of the shoe, where there is one."""

    @property
    def rounds(self) -> int:
        """The most rounds that it has room for."""
        return len(self.outcomes)


class Simulation(ABC):
    """A table of one game with its strategies looked up; `deal` is compiled and lets other threads run."""

    cards_a_round: int = len(DECK)
    """How many numbers a round's cards take on the sheet."""
    words_a_round: int
    words_purpose: int = CARDS
    calls_a_round: int = 0
    notes_a_round: int = 0
    notes_a_shift: int = 0
    """How many numbers a kernel notes for itself."""
    stock_cards: int = 0
    outcomes: Outcomes
    note: str = ""
    """What is to be known about the exact figures, where they are not quite those of the table that is simulated."""

    rounded: bool = False
    """Whether some payout is rounded down or cut short by a limit: then exact figures are not those of the table."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.groups = fixed(setup.group_of_seat)
        self.errors = error_threshold(setup.error_rate)

    def deal(self, key: Key, first: int, rounds: int, sheet: Sheet) -> None:
        """Deal rounds of a shift from its first one, whose number among all rounds is `first`."""
        fill_words(key, first, rounds, self.words_purpose, sheet.words)
        fill_words(key, first, rounds, CALL, sheet.calls)
        self.deal_words(key, first, rounds, sheet)

    @property
    @abstractmethod
    def dealer(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        """The kernel that deals by the words of a sheet, and the tables that it looks things up in."""

    def deal_words(self, key: Key, first: int, rounds: int, sheet: Sheet) -> None:
        """The same by the words that the sheet has; only errors and shoes are drawn by the key."""
        deal, tables = self.dealer
        deal(key, first, rounds, tables, self.groups, self.errors, sheet)

    def cards(self, sheet: Sheet, round: int) -> list[Card]:
        """The cards of a round in the order in which they come out."""
        return [DECK[card] for card in sheet.cards[round, : len(DECK)]]

    def rolls(self, sheet: Sheet, round: int) -> Sequence[Roll]:
        """The rolls of a round; a game without dice has none."""
        return ()

    @abstractmethod
    def answers(self, sheet: Sheet, round: int) -> list[str]:
        """What the players say in a round, one decision after the other, as the table asks for them."""

    @abstractmethod
    def solved(self, strategy: str) -> Mapping[str, Analysis]:
        """The exact Analyses of what a player with this strategy bets, by bet, if payouts are not rounded."""

    def exact(self, strategy: str) -> Mapping[str, Analysis]:
        """The exact Analyses that a player with this strategy should come out at, by bet; none where none is known."""
        if self.rounded or self.setup.error_rate:
            return {}
        bets = [bet.name for bet in self.outcomes.bets]
        return {name: analysis for name, analysis in self.solved(strategy).items() if name in bets}

    def sheet(self, rounds: int = SHIFT, keeps_cards: bool = False) -> Sheet:
        """An empty sheet."""
        players, kept = self.setup.players, rounds if keeps_cards else 1
        lanes = -(-rounds // LANES) * LANES
        return Sheet(
            outcomes=np.zeros((rounds, players), np.int32),
            strengths=np.zeros((rounds, players + 1), np.int32),
            cards=np.zeros((kept, self.cards_a_round), np.uint8),
            choices=np.zeros((kept, players), np.uint8),
            words=np.zeros((lanes, self.words_a_round), np.uint64),
            calls=np.zeros((lanes, self.calls_a_round), np.uint64),
            notes=np.zeros(rounds * self.notes_a_round + self.notes_a_shift, np.int64),
            stock=np.zeros(self.stock_cards, np.uint8),
        )


class GameKernel(ABC):
    """How a game is simulated: its strategies, what is counted, and its tables made ready."""

    variants: tuple[str, ...] = ()
    """The games that players may call, where they call the game."""
    strategies: tuple[str, ...]
    """The strategies that it knows, the best first."""

    @abstractmethod
    def bets(self, setup: Setup) -> tuple[OutcomeBet, ...]:
        """The bets that are told, as an Analysis tells them."""

    @abstractmethod
    def action(self, said: Sequence[str]) -> str:
        """What a player came to who said this after betting."""

    @abstractmethod
    def simulation(self, setup: Setup) -> Simulation:
        """A table made ready."""


class Memory:
    """What has been looked up, and may take a while; the oldest is forgotten."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._known: OrderedDict[Hashable, Any] = OrderedDict()

    def __reduce__(self) -> tuple[type[Memory], tuple[int]]:
        """Another machine is sent nothing of it: it may not have the games that were asked about here."""
        return Memory, (self.most,)

    def __call__(self, game: Game[Any], what: str, look_up: Callable[[], T]) -> T:
        """What is known of a game with these settings and paytables, or is looked up now."""
        tables = {bet: (dict(table.odds), dict(table.fixed)) for bet, table in game.paytables.items()}
        question = type(game), repr((game.behaviour, what, game.settings, tables))
        if question not in self._known:
            self._known[question] = look_up()
            if len(self._known) > self.most:
                self._known.popitem(last=False)
        self._known.move_to_end(question)
        found: T = self._known[question]
        return found


looked_up: Final = Memory(8)
"""Answers of solvers; the largest, of a shared board, have some twenty million bytes."""


def fixed(table: Ints) -> Ints:
    """A table for kernels: in one piece, and never written to, here and wherever it is sent."""
    out = np.ascontiguousarray(table)
    if out.flags.writeable:
        out = out.copy() if out is table else out
        out.flags.writeable = False
    return out


def error_threshold(error_rate: float) -> np.uint64:
    """The words below this are errors."""
    return np.uint64(min(int(error_rate * 2**64), 2**64 - 1))
