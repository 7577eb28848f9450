"""A sitting from its seed and acts, and what the trainee sees of it."""

from __future__ import annotations

import msgspec
import pytest

from croupier.cards import BACK
from croupier.conformance.card_sight import CardAuditor, cards_named
from croupier.errors import Refused
from croupier.games import game_named, game_names
from croupier.school.dealer_acts import SETTLES
from croupier.school.dealt_view import seen_so_far
from croupier.school.round_script import Players, SchoolTable, deal_round, dues
from croupier.school.sitting import Marking, Sitting, SittingTerms
from croupier.table.events import WATCHER
from croupier.table.placard import Placard
from croupier.table.view import table_view


def sitting(name: str = "on-the-draw", rounds: int = 2, mistakes: int = 0) -> Sitting:
    """A sitting dealt to its end, with so many mistakes at the beginning."""
    made = Sitting(SittingTerms(game_named(name)(), Placard(), "a seed", 3, rounds))
    for number in range(mistakes):
        assert made.do("roll", number) is not None
    while not made.over:
        made.go_on()
        for due in made.marking.script:
            assert made.do(str(due.act), 60_000) is None
    return made


@pytest.mark.parametrize("name", game_names())
def test_the_table_after_the_last_act_is_the_real_one(name: str) -> None:
    table = SchoolTable(game_named(name)())
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 1_000_000)
    for number in range(14):
        before = table_view(table, None)
        marking = Marking(dues(deal_round(table, b"%d" % number, Players(b"%d" % number)), table), table)
        for due in marking.script:
            marking.do(due.act)
        ended, real = seen_so_far(before, marking), table_view(table, None)
        for seen, truly in zip(ended.seats, real.seats, strict=True):
            assert (seen.stack, seen.bets) == (truly.stack, truly.bets)
            assert {place: cards for place, cards in seen.places.items() if cards} == truly.places
        assert (ended.places, ended.named, ended.button) == (real.places, real.named, real.button)
        if real.pot is not None and ended.pot is not None:
            told = ("balance", "rounds", "price_to_join", "open")
            assert [ended.pot.get(name) for name in told] == [real.pot.get(name) for name in told]
            assert sorted(ended.pot["in"]) == sorted(real.pot["in"])


@pytest.mark.parametrize("name", game_names())
def test_capitals_and_labels_make_no_difference(name: str) -> None:
    made = Sitting(SittingTerms(game_named(name)(), Placard(), "a seed", 3, 1))
    labels = {spot.name: spot.label for spot in made.table.game.spots}
    for due in made.marking.script:
        act = due.act if due.act.do not in SETTLES else msgspec.structs.replace(due.act, place=labels[due.act.place])
        assert made.do(str(act).upper() if due.act.do != "call" else str(act)) is None


def test_the_trainee_sees_no_card_before_it_lies_open() -> None:
    made = Sitting(SittingTerms(game_named("cincinnati-stud")(), Placard(), "a seed", 3, 1))
    auditor = CardAuditor(made.table)
    for due in made.marking.script:
        made.do(str(due.act))
        for event in due.events:
            auditor.follow(event)
        lying = [
            card
            for seat in seen_so_far(made.before, made.marking).seats
            for pile in seat.places.values()
            for card in pile
        ]
        assert set(lying) - {BACK} <= auditor.may_have_seen[WATCHER]
        assert cards_named(str(lying)) <= auditor.may_have_seen[WATCHER]


def test_a_sitting_without_a_fault_passes_with_every_act_right() -> None:
    result = sitting().result()
    assert (result.right, result.score, result.passed, result.mistakes) == (result.acts, "1", True, [])
    assert (result.seconds, result.house_seconds) == (60, 192)


def test_mistakes_count_once_for_an_act_and_are_listed() -> None:
    result = sitting(mistakes=3).result()
    assert (result.acts - result.right, len(result.mistakes)) == (1, 3)
    assert result.mistakes[0].rule == "OTD-2" and result.mistakes[0].due == "bets"


def test_the_same_acts_make_the_same_sitting() -> None:
    assert sitting(mistakes=1).result() == sitting(mistakes=1).result()


def test_a_clock_that_runs_backwards_is_refused() -> None:
    made = Sitting(SittingTerms(game_named("on-the-draw")(), Placard(), "a seed"))
    made.do("bets", 5)
    with pytest.raises(Refused, match="milliseconds before"):
        made.do("roll", 4)
