"""A correct round is never marked wrong, and a mistake of any kind at any step is caught."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest

from croupier.conformance.random_players import come_and_go
from croupier.errors import Refused
from croupier.game_folders import name_folders
from croupier.games import game_named, game_names, look_again
from croupier.school.dealer_acts import Act, read_act
from croupier.school.round_script import Due, Players, SchoolTable, deal_round, dues
from croupier.school.sitting import Marking
from croupier.table.chance import seed_from
from croupier.table.round import Round
from croupier.table.table import Table
from tests.contract.cases import Case, cases
from tests.school.mistakes import at_step, may_come_now

ROUNDS = 1_000
STRETCH = 10
AT_ONCE = 3
"""Rounds of a game in the tests; the thousand are dealt by `make confirm`."""


def school_table(case: Case) -> SchoolTable:
    """A table of a case for a trainee."""
    table = SchoolTable(case.game)
    case.seat_players(table)
    return table


def try_everything(script: list[Due], table: Table, random: Random) -> int:
    """Deal a round without a fault, and before each act make every mistake; how many mistakes were made."""
    marking, made = Marking(script, table), 0
    for number, due in enumerate(script):
        right = may_come_now(script, number)
        before = set(marking.done)
        for name, wrong in at_step(script, number, table, random):
            if wrong in right:
                continue
            mistake = marking.do(wrong)
            assert mistake is not None, f"{name}: {wrong} went through where {due.act} is due"
            assert marking.done == before and mistake.rule
            made += 1
        assert read_act(str(due.act), table.game) == due.act
        assert marking.do(read_act(str(due.act), table.game)) is None, f"{due.act} is right and was marked wrong"
    assert marking.over
    return made


def deal_cases(name: str, first: int, rounds: int) -> int:
    """Rounds of a game over all seat counts and settings, several to a table, from the case of a number on."""
    made, every = 0, list(cases(game_named(name)))
    Random(name).shuffle(every)
    for number, case in enumerate(islice(cycle(every), first // AT_ONCE, (first + rounds) // AT_ONCE + 1)):
        table, random = school_table(case), Random(f"{first} {number}")
        for again in range(AT_ONCE):
            events = deal_round(table, b"%d %d %d" % (first, number, again), Players(random.randbytes(8)))
            made += try_everything(dues(events, table), table, random)
            come_and_go(table, random)
    return made


@pytest.mark.parametrize("name", game_names())
def test_every_mistake_is_caught_and_no_right_act_is_marked_wrong(name: str) -> None:
    assert deal_cases(name, 0, AT_ONCE) > 700


@pytest.mark.confirm
@pytest.mark.parametrize("first", range(0, ROUNDS, STRETCH * 10))
@pytest.mark.parametrize("name", game_names())
def test_a_thousand_rounds_are_dealt_with_every_mistake(name: str, first: int) -> None:
    assert deal_cases(name, first, STRETCH * 10) > 10_000


def test_the_acts_of_a_round_make_the_round_of_the_real_table() -> None:
    """The school's table deals what any table deals from the same seed and answers; it only tells more of it."""
    for name in game_names():
        game = game_named(name)()
        school, real = SchoolTable(game), Table(game)
        for table in (school, real):
            for seat in (1, 2):
                table.sit(seat, f"player {seat}", 100_000)
        events = deal_round(school, seed_from("same"), Players(b"same"))
        again = Round.seeded(real, seed_from("same"))
        players = Players(b"same")
        while again.waiting:
            seat = next(iter(again.waiting))
            players.bet(again, seat) if again.betting else players.answer(again, seat)
        told = {type(event) for event in again.events}
        assert [event for event in events if type(event) in told] == again.events


def test_bets_under_one_sentence_may_be_settled_in_any_order() -> None:
    script, table = on_the_draw()
    together = [number for number, due in enumerate(script) if due.rule.endswith("OTD-13")][:3]
    marking = Marking(script, table)
    for due in script[: together[0]]:
        marking.do(due.act)
    for number in (together[2], together[0], together[1]):
        assert marking.do(script[number].act) is None


def test_a_mistake_names_its_rule_and_what_is_right() -> None:
    script, table = on_the_draw()
    marking = Marking(script, table)
    mistake = marking.do(read_act("shuffle", table.game))
    assert mistake is not None
    assert (mistake.wrong, mistake.rule, mistake.due) == ("early", "OTD-2", "bets")
    assert marking.do(read_act("bets", table.game)) is None
    assert marking.right_first() == 0


def test_a_seat_out_of_turn_is_named() -> None:
    script, table = on_the_draw()
    marking = Marking(script, table)
    first = next(number for number, due in enumerate(script) if due.act.do == "ask")
    for due in script[:first]:
        marking.do(due.act)
    mistake = marking.do(Act("ask", 3))
    assert mistake is not None and mistake.wrong == "seat" and "seat 1" in mistake.sentence


@pytest.mark.parametrize(
    "words", ["", "dance", "deal", "deal 1", "deal 1 hand x down", "pay 1 trips", "pay 1 nothing 5", "ask", "burn 1 2"]
)
def test_what_is_no_act_is_refused_in_one_line(words: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_act(words, game_named("on-the-draw"))
    assert "\n" not in str(refusal.value)


def on_the_draw() -> tuple[list[Due], Table]:
    """A round of On the Draw with three players, with a hand below two pair."""
    table = school_table(Case(game_named("on-the-draw"), 3))
    return dues(deal_round(table, b"s1", Players(b"p1")), table), table


@pytest.mark.parametrize("name", ["baccarat", "let-it-ride"])
def test_a_game_of_others_has_its_school(name: str) -> None:
    name_folders(Path(__file__).parents[2] / "examples" / "games")
    look_again()
    assert deal_cases(name, 0, AT_ONCE) > 100
