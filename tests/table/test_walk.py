"""The walk takes every branch once, and the best play is found backwards from what can be seen."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from math import comb, prod

from croupier.cards import Card, parse_cards
from croupier.odds import EVEN, PUSH
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Procedure, Spot
from croupier.table.table import Table
from croupier.table.walk import Path, best_value, walk
from tests.exact.toy_games import Toy
from tests.one_seat import one_seat

PACK = parse_cards("2c 3c 4c 5c")


class HighCard(Toy):
    """A game small enough to solve in the head: one card seen, one not; the higher wins.

    The player may give up half the bet at once; then a second hidden card is shown, and the bet may be doubled.
    """

    name, title = "high-card", "High Card"
    spots = (Spot("bet", "Bet"), Spot("double", "Double", later=True))

    def round(self, table: Table) -> Procedure:
        yield table.betting()
        (seat,) = table.clockwise()
        seat.deal(table.shuffler.deal(1))
        house = table.place("house")
        house.deal(table.shuffler.deal(1), NOBODY)
        burned = table.place("burned")
        burned.deal(table.shuffler.deal(1), NOBODY)
        answer = yield seat.choose(Option("give up"), Option("stay"))
        if answer.name == "give up":
            seat.settle("bet", PUSH, "given up")
            return
        burned.turn_up()
        yield seat.choose(Option("wait"), Option("double", "double", seat.bets["bet"]))
        won = EVEN if seat.cards[0].rank > house.cards[0].rank else None
        seat.settle("bet", won, "shown")
        seat.settle("double", won, "shown")


new_table = partial(one_seat, HighCard(), PACK)


def test_a_path_goes_through_every_combination_of_turns_once() -> None:
    path, seen = Path(), []
    while True:
        first = path.branch(3)
        seen.append((first, path.branch(2) if first else None))
        if not path.advance():
            break
    assert seen == [(0, None), (1, 0), (1, 1), (2, 0), (2, 1)]


def test_a_path_knows_which_turn_is_new() -> None:
    path, turned = Path(), []
    while True:
        path.branch(2)
        path.branch(2)
        turned.append(path.turned)
        if not path.advance():
            break
    assert turned == [0, 1, 0, 1]


def test_every_deal_is_walked_once_for_every_way_to_decide() -> None:
    lines = list(walk(new_table, {"bet": 500}))
    deals = prod(range(4, 1, -1))
    assert len(lines) == deals * 3
    for way in (("give up",), ("stay", "wait"), ("stay", "double")):
        chosen = [line for line in lines if tuple(answer for _, answer in line.decisions) == way]
        assert len(chosen) == deals
        assert sum(line.probability for line in chosen) == 1


def test_cards_that_are_dealt_together_are_one_branch_for_each_set() -> None:
    class Pairs(HighCard):
        def round(self, table: Table) -> Procedure:
            yield table.betting()
            (seat,) = table.clockwise()
            seat.deal(table.shuffler.deal(2))
            table.shuffler.burn(2)
            seat.take("bet", "always")

    lines = list(walk(partial(one_seat, Pairs(), PACK), {"bet": 500}))
    assert len(lines) == comb(4, 2)
    assert {line.probability for line in lines} == {Fraction(1, 6)}
    assert Counter(tuple(line.round.table.seats[1].cards) for line in lines).most_common(1)[0][1] == 1


def test_a_way_to_play_is_followed_and_no_other() -> None:
    lines = list(walk(new_table, {"bet": 500}, tries=lambda sight, legal: ["give up"] if "stay" in legal else legal))
    assert len(lines) == 24
    assert sum(line.probability for line in lines) == 1
    assert all(line.net == 0 for line in lines)


def test_one_sight_is_one_object_and_shows_only_what_can_be_seen() -> None:
    sights = {sight for line in walk(new_table, {"bet": 500}) for sight, _ in line.decisions}
    first = [sight for sight in sights if sight.places["burned"] == ("??",)]
    assert len(first) == 4, "one for each card that Ann can hold"
    assert len(sights) - len(first) == 4 * 3
    assert all(sight.places["house"] == ("??",) for sight in sights)
    assert all(sight.bets == {"bet": 500} for sight in sights)


def value_in_the_head(stake: int) -> Fraction:
    """Giving up is worth nothing; staying is worth what the doubled or single bet wins against the two unseen cards."""

    def ahead(card: Card, unseen: list[Card]) -> Fraction:
        return Fraction(sum(1 if card.rank > other.rank else -1 for other in unseen), len(unseen))

    total = Fraction(0)
    for card in PACK:
        others = [other for other in PACK if other is not card]
        staying = Fraction(0)
        for shown in others:
            lead = ahead(card, [other for other in others if other is not shown])
            staying += max(lead, 2 * lead) / 3
        total += max(Fraction(0), staying) / 4
    return total * stake


def test_the_best_play_is_worth_what_can_be_worked_out_in_the_head() -> None:
    fives, fours = Fraction(2), Fraction(2, 3)
    assert value_in_the_head(500) == (fives + fours) / 4 * 500, "a five doubles; a four doubles once the five is shown"
    assert best_value(walk(new_table, {"bet": 500})) == value_in_the_head(500)


def test_the_best_play_can_be_the_best_by_another_measure() -> None:
    lines = list(walk(new_table, {"bet": 500}))
    assert best_value(lines, lambda line: -len(line.decisions)) == -1, "giving up takes the fewest decisions"
