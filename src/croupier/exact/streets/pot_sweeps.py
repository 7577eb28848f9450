"""The best choices with every set of own cards and every board, where staying in wins a pot that folding gives up."""

from __future__ import annotations

import numpy as np

from croupier.arrays import Ints
from croupier.exact.hand_counts.evaluate import BIT
from croupier.exact.hand_counts.suits import class_number
from croupier.exact.seen import CHOOSE
from croupier.exact.store import inner_kernel, kernel

NO_OPTION = -1000


@inner_kernel
def _number(bits: int, deck: Ints, whole: bool) -> int:
    """The number of a set of cards in the pack's list."""
    if whole:
        return int(class_number(bits))
    held = number = 0
    for place in range(len(deck)):
        if bits & BIT[deck[place]]:
            held += 1
            number += CHOOSE[place, held]
    return number


@kernel
def sweep(
    sets: Ints,
    deck: Ints,
    whole: bool,
    of: tuple[Ints, Ints, Ints],
    worths: Ints,
    first: Ints,
    to: Ints,
    streets: Ints,
    keeps: Ints,
    shares: Ints,
    unable: Ints,
    share: int,
    kept_back: int,
    value: Ints,
    taken: tuple[Ints, Ints, Ints],
    watched: Ints,
    values: Ints,
) -> None:
    """For each set of own cards, its value, and the option taken at each node: before, with one, with two shared cards.

    A leaf is worth `worths[first[street, leaf] + future]`, and if its holder may win the pot the gain of staying in:
    `share` for each share, less `kept_back` for each deal that is won from a hand which could not have won. Values are
    summed over the cards to come, in order. Nodes come in the order of their streets, so they are solved from the last
    one back. Where `values` has room, it is given what each option of the watched nodes is worth: in the first line
    before the board, then by the first shared card, then by both.
    """
    rest_size = len(deck) - 4
    pairs = rest_size * (rest_size - 1) // 2
    rest = np.empty(rest_size, np.int64)
    gain = np.empty(pairs, np.int64)
    gain_one = np.empty(rest_size, np.int64)
    best_two = np.empty((len(to), pairs), np.int64)
    best_one = np.empty((len(to), rest_size), np.int64)
    future_two = np.empty(pairs, np.int64)
    for i in range(len(sets)):
        left = 0
        for card in deck:
            if not sets[i] & BIT[card]:
                rest[left] = card
                left += 1
        gain_one[:] = 0
        for b in range(rest_size):
            for a in range(b):
                pair = b * (b - 1) // 2 + a
                gain[pair] = share * shares[i, pair] - kept_back * unable[i, pair]
                gain_one[a] += gain[pair]
                gain_one[b] += gain[pair]
                future_two[pair] = of[2][_number(sets[i] | BIT[rest[a]] | BIT[rest[b]], deck, whole)]
        gain_none = gain_one.sum()
        for node in range(len(to) - 1, -1, -1):
            street = streets[node]
            if street == 2:
                for pair in range(pairs):
                    for option in range(to.shape[1]):
                        leaf = -1 - to[node, option]
                        if to[node, option] == NO_OPTION:
                            break
                        worth = worths[first[2, leaf] + future_two[pair]]
                        if keeps[leaf]:
                            worth += gain[pair]
                        if option == 0 or worth > best_two[node, pair]:
                            best_two[node, pair] = worth
                            taken[2][node, i, pair] = option
                        if len(values) and node == watched[2]:
                            values[1 + rest_size + pair, option] = worth
            elif street == 1:
                for a in range(rest_size):
                    future = of[1][_number(sets[i] | BIT[rest[a]], deck, whole)]
                    for option in range(to.shape[1]):
                        if to[node, option] == NO_OPTION:
                            break
                        worth = 0
                        if to[node, option] < 0:
                            leaf = -1 - to[node, option]
                            worth = worths[first[1, leaf] + future]
                            if keeps[leaf]:
                                worth += gain_one[a]
                        else:
                            for b in range(rest_size):
                                if a != b:
                                    low, high = min(a, b), max(a, b)
                                    worth += best_two[to[node, option], high * (high - 1) // 2 + low]
                        if option == 0 or worth > best_one[node, a]:
                            best_one[node, a] = worth
                            taken[1][node, i, a] = option
                        if len(values) and node == watched[1]:
                            values[1 + a, option] = worth
            else:
                future = of[0][_number(sets[i], deck, whole)]
                for option in range(to.shape[1]):
                    if to[node, option] == NO_OPTION:
                        break
                    worth = 0
                    if to[node, option] < 0:
                        leaf = -1 - to[node, option]
                        worth = worths[first[0, leaf] + future]
                        if keeps[leaf]:
                            worth += gain_none
                    else:
                        for a in range(rest_size):
                            worth += best_one[to[node, option], a]
                    if option == 0 or worth > value[i]:
                        value[i] = worth
                        taken[0][node, i] = option
                    if len(values) and node == watched[0]:
                        values[0, option] = worth


@kernel
def give_up(to: Ints, taken: tuple[Ints, Ints, Ints], keeps: Ints, shares: Ints, orders: Ints) -> None:
    """By own cards and board, in how many of its two orders a share that might be won is given up by these choices."""
    for i in range(shares.shape[0]):
        start = to[0, taken[0][0, i]]
        for b in range(taken[1].shape[2]):
            for a in range(b):
                pair = b * (b - 1) // 2 + a
                if shares[i, pair] == 0:
                    continue
                for turned in (a, b):
                    led = start
                    if led >= 0:
                        led = to[led, taken[1][led, i, turned]]
                    if led >= 0:
                        led = to[led, taken[2][led, i, pair]]
                    orders[i, pair] += not keeps[-1 - led]
