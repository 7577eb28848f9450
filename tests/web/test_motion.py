"""The deal as it is seen: in the dealer's order, and without the journey where a machine is too slow."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from playwright.sync_api import expect

from tests.web.guest import Guest

WATCH = """
() => {
  window.journeys = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...words) {
    if (this.matches(".slot")) window.journeys.push(this.closest("[data-place]").dataset.place);
    return animate.apply(this, words);
  };
}
"""
SKIP = """
() => {
  window.starts = new Set();
  const animate = Element.prototype.animate;
  const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
  Element.prototype.animate = function (...words) {
    if (this.matches(".slot")) {
      window.starts.add(document.timeline.currentTime);
      setTimeout(() => document.body.dispatchEvent(escape));
    }
    return animate.apply(this, words);
  };
}
"""
"""Press a key as soon as a card is on its way, which a busy test may be too slow for, and note when cards set out."""


def _sit_and_watch(new_guest: Callable[..., Guest]) -> Guest:
    guest = new_guest(still=False)
    guest.sit_down("On the Draw")
    guest.page.evaluate(WATCH)
    return guest


def _moving(guest: Guest) -> bool:
    return guest.page.locator("[data-moving]").get_attribute("data-moving") == "true"


def _places_dealt(guest: Guest) -> list[str]:
    """Where each card of the round was dealt to, in the order of the house's own log."""
    table = guest.page.evaluate("location.hash").rpartition("/")[2]
    told = guest.page.request.get(f"/api/tables/{table}/rounds/{guest.round}/steps").json()
    dealt: list[dict[str, Any]] = [step for step in told["steps"] if step["event"] == "dealt"]
    return list(chain.from_iterable([f"{one['seat'] or 0}/{one['place']}"] * len(one["cards"]) for one in dealt))


def test_cards_travel_in_the_dealers_order(new_guest: Callable[..., Guest]) -> None:
    guest = _sit_and_watch(new_guest)
    guest.deal_button.click()
    guest.wait()
    moving, journeys = _moving(guest), guest.page.evaluate("window.journeys")
    guest.page.emulate_media(reduced_motion="reduce")
    guest.play_on()
    dealt = _places_dealt(guest)
    assert journeys == dealt if moving else journeys == dealt[: len(journeys)]


def test_a_machine_that_is_too_slow_gets_its_cards_without_the_journey(new_guest: Callable[..., Guest]) -> None:
    guest = _sit_and_watch(new_guest)
    browser = guest.page.context.new_cdp_session(guest.page)
    browser.send("Emulation.setCPUThrottlingRate", {"rate": 12})
    guest.deal_button.click()
    guest.page.wait_for_selector("[data-moving='false']")
    browser.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    guest.play_on()
    guest.page.evaluate("window.journeys = []")
    guest.play_round()
    assert guest.page.evaluate("window.journeys") == []
    guest.come_in()
    guest.sit_down("Draw 'n Shoot 21")
    assert _moving(guest), "another table is another try"


def test_a_deal_can_be_skipped(new_guest: Callable[..., Guest]) -> None:
    guest = _sit_and_watch(new_guest)
    guest.page.evaluate(SKIP)
    guest.deal_button.click()
    guest.page.wait_for_selector("[data-phase='deciding']")
    assert guest.page.evaluate("window.starts.size") <= 2, "the first card, and then all the others at once"
    expect(guest.page.get_by_role("group", name="Your cards:").get_by_role("img")).to_have_count(4)


def test_whoever_wants_stillness_sees_no_journey(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest(still=False)
    guest.prefer('{"motion": false}')
    guest.sit_down("On the Draw")
    guest.page.evaluate(WATCH)
    guest.play_round()
    assert guest.page.evaluate("window.journeys") == []
