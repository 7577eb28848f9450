"""Five cards against five of a dealer's, of which one is seen: every way a showdown can end, counted for each up card.

The dealer's hand is an up card and four of those that are left. Judged by rank alone, how many such hands are below a
player's depends on the ranks of both and on nothing else: 1,820 ways to choose the ranks of four cards, each counted by
binomials, for each of the 7,462 kinds of player's hands and 13 ranks of the up card. Hands that are a flush, which all
five are of the up card's suit, are then taken out and put back as flushes; of these a suit has 1,287 at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.errors import InvariantError
from croupier.exact.hand_counts.evaluate import BIT, CATEGORY_SHIFT, strengths
from croupier.exact.hand_counts.suits import ORDERS, class_number, classes, hands_from, order_of
from croupier.exact.paid import POKER_ROWS
from croupier.exact.showdown.dealer_counts import CHOOSE, RANKS, SUITS
from croupier.exact.showdown.poker_showdown import settle
from croupier.exact.store import kernel
from croupier.hands import JACK, Poker

HAND: Final = 5
CARDS: Final = RANKS * SUITS
SUIT_BITS: Final = 16


class UpCardCounts(NamedTuple):
    """Every class of five cards, and how often each up card of the dealer's leads to each result."""

    bits: Ints
    """One hand of each class, as the sum of its cards' `BIT`; of a stripped deck every hand is a class."""
    weight: Ints
    """How many hands each class stands for."""
    row: Ints
    """The row of each class, by its place among the rows of poker."""
    ways: Ints
    """By class, up card and result: lose, tie, win; the same again against a dealer who does not qualify."""
    cases: int
    """How many ways there are to deal the dealer's hand."""
    whole: bool
    """Whether the deck is whole, so that classes are numbered as `class_number` does."""

    def place_of(self, cards: Sequence[Card], up: Card) -> int:
        """Where a hand with an up card is among all classes with all up cards."""
        bits = int(sum(BIT[card] for card in cards))
        if not self.whole:
            return int(np.flatnonzero(self.bits == bits)[0]) * CARDS + up.index
        suit = int(ORDERS[order_of(bits), up.index % SUITS])
        return int(class_number(bits)) * CARDS + up.index // SUITS * SUITS + suit

    def places_of(self, hands: Ints) -> Ints:
        """The same for many hands with each of the 52 cards as the open one."""
        bits = BIT[hands].sum(axis=1)
        cards = np.arange(CARDS)
        if not self.whole:
            order = np.argsort(self.bits)
            return np.asarray(order[np.searchsorted(self.bits, bits, sorter=order)][:, None] * CARDS + cards)
        suits = np.array([ORDERS[order_of(each), cards % SUITS] for each in bits.tolist()])
        numbers = np.array([class_number(each) for each in bits.tolist()])
        return np.asarray(numbers[:, None] * CARDS + cards // SUITS * SUITS + suits)


def count_up_cards(qualifier: int, deck: Sequence[int], hands: Ints | None = None) -> UpCardCounts:
    """Count all showdowns, or those of some hands, each as a class by itself.

    The dealer qualifies with a strength of `qualifier` or more, a straight at most.
    """
    whole = len(deck) == CARDS and hands is None
    if whole:
        bits, weight = classes(HAND).bits, classes(HAND).ways.astype(np.int64)
    else:
        bits = BIT[np.array(list(combinations(deck, HAND))) if hands is None else hands].sum(axis=1)
        weight = np.ones(len(bits), np.int64)
    cards = hands_from(bits, HAND)
    strength = strengths(cards).astype(np.int64)
    dead = (cards[:, :, None] // SUITS == np.arange(RANKS)).sum(axis=1)
    kinds, first, kind = np.unique(
        (dead @ (1 << 3 * np.arange(RANKS))) * 2 + (strength != _by_ranks(dead)), return_index=True, return_inverse=True
    )
    held = np.bincount(np.array(deck) // SUITS, minlength=RANKS)
    by_rank = np.zeros((len(kinds), RANKS, 3), np.int64)
    fours = np.array(list(combinations_with_replacement(range(RANKS), HAND - 1)))
    _count_by_rank(dead[first], strength[first], held, fours, _with_up_card(fours), qualifier, by_rank)
    suits = np.array([sum(1 << card // SUITS for card in deck if card % SUITS == suit) for suit in range(SUITS)])
    ways = np.zeros((len(bits), CARDS, 6 if qualifier else 3), np.int32)
    dealer_hands = comb(len(deck) - HAND - 1, HAND - 1)
    _count_all(bits, strength, kind, by_rank, suits, _suited(), qualifier, dealer_hands, ways)
    cases = (len(deck) - HAND) * dealer_hands
    counted = ways.sum(axis=(1, 2), dtype=np.int64)
    if (counted != cases).any():
        raise ArithmeticError(f"the showdowns of a hand come to {counted.min()} to {counted.max()}, not {cases}")
    return UpCardCounts(bits, weight, _rows(cards, strength), ways, cases, whole)


def _by_ranks(counts: Ints) -> Ints:
    """The strengths of hands with these numbers of cards of each rank, if they are no flush."""
    ranks = np.repeat(np.tile(np.arange(RANKS), len(counts)), counts.reshape(-1)).reshape(-1, HAND)
    return strengths((ranks * SUITS + np.arange(HAND) % SUITS).astype(np.uint8)).astype(np.int64)


def _with_up_card(fours: Ints) -> Ints:
    """By up card and the ranks of four others, the strength of the five; five of a rank have none, and no ways."""
    counts = (fours[:, :, None] == np.arange(RANKS)).sum(axis=1)
    found = np.zeros((RANKS, len(fours)), np.int64)
    for rank in range(RANKS):
        five = counts + (np.arange(RANKS) == rank)
        possible = five.max(axis=1) <= SUITS
        found[rank, possible] = _by_ranks(five[possible])
    return found


def _suited() -> Ints:
    """Every set of five ranks, as bits, with the strength that it has without a flush and with one."""
    ranks = np.array(list(combinations(range(RANKS), HAND)))
    counts = (ranks[:, :, None] == np.arange(RANKS)).sum(axis=1)
    flushes = strengths((ranks * SUITS).astype(np.uint8)).astype(np.int64)
    return np.stack(((1 << ranks).sum(axis=1), _by_ranks(counts), flushes), axis=1)


def _rows(cards: Ints, strength: Ints) -> Ints:
    """The place of each hand's row: its category, a pair of jacks or better counting one more, as all above it do."""
    category = strength >> CATEGORY_SHIFT
    ranks = np.sort(cards // SUITS, axis=1)
    high_pair = ((ranks[:, 1:] == ranks[:, :-1]) & (ranks[:, 1:] >= JACK - 2)).any(axis=1)
    rows: Ints = category + ((category > Poker.PAIR) | (category == Poker.PAIR) & high_pair)
    if rows.max() >= len(POKER_ROWS):
        raise InvariantError("a hand ranks below every row")
    return rows


@kernel
def _count_by_rank(
    dead: Ints, strength: Ints, held: Ints, fours: Ints, with_up: Ints, qualifier: int, found: Ints
) -> None:
    """For each kind of player's hand and rank of the up card: dealer hands below, equal, and not qualified, by rank."""
    left = np.empty(RANKS, np.int64)
    for kind in range(len(dead)):
        for up in range(RANKS):
            for rank in range(RANKS):
                left[rank] = held[rank] - dead[kind, rank] - (rank == up)
            if left[up] < 0:
                continue
            for number in range(len(fours)):
                ways, size, before = 1, 0, -1
                for at in range(HAND - 1):
                    rank = fours[number, at]
                    if rank != before and before >= 0:
                        ways *= CHOOSE[left[before], size]
                        size = 0
                    before = rank
                    size += 1
                ways *= CHOOSE[left[before], size]
                if ways:
                    dealers = with_up[up, number]
                    found[kind, up, 0] += ways * (dealers < strength[kind])
                    found[kind, up, 1] += ways * (dealers == strength[kind])
                    found[kind, up, 2] += ways * (dealers < qualifier)


@kernel
def _count_all(
    bits: Ints,
    strength: Ints,
    kind: Ints,
    by_rank: Ints,
    suits: Ints,
    suited: Ints,
    qualifier: int,
    dealer_hands: int,
    ways: Ints,
) -> None:
    """Put flushes right, suit by suit, and settle every hand with every up card."""
    changed = np.empty((RANKS, 3), np.int64)
    for number in range(len(bits)):
        for suit in range(SUITS):
            there = suits[suit] & ~(bits[number] >> SUIT_BITS * suit)
            changed[:] = 0
            for flush in range(len(suited)):
                if suited[flush, 0] & ~there:
                    continue
                plain, strong = suited[flush, 1], suited[flush, 2]
                below = int(strong < strength[number]) - int(plain < strength[number])
                equal = int(strong == strength[number]) - int(plain == strength[number])
                short = -int(plain < qualifier)
                if below or equal or short:
                    for rank in range(RANKS):
                        if suited[flush, 0] >> rank & 1:
                            changed[rank, 0] += below
                            changed[rank, 1] += equal
                            changed[rank, 2] += short
            for rank in range(RANKS):
                if there >> rank & 1:
                    counts = by_rank[kind[number], rank]
                    settle(
                        counts[0] + changed[rank, 0],
                        counts[1] + changed[rank, 1],
                        counts[2] + changed[rank, 2],
                        dealer_hands,
                        ways[number],
                        SUITS * rank + suit,
                    )


@kernel
def best_up(ways: Ints, row: Ints, nets: Ints, best: Ints) -> None:
    """The best choice for each class and up card; of equally good ones the first."""
    for number in range(len(ways)):
        for up in range(CARDS):
            most = 0
            for choice in range(len(nets)):
                worth = 0
                for result in range(nets.shape[2]):
                    worth += ways[number, up, result] * nets[choice, row[number], result]
                if choice == 0 or worth > most:
                    most = worth
                    best[CARDS * number + up] = choice


@kernel
def total_up(ways: Ints, row: Ints, weight: Ints, chosen: Ints, totals: Ints) -> None:
    """How often each choice ends in each row and result."""
    for number in range(len(ways)):
        for up in range(CARDS):
            choice = chosen[CARDS * number + up]
            for result in range(totals.shape[2]):
                totals[choice, row[number], result] += weight[number] * ways[number, up, result]


@kernel
def regret_up(ways: Ints, row: Ints, weight: Ints, nets: Ints, state: Ints, lost: Ints) -> None:
    """Add up by choice and state what it gives away, a class counting as often as it is dealt."""
    worth = np.zeros(len(nets), np.int64)
    for number in range(len(ways)):
        for up in range(ways.shape[1]):
            worth[:] = 0
            for choice in range(len(nets)):
                for result in range(nets.shape[2]):
                    worth[choice] += ways[number, up, result] * nets[choice, row[number], result]
            best = worth.max()
            for choice in range(len(nets)):
                lost[choice, state[ways.shape[1] * number + up]] += (best - worth[choice]) * weight[number]
