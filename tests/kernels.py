"""Compile the kernels and solve the games once, before several processes of a test run would each do so.

`python -m tests.kernels` fills the cache; where it is full, nothing is left to do.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

from croupier.cli import carry_out
from croupier.games import game_named, game_names


def commands() -> Iterator[list[str]]:
    """Every game's mathematics with the short strategy, and short simulations at a full table by both strategies."""
    for name in game_names():
        dealt = ["simulate", name, "--rounds", "1000", "--players", str(game_named(name).seats)]
        yield ["analyze", name, "--strategies"]
        yield dealt
        yield [*dealt, "--strategy", "simple", "--error-rate", "0.1"]


def main() -> int:
    """Carry the commands out, and show nothing of them unless one fails; its status then, or else 0."""
    for words in commands():
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
            status = carry_out([*words, "--json"])
        if status:
            print(said.getvalue(), file=sys.stderr)
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
