"""How fast hands are judged, on one core, beside peers through their own Python calls.

Each figure stands beside its ratio to the plain single call of the same run: `hands.poker_hand` on seven cards.
"""

from __future__ import annotations

import resource
import warnings
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import phevaluator
import treys
from rich.console import Console
from rich.table import Table

from croupier.cards import DECK
from croupier.exact.hand_counts.evaluate import strengths
from croupier.hands import poker_hand

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import eval7

HANDS = 4_000_000
HANDS_ONE_BY_ONE = 20_000


class Figure(NamedTuple):
    """One line of the benchmark."""

    what: str
    seconds: float
    hands: int
    """How many hands were judged in that time."""
    target: float | None = None
    """The most seconds it may take."""


def best_of(times: int, call: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds."""
    shortest = float("inf")
    for _ in range(times):
        start = perf_counter()
        call()
        shortest = min(shortest, perf_counter() - start)
    return shortest


def seven_card_hands(count: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Random hands, the same in every run."""
    decks_needed = -(-count // 7)
    decks = np.random.default_rng(7).permuted(np.tile(np.arange(52, dtype=np.uint8), (decks_needed, 1)), axis=1)
    return np.ascontiguousarray(decks[:, :49].reshape(-1, 7)[:count])


def judging() -> list[Figure]:
    """Seven-card hands: ours one by one, peers one by one through their own Python calls, ours as an array."""
    many = seven_card_hands(HANDS)
    few = many[:HANDS_ONE_BY_ONE].tolist()
    as_cards = [[DECK[card] for card in hand] for hand in few]
    names = [[card.name for card in hand] for hand in as_cards]
    as_eval7 = [[eval7.Card(name) for name in hand] for hand in names]
    as_treys = [[treys.Card.new(name) for name in hand] for hand in names]
    by_treys = treys.Evaluator()
    strengths(many[:10])

    def each(judge: Callable[[Any], object], hands: list[Any]) -> float:
        return best_of(3, lambda: [judge(hand) for hand in hands])

    return [
        Figure("poker_hand, one by one", each(poker_hand, as_cards), len(few)),
        Figure("treys", each(lambda hand: by_treys.evaluate(hand, []), as_treys), len(few)),
        Figure("phevaluator", each(lambda hand: phevaluator.evaluate_cards(*hand), few), len(few)),
        Figure("eval7", each(eval7.evaluate, as_eval7), len(few)),
        Figure("strengths, an array", best_of(5, lambda: strengths(many)), len(many), target=len(many) / 90e6),
    ]


def run() -> None:
    """Measure and print."""
    figures = judging()
    single_call = figures[0].seconds / figures[0].hands
    table = Table("what", "seconds", "million hands a second", "ratio to the single call", "target, seconds")
    for column in table.columns[1:]:
        column.justify = "right"
    for figure in figures:
        per_hand = figure.seconds / figure.hands
        table.add_row(
            figure.what,
            f"{figure.seconds:.4f}",
            f"{1e-6 / per_hand:.3f}",
            f"{per_hand / single_call:,.5f}",
            "" if figure.target is None else f"{figure.target:.4f}",
        )
    console = Console()
    console.print(f"The single call, poker_hand on seven cards, takes {single_call * 1e6:.2f} µs.")
    console.print(table)
    console.print(f"Peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GiB.")
