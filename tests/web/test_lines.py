"""Broken lines: what was on the table is there again, and no bet is lost or made twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.web.guest import Guest
from tests.web.house import WebHouse

pytestmark = pytest.mark.sample(2)

NO_LINE = ("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE", "WebSocket connection", "Failed to load resource")


def test_a_page_that_is_loaded_again_mid_round_goes_on_with_it(guest: Guest) -> None:
    guest.sit_down("On the Draw")
    guest.deal_button.click()
    guest.wait()
    hand = guest.page.get_by_role("group", name="Your cards:").get_attribute("aria-label")
    guest.page.reload()
    assert guest.wait() == "deciding"
    assert guest.page.get_by_role("group", name="Your cards:").get_attribute("aria-label") == hand
    asked = guest.page.locator("p:visible:not(.unseen)", has_text="or check and see 5th Street")
    expect(asked).to_have_count(1)
    guest.play_on()
    expect(guest.results).to_be_visible()
    guest.page.reload()
    expect(guest.results).to_be_visible()


def test_a_round_outlives_a_house_that_falls_and_rises(new_guest: Callable[..., Guest], house: WebHouse) -> None:
    guest = new_guest()
    guest.expected.extend(NO_LINE)
    guest.sit_down("Cincinnati Stud")
    guest.deal_button.click()
    guest.wait()
    hand = guest.page.get_by_role("group", name="Your cards:").get_attribute("aria-label")
    house.close()
    try:
        expect(guest.page.get_by_role("alert")).to_contain_text("The house cannot be reached. Your bets are safe")
    finally:
        house.open()
    expect(guest.page.get_by_role("alert")).to_have_count(0)
    assert guest.page.get_by_role("group", name="Your cards:").get_attribute("aria-label") == hand
    guest.play_on()
    expect(guest.results).to_be_visible()


def test_an_answer_whose_reply_is_lost_is_given_once(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    guest.expected.extend(NO_LINE)
    guest.sit_down("On the Draw")
    keys: list[str] = []

    def lose_the_reply(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) > 1:
            route.continue_()
            return
        route.fetch()
        route.abort("connectionreset")

    guest.page.route("**/answers", lose_the_reply)
    guest.deal_button.click()
    assert guest.wait() == "deciding"
    assert len(keys) == 2 and keys[0] == keys[1]
    expect(guest.spot("ante")).to_have_accessible_name("Ante: $5")
    expect(guest.page.get_by_text("Chips$190")).to_be_visible()


def test_what_is_pressed_without_a_line_is_said_to_wait_and_is_sent_when_it_is_back(guest: Guest) -> None:
    guest.expected.extend((*NO_LINE, "ERR_INTERNET_DISCONNECTED"))
    guest.sit_down("On the Draw")
    guest.deal_button.click()
    guest.wait()
    guest.page.context.set_offline(True)
    guest.take("check")
    expect(guest.page.get_by_role("alert")).to_contain_text("What you pressed has not arrived", timeout=1000)
    guest.page.context.set_offline(False)
    guest.page.wait_for_selector("[data-action='play-2x']")
    expect(guest.page.get_by_role("alert")).to_have_count(0)


def test_an_answer_that_comes_too_late_is_refused_with_a_sentence(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    guest.expected.append("409")
    guest.sit_down("On the Draw")
    guest.deal_button.click()
    guest.wait()

    def answer_twice(route: Route) -> None:
        headers = route.request.headers | {"idempotency-key": "the same hand from another window"}
        route.fetch(headers=headers)
        route.continue_()

    guest.page.route("**/answers", answer_twice)
    guest.take("check")
    expect(guest.page.get_by_role("status").filter(has_text="answered for")).to_be_visible()
    guest.page.unroute("**/answers")
    assert guest.wait() == "deciding"
    assert "play-2x" in guest.offered(), "the answer of the other window stands"
