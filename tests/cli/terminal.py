"""The command as somebody types it: run for real, in a process of its own or in this one, and read back."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from croupier.cards import SUIT_SIGNS
from croupier.cli import carry_out
from croupier.games import game_named
from croupier.table.record import deal_again, read_records
from croupier.table.round import Round

COMMAND = (sys.executable, "-c", "from croupier.cli import main; main()")
RANKS = ("10", *"23456789JQKA")


@dataclass(frozen=True)
class Said:
    """What a command answered."""

    status: int
    out: str
    err: str

    def screens(self) -> list[str]:
        """The output cut after every question, so that each piece is what was seen before an answer was typed."""
        return re.split(r"(?m)^> ", self.out)


def croupier(*words: str | Path, typed: str = "") -> Said:
    """Carry out the command in this process, with these lines to read."""
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(typed)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = carry_out([str(word) for word in words])
    finally:
        sys.stdin = before
    return Said(status, out.getvalue(), err.getvalue())


def process(*words: str | Path, typed: str = "") -> Said:
    """Run the command in a process of its own, with these lines typed into a pipe."""
    done = subprocess.run(
        [*COMMAND, *map(str, words)], input=typed, capture_output=True, text=True, encoding="utf-8", timeout=60
    )
    return Said(done.returncode, done.stdout, done.stderr)


def rounds_of(log: Path) -> list[Round]:
    """The rounds of a log, dealt again."""
    return [deal_again(record, game_named) for record in read_records(log)]


def cards_drawn(screen: str) -> set[str]:
    """Every card that can be read on a screen, in a line or on a card whose rank stands above its suit."""
    lines = screen.splitlines()
    found = set()
    for above, line in zip(["", *lines], lines, strict=False):
        for place, sign in enumerate(line):
            if sign in SUIT_SIGNS:
                suit = "cdhs"[SUIT_SIGNS.index(sign)]
                rank = _rank_before(line, place) or above[place : place + 2].strip(" │")
                assert rank in RANKS, f"the suit at {place} of {line!r} has no rank"
                found.add(rank.replace("10", "T") + suit)
    return found


def _rank_before(line: str, place: int) -> str:
    if line[max(place - 2, 0) : place] == "10":
        return "10"
    return line[place - 1] if place and line[place - 1] in RANKS else ""
