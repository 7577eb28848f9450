"""Rounds played in the terminal: `python -m tests.before.terminal_logs FOLDER` plays them into a log for each game."""

from __future__ import annotations

import lzma
import sys
from pathlib import Path
from random import Random

from croupier.games import game_named, game_names
from croupier.table.settings import settings_of
from tests.cli.terminal import croupier
from tests.contract.cases import other_values

BETS = {
    "big-draw": ["10", "big 10 first 5", "first-5 5", ""],
    "cincinnati-stud": ["10 pot", "10 trips 5 pot", "ante 20"],
    "draw-n-shoot-21": ["10", "ante 10 craps 5", "craps 5"],
    "on-the-draw": ["10 pot", "ante 10 trips 5 pot", "10"],
    "three-card-draw": ["10", "ante 10 bonus 5", "bonus 5"],
}
ANSWERS = {
    "big-draw": ["f", "d", "13", "all", "none", "135", ""],
    "cincinnati-stud": ["1", "2", "f"],
    "draw-n-shoot-21": ["0", "1", "2", "h", "s", "s"],
    "on-the-draw": ["c", "c", "1", "2", "3", "f"],
    "three-card-draw": ["1d2", "d2", "1k", "2d1", "keep", "f", ""],
}


def lines(game: str, rounds: int, random: Random) -> str:
    """Lines for somebody who types bets and decisions; one that does not fit is asked for again."""
    typed = []
    for _ in range(rounds):
        typed += [random.choice(BETS[game]), *random.choices(ANSWERS[game], k=5)]
    return "".join(line + "\n" for line in typed)


def play(game: str, log: Path, *options: str, rounds: int = 3, players: int = 3) -> None:
    """Add rounds to a log."""
    words = f"{game} {' '.join(options)} {players}"
    said = croupier(
        *("play", game, "--seed", words, "--rounds", str(rounds), "--players", str(players), "--seat", "1"),
        *("--bankroll", "2000", "--log", log, *options),
        typed=lines(game, 2 * rounds, Random(words)),
    )
    assert said.status == 0, said.err


def write(folder: Path) -> None:
    """A log of every game: each setting's other values, each paytable, every number of players, long pots."""
    for game in game_names():
        kind, log = game_named(game), folder / f"{game}.jsonl"
        for players in range(1, kind.seats + 1):
            play(game, log, rounds=2, players=players)
        for setting in settings_of(kind.Settings):
            for value in other_values(kind, setting):
                play(game, log, "--set", f"{setting.name}={value}", rounds=2, players=2)
        for bet, tables in kind.printed().items():
            for table in list(tables)[1:]:
                play(game, log, "--paytable", f"{bet}={table}", rounds=1, players=2)
        play(game, log, "--jurisdiction", "washington", "--date", "2026-01-31", players=2)
        play(game, log, "--breakage", "down-to-chip", "--chip", "0.50", "--aggregate-payout", "400", players=3)
        for players in (4, 1) if any(spot.pot for spot in kind.spots) else ():
            play(game, log, rounds=25, players=players)
        log.with_suffix(".jsonl.xz").write_bytes(lzma.compress(log.read_bytes(), preset=9))
        log.unlink()


if __name__ == "__main__":
    write(Path(sys.argv[1]))
