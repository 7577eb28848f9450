"""Run the mutants: `python -m tests.mutants [--only PATTERN] [-j N]`; the exit code is 1 if one survives.

Each worker has a copy of the source in a temporary folder, which comes first on the path of the tests it runs; the
tree is not touched. Before the mutants, their tests must pass on the copy as it is.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

from tests.mutants import Mutant, mutants
from tests.mutants.copies import DOES_NOT_LOAD, FAILED, PASSED, TOO_LONG, Copies, Run, Tests

ENDS = {FAILED: "dies", DOES_NOT_LOAD: "does not load", TOO_LONG: "takes too long"}
"""How a mutant is noticed."""


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="PATTERN", help="a regular expression for room, words and file")
    parser.add_argument("-j", type=int, default=2, metavar="N", help="how many run at the same time (2)")
    asked = parser.parse_args()
    chosen = [mutant for mutant in mutants() if re.search(asked.only, str(mutant))]
    for mutant in chosen:
        mutant.text()
    begun = monotonic()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(asked.j) as pool:
        copies = Copies(Path(folder), asked.j)
        tests = list(dict.fromkeys((mutant.tests, mutant.keyword) for mutant in chosen))
        if not _all_pass(tests, pool.map(copies.run, tests)):
            return 1
        alive = _survivors(chosen, pool.map(copies.run_with, chosen))
    print(f"{len(chosen)} mutants, {len(alive)} survivors, {monotonic() - begun:.0f} seconds")
    return 1 if alive or not chosen else 0


def _all_pass(tests: Iterable[Tests], runs: Iterable[Run]) -> bool:
    """Whether the tests pass on the code as it is; those that do not are told."""
    passed = True
    for (files, keyword), run in zip(tests, runs, strict=True):
        if run.code != PASSED:
            passed = False
            print(f"fails without a mutant: {' '.join(files)} {keyword}\n{run.said}", flush=True)
    return passed


def _survivors(chosen: Iterable[Mutant], runs: Iterable[Run]) -> list[Mutant]:
    """The mutants that no test noticed; tests that could not be run have noticed nothing."""
    alive = []
    for mutant, run in zip(chosen, runs, strict=True):
        ended = ENDS.get(run.code, "SURVIVES")
        print(f"{ended} {run.seconds:5.1f} s  {mutant}", flush=True)
        if run.code not in ENDS:
            alive.append(mutant)
            if run.code != PASSED:
                print(run.said, flush=True)
    return alive


if __name__ == "__main__":
    sys.exit(main())
