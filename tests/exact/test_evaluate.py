"""The evaluators against two peers that share no code with them, and against the counts that poker has."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import phevaluator
import pytest

from croupier.cards import DECK
from croupier.errors import Refused
from croupier.exact.hand_counts.evaluate import (
    BIT,
    CATEGORY_SHIFT,
    IN_CATEGORY,
    KEY,
    STRENGTHS,
    categories,
    strength5,
    strength6,
    strength7,
    strength_of,
    strengths,
)
from croupier.hands import poker_hand

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import eval7

Hands = np.ndarray[Any, np.dtype[np.uint8]]

FIVE_CARD_COUNTS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
"""High card to royal flush, of the 2,598,960 five-card hands."""

LAST_OF_PHEVALUATOR = [1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462]
"""phevaluator numbers hands from 1, the best, to 7462; these are the lowest of each category, royal flush first."""


def every_hand(cards: int) -> Hands:
    count = comb(52, cards)
    flat = np.fromiter((card for hand in combinations(range(52), cards) for card in hand), np.uint8, count * cards)
    return flat.reshape(count, cards)


def random_hands(count: int, cards: int, seed: int) -> Hands:
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    return np.random.default_rng(seed).permuted(decks, axis=1)[:, :cards].copy()


def by_phevaluator(hands: Hands) -> np.ndarray[Any, Any]:
    return np.array([phevaluator.evaluate_cards(*hand) for hand in hands.tolist()])


def by_eval7(hands: Hands) -> np.ndarray[Any, Any]:
    deck = [eval7.Card(card.name) for card in DECK]
    return np.array([eval7.evaluate([deck[card] for card in hand]) for hand in hands.tolist()])


def same_order(ours: np.ndarray[Any, Any], theirs: np.ndarray[Any, Any]) -> bool:
    """Whether two ways to value the same hands put every two of them in the same order."""
    order = np.lexsort((theirs, ours))
    better = np.diff(ours[order].astype(np.int64)) > 0
    better_to_them = np.diff(theirs[order].astype(np.int64))
    return bool(np.all(better_to_them[better] > 0) and np.all(better_to_them[~better] == 0))


@pytest.fixture(scope="module")
def five_card_hands() -> Hands:
    return every_hand(5)


def judged_as_by_phevaluator(hands: Hands) -> bool:
    ours, theirs = strengths(hands), by_phevaluator(hands)
    category = 9 - np.searchsorted(LAST_OF_PHEVALUATOR, theirs)
    return same_order(ours, -theirs) and np.array_equal(category, ours >> CATEGORY_SHIFT)


def test_every_tenth_five_card_hand_is_judged_as_phevaluator_judges_it(five_card_hands: Hands) -> None:
    assert judged_as_by_phevaluator(five_card_hands[::10])


@pytest.mark.confirm
def test_every_five_card_hand_is_judged_as_phevaluator_judges_it(five_card_hands: Hands) -> None:
    assert judged_as_by_phevaluator(five_card_hands)


def test_five_card_hands_come_in_the_counts_that_poker_has(five_card_hands: Hands) -> None:
    assert np.bincount(categories(five_card_hands)).tolist() == FIVE_CARD_COUNTS
    found = np.unique(strengths(five_card_hands))
    assert np.bincount(found >> CATEGORY_SHIFT).tolist() == list(IN_CATEGORY)
    assert found.max() < STRENGTHS


@pytest.mark.parametrize("cards", [6, 7])
@pytest.mark.parametrize("judge", [lambda hands: -by_phevaluator(hands), by_eval7], ids=["phevaluator", "eval7"])
def test_random_hands_are_judged_as_peers_judge_them(cards: int, judge: Callable[[Hands], Any]) -> None:
    hands = random_hands(50_000, cards, seed=cards)
    assert same_order(strengths(hands), judge(hands))


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_strengths_order_hands_as_the_rule_book_ranking_does(cards: int) -> None:
    hands = random_hands(4_000, cards, seed=100 + cards)
    ranked = [poker_hand([DECK[card] for card in hand]) for hand in hands]
    place = {hand: number for number, hand in enumerate(sorted(set(ranked)))}
    assert same_order(strengths(hands), np.array([place[hand] for hand in ranked]))
    assert categories(hands).tolist() == [hand.category for hand in ranked]


def test_one_hand_at_a_time_is_judged_as_many_are() -> None:
    for one, cards in ((strength5, 5), (strength6, 6), (strength7, 7)):
        hands = random_hands(200, cards, seed=3)
        assert [one(*hand) for hand in hands.tolist()] == strengths(hands).tolist()


def test_a_hand_can_be_built_card_by_card() -> None:
    hands = random_hands(200, 7, seed=4)
    for size in (5, 6, 7):
        built = [strength_of(size, int(KEY[hand[:size]].sum()), int(BIT[hand[:size]].sum())) for hand in hands]
        assert built == strengths(hands[:, :size]).tolist()


def test_an_array_that_is_not_of_hands_is_refused() -> None:
    with pytest.raises(Refused, match="five to seven cards"):
        strengths(np.zeros((3, 4), np.uint8))
    with pytest.raises(Refused, match="0 to 51"):
        strengths(np.array([[0, 1, 2, 3, 52]]))
    with pytest.raises(Refused, match="0 to 51"):
        strengths(np.array([[0, 1, 2, 3, -1]]))
