"""How long `import croupier` takes in a fresh interpreter."""

from __future__ import annotations

import subprocess
import sys

TIMED = "from time import perf_counter as now; start = now(); {statement}; print(now() - start)"


def seconds(statement: str, runs: int = 7) -> float:
    """The least time a statement takes in fresh interpreters."""
    command = [sys.executable, "-c", TIMED.format(statement=statement)]
    return min(float(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(runs))


def run() -> None:
    """Print the time of an import, and of what a table needs."""
    for statement in (
        "import croupier",
        "import croupier.games; croupier.games.game_named('on-the-draw')",
        "import croupier.cli",
    ):
        print(f"startup    {statement.split(';')[0]:<46} {seconds(statement):8.3f} s")
