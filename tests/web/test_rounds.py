"""Rounds that are over: replayed step by step, and verified by the browser itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Route, expect

from tests.web.guest import Guest


def test_a_round_is_replayed_step_by_step_and_its_shuffle_holds(guest: Guest, tmp_path: Path) -> None:
    page = guest.page
    guest.sit_down("On the Draw")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_label("Your words for it").fill("seven white rabbits \u2660")
    page.get_by_role("button", name="Mix in").click()
    expect(page.get_by_text("Your words are mixed into the next shuffle.")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    guest.play_round()
    guest.come_in("rounds")
    page.get_by_role("link", name="Replay and verify").click()
    steps = page.get_by_role("list", name="Steps").get_by_role("button")
    expect(steps.first).to_be_visible()
    expect(page.get_by_text(f"{steps.count()} of {steps.count()}")).to_be_visible()
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="One step on").click()
    expect(steps.first).to_have_attribute("aria-current", "step")
    expect(steps.first).to_contain_text("Take equal bets on Ante and Blind")
    page.get_by_role("button", name="Verify this shuffle").click()
    expect(page.get_by_role("heading", name="Everything holds")).to_be_visible()
    noted = ("Shown before the round", "Words", "Your word", "Ended as shown")
    for check in ("Commitment", *noted, "Mixed seed", "Shuffle"):
        expect(page.get_by_text(f"{check} holds", exact=True)).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Transcript").click()
    transcript = tmp_path / "round.json"
    download.value.save_as(transcript)
    key = tmp_path / "house.key"
    key.write_text(json.loads(transcript.read_text("utf-8"))["key"])
    command = [
        sys.executable,
        "-c",
        "from croupier.cli import main; main()",
        "verify",
        str(transcript),
        "--key",
        str(key),
    ]
    assert subprocess.run(command, capture_output=True).returncode == 0, "croupier verify takes the same transcript"
    (word,) = json.loads(transcript.read_text("utf-8"))["client_seeds"].values()
    assert re.fullmatch("[0-9a-f]{32} seven white rabbits \u2660", word)


def test_a_seed_that_was_changed_afterwards_does_not_hold(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    guest.sit_down("Cincinnati Stud")
    guest.play_round()

    def change(route: Route) -> None:
        answer = route.fetch()
        transcript = json.loads(answer.text())
        seed = transcript["deck_seed"]
        transcript["deck_seed"] = ("1" if seed[0] == "0" else "0") + seed[1:]
        route.fulfill(response=answer, body=json.dumps(transcript))

    guest.page.route("**/rounds/1", change)
    guest.come_in("rounds")
    guest.page.get_by_role("link", name="Replay and verify").click()
    guest.page.get_by_role("button", name="Verify this shuffle").click()
    expect(guest.page.get_by_role("heading", name="Something does not hold")).to_be_visible()
    for check in ("Commitment", "Mixed seed", "Shuffle"):
        expect(guest.page.get_by_text(f"{check} fails", exact=True)).to_be_visible()
    expect(guest.page.get_by_text("Shown before the round holds", exact=True)).to_be_visible()
