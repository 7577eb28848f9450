"""A game of the shared board for one who tells marked cards by their backs wherever they lie face down.

What is known before the first choice is a pattern: how many marked cards are among those of the board that are turned
up together, and how many of them the dealer has. For one pattern the sweep from the last choice to the first is that of
the ordinary game, over the boards, orders and dealer pairs that keep to it alone; each order of the cards keeps to one
pattern, so over all patterns every case is counted once, which is checked. Of a whole deck whole ranks are marked, so
that boards of a class that differ by the names of suits are still alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import comb, factorial
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.exact.board import solve
from croupier.exact.board.board_branches import Tree, add_moved, pairs_beside
from croupier.exact.board.board_game import OWN, BoardGame
from croupier.exact.board.board_places import Places, boards, boards_within, places
from croupier.exact.board.board_showdowns import Hands, Ranked, Scratch, rank_pairs, room_for
from croupier.exact.board.board_sweeps import CORES, SHARE, on_cores, orders_that_keep
from croupier.exact.board.board_tree import BoardForm, form_of, hands_of
from croupier.exact.hand_counts.evaluate import BIT
from croupier.exact.seen import Pack
from croupier.exact.store import inner_kernel, kernel

SUITS: Final = 4
ANY: Final = -1
"""In a pattern: so many marked cards as there may be, for nobody knows."""

Pattern = tuple[int, ...]
"""How many cards are marked of those that come between two choices, and last of the dealer's."""


def marked_gain(
    game: BoardGame, pack: Pack, lying: Sequence[bool], dealer_lies: bool, marks: Sequence[Card]
) -> Fraction | None:
    """What it is worth to tell these cards by their backs; nothing where it cannot be counted.

    Of each board card that is turned up after the first choice, in their order, it is said whether it lies there
    before; and so of the dealer's cards.
    """
    form = form_of(game, pack)
    known = _known(form, game.choices[()].seen, lying)
    alike = not pack.whole or len(marks) == SUITS * len({card.rank for card in marks})
    if known is None or not alike or not (dealer_lies or any(known)):
        return None
    sizes = np.diff(form.tree.sizes).tolist()
    spans = [range(size + 1) if is_known else (ANY,) for size, is_known in zip(sizes, known, strict=True)]
    total = cases = 0
    for pattern in product(*spans, range(OWN + 1) if dealer_lies else (ANY,)):
        value, dealt = _Sweep(game, form, pack, marks, pattern).value()
        total, cases = total + value, cases + dealt
    if cases != game.cases(pack):
        raise ArithmeticError(f"the patterns of marked cards have {cases} of {game.cases(pack)} cases")
    _, _, unit = game.whole_nets
    return Fraction(total, unit * cases) - solve(game, pack).expected_value


def _known(form: BoardForm, seen: int, lying: Sequence[bool]) -> list[bool] | None:
    """For the cards between two levels whether their backs are seen at the first choice; nothing if only of some."""
    sizes = form.tree.sizes.tolist()
    backs = [False] * seen + [*lying]
    spans = [set(backs[start:end]) for start, end in pairwise(sizes)]
    return None if len(backs) != sizes[-1] or any(len(span) > 1 for span in spans) else [span.pop() for span in spans]


class _Sweep:
    """One pattern, from the last choice to the first."""

    def __init__(self, game: BoardGame, form: BoardForm, pack: Pack, marks: Sequence[Card], pattern: Pattern) -> None:
        self.game, self.form, self.pack, self.pattern = game, form, pack, pattern
        self.marks, self.places, self.hands = int(sum(BIT[card] for card in marks)), places(pack), hands_of(game)
        tree, self.many = form.tree, len(marks)
        self.sizes = np.diff(tree.sizes).tolist()
        most = int(tree.sizes[-1])
        branches = zip(tree.starts.tolist(), tree.comes_to.tolist(), strict=True)
        self.orders = np.array(
            [[self._orders(start, end, marked) for marked in range(most + 1)] for start, end in branches]
        )
        self.cases = np.array(
            [[self._cases(level, left) for left in range(self.many + 1)] for level in range(len(tree.sizes))]
        )

    def _orders(self, start: int, end: int, marked: int) -> int:
        """In how many orders that keep to the pattern a board comes, so many of whose further cards are marked."""
        others = sum(self.sizes[start:end]) - marked
        return self._ways(start, end, marked, others, lambda marked, others: int(marked == others == 0))

    def _cases(self, level: int, marked: int) -> int:
        """In how many cases that keep to the pattern all goes on, so many marked cards being neither seen nor held."""
        dealers = range(OWN + 1) if self.pattern[-1] == ANY else (self.pattern[-1],)

        def dealt(marked: int, others: int) -> int:
            return sum(comb(marked, many) * comb(others, OWN - many) for many in dealers)

        others = len(self.pack.deck) - OWN - int(self.form.tree.sizes[level]) - marked
        return self._ways(level, len(self.sizes), marked, others, dealt)

    def _ways(self, level: int, end: int, marked: int, others: int, then: Callable[[int, int], int]) -> int:
        """In how many orders cards come from a level to another, of so many marked and other ones, and go on then."""
        if others < 0 or level == end:
            return 0 if others < 0 else then(marked, others)
        size, known = self.sizes[level], self.pattern[level]
        return sum(
            comb(marked, many)
            * comb(others, size - many)
            * factorial(size)
            * self._ways(level + 1, end, marked - many, others - size + many, then)
            for many in (range(size + 1) if known == ANY else (known,))
            if many <= marked and size - many <= others
        )

    def value(self) -> tuple[int, int]:
        """What the best choices win in all cases that keep to the pattern, in whole numbers, and how many there are."""
        tree, cards, last = self.form.tree, self.places, len(self.form.tree.sizes) - 1
        held = _marks_of_pairs(self.marks, cards)
        left = self.cases[0][self.many - held]
        dealt = int(left.sum())
        if not dealt:
            return 0, 0
        bits, ways = boards(self.pack, int(tree.sizes[-1]))
        here = [self._orders(0, last, marked) > 0 for marked in range(int(tree.sizes[-1]) + 1)]
        keeps = np.array(here)[_marks_on(bits, self.marks)]
        bits, ways = bits[keeps], ways[keeps]
        shares = iter(range(0, len(bits), SHARE))
        dealers = self.pattern[-1]

        def one_core() -> tuple[Ints, int]:
            sums, errors = np.zeros((int(tree.first_sum[-1]), len(cards.low)), np.int64), 0
            for start in shares:
                part = slice(start, start + SHARE)
                errors += solve_marked_boards(
                    bits[part], ways[part], cards, self.hands, tree, self.marks, dealers, self.cases, self.orders, sums
                )
            return sums, errors

        found = on_cores(one_core, CORES)
        sums = np.sum([sums for sums, _ in found], axis=0)
        if any(errors for _, errors in found):
            raise ArithmeticError("not each own pair beside a board met every dealer pair that keeps to the pattern")
        for level in reversed(self.form.levels):
            bits, ways = boards(self.pack, int(tree.sizes[level]))
            same = orders_that_keep(bits, len(cards.there))
            solve_marked_level(level, bits, ways, same, cards, tree, self.marks, self.cases, self.orders, sums)
        if tree.level[0] > 0:
            return int(sums[0].sum()), dealt
        worth = [
            sums[tree.slot[branch]] if branch >= 0 else left * forfeit
            for branch, forfeit in zip(tree.branch[: tree.first[1]], tree.forfeit, strict=False)
        ]
        return int(np.max(worth, axis=0).sum()), dealt


def _marks_on(bits: Ints, marks: int) -> Ints:
    return np.array([(int(board) & marks).bit_count() for board in bits.tolist()], np.int64)


def _marks_of_pairs(marks: int, cards: Places) -> Ints:
    marked = np.array([bool(int(BIT[card]) & marks) for card in cards.deck.tolist()], np.int64)
    return np.asarray(marked[cards.low] + marked[cards.high])


@inner_kernel
def _marks_in(bits: int, marks: int) -> int:
    both, found = bits & marks, 0
    while both:
        found += 1
        both &= both - 1
    return found


@kernel
def count_marked_dealers(
    pairs: int,
    places: Places,
    least: int,
    marks: int,
    wanted: int,
    dealers: Ints,
    ranked: Ranked,
    scratch: Scratch,
) -> int:
    """Count the dealer pairs that have so many marked cards below and equal to each pair, and those unqualified.

    A pair below another shares at most one card with it; among those equal both are in one, itself. How many there are
    at all is known by how many marked cards a pair leaves; returns for how many pairs it comes out otherwise.
    """
    held, held_unqualified = scratch.held, scratch.held_unqualified
    low, high, pair, strength, deck = places.low, places.high, ranked.pair, ranked.strength, places.deck
    held[:] = 0
    unqualified, start, below = -1, 0, 0
    while start < pairs:
        here = strength[start]
        if unqualified < 0 and here >= least:
            unqualified = below
            held_unqualified[:] = held
        end, before = start, below
        while end < pairs and strength[end] == here:
            ranked.below[end] = before - held[low[pair[end]]] - held[high[pair[end]]]
            end += 1
        for i in range(start, end):
            if _has(pair[i], places, marks, wanted):
                held[low[pair[i]]] += 1
                held[high[pair[i]]] += 1
                below += 1
        for i in range(start, end):
            own = _has(pair[i], places, marks, wanted)
            ranked.equal[i] = below - held[low[pair[i]]] - held[high[pair[i]]] + own - ranked.below[i]
        start = end
    if unqualified < 0:
        unqualified = below
        held_unqualified[:] = held
    wrong = 0
    for i in range(pairs):
        a, b = low[pair[i]], high[pair[i]]
        own = _has(pair[i], places, marks, wanted)
        mine = held_unqualified[a] + held_unqualified[b]
        ranked.unqualified[i] = unqualified - mine + (own and strength[i] < least)
        met = below - held[a] - held[b] + own
        wrong += met != dealers[_marks_in(BIT[deck[a]] | BIT[deck[b]], marks)]
    return wrong


@inner_kernel
def _has(pair: int, places: Places, marks: int, wanted: int) -> int:
    """Whether a pair has so many marked cards, as 1 or 0."""
    bits = BIT[places.deck[places.low[pair]]] | BIT[places.deck[places.high[pair]]]
    return int(wanted < 0 or _marks_in(bits, marks) == wanted)


@kernel
def solve_marked_boards(
    bits: Ints,
    ways: Ints,
    places: Places,
    hands: Hands,
    tree: Tree,
    marks: int,
    wanted: int,
    cases: Ints,
    orders: Ints,
    sums: Ints,
) -> int:
    """Choose on whole boards, and add what every branch to them is worth to where it starts; returns what is wrong."""
    last, every = len(tree.sizes) - 1, cases.shape[1] - 1
    ranked, scratch = room_for(places)
    values = np.zeros((len(tree.starts), len(places.low)), np.int64)
    dealers = np.zeros(3, np.int64)
    cards = len(places.deck) - 2 - tree.sizes[last]
    usual = cards * (cards - 1) // 2
    wrong = 0
    for board in range(len(bits)):
        free = every - _marks_in(bits[board], marks)
        for own in range(min(2, free) + 1):
            dealers[own] = cases[last, free - own]
        pairs = rank_pairs(bits[board], places, hands, ranked, scratch)
        wrong += count_marked_dealers(pairs, places, hands.least, marks, wanted, dealers, ranked, scratch)
        values[:] = 0
        for branch in range(len(tree.starts)):
            if tree.ends[branch]:
                terms = tree.terms[branch]
                for i in range(pairs):
                    at, pair = hands.kind[ranked.strength[i]], ranked.pair[i]
                    held = BIT[places.deck[places.low[pair]]] | BIT[places.deck[places.high[pair]]]
                    values[branch, pair] = (
                        terms[at, 0] // usual * dealers[_marks_in(held, marks)]
                        + terms[at, 1] * ranked.below[i]
                        + terms[at, 2] * ranked.equal[i]
                        + terms[at, 3] * ranked.unqualified[i]
                    )
        _choose(last, bits[board], tree, ranked.pair[:pairs], places, marks, cases, values)
        _add_to_starts(bits[board], ways[board], last, places, tree, marks, orders, values, sums)
    return wrong


@kernel
def _choose(
    level: int, board_bits: int, tree: Tree, pairs: Ints, places: Places, marks: int, cases: Ints, values: Ints
) -> None:
    """At every choice of a level the worth of the best option is that of the branch to it."""
    free = cases.shape[1] - 1 - _marks_in(board_bits, marks)
    for choice in range(len(tree.level)):
        branch_to = tree.branch_to[choice]
        if tree.level[choice] != level or branch_to < 0:
            continue
        for pair in pairs:
            held = BIT[places.deck[places.low[pair]]] | BIT[places.deck[places.high[pair]]]
            left = cases[level, free - _marks_in(held, marks)]
            best = 0
            for option in range(tree.first[choice], tree.first[choice + 1]):
                branch = tree.branch[option]
                value = tree.forfeit[option] * left if branch < 0 else values[branch, pair]
                if option == tree.first[choice] or value > best:
                    best = value
            values[branch_to, pair] = best


@kernel
def _add_to_starts(
    board_bits: int,
    ways: int,
    level: int,
    places: Places,
    tree: Tree,
    marks: int,
    orders: Ints,
    values: Ints,
    sums: Ints,
) -> None:
    """Add what the branches to a board are worth to the smaller boards within it, where orders keep to the pattern."""
    numbers, turned = np.empty(10, np.int64), np.empty(10, np.int64)
    moved = np.empty(len(places.low), np.int64)
    for start in range(level):
        within = 0
        for branch in range(len(tree.starts)):
            if tree.starts[branch] == start and tree.comes_to[branch] == level:
                if within == 0:
                    within = boards_within(board_bits, tree.sizes[start], places, numbers, turned)
                    inside = _marks_within(board_bits, tree.sizes[start], places, marks)
                for i in range(within):
                    often = ways * orders[branch, _marks_in(board_bits, marks) - inside[i]]
                    if often:
                        moved[:] = values[branch] * often
                        at = tree.first_sum[start] + numbers[i] * tree.starting[start] + tree.slot[branch]
                        add_moved(sums[at], moved, places.back[turned[i]])


@kernel
def _marks_within(board_bits: int, size: int, places: Places, marks: int) -> Ints:
    """How many marked cards the smaller boards of one size have, in the order of `boards_within`."""
    on_board, cards = np.empty(5, np.int64), 0
    for place in range(len(places.deck)):
        if board_bits & BIT[places.deck[place]]:
            on_board[cards] = BIT[places.deck[place]]
            cards += 1
    found, inside = 0, np.empty(10, np.int64)
    for chosen in range(1 << cards):
        bits = held = 0
        for j in range(cards):
            if chosen >> j & 1:
                held += 1
                bits |= on_board[j]
        if held == size:
            inside[found] = _marks_in(bits, marks)
            found += 1
    return inside


@kernel
def solve_marked_level(
    level: int,
    bits: Ints,
    ways: Ints,
    same: Ints,
    places: Places,
    tree: Tree,
    marks: int,
    cases: Ints,
    orders: Ints,
    sums: Ints,
) -> None:
    """Choose at a level before the last; sums become the worth to one pair beside one board, as in the plain game."""
    values = np.zeros((len(tree.starts), len(places.low)), np.int64)
    pairs = np.empty(len(places.low), np.uint16)
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
                    here[pair] = values[branch, pair] = values[branch, pair] // len(places.there)
        _choose(level, bits[board], tree, pairs[:found], places, marks, cases, values)
        _add_to_starts(bits[board], ways[board], level, places, tree, marks, orders, values, sums)
