"""What the commands for mathematics and simulation printed before: asked again, every figure is the same.

`python -m tests.before.figures FILE` writes the figures of the code that is installed; README.md says how.
"""

from __future__ import annotations

import json
import lzma
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from croupier.games import game_named, game_names
from croupier.table.settings import FIRST, as_words, settings_of
from tests.cli.terminal import croupier
from tests.contract.cases import other_values

FILE = Path(__file__).parent / "figures.json.xz"
HANDS = 200
"""How many hands of each game are advised on."""
OF_THE_RUN = ("seconds", "rounds_per_second", "sessions_per_second")
"""What is told of a computation and is no figure."""
KEPT_WHOLE = ("analyze", "audit", "exposure", "hold", "pot", "simulate")
"""Commands whose answers with the usual settings are kept whole, to show what differs."""


def commands() -> Iterator[str]:
    """Every command whose answer is kept."""
    for name in game_names():
        yield f"games {name} --json"
        yield f"analyze {name} --strategies --json"
        yield f"analyze {name} --stake 7.50 --json"
        yield f"audit {name} --json"
        yield f"exposure {name} --hands 1 --json"
        yield from (f"analyze {name} --set {chosen} --json" for chosen in _settings(name))
        yield from (f"analyze {name} --paytable {chosen} --json" for chosen in _paytables(name))
        yield from (f"advise {name} {shlex.join(hand)} --json" for hand in _hands(name))
        yield from (f"simulate {name} {options} --json" for options in _simulations(name))
        yield f"hold {name} --sessions 2000 --seed before --json"
    for name in ("cincinnati-stud", "on-the-draw"):
        yield f"analyze {name} --pot --json"
        for policy, joining in product(("never", "optimal", "simple"), ("steady", "casual")):
            yield f"pot {name} --rounds 50000 --fold-policy {policy} --joining {joining} --seed before --json"


def answer(command: str) -> Any:
    """What a command prints, read as JSON, without what is told of the run."""
    said = croupier(*shlex.split(command))
    assert said.status == 0, f"{command}: {said.err}"
    return _without_the_run(json.loads(said.out))


LATER = ("_float", "_exact", "favours")


def digest(told: dict[str, Any], keys: list[str]) -> str:
    """A hash of what was told under these keys; an answer may tell more, of a later version."""
    kept = {key: _as_then(told[key]) for key in keys}
    return sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()[:16]


def _as_then(told: Any) -> Any:
    """An answer without the other form of each figure, and without words that favour the player, which came later."""
    if isinstance(told, dict):
        return {key: _as_then(value) for key, value in told.items() if not key.endswith(LATER)}
    return [_as_then(value) for value in told] if isinstance(told, list) else told


def kept() -> dict[str, Any]:
    """The figures as they were written."""
    figures: dict[str, Any] = json.loads(lzma.decompress(FILE.read_bytes()))
    return figures


@cache
def _newer() -> frozenset[str]:
    """Settings that there were not yet."""
    usual = [game_named(name).Settings() for name in game_names()]
    return frozenset(
        name for settings in usual for name in as_words(settings).keys() - as_words(settings, FIRST).keys()
    )


def _settings(name: str) -> Iterator[str]:
    kind = game_named(name)
    for setting in settings_of(kind.Settings):
        yield from (f"{setting.name}={value}" for value in other_values(kind, setting))


def _paytables(name: str) -> Iterator[str]:
    for bet, tables in game_named(name).printed().items():
        yield from (f"{bet}={table}" for table in list(tables)[1:])


def _hands(name: str) -> Iterator[list[str]]:
    """Hands of random cards, with a board or a variant where the game has one."""
    random = Random(f"before {name}")
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    variants = {
        "big-draw": ("five-card-draw", "deuces-never-loses"),
        "three-card-draw": ("main", "main+bonus", "bonus-alone"),
    }
    dealt = {"big-draw": (5, 0), "cincinnati-stud": (6, 0), "on-the-draw": (4, 2), "three-card-draw": (3, 0)}
    for number in range(HANDS):
        random.shuffle(pack)
        if name == "draw-n-shoot-21":
            least = number % 2 + 1  # two cards of 19 and more take no third
            yield ["--cards", " ".join(sorted(pack, key=lambda card: (card[0] in "TJQKA9", pack.index(card)))[:least])]
            continue
        own, board = dealt[name]
        words = ["--cards", " ".join(pack[:own])]
        if board:
            words += ["--board", " ".join(pack[own : own + number % (board + 1)])]
        if name in variants:
            words += ["--variant", variants[name][number % len(variants[name])]]
        yield words


def _simulations(name: str) -> Iterator[str]:
    yield "--rounds 20000 --seed before"
    yield f"--rounds 20000 --seed before --players {game_named(name).seats}"
    yield "--rounds 20000 --seed before --strategy simple --error-rate 0.1"
    yield from (f"--rounds 5000 --seed before --set {chosen}" for chosen in _settings(name))
    yield from (f"--rounds 5000 --seed before --paytable {chosen}" for chosen in _paytables(name))
    if any(spot.pot for spot in game_named(name).spots):
        yield "--rounds 20000 --seed before --players 4 --pot --join 0.7 --skip 0.1 --leave 0.05"


def _without_the_run(told: Any) -> Any:
    if isinstance(told, dict):
        return {key: _without_the_run(value) for key, value in told.items() if key not in (*OF_THE_RUN, *_newer())}
    return [_without_the_run(value) for value in told] if isinstance(told, list) else told


def write(file: Path) -> None:
    """Ask everything, and keep the digests and some whole answers."""
    keys: dict[str, list[str]] = {}
    digests, whole = {}, {}
    for command in commands():
        told = answer(command)
        word, *_ = command.split()
        keys[command] = list(told)
        digests[command] = digest(told, keys[command])
        if word in KEPT_WHOLE and " --set " not in command and " --paytable " not in command:
            whole[command] = told
    shapes = sorted({tuple(each) for each in keys.values()})
    figures = {
        "keys": shapes,
        "digests": {command: [shapes.index(tuple(keys[command])), digests[command]] for command in digests},
        "whole": whole,
    }
    file.write_bytes(lzma.compress(json.dumps(figures, separators=(",", ":")).encode(), preset=9))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
