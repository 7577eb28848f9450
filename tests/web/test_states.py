"""States that nobody plans for: an empty wallet, a full table, a table that is not there, a house that is late."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing

from playwright.sync_api import Route, expect

from croupier.floor.accounts import PLAY_MONEY
from croupier.floor.api.authorization import COOKIE
from tests.floor.client import Client
from tests.web.guest import Guest
from tests.web.house import WebHouse


def test_an_empty_wallet_is_refilled(guest: Guest, house: WebHouse) -> None:
    """Not while what was in it is at stake: once it is lost."""
    page = guest.page
    with closing(Client.guest(house.address)) as player:
        table = player.open_table()
        player.sit(table, 1, PLAY_MONEY)
        player.start(table)
        player.answer(table, "bet ante=500 blind=500")
        page.context.add_cookies([{"name": COOKIE, "value": player.token, "url": house.address}])
        page.add_init_script("localStorage.setItem('croupier.known', 'true')")
        guest.expected.append("409")
        guest.come_in()
        expect(page.get_by_text("too little to sit down")).to_be_visible()
        expect(page.get_by_role("button", name="Play On the Draw")).to_be_disabled()
        refill = page.get_by_role("button", name="Refill with play money").first
        refill.click()
        expect(page.get_by_text("chips on tables included, is less than $100; yours has $1,000")).to_be_visible()
        for word in ("check", "check", "fold"):
            player.answer(table, word)
    refill.click()
    expect(page.get_by_text("Your wallet has play money again.")).to_be_visible()
    page.get_by_role("button", name="Play On the Draw").click()
    expect(guest.deal_button).to_be_visible()


def test_a_full_table_can_be_watched_and_says_so(new_guest: Callable[..., Guest]) -> None:
    owner, watcher = new_guest(), new_guest("phone")
    owner.come_in()
    owner.page.get_by_role("button", name="Open a table of your own").click()
    owner.page.get_by_label("Game", exact=True).select_option("big-draw")
    owner.page.get_by_label("Automatic seats").fill("4")
    owner.page.get_by_role("textbox", name="Name").fill("The full table")
    owner.page.get_by_role("button", name="Open and sit down").click()
    owner.wait()
    watcher.come_in()
    watcher.page.get_by_role("link", name="Watch at The full table").click()
    expect(watcher.page.get_by_text("Every seat is taken.")).to_be_visible()
    owner.play_round()
    expect(watcher.page.locator("[data-round='1'][data-finished='true']")).to_be_visible()
    owner.page.get_by_role("button", name="Leave").click()
    watcher.page.get_by_role("button", name="Seat 3").click()
    expect(watcher.deal_button).to_be_visible()


def test_two_people_at_one_table_see_each_other_bet_and_not_each_others_cards(new_guest: Callable[..., Guest]) -> None:
    host, visitor = new_guest(), new_guest()
    host.sit_down("On the Draw")
    table = host.page.evaluate("location.hash").rpartition("/")[2]
    visitor.come_in(f"table/{table}")
    visitor.page.get_by_role("button", name="Seat 3").click()
    visitor.wait()
    host.deal_button.click()
    expect(visitor.page.get_by_role("button", name="Sit out")).to_be_visible()
    visitor.deal_button.click()
    for guest in (host, visitor):
        expect(guest.page.get_by_role("group", name="Your cards:").get_by_role("img")).to_have_count(4)
    name = visitor.page.locator(".who .name").inner_text()
    seen = host.page.get_by_role("region", name=name).get_by_role("group", name="hand:")
    assert seen.get_attribute("aria-label") == "hand: 4 cards face down"


def test_a_page_that_comes_before_the_house_answers_tries_again_by_itself(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    guest.expected.append("Failed to load resource")
    tries: list[str] = []

    def not_yet(route: Route) -> None:
        tries.append(route.request.url)
        if len(tries) == 1:
            route.abort("connectionrefused")
        else:
            route.continue_()

    guest.page.route("**/api/games", not_yet)
    guest.come_in()
    expect(guest.page.get_by_role("alert")).to_contain_text("The house cannot be reached")
    expect(guest.page.get_by_role("button", name="Play On the Draw")).to_be_visible()


def test_chips_that_do_not_cover_the_least_bet_are_said_and_bought(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    guest.come_in()
    page.get_by_role("button", name="Open a table of your own").click()
    page.get_by_label("Game", exact=True).select_option("on-the-draw")
    page.get_by_label("Ante, least").fill("250")
    page.get_by_role("button", name="Open and sit down").click()
    expect(page.get_by_text("You have $200 in front of you; a round takes at least $500.")).to_be_visible()
    page.get_by_role("button", name="Buy $200 in chips").click()
    page.get_by_role("button", name="Buy $200 in chips").click()
    expect(guest.deal_button).to_contain_text("$500")


def test_a_key_held_down_and_a_double_click_answer_one_question(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    guest.sit_down("On the Draw")
    guest.deal_button.click()
    guest.wait()
    page.keyboard.down("c")
    page.wait_for_selector("[data-action='play-2x']")
    asked = guest.sequence
    page.keyboard.down("c")
    page.keyboard.up("c")
    page.locator("[data-action='check']").hover()
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(300)
    assert guest.sequence == asked, "neither was meant for the second question"
    guest.take("check")
    page.wait_for_selector("[data-action='play-1x']")


def test_the_clock_counts_down_and_answers_for_a_player_who_says_nothing(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    guest.come_in()
    page.get_by_role("button", name="Open a table of your own").click()
    page.get_by_label("Game", exact=True).select_option("cincinnati-stud")
    page.get_by_label("Seconds to decide").fill("2")
    page.get_by_role("button", name="Open and sit down").click()
    guest.wait()
    guest.deal_button.click()
    assert guest.wait() == "deciding"
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Ante loses \$5.*folded"))).to_be_visible()


def test_how_to_hold_cards_is_said_until_one_is_held(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    guest.prefer('{"coach": true}')
    guest.sit_down("Big Draw Poker")
    money, chips = (
        found.bounding_box()
        for found in (guest.page.get_by_text("This sitting"), guest.page.get_by_role("group", name="Chips"))
    )
    assert money and chips and money["x"] + money["width"] <= chips["x"], "the chips beside the coach cover no figure"
    guest.deal_button.click()
    for _ in range(3):
        if guest.wait() == "betting":
            guest.deal_button.click()
        elif not guest.page.locator(".touch").count():
            guest.take(guest.offered()[0])
    hint = guest.page.get_by_text("Tap cards to hold them, or press 1, 2, 3, 4 or 5")
    expect(hint).to_be_visible()
    guest.page.locator(".touch").first.click()
    expect(hint).to_be_hidden()
