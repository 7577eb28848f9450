"""OpenSpiel games, one for each game: `pyspiel.load_game("croupier_on_the_draw")` once this is imported.

A round is a game of one player against chance. Every card and every roll is a chance node with its exact
probabilities, so that OpenSpiel's algorithms may walk the tree; what a state is, is found by dealing the round again at
the real table.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import pyspiel

from croupier.cards import DECK, Card
from croupier.dice import ROLLS, Roll
from croupier.errors import Refused
from croupier.exact.reading.chosen_rounds import Unread
from croupier.games import game_named, game_names
from croupier.learning.choice_tree import ChoiceTree
from croupier.learning.env_rounds import NUMBER, EnvTerms, see
from croupier.learning.oracle import Asked, AskedAtTable, Oracle
from croupier.table.chance import Chance
from croupier.table.view import view

PREFIX: Final = "croupier_"
PLAYER: Final = 0
LONGEST: Final = 24
"""No round has more decisions: one for each card of a shoe game, and a few."""
WIDEST_WAGER: Final = 12
"""The most that a round of no family is assumed to wager, in times of what is bet before the deal."""


class ChanceAsked(Exception):
    """Chance has come to a card or a roll that is not decided yet."""

    def __init__(self, outcomes: Sequence[tuple[int, float]], rolls: bool) -> None:
        super().__init__("a chance node")
        self.outcomes = list(outcomes)
        self.rolls = rolls


class ScriptedChance(Chance):
    """Cards and rolls by their numbers, in the order in which they are decided."""

    def __init__(self, script: Sequence[int]) -> None:
        self.script = iter(script)

    def _next(self, outcomes: Counter[int], rolls: bool = False) -> int:
        chosen = next(self.script, None)
        if chosen is None:
            whole = outcomes.total()
            raise ChanceAsked([(number, count / whole) for number, count in sorted(outcomes.items())], rolls)
        return chosen

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        return list(pack)

    def take(self, stock: list[Card], count: int) -> list[Card]:
        if count > len(stock):
            raise Refused(f"{count} cards are needed and {len(stock)} are left")
        taken = []
        for _ in range(count):
            card = DECK[self._next(Counter(card.index for card in stock))]
            stock.remove(card)
            taken.append(card)
        return sorted(taken)

    def burn(self, stock: list[Card], count: int) -> None:
        """Cards that nobody ever sees are not decided."""

    def pick(self, pack: Sequence[Card]) -> Card:
        return DECK[self._next(Counter(card.index for card in pack))]

    def roll(self) -> Roll:
        return ROLLS[self._next(Counter(range(len(ROLLS))), rolls=True)]


class RoundSoFar(NamedTuple):
    """What has come of a round up to what is not decided yet."""

    known: tuple[str, ...] = ()
    """The cards that the player has seen, in the order of sight."""
    legal: tuple[str, ...] = ()
    outcomes: tuple[tuple[int, float], ...] = ()
    rolls: bool = False
    asked: Asked | None = None
    staked: tuple[int, ...] = ()
    """On each spot, in hundredths of a unit."""
    won: float = 0.0


@cache
def terms_named(game: str) -> EnvTerms:
    """What is played: the game as printed, with the least on its main bet."""
    return EnvTerms.of(game_named(game)())


@lru_cache(maxsize=1 << 14)
def deal_so_far(game: str, script: tuple[int, ...], answers: tuple[int, ...]) -> RoundSoFar:
    """Deal a round up to what chance or the player has not decided."""
    terms, known, left = terms_named(game), list[str](), iter(answers)
    table = terms.new_table()
    stack = table.seats[1].stack
    try:
        round = terms.begin(table, ScriptedChance(script))
        while round.decision is not None:
            seen = view(round, 1)
            see(seen, known)
            answer = next(left, None)
            if answer is None:
                staked = tuple(100 * seen.bet(spot) // terms.unit for spot in terms.spots)
                return RoundSoFar(tuple(known), tuple(seen.legal), asked=terms.asked(seen), staked=staked)
            round.act(1, round.decision.options[answer].name)
    except ChanceAsked as node:
        return RoundSoFar(tuple(known), outcomes=tuple(node.outcomes), rolls=node.rolls)
    return RoundSoFar(tuple(known), won=(table.seats[1].stack - stack) / terms.unit)


class CroupierState(pyspiel.State):  # type: ignore[misc]
    """A round so far: what chance and the player have decided."""

    def __init__(self, game: CroupierGame) -> None:
        super().__init__(game)
        self.script: tuple[int, ...] = ()
        self.answers: tuple[int, ...] = ()
        self.so_far = deal_so_far(game.played, (), ())

    def current_player(self) -> int:
        """Whose turn it is."""
        if self.so_far.legal:
            return PLAYER
        return int(pyspiel.PlayerId.CHANCE if self.so_far.outcomes else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the round is settled."""
        return not self.so_far.legal and not self.so_far.outcomes

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card or roll that may come, with its probability."""
        return list(self.so_far.outcomes)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.so_far.legal)))

    def _apply_action(self, action: int) -> None:
        if self.so_far.legal:
            self.answers = (*self.answers, action)
        else:
            self.script = (*self.script, action)
        self.so_far = deal_so_far(self.get_game().played, self.script, self.answers)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == PLAYER:
            return self.so_far.legal[action]
        return str(ROLLS[action]) if self.so_far.rolls else DECK[action].name

    def returns(self) -> list[float]:
        """What the round won, net, in units of the first bet."""
        return [self.so_far.won]

    def oracle(self) -> Oracle:
        """What every answer is worth."""
        return Oracle(AskedAtTable(self.get_game().terms.game), self.so_far.asked)

    def information(self) -> str:
        """All that the player has seen and said."""
        return f"{' '.join(self.so_far.known)} | {' '.join(map(str, self.answers))}"

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.script))} | {' '.join(map(str, self.answers))}"


class CroupierObserver:
    """What the player sees: a place for every card in the order of sight, the answers so far, the wagers."""

    def __init__(self, terms: EnvTerms) -> None:
        _, slots = terms.shape
        pieces = {"cards": (slots, len(DECK)), "answers": (LONGEST,), "wagers": (len(terms.spots),)}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in pieces.values()), np.float32)
        self.dict, start = {}, 0
        for name, shape in pieces.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: CroupierState, player: int) -> None:
        """Fill the tensor."""
        self.tensor.fill(0)
        for at, name in enumerate(state.so_far.known[: len(self.dict["cards"])]):
            self.dict["cards"][at, NUMBER[name]] = 1
        answers = state.answers[:LONGEST]
        self.dict["answers"][: len(answers)] = [1 + answer for answer in answers]
        if state.so_far.staked:
            self.dict["wagers"][:] = np.array(state.so_far.staked) / 100

    def string_from(self, state: CroupierState, player: int) -> str:
        """The same in words."""
        return state.information()


class CroupierGame(pyspiel.Game):  # type: ignore[misc]
    """A round of one game; subclasses say which."""

    played: str
    """The name of the game."""
    kind: pyspiel.GameType

    def __init__(self, params: Any = None) -> None:
        self.terms = terms_named(self.played)
        most, odds = _bounds(self.terms)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.terms.shape[0],
            max_chance_outcomes=len(DECK),
            num_players=1,
            min_utility=-most,
            max_utility=most * odds,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self, from_observation: Any = None) -> CroupierState:
        """A round whose bets are down."""
        return CroupierState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CroupierObserver:
        """What the player sees."""
        return CroupierObserver(self.terms)


def _bounds(terms: EnvTerms) -> tuple[float, float]:
    """The most that a round can wager, in units, and the most that each of them can win."""
    try:
        most = max(float(sum(way.settlement.wagers.values())) for way in ChoiceTree(terms).ways)
    except (Refused, Unread):
        most = WIDEST_WAGER * sum(terms.bets.values()) / terms.unit
    tables = terms.game.paytables.values()
    odds = [float(pay.value) for table in tables for pay in table.odds.values()]
    prizes = [prize.cents / terms.unit for table in tables for prize in table.fixed.values()]
    return most, max([1.0, *odds, *prizes]) + 1


def spiel_name(game: str) -> str:
    """The name that OpenSpiel has a game under.

    >>> spiel_name("on-the-draw")
    'croupier_on_the_draw'
    """
    return PREFIX + game.replace("-", "_")


def register_games() -> list[str]:
    """Register every game, those of others too; what is registered already stays as it is."""
    known, names = set(pyspiel.registered_names()), []
    for game in game_names():
        name = spiel_name(game)
        names.append(name)
        if name not in known:
            kind = _game_type(name, game_named(game).title)
            maker = _maker(game, kind)
            # OpenSpiel lets go of it after Python has ended, and must not be the last to do so.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(maker))
            pyspiel.register_game(kind, maker)
    return names


def _maker(game: str, kind: pyspiel.GameType) -> Any:
    def make(params: Any = None) -> CroupierGame:
        made: type[CroupierGame] = type("CroupierGame", (CroupierGame,), {"played": game, "kind": kind})
        return made(params)

    return make


def _game_type(name: str, title: str) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=1,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={},
    )


register_games()
