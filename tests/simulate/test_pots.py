"""The pots of kernels against those of the table: who pays what, who gets what, and what stays, round for round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from croupier.conformance.stage import cards
from croupier.errors import Refused
from croupier.exact.solver import SIMPLE
from croupier.games import game_named
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.pots import (
    BALANCE,
    COLLECTED,
    DIVIDED,
    ENDED,
    FROM_HOUSE,
    NUMBER,
    SIZE,
    TO_DEALER,
    TO_HOUSE,
    WON,
    PotTable,
    check_pot,
)
from croupier.simulate.runs.prepared import simulation_of
from croupier.simulate.setup import Habits, Setup
from croupier.table.events import PotAwarded, PotGathered
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.table import Table
from tests.simulate.chosen_cards import words_of
from tests.simulate.dealt_again import STACK, Given

HABITS = [Habits(), Habits(join=0.5), Habits(join=0.4, skip=0.3), Habits(join=0.3, skip=0.2, leave=0.2)]


def same_pot(setup: Setup, seed: str, rounds: int, chosen: Sequence[str] = ()) -> Any:
    """Play for the pot by the kernel and at the table, by chosen cards if there are any: every cent goes the same way.

    The pot, round by round.
    """
    simulation = simulation_of(setup)
    pot = PotTable(simulation)
    dealt, sheet, key = simulation.sheet(rounds, keeps_cards=True), pot.sheet(rounds), key_of(seed)
    if chosen:
        for number in range(rounds):
            dealt.words[number] = words_of(cards(chosen[number % len(chosen)]), simulation.words_a_round)
        simulation.deal_words(key, 0, rounds, dealt)
    else:
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
    return sheet.pot


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
        (4, {"pot_rake": "10", "rake_dealer_percent": "50"}),
        (6, {"fold_forfeits_pot_round": "false", "pot_unit": "25", "pot_rake": "20", "rake_dealer_percent": "33"}),
    ):
        setup = Setup(kind.choose(words), players, (SIMPLE,), pot=habits, placard=Placard(chip=500))
        assert WON in same_pot(setup, f"{players} players", 60)[:, ENDED]


@pytest.mark.rule("OTD-P13")
def test_one_player_alone_opens_no_raked_pot() -> None:
    setup = Setup(game_named("on-the-draw")(), 1, (SIMPLE,), pot=Habits())
    pot = same_pot(setup, "alone", 40)
    assert not pot[:, [BALANCE, SIZE, TO_HOUSE]].any()
    with pytest.raises(Refused, match="with 1 player no pot opens; OTD-P13"):
        check_pot(setup)


@pytest.mark.rule("OTD-P3")
def test_the_rake_of_a_raked_pot_is_no_more_than_the_pot_holds() -> None:
    words = {"pot_unit": "1", "pot_rake": "4", "rake_dealer_percent": "50"}
    setup = Setup(game_named("on-the-draw").choose(words), 2, (SIMPLE,), pot=Habits())
    pot = same_pot(setup, "a small pot", 200)
    small = pot[(pot[:, ENDED] == WON) & (pot[:, SIZE] == 2_00)]
    assert len(small) > 0
    assert (small[:, TO_HOUSE] == 1_00).all() and (small[:, TO_DEALER] == 1_00).all()


NOTHING = "Ad Kc 8d 6c 2h"
RAKED_DEALS = (
    f"5s 6s 7s 8s 9s | 5h 6h 7h 8h 9h | {NOTHING} | 2d 3c",
    f"As Ks 9s 4s 2s | Qh Jh 8h 6h 3h | {NOTHING} | Td 3c",
    f"{NOTHING} | Ac Qd 9c 7d 5h | Ks Jc 9h 7s 4h | Td 3c",
)
"""A tie of straight flushes, two flushes, and nothing."""
LOW = "Kc Qd Td 8h 6s 5d 3c"
CARRYOVER_DEALS = (
    f"As Ad 9s 9d 4c 3h 2s | Ah Ac 9h 9c 4d 3s 2h | {LOW}",
    f"As Ad 9s 9d 4c 3h 2s | {LOW} | Ah Ac 9h 9c 4d 3s 2h",
    f"Ks Qh Tc 8s 6h 5c 3d | {LOW} | Ah Ac 9h 9c 4d 3s 2h",
    f"Ks Qh Tc 8s 6h 5c 3d | Ac Kh Jd 9h 7c 4s 2h | {LOW}",
)
"""Players who tie, a player and the dealer who do, a dealer who wins, and nothing; two pair wins."""


@pytest.mark.rule("OTD-P6", "OTD-P12")
def test_ties_and_folded_flushes_go_the_same_way_in_a_raked_pot() -> None:
    for forfeits in ("true", "false"):
        words = {"fold_forfeits_pot_round": forfeits, "pot_unit": "6", "pot_rake": "2"}
        game = game_named("on-the-draw").choose(words)
        setup = Setup(game, 3, (SIMPLE,), error_rate=0.5, pot=Habits(), placard=Placard(chip=200))
        pot = same_pot(setup, f"ties {forfeits}", 90, RAKED_DEALS)
        assert ((pot[:, ENDED] == WON) & (pot[:, BALANCE] > 0)).any()


@pytest.mark.rule("CS-P4", "CS-P7", "CS-P10")
@pytest.mark.parametrize("dealer", ["true", "false"])
def test_ties_with_the_dealer_and_folded_hands_go_the_same_way_in_a_carryover_pot(dealer: str) -> None:
    for forfeits in ("true", "false"):
        words = {"fold_forfeits_pot_round": forfeits, "dealer_participates": dealer}
        setup = Setup(
            game_named("cincinnati-stud").choose(words),
            2,
            (SIMPLE,),
            error_rate=0.5,
            pot=Habits(),
            placard=Placard(chip=200),
        )
        pot = same_pot(setup, f"ties {forfeits}", 120, CARRYOVER_DEALS)
        left = ((pot[:, ENDED] == WON) & (pot[:, BALANCE] > 0)).any()
        assert left == (dealer == "true"), "two who pay a chip each share evenly"


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
        ended |= set(same_pot(setup, f"{players} players", 60)[:, ENDED].tolist())
    assert WON in ended
    assert COLLECTED in ended or not habits.skip


@pytest.mark.parametrize("split", ["players", "players-and-house"])
def test_a_pot_that_ten_games_do_not_win_is_divided_alike(split: str) -> None:
    """Players who fold most hands seldom win; errors make them fold."""
    game = game_named("cincinnati-stud").choose({"tenth_game_split": split})
    ended = set()
    for players in (1, 2):
        setup = Setup(game, players, (SIMPLE,), error_rate=0.5, pot=Habits(), placard=Placard(chip=700))
        ended |= set(same_pot(setup, "ten games", 300)[:, ENDED].tolist())
    assert DIVIDED in ended


def test_a_game_without_a_pot_has_none_to_play_for() -> None:
    simulation = simulation_of(Setup(game_named("three-card-draw")()))
    with pytest.raises(Refused, match="Three Card Draw Poker has no pot to play for"):
        PotTable(simulation)
