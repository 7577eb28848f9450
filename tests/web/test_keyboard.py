"""A whole round with the keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from croupier.games import game_named, game_names
from tests.web.guest import Guest


def _tab_to(page: Page, name: str) -> None:
    """Walk with the tabulator key to the control of that name."""
    for _ in range(80):
        page.keyboard.press("Tab")
        focused = "[document.activeElement.getAttribute('aria-label'), document.activeElement.textContent].join(' ')"
        if name.replace(" ", "") in page.evaluate(focused).replace(" ", ""):
            return
    raise AssertionError(f"the tabulator key does not reach {name}")


@pytest.mark.parametrize("name", game_names())
def test_a_round_of_every_game_can_be_played_by_keyboard_alone(new_guest: Callable[..., Guest], name: str) -> None:
    guest = new_guest()
    page = guest.page
    guest.come_in()
    expect(page.get_by_role("button", name=f"Play {game_named(name).title}")).to_be_visible()
    _tab_to(page, f"Play {game_named(name).title}")
    page.keyboard.press("Enter")
    guest.wait()
    page.keyboard.press("x")
    expect(guest.deal_button).to_be_disabled()
    page.keyboard.press("2")
    for key in page.locator("button[data-spot] kbd").all_inner_texts():
        page.keyboard.press(key.lower())
    expect(guest.deal_button).to_be_enabled()
    for _ in range(25):
        if guest.wait() == "deciding":
            if page.locator(".touch").count():
                page.keyboard.press(page.locator(".touch kbd").first.inner_text().lower())
                expect(page.locator(".touch").first).to_have_attribute("aria-pressed", "true")
            before = guest.sequence
            page.keyboard.press(_key(page))
            page.wait_for_selector(f"[data-sequence]:not([data-sequence='{before}'])")
        elif guest.settled and guest.round > 0:
            break
        else:
            before = guest.sequence
            page.keyboard.press("Enter")
            page.wait_for_selector(f"[data-sequence]:not([data-sequence='{before}'])")
    expect(guest.results).to_be_visible()


def _key(page: Page) -> str:
    key = page.locator("[data-action] kbd").last.inner_text()
    return "Enter" if re.fullmatch("enter", key, re.IGNORECASE) else key.lower()


def test_the_coach_and_the_dealing_are_switched_by_keys(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    guest.sit_down("Draw 'n Shoot 21")
    coach = guest.page.get_by_role("button", name="Coach")
    expect(coach).to_have_attribute("aria-pressed", "false")
    guest.page.keyboard.press("k")
    expect(coach).to_have_attribute("aria-pressed", "true")
    expect(guest.page.get_by_role("complementary", name="Coach")).to_be_visible()
