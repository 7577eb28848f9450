"""Rounds by the thousand, with everything left to chance: terms, settings, bets, decisions, coming and going."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.cards import DECK
from croupier.conformance.random_players import answer_once, come_and_go, play_out
from croupier.errors import Refused
from croupier.games import game_named, game_names
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.record import restore, save
from croupier.table.round import Round
from croupier.table.settings import settings_of
from croupier.table.table import Table
from tests.contract.cases import GAMES, PLAYERS, Kind, other_values

SESSION = 20
"""Rounds at one table before a new one is opened with other terms."""


def random_game(kind: Kind, random: Random) -> Game[Any]:
    """The game with settings and printed paytables at random."""
    chosen = {}
    for setting in settings_of(kind.Settings):
        chosen[setting.name] = random.choice([setting.default, *other_values(kind, setting)])
    tables = {bet: random.choice(list(printed)) for bet, printed in kind.printed().items()}
    return kind.choose(chosen, tables)


def random_placard(random: Random) -> Placard:
    """Terms at random: chips, breakage, place, and now and then a limit on what the house pays in a round."""
    place, aggregate = random.choice((("unregulated", None), ("unregulated", 2_000), ("washington", None)))
    return Placard(
        chip=random.choice((25, 50, 100, 500)),
        breakage=random.choice(("exact", "down-to-chip")),
        jurisdiction=place,
        aggregate_payout=aggregate,
    )


def open_table(kind: Kind, random: Random) -> Table:
    """A table at random at which something can be bet."""
    while True:
        try:
            return Table(random_game(kind, random), random_placard(random))
        except Refused as error:
            assert any(words in str(error) for words in ("nothing can be bet", "is not whole chips"))


def random_table(kind: Kind, random: Random) -> Table:
    """A table with players, some with many chips and some with few."""
    table = open_table(kind, random)
    numbers = random.sample(range(1, kind.seats + 1), random.randint(1, kind.seats))
    for number, player in zip(numbers, PLAYERS, strict=False):
        table.sit(number, player, random.choice((500, 1_500, 3_000, 50_000, 500_000)))
    return table


def check_cards(round: Round) -> None:
    """Fail if one deck's card lies in two places."""
    table = round.table
    places = [*table.places.values(), *(place for seat in table.seats.values() for place in seat.boxes.values())]
    cards = [card for place in places for card in place.cards]
    if not table.shoe_dealt and getattr(table.game.settings, "decks", 1) == 1:
        assert len(cards) == len(set(cards)) <= len(DECK)


def play(kind: Kind, rounds: int, seed: str) -> int:
    """Play that many rounds and say how many of them had a bet."""
    random = Random(seed)
    table = random_table(kind, random)
    dealt = 0
    for number in range(rounds):
        if number % SESSION == SESSION - 1:
            table = random_table(kind, random)
        round = play_out(Round.seeded(table, b"%d" % number), random)
        assert round.finished and table.chips() == table.bought
        check_cards(round)
        dealt += any(place.cards for seat in table.seats.values() for place in seat.boxes.values())
        come_and_go(table, random)
    return dealt


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_hundreds_of_random_rounds_end_without_an_exception(kind: Kind) -> None:
    assert play(kind, 800, f"hundreds {kind.name}") > 400, "most rounds must have cards"


@pytest.mark.confirm
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_ten_thousand_random_rounds_end_without_an_exception(kind: Kind) -> None:
    assert play(kind, 10_000, f"thousands {kind.name}") > 5_000


class TableLife(RuleBasedStateMachine):
    """A table from its opening on, whatever people do at it, in whatever order."""

    round: Round | None = None

    @initialize(name=st.sampled_from(game_names()), seed=st.integers(0, 1 << 32))
    def open(self, name: str, seed: int) -> None:
        random = Random(seed)
        self.table = open_table(game_named(name), random)

    @property
    def between_rounds(self) -> bool:
        """Whether people may come and go."""
        return not self.table.in_round

    @rule(seat=st.integers(0, 13), player=st.sampled_from(PLAYERS), stack=st.integers(-1, 100).map(lambda n: n * 250))
    def somebody_wants_to_sit_down(self, seat: int, player: str, stack: int) -> None:
        free = 1 <= seat <= self.table.game.seats and seat not in self.table.seats
        new = all(other.player != player for other in self.table.seats.values())
        self.allowed(self.between_rounds and free and new and stack >= 0, lambda: self.table.sit(seat, player, stack))

    @rule(seat=st.integers(0, 13), cents=st.integers(-1, 20).map(lambda n: n * 250))
    def somebody_wants_chips(self, seat: int, cents: int) -> None:
        allowed = self.between_rounds and seat in self.table.seats and cents > 0
        self.allowed(allowed, lambda: self.table.buy(seat, cents))

    @rule(seat=st.integers(0, 13))
    def somebody_wants_to_leave(self, seat: int) -> None:
        self.allowed(self.between_rounds and seat in self.table.seats, lambda: self.table.leave(seat))

    @precondition(lambda self: self.between_rounds)
    @rule()
    def the_house_closes_and_opens_again(self) -> None:
        self.table = restore(save(self.table), game_named)

    @rule(seed=st.binary(max_size=4))
    def the_dealer_begins(self, seed: bytes) -> None:
        def begin() -> None:
            self.round = Round.seeded(self.table, seed)

        self.allowed(self.between_rounds and bool(self.table.seats), begin)

    @precondition(lambda self: self.table.in_round)
    @rule(seed=st.integers(0, 1000), answers=st.integers(1, 12))
    def players_answer(self, seed: int, answers: int) -> None:
        assert self.round is not None
        random = Random(seed)
        for _ in range(answers):
            if self.round.waiting:
                answer_once(self.round, random)

    def allowed(self, allowed: bool, do: Any) -> None:
        """Do it; it must be refused exactly if it is not allowed."""
        try:
            do()
        except Refused:
            assert not allowed
        else:
            assert allowed

    @invariant()
    def chips_are_conserved(self) -> None:
        if hasattr(self, "table"):
            assert self.table.chips() == self.table.bought
            assert all(seat.stack >= 0 for seat in self.table.seats.values())


TableLife.TestCase.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
TestTableLife = TableLife.TestCase
