"""What a player sees at a glance of two own cards beside a board, as one number: its mark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.exact.board.board_places import Places
from croupier.exact.hand_counts.evaluate import BIT, CATEGORY_SHIFT, KEY, strength_of
from croupier.exact.store import inner_kernel, kernel
from croupier.exact.strategy_cards.hand_words import completing

FIELDS: Final = {
    "low": 4,
    "high": 4,
    "suited": 1,
    "made": 3,
    "by_low": 1,
    "over": 2,
    "kickers": 3,
    "on_board": 2,
    "board_suit": 2,
    "board_straight": 1,
    "to_flush": 2,
    "flush_by_low": 1,
    "to_straight": 2,
}
"""The parts of a mark, the lowest first, and how many bits each has; `BoardSeen` says what they mean."""
PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL = range(1, 7)
"""What may be made with a hole card."""
_COMPLETING: Final = np.minimum(completing(5), 3)
_RANKS: Final = 13
_ABOVE: Final = np.array([(1 << _RANKS) - (2 << rank) for rank in range(_RANKS)])
"""For each rank, the set of those above it."""
_IN_SET: Final = np.bitwise_count(np.arange(1 << _RANKS)).astype(np.int64)
_STRAIGHT_CATEGORY: Final = 4
_FIVE: Final = 5
EMPTY: Final = -1


class Marks(NamedTuple):
    """Marks and a number for each, as kernels look them up."""

    mark: Ints
    """By slot; -1 where it is empty. A mark is in the first free slot from its own on."""
    number: Ints


def numbered(marks: Sequence[int] | Ints) -> Marks:
    """Different marks, each with its place."""
    size = 1 << max(10, (4 * len(marks)).bit_length())
    found = Marks(np.full(size, EMPTY, np.int64), np.zeros(size, np.int64))
    _fill(np.asarray(marks, np.int64), found.mark, found.number)
    return found


@kernel
def _fill(marks: Ints, slots: Ints, numbers: Ints) -> None:
    for number in range(len(marks)):
        slot = find_slot(slots, marks[number])
        slots[slot] = marks[number]
        numbers[slot] = number


@inner_kernel
def find_slot(slots: Ints, mark: int) -> int:
    """Where a mark is, or would be put."""
    last = len(slots) - 1
    slot = (mark * 0x9E3779B1 >> 7) & last
    while slots[slot] != EMPTY and slots[slot] != mark:
        slot = (slot + 1) & last
    return int(slot)


@kernel
def mark_pairs(board_bits: int, whole: bool, places: Places, marks: Ints) -> None:
    """The marks of all pairs beside a board; draws are told until the board is whole."""
    held, in_suit = np.zeros(_RANKS, np.int64), np.zeros(4, np.int64)
    key, ranks, cards, top = 0, 0, 0, -1
    for place in range(len(places.deck)):
        card = places.deck[place]
        if board_bits & BIT[card]:
            key += KEY[card]
            held[card >> 2] += 1
            in_suit[card & 3] += 1
            ranks |= 1 << (card >> 2)
            top = max(top, card >> 2)
            cards += 1
    strength = np.int64(strength_of(cards, key, board_bits)) if cards >= _FIVE else np.int64(-1)
    pairs_there = (held >= 2).sum()
    on_board = 3 if (held >= 3).any() else pairs_there
    suit_there = max(in_suit.max() - 2, 0)
    straight_there = int(_COMPLETING[ranks] > 0 and cards >= 4)
    of_board = on_board << 18 | suit_there << 20 | straight_there << 22
    for pair in range(len(places.low)):
        low_card, high_card = places.deck[places.low[pair]], places.deck[places.high[pair]]
        bits = BIT[low_card] | BIT[high_card]
        if bits & board_bits:
            continue
        low, high = low_card >> 2, high_card >> 2
        with_low, with_high = held[low] + 1 + (low == high), held[high] + 1 + (low == high)
        made, by_low, over = 0, 0, int(high > top) + int(low > top)
        if with_low >= 3 or with_high >= 3:
            made, by_low = THREE, int(with_high < 3)
        elif low != high and with_low >= 2 and with_high >= 2:
            made = TWO_PAIR
        elif with_low >= 2 or with_high >= 2:
            made, by_low = PAIR, int(with_high < 2)
        if made:
            over = min(_IN_SET[ranks & _ABOVE[low if by_low else high]], 3)
        if cards + 2 >= _FIVE:
            with_own = key + KEY[low_card] + KEY[high_card]
            whole_hand = np.int64(strength_of(cards + 2, with_own, board_bits | bits))
            category = whole_hand >> CATEGORY_SHIFT
            if category >= _STRAIGHT_CATEGORY and whole_hand > strength:
                made = min(int(category), FULL)
        mark = low | high << 4 | made << 9 | by_low << 12 | over << 13
        mark |= min(_IN_SET[_ABOVE[high] & ~ranks], 7) << 15 | of_board
        if cards == 0:
            mark |= int(low_card & 3 == high_card & 3) << 8
        elif not whole:
            mark |= _draws(low_card, high_card, ranks, in_suit) << 23
        marks[pair] = mark


@inner_kernel
def _draws(low_card: int, high_card: int, ranks: int, in_suit: Ints) -> int:
    """Cards to a flush with a hole card: 2 for four of them, 1 for three with both; then which; ranks to a straight."""
    low_suit, high_suit = low_card & 3, high_card & 3
    suited = int(low_suit == high_suit)
    by_high, by_low = in_suit[high_suit] + 1 + suited, in_suit[low_suit] + 1 + suited
    to_flush = flush_by_low = 0
    if by_high == 4:
        to_flush = 2
    elif by_low == 4:
        to_flush, flush_by_low = 2, 1
    elif suited and by_high == 3:
        to_flush = 1
    completed = _COMPLETING[ranks | 1 << (low_card >> 2) | 1 << (high_card >> 2)] - _COMPLETING[ranks]
    return to_flush | flush_by_low << 2 | min(max(int(completed), 0), 2) << 3


def mark_of(own: Sequence[Card], board: Sequence[Card], whole: bool, places: Places) -> int:
    """The mark of one hand."""
    marks = np.zeros(len(places.low), np.int64)
    deck = places.deck.tolist()
    low, high = sorted(deck.index(int(card)) for card in own)
    mark_pairs(int(sum(BIT[card] for card in board)), whole, places, marks)
    return int(marks[high * (high - 1) // 2 + low])


def parts_of(marks: Ints) -> dict[str, Ints]:
    """The parts of marks, by name."""
    parts, shift = {}, 0
    for name, bits in FIELDS.items():
        parts[name] = np.asarray(marks >> shift & (1 << bits) - 1)
        shift += bits
    return parts
