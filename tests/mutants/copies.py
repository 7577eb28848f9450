"""Copies of the source with at most one mutant in them, and tests run against them."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sys
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from time import monotonic

import pytest

from tests.mutants import ROOT, Mutant

LIMIT = 400
"""Seconds after which tests are ended; a mutant that makes them run so long has been noticed."""
PASSED, FAILED, DOES_NOT_LOAD, TOO_LONG = 0, 1, 2, 124
"""How pytest ends, and how tests that take too long do."""
OPTIONS = ("-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:schemathesis", "--tb=short")
NO_WARNING = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
"""Modules that are imported before the tests are cannot be rewritten, of which pytest would warn."""
Tests = tuple[tuple[str, ...], str]

PRELOADED = ["pytest", "hypothesis", "numba", "numpy", "sqlalchemy.ext.asyncio", "fastapi"]
"""What the processes of tests are forked with, so that each need not load it."""


@dataclass(frozen=True)
class Run:
    """How tests ended, how long they took and what they said."""

    code: int
    seconds: float
    said: str


class Copy:
    """One copy; tests run against it in processes that have loaded everything but our own code."""

    edits = count(1)

    def __init__(self, folder: Path, cache: Path) -> None:
        self.folder = folder
        self.cache = cache
        shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))

    def run(self, tests: Tests) -> Run:
        """Run tests against what is in the copy."""
        begun, said = monotonic(), self.folder / "said"
        processes = multiprocessing.get_context("forkserver")
        processes.set_forkserver_preload(PRELOADED)
        process = processes.Process(target=_run, args=(self.folder, self.cache, tests, said))
        process.start()
        process.join(LIMIT)
        code = process.exitcode
        if code is None:
            os.killpg(process.pid or 0, signal.SIGKILL)
            process.join()
            code = TOO_LONG
        return Run(code, monotonic() - begun, said.read_text())

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


def _run(folder: Path, cache: Path, tests: Tests, said: Path) -> None:
    """What a new process does: put the copy first on the path, run tests and end as pytest does."""
    os.setsid()
    os.chdir(ROOT)
    out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)
    sys.path.insert(0, str(folder / "src"))
    sys.pycache_prefix, sys.dont_write_bytecode = str(folder / "bytecode"), False
    os.environ |= {
        "PYTHONPATH": str(folder / "src"),
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        "CROUPIER_CACHE": str(cache),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(folder / "hypothesis"),
        "RERUNS": "0",
    }
    files, keyword = tests
    code = pytest.main([*OPTIONS, *NO_WARNING, *(("-k", keyword) if keyword else ()), *files])
    sys.stdout.flush()
    os._exit(code)


class Copies:
    """As many copies as run at the same time."""

    def __init__(self, folder: Path, count: int) -> None:
        self.free: SimpleQueue[Copy] = SimpleQueue()
        for number in range(count):
            self.free.put(Copy(folder / f"copy-{number}", folder / "cache"))

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
