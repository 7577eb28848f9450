"""Run the mutants: `python -m tests.mutants [--only PATTERN] [-j N]`; the exit code is 1 if one survives.

Each worker has a copy of the source in a temporary folder, which comes first on the path of the tests it runs; the
tree is not touched. Before the mutants, their tests must pass on the copy as it is.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from time import monotonic

from tests.mutants import ROOT, Mutant, mutants

LIMIT = 400
"""Seconds after which tests are ended; a mutant that makes them run so long has been noticed."""
PASSED, FAILED, DOES_NOT_LOAD, TOO_LONG = 0, 1, 2, 124
"""How pytest ends, and how `timeout` does."""
Tests = tuple[tuple[str, ...], str]


@dataclass(frozen=True)
class Run:
    """How tests ended, how long they took and the last they said."""

    code: int
    seconds: float
    said: str


class Copy:
    """A copy of the source with at most one mutant in it."""

    edits = count(1)

    def __init__(self, folder: Path, shared: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
        self.environment = os.environ | {
            "PYTHONPATH": str(folder / "src"),
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            "CROUPIER_CACHE": str(shared / "cache"),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(folder / "hypothesis"),
            "RERUNS": "0",
        }

    def run(self, tests: Tests) -> Run:
        """Run tests against what is in the copy."""
        files, keyword = tests
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--tb=line"]
        begun = monotonic()
        process = subprocess.Popen(
            [*command, *(["-k", keyword] if keyword else []), *files],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            said, code = process.communicate(timeout=LIMIT)[0], process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            said, code = process.communicate()[0], TOO_LONG
        return Run(code, monotonic() - begun, said)

    def run_with(self, mutant: Mutant) -> Run:
        """Run a mutant's tests against it."""
        path, whole = self.folder / mutant.file, ROOT / mutant.file
        path.write_text(mutant.text())
        # Two edits in one second must not be taken for the same file by what compiles it.
        moment = whole.stat().st_mtime + next(self.edits)
        os.utime(path, (moment, moment))
        try:
            return self.run((mutant.tests, mutant.keyword))
        finally:
            shutil.copy2(whole, path)


class Copies:
    """As many copies as run at the same time."""

    def __init__(self, folder: Path, count: int) -> None:
        self.free: SimpleQueue[Copy] = SimpleQueue()
        for number in range(count):
            self.free.put(Copy(folder / f"copy-{number}", folder))

    def run(self, tests: Tests) -> Run:
        """Run tests in a copy that is free."""
        copy = self.free.get()
        try:
            return copy.run(tests)
        finally:
            self.free.put(copy)

    def run_with(self, mutant: Mutant) -> Run:
        """Run a mutant's tests in a copy that is free."""
        copy = self.free.get()
        try:
            return copy.run_with(mutant)
        finally:
            self.free.put(copy)


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.partition("\n")[0])
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
        dead = run.code in (FAILED, DOES_NOT_LOAD, TOO_LONG)
        print(f"{'dies' if dead else 'SURVIVES'} {run.seconds:5.1f} s  {mutant}", flush=True)
        if not dead:
            alive.append(mutant)
            if run.code != PASSED:
                print(run.said, flush=True)
    return alive


if __name__ == "__main__":
    sys.exit(main())
