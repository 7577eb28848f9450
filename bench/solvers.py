"""Every solver warm, with one more paytable, and in a new process, beside single calls of the plain hand ranking."""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from bench._timed import another
from croupier.cards import DECK
from croupier.exact.solver import solver_of
from croupier.games import game_named, game_names
from croupier.hands import poker_hand

SINGLE_CALLS = 100_000


def seconds(work: Callable[[], Any], times: int = 3) -> float:
    """The least time of a few."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def single_calls() -> float:
    """Seconds for a million hands of seven cards, ranked one by one by hands.py."""
    deal = random.Random(7)
    hands = [deal.sample(DECK, 7) for _ in range(SINGLE_CALLS)]
    return seconds(lambda: [poker_hand(hand) for hand in hands]) * 1_000_000 / SINGLE_CALLS


def run() -> None:
    """Print seconds and the ratio to a million single calls."""
    baseline = single_calls()
    print(f"a million single calls of hands.poker_hand: {baseline:.3f} s, the unit of the ratios")
    print(f"{'game':<18} {'first':>8} {'warm':>8} {'one more':>9} {'process':>8}   ratios to the unit")
    for name in game_names():
        game = game_named(name)()
        first = seconds(lambda game=game: solver_of(game).analyze(), 1)
        warm = seconds(lambda game=game: solver_of(game).analyze())
        tables = iter(another(game, step) for step in range(100))
        more = seconds(lambda tables=tables: solver_of(next(tables)).analyze())
        command = [sys.executable, "-m", "croupier", "analyze", name, "--json"]
        process = seconds(lambda command=command: subprocess.run(command, check=True, capture_output=True), 2)
        figures = (first, warm, more, process)
        ratios = "  ".join(f"{figure / baseline:.3f}" for figure in figures)
        print(f"{name:<18} {first:8.3f} {warm:8.3f} {more:9.4f} {process:8.2f}   {ratios}")
    tables = [game_named("on-the-draw").choose(paytables={"play": f"OTD-0{n}"}) for n in range(1, 8)]
    seven = seconds(lambda: [solver_of(game).analyze() for game in tables])
    print(f"all seven On the Draw tables: {seven:.3f} s, ratio {seven / baseline:.3f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of this process: {peak:.0f} MiB")
