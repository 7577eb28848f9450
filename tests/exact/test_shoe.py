"""The shoe family: classics whose figures everybody knows, and a direct enumeration of every order of a small shoe."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from croupier.cards import Card, parse_cards
from croupier.exact.shoe import LOSES, Hand, Play, Shoe, ShoeGame, as_drawn, net_pays, play_out, solve
from croupier.odds import PayTable


def rank(card: Card) -> int:
    return card.rank


def points(card: Card) -> int:
    return 1 if card.rank == 14 else min(card.rank, 10)


RED_DOG = PayTable.build(
    "red-dog",
    "classic",
    {
        "three-of-a-kind": "11:1",
        "spread-1": "5:1",
        "spread-2": "4:1",
        "spread-3": "2:1",
        "spread": "1:1",
        "tie": "push",
    },
)


def red_dog(decks: int) -> ShoeGame:
    """Two cards; a third that falls between them wins by the spread. The stake may be doubled before it."""

    def spread(hand: Hand) -> int:
        return abs(hand[0] - hand[1]) - 1

    def results(hand: Hand) -> dict[str, int]:
        if spread(hand) == 0:
            return {"tie": 1}
        low, high = sorted(hand[:2])
        if low == high:
            return {"three-of-a-kind" if hand[2] == low else "tie": 1}
        width = spread(hand)
        return {(f"spread-{width}" if width <= 3 else "spread") if low < hand[2] < high else LOSES: 1}

    return ShoeGame(
        shoe=Shoe.of(decks, rank),
        results=results,
        may_draw=lambda hand: len(hand) < 2 or (len(hand) == 2 and spread(hand) != 0),
        may_stand=lambda hand: len(hand) == 3 or (len(hand) == 2 and spread(hand) == 0),
        may_raise=lambda hand: 1 if len(hand) == 2 and spread(hand) > 0 else 0,
        arrange=as_drawn,
    )


@pytest.mark.parametrize(
    ("decks", "edge"), [(1, "0.03155"), (2, "0.03077"), (4, "0.02884"), (6, "0.02798"), (8, "0.02751")]
)
def test_red_dog_has_the_edge_that_is_published_for_it(decks: int, edge: str) -> None:
    game = red_dog(decks)
    pays = net_pays(RED_DOG, tuple(RED_DOG.pays), Fraction(1))
    solution = solve(game, pays)
    analysis = play_out(game, solution.play).analysis("red-dog", "bet", RED_DOG, pays, solution.value(()))
    assert f"{float(analysis.house_edge):.5f}" == edge


def test_red_dog_raises_on_a_spread_of_seven_or_more_and_never_below() -> None:
    game = red_dog(6)
    solution = solve(game, net_pays(RED_DOG, tuple(RED_DOG.pays), Fraction(1)))
    raised = {(high - low - 1) for low in range(2, 15) for high in range(low + 2, 15) if solution.raises((low, high))}
    assert raised == {7, 8, 9, 10, 11}


def blackjack_dealer(shoe: Shoe) -> ShoeGame:
    """The dealer of blackjack, who draws to 16 and stands on all 17s: no choices at all."""

    def total(hand: Hand) -> int:
        return sum(hand) + (10 if 1 in hand and sum(hand) <= 11 else 0)

    def result(hand: Hand) -> dict[str, int]:
        if len(hand) == 2 and total(hand) == 21:
            return {"blackjack": 1}
        return {"bust" if total(hand) > 21 else str(total(hand)): 1}

    return ShoeGame(
        shoe=shoe,
        results=result,
        may_draw=lambda hand: total(hand) < 17,
        may_stand=lambda hand: total(hand) >= 17,
        arrange=as_drawn,
    )


def test_the_blackjack_dealer_of_an_infinite_shoe_breaks_as_often_as_is_well_known() -> None:
    played = play_out(blackjack_dealer(Shoe.of("infinite", points)), Play(lambda hand: True))
    chances = {row: float(Fraction(ways, played.cases)) for (_, row), ways in played.ways.items()}
    assert f"{chances['bust']:.4f}" == "0.2816"
    assert f"{chances['blackjack']:.4f}" == f"{2 * 4 / 169:.4f}"


def test_the_blackjack_dealer_of_one_deck_ends_by_up_card_as_published() -> None:
    game = blackjack_dealer(Shoe.of(1, points))
    bust = {"bust": Fraction(1), "blackjack": Fraction(0)} | {str(total): Fraction(0) for total in range(17, 22)}
    busts = solve(game, bust)
    published = {1: "0.1165", 2: "0.3530", 3: "0.3756", 4: "0.4028", 5: "0.4289", 6: "0.4208", 7: "0.2599", 8: "0.2386"}
    assert {card: f"{float(busts.value((card,))):.4f}" for card in published} == published


def highest_of_three(shoe: Shoe) -> tuple[ShoeGame, dict[str, Fraction]]:
    """Up to three cards, the last one counting, a raise of up to three units on the first, a coin at the end."""
    pays = {f"rank-{kind}": Fraction(kind - 8, 3) for kind in range(2, 15)} | {"tails": Fraction(-1, 2)}
    return (
        ShoeGame(
            shoe=shoe,
            results=lambda hand: {f"rank-{hand[-1]}": 1, "tails": 1},
            may_draw=lambda hand: len(hand) < 3,
            may_raise=lambda hand: 3 if len(hand) == 1 else 0,
            rolls=2,
            arrange=as_drawn,
        ),
        pays,
    )


def test_every_order_of_a_small_shoe_walked_by_hand_gives_the_same_cases() -> None:
    deck = parse_cards("2c 5d 5h 9s Jc Ah")
    game, pays = highest_of_three(Shoe.of(1, rank, deck))
    solution = solve(game, pays)

    def worth(hand: tuple[Card, ...]) -> Fraction:
        """The same game by direct recursion over the very cards."""
        stand = (pays[f"rank-{hand[-1].rank}"] + pays["tails"]) / 2 if hand else Fraction(-100)
        rest = [card for card in deck if card not in hand]
        hit = sum((worth((*hand, card)) for card in rest), Fraction(0)) / len(rest) if len(hand) < 3 else Fraction(-100)
        best = max(stand, hit)
        return best * 4 if len(hand) == 1 and best > 0 else best

    assert solution.value(()) == worth(())

    nets: Counter[Fraction] = Counter()
    orders = list(permutations(deck, 3))
    for order in orders:
        staked = 1 + solution.raises((order[0].rank,))
        held = next(held for held in (1, 2, 3) if not solution.draws(tuple(card.rank for card in order[:held])))
        hand = tuple(card.rank for card in order[:held])
        for row in (f"rank-{hand[-1]}", "tails"):
            nets[staked * pays[row]] += 1
    outcomes = {net: Fraction(count, 2 * len(orders)) for net, count in nets.items()}
    table = PayTable("mine", "mine", {})
    analysis = play_out(game, solution.play).analysis("mine", "bet", table, pays, solution.value(()))
    assert analysis.outcomes == outcomes
    assert sum(analysis.rows[place].combinations for place in range(len(analysis.rows))) == analysis.cases == 240


def test_a_hand_that_cannot_be_has_no_value() -> None:
    solution = solve(*highest_of_three(Shoe.of(1, rank, parse_cards("2c 5d"))))
    for unknown in ((2, 2), (2, 5, 9)):
        with pytest.raises(KeyError, match="no round of this game"):
            solution.draws(unknown)
        with pytest.raises(KeyError, match="no round of this game"):
            solution.value(unknown)


def test_a_shoe_runs_out_where_an_infinite_one_does_not() -> None:
    deck = parse_cards("2c 3c")
    assert Shoe.of(6, rank, deck).left((2,)) == [(3, 1)]
    assert Shoe.of("infinite", rank).left((2,) * 60)[0] == (2, 4)
    assert Shoe.of(8, points).size(4) == 412
