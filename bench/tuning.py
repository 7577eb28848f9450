"""A search over a million paytables of On the Draw, and over a few thousand of a game that is slower to solve."""

from __future__ import annotations

import time
from fractions import Fraction

from croupier.exact.tuning import Target, parse_range, tune
from croupier.games import game_named

SEARCHES = {
    ("on-the-draw", "play"): (
        "royal-flush=60:1..150:1/10:1",
        "straight-flush=11:1..29:1/2:1",
        "four-of-a-kind=7:1..23:2/1:2",
        "full-house=3:1..21:4/1:4",
        "flush=2:1..17:4/1:4",
        "straight=1:1..13:4/1:4",
    ),
    ("big-draw", "five-card-draw/big-draw"): (
        "four-of-a-kind=20:1..29:1",
        "full-house=4:1..9:1",
        "flush=3:1..8:1",
        "straight=2:1..6:1",
    ),
    ("cincinnati-stud", "blind"): ("full-house=2:1..6:1", "flush=1:1..4:1/1:2", "straight=1:1..2:1/1:4"),
}


def run() -> None:
    """Print how long each search took."""
    for (name, bet), words in SEARCHES.items():
        game = game_named(name)()
        start = time.perf_counter()
        ranges = [parse_range(each, game, bet) for each in words]
        found = tune(game, bet, Target(Fraction(1, 40)), ranges, limit=20)
        seconds = time.perf_counter() - start
        print(f"{name} {bet}: {found.searched:,} tables in {seconds:.1f} s, {found.met:,} met the target")
