"""The answers of drills are the engine's."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.chips import Range, parse_dollars
from croupier.errors import Refused
from croupier.games import game_named, game_names
from croupier.reports.rules_of_play.equipment_list import Equipment
from croupier.reports.rules_of_play.irregularities import irregularities, rulings
from croupier.school.drills import DRILLS, DrillDraws, payout_case, payout_question, question
from croupier.school.round_script import Players, SchoolTable, deal_round, dues
from croupier.table.events import Event, Settled
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.table import Table

CASES = 100_000


def paid_at_a_table(game: Game[Any], placard: Placard, stake: int, bet: str, row: str) -> int:
    """What the real table pays on a bet when a row settles it, in cents."""
    table, events = Table(game, placard), list[Event]()
    table.emit = events.append
    table.paid_out = 0
    seat = table.sit(1, "player", stake)
    spot = game.spots[0].name
    seat.put(spot, stake)
    seat.settle(spot, game.paytables[bet][row], "drill")
    (settled,) = [event for event in events if isinstance(event, Settled)]
    assert seat.stack == stake + settled.won
    return settled.won


def hold_payouts(name: str, cases: int) -> None:
    """Hold so many payout questions of a game against its table."""
    game = game_named(name)()
    for number in range(cases):
        words, chip = f"case {number}", (100, 50, 500)[number % 3]
        case = payout_case(game, Placard(chip=chip), DrillDraws(words))
        asked = payout_question(game, Placard(chip=chip), DrillDraws(words))
        paid = paid_at_a_table(game, Placard(chip=chip, breakage=case.breakage), case.stake, case.bet, case.row)
        assert parse_dollars(asked.answer) == paid, asked


def test_payout_drills_keep_to_the_limits_of_the_table() -> None:
    game = game_named("three-card-draw")()
    placard = Placard(limits={"bonus": Range(200, 900)}, chip=200)
    cases = [payout_case(game, placard, DrillDraws(f"limits {number}")) for number in range(60)]
    assert {case.stake for case in cases if case.bet == "bonus"} == {200, 400, 600, 800}


@pytest.mark.parametrize("name", game_names())
def test_payout_drills_pay_what_the_table_pays(name: str) -> None:
    hold_payouts(name, 150)


@pytest.mark.confirm
@pytest.mark.parametrize("name", game_names())
def test_a_hundred_thousand_payouts_are_the_tables_to_the_cent(name: str) -> None:
    hold_payouts(name, CASES)


@pytest.mark.parametrize("name", game_names())
def test_every_drill_of_a_game_knows_its_own_answer_from_others(name: str) -> None:
    game = game_named(name)()
    for drill in DRILLS:
        if drill == "pot" and game.new_pot(Placard()) is None:
            with pytest.raises(Refused, match="no pot"):
                question(drill, game, Placard(), "1")
            continue
        for number in range(2):
            asked = question(drill, game, Placard(), str(number))
            assert asked.right(asked.answer)
            assert asked == question(drill, game, Placard(), str(number))
            others = [choice for choice in asked.choices if choice != asked.answer]
            assert not any(asked.right(choice) for choice in others)
            if not asked.choices:
                assert not asked.right(str(parse_dollars(asked.answer) + 1))


def test_hands_are_called_by_the_game_that_is_dealt() -> None:
    game = game_named("big-draw")()
    for number in range(40):
        asked = question("call", game, Placard(), f"{number}")
        dealt = [name for name in ("five card draw", "deuces never loses") if f"You deal {name}." in asked.asks]
        assert len(dealt) == 1 and len(asked.choices) == 4
        ranked = [words for words in asked.choices if " high" in words or (" of " in words and "kind" not in words)]
        assert not ranked or dealt == ["five card draw"], asked.choices


def test_protection_drills_ask_for_the_rulings_that_the_papers_print() -> None:
    game = game_named("on-the-draw")()
    printed = {entry["what"]: entry["remedy"] for entry in irregularities(Equipment(game, Placard()))}
    assert any("after the first card" in what for what in printed)
    asked = [question("protection", game, Placard(), str(number)) for number in range(4)]
    for one in asked:
        assert printed[next(what for what in printed if one.asks.endswith(what))] == one.answer
    assert any(one.asks.startswith("You are about to do this: Ask seat") for one in asked)


@pytest.mark.parametrize("name", game_names())
def test_a_ruling_happens_before_an_act_that_its_game_has(name: str) -> None:
    """The verbs in the file of rulings are those of the school, and come up in the games that they concern."""
    table = SchoolTable(game_named(name)())
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 10_000_000)
    verbs = {due.act.do for number in range(6) for due in dues(deal_round(table, b"%d" % number, Players(b"1")), table)}
    assert {ruling.at for ruling in rulings(Equipment(table.game, Placard()))} - {""} <= verbs


def test_pot_drills_reach_late_entries_odd_chips_and_the_tenth_game() -> None:
    raked = [question("pot", game_named("on-the-draw")(), Placard(), str(number)) for number in range(60)]
    carried = [question("pot", game_named("cincinnati-stud")(), Placard(), str(number)) for number in range(60)]
    assert any("OTD-P8" in one.because for one in raked) and any("OTD-P10" in one.because for one in raked)
    assert any("stays in the next pot" in one.because for one in raked)
    assert any("rake" in one.asks for one in raked)
    assert any(one.asks.startswith("Game 10") for one in carried)
