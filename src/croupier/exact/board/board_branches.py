"""The kernels that choose on every board, and those that follow the choices to where they end."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.exact.board.board_places import Places, boards_within
from croupier.exact.board.board_showdowns import Hands, Ranked, count_dealers, rank_pairs, room_for
from croupier.exact.hand_counts.evaluate import BIT
from croupier.exact.store import inner_kernel, kernel

FIELD: Final = 8
"""In how many bits it is counted how many orders of a board come to one place in the tree: there are 120 at most."""
_MOST_WITHIN: Final = 10


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
                value_showdowns(pairs, ranked, hands.kind, tree.terms[branch], values[branch])
        for choice in range(len(tree.level)):
            if tree.level[choice] == last:
                plan = policy[tree.of_level[choice], board]
                _choose(choice, tree, ranked.pair[:pairs], dealers, bits_per_choice, values, best, taken, plan)
        _add_to_starts(bits[board], ways[board], last, places, tree, values, sums)
    return own_pairs, errors


@kernel
def value_showdowns(pairs: int, ranked: Ranked, kind: Ints, terms: Ints, values: Ints) -> None:
    """What a showdown is worth to each pair, over the dealer's pairs."""
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
                    add_moved(sums[at], values[branch], places.back[orders[i]])


@kernel
def add_moved(sums: Ints, values: Ints, moves: Ints) -> None:
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
        found = pairs_beside(bits[board], places, pairs)
        values[:] = 0
        for branch in range(len(tree.starts)):
            if tree.starts[branch] == level:
                here = sums[tree.first_sum[level] + board * tree.starting[level] + tree.slot[branch]]
                for order in range(len(places.there)):
                    if same[board] >> order & 1:
                        add_moved(values[branch], here, places.there[order])
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
def pairs_beside(board_bits: int, places: Places, pairs: Ints) -> int:
    """The pairs of which neither card is on the board; returns how many."""
    found = 0
    for pair in range(len(places.low)):
        if not (BIT[places.deck[places.low[pair]]] | BIT[places.deck[places.high[pair]]]) & board_bits:
            pairs[found] = pair
            found += 1
    return found


@kernel
def collect(board_bits: int, level: int, places: Places, tree: Tree, leaving: Ints, arriving: Ints) -> None:
    """How many orders of a board come to it by each branch, up to eight in one number for each pair."""
    numbers, orders = np.empty(_MOST_WITHIN, np.int64), np.empty(_MOST_WITHIN, np.int64)
    arriving[:] = 0
    for start in range(level):
        within = boards_within(board_bits, tree.sizes[start], places, numbers, orders)
        for i in range(within):
            for word in range(len(arriving)):
                at = tree.first_board[start] + numbers[i]
                add_moved(arriving[word], leaving[at, word], places.there[orders[i]])


@inner_kernel
def arrived(arriving: Ints, branch: int, pair: int) -> int:
    """How many orders of a board come to it by a branch, of those collected."""
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
    group: Ints,
    folded: Ints,
) -> None:
    """Follow a policy through a level before the last: which branch is taken how often, and how many cases of each
    group of own pairs fold."""
    arriving = np.zeros((leaving.shape[1], len(places.low)), np.int64)
    pairs = np.empty(len(places.low), np.uint16)
    for board in range(len(bits)):
        collect(bits[board], level, places, tree, leaving, arriving)
        here = leaving[tree.first_board[level] + board]
        found = pairs_beside(bits[board], places, pairs)
        for choice in range(len(tree.level)):
            if tree.level[choice] != level:
                continue
            plan = policy[tree.of_level[choice], board]
            for pair in pairs[:found]:
                came = 1 if tree.branch_to[choice] < 0 else arrived(arriving, tree.branch_to[choice], pair)
                option = tree.first[choice] + read_choice(plan, bits_per_choice, pair)
                branch = tree.branch[option]
                if branch < 0:
                    folded[group[pair], option] += ways[board] * came * orders_left
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
    group: Ints,
    ended: Ints,
    folded: Ints,
) -> None:
    """Follow a policy to the end on some whole boards.

    For every group of own pairs, branch and kind of hand, how many cases it is without regard to the dealer's cards,
    and how many dealer pairs below, equal and unqualified these meet.
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
        collect(bits[board], last, places, tree, leaving, arriving)
        for branch in range(len(tree.starts)):
            if tree.starts[branch] == last or tree.comes_to[branch] < last:
                continue
            choice, ending = choice_at[branch], branch
            plan = policy[tree.of_level[choice], board] if choice >= 0 else no_plan
            for i in range(pairs):
                came = arrived(arriving, branch, ranked.pair[i]) * ways[board]
                if came == 0:
                    continue
                if choice >= 0:
                    option = tree.first[choice] + read_choice(plan, bits_per_choice, ranked.pair[i])
                    ending = tree.branch[option]
                    if ending < 0:
                        folded[group[ranked.pair[i]], option] += came
                        continue
                count_ending(came, i, ranked, ended[group[ranked.pair[i]], ending, hands.kind[ranked.strength[i]]])


@inner_kernel
def count_ending(came: int, i: int, ranked: Ranked, counts: Ints) -> None:
    """Count showdowns of a pair: how many, and the dealer pairs below, equal and unqualified that they meet."""
    counts[0] += came
    counts[1] += came * ranked.below[i]
    counts[2] += came * ranked.equal[i]
    counts[3] += came * ranked.unqualified[i]
