"""What must always hold is checked with and without `python -O`."""

from __future__ import annotations

import subprocess
import sys

import pytest

TABLE = """
from croupier.floor.entries import Answered, Opened, Sat
from croupier.floor.fairness.commit_reveal import RoundSeeds
from croupier.floor.money import Transfer
from croupier.floor.storage.house_ledger import transfer_row
from croupier.floor.tables.live_table import LiveTable
from croupier.games import game_named
from croupier.table.placard import Placard

release = game_named("on-the-draw")().release
table = LiveTable(1, Opened("A table", "on-the-draw", {}, [], Placard().to_json(), 0, [], "mint", release))
table.next_seeds = RoundSeeds(bytes(32), bytes(32))
table.apply(Sat(1, "Ann", 1, 20_000))
opened = table.next_round()
"""
ROUND = """
table.apply(opened)
table.next_seeds = RoundSeeds.draw()
for answer in ("bet ante=5 blind=5", "check", "check", "play-1x"):
    {change}
    table.apply(Answered(1, answer, "player"))
"""


def said_by(program: str) -> str:
    """Return the last line that a program prints, of an error or not, without assertions."""
    done = subprocess.run(
        [sys.executable, "-O", "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    return (done.stdout + done.stderr).strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (ROUND.format(change="pass") + "print(table.round.finished)", "True"),
        (ROUND.format(change="table.table.seats[1].stack += 5"), "chips were made or lost"),
        ("table.next_seeds = RoundSeeds(bytes(32), b'1' * 32)\ntable.apply(opened)", "the seeds are not those"),
        ("table.next_seeds = RoundSeeds(b'1' * 32, bytes(32))\ntable.apply(opened)", "the seeds are not those"),
        ("transfer_row(Transfer('mint', 'wallet:1', -5, 'play money'), 0)", "a transfer of -5 cents"),
    ],
)
def test_what_must_hold_is_checked_without_assertions(program: str, said: str) -> None:
    assert said in said_by(TABLE + program)
