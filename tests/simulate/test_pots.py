"""The pots of kernels against those of the table: who pays what, who gets what, and what stays, round for round."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import Refused
from croupier.exact.solver import SIMPLE
from croupier.games import game_named
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.pot_runs.pot_kernel import (
    BALANCE,
    COLLECTED,
    DIVIDED,
    ENDED,
    FROM_HOUSE,
    NUMBER,
    TO_DEALER,
    TO_HOUSE,
    WON,
    PotTable,
)
from croupier.simulate.prepared import simulation_of
from croupier.simulate.setup import Habits, Setup
from croupier.table.events import PotAwarded, PotGathered
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.table import Table
from tests.simulate.dealt_again import STACK, Given

HABITS = [Habits(), Habits(join=0.5), Habits(join=0.4, skip=0.3), Habits(join=0.3, skip=0.2, leave=0.2)]


def same_pot(setup: Setup, seed: str, rounds: int) -> set[int]:
    """Play for the pot by the kernel and at the table: every cent goes the same way. What became of the pots."""
    simulation = simulation_of(setup)
    pot = PotTable(simulation)
    dealt, sheet, key = simulation.sheet(rounds, keeps_cards=True), pot.sheet(rounds), key_of(seed)
    simulation.deal(key, 0, rounds, dealt)
    pot.play(key, 0, rounds, dealt, sheet)
    table = Table(setup.game, setup.placard)
    for number in range(rounds):
        people = sheet.people[number].tolist()
        for seat, person in enumerate(people, 1):
            name = f"player {seat}-{person}"
            if seat in table.seats and table.seats[seat].player != name:
                table.leave(seat)
            if seat not in table.seats:
                table.sit(seat, name, STACK)
        round = Round(table, Given(simulation.cards(dealt, number), ()))
        answers = iter(simulation.answers(dealt, number))
        while round.waiting:
            seat = next(iter(round.waiting))
            if round.betting:
                wager = int(sheet.wagers[number, seat - 1])
                round.bet(seat, dict(setup.bets) | ({"cincy-pot": wager} if wager else {}))
            else:
                round.act(seat, next(answers))
        compare(round, sheet.pot[number], sheet.shares[number].tolist(), people)
    return set(sheet.pot[:, ENDED].tolist())


def compare(round: Round, pot: Any, shares: list[int], people: list[int]) -> None:
    assert round.table.pot is not None
    assert round.table.pot.balance == pot[BALANCE]
    if pot[ENDED] not in (WON, DIVIDED, COLLECTED):
        assert round.table.pot.rounds == pot[NUMBER]
    gathered = [event for event in round.events if isinstance(event, PotGathered)]
    awarded = [event for event in round.events if isinstance(event, PotAwarded)]
    assert sum(event.from_house for event in gathered) == pot[FROM_HOUSE]
    assert sum(event.to_house for event in (*gathered, *awarded)) == pot[TO_HOUSE]
    assert sum(event.to_dealer for event in awarded) == pot[TO_DEALER]
    names = [f"player {seat}-{person}" for seat, person in enumerate(people, 1)]
    paid = {name: share for event in awarded for name, share in event.shares.items() if share}
    assert paid == {name: share for name, share in zip(names, shares, strict=True) if share}


@pytest.mark.rule("OTD-P1", "OTD-P2", "OTD-P3", "OTD-P6", "OTD-P7", "OTD-P8", "OTD-P10", "OTD-P11", "OTD-P12")
@pytest.mark.parametrize("habits", HABITS, ids=str)
def test_the_raked_pot_goes_the_same_way_by_kernel_and_table(habits: Habits) -> None:
    kind = game_named("on-the-draw")
    for players, words in (
        (9, {}),
        (1, {}),
        (1, {"pot_unit": "1", "pot_rake": "2", "rake_dealer_percent": "50"}),
        (4, {"pot_rake": "0.50", "rake_dealer_percent": "50"}),
        (6, {"fold_forfeits_pot_round": "false", "pot_unit": "25", "pot_rake": "2", "rake_dealer_percent": "33"}),
    ):
        setup = Setup(kind.choose(words), players, (SIMPLE,), pot=habits, placard=Placard(chip=500))
        assert WON in same_pot(setup, f"{players} players", 60)


@pytest.mark.rule("CS-P1", "CS-P2", "CS-P3", "CS-P4", "CS-P5", "CS-P6", "CS-P7", "CS-P8", "CS-P10")
@pytest.mark.parametrize("habits", HABITS, ids=str)
def test_the_carryover_pot_goes_the_same_way_by_kernel_and_table(habits: Habits) -> None:
    kind, ended = game_named("cincinnati-stud"), set()
    for players, words in (
        (6, {}),
        (2, {"dealer_participates": "true"}),
        (1, {"tenth_game_split": "players"}),
        (3, {"fold_forfeits_pot_round": "false", "dealer_participates": "true"}),
    ):
        setup = Setup(kind.choose(words), players, (SIMPLE,), pot=habits, placard=Placard(chip=500))
        ended |= same_pot(setup, f"{players} players", 60)
    assert WON in ended
    assert COLLECTED in ended or not habits.skip


@pytest.mark.parametrize("split", ["players", "players-and-house"])
def test_a_pot_that_ten_games_do_not_win_is_divided_alike(split: str) -> None:
    """Players who fold most hands seldom win; errors make them fold."""
    game = game_named("cincinnati-stud").choose({"tenth_game_split": split})
    ended = set()
    for players in (1, 2):
        setup = Setup(game, players, (SIMPLE,), error_rate=0.5, pot=Habits(), placard=Placard(chip=700))
        ended |= same_pot(setup, "ten games", 300)
    assert DIVIDED in ended


def test_a_game_without_a_pot_has_none_to_play_for() -> None:
    simulation = simulation_of(Setup(game_named("three-card-draw")()))
    with pytest.raises(Refused, match="Three Card Draw Poker has no pot to play for"):
        PotTable(simulation)
