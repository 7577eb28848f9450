"""Where two own cards beside a board are found in tables: the number of the board, and that of the pair.

With a whole deck a board stands for all that differ by the names of the suits. The order of suits that makes it the one
of its class moves the own cards too, and the pair is numbered as it lies then. With less than a deck every board is
numbered by itself and no pair is moved.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.exact.hand_counts.evaluate import BIT
from croupier.exact.hand_counts.suits import ORDERS, class_number, order_of
from croupier.exact.seen import CHOOSE, Pack
from croupier.exact.store import inner_kernel, kernel

_NO_BOARD: Final = np.zeros(1, np.int64)


class Places(NamedTuple):
    """A deck as kernels take it; its cards are named by their places in ascending order."""

    deck: Ints
    low: Ints
    """The lower card of each pair: pair number C(b, 2) + a has the cards a < b."""
    high: Ints
    there: Ints
    """For each order of the suits, where it moves each pair to; one order, which moves none, with less than a deck."""
    back: Ints
    """For each order of the suits, where each pair was before."""


@cache
def places(pack: Pack) -> Places:
    """The tables of a deck."""
    low, high = np.array([(a, b) for b in range(len(pack.deck)) for a in range(b)], np.uint16).T.copy()
    pairs = np.arange(len(low), dtype=np.uint16)
    there = pairs[None].copy()
    if pack.whole:
        moved = [cards >> 2 << 2 | ORDERS[:, cards & 3] for cards in (low, high)]
        number = np.empty((52, 52), np.uint16)
        number[low, high] = number[high, low] = pairs
        there = number[moved[0], moved[1]]
    back = np.argsort(there, axis=1).astype(np.uint16)
    return Places(np.array([int(card) for card in pack.deck]), low, high, there, back)


def pair_number(low: int, high: int) -> int:
    """The number of two cards in ascending order."""
    return high * (high - 1) // 2 + low


def boards(pack: Pack, cards: int) -> tuple[Ints, Ints]:
    """The boards of so many cards, as sums of `BIT`, and how many each stands for."""
    bits, ways = (pack.bits(cards), pack.ways(cards)) if cards else (_NO_BOARD, _NO_BOARD.astype(np.uint8) + 1)
    if int(ways.sum(dtype=np.int64)) != comb(len(pack.deck), cards):
        raise ArithmeticError(f"{ways.sum(dtype=np.int64)} boards of {cards} cards, not {comb(len(pack.deck), cards)}")
    return bits, ways


@inner_kernel
def find_place(first: int, second: int, board_bits: int) -> tuple[int, int]:
    """The numbers of a board and of the two own cards beside it, with a whole deck."""
    order = order_of(board_bits)
    a = first & ~3 | ORDERS[order, first & 3]
    b = second & ~3 | ORDERS[order, second & 3]
    low, high = min(a, b), max(a, b)
    return class_number(board_bits), high * (high - 1) // 2 + low


@kernel
def boards_within(board_bits: int, size: int, places: Places, numbers: Ints, orders: Ints) -> int:
    """The smaller boards of one size that a board contains: their numbers and the orders of suits that they ask for.

    A board of up to five cards has at most ten of a size; returns how many there are.
    """
    on_board = np.empty(5, np.int64)
    cards = 0
    for place in range(len(places.deck)):
        if board_bits & BIT[places.deck[place]]:
            on_board[cards] = place
            cards += 1
    found = 0
    for chosen in range(1 << cards):
        bits = number = held = 0
        for j in range(cards):
            if chosen >> j & 1:
                held += 1
                bits |= BIT[places.deck[on_board[j]]]
                number += CHOOSE[on_board[j], held]
        if held == size:
            whole = len(places.there) > 1
            numbers[found] = class_number(bits) if whole else number
            orders[found] = order_of(bits) if whole else 0
            found += 1
    return found
