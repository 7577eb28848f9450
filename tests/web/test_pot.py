"""The Cincy Pot in the browser: joined, rolled over, won."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.web.guest import Guest

MOST: Final = 150
"""Rounds. A pot rolls over in 37 % of them; all but 10^-8 of tries come to one that does and is then the player's."""


def test_a_cincy_pot_is_joined_rolls_over_and_is_won(guest: Guest) -> None:
    page = guest.page
    guest.come_in()
    page.get_by_role("button", name="Open a table of your own").click()
    page.get_by_label("Game", exact=True).select_option("cincinnati-stud")
    page.get_by_label("Automatic seats").fill("1")
    page.get_by_role("button", name="Open and sit down").click()
    guest.wait()
    guest.spot("cincy-pot").click()
    expect(guest.spot("cincy-pot")).to_have_accessible_name("Cincy Pot: $5, costs $5")
    _buy_chips(guest, 700)
    guest.play_round(lambda offered: "play-1x")
    rolled_over = False
    for said in _rounds_beside_the_page(guest, "bet ante=5 blind=5 cincy-pot=5", "play-1x"):
        assert "pot" in said.lower(), f"the pot is not spoken of: {said}"
        if rolled_over and re.search(r"You win \$\d+ from the (Cincy Pot|pot)", said):
            return
        rolled_over = re.search("The (Cincy Pot|pot) rolls over", said) is not None
    raise AssertionError(f"no pot was rolled over and then won in {MOST} rounds")


def _buy_chips(guest: Guest, dollars: int) -> None:
    """Chips for many rounds."""
    guest.page.get_by_role("button", name="Table menu").click()
    guest.page.get_by_label("Buy for dollars").fill(str(dollars))
    guest.page.get_by_role("button", name="Buy", exact=True).click()
    expect(guest.page.get_by_text(f"Chips${200 + dollars}")).to_be_visible()
    guest.page.get_by_role("button", name="Close").click()


def _rounds_beside_the_page(guest: Guest, *answers: str) -> Iterator[str]:
    """What the page says of rounds that are answered from elsewhere, which is quick: first of the one it shows."""
    page = guest.page
    table = f"/api/tables/{page.evaluate('location.hash').rpartition('/')[2]}"

    def send(path: str, **body: str) -> None:
        sent = page.request.post(table + path, data=body or None, headers={"idempotency-key": uuid4().hex})
        assert sent.ok, sent.text()

    for _ in range(MOST):
        yield guest.results.inner_text()
        before = guest.round
        send("/rounds")
        for answer in answers:
            send("/answers", answer=answer)
        page.wait_for_selector(f"[data-round='{before + 1}'][data-finished='true']")
        guest.wait()


@pytest.mark.rule("OTD-P8")
def test_a_running_pot_says_what_joining_it_costs(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    guest.sit_down("On the Draw")
    price = 5
    for _ in range(20):  # a pot runs after 88 % of rounds
        guest.play_round()
        if guest.page.get_by_role("group", name="Cincy pot: $0").count():
            continue
        guest.page.get_by_role("button", name="Change bets").click()
        rounds = guest.page.get_by_role("group", name="Cincy pot:").get_attribute("aria-label") or ""
        price = 5 * (int(rounds.split(", ")[1].split()[0]) + 1)
        break
    assert price > 5, "no pot ran over in twenty rounds"
    expect(guest.spot("cincy-pot")).to_have_accessible_name(f"Cincy Pot: no bet, costs ${price}")
    guest.spot("cincy-pot").click()
    expect(guest.spot("cincy-pot")).to_have_accessible_name(f"Cincy Pot: ${price}, costs ${price}")
