"""The lobby: every game and every open table with its terms and the exact price of playing there."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from croupier.games import game_named, game_names
from tests.web.accessible import barriers, too_wide
from tests.web.guest import Guest

SLOW = 90_000
"""Milliseconds within which a solver that has never run answers."""


def test_a_table_shows_seats_limits_paytable_and_the_edge_of_its_own_terms(new_guest: Callable[..., Guest]) -> None:
    host, visitor = new_guest(), new_guest("phone")
    page = host.page
    host.come_in()
    page.get_by_role("button", name="Open a table of your own").click()
    page.get_by_label("Game", exact=True).select_option("on-the-draw")
    page.get_by_role("textbox", name="Name").fill("The sixth table")
    page.get_by_label("Play", exact=True).select_option("OTD-06")
    page.get_by_label("Ante, least").fill("25")
    page.get_by_label("Automatic seats").fill("3")
    page.get_by_role("button", name="Open and sit down").click()
    host.wait()
    edge = _main_edge(host, "on-the-draw", {"play": "OTD-06"})
    visitor.come_in()
    table = visitor.page.get_by_role("listitem").filter(has_text="The sixth table")
    expect(table).to_contain_text("Seats free5 of 9")
    expect(table).to_contain_text("Limits$25 to $500")
    expect(table).to_contain_text("PaytableOTD-06")
    expect(table.locator("[data-edge]")).to_have_text(f"{edge:.2%}", timeout=SLOW)
    table.get_by_role("link", name="Sit down at The sixth table").click()
    expect(visitor.page.get_by_role("button", name="Seat 1")).to_be_visible()


def test_the_law_of_a_place_is_shown_before_a_table_is_opened_and_at_the_table(guest: Guest) -> None:
    page = guest.page
    guest.come_in()
    page.get_by_role("button", name="Open a table of your own").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game", exact=True).select_option("draw-n-shoot-21")
    expect(dialog).not_to_contain_text("dice are probably not allowed")
    dialog.get_by_label("Place").select_option("Washington")
    expect(dialog).to_contain_text("dice are probably not allowed")
    dialog.get_by_label("Game", exact=True).select_option("on-the-draw")
    expect(dialog).not_to_contain_text("dice are probably not allowed")
    dialog.get_by_label("Day").fill("2024-06-01")
    expect(dialog).to_contain_text("Washington, by the law of 2024-06-01")
    assert barriers(page) == []
    dialog.get_by_role("button", name="Open and sit down").click()
    expect(
        page.get_by_text("The law of Washington allows less than was asked for: Ante takes at most $100")
    ).to_be_visible()
    guest.wait()
    page.get_by_role("button", name="Table menu").click()
    expect(dialog).to_contain_text("Ante $5 to $100")
    expect(dialog).to_contain_text("Post the wagering limits, the prizes and odds")
    assert barriers(page) == [] and not too_wide(page)


def test_every_game_has_a_sentence_and_its_exact_edge(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    guest.come_in()
    for name in game_names():
        game = game_named(name)
        sign = guest.page.get_by_role("list", name="Games").get_by_role("listitem").filter(has_text=game.title)
        expect(sign).to_contain_text(game.sentence)
        expect(sign.locator(".edge")).to_have_text(f"{_main_edge(guest, name, {}):.2%}", timeout=SLOW)


def _main_edge(guest: Guest, game: str, paytables: dict[str, str]) -> float:
    """What the mathematicians say of a game's main bet with these paytables."""
    solved = guest.page.request.post("/api/analyze", data={"game": game, "paytables": paytables}, timeout=SLOW).json()
    return float(next(iter(solved["bets"].values()))["house_edge"])


def test_a_refused_account_is_told_why_in_the_dialog_and_keeps_its_name(guest: Guest) -> None:
    guest.expected.append("status of 4")
    guest.come_in()
    guest.page.get_by_role("button", name="Account and room").click()
    dialog = guest.page.get_by_role("dialog")
    expect(dialog).to_contain_text("chips, seats, rounds and the coach's record stay yours")
    dialog.get_by_label("Name", exact=True).fill("Ada of the long table")
    dialog.get_by_label("Password").fill("short")
    dialog.get_by_role("button", name="Make an account").click()
    expect(dialog.get_by_role("alert")).to_have_text("A password has 10 to 200 characters")
    expect(dialog.get_by_role("alert")).to_be_in_viewport()
    expect(dialog.get_by_label("Name", exact=True)).to_have_value("Ada of the long table")
