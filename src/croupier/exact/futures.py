"""Sets of cards with the same future; futures.md says what that is and why they are worth the same."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import comb, factorial
from typing import NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK
from croupier.errors import Refused
from croupier.exact.hand_counts.evaluate import BIT, KEY, STRENGTHS, strength_of, strengths
from croupier.exact.hand_counts.suits import classes, hands_from
from croupier.exact.seen import Pack
from croupier.exact.store import kept, kernel, version_of
from croupier.hands import Hand, poker_hand


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows by which final hands are told apart."""

    names: tuple[str, ...]
    """Best first."""
    of_strength: Ints
    """For each strength, the place of its row among the names."""


@cache
def rows_by(row_of: Callable[[Hand], str]) -> Rows:
    """The rows of a game, given the row of each poker hand.

    >>> rows_by(by_poker_row).names[-3:]
    ('jacks-or-better', 'pair', 'high-card')
    """
    ranked = kept("one-of-each-strength", version_of(__name__), _one_of_each_strength)
    of_strength = np.zeros(STRENGTHS, np.uint8)
    names: dict[str, int] = {}
    for strength, hand in zip(ranked["strengths"][::-1], ranked["hands"][::-1].tolist(), strict=True):
        name = row_of(poker_hand([DECK[card] for card in hand]))
        of_strength[strength] = names.setdefault(name, len(names))
    return Rows(tuple(names), of_strength)


def _one_of_each_strength() -> dict[str, Ints]:
    """Five cards of each strength, weakest first; kept, so that a new process need not load a kernel for them."""
    hands = hands_from(classes(5).bits, 5)
    found, one_of_each = np.unique(strengths(hands), return_index=True)
    return {"strengths": found, "hands": hands[one_of_each]}


def by_poker_row(hand: Hand) -> str:
    """The row of a hand by its category, a pair of jacks or better apart: what most paytables need."""
    return hand.row


class Futures(NamedTuple):
    """The futures of the sets of one size, and what comes of them."""

    of: Ints
    """The future of each set in the pack's list."""
    sets: Ints
    """How many sets of cards have each future."""
    endings: Ints
    """In how many orders of the cards to come each future ends in each row."""
    start: Ints
    """Where the futures that follow each one begin in the two lists below; all but one card seen, none do."""
    to: Ints
    cards: Ints
    """How many next cards lead there."""

    def sum_over_next(self, values: Ints) -> Ints:
        """For each future, the sum over its next cards of the values of the futures they lead to."""
        so_far = np.cumsum(self.cards * values[self.to])  # it may wrap around: the differences are right all the same
        sums: Ints = so_far[np.append(self.start[1:], len(so_far)) - 1]
        sums[1:] -= sums[:-1].copy()
        return sums

    def lead_to(self, counts: Ints, size: int) -> Ints:
        """How many cases come to each of the `size` futures that follow, if so many are at each of these."""
        out = np.zeros(size, np.int64)
        lengths = np.diff(np.append(self.start, len(self.to)))
        np.add.at(out, self.to, self.cards * np.repeat(counts, lengths))
        return out


@cache
def futures(pack: Pack, cards: int, rows: Rows) -> dict[int, Futures]:
    """The futures of every set of two to all but one of the cards of a final hand."""
    if not 5 <= cards <= 7:
        raise Refused(f"a final hand has five, six or seven cards, not {cards}")
    if len(pack.deck) < cards:
        raise Refused(f"a deck of {len(pack.deck)} cards does not give a hand of {cards}")

    def tell_apart() -> dict[str, Ints]:
        levels = {cards - 1: _last(pack, cards, rows)}
        for seen in range(cards - 2, 1, -1):
            levels[seen] = _before(pack, seen, levels[seen + 1])
            orders = pack.orders(seen, cards - seen)
            if not (levels[seen].endings.sum(axis=1) == orders).all():
                raise ArithmeticError(f"with {seen} cards seen not every future has its {orders} endings")
        return {f"{seen}/{name}": array for seen in levels for name, array in levels[seen]._asdict().items()}

    told_by = hashlib.sha256(rows.of_strength.tobytes()).hexdigest()[:12]
    arrays = kept(f"futures-{cards}-{told_by}", version_of(__name__), tell_apart) if pack.whole else tell_apart()
    read = {seen: Futures(*(arrays[f"{seen}/{name}"] for name in Futures._fields)) for seen in range(2, cards)}
    return {seen: level._replace(to=level.to.astype(np.intp)) for seen, level in read.items()}


def _last(pack: Pack, cards: int, rows: Rows) -> Futures:
    """The futures when only the last card is to come."""
    bits = pack.bits(cards - 1)
    endings = np.zeros((len(bits), len(rows.names)), np.uint8)
    _count_last_card(bits, np.array([int(card) for card in pack.deck]), cards, rows.of_strength, endings)
    if not (endings.sum(axis=1) == pack.orders(cards - 1, 1)).all():
        raise ArithmeticError(f"not every set of {cards - 1} cards has {pack.orders(cards - 1, 1)} last cards")
    first, of = _same(endings)
    none = np.zeros(0, np.int64)
    return Futures(of, _sets_of(pack, cards - 1, of), endings[first].astype(np.int64), none, none, none)


@kernel
def _count_last_card(bits: Ints, deck: Ints, size: int, row_of: Ints, endings: Ints) -> None:
    """Count each card of the deck that is not in a set once, by the row of the hand it completes."""
    for i in range(len(bits)):
        key = 0
        for card in deck:
            if bits[i] & BIT[card]:
                key += KEY[card]
        for card in deck:
            if not bits[i] & BIT[card]:
                endings[i, row_of[strength_of(size, key + KEY[card], bits[i] | BIT[card])]] += 1


def _before(pack: Pack, seen: int, after: Futures) -> Futures:
    """The futures of the sets with one card less, told apart by what their next cards lead to."""
    led_to = np.sort(after.of[pack.with_next(seen)], axis=1)
    first, of = _same(led_to)
    different = np.ones((len(first), led_to.shape[1]), bool)
    different[:, 1:] = np.diff(led_to[first], axis=1) != 0
    runs = np.flatnonzero(different)
    to = led_to[first].reshape(-1)[runs]
    lengths = np.diff(np.append(runs, different.size))
    start = np.searchsorted(runs, np.arange(len(first)) * led_to.shape[1])
    endings = np.add.reduceat(lengths[:, None] * after.endings[to], start)
    return Futures(of, _sets_of(pack, seen, of), endings, start, to, lengths)


def _same(rows: Ints) -> tuple[Ints, Ints]:
    """Where each different row is first found, and which of them each row is.

    Rows are sorted by a hash; that no two different ones have the same is then checked, row by row.
    """
    weights = np.random.default_rng(0).integers(-(2**63), 2**63 - 1, rows.shape[1])
    hashes = np.zeros(len(rows), np.int64)
    for column, weight in enumerate(weights):
        hashes += rows[:, column] * weight
    _, first, of = np.unique(hashes, return_index=True, return_inverse=True)
    for column in range(rows.shape[1]):
        if not np.array_equal(rows[first, column][of], rows[:, column]):
            raise ArithmeticError("two different rows have the same hash")
    return first, of.astype(np.int32)


def _sets_of(pack: Pack, seen: int, of: Ints) -> Ints:
    """How many sets of cards have each future."""
    sets = np.zeros(int(of.max()) + 1, np.int64)
    np.add.at(sets, of, pack.ways(seen))
    if sets.sum() != comb(len(pack.deck), seen):
        raise ArithmeticError(
            f"{sets.sum()} sets of {seen} cards have a future; there are {comb(len(pack.deck), seen)}"
        )
    return sets


def final_hands(pack: Pack, cards: int, rows: Rows) -> dict[str, int]:
    """How many hands of so many cards the deck has of each row.

    Any two cards of a hand of N may be seen first and the others come in any order, so each is counted N!/2 times.
    """
    two = futures(pack, cards, rows)[2]
    counts = (two.sets @ two.endings) // (factorial(cards) // 2)
    if counts.sum() != comb(len(pack.deck), cards):
        raise ArithmeticError(f"{counts.sum()} hands of {cards} cards; there are {comb(len(pack.deck), cards)}")
    return {row: int(count) for row, count in zip(rows.names, counts, strict=True)}
