"""The showdown family against direct counting, and against a classic game of the family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit

from croupier.cards import DECK, Card, parse_cards
from croupier.errors import Refused
from croupier.exact.hand_counts.evaluate import strength7, strengths
from croupier.exact.seen import some_hands
from croupier.exact.showdown import Choice, Counts, Played, Result, Showdown
from croupier.exact.showdown.poker_showdown import ROWS, PokerCounts, SeenClasses, dealer_tables, showdowns
from croupier.hands import Hand, Poker, ThreeCard, best_three_of_four, poker_hand, three_card_hand

SIX_CARDS_AND_ONE_UNSEEN = Showdown("poker", seen=6, unseen=1, dealer_cards=7)

EVERY_ROW = parse_cards("As Ks Qs Js Ts 9s Ah Ad Ac Kh Kd Jh 9h 8c 2c")
TWO_SUITS = [card for card in DECK if card.suit < 2 and card.rank > 7]
LOW_STRAIGHTS = parse_cards("Ah 2h 3h 4h 5h 6h 7h 2c 3c 4c 5c Ac 4d 5d 2s")
TWO_PAIR = Hand(Poker.TWO_PAIR)

Ended = Counter[tuple[str, Result]]


def counted_directly(deck: Sequence[Card], seen: int, dealer_cards: int) -> dict[frozenset[Card], Ended]:
    """For every set of seen cards of a small deck, how often each row ends in each result; two pair qualifies."""
    hand_of = {}
    for size in {seen + 1, dealer_cards}:
        for cards in combinations(sorted(deck), size):
            hand_of[frozenset(cards)] = poker_hand(cards)
    found: dict[frozenset[Card], Ended] = {}
    for cards in combinations(sorted(deck), seen + 1):
        own = hand_of[frozenset(cards)]
        left = [card for card in deck if card not in cards]
        results: Ended = Counter()
        for dealer in combinations(left, dealer_cards):
            other = hand_of[frozenset(dealer)]
            result = Result.WIN if own > other else Result.TIE if own == other else Result.LOSE
            results[own.row, Result(result + 3 * (other < TWO_PAIR))] += 1
        for unseen in cards:
            found.setdefault(frozenset(cards) - {unseen}, Counter()).update(results)
    return found


def whoever_qualifies(ended: Ended) -> Ended:
    """The same results for a dealer who always qualifies."""
    results: Ended = Counter()
    for (row, result), ways in ended.items():
        results[row, Result(result % 3)] += ways
    return results


def solved(counts: Counts, cards: Iterable[Card]) -> Ended:
    """What the solver counts for these cards."""
    number, _ = counts.find(list(cards))
    ways = counts.ways[number, 0]
    return Counter(
        {(ROWS[row], Result(result)): int(ways[row, result]) for row, result in zip(*np.nonzero(ways), strict=True)}
    )


@pytest.mark.parametrize("deck", [EVERY_ROW, TWO_SUITS, LOW_STRAIGHTS], ids=["every row", "two suits", "low straights"])
def test_every_hand_of_a_stripped_deck_is_counted_as_by_hand(deck: Sequence[Card]) -> None:
    always, two_pair = (
        Showdown("poker", seen=6, unseen=1, dealer_cards=7, qualifier=qualifier).count(deck)
        for qualifier in (None, TWO_PAIR)
    )
    rows = set()
    for cards, expected in counted_directly(deck, 6, 7).items():
        assert solved(two_pair, cards) == expected, sorted(cards)
        assert solved(always, cards) == whoever_qualifies(expected), sorted(cards)
        rows |= {row for row, _ in expected}
    assert int(always.weight.sum()) == comb(len(deck), 6)
    assert deck is not EVERY_ROW or rows == set(ROWS)


@pytest.mark.parametrize(("seen", "dealer_cards"), [(4, 5), (4, 6), (5, 5), (5, 7), (6, 5)])
def test_other_numbers_of_cards_are_counted_as_by_hand(seen: int, dealer_cards: int) -> None:
    deck = EVERY_ROW[:13]
    counts = Showdown("poker", seen=seen, unseen=1, dealer_cards=dealer_cards).count(deck)
    for cards, expected in counted_directly(deck, seen, dealer_cards).items():
        assert solved(counts, cards) == whoever_qualifies(expected), sorted(cards)


def test_a_hand_seen_whole_is_counted_as_by_hand() -> None:
    deck = EVERY_ROW[:14]
    counts = Showdown("poker", seen=7, dealer_cards=7).count(deck)
    for cards in combinations(deck, 7):
        own, dealer = poker_hand(cards), poker_hand([card for card in deck if card not in cards])
        number, _ = counts.find(cards)
        result = Result.WIN if own > dealer else Result.TIE if own == dealer else Result.LOSE
        assert counts.ways[number, 0].sum() == counts.ways[number, 0, ROWS.index(own.row), result] == 1


def test_suits_that_hold_the_same_ranks_are_told_apart_by_no_name() -> None:
    deck = [card for card in DECK if card.rank >= 10]
    counts = SIX_CARDS_AND_ONE_UNSEEN.count(deck)
    assert len(counts.weight) < comb(20, 6) / 18 and int(counts.weight.sum()) == comb(20, 6)
    bits = {cards: sum(1 << card.index for card in cards) for cards in combinations(deck, 7)}
    dealers = np.array(list(bits.values()), np.uint64)
    hands = [poker_hand(cards) for cards in bits]
    in_order = {hand: place for place, hand in enumerate(sorted(set(hands)))}
    strength = np.array([in_order[hand] for hand in hands])
    draw = Random(5)
    for _ in range(20):
        seen = draw.sample(deck, 6)
        expected = np.zeros((len(ROWS), 3), np.int64)
        for seventh in set(deck) - set(seen):
            cards = tuple(sorted([*seen, seventh]))
            own, apart = poker_hand(cards), dealers & np.uint64(bits[cards]) == 0
            place = in_order[own]
            for result, there in enumerate((strength > place, strength == place, strength < place)):
                expected[ROWS.index(own.row), result] += np.count_nonzero(there & apart)
        assert (counts.ways[counts.find(seen)[0], 0] == expected).all(), seen


@njit(cache=False)
def dealer_hands(free: np.ndarray, own: int) -> tuple[int, int]:
    """Every seven of the free cards, dealt one hand after the other: how many are below a strength, how many at it."""
    below = equal = 0
    n = len(free)
    for a in range(n):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for f in range(e):
                            for g in range(f):
                                other = strength7(free[a], free[b], free[c], free[d], free[e], free[f], free[g])
                                below += other < own
                                equal += other == own
    return below, equal


@pytest.mark.parametrize("cards", ["9c 9d Kh 7s 5s 4s 2s", "Ah Kh 9h 6h 2h 3c 3d"], ids=["a pair", "a flush"])
def test_all_45_379_620_dealer_hands_are_counted_as_when_dealt_one_by_one(cards: str) -> None:
    hand = parse_cards(cards)
    tables = dealer_tables(7, 7)
    suits = sum(1 << 13 * (3 - card.suit) + card.rank - 2 for card in hand)
    one = SeenClasses(np.array([suits]), np.array([1]), np.array([0, 1]))
    vectors = np.bincount([card.rank - 2 for card in hand], minlength=13)[None].astype(np.int8)
    ways, _ = showdowns(tables, vectors, one)
    own = int(strengths(np.array([hand], np.uint8))[0])
    free = np.array([card.index for card in DECK if card not in hand], np.int64)
    below, equal = dealer_hands(free, own)
    row = ROWS.index(poker_hand(hand).row)
    assert ways[0, row].tolist() == [comb(45, 7) - below - equal, equal, below]
    assert ways.sum() == comb(45, 7) == 45_379_620


def dealt_by_hand(cards: Sequence[Card], deck: Sequence[Card], dealer_cards: int) -> list[Hand]:
    """Every hand that the dealer may have against these cards."""
    left = [card for card in deck if card not in cards]
    judge = best_three_of_four if dealer_cards == 4 else three_card_hand
    return [judge(dealer) for dealer in combinations(left, dealer_cards)]


QUEEN_HIGH = Hand(ThreeCard.HIGH_CARD, (12,))


@pytest.mark.parametrize("dealer_cards", [3, 4])
def test_every_three_cards_of_a_stripped_deck_are_counted_as_by_hand(dealer_cards: int) -> None:
    deck = parse_cards("As Ks Qs 9s Ad Kd 9d Ac 9c 2c")
    always, queen = (
        Showdown("three-card", 3, dealer_cards, unseen=1, draw=True, qualifier=qualifier).count(deck)
        for qualifier in (None, QUEEN_HIGH)
    )
    for cards in combinations(deck, 3):
        number, holds = always.find(cards)
        for thrown in (None, *cards):
            expected = np.zeros((len(always.showdown.rows), 6), np.int64)
            for drawn in set(deck) - set(cards):
                final = three_card_hand([card for card in cards if card is not thrown] + [drawn] * (thrown is not None))
                for dealer in dealt_by_hand([*cards, drawn], deck, dealer_cards):
                    result = 2 if final > dealer else 1 if final == dealer else 0
                    expected[always.showdown.rows.index(final.row), result + 3 * (dealer < QUEEN_HIGH)] += 1
            hold = 0 if thrown is None else holds[thrown]
            assert (queen.ways[number, hold] == expected).all(), (cards, thrown)
            assert (always.ways[number, hold] == expected[:, :3] + expected[:, 3:]).all(), (cards, thrown)


def test_choices_that_are_equally_good_go_to_the_first() -> None:
    counts = Showdown("three-card", seen=3, dealer_cards=3).count()
    same = [Choice(name, 1, lambda row, result: result - 1) for name in ("first", "second")]
    assert Played(counts, same).analysis("bet", "bet").actions == {"first": 1, "second": 0}


def test_odds_too_large_for_whole_numbers_are_refused() -> None:
    counts = Showdown("three-card", seen=3, dealer_cards=3).count()
    played = Played(counts, [Choice("bet", 1, lambda row, result: 10**16)])
    with pytest.raises(Refused, match="10,000,000,000,000,000 units"):
        played.best  # noqa: B018


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ({"ranking": "poker", "seen": 8, "dealer_cards": 7}, "8 cards seen and 0 unseen against 7"),
        ({"ranking": "poker", "seen": 5, "unseen": 2, "dealer_cards": 7}, "5 cards seen and 2 unseen"),
        ({"ranking": "three-card", "seen": 3, "unseen": 1, "dealer_cards": 4}, "with one unseen for a draw"),
        ({"ranking": "three-card", "seen": 3, "dealer_cards": 5}, "three against three or four"),
    ],
)
def test_a_showdown_that_cannot_be_counted_is_refused(game: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        Showdown(**game)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ks", "sees 6 cards; 2 were given"),
        ("As As Ks Qs Js Ts", "given twice"),
        ("As Ks Qs Js Ts 3h", "3h.*not in"),
    ],
)
def test_cards_that_cannot_have_been_dealt_are_refused(cards: str, words: str) -> None:
    counts = SIX_CARDS_AND_ONE_UNSEEN.count(EVERY_ROW)
    with pytest.raises(Refused, match=words):
        counts.find([Card.parse(card) for card in cards.split()])


def test_a_qualifier_above_a_straight_is_refused() -> None:
    with pytest.raises(Refused, match="needs flush to qualify cannot be counted; a straight is the most"):
        Showdown("poker", seen=6, unseen=1, dealer_cards=7, qualifier=Hand(Poker.FLUSH)).count(EVERY_ROW)


def test_a_deck_too_small_for_both_hands_is_refused() -> None:
    with pytest.raises(Refused, match="13 cards does not give 7 to the player and 7 to the dealer"):
        SIX_CARDS_AND_ONE_UNSEEN.count(EVERY_ROW[:13])
    with pytest.raises(Refused, match="7 cards does not give 4 to the player and 4 to the dealer"):
        Showdown("three-card", seen=3, unseen=1, draw=True, dealer_cards=4).count(EVERY_ROW[:7])


@pytest.mark.parametrize("suits", ["cdhs", "cdh"])
def test_classes_are_found_for_many_hands_as_for_one(suits: str) -> None:
    alike = [Card.parse(f"{rank}{suit}") for rank in "23456789" for suit in suits]
    deck = sorted([*alike, *parse_cards("" if "s" in suits else "As Ks Qs")])
    source = Showdown("poker", seen=5, dealer_cards=5).count(deck).source
    assert isinstance(source, PokerCounts)
    hands = some_hands(deck, 5, 400)
    ranks = np.stack([np.where(hands % 4 == suit, 1 << hands // 4, 0).sum(axis=1) for suit in range(4)], axis=1)
    assert source.classes_of(ranks).tolist() == [source.class_of(hand) for hand in hands.tolist()]
    assert (source.classes_of(source.ranks_in_suits()) == np.arange(len(source.classes.suits))).all()
