"""What is simulated: a game, the terms of its table, who sits there, what they bet, how they play and how fast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.table.chance import Stacked
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.table import Table

OPTIMAL: Final = "optimal"


@dataclass(frozen=True)
class Habits:
    """How players take part in a pot: the chance, each round, that one who is out comes in, and so on."""

    join: float = 1.0
    skip: float = 0.0
    """That one who is in sits a round out."""
    leave: float = 0.0
    """That a player leaves the table and somebody else sits down."""

    def __post_init__(self) -> None:
        for name in ("join", "skip", "leave"):
            chance(f"the chance to {name} the pot", getattr(self, name))


@dataclass(frozen=True)
class Setup:
    """A table as it is simulated; every seat makes the same bets."""

    game: Game[Any]
    players: int = 1
    strategies: tuple[str, ...] = (OPTIMAL,)
    """How each seat plays; one for all, or one each."""
    bets: Mapping[str, int] = field(default_factory=dict)
    """The opening bets in cents by spot; the least on every spot if none are given."""
    placard: Placard = field(default_factory=Placard)
    variant: str | None = None
    """The game that is always called, where players call it."""
    error_rate: float = 0.0
    """The chance that a decision is not the strategy's but any other that is legal."""
    pot: Habits | None = None
    fresh_shoe: bool = False
    """Whether every round begins with a new shoe, as exact figures have it, and not only when the cut card is out."""

    def __post_init__(self) -> None:
        seats = self.game.seats
        if not 1 <= self.players <= seats:
            raise Refused(f"{self.game.title} has 1 to {seats} players, not {self.players}")
        if len(self.strategies) not in (1, self.players):
            raise Refused(
                f"{len(self.strategies)} strategies are given for {self.players} players; give one for all, or one each"
            )
        chance("the error rate", self.error_rate)
        object.__setattr__(self, "strategies", self.strategies * (self.players // len(self.strategies)))
        bets = matched(self.game, self.bets) or usual_bets(self.game, self.placard)
        check_bets(self.game, self.placard, bets)
        object.__setattr__(self, "bets", bets)

    @property
    def groups(self) -> dict[str, list[int]]:
        """The seats, from 0, that play by each strategy."""
        seats: dict[str, list[int]] = {}
        for seat, strategy in enumerate(self.strategies):
            seats.setdefault(strategy, []).append(seat)
        return seats

    @property
    def group_of_seat(self) -> Ints:
        """For each seat, the place of its strategy among those played at the table."""
        names = list(self.groups)
        return np.array([names.index(strategy) for strategy in self.strategies], np.int64)


def chance(what: str, value: float) -> None:
    """Refuse what is not a probability."""
    if not 0 <= value <= 1:
        raise Refused(f"{what} is {value}; it must be from 0 to 1")


def usual_bets(game: Game[Any], placard: Placard) -> dict[str, int]:
    """The least whole chips on every spot that is bet on before the deal, but for a pot."""
    chip = placard.chip
    return {
        spot.name: -(-placard.limit(game, spot.equals or spot.name).least // chip) * chip
        for spot in game.spots
        if not spot.later and not spot.pot
    }


def matched(game: Game[Any], bets: Mapping[str, int]) -> dict[str, int]:
    """Bets with those that must equal one of them: where the Blind is as large as the Ante, either stands for both."""
    given = dict(bets)
    alike = {spot.name: spot.equals for spot in game.spots if spot.equals and spot.required and not spot.later}
    for spot, other in alike.items():
        if spot in bets:
            given.setdefault(other, bets[spot])
    for spot, other in alike.items():
        if other in given:
            given.setdefault(spot, given[other])
    return given


def check_bets(game: Game[Any], placard: Placard, bets: Mapping[str, int]) -> None:
    """Refuse bets that the table would not take."""
    if not bets:
        raise Refused(f"nothing is bet on {game.title}; bet on {', '.join(usual_bets(game, placard))}")
    for spot in bets:
        if game.spot(spot).pot:
            raise Refused(f"the price of {spot} is set by the pot; say --pot to play for it")
    table = Table(game, placard)
    table.sit(1, "player", sum(bets.values()))
    Round(table, Stacked(())).check_bets(1, dict(bets))


PACE_SEATS: Final = (3, 6)
PACE_ROUNDS: Final = (Fraction(75, 2), Fraction(30))
"""The assumed pace, that of Ultimate Texas Hold'em: about 35 to 40 rounds an hour with three players, 30 with six."""


def pace(players: int) -> Fraction:
    """The assumed rounds an hour with so many players: a straight line through the pace with three and with six.

    >>> float(pace(6)), float(pace(3)), float(pace(1))
    (30.0, 37.5, 42.5)
    """
    (few, many), (fast, slow) = PACE_SEATS, PACE_ROUNDS
    return fast + (slow - fast) * (players - few) / (many - few)


def whole_pace(players: int) -> int:
    """The whole rounds of an hour with so many players.

    >>> whole_pace(1), whole_pace(4)
    (42, 35)
    """
    return int(pace(players))
