"""Simulated rounds a second: every kernel on one core and on two, beside PokerKit in the same run."""

from __future__ import annotations

import resource
from collections.abc import Callable
from fractions import Fraction
from threading import Event
from time import perf_counter, process_time

from bench.engine import pokerkit_rounds
from croupier.exact.claims import audit
from croupier.games import game_named, game_names
from croupier.simulate.runs.prepared import simulation_of
from croupier.simulate.runs.runner import KernelJob, Local, Stretch
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import SHIFT

TARGETS = {
    "on-the-draw": 8e6,
    "big-draw": 8e6,
    "three-card-draw": 15e6,
    "draw-n-shoot-21": 15e6,
    "cincinnati-stud": 8e6,
}
"""Rounds a second of one seat with optimal decisions, on one core."""
ROUNDS = 1000 * SHIFT
SHIFTS = 5
"""Measurements are taken this often, in turn, so that a machine that slows down slows all; the best counts."""
BESIDE_THE_DOCUMENT = 100_000_000


def kernel(game: str, players: int = 1) -> KernelJob:
    """A table with optimal decisions, all bets made, its kernel compiled."""
    job = KernelJob.of(simulation_of(Setup(game_named(game)(), players)), "bench", 60)
    job.deal(Stretch(0, SHIFT))
    return job


def on_one_core(job: KernelJob, rounds: int) -> float:
    """Rounds a second of processor time, everything counted."""
    start = process_time()
    job.deal(Stretch(0, rounds))
    return rounds / (process_time() - start)


def on_cores(job: KernelJob, workers: int, rounds: int) -> float:
    """Rounds a second on the clock."""
    start = perf_counter()
    Local(workers).run(job, Stretch(0, rounds), lambda dealt: None, Event())
    return rounds / (perf_counter() - start)


def rate(deal: Callable[[int], None], rounds: int) -> float:
    """Rounds a second of processor time."""
    start = process_time()
    deal(rounds)
    return rounds / (process_time() - start)


def run() -> None:
    """Print all rates, what two cores make of one, what peers do, and the document's simulation beside ours."""
    jobs = {game: kernel(game) for game in game_names()}
    for game, job in jobs.items():
        best = max(on_one_core(job, ROUNDS) for _ in range(SHIFTS))
        note = f"target {TARGETS[game]:,.0f}" if game in TARGETS else ""
        print_rate(f"{game}, one seat, one core", best, note)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for game in game_names():
        seats = game_named(game).seats
        print_rate(f"{game}, {seats} seats, one core", on_one_core(kernel(game, seats), ROUNDS // 8), "")
    job = jobs["draw-n-shoot-21"]
    ratios = [on_cores(job, 2, 4 * ROUNDS) / on_cores(job, 1, 4 * ROUNDS) for _ in range(SHIFTS)]
    print(f"simulation {'two cores against one, on the clock':<48} {max(ratios):12.2f} times")
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    memory = f"{after / 2**20:.2f} GiB, {(after - before) / 2**10:.0f} MiB of it for longer runs"
    print(f"simulation {'peak memory':<48} {memory}")
    beside_peers(max(on_one_core(job, ROUNDS) for _ in range(SHIFTS)))
    beside_the_document()


def beside_peers(ours: float) -> None:
    """PokerKit's hold'em, from Python, in the same run."""
    deal = pokerkit_rounds(2)
    theirs = max(rate(deal, 200) for _ in range(SHIFTS))
    note = f"draw-n-shoot-21 is {ours / theirs:,.0f} times as fast"
    print_rate("PokerKit, two-handed limit hold'em, one core", theirs, note)


def beside_the_document() -> None:
    """The six decks that Draw 'n Shoot 21's document simulated, beside ours with a cut card and the exact new shoe."""
    game = game_named("draw-n-shoot-21")
    job = KernelJob.of(simulation_of(Setup(game(), 1, ("document",), {"ante": 500})), "document", 60)
    tally = Local().run(job, Stretch(0, BESIDE_THE_DOCUMENT), lambda dealt: None, Event())
    found = job.results(tally).main
    print(
        f"simulation draw-n-shoot-21, {BESIDE_THE_DOCUMENT:,} rounds with a cut card: mean {float(found.mean):+.6f}, "
        f"standard error {found.standard_error:.6f}, variance {float(found.variance):.3f}"
    )
    for finding in audit(game):
        document, _, column = finding.figure.rpartition("/")
        place, _, row = document.rpartition("/")
        if (place, column) == ("21/six-decks", "p") and finding.exact:
            ours = found.nets[units_of(row)] / found.observations
            print(
                f"simulation   {finding.label:<20} document {finding.text:>8}  ours {ours:.5f}  "
                f"new shoe {float(finding.exact.value):.5f}"
            )


def units_of(row: str) -> Fraction:
    """The net result that a row of the document is about: `push`, `lose-3-units`, `win-1-2-units`."""
    won_or_lost, *units = row.split("-")
    amount = Fraction(".".join(units[:-1]) or 0)
    return -amount if won_or_lost == "lose" else amount


def print_rate(what: str, rounds_per_second: float, note: str) -> None:
    """One line of the report."""
    print(f"simulation {what:<48} {rounds_per_second:12,.0f} rounds/s  {note}")
