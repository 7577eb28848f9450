"""Every solver and kernel beside those of an earlier commit, in turn, in processor time."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Final

from croupier.games import game_names

BEFORE: Final = os.environ.get("BENCH_BEFORE", "43cfff3")
"""The commit to compare with: by default the last one in which every game had a solver and a kernel of its own."""
HERE = Path(__file__).parent.parent
LEAST = 0.8
"""The share of the speed before that is good enough."""
TIMES = {"warm": 15, "one more": 31, "kernel": 7, "process": 7}


def earlier() -> Path:
    """The tree of that commit, in the build folder."""
    tree = HERE / "build" / f"bench-{BEFORE}"
    if not (tree / "src").is_dir():
        archive = subprocess.run(["git", "-C", HERE, "archive", BEFORE, "src"], check=True, capture_output=True)
        tree.mkdir(parents=True, exist_ok=True)
        subprocess.run(["tar", "-x", "-C", tree], input=archive.stdout, check=True)
    return tree


class Tree:
    """One tree, with a process that solves and simulates when it is asked."""

    def __init__(self, tree: Path, cache: Path) -> None:
        """What is kept is each tree's own, so that nothing else at the machine writes over it."""
        of_tree = {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "", "CROUPIER_CACHE": str(cache)}
        self.environment = os.environ | of_tree
        self.timed = subprocess.Popen(
            [sys.executable, HERE / "bench" / "_timed.py"],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def seconds(self, what: str, game: str) -> float:
        """Processor seconds that something takes; of a process, all of it from its start."""
        if what == "process":
            start = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [sys.executable, "-m", "croupier", "analyze", game, "--json"]
            subprocess.run(command, env=self.environment, check=True, capture_output=True)
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
            return end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
        assert self.timed.stdin is not None and self.timed.stdout is not None
        print(f"{what} {game}", file=self.timed.stdin, flush=True)
        return float(self.timed.stdout.readline())

    def close(self) -> None:
        """Let the process end."""
        assert self.timed.stdin is not None and self.timed.stdout is not None
        self.timed.stdin.close()
        self.timed.wait()
        self.timed.stdout.close()


def run() -> None:
    """Print both times, the least of many, and the median of the ratios of neighbours: above 1 it is quicker now."""
    if subprocess.run(["git", "-C", HERE, "cat-file", "-e", BEFORE], capture_output=True, check=False).returncode:
        print(f"beside: there is no commit {BEFORE} here to compare with")
        return
    before = earlier()
    trees = Tree(before, before / "cache"), Tree(HERE, HERE / "build" / "bench-now")
    try:
        for what, times in TIMES.items():
            for game in game_names():
                compare(what, game, times, trees)
    finally:
        for tree in trees:
            tree.close()


def compare(what: str, game: str, times: int, trees: tuple[Tree, Tree]) -> None:
    """One line: a solver or a kernel of both trees, in turn."""
    for tree in trees:
        tree.seconds(what, game)
    pairs = [tuple(tree.seconds(what, game) for tree in trees) for _ in range(times)]
    then, now = (min(column) for column in zip(*pairs, strict=True))
    ratio = median(before / after for before, after in pairs)
    short = "" if ratio >= LEAST else f"  below {LEAST}"
    print(
        f"beside     {f'{game}, {what}':<36} {then * 1e3:10.2f} ms before {now * 1e3:10.2f} ms now {ratio:6.2f}{short}"
    )
