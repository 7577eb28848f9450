"""Logs that `croupier play --log` wrote before are dealt again and verified, every round of them."""

from __future__ import annotations

import json
import lzma
from itertools import pairwise
from pathlib import Path

import pytest

from tests.before.kept import KEPT, unpacked
from tests.cli.terminal import croupier

LOGS = sorted((KEPT / "logs").iterdir())
POTS = {"cincinnati-stud.jsonl.xz": "carryover", "on-the-draw.jsonl.xz": "raked"}


@pytest.mark.parametrize("packed", LOGS, ids=lambda path: path.name)
def test_an_older_log_is_dealt_again_and_verified(packed: Path, tmp_path: Path) -> None:
    log = unpacked(packed, tmp_path)
    rounds = len(log.read_text("utf-8").splitlines())
    replayed = croupier("replay", log, "--json")
    assert (replayed.status, replayed.err) == (0, "")
    assert len(json.loads(replayed.out)["rounds"]) == rounds
    verified = croupier("verify", log, "--json")
    told = json.loads(verified.out)
    assert verified.status == 0 and told["holds"]
    assert len(told["rounds"]) == rounds >= 25


@pytest.mark.parametrize("packed", LOGS, ids=lambda path: path.name)
def test_an_older_log_is_added_to(packed: Path, tmp_path: Path) -> None:
    log = unpacked(packed, tmp_path)
    before = log.read_bytes()
    game = packed.name.removesuffix(".jsonl.xz")
    said = croupier("play", game, "--seed", "more", "--rounds", "1", "--log", log, typed="10\n\n\n\n\n")
    assert (said.status, said.err) == (0, "")
    after = log.read_bytes()
    assert after.startswith(before) and after != before
    assert croupier("verify", log).status == 0


@pytest.mark.parametrize("name", POTS)
def test_the_logs_have_pots_that_ran_on_and_were_won(name: str) -> None:
    """So that the two tests above prove what they should."""
    records = [json.loads(line) for line in lzma.decompress((KEPT / "logs" / name).read_bytes()).splitlines()]
    pots = [record["before"]["pot"] for record in records]
    assert {pot["kind"] for pot in pots} == {POTS[name]}
    ran = [pot["now"]["rounds"] for pot in pots]
    assert max(ran) >= 2
    assert sum(now < before for before, now in pairwise(ran[-50:])) >= 2


def test_an_edited_round_of_an_older_log_is_found_out(tmp_path: Path) -> None:
    log = unpacked(KEPT / "logs" / "on-the-draw.jsonl.xz", tmp_path)
    text = log.read_text("utf-8")
    assert '"play-3x"' in text
    log.write_text(text.replace('"play-3x"', '"check"', 1), "utf-8")
    assert croupier("verify", log).status == 1
