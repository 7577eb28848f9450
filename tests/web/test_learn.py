"""Learn: a stranger is offered a lesson, reads the rules, follows a guided hand, and is then spoken to at the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.accessible import barriers, too_wide
from tests.web.guest import SIZES, Guest


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", SIZES)
def test_a_stranger_learns_a_game_before_the_first_bet(new_guest: Callable[..., Guest], size: str) -> None:
    guest = new_guest(size)
    page = guest.page
    guest.come_in()
    expect(page.get_by_text("New here?")).to_be_visible()
    page.get_by_role("link", name="Learn Three Card Draw Poker").click()
    expect(page.get_by_role("heading", name="The round")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("row", name="Mini royal")).to_contain_text("80 to 1")
    page.get_by_role("button", name="Flush", exact=True).first.click()
    expect(page.get_by_text("Cards all of one suit.")).to_be_visible()
    assert not barriers(page) and not too_wide(page)
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="A guided hand", exact=True).click()
    page.get_by_role("button", name="You fold: Ante loses", exact=True).click()
    expect(page.get_by_text("fold and give up Ante ($5)")).to_be_visible()
    page.get_by_role("button", name="Fold", exact=True).click()
    expect(page.get_by_text("where folding lost $5")).to_be_visible()
    told = page.get_by_role("list", name="What became of each bet").get_by_role("listitem")
    expect(told).to_have_text(["Ante loses $5: you folded."])
    page.get_by_role("button", name="A tie: Ante and Play win", exact=True).click()
    while not page.get_by_role("button", name="Again").count():
        page.keyboard.press("ArrowRight")
    expect(told).to_contain_text(["Ante and Play win $15 at 1 to 1: king high ties."])
    expect(told).to_contain_text(["a tie wins too"])
    page.get_by_role("list", name="What became of each bet").get_by_role("button", name="Ante", exact=True).click()
    expect(
        page.get_by_text("Buys your hand: your three cards against the dealer's best three of four.")
    ).to_be_visible()
    assert not barriers(page) and not too_wide(page)
    guest.come_in()
    expect(page.get_by_role("button", name="Play Three Card Draw Poker")).to_be_visible()
    expect(page.get_by_text("New here?")).to_have_count(0)


def test_a_guided_hand_shows_the_pot_and_says_why_it_went_as_it_did(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    guest.come_in("learn/cincinnati-stud")
    page.get_by_role("button", name="A guided hand", exact=True).click()
    page.get_by_role("button", name="Pair of fives: Ante, Blind and Play lose; the pot rolls over").click()
    page.keyboard.press("ArrowRight")
    told = page.get_by_role("list", name="What became of each bet")
    rolls = "The Cincy Pot rolls over: no hand in it is two pair or better. $10 stays in it for the next round."
    expect(told.get_by_role("listitem").last).to_have_text(rolls)
    expect(page.get_by_role("group", name="cincy pot: $10, 1 round of 10, 2 in it")).to_be_visible()


def test_the_table_speaks_to_the_player_and_the_dealer_when_asked(guest: Guest) -> None:
    page = guest.page
    guest.prefer('{"motion": false}')
    guest.sit_down("On the Draw")
    guest.deal_button.click()
    assert guest.wait() == "deciding"
    asked = "Bet 3x on Play now ($15), or check and see 5th Street."
    expect(page.locator("p:visible:not(.unseen)", has_text=asked)).to_have_count(1)
    expect(page.locator(".rule")).to_have_count(0)
    page.get_by_role("button", name="Account and room").click()
    page.get_by_label("The dealer's words").check()
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".rule")).to_have_text("OTD-5")
    expect(page.get_by_label("only you see it")).to_have_count(4)
    for answer in ("check", "check", "play-1x"):
        guest.take(answer)
        guest.wait()
    expect(page.get_by_label("only you see it")).to_have_count(0)
    expect(page.locator(".slot.counts")).to_have_count(5)
