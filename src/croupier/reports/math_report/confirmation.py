"""The mathematics confirmed by simulation: what a table came to, with standard errors, beside the exact figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt
from threading import Event
from typing import Any, Final

from croupier.chips import dollars
from croupier.contract import Json
from croupier.reports.paper_words import bet_label, decimal
from croupier.simulate.results import BetResult
from croupier.simulate.runs.pace import whole_pace
from croupier.simulate.runs.prepared import for_kernel, simulation_of
from croupier.simulate.runs.runner import KernelJob, Local, Stretch, run
from croupier.simulate.setup import Setup
from croupier.table.game import Game
from croupier.table.placard import Placard

SEED: Final = "croupier report"
"""The words that the rounds come from: with the same ones anybody deals the same rounds."""


def confirmation(game: Game[Any], placard: Placard, rounds: int, dealt: Callable[[int], None]) -> Json:
    """A table of one player who bets the least on everything and plays the best way, dealt so many times.

    A shoe is new for every round, as the exact figures have it.
    """
    setup, stop = for_kernel(Setup(game=game, placard=placard, fresh_shoe=True)), Event()
    job = KernelJob.of(simulation_of(setup), SEED, whole_pace(setup.players))
    job.deal(Stretch(0, 1))
    tally = run(job, Local(), rounds, None, dealt, stop)
    if stop.is_set():
        raise KeyboardInterrupt
    _, bets = job.results(tally).strategies[setup.strategies[0]]
    return {
        "rounds": f"{tally.rounds:,}",
        "seed": SEED,
        "bets": ", ".join(f"{game.spot(spot).label} {dollars(cents)}" for spot, cents in setup.bets.items()),
        "rows": [row for bet in bets.values() for row in _rows(bet_label(game, bet.bet.name), bet)],
    }


def _rows(label: str, bet: BetResult) -> Iterator[Json]:
    if bet.exact is None:
        return
    made = f"{bet.observations:,}"
    yield _row(f"{label}: expected value", made, bet.exact.expected_value, bet.mean, bet.standard_error)
    hits = bet.exact.hit_frequency
    error = sqrt(hits * (1 - hits) / bet.observations)
    yield _row(f"{label}: hit frequency", made, hits, bet.hit_frequency, error)


def _row(figure: str, made: str, exact: Fraction, simulated: Fraction, error: float) -> Json:
    """An exact figure beside a simulated one, and how many standard errors lie between them."""
    return {
        "figure": figure,
        "observations": made,
        "exact": decimal(exact),
        "simulated": decimal(simulated),
        "error": decimal(error),
        "z": decimal(float(simulated - exact) / error, 2, sign=True) if error else "–",
    }
