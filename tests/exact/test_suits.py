"""Suit classes: that each hand has one, that each stands for the right number of hands, and how many there are."""

from __future__ import annotations

from itertools import permutations
from math import comb

import numpy as np
import pytest

from croupier.cards import DECK, Card
from croupier.errors import Refused
from croupier.exact.hand_counts.evaluate import BIT
from croupier.exact.hand_counts.suits import CLASSES, ORDERS, class_of, classes, every_set, hands_from, order_of


def renamed(hand: tuple[Card, ...]) -> tuple[tuple[int, ...], ...]:
    """The least of the hands that are this one but for the names of suits, found by trying all 24."""
    return min(tuple(sorted((card.rank, names[card.suit]) for card in hand)) for names in permutations(range(4)))


@pytest.mark.parametrize("cards", CLASSES)
def test_there_are_as_many_classes_as_there_should_be_and_they_stand_for_every_hand(cards: int) -> None:
    found = classes(cards)
    assert len(found.bits) == len(found.ways) == CLASSES[cards]
    assert int(found.ways.sum(dtype=np.int64)) == comb(52, cards)


@pytest.mark.parametrize("cards", [4, 5, 6, 7])
def test_random_hands_keep_their_class_when_suits_change_names_and_lose_it_when_a_card_changes(cards: int) -> None:
    rng = np.random.default_rng(cards)
    for _ in range(200):
        hand = tuple(DECK[card] for card in rng.permutation(52)[:cards])
        names = rng.permutation(4)
        assert class_of([DECK[4 * (card.rank - 2) + names[card.suit]] for card in hand]) == class_of(hand)
        other = tuple(DECK[card] for card in rng.permutation(52)[:cards])
        assert (class_of(other) == class_of(hand)) == (renamed(other) == renamed(hand))


@pytest.mark.parametrize("cards", [4, 5, 6, 7])
def test_classes_are_listed_by_number_each_with_a_hand_of_its_own(cards: int) -> None:
    found = classes(cards)
    some = np.random.default_rng(cards).integers(0, CLASSES[cards], 300)
    for number, hand in zip(some, hands_from(found.bits[some], cards), strict=True):
        assert class_of([DECK[card] for card in hand]) == number
        orders = {
            tuple(sorted(4 * (card // 4) + names[card % 4] for card in hand.tolist()))
            for names in permutations(range(4))
        }
        assert found.ways[number] == len(orders)


@pytest.mark.parametrize("cards", CLASSES)
def test_an_order_of_the_suits_makes_a_hand_the_one_of_its_class(cards: int) -> None:
    random = np.random.default_rng(cards)
    for _ in range(300):
        hand = [DECK[card] for card in random.choice(52, cards, replace=False)]
        to = ORDERS[order_of(int(sum(BIT[card] for card in hand)))]
        moved = sum(BIT[4 * (card.index // 4) + to[card.index % 4]] for card in hand)
        assert moved == classes(cards).bits[class_of(hand)]
    assert all(order_of(int(bits)) == 0 for bits in classes(cards).bits[:300])


def test_what_classes_have_is_carried_over_to_every_set_by_its_number() -> None:
    numbers = every_set(np.arange(CLASSES[4]), 4)
    for cards in ((0, 1, 2, 3), (48, 49, 50, 51), (3, 17, 20, 44)):
        number = sum(comb(card, place) for place, card in enumerate(cards, 1))
        assert numbers[number] == class_of([DECK[card] for card in cards])
    assert np.array_equal(np.bincount(numbers), classes(4).ways)


def test_hands_of_eight_cards_have_no_classes_here() -> None:
    with pytest.raises(Refused, match="one to seven"):
        classes(8)
