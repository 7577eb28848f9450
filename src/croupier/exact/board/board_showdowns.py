"""Every own pair against every dealer's pair on every board, counted, chosen for and followed.

On one board all pairs of the cards that are left are sorted by strength. The dealer pairs that a pair beats are those
below it, less the ones that contain either of its own cards, which a walk through the sorted list counts card by card;
no dealer pair that is below it contains both. Among those of its own strength both cards are in one, itself.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.exact.board.board_places import Places, boards_within
from croupier.exact.evaluate import BIT, KEY, strength_of
from croupier.exact.seen import CHOOSE
from croupier.exact.store import inner_kernel, kernel

RESULTS: Final = 6
FIELD: Final = 8
"""In how many bits it is counted how many orders of a board come to one place in the tree: there are 120 at most."""
_LOW_BITS: Final = 7
_MOST_WITHIN: Final = 10


class Hands(NamedTuple):
    """What strengths mean: they are numbered without gaps, lowest first."""

    number: Ints
    """Of each strength that `strength_of` gives."""
    row: Ints
    """Of each number."""
    least: int
    """The least number with which the dealer qualifies."""


class Tree(NamedTuple):
    """The choices of a game as kernels take them.

    A *branch* is an option that does not fold, or the deal that leads to the first choice. It starts at a level, which
    is a number of board cards, and comes to a choice at a later one or to a showdown, which is at the last level.
    """

    sizes: Ints
    """How many board cards each level has seen, from none to all."""
    starts: Ints
    """The level at which each branch starts."""
    slot: Ints
    """Its place among those that start there."""
    comes_to: Ints
    """The level that it comes to."""
    orders: Ints
    """In how many orders the board cards between can come."""
    nets: Ints
    """For each branch that comes to a showdown, what it nets by row and result; else nothing."""
    ends: Ints
    """Whether it comes to a showdown."""
    level: Ints
    """The level of each choice."""
    of_level: Ints
    """Its place among those of its level."""
    branch_to: Ints
    """The branch that comes to each choice; -1 for one before any board card is seen."""
    first: Ints
    """Where the options of each choice begin, and of all where they end."""
    branch: Ints
    """The branch of each option; -1 if it folds."""
    forfeit: Ints
    """What each option nets if it folds."""


class Ranked(NamedTuple):
    """All pairs on one board, by ascending strength, and how many dealer pairs are where."""

    pair: Ints
    strength: Ints
    below: Ints
    equal: Ints
    unqualified: Ints


class _Scratch(NamedTuple):
    pair: Ints
    strength: Ints
    order: Ints
    low: Ints
    high: Ints
    held: Ints
    held_unqualified: Ints
    free: Ints


@inner_kernel
def room_for(places: Places) -> tuple[Ranked, _Scratch]:
    pairs, cards = len(places.low), len(places.deck)
    ranked = Ranked(
        np.empty(pairs, np.int64),
        np.empty(pairs, np.int64),
        np.empty(pairs, np.int64),
        np.empty(pairs, np.int64),
        np.empty(pairs, np.int64),
    )
    scratch = _Scratch(
        np.empty(pairs, np.int64),
        np.empty(pairs, np.int64),
        np.empty(pairs, np.int64),
        np.empty(1 << _LOW_BITS, np.int64),
        np.empty(1 << _LOW_BITS, np.int64),
        np.empty(cards, np.int64),
        np.empty(cards, np.int64),
        np.empty(cards, np.int64),
    )
    return ranked, scratch


@kernel
def rank_pairs(board_bits: int, places: Places, hands: Hands, ranked: Ranked, scratch: _Scratch) -> int:
    """Sort all pairs beside a board by strength, in two passes by the low and the high bits; returns how many."""
    deck, free, low, high = places.deck, scratch.free, scratch.low, scratch.high
    key = found = 0
    for place in range(len(deck)):
        if board_bits & BIT[deck[place]]:
            key += KEY[deck[place]]
        else:
            free[found] = place
            found += 1
    size = len(deck) - found + 2
    low[:] = 0
    high[:] = 0
    pairs = 0
    for y in range(found):
        card = deck[free[y]]
        key_y, bits_y = key + KEY[card], board_bits | BIT[card]
        start = free[y] * (free[y] - 1) // 2
        for x in range(y):
            card = deck[free[x]]
            strength = hands.number[strength_of(size, key_y + KEY[card], bits_y | BIT[card])]
            scratch.pair[pairs] = start + free[x]
            scratch.strength[pairs] = strength
            low[strength & (1 << _LOW_BITS) - 1] += 1
            high[strength >> _LOW_BITS] += 1
            pairs += 1
    before_low = before_high = 0
    for bucket in range(1 << _LOW_BITS):
        low[bucket], before_low = before_low, before_low + low[bucket]
        high[bucket], before_high = before_high, before_high + high[bucket]
    for i in range(pairs):
        bucket = scratch.strength[i] & (1 << _LOW_BITS) - 1
        scratch.order[low[bucket]] = i
        low[bucket] += 1
    for j in range(pairs):
        i = scratch.order[j]
        bucket = scratch.strength[i] >> _LOW_BITS
        at = high[bucket]
        high[bucket] += 1
        ranked.pair[at] = scratch.pair[i]
        ranked.strength[at] = scratch.strength[i]
    return pairs


@kernel
def count_dealers(pairs: int, places: Places, least: int, ranked: Ranked, scratch: _Scratch) -> int:
    """Count the dealer pairs below and equal to each pair, and those that do not qualify; returns how many err.

    Every showdown is won by one side or tied, and every dealer pair is met by the same number of own pairs; so over
    all pairs those below, twice, and those equal are all, and those unqualified a known number.
    """
    held, held_unqualified = scratch.held, scratch.held_unqualified
    low, high, pair, strength = places.low, places.high, ranked.pair, ranked.strength
    held[:] = 0
    unqualified, start = -1, 0
    while start < pairs:
        here = strength[start]
        if unqualified < 0 and here >= least:
            unqualified = start
            held_unqualified[:] = held
        end = start
        while end < pairs and strength[end] == here:
            ranked.below[end] = start - held[low[pair[end]]] - held[high[pair[end]]]
            end += 1
        for i in range(start, end):
            held[low[pair[i]]] += 1
            held[high[pair[i]]] += 1
        for i in range(start, end):
            ranked.equal[i] = end - held[low[pair[i]]] - held[high[pair[i]]] + 1 - ranked.below[i]
        start = end
    if unqualified < 0:
        unqualified = pairs
        held_unqualified[:] = held
    err = 0
    others = pairs - 2 * held[low[pair[0]]] + 1
    for i in range(pairs):
        mine = held_unqualified[low[pair[i]]] + held_unqualified[high[pair[i]]]
        ranked.unqualified[i] = unqualified - mine + (strength[i] < least)
        err += 2 * ranked.below[i] + ranked.equal[i] - others
        err += (ranked.unqualified[i] - others * (i < unqualified)) << 32
    return err


@inner_kernel
def _results(below: int, equal: int, unqualified: int, dealers: int) -> tuple[int, int, int, int, int, int]:
    """Of so many dealer pairs, those that a pair loses to, ties and beats; then those of them that do not qualify."""
    beaten = min(unqualified, below)
    tied = min(unqualified - beaten, equal)
    lost = unqualified - beaten - tied
    return dealers - below - equal - lost, equal - tied, below - beaten, lost, tied, beaten


@kernel
def solve_boards(
    start: int,
    end: int,
    bits: Ints,
    ways: Ints,
    places: Places,
    hands: Hands,
    tree: Tree,
    bits_per_choice: int,
    policy: Ints,
    sums: tuple[Ints, ...],
) -> tuple[int, int]:
    """Choose on some whole boards, and add what every branch to them is worth to where it starts.

    Returns how many showdowns there were, each of the boards that one stands for counted, and how many err.
    """
    last = len(tree.sizes) - 1
    ranked, scratch = room_for(places)
    values = np.zeros((len(tree.starts), len(places.low)), np.int64)
    worth = np.empty(len(tree.starts), np.int64)
    dealers = CHOOSE[len(places.deck) - 2 - tree.sizes[last], 2]
    showdowns = errors = 0
    for board in range(start, end):
        pairs = rank_pairs(bits[board], places, hands, ranked, scratch)
        errors += count_dealers(pairs, places, hands.least, ranked, scratch) != 0
        showdowns += ways[board] * pairs * dealers
        values[:] = 0
        for i in range(pairs):
            pair, row = ranked.pair[i], hands.row[ranked.strength[i]]
            lose, tie, win, lost, tied, beaten = _results(
                ranked.below[i], ranked.equal[i], ranked.unqualified[i], dealers
            )
            for branch in range(len(worth)):
                if tree.ends[branch]:
                    net = tree.nets[branch, row]
                    worth[branch] = (
                        lose * net[0] + tie * net[1] + win * net[2] + lost * net[3] + tied * net[4] + beaten * net[5]
                    )
                    values[branch, pair] = worth[branch]
            for choice in range(len(tree.level)):
                if tree.level[choice] == last:
                    best, taken = _choose(choice, tree, worth, dealers)
                    values[tree.branch_to[choice], pair] = best
                    _write(policy[tree.of_level[choice], board], bits_per_choice, pair, taken)
        _add_to_starts(bits[board], ways[board], last, places, tree, values, sums)
    return showdowns, errors


@inner_kernel
def _choose(choice: int, tree: Tree, worth: Ints, orders: int) -> tuple[int, int]:
    """What the best option of a choice is worth, and its place: the first of those that are equal."""
    best = taken = 0
    for option in range(tree.first[choice], tree.first[choice + 1]):
        branch = tree.branch[option]
        value = tree.forfeit[option] * orders if branch < 0 else worth[branch]
        if option == tree.first[choice] or value > best:
            best, taken = value, option - tree.first[choice]
    return best, taken


@inner_kernel
def _write(policy: Ints, bits_per_choice: int, pair: int, taken: int) -> None:
    policy[pair * bits_per_choice >> 3] |= taken << (pair * bits_per_choice & 7)


@inner_kernel
def read_choice(policy: Ints, bits_per_choice: int, pair: int) -> int:
    """The place of the option to take with a pair, from the policy for its board."""
    return int(policy[pair * bits_per_choice >> 3] >> (pair * bits_per_choice & 7) & (1 << bits_per_choice) - 1)


@kernel
def _add_to_starts(
    board_bits: int, ways: int, level: int, places: Places, tree: Tree, values: Ints, sums: tuple[Ints, ...]
) -> None:
    """Add what the branches to a board are worth to the sums of the smaller boards within it, where they start."""
    numbers, orders = np.empty(_MOST_WITHIN, np.int64), np.empty(_MOST_WITHIN, np.int64)
    for start in range(level):
        within = 0
        for branch in range(len(tree.starts)):
            if tree.starts[branch] == start and tree.comes_to[branch] == level:
                if within == 0:
                    within = boards_within(board_bits, tree.sizes[start], places, numbers, orders)
                values[branch] *= ways * tree.orders[branch]
                for i in range(within):
                    _add_moved(sums[start][numbers[i], tree.slot[branch]], values[branch], places.back[orders[i]])


@kernel
def _add_moved(sums: Ints, values: Ints, back: Ints) -> None:
    for pair in range(len(sums)):
        sums[pair] += values[back[pair]]


@kernel
def solve_level(
    level: int,
    bits: Ints,
    ways: Ints,
    orders_left: int,
    same: Ints,
    places: Places,
    tree: Tree,
    bits_per_choice: int,
    policy: Ints,
    sums: tuple[Ints, ...],
) -> int:
    """Choose at a level before the last. Its sums become what each branch is worth to one pair beside one board.

    A sum has what all boards and pairs of a class are worth, spread over the pairs that orders of suits exchange while
    they leave the board as it is. Adding over these orders and dividing by how many there are at all gives the worth of
    one; returns how many sums do not divide.
    """
    here = sums[level]
    values = np.zeros((len(tree.starts), len(places.low)), np.int64)
    worth = np.zeros(len(tree.starts), np.int64)
    added = np.empty((here.shape[1], len(places.low)), np.int64)
    undivided = 0
    for board in range(len(bits)):
        added[:] = 0
        for order in range(len(places.there)):
            if same[board] >> order & 1:
                for slot in range(len(added)):
                    _add_moved(added[slot], here[board, slot], places.there[order])
        values[:] = 0
        for pair in range(len(places.low)):
            for slot in range(len(added)):
                undivided += added[slot, pair] % len(places.there) != 0
                here[board, slot, pair] = added[slot, pair] // len(places.there)
            if (BIT[places.deck[places.low[pair]]] | BIT[places.deck[places.high[pair]]]) & bits[board]:
                continue
            for branch in range(len(worth)):
                if tree.starts[branch] == level:
                    worth[branch] = here[board, tree.slot[branch], pair]
            for choice in range(len(tree.level)):
                if tree.level[choice] == level:
                    best, taken = _choose(choice, tree, worth, orders_left)
                    if tree.branch_to[choice] >= 0:
                        values[tree.branch_to[choice], pair] = best
                    _write(policy[tree.of_level[choice], board], bits_per_choice, pair, taken)
        _add_to_starts(bits[board], ways[board], level, places, tree, values, sums)
    return undivided


@kernel
def _collect(
    board_bits: int, level: int, places: Places, tree: Tree, leaving: tuple[Ints, ...], arriving: Ints
) -> None:
    """How many orders of a board come to it by each branch, all in one number for each pair."""
    numbers, orders = np.empty(_MOST_WITHIN, np.int64), np.empty(_MOST_WITHIN, np.int64)
    arriving[:] = 0
    for start in range(level):
        within = boards_within(board_bits, tree.sizes[start], places, numbers, orders)
        for i in range(within):
            for word in range(len(arriving)):
                _add_moved(arriving[word], leaving[start][numbers[i], word], places.there[orders[i]])


@inner_kernel
def _arrived(arriving: Ints, branch: int, pair: int) -> int:
    return int(arriving[branch // FIELD, pair] >> FIELD * (branch % FIELD) & (1 << FIELD) - 1)


@kernel
def follow_level(
    level: int,
    bits: Ints,
    ways: Ints,
    orders_left: int,
    places: Places,
    tree: Tree,
    bits_per_choice: int,
    policy: Ints,
    leaving: tuple[Ints, ...],
    folded: Ints,
) -> None:
    """Follow a policy through a level before the last: which branch is taken how often, and how many cases fold."""
    arriving = np.zeros((leaving[level].shape[1], len(places.low)), np.int64)
    for board in range(len(bits)):
        _collect(bits[board], level, places, tree, leaving, arriving)
        for pair in range(len(places.low)):
            if (BIT[places.deck[places.low[pair]]] | BIT[places.deck[places.high[pair]]]) & bits[board]:
                continue
            for choice in range(len(tree.level)):
                if tree.level[choice] != level:
                    continue
                came = 1 if tree.branch_to[choice] < 0 else _arrived(arriving, tree.branch_to[choice], pair)
                option = tree.first[choice] + read_choice(policy[tree.of_level[choice], board], bits_per_choice, pair)
                branch = tree.branch[option]
                if branch < 0:
                    folded[option] += ways[board] * came * orders_left
                else:
                    along = came * tree.orders[branch] << FIELD * (branch % FIELD)
                    leaving[level][board, branch // FIELD, pair] |= along


@kernel
def follow_boards(
    start: int,
    end: int,
    bits: Ints,
    ways: Ints,
    places: Places,
    hands: Hands,
    tree: Tree,
    bits_per_choice: int,
    policy: Ints,
    leaving: tuple[Ints, ...],
    ended: Ints,
    folded: Ints,
) -> None:
    """Follow a policy to the end on some whole boards: how many cases end by each branch in each row and result."""
    last = len(tree.sizes) - 1
    ranked, scratch = room_for(places)
    arriving = np.zeros((leaving[0].shape[1], len(places.low)), np.int64)
    dealers = CHOOSE[len(places.deck) - 2 - tree.sizes[last], 2]
    choice_of = np.full(len(tree.starts), -1, np.int64)
    for choice in range(len(tree.level)):
        if tree.level[choice] == last:
            choice_of[tree.branch_to[choice]] = choice
    for board in range(start, end):
        pairs = rank_pairs(bits[board], places, hands, ranked, scratch)
        count_dealers(pairs, places, hands.least, ranked, scratch)
        _collect(bits[board], last, places, tree, leaving, arriving)
        for i in range(pairs):
            pair, row = ranked.pair[i], hands.row[ranked.strength[i]]
            results = _results(ranked.below[i], ranked.equal[i], ranked.unqualified[i], dealers)
            for branch in range(len(tree.starts)):
                if tree.comes_to[branch] != last or tree.starts[branch] == last:
                    continue
                came = _arrived(arriving, branch, pair) * ways[board]
                if came == 0:
                    continue
                ending, choice = branch, choice_of[branch]
                if choice >= 0:
                    taken = read_choice(policy[tree.of_level[choice], board], bits_per_choice, pair)
                    option = tree.first[choice] + taken
                    ending = tree.branch[option]
                    if ending < 0:
                        folded[option] += came * dealers
                        continue
                counts = ended[ending, row]
                counts[0] += came * results[0]
                counts[1] += came * results[1]
                counts[2] += came * results[2]
                counts[3] += came * results[3]
                counts[4] += came * results[4]
                counts[5] += came * results[5]


@kernel
def deal_out(
    own: Ints, seen: int, more: int, places: Places, hands: Hands, size: int, rows: Ints, counts: Ints
) -> None:
    """For two own cards and a board seen, every way the board can be filled: the own row, and the dealer pairs.

    Own cards are named by places, the board by its bits; the cards to come are taken in ascending order, and every
    dealer pair is compared by itself.
    """
    deck = places.deck
    free = np.empty(len(deck), np.int64)
    found = 0
    own_bits, own_key, key = BIT[deck[own[0]]] | BIT[deck[own[1]]], KEY[deck[own[0]]] + KEY[deck[own[1]]], 0
    for place in range(len(deck)):
        if seen & BIT[deck[place]]:
            key += KEY[deck[place]]
        elif not own_bits & BIT[deck[place]]:
            free[found] = deck[place]
            found += 1
    at = np.arange(more + 1)
    at[more] = found + 1
    for filled in range(len(rows)):
        board_bits, board_key = seen, key
        for j in range(more):
            board_bits |= BIT[free[at[j]]]
            board_key += KEY[free[at[j]]]
        mine = hands.number[strength_of(size, board_key + own_key, board_bits | own_bits)]
        rows[filled] = hands.row[mine]
        for y in range(found):
            if board_bits & BIT[free[y]]:
                continue
            for x in range(y):
                if not board_bits & BIT[free[x]]:
                    dealer_bits = board_bits | BIT[free[x]] | BIT[free[y]]
                    dealer = hands.number[strength_of(size, board_key + KEY[free[x]] + KEY[free[y]], dealer_bits)]
                    result = (mine >= dealer) + (mine > dealer) + 3 * (dealer < hands.least)
                    counts[filled, result] += 1
        j = 0
        while j < more and at[j] + 1 == at[j + 1]:
            at[j] = j
            j += 1
        at[j] += 1
