"""Accounts and company: a guest who makes an account, names, private tables by link, and those who only watch."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.floor.open_house import PASSWORD
from tests.web.accessible import barriers, too_wide
from tests.web.guest import Guest

ADDRESSED = re.compile(r"\byou(r|rs)?\b", re.IGNORECASE)


@pytest.mark.confirm
def test_a_guest_makes_an_account_at_the_table_and_finds_the_record_elsewhere(new_guest: Callable[..., Guest]) -> None:
    guest, elsewhere = new_guest(), new_guest("phone")
    page, other = guest.page, elsewhere.page
    guest.come_in("learn/cincinnati-stud")
    expect(page.get_by_role("heading", name="Cincinnati Stud").first).to_be_visible()
    guest.sit_down("Cincinnati Stud")
    guest.play_round(lambda offered: offered[0])
    page.get_by_role("button", name="Account and room").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What others call you").fill("Ada of the room")
    dialog.get_by_role("button", name="Take this name").click()
    expect(dialog.get_by_role("heading", name="Ada of the room")).to_be_visible()
    assert barriers(page) == []
    dialog.get_by_label("Name", exact=True).fill("Ada Lovelace")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Make an account").click()
    expect(page.get_by_role("button", name="Account and room")).to_contain_text("Ada Lovelace")
    guest.play_round(lambda offered: offered[0])

    page.wait_for_timeout(3000)
    noted = page.request.get("/api/me/learned").json()["items"]
    assert {item["kind"] for item in noted} >= {"lesson", "round"}, noted
    elsewhere.come_in()
    newcomer = other.get_by_text("New here?")
    expect(newcomer).to_be_visible()
    other.get_by_role("button", name="Account and room").click()
    other.get_by_role("textbox", name="Name", exact=True).fill("Ada Lovelace")
    other.get_by_label("Password").fill(PASSWORD)
    with other.expect_response("**/api/me/learned"):
        other.get_by_role("button", name="Sign in").click()
    other.wait_for_timeout(500)
    other.reload()
    expect(other.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(newcomer).to_have_count(0)


def test_a_private_table_is_seen_by_its_link_alone_and_watchers_are_told_how_to_sit(
    new_guest: Callable[..., Guest],
) -> None:
    host, friend, stranger = new_guest(), new_guest("phone"), new_guest()
    for each in (friend, stranger):
        each.expected.append("404")
    page = host.page
    host.come_in()
    page.get_by_role("button", name="Open a table of your own").click()
    page.get_by_role("textbox", name="Name").fill("Behind the curtain")
    page.get_by_label("Private: only those with its link see it").check()
    page.get_by_role("button", name="Open and sit down").click()
    host.wait()
    number = page.url.rpartition("/")[2]
    page.get_by_role("button", name="Table menu").click()
    link = page.get_by_label("Whoever has this link can watch and sit down")
    expect(link).to_have_value(re.compile(r"#/invite/\d+/[\w=-]{20,}$"))
    first = link.input_value()
    page.get_by_role("button", name="Make a new link").click()
    expect(page.get_by_role("dialog")).to_contain_text("the old one no longer lets anybody in")
    second = link.input_value()
    assert barriers(page) == []

    stranger.come_in()
    expect(stranger.page.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(stranger.page.get_by_text("Behind the curtain")).to_have_count(0)
    stranger.come_in(f"table/{number}")
    expect(stranger.page.get_by_text("This table cannot be shown")).to_be_visible()

    watching = friend.page
    friend.come_in(first.partition("#/")[2])
    expect(watching.get_by_role("heading", name="This invitation is no longer good")).to_be_visible()
    friend.come_in(second.partition("#/")[2])
    seat = watching.get_by_role("region", name="Take a seat")
    expect(seat).to_contain_text("Watching")
    assert second.rpartition("/")[2] not in watching.url
    assert not ADDRESSED.search(watching.locator("main").inner_text()), watching.locator("main").inner_text()
    assert barriers(watching) == [] and not too_wide(watching)
    seat.get_by_role("button", name=re.compile("Seat ")).first.click()
    friend.wait()
    page.keyboard.press("Escape")
    expect(page.locator("main")).to_contain_text("Guest")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_who_is_away_is_seen_by_all_and_is_back_with_one_press(new_guest: Callable[..., Guest], size: str) -> None:
    stays, goes = new_guest(), new_guest(size)
    stays.come_in()
    opened = {"game": "on-the-draw", "name": f"Away on a {size}", "clock_seconds": 5}
    made = stays.page.request.post("/api/tables", data=opened, headers={"idempotency-key": f"away-{size}"})
    table = made.json()["id"]
    for guest, seat in ((stays, 1), (goes, 2)):
        guest.come_in(f"table/{table}")
        guest.page.get_by_role("button", name=f"Seat {seat}").click()
    stays.deal_button.click()
    expect(goes.page.get_by_role("button", name="I'm back")).to_be_visible()
    expect(goes.page.get_by_text("You sit out; your chips stay")).to_be_visible()
    expect(stays.page.get_by_label("Seat 2,")).to_contain_text("away")
    for page in (goes.page, stays.page):
        assert barriers(page) == [] and not too_wide(page)
    goes.page.get_by_role("button", name="I'm back").click()
    expect(goes.page.get_by_role("button", name="I'm back")).to_have_count(0)
    expect(stays.page.get_by_label("Seat 2,")).not_to_contain_text("away")
