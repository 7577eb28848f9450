"""The generator that deals an electronic table, as laboratories test it."""

from __future__ import annotations

from functools import cache
from typing import Final

from croupier.contract import Json
from croupier.rng_tests.battery import LEVEL, describe, draw_samples, run_tests
from croupier.table.chance import ALGORITHM, seed_from

SAMPLES: Final = 10_000
SEED: Final = "croupier report"
"""The words that the samples come from: with the same ones anybody draws the same samples."""


@cache
def generator() -> Json:
    """What was sampled, which tests were made, how many failed and how many may."""
    samples = draw_samples(seed_from(SEED), SAMPLES)
    verdict = run_tests(samples)
    return {
        "algorithm": ALGORITHM,
        "words": SEED,
        "samples": [
            {"what": each["what"], "draws": each["draws"], "range": each["range"], "replacement": each["replacement"]}
            for each in describe(samples).values()
        ],
        "level": f"{1 - LEVEL:.0%}",
        "tests": [
            {
                "test": tally.test,
                "made": str(tally.tests),
                "failed": str(tally.failed),
                "expected": f"{tally.expected:.2f}",
                "most": str(tally.most_failed),
            }
            for tally in verdict.tallies
        ],
        "made": str(len(verdict.results)),
        "failed": str(verdict.failed),
        "expected": f"{verdict.expected:.2f}",
        "smallest": f"{verdict.smallest.p:.3g}",
        "least": f"{verdict.least_p:.3g}",
        "of": f"{verdict.smallest.test} of {verdict.smallest.sample}",
        "passes": verdict.passes,
    }
