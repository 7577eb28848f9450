"""The house's own pages: supervisors act, auditors look, and everybody else is told whom they are for."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Literal

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.floor.api.authorization import COOKIE
from tests.floor.client import Client
from tests.web.accessible import barriers, too_wide
from tests.web.guest import Guest
from tests.web.house import WebHouse, make_account

pytestmark = pytest.mark.sample(2)

PASSWORD = "a long sentence of the house's own"
Role = Literal["supervisor", "auditor"]
STAFF: dict[Role, str] = {"supervisor": "Sam", "auditor": "Audrey"}


@pytest.fixture(scope="module")
def codes(house: WebHouse) -> dict[Role, list[str]]:
    """A supervisor and an auditor, made as an operator makes them, and the recovery codes that they are told."""
    return _codes(house)


@cache
def _codes(house: WebHouse) -> dict[Role, list[str]]:
    """They are made once in a house, whichever tests it has."""
    return {role: make_account(name, PASSWORD, role, "--data", str(house.folder)) for role, name in STAFF.items()}


@pytest.fixture(scope="module")
def staff(house: WebHouse, codes: dict[Role, list[str]]) -> dict[Role, str]:
    """The sessions that they have."""
    return _sessions(house)


@cache
def _sessions(house: WebHouse) -> dict[Role, str]:
    codes, tokens = _codes(house), {}
    for role, name in STAFF.items():
        body = {"name": name, "password": PASSWORD, "code": codes[role][0]}
        signed_in = httpx.post(f"{house.address}/api/sessions", json=body)
        tokens[role] = signed_in.raise_for_status().json()["token"]
    return tokens


Enter = Callable[[Guest, Role, str], None]


@pytest.fixture
def enter(house: WebHouse, staff: dict[Role, str]) -> Enter:
    """Lets somebody of the house come to a page of theirs."""

    def come_in(guest: Guest, role: Role, place: str) -> None:
        guest.page.context.add_cookies([{"name": COOKIE, "value": staff[role], "url": house.address}])
        guest.page.add_init_script("localStorage.setItem('croupier.known', 'true')")
        was_in = guest.page.url.startswith(house.address)
        guest.come_in(place)
        if was_in:
            guest.page.reload()
        expect(guest.page.get_by_role("heading", name="The house", exact=True)).to_be_visible()

    return come_in


@pytest.fixture
def player(house: WebHouse) -> Iterator[Client]:
    """Somebody who plays over the API."""
    client = Client.guest(house.address)
    yield client
    client.close()


def a_table(player: Client, name: str, rounds: int = 2, game: str = "on-the-draw", bets: str = "") -> int:
    """A table at which rounds have been played."""
    table = player.open_table(game, name=name, automatic=[2])
    player.sit(table)
    for number in range(rounds):
        player.play_round(table, Random(number), bets)
    return table


def line_of(page: Page, table: int) -> Locator:
    return page.get_by_role("listitem").filter(has=page.get_by_role("link", name=f"Watch table {table}", exact=True))


def test_a_player_is_told_whom_the_pages_are_for(guest: Guest, codes: dict[Role, list[str]]) -> None:
    guest.expected.append("401")
    guest.come_in("house/ledger")
    page = guest.page
    expect(page.get_by_role("heading", name="For the house")).to_be_visible()
    expect(page.get_by_role("table")).to_have_count(0)
    door = page.locator(".door form")
    door.get_by_label("Name").fill(STAFF["auditor"])
    door.get_by_label("Password").fill("a guess")
    door.get_by_role("button", name="Sign in").click()
    expect(door.get_by_role("alert")).not_to_be_empty()
    expect(page.get_by_role("heading", name="For the house")).to_be_visible()
    door.get_by_label("Password").fill(PASSWORD)
    door.get_by_role("button", name="Sign in").click()
    expect(door.get_by_role("alert")).to_contain_text("the code of their second factor")
    door.get_by_label("Password").fill(PASSWORD)
    door.get_by_label("Code").fill(codes["auditor"].pop())
    door.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="The house", exact=True)).to_be_visible()
    expect(page.get_by_role("table", name="Transfers")).to_be_visible()


def test_a_supervisor_pauses_and_resumes_a_table_with_a_reason(guest: Guest, enter: Enter, player: Client) -> None:
    table = a_table(player, "The paused table")
    enter(guest, "supervisor", "house")
    line = line_of(guest.page, table)
    line.get_by_role("button", name=f"Pause table {table}").click()
    asked = guest.page.get_by_role("dialog")
    expect(asked.get_by_role("button", name="Pause")).to_be_disabled()
    asked.get_by_label("Reason").fill("the shuffler jams")
    asked.get_by_role("button", name="Pause").click()
    expect(line).to_contain_text("paused: the shuffler jams")
    assert player.post(f"/api/tables/{table}/rounds").status_code == 409
    line.get_by_role("button", name=f"Resume table {table}").click()
    expect(line).to_contain_text("between rounds")
    player.start(table)
    expect(line).to_contain_text("playing")


def test_a_supervisor_calls_a_round_off_and_every_bet_goes_back(guest: Guest, enter: Enter, player: Client) -> None:
    table = a_table(player, "The misdealt table", rounds=0)
    player.bet(table)
    enter(guest, "supervisor", "house")
    line = line_of(guest.page, table)
    expect(line).to_contain_text("playing")
    line.get_by_role("button", name="Call off").click()
    asked = guest.page.get_by_role("dialog")
    asked.get_by_label("Reason").fill("a misdeal at seat 2")
    asked.get_by_role("button", name="Call off the round").click()
    expect(line).to_contain_text("between rounds")
    (mine,) = (seat for seat in player.look(table)["view"]["seats"] if seat["number"] == 1)
    assert mine["stack"] == 50_000
    guest.come_in(f"house/rounds/{table}")
    expect(guest.page.get_by_text("called off", exact=True)).to_be_visible()


def test_a_supervisor_settles_a_dispute_by_a_counter_entry(
    new_guest: Callable[..., Guest], enter: Enter, player: Client
) -> None:
    guest = new_guest()
    table = a_table(player, "The disputed table", rounds=1)
    wallet = player.get("/api/me").json()["wallet"]
    enter(guest, "supervisor", f"house/rounds/{table}/1")
    form = guest.page.get_by_role("form", name="Settle a dispute about round 1")
    expect(form.get_by_label("Player")).to_contain_text(player.account["name"])
    expect(form.get_by_role("button", name="Enter it")).to_be_disabled()
    form.get_by_label("Dollars").fill("15.50")
    form.get_by_label("Reason").fill("the Trips bet was taken although it had won")
    form.get_by_role("button", name="Enter it").click()
    expect(form.get_by_role("status")).to_have_text(f"The house has paid {player.account['name']} $15.50.")
    assert player.get("/api/me").json()["wallet"] == wallet + 1550
    guest.come_in(f"house/log/{table}")
    expect(guest.page.get_by_text("Round 1 is corrected: $15.50 to account")).to_be_visible()


def test_an_auditor_sees_the_same_and_can_change_nothing(guest: Guest, enter: Enter, player: Client) -> None:
    table = a_table(player, "The audited table")
    player.start(table)
    enter(guest, "auditor", "house")
    line = line_of(guest.page, table)
    expect(line).to_contain_text("playing")
    expect(line.get_by_role("button")).to_have_count(0)
    guest.come_in(f"house/rounds/{table}/1")
    expect(guest.page.get_by_text(f"table {table}, round 1")).to_be_visible()
    expect(guest.page.get_by_role("form", name="Settle a dispute")).to_have_count(0)


def test_the_house_at_a_glance_is_what_its_books_say(
    new_guest: Callable[..., Guest], enter: Enter, player: Client
) -> None:
    guest = new_guest()
    page = guest.page
    name = f"At a glance {token_hex(4)}"
    table = a_table(player, name)
    player.bet(table)
    enter(guest, "auditor", "house")
    seen = page.request.get("/api/house").json()
    (one,) = (listed for listed in seen["tables"] if listed["id"] == table)
    assert one["pot"] > 0 and seen["held"] > 0
    expect(line_of(page, table)).to_contain_text(f"${one['pot'] / 100:,.0f}")
    expect(page.get_by_text("in order")).to_be_visible()
    page.get_by_label("Find a table").fill(name)
    expect(page.get_by_text("1 of ")).to_be_visible()
    expect(line_of(page, table)).to_be_visible()


def test_the_ledger_is_filtered_and_taken_away_as_csv(
    guest: Guest, enter: Enter, player: Client, tmp_path: Path
) -> None:
    table = a_table(player, "The counted table", rounds=3)
    enter(guest, "auditor", f"house/ledger/{table}")
    page = guest.page
    rows = page.request.get("/api/ledger", params={"table": table}).json()["rows"]
    shown = page.get_by_role("table", name="Transfers").locator("tbody tr")
    expect(shown).to_have_count(min(100, len(rows)))
    with page.expect_download() as given:
        page.get_by_role("button", name="CSV").click()
    given.value.save_as(tmp_path / "ledger.csv")
    with (tmp_path / "ledger.csv").open(newline="") as file:
        assert [int(row["cents"]) for row in csv.DictReader(file)] == [row["cents"] for row in rows]
    page.get_by_label("Book").fill(f"pot:{table}")
    of_pot = [row for row in rows if f"pot:{table}" in (row["debit"], row["credit"])]
    assert 0 < len(of_pot) < len(rows)
    expect(shown).to_have_count(len(of_pot))
    page.get_by_label("From", exact=True).fill("2001-01-01")
    page.get_by_label("To", exact=True).fill("2001-01-02")
    expect(page.get_by_text("No transfer is like that.")).to_be_visible()


def test_the_log_is_searched_and_its_hash_chain_checked(guest: Guest, enter: Enter, player: Client) -> None:
    table = a_table(player, "The logged table")
    enter(guest, "auditor", f"house/log/{table}")
    page = guest.page
    rows = page.request.get("/api/log", params={"table": table}).json()["rows"]
    entries = page.locator("ol > li")
    expect(entries).to_have_count(min(100, len(rows)))
    (sat,) = (row for row in rows if player.account["name"] in row["entry"])
    page.get_by_label("Containing").fill(player.account["name"])
    expect(entries).to_have_count(sum(row is sat or row["actor"] == player.id for row in rows))
    page.get_by_label("Containing").fill(sat["entry"][:80])
    expect(entries).to_have_count(1)
    expect(entries).to_contain_text(f"takes seat 1 with $500, account {player.id}")
    entries.locator("summary").click()
    expect(entries.get_by_text(sat["hash"], exact=True)).to_be_visible()
    page.get_by_role("button", name="Check the hash chain").click()
    expect(page.get_by_text("Every hash of every chain holds")).to_be_visible()


def test_rounds_are_reached_however_many_have_been_played_since(
    new_guest: Callable[..., Guest], enter: Enter, house: WebHouse, player: Client
) -> None:
    # A dollar a round, and no decision that costs more: the buy-in lasts, whatever is dealt.
    table = a_table(player, "The long table", rounds=101, game="draw-n-shoot-21", bets="bet craps=1")
    auditor, themselves = new_guest(), new_guest("phone")
    enter(auditor, "auditor", f"house/rounds/{table}")
    themselves.page.context.add_cookies([{"name": COOKIE, "value": player.token, "url": house.address}])
    themselves.page.add_init_script("localStorage.setItem('croupier.known', 'true')")
    themselves.come_in("rounds")
    for page in (auditor.page, themselves.page):
        lines = page.get_by_role("listitem").filter(has_text=re.compile(r"[Rr]ound \d+"))
        expect(lines).to_have_count(100)
        page.get_by_role("button", name="Show more").click()
        expect(lines).to_have_count(101)
        expect(page.get_by_role("button", name="Show more")).to_have_count(0)
    auditor.come_in(f"house/rounds/{table}/1")
    expect(auditor.page.get_by_role("link", name="Later")).to_have_attribute("href", f"#/house/rounds/{table}/2")
    expect(auditor.page.get_by_role("list", name="Steps")).to_be_visible()
    themselves.come_in(f"rounds/{table}/1")
    themselves.page.reload()
    own = themselves.page.get_by_role("list", name="Steps").get_by_role("listitem")
    expect(own.filter(has_text="You:").first).to_be_visible()


def test_a_round_is_recalled_as_any_seat_saw_it_or_everything(guest: Guest, enter: Enter, player: Client) -> None:
    table = a_table(player, "The recalled table", rounds=1, game="three-card-draw")
    enter(guest, "auditor", f"house/rounds/{table}")
    page = guest.page
    page.get_by_role("link", name="Round 1").click()
    steps = page.get_by_role("list", name="Steps")
    others = steps.get_by_role("listitem").filter(has_text="Auto 2, hand:")
    expect(others.first).to_be_visible()
    expect(others.first).not_to_contain_text("face down")
    page.get_by_label("Seen by").select_option("A watcher")
    expect(others.first).to_contain_text("3 cards face down")
    page.get_by_label("Seen by").select_option(f"Seat 1: {player.account['name']}")
    own = steps.get_by_role("listitem").filter(has_text=f"{player.account['name']}, hand:")
    expect(own.first).not_to_contain_text("face down")
    expect(others.first).to_contain_text("face down")
    told = page.request.get(f"/api/tables/{table}/rounds/1/steps", params={"seat": 1}).json()["steps"]
    expect(steps.get_by_role("listitem")).to_have_count(len(told))


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_house_pages_have_no_barriers(
    new_guest: Callable[..., Guest], enter: Enter, player: Client, size: str
) -> None:
    table = a_table(player, "The open table", rounds=1)
    player.bet(table)
    guest = new_guest(size, dark=size == "phone")
    page = guest.page
    guest.come_in("house")
    expect(page.get_by_role("heading", name="For the house")).to_be_visible()
    assert barriers(page) == []
    enter(guest, "supervisor", "house/tables")
    expect(line_of(page, table)).to_be_visible()
    assert barriers(page) == []
    assert not too_wide(page)
    for place, there in (
        (f"house/ledger/{table}", page.get_by_role("table", name="Transfers")),
        (f"house/log/{table}", page.locator("ol > li").first),
        (f"house/rounds/{table}", page.get_by_role("link", name="Round 1")),
        (f"house/rounds/{table}/1", page.get_by_role("list", name="Steps")),
    ):
        guest.come_in(place)
        expect(there).to_be_visible()
        assert barriers(page) == [], place
        assert not too_wide(page), place


def test_somebody_ends_their_other_sessions_and_changes_their_password(guest: Guest, house: WebHouse) -> None:
    guest.expected.append("status of 4")
    guest.come_in()
    page, name = guest.page, f"Petra {token_hex(4)}"
    page.get_by_role("button", name="Account and room").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill(name)
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Make an account").click()
    expect(dialog).to_be_hidden()
    body = {"name": name, "password": PASSWORD}
    elsewhere = Client(house.address, httpx.post(f"{house.address}/api/sessions", json=body).json()["token"])
    page.get_by_role("button", name="Account and room").click()
    dialog.get_by_text("Sessions and password").click()
    mine = dialog.get_by_role("list", name="Your sessions").get_by_role("listitem")
    expect(mine).to_have_count(2)
    dialog.get_by_role("button", name="End", exact=True).click()
    expect(mine).to_have_count(1)
    assert elsewhere.get("/api/me").status_code == 401
    elsewhere.close()
    dialog.get_by_label("Your password").fill("not hers at all")
    dialog.get_by_label("New password").fill("another sentence of hers")
    dialog.get_by_role("button", name="Change password").click()
    expect(dialog.get_by_role("alert").first).to_contain_text("do not belong together")
    dialog.get_by_label("Your password").fill(PASSWORD)
    dialog.get_by_label("New password").fill("another sentence of hers")
    dialog.get_by_role("button", name="Change password").click()
    expect(dialog.get_by_role("status")).to_contain_text("another now")
    again = httpx.post(f"{house.address}/api/sessions", json=body | {"password": "another sentence of hers"})
    assert again.status_code == 201
