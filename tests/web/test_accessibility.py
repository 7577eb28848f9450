"""Axe finds nothing on any page, in the light and in the dark, at a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from croupier.games import game_named, game_names
from tests.web.accessible import barriers, too_wide
from tests.web.guest import SIZES, Guest


def check(page: Page) -> None:
    """Nothing stands in anybody's way on the page as it is."""
    assert not barriers(page)
    assert not too_wide(page), "the page scrolls from side to side"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.sample(2)
def test_every_page_passes_axe(new_guest: Callable[..., Guest], size: str, dark: bool) -> None:
    guest = new_guest(size, dark=dark)
    page = guest.page
    guest.prefer('{"coach": true}')
    guest.come_in()
    expect(page.get_by_role("button", name="Play On the Draw")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Open a table of your own").click()
    check(page)
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Account and room").click()
    check(page)
    page.get_by_role("button", name="Close").click()
    guest.sit_down("On the Draw")
    page.get_by_role("button", name="Table menu").click()
    check(page)
    page.get_by_role("button", name="Close").click()
    guest.play_round(_the_other(guest))
    check(page)
    guest.come_in("rounds")
    expect(page.get_by_role("link", name="Replay and verify")).to_be_visible()
    check(page)
    page.get_by_role("link", name="Replay and verify").click()
    page.get_by_role("button", name="Verify this shuffle").click()
    expect(page.get_by_text("Everything holds")).to_be_visible()
    check(page)
    for place in ("coach", "coach/practice", "nowhere"):
        guest.come_in(place)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        check(page)


def _the_other(guest: Guest) -> Callable[[list[str]], str]:
    """Take the first choice, pressing again where the coach warns."""

    def choose(offered: list[str]) -> str:
        if not guest.page.get_by_text("Press again").count():
            guest.page.wait_for_selector("[data-advised='true']", timeout=90_000)
        return offered[0]

    return choose


@pytest.mark.parametrize("name", game_names())
def test_every_felt_passes_axe_before_and_in_a_round(new_guest: Callable[..., Guest], name: str) -> None:
    guest = new_guest()
    guest.sit_down(game_named(name).title)
    check(guest.page)
    guest.deal_button.click()
    guest.wait()
    check(guest.page)
