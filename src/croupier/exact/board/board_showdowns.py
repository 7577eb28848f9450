"""Every own pair against every dealer's pair on every board, counted, chosen for and followed.

On one board all pairs of the cards that are left are sorted by strength. The dealer pairs that a pair beats are those
below it, less the ones that contain either of its own cards, which a walk through the sorted list counts card by card;
no dealer pair that is below it contains both. Among those of its own strength both cards are in one, itself.

Three numbers then say all: the dealer pairs below, those equal, and those that do not qualify. A pair that would
qualify itself beats all that do not, and one that would not loses to all that do; so the six results are sums and
differences of the three, and what a showdown is worth is a constant and three products.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.exact.board.board_places import Places, boards_within
from croupier.exact.evaluate import BIT, KEY, strength_of
from croupier.exact.store import inner_kernel, kernel

FIELD: Final = 8
"""In how many bits it is counted how many orders of a board come to one place in the tree: there are 120 at most."""
TERMS: Final = 4
"""What is told of a showdown: one, and how many dealer pairs are below, equal, and unqualified."""
_LOW_BITS: Final = 7
_MOST_WITHIN: Final = 10
_IN_A_FLUSH: Final = 5
_RANKS: Final = 13


class Hands(NamedTuple):
    """What strengths mean: they are numbered without gaps, lowest first."""

    number: Ints
    """Of each strength that `strength_of` gives."""
    kind: Ints
    """Of each number: the row of the hand; for hands that would not qualify, the number of rows more."""
    least: int
    """The least number with which the dealer qualifies."""


class Tree(NamedTuple):
    """The choices of a game as kernels take them.

    A *branch* is an option that does not fold, or the deal that leads to the first choice. It starts at a level, which
    is a number of board cards, and comes to a choice at a later one or to a showdown, which is at the last level.
    """

    sizes: Ints
    """How many board cards each level has seen, from none to all."""
    first_board: Ints
    """Where the boards of each level begin, if those of all levels are listed one after the other."""
    first_sum: Ints
    """Where the sums of each level begin: one for every board and every branch that starts there."""
    starting: Ints
    """How many branches start at each level."""
    starts: Ints
    """The level at which each branch starts."""
    slot: Ints
    """Its place among those that start there."""
    comes_to: Ints
    """The level that it comes to."""
    orders: Ints
    """In how many orders the board cards between can come."""
    ends: Ints
    """Whether it comes to a showdown."""
    terms: Ints
    """What it is then worth by kind of hand: a constant, and for each dealer pair below, equal and unqualified."""
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


class Scratch(NamedTuple):
    """Room to sort and count in."""

    pair: Ints
    strength: Ints
    order: Ints
    by_ranks: Ints
    low: Ints
    high: Ints
    held: Ints
    held_unqualified: Ints
    free: Ints


@kernel
def room_for(places: Places) -> tuple[Ranked, Scratch]:
    """Room for the pairs of a deck."""
    pairs, cards = len(places.low), len(places.deck)
    ranked = Ranked(
        np.empty(pairs, np.uint16),
        np.empty(pairs, np.uint16),
        np.empty(pairs, np.int16),
        np.empty(pairs, np.int16),
        np.empty(pairs, np.int16),
    )
    scratch = Scratch(
        np.empty(pairs, np.uint16),
        np.empty(pairs, np.uint16),
        np.empty(pairs, np.uint16),
        np.empty((_RANKS, _RANKS), np.uint16),
        np.empty(1 << _LOW_BITS, np.uint16),
        np.empty(1 << _LOW_BITS, np.uint16),
        np.empty(cards, np.int16),
        np.empty(cards, np.int16),
        np.empty(cards, np.int64),
    )
    return ranked, scratch


@kernel
def rank_pairs(board_bits: int, places: Places, hands: Hands, ranked: Ranked, scratch: Scratch) -> int:
    """Sort all pairs beside a board by strength, in two passes by the low and the high bits; returns how many.

    Pairs of the same ranks are equally strong, but for those that make a flush with three or more of the board.
    """
    deck, free, low, high = places.deck, scratch.free, scratch.low, scratch.high
    key, found, size = 0, 0, 2
    for place in range(len(deck)):
        if board_bits & BIT[deck[place]]:
            key += KEY[deck[place]]
            size += 1
        else:
            free[found] = place
            found += 1
    suit, wanted = _flush_suit(board_bits)
    _rank_unsuited(key, board_bits, size, hands, scratch.by_ranks)
    low[:] = 0
    high[:] = 0
    pairs = 0
    for y in range(found):
        card = deck[free[y]]
        same = scratch.by_ranks[card >> 2]
        key_y, bits_y, suited = key + KEY[card], board_bits | BIT[card], np.int64(card & 3 == suit)
        start = free[y] * (free[y] - 1) // 2
        for x in range(y):
            card = deck[free[x]]
            strength = same[card >> 2]
            if suited + (card & 3 == suit) >= wanted:
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
def _flush_suit(board_bits: int) -> tuple[int, int]:
    """The suit in which a flush is possible, and how many of two more cards it takes: three if in none."""
    for suit in range(4):
        held, bits = 0, board_bits >> 16 * suit & 0x1FFF
        while bits:
            held += 1
            bits &= bits - 1
        if held + 2 >= _IN_A_FLUSH:
            return suit, _IN_A_FLUSH - held
    return 0, 3


@kernel
def _rank_unsuited(key: int, board_bits: int, size: int, hands: Hands, by_ranks: Ints) -> None:
    """The strength of every two ranks beside a board where there is no flush; a key without suits has none."""
    key &= 0xFFFF_FFFF
    held = np.zeros(_RANKS, np.int64)
    for suit in range(4):
        for rank in range(_RANKS):
            held[rank] += board_bits >> (16 * suit + rank) & 1
    for high in range(_RANKS):
        for low in range(high + 1):
            if held[high] + 1 + (low == high) <= 4 and held[low] + 1 <= 4:
                more = (KEY[4 * high] & 0xFFFF_FFFF) + (KEY[4 * low] & 0xFFFF_FFFF)
                by_ranks[high, low] = by_ranks[low, high] = hands.number[strength_of(size, key + more, 0)]


@kernel
def count_dealers(pairs: int, places: Places, least: int, ranked: Ranked, scratch: Scratch) -> int:
    """Count the dealer pairs below and equal to each pair, and those that do not qualify; 0 if they add up.

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
    dealers = pairs - 2 * held[low[pair[0]]] + 1
    showdowns = met = 0
    for i in range(pairs):
        mine = held_unqualified[low[pair[i]]] + held_unqualified[high[pair[i]]]
        ranked.unqualified[i] = unqualified - mine + (i < unqualified)
        showdowns += 2 * ranked.below[i] + ranked.equal[i]
        met += ranked.unqualified[i]
    return int(abs(showdowns - pairs * dealers) + abs(met - unqualified * dealers))


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
    sums: Ints,
) -> tuple[int, int]:
    """Choose on some whole boards, and add what every branch to them is worth to where it starts.

    Returns how many own pairs there were, each of the boards that one stands for counted, and how many boards err.
    """
    last = len(tree.sizes) - 1
    ranked, scratch = room_for(places)
    values = np.zeros((len(tree.starts), len(places.low)), np.int64)
    best, taken = np.empty(len(places.low), np.int64), np.empty(len(places.low), np.uint8)
    cards = len(places.deck) - 2 - tree.sizes[last]
    dealers = cards * (cards - 1) // 2
    own_pairs = errors = 0
    for board in range(start, end):
        pairs = rank_pairs(bits[board], places, hands, ranked, scratch)
        errors += count_dealers(pairs, places, hands.least, ranked, scratch) != 0
        own_pairs += ways[board] * pairs
        values[:] = 0
        for branch in range(len(tree.starts)):
            if tree.ends[branch]:
                _value_showdowns(pairs, ranked, hands.kind, tree.terms[branch], values[branch])
        for choice in range(len(tree.level)):
            if tree.level[choice] == last:
                plan = policy[tree.of_level[choice], board]
                _choose(choice, tree, ranked.pair[:pairs], dealers, bits_per_choice, values, best, taken, plan)
        _add_to_starts(bits[board], ways[board], last, places, tree, values, sums)
    return own_pairs, errors


@kernel
def _value_showdowns(pairs: int, ranked: Ranked, kind: Ints, terms: Ints, values: Ints) -> None:
    for i in range(pairs):
        at = kind[ranked.strength[i]]
        values[ranked.pair[i]] = (
            terms[at, 0]
            + terms[at, 1] * ranked.below[i]
            + terms[at, 2] * ranked.equal[i]
            + terms[at, 3] * ranked.unqualified[i]
        )


@kernel
def _choose(
    choice: int,
    tree: Tree,
    pairs: Ints,
    orders: int,
    bits_per_choice: int,
    values: Ints,
    best: Ints,
    taken: Ints,
    plan: Ints,
) -> None:
    """Take the best option of a choice, the first of those that are equal: its worth is that of the branch to it."""
    for option in range(tree.first[choice], tree.first[choice + 1]):
        branch, place = tree.branch[option], option - tree.first[choice]
        worth = tree.forfeit[option] * orders
        for i in range(len(pairs)):
            value = worth if branch < 0 else values[branch, pairs[i]]
            if place == 0 or value > best[i]:
                best[i] = value
                taken[i] = place
    branch = tree.branch_to[choice]
    for i in range(len(pairs)):
        if branch >= 0:
            values[branch, pairs[i]] = best[i]
        plan[pairs[i] * bits_per_choice >> 3] |= taken[i] << (pairs[i] * bits_per_choice & 7)


@inner_kernel
def read_choice(plan: Ints, bits_per_choice: int, pair: int) -> int:
    """The place of the option to take with a pair, from the plan for its board."""
    return int(plan[pair * bits_per_choice >> 3] >> (pair * bits_per_choice & 7) & (1 << bits_per_choice) - 1)


@kernel
def _add_to_starts(
    board_bits: int, ways: int, level: int, places: Places, tree: Tree, values: Ints, sums: Ints
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
                    at = tree.first_sum[start] + numbers[i] * tree.starting[start] + tree.slot[branch]
                    _add_moved(sums[at], values[branch], places.back[orders[i]])


@kernel
def _add_moved(sums: Ints, values: Ints, moves: Ints) -> None:
    for pair in range(len(sums)):
        sums[pair] += values[moves[pair]]


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
    sums: Ints,
) -> int:
    """Choose at a level before the last. Its sums become what each branch is worth to one pair beside one board.

    A sum has what all boards and pairs of a class are worth, spread over the pairs that orders of suits exchange while
    they leave the board as it is. Adding over these orders and dividing by how many there are at all gives the worth of
    one; returns how many sums do not divide.
    """
    values = np.zeros((len(tree.starts), len(places.low)), np.int64)
    best, taken = np.empty(len(places.low), np.int64), np.empty(len(places.low), np.uint8)
    pairs = np.empty(len(places.low), np.uint16)
    undivided = 0
    for board in range(len(bits)):
        found = _pairs_beside(bits[board], places, pairs)
        values[:] = 0
        for branch in range(len(tree.starts)):
            if tree.starts[branch] == level:
                here = sums[tree.first_sum[level] + board * tree.starting[level] + tree.slot[branch]]
                for order in range(len(places.there)):
                    if same[board] >> order & 1:
                        _add_moved(values[branch], here, places.there[order])
                for pair in range(len(here)):
                    undivided += values[branch, pair] % len(places.there) != 0
                    here[pair] = values[branch, pair] = values[branch, pair] // len(places.there)
        for choice in range(len(tree.level)):
            if tree.level[choice] == level:
                plan = policy[tree.of_level[choice], board]
                _choose(choice, tree, pairs[:found], orders_left, bits_per_choice, values, best, taken, plan)
        _add_to_starts(bits[board], ways[board], level, places, tree, values, sums)
    return undivided


@kernel
def _pairs_beside(board_bits: int, places: Places, pairs: Ints) -> int:
    """The pairs of which neither card is on the board; returns how many."""
    found = 0
    for pair in range(len(places.low)):
        if not (BIT[places.deck[places.low[pair]]] | BIT[places.deck[places.high[pair]]]) & board_bits:
            pairs[found] = pair
            found += 1
    return found


@kernel
def _collect(board_bits: int, level: int, places: Places, tree: Tree, leaving: Ints, arriving: Ints) -> None:
    """How many orders of a board come to it by each branch, up to eight in one number for each pair."""
    numbers, orders = np.empty(_MOST_WITHIN, np.int64), np.empty(_MOST_WITHIN, np.int64)
    arriving[:] = 0
    for start in range(level):
        within = boards_within(board_bits, tree.sizes[start], places, numbers, orders)
        for i in range(within):
            for word in range(len(arriving)):
                at = tree.first_board[start] + numbers[i]
                _add_moved(arriving[word], leaving[at, word], places.there[orders[i]])


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
    leaving: Ints,
    folded: Ints,
) -> None:
    """Follow a policy through a level before the last: which branch is taken how often, and how many cases fold."""
    arriving = np.zeros((leaving.shape[1], len(places.low)), np.int64)
    pairs = np.empty(len(places.low), np.uint16)
    for board in range(len(bits)):
        _collect(bits[board], level, places, tree, leaving, arriving)
        here = leaving[tree.first_board[level] + board]
        found = _pairs_beside(bits[board], places, pairs)
        for choice in range(len(tree.level)):
            if tree.level[choice] != level:
                continue
            plan = policy[tree.of_level[choice], board]
            for pair in pairs[:found]:
                came = 1 if tree.branch_to[choice] < 0 else _arrived(arriving, tree.branch_to[choice], pair)
                option = tree.first[choice] + read_choice(plan, bits_per_choice, pair)
                branch = tree.branch[option]
                if branch < 0:
                    folded[option] += ways[board] * came * orders_left
                else:
                    here[branch // FIELD, pair] |= came * tree.orders[branch] << FIELD * (branch % FIELD)


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
    leaving: Ints,
    ended: Ints,
    folded: Ints,
) -> None:
    """Follow a policy to the end on some whole boards.

    For every branch and kind of hand, how many cases it is without regard to the dealer's cards, and how many dealer
    pairs below, equal and unqualified these meet.
    """
    last = len(tree.sizes) - 1
    ranked, scratch = room_for(places)
    arriving = np.zeros((leaving.shape[1], len(places.low)), np.int64)
    no_plan = np.empty(0, np.uint8)
    choice_at = np.full(len(tree.starts), -1, np.int64)
    for choice in range(len(tree.level)):
        if tree.level[choice] == last:
            choice_at[tree.branch_to[choice]] = choice
    for board in range(start, end):
        pairs = rank_pairs(bits[board], places, hands, ranked, scratch)
        count_dealers(pairs, places, hands.least, ranked, scratch)
        _collect(bits[board], last, places, tree, leaving, arriving)
        for branch in range(len(tree.starts)):
            if tree.starts[branch] == last or tree.comes_to[branch] < last:
                continue
            choice, ending = choice_at[branch], branch
            plan = policy[tree.of_level[choice], board] if choice >= 0 else no_plan
            for i in range(pairs):
                came = _arrived(arriving, branch, ranked.pair[i]) * ways[board]
                if came == 0:
                    continue
                if choice >= 0:
                    option = tree.first[choice] + read_choice(plan, bits_per_choice, ranked.pair[i])
                    ending = tree.branch[option]
                    if ending < 0:
                        folded[option] += came
                        continue
                counts = ended[ending, hands.kind[ranked.strength[i]]]
                counts[0] += came
                counts[1] += came * ranked.below[i]
                counts[2] += came * ranked.equal[i]
                counts[3] += came * ranked.unqualified[i]


@kernel
def deal_out(own: Ints, seen: int, more: int, places: Places, hands: Hands, kinds: Ints, counts: Ints) -> None:
    """For two own cards and a board seen, every way the board can be filled: the own kind of hand, and all results.

    Own cards are named by places, the board by its bits; every dealer pair is compared by itself.
    """
    deck = places.deck
    free = np.empty(len(deck), np.int64)
    found, size = 0, 2 + more
    own_bits, own_key, key = BIT[deck[own[0]]] | BIT[deck[own[1]]], KEY[deck[own[0]]] + KEY[deck[own[1]]], 0
    for place in range(len(deck)):
        if seen & BIT[deck[place]]:
            key += KEY[deck[place]]
            size += 1
        elif not own_bits & BIT[deck[place]]:
            free[found] = deck[place]
            found += 1
    at = np.arange(more + 1)
    at[more] = found + 1
    for filled in range(len(kinds)):
        board_bits, board_key = seen, key
        for j in range(more):
            board_bits |= BIT[free[at[j]]]
            board_key += KEY[free[at[j]]]
        mine = hands.number[strength_of(size, board_key + own_key, board_bits | own_bits)]
        kinds[filled] = hands.kind[mine]
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
