"""The Cincy Pot in the browser: joined, rolled over, won."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.guest import Guest


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
    rolled_over = won = 0
    for _ in range(60):
        guest.play_round()
        said = guest.results.inner_text()
        rolled_over += "The pot rolls over" in said
        won += rolled_over > 0 and "from the pot" in said
        if won:
            break
        assert "pot" in said, f"the pot is not spoken of: {said}"
        if "goes to somebody else" in said:
            rolled_over = 0
        _keep_chips(guest)
    assert rolled_over and won, "the pot was not rolled over and then won in sixty rounds"


def _keep_chips(guest: Guest) -> None:
    """Buy chips before they run out."""
    guest.page.get_by_role("button", name="Table menu").click()
    buy = guest.page.get_by_role("button", name="Buy", exact=True)
    guest.page.get_by_label("Buy for dollars").fill("20")
    if buy.is_enabled():
        buy.click()
        guest.wait()
    guest.page.get_by_role("button", name="Close").click()


@pytest.mark.rule("OTD-P8")
def test_a_running_pot_says_what_joining_it_costs(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    guest.sit_down("On the Draw")
    price = 5
    for _ in range(20):
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
