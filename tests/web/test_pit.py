"""The pit's page: figures of the day, second signatures and closing a table, by keyboard and on a tablet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from croupier.floor.pit.day_close import check_close
from croupier.floor.tables.account_limits import CORRECTED_ALONE
from tests.floor.client import Client
from tests.web.accessible import barriers, too_wide
from tests.web.guest import Guest
from tests.web.house import WebHouse, make_account
from tests.web.test_house import PASSWORD, Enter, Role, a_table, codes, enter, line_of, player, staff

__all__ = ["codes", "enter", "player", "staff"]


def another_supervisor(house: WebHouse) -> Client:
    """Somebody else who may propose a correction."""
    code = make_account("Robin", PASSWORD, "supervisor", "--data", str(house.folder))[0]
    client = Client(house.address)
    body = {"name": "Robin", "password": PASSWORD, "code": code}
    client.token = client.http.post("/api/sessions", json=body).raise_for_status().json()["token"]
    client.http.cookies.clear()
    return client


def test_the_pit_shows_the_day_and_takes_a_second_signature(
    new_guest: Callable[..., Guest],
    enter: Enter,
    player: Client,
    house: WebHouse,
    staff: dict[Role, str],
    tmp_path: Path,
) -> None:
    guest = new_guest()
    table = a_table(player, "The far corner", rounds=3, game="three-card-draw")
    proposer = another_supervisor(house)
    asked = {"account": player.id, "round": 1, "cents": CORRECTED_ALONE + 100, "reason": "the bonus was not paid"}
    proposer.do(f"/api/tables/{table}/corrections", asked)
    proposer.close()
    enter(guest, "supervisor", "house/pit")
    page = guest.page
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name=f"{table} The far corner"))
    expect(row).to_contain_text("too few rounds")
    expect(row.get_by_role("img")).to_have_count(0)
    expect(row).to_contain_text("Three Card Draw")
    lines = page.get_by_role("group", name="By table")
    assert lines.evaluate("one => one.scrollWidth <= one.clientWidth"), "columns are out of sight"
    expect(page.get_by_role("heading", name="Players")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text=player.account["name"])).to_contain_text("3")
    with page.expect_download() as loading:
        page.get_by_role("link", name="The day's close").click()
    paper = tmp_path / loading.value.suggested_filename
    loading.value.save_as(paper)
    assert check_close(paper, partial=True).holds
    page.get_by_label("By", exact=True).select_option("shift")
    expect(page.get_by_role("heading", name="By shift")).to_be_visible()
    waiting = page.get_by_role("listitem").filter(has_text="the bonus was not paid")
    expect(waiting).to_contain_text("Robin proposes: the house pays")
    sign = waiting.get_by_role("button")
    sign.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nothing waits.")).to_be_visible()
    assert barriers(page) == []


@pytest.mark.parametrize("size", [(390, 844), (820, 1180)], ids=["phone", "tablet"])
def test_the_pit_fits_a_phone_and_a_tablet(
    new_guest: Callable[..., Guest], enter: Enter, player: Client, size: tuple[int, int]
) -> None:
    a_table(player, "The far corner", rounds=1)
    guest = new_guest()
    guest.page.set_viewport_size({"width": size[0], "height": size[1]})
    enter(guest, "auditor", "house/pit")
    expect(guest.page.get_by_role("heading", name="Players")).to_be_visible()
    assert not too_wide(guest.page)
    assert barriers(guest.page) == []


def test_a_supervisor_closes_a_table_with_a_reason(
    new_guest: Callable[..., Guest], enter: Enter, player: Client
) -> None:
    guest = new_guest()
    table = a_table(player, "Last orders", rounds=1)
    enter(guest, "supervisor", "house")
    line_of(guest.page, table).get_by_role("button", name="Close").click()
    guest.page.get_by_label("Reason, for the log").fill("the evening is over")
    guest.page.get_by_role("button", name="Close the table").click()
    expect(line_of(guest.page, table)).to_have_count(0)
    assert player.get("/api/me").json()["wallet"] > 0
