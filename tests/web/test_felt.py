"""The live table: bets that follow the game that was named, their price, keys, sound and pace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.web.guest import Guest

LISTEN = """
window.heard = 0;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...words) { window.heard += 1; return start.apply(this, words); };
"""
TIME = """
() => {
  const animate = Element.prototype.animate;
  window.lasts = [];
  Element.prototype.animate = function (what, how) {
    window.lasts.push(how.duration);
    return animate.call(this, what, how);
  };
}
"""


def _told(guest: Guest) -> dict[str, Any]:
    """The table as the house tells it."""
    table = guest.page.evaluate("location.hash").rpartition("/")[2]
    told: dict[str, Any] = guest.page.request.get(f"/api/tables/{table}").json()
    return told["view"]


def test_bets_are_sent_after_the_game_was_named_and_seen(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    guest.sit_down("Big Draw Poker")
    guest.page.get_by_role("button", name="$1 chip").click()
    guest.spot("first-5").click()
    guest.deal_button.click()
    assert guest.wait() == "betting" and not guest.settled, "another seat's button has named the game"
    seen = _told(guest)
    own = next(seat for seat in seen["seats"] if seat["number"] == seen["seat"])
    assert seen["named"]["game"] == "five-card-draw" and own["bets"] == {}
    expect(guest.page.locator(".rail .note")).to_contain_text("First 5 $1: 0.02% in your favour")
    guest.page.get_by_role("button", name="$5 chip").click()
    guest.page.keyboard.press("Shift+f")
    guest.spot("first-5").click()
    expect(guest.page.locator(".rail .note")).to_contain_text(
        "5 Card Draw. House edge: Big Draw $5: 3.77% · First 5 $5: 1.70%"
    )
    guest.deal_button.click()
    assert guest.wait() == "deciding" and "hold" in guest.offered()
    before = guest.sequence
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_timeout(150)
    assert guest.sequence == before, "no key throws all cards away by mistake"


def test_bets_doubled_by_a_key_leave_too_little_and_chips_are_bought_when_it_shows(
    new_guest: Callable[..., Guest],
) -> None:
    guest = new_guest()
    guest.sit_down("On the Draw")
    for _ in range(3):
        guest.page.keyboard.press("d")
    expect(guest.deal_button).to_contain_text("$80")
    note = guest.page.locator(".rail .note")
    expect(note).to_contain_text("House edge: Ante $40: 1.67%")
    guest.page.keyboard.press("d")
    expect(note).to_have_text("These bets leave you $40: too little for any Play bet ($80).")
    guest.deal_button.click()
    assert guest.wait() == "deciding" and guest.offered() == ["check"]
    guest.page.get_by_role("button", name="Buy $200 in chips").click()
    expect(guest.page.locator("[data-action='play-3x']")).to_be_visible()


def test_sound_is_made_only_when_switched_on_and_stops_by_one_key(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    guest.page.add_init_script(LISTEN)
    guest.sit_down("On the Draw")
    sound = guest.page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    guest.play_round()
    assert guest.page.evaluate("window.heard") == 0
    guest.page.keyboard.press("m")
    expect(sound).to_have_attribute("aria-pressed", "true")
    guest.play_round()
    guest.page.wait_for_function("window.heard > 10")
    guest.page.keyboard.press("m")
    guest.page.wait_for_timeout(100)
    guest.page.evaluate("window.heard = 0")
    guest.play_round()
    assert guest.page.evaluate("window.heard") == 0


def test_quick_dealing_takes_a_third_of_the_time(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest(still=False)
    guest.prefer('{"quick": true}')
    guest.sit_down("On the Draw")
    guest.page.evaluate(TIME)
    guest.deal_button.click()
    guest.wait()
    lasts = guest.page.evaluate("window.lasts")
    assert lasts and max(lasts) < 100
