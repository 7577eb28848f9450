"""Every game is played to settlement, at a desk and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from croupier.games import game_named, game_names
from tests.web.accessible import too_wide
from tests.web.guest import Guest


@pytest.mark.parametrize("name", game_names())
def test_a_round_of_every_game_is_played_to_settlement(guest: Guest, name: str) -> None:
    guest.sit_down(game_named(name).title)
    guest.play_round()
    expect(guest.results).to_be_visible()
    said = guest.results.inner_text()
    assert any(word in said for word in ("wins", "pushes", "loses")), said
    assert not too_wide(guest.page)


def test_bets_are_laid_by_touching_spots_and_taken_back(guest: Guest) -> None:
    guest.sit_down("On the Draw")
    expect(guest.spot("ante")).to_have_accessible_name("Ante: $5, takes $5 to $500")
    guest.spot("ante").click()
    expect(guest.spot("blind")).to_have_accessible_name("Blind: $10, takes $5 to $500")
    guest.page.get_by_role("button", name="$1 chip").click()
    guest.spot("trips").click()
    expect(guest.deal_button).to_contain_text("$21")
    guest.page.get_by_role("button", name="Undo").click()
    expect(guest.deal_button).to_contain_text("$20")
    guest.page.get_by_role("button", name="Clear").click()
    expect(guest.deal_button).to_be_disabled()
    guest.page.get_by_role("button", name="Repeat").click()
    expect(guest.deal_button).to_contain_text("$10")


def test_a_draw_is_chosen_by_touching_the_cards_to_hold(guest: Guest) -> None:
    guest.sit_down("Big Draw Poker")
    guest.deal_button.click()
    while not any(name.startswith("hold") for name in guest.offered()):
        if guest.wait() == "betting":
            guest.deal_button.click()
        elif not any(name.startswith("hold") for name in guest.offered()):
            guest.take(guest.offered()[-1])
    cards = guest.page.locator("button[aria-pressed] >> role=img")
    kept = [cards.nth(place).get_attribute("aria-label") for place in (0, 3)]
    for place in (0, 3):
        guest.page.locator(".touch").nth(place).click()
    assert guest.page.get_by_role("button", name="Hold 2, draw 3").count() == 1
    guest.play_on()
    hand = guest.page.get_by_role("group", name="Your Hand:").first
    assert all(hand.get_by_role("img", name=card or "").count() == 1 for card in kept)


def test_a_discard_is_chosen_by_touching_the_card(guest: Guest) -> None:
    guest.sit_down("Three Card Draw Poker")
    guest.deal_button.click()
    guest.wait()
    guest.page.locator(".touch").nth(2).click()
    assert [name for name in guest.offered() if name.startswith("play-2x discard ")]
    guest.page.locator(".touch").nth(1).click()
    guest.play_on(lambda offered: next(name for name in offered if name.startswith("play-1x discard ")))
    expect(guest.page.get_by_role("group", name="Your X:").get_by_role("img")).to_have_count(1)
