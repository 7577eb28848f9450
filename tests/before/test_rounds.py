"""Rounds that players exported from older houses are verified, with the hashes that they were shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.before.kept import KEPT
from tests.cli.terminal import croupier

SHOWN: dict[str, list[str]] = json.loads((KEPT / "rounds" / "seen.json").read_text("utf-8"))


def test_there_are_rounds_of_every_game() -> None:
    kept = {path.name for path in (KEPT / "rounds").glob("*-*.json")}
    assert kept == set(SHOWN)
    for game in ("big-draw", "cincinnati-stud", "draw-n-shoot-21", "on-the-draw", "three-card-draw"):
        assert sum(name.startswith(game) for name in kept) >= 3


@pytest.mark.parametrize("name", SHOWN)
def test_an_older_round_is_verified_with_what_its_player_was_shown(name: str) -> None:
    seen = [word for shown in SHOWN[name] for word in ("--seen", shown)]
    verified = croupier("verify", KEPT / "rounds" / name, *seen, "--json")
    (told,) = json.loads(verified.out)["rounds"]
    assert (verified.status, verified.err) == (0, "")
    verdicts = {check["check"]: check["verdict"] for check in told["checks"]}
    assert verdicts["seen"] == "holds"
    assert verdicts["words"] == "open", "they were said without a commitment"
    assert {name for name, verdict in verdicts.items() if verdict != "holds"} <= {"shoe", "words"}


@pytest.mark.parametrize("name", list(SHOWN)[:1])
def test_what_was_not_shown_or_not_dealt_is_found_out(name: str, tmp_path: Path) -> None:
    assert croupier("verify", KEPT / "rounds" / name, "--seen", "0" * 64).status == 1
    told = json.loads((KEPT / "rounds" / name).read_text("utf-8"))
    told["deck_seed"] = "0" * 64
    edited = tmp_path / "edited.json"
    edited.write_text(json.dumps(told), "utf-8")
    assert croupier("verify", edited).status == 1
