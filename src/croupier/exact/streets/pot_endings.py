"""How play and the pot end with given choices, counted over every deal of own, shared and the other's cards."""

from __future__ import annotations

from math import comb
from threading import Lock

import numpy as np

from croupier.arrays import Ints
from croupier.exact.futures import Rows
from croupier.exact.hand_counts.evaluate import BIT, CATEGORY_SHIFT, KEY, strength_of
from croupier.exact.seen import Pack
from croupier.exact.store import kernel
from croupier.exact.streets.pot_gains import (
    CHOOSE,
    LOST,
    NONE,
    OWN,
    TIED,
    WON,
    boards,
    frame,
    locate,
    on_all_cores,
    ranked,
    sets_before,
)
from croupier.hands import Poker


def count_endings(pack: Pack, rows: Rows, least: Poker, to: Ints, taken: tuple[Ints, Ints, Ints], keeps: Ints) -> Ints:
    """In how many cases play ends by each leaf, with a final hand of each row, and the pot in each way.

    Cases are own cards, shared ones in order, the last card and the other's five. `keeps` says by which leaves one may
    still win the pot.
    """
    found, ways = boards(pack), pack.ways(OWN).astype(np.int64)
    counts, adding = np.zeros((len(keeps), len(rows.names), 4), np.int64), Lock()

    def of_board(at: int) -> None:
        hands = ranked(found.cards[at], pack, least)
        arriving = np.zeros((len(keeps), comb(len(hands.rest), OWN)), np.int64)
        _arrive(*frame(pack, found, at, hands.rest), ways, to, *taken, arriving)
        here = np.zeros_like(counts)
        _end(
            found.cards[at], hands.rest, sets_before(len(hands.rest)), least << CATEGORY_SHIFT, hands.holding,
            hands.above, hands.tied, hands.able, rows.of_strength, keeps, arriving, here,
        )  # fmt: skip
        with adding:
            counts[:] += here

    on_all_cores(of_board, len(found.cards))
    return counts


@kernel
def _arrive(
    sets: Ints,
    pairs: Ints,
    suits: Ints,
    slot: Ints,
    place: Ints,
    ways: Ints,
    to: Ints,
    taken_none: Ints,
    taken_one: Ints,
    taken_two: Ints,
    arriving: Ints,
) -> None:
    """Count own cards at the leaf that the choices lead to with each board of a kind, in either order of its cards."""
    own = np.empty(OWN, np.int64)
    both = np.empty(2, np.int64)
    for i in range(len(sets)):
        start = to[0, taken_none[0, i]]
        for low, high in pairs:
            if sets[i] & (BIT[low] | BIT[high]):
                continue
            both[0], both[1], number = locate(sets[i], low, high, suits, slot, place, own)
            for turned in both:
                led = start
                if led >= 0:
                    led = to[led, taken_one[led, i, turned]]
                if led >= 0:
                    led = to[led, taken_two[led, i, CHOOSE[both[1], 2] + both[0]]]
                arriving[-1 - led, number] += ways[i]


@kernel
def _end(
    board: Ints,
    rest: Ints,
    before: Ints,
    least: int,
    holding: Ints,
    above: Ints,
    tied: Ints,
    able: Ints,
    row_of: Ints,
    keeps: Ints,
    arriving: Ints,
    counts: Ints,
) -> None:
    """Follow every five own cards, any of which came last, to the row of the hand and the ways of the pot.

    The fives of the others that can win it and have no card of a hand are counted by inclusion and exclusion; the
    lowest place changes fastest, so that what it adds lies side by side.
    """
    size = len(rest)
    others = 1
    for card in range(5):
        others = others * (size - 5 - card) // (card + 1)
    taking = np.empty(size, np.int64)
    coming = np.empty((len(keeps), size), np.int64)
    cards = np.empty(4, np.int64)
    upper = np.empty(16, np.int64)
    whole = np.empty(16, np.int64)
    held = np.empty(16, np.int64)
    listed = 0
    for e in range(4, size):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    cards[0], cards[1], cards[2], cards[3] = b, c, d, e
                    whole[0] = upper[0] = held[0] = 0
                    for place in range(4):
                        for lower in range(1 << place):
                            both = lower | 1 << place
                            held[both] = held[lower] + 1
                            whole[both] = whole[lower] + CHOOSE[cards[place], held[both]]
                            upper[both] = upper[lower] + CHOOSE[cards[place], held[both] + 1]
                    with_all = 0
                    for part in range(16):
                        sign = 1 - 2 * (held[part] & 1)
                        with_all += sign * holding[before[held[part]] + whole[part]]
                    taking[:b] = with_all
                    for part in range(15):
                        start = before[held[part] + 1] + upper[part]
                        if held[part] & 1:
                            for a in range(b):
                                taking[a] += holding[start + a]
                        else:
                            for a in range(b):
                                taking[a] -= holding[start + a]
                    for leaf in range(len(keeps)):
                        coming[leaf, :b] = arriving[leaf, whole[15]]
                        for gone in range(4):
                            start = upper[15 ^ 1 << gone]
                            for a in range(b):
                                coming[leaf, a] += arriving[leaf, start + a]
                    key = KEY[board[0]] + KEY[board[1]] + KEY[rest[b]] + KEY[rest[c]] + KEY[rest[d]] + KEY[rest[e]]
                    bits = BIT[board[0]] + BIT[board[1]] + BIT[rest[b]] + BIT[rest[c]] + BIT[rest[d]] + BIT[rest[e]]
                    for a in range(b):
                        strength = strength_of(7, key + KEY[rest[a]], bits + BIT[rest[a]])
                        row = row_of[strength]
                        lost, shared = taking[a], 0
                        if strength >= least:
                            lost, shared = above[listed], tied[listed]
                            taking[a] = able[listed]
                            listed += 1
                        for leaf in range(len(keeps)):
                            cases = coming[leaf, a]
                            if cases == 0:
                                continue
                            if strength >= least and keeps[leaf]:
                                counts[leaf, row, LOST] += cases * lost
                                counts[leaf, row, TIED] += cases * shared
                                counts[leaf, row, WON] += cases * (others - lost - shared)
                            else:
                                counts[leaf, row, LOST] += cases * taking[a]
                                counts[leaf, row, NONE] += cases * (others - taking[a])
