"""Bets of one seat together: their joint value and spread, against deals through the table and counts on paper."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from croupier.cards import Card, parse_cards
from croupier.errors import Refused
from croupier.exact.shoe import solve
from croupier.exact.solver import solver_of
from croupier.games.draw_n_shoot_21.exact import points, twenty_one_game, twenty_one_pays
from croupier.games.draw_n_shoot_21.rules import DrawNShoot21
from croupier.table.walk import best_value
from tests.contract import direct
from tests.contract.walks import PACKS, UNIT, lines, odds, prizes, small_game

TWO_GAMES = ("five-card-draw", "deuces-never-loses")


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


@pytest.mark.parametrize("variant", TWO_GAMES)
def test_big_draw_and_first_5_spread_as_the_same_hands_pay_both(variant: str) -> None:
    game, pack = small_game("big-draw"), PACKS[variant]
    pays = {
        bet: direct.five_card_pays(
            variant,
            odds(game, f"{variant}/{bet}"),
            {row: net / 2 for row, net in prizes(game, f"{variant}/{bet}").items()},
        )
        for bet in ("big-draw", "first-5")
    }
    firsts, bests = [], []
    for hand in combinations(pack, 5):
        others = [card for card in pack if card not in hand]
        held = [kept for size in range(6) for kept in combinations(hand, size)]
        draws = [
            mean([pays["big-draw"]((*kept, *more)) for more in combinations(others, 5 - len(kept))]) for kept in held
        ]
        bests.append(max(draws))
        firsts.append(2 * pays["first-5"](hand))
    solver, words = solver_of(game), f"{variant}/big-draw=1,{variant}/first-5=2"
    both = solver.together(words, Fraction(UNIT, 100), pack)
    alone = [solver.together(f"{variant}/{bet}=1", Fraction(UNIT, 100), pack) for bet in pays]
    first = solver.analyze(Fraction(2 * UNIT, 100), pack)[f"{variant}/first-5"]
    assert both.expected_value == mean(firsts) + mean(bests)
    covariance = mean([one * best for one, best in zip(firsts, bests, strict=True)]) - mean(firsts) * mean(bests)
    assert covariance
    assert both.variance == alone[0].variance + 4 * first.variance + 2 * covariance
    assert (both.bet, both.average_wager) == (words, 3)


def test_big_draw_advises_on_holds_with_what_first_5_has_won() -> None:
    solver, cards = solver_of(small_game("big-draw")), parse_cards("Js Jd 8c 8h 8s")
    alone = solver.advise(cards, stake=5)
    first = solver.together("first-5=1", 5)
    full_house = next(row for row in first.rows if row.row == "full-house")
    both = solver.advise(cards, variant="big-draw=1,first-5=1", stake=5)
    assert {hold: value - alone[hold] for hold, value in both.items()} == dict.fromkeys(
        alone, full_house.returns / full_house.probability
    )


def test_bets_of_two_games_of_big_draw_are_not_taken_together() -> None:
    with pytest.raises(Refused, match="more than one game"):
        solver_of(small_game("big-draw")).together("five-card-draw/big-draw=1,deuces-never-loses/first-5=1")


def test_21_and_quickcraps_spread_as_one_card_and_one_roll_pay_both() -> None:
    game, shoe = small_game("draw-n-shoot-21"), PACKS["draw-n-shoot-21"]
    assert isinstance(game, DrawNShoot21)
    play = solve(twenty_one_game(game, shoe), twenty_one_pays(game)).play

    def best(cards: tuple[Card, ...], legal: list[str]) -> str:
        hand = tuple(map(points, cards))
        if legal[0].startswith("raise"):
            return f"raise-{play.raises(hand)}"
        return "hit" if play.draws(hand) else "stand"

    dealt = list(lines("draw-n-shoot-21", ("ante", "craps"), best))
    both = solver_of(game).together("twenty-one=1,quickcraps=1", deck=shoe)
    outcomes: dict[Fraction, Fraction] = {}
    for line in dealt:
        net = Fraction(line.net, UNIT)
        outcomes[net] = outcomes.get(net, Fraction(0)) + line.probability
    assert both.outcomes == outcomes
    assert both.expected_value == best_value(lines("draw-n-shoot-21", ("ante", "craps"))) / UNIT
    apart = solver_of(game).analyze(deck=shoe)
    assert both.variance != apart["twenty-one"].variance + apart["quickcraps"].variance


def test_quickcraps_leaves_the_choices_of_21_as_far_apart_as_they_are() -> None:
    solver = solver_of(DrawNShoot21())
    cards = solver.read_cards("4 3")
    alone, both = solver.advise(cards), solver.advise(cards, variant="twenty-one=1,quickcraps=1/2")
    assert both["hit"] - both["stand"] == alone["hit"] - alone["stand"]
    assert both["hit"] - alone["hit"] == Fraction(1, 2) * Fraction(3 * 10 + 40 + 4 - 22, 36)
