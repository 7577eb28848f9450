"""Something goes wrong in a round: it must be noticed, and ruled on as the house rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.game_folders import name_folders
from croupier.games import game_named, game_names, look_again
from croupier.school.dealer_acts import SETTLES
from croupier.school.dealt_view import seen_so_far
from croupier.school.irregular_rounds import RULE
from croupier.school.sitting import MOST_ROUNDS, Sitting, SittingTerms
from croupier.table.placard import Placard
from croupier.table.view import table_view


def deal_sittings(name: str, sittings: int, rounds: int = 4) -> set[str]:
    """Deal rounds in which something may go wrong, with every ruling left out and given wrongly first; the rulings."""
    ruled = set()
    for number in range(sittings):
        sitting = Sitting(SittingTerms(game_named(name)(), Placard(), f"seed {number}", 3, rounds, irregular=True))
        while not sitting.over:
            sitting.go_on()
            marking = sitting.marking
            for place, due in enumerate(marking.script):
                if due.act.do == "rule":
                    ruled.add(due.act.words)
                    skipped = marking.script[place + 1].act if place + 1 < len(marking.script) else None
                    assert skipped is None or sitting.do(str(skipped)) is not None, "it must be ruled on first"
                    others = [words for words in sitting.ruling_words if words != due.act.words]
                    mistake = sitting.do(f"rule {due.act.seat or ''} {others[0]}")
                    assert mistake is not None and mistake.rule == RULE and due.detail in mistake.sentence
                assert sitting.do(str(due.act)) is None, f"{due.act} is right and was marked wrong"
                seen_so_far(sitting.before, marking)
            ended = {seat.number: (seat.stack, seat.bets) for seat in seen_so_far(sitting.before, marking).seats}
            assert ended == {seat.number: (seat.stack, seat.bets) for seat in table_view(sitting.table, None).seats}
    return ruled


@pytest.mark.parametrize("name", game_names())
def test_what_goes_wrong_must_be_noticed_and_ruled_on(name: str) -> None:
    assert len(deal_sittings(name, 4)) > 2


def test_a_game_of_others_goes_wrong_too() -> None:
    name_folders(Path(__file__).parents[2] / "examples" / "games")
    look_again()
    assert deal_sittings("let-it-ride", 3)


@pytest.mark.confirm
@pytest.mark.parametrize("name", game_names())
def test_hundreds_of_rounds_go_wrong_in_every_way_of_a_game(name: str) -> None:
    sitting = Sitting(SittingTerms(game_named(name)(), Placard(), "seed", 3, 1, irregular=True))
    assert deal_sittings(name, 100) == set(sitting.ruling_words)


def test_a_ruling_where_nothing_is_wrong_is_a_mistake() -> None:
    sitting = Sitting(SittingTerms(game_named("on-the-draw")(), Placard(), "seed", 3, 1, irregular=True))
    mistake = sitting.do("rule put the wager back")
    assert mistake is not None and mistake.wrong == "step"


@pytest.mark.parametrize("name", ["three-card-draw", "on-the-draw"])
def test_a_dead_hand_is_taken_away_its_wagers_returned_and_the_others_played_on(name: str) -> None:
    terms = [
        SittingTerms(game_named(name)(), Placard(), f"dead {number}", 3, MOST_ROUNDS, irregular=True)
        for number in range(4)
    ]
    assert sum(dead_hands(Sitting(each)) for each in terms) >= 1


def dead_hands(sitting: Sitting) -> int:
    """How many hands die in a sitting that is dealt rightly; each as it should."""
    found = 0
    while not sitting.over:
        sitting.go_on()
        before = {seat.number: seat.stack for seat in sitting.before.seats}
        acts = [due.act for due in sitting.marking.script]
        for act in acts:
            assert sitting.do(str(act)) is None, f"{act} is right and was marked wrong"
        assert sitting.table.chips() == sitting.table.bought
        for at, ruling in enumerate(acts):
            if ruling.words == "the hand is dead" and ruling.seat is not None:
                found, after = found + 1, acts[at + 1 :]
                own = [act for act in after if act.seat == ruling.seat]
                assert after[: len(own)] == own and {act.do for act in own} == {"clear", "push"}, "at once, and no more"
                assert {act.seat for act in after if act.do in SETTLES} - {ruling.seat}, "the others are settled"
                assert sitting.table.seats[ruling.seat].stack == before[ruling.seat], "as much as before the round"
    return found
