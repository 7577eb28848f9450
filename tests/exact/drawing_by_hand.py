"""Draw games played card by card with the table's own hands: the slow witness for the solver."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from croupier.cards import Card, parse_cards
from croupier.hands import Hand
from croupier.odds import Odds, PayTable, Prize

STRIPPED = parse_cards("2c 2d 2h 3c 5c Tc Td Jc Qc Kc Ac Ad")
"""Twelve cards whose suits are not alike, with flushes, straights and, if twos are wild, five of a kind."""


def number(cards: Sequence[Card]) -> int:
    """The number of a hand of the 52-card deck among all hands."""
    return sum(comb(card.index, place) for place, card in enumerate(sorted(cards), start=1))


def ends(
    cards: Sequence[Card], held: Sequence[Card], deck: Sequence[Card], judge: Callable[[Sequence[Card]], Hand]
) -> Counter[str]:
    """The rows of all final hands of a hold, each drawn in turn."""
    rest = [card for card in deck if card not in cards]
    return Counter(judge([*held, *drawn]).row for drawn in combinations(rest, 5 - len(held)))


def net_of(paytable: PayTable, row: str, stake: Fraction) -> Fraction:
    """What a row leaves a player with, per unit of a stake in dollars."""
    match paytable[row]:
        case None:
            return Fraction(-1)
        case Odds(value):
            return value
        case Prize(cents):
            return Fraction(cents, 100) / stake


def play_every_hold(
    deck: Sequence[Card], judge: Callable[[Sequence[Card]], Hand], paytable: PayTable
) -> tuple[Fraction, dict[str, Fraction], dict[int, Fraction]]:
    """The value of a game, and how often rows and draws come, by trying every hold of every hand with every draw.

    Of equally good holds the one that keeps most cards is taken, then the one that keeps the highest.
    """
    row_of = {frozenset(hand): judge(hand).row for hand in combinations(deck, 5)}
    net = {row: net_of(paytable, row, Fraction(1)) for row in set(row_of.values())}
    value = Fraction(0)
    rows: dict[str, Fraction] = defaultdict(Fraction)
    draws: dict[int, Fraction] = defaultdict(Fraction)
    share = Fraction(1, len(row_of))
    for hand in combinations(sorted(deck), 5):
        rest = [card for card in deck if card not in hand]
        tried = []
        for mask in range(32):
            held = [card for place, card in enumerate(hand) if mask >> place & 1]
            finals = Counter(row_of[frozenset((*held, *drawn))] for drawn in combinations(rest, 5 - len(held)))
            worth = sum((net[row] * count for row, count in finals.items()), Fraction(0)) / finals.total()
            tried.append((worth, len(held), mask, finals))
        worth, kept, _, finals = max(tried, key=lambda hold: hold[:3])
        value += worth * share
        draws[5 - kept] += share
        for row, count in finals.items():
            rows[row] += share * Fraction(count, finals.total())
    return value, rows, draws
