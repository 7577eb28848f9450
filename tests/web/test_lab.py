"""The lab: change any row or setting and see the exact numbers change; compare, look hands up, take files away."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.games import game_named, game_names
from croupier.table.game import read_paytable_file
from tests.web.accessible import barriers, too_wide
from tests.web.guest import Guest

pytestmark = pytest.mark.sample(2)

SLOW = 90_000
"""Milliseconds within which a solver that has never run answers."""

MINUS = "\N{MINUS SIGN}"


def asked(page: Page, path: str, **body: Any) -> dict[str, Any]:
    """What the house itself answers."""
    answer = page.request.post(f"/api/{path}", data=body, timeout=SLOW)
    assert answer.ok, answer.text()
    told: dict[str, Any] = answer.json()
    return told


def percent(value: Fraction, places: int = 4) -> str:
    """A share as the page writes it."""
    return f"{float(value) * 100:.{places}f}%".replace("-", MINUS)


def edge_of(bet: dict[str, Any]) -> str:
    return percent(-Fraction(bet["expected_value"]))


def points(one: dict[str, Any], other: dict[str, Any]) -> str:
    """How much more the house keeps of one bet than of another, as the page writes it."""
    more = float(Fraction(other["expected_value"]) - Fraction(one["expected_value"])) * 100
    return f"{more:+.4f} points".replace("-", MINUS)


def headline(page: Page) -> Locator:
    return page.get_by_role("region", name="Exact figures")


def panel(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def open_lab(guest: Guest, place: str) -> None:
    """Go to the lab and wait for its first numbers."""
    guest.come_in(f"lab/{place}")
    expect(headline(guest.page).get_by_role("button", name="house edge as a fraction").first).to_be_visible(
        timeout=SLOW
    )


def table_editor(page: Page, label: str) -> Locator:
    return page.locator("details").filter(has=page.locator("summary", has_text=label)).first


def custom(game: str, bet: str, name: str, **rows: str) -> dict[str, Any]:
    """A printed paytable with some rows changed, as the house takes it."""
    table = game_named(game).paytable(bet, name)
    pays = {row: f"{odds.value.numerator}:{odds.value.denominator}" for row, odds in table.odds.items()}
    changed = {row.replace("_", "-"): odds for row, odds in rows.items()}
    return {"bet": bet, "name": "changed", "pays": pays | changed, "fixed": {}}


@pytest.mark.parametrize("game", game_names())
def test_every_game_shows_the_exact_numbers_of_each_of_its_bets(new_guest: Callable[..., Guest], game: str) -> None:
    guest = new_guest()
    page = guest.page
    open_lab(guest, game)
    told = asked(page, "analyze", game=game, strategies=True)
    names = page.get_by_role("group", name="Bet").get_by_role("button")
    expect(names).to_have_count(len(told["bets"]))
    for place, (name, bet) in enumerate(told["bets"].items()):
        names.nth(place).click()
        expect(headline(page)).to_contain_text(edge_of(bet))
        expect(headline(page)).to_contain_text(percent(Fraction(bet["hit_frequency"]), 3))
        expect(headline(page)).to_contain_text(f"{bet['standard_deviation']:.4f}")
        expect(panel(page, "Return table").get_by_role("row")).to_have_count(len(bet["rows"]) + 2)
        expect(page.locator("svg .bar")).to_have_count(len(bet["outcomes"]))
        if bet["actions"]:
            expect(panel(page, "What the best play does").get_by_role("listitem")).to_have_count(len(bet["actions"]))
        for short in told["strategies"].get(name, {}).values():
            expect(panel(page, "A play one can remember")).to_contain_text(
                percent(-Fraction(short["expected_value"]), 3) if Fraction(short["cost"]) else "nothing"
            )
            expect(panel(page, "A play one can remember").get_by_role("listitem")).to_have_count(
                len(short["rules"]) or 5
            )


def test_a_changed_row_changes_the_numbers_and_says_by_how_much(guest: Guest) -> None:
    page = guest.page
    open_lab(guest, "on-the-draw")
    printed = asked(page, "analyze", game="on-the-draw")["bets"]["main"]
    expect(headline(page)).to_contain_text(edge_of(printed))
    expect(headline(page)).not_to_contain_text("printed")
    editor = table_editor(page, "Play")
    editor.get_by_label("Flush", exact=True).fill("7:2")
    table = custom("on-the-draw", "play", "OTD-01", flush="7:2")
    changed = asked(page, "analyze", game="on-the-draw", custom=[table])["bets"]["main"]
    assert changed["expected_value"] != printed["expected_value"]
    expect(headline(page)).to_contain_text(edge_of(changed))
    expect(headline(page)).to_contain_text(points(changed, printed))
    expect(editor.get_by_text("printed 3:1")).to_be_visible()
    editor.get_by_role("button", name="As printed").click()
    expect(headline(page)).to_contain_text(edge_of(printed))
    expect(editor.get_by_label("Flush", exact=True)).to_have_value("3:1")


def test_every_headline_number_shows_its_fraction(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    open_lab(guest, "draw-n-shoot-21")
    bet = asked(page, "analyze", game="draw-n-shoot-21")["bets"]["twenty-one"]
    headline(page).get_by_role("button", name="house edge as a fraction").click()
    expect(headline(page)).to_contain_text(str(-Fraction(bet["expected_value"])))
    page.get_by_label("Fractions").check()
    for figure in ("hit_frequency", "average_wager", "element_of_risk"):
        expect(headline(page)).to_contain_text(bet[figure])
    expect(headline(page)).to_contain_text(f"√({bet['variance']})")
    for line in bet["rows"]:
        expect(panel(page, "Return table")).to_contain_text(line["return"].replace("-", MINUS))


def test_cases_too_many_for_a_browser_to_count_are_still_exact(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    open_lab(guest, "cincinnati-stud")
    rows = asked(page, "analyze", game="cincinnati-stud")["bets"]["main"]["rows"]
    cases = [int(line["combinations"]) for line in rows]
    assert max(cases) > 2**53
    for number in (*cases, sum(cases)):
        expect(panel(page, "Return table")).to_contain_text(f"{number:,}")


def test_a_row_that_cannot_be_is_explained_beside_it_and_the_numbers_stay(guest: Guest) -> None:
    page = guest.page
    guest.expected.append("422")
    open_lab(guest, "on-the-draw")
    before = headline(page).inner_text()
    editor = table_editor(page, "Play")
    field = editor.get_by_label("Straight", exact=True)
    field.fill("twice")
    sentence = "'twice' are not odds; write them as '3:2', '20:1' or 'push', none below zero"
    expect(editor.get_by_text(sentence)).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    assert (
        field.evaluate("it => document.getElementById(it.getAttribute('aria-describedby')).innerText").strip()
        == sentence
    )
    expect(page.get_by_text("The numbers are those")).to_be_visible()
    assert edge_of(asked(page, "analyze", game="on-the-draw")["bets"]["main"]) in before
    field.fill("2:1")
    expect(editor.get_by_text(sentence)).to_have_count(0)
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_a_setting_that_cannot_be_is_explained_beside_it(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    guest.expected.append("422")
    open_lab(guest, "draw-n-shoot-21")
    editor = table_editor(page, "Settings")
    editor.locator("summary").click()
    editor.get_by_label("Max raise").fill("101")
    expect(editor.get_by_role("alert")).to_have_text("setting max_raise cannot be '101'; it is 0 to 100")
    editor.get_by_label("Max raise").fill("5")
    editor.get_by_label("Decks").select_option("1")
    settings = {"max_raise": "5", "decks": "1"}
    changed = asked(page, "analyze", game="draw-n-shoot-21", settings=settings)["bets"]["twenty-one"]
    expect(headline(page)).to_contain_text(edge_of(changed))
    expect(editor.get_by_role("alert")).to_have_count(0)


def test_a_flat_prize_and_the_stake_it_is_won_with_count(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    guest.expected.append("409")
    open_lab(guest, "big-draw")
    page.get_by_role("group", name="Bet").get_by_role("button", name="5 Card Draw, First 5").click()
    editor = table_editor(page, "5 Card Draw, First 5")
    expect(editor.get_by_label("Royal flush")).to_have_value("$5000")
    editor.get_by_label("Royal flush").fill("$7,500")
    page.get_by_label("Stake in dollars").fill("5")
    first_5 = game_named("big-draw").paytable("five-card-draw/first-5", "printed")
    table = custom("big-draw", "five-card-draw/first-5", "printed") | {
        "fixed": {"royal-flush": 7500, "straight-flush": 1000}
    }
    assert first_5.fixed.keys() == {"royal-flush", "straight-flush"}
    told = asked(page, "analyze", game="big-draw", custom=[table], stake="5")["bets"]["five-card-draw/first-5"]
    expect(headline(page)).to_contain_text(edge_of(told))
    page.get_by_label("Stake in dollars").fill("0.50")
    expect(page.get_by_text("First 5 takes bets of $1 or more")).to_be_visible()


def test_a_better_hand_that_pays_less_is_pointed_out(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    open_lab(guest, "on-the-draw")
    editor = table_editor(guest.page, "Play")
    editor.get_by_label("Straight", exact=True).fill("4:1")
    expect(editor.get_by_text("pays less than straight")).to_be_visible()


def test_a_link_with_nonsense_in_it_shows_the_printed_table_and_what_is_wrong(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    guest.expected.append("422")
    open_lab(guest, "on-the-draw/play=OTD-99&play.flush=?&play.nothing=1:1&@nobody=1&stake&%")
    expect(table_editor(guest.page, "Play").get_by_text("'?' are not odds")).to_be_visible()
    expect(guest.page.get_by_text("The numbers are those of the printed table.")).to_be_visible()


def test_tables_stand_side_by_side_as_many_as_one_likes(guest: Guest) -> None:
    page = guest.page
    open_lab(guest, "on-the-draw")
    page.get_by_role("button", name="Compare tables").click()
    for name in ("OTD-05", "OTD-03"):
        table_editor(page, "Play").get_by_label("Printed table").select_option(name)
        if name == "OTD-05":
            page.get_by_role("button", name="Add a table").click()
    first, second, third = (
        asked(page, "analyze", game="on-the-draw", paytables={"play": name})["bets"]["main"]
        for name in ("OTD-01", "OTD-05", "OTD-03")
    )
    side_by_side = page.get_by_role("table", name="Side by side")
    for bet in (first, second, third):
        expect(side_by_side).to_contain_text(edge_of(bet))
    more = float(Fraction(first["expected_value"]) - Fraction(second["expected_value"])) * 100
    expect(side_by_side.get_by_role("row", name="House edge")).to_contain_text(f"+{more:.3f} points")
    expect(side_by_side.get_by_role("row", name="Four of a kind")).to_contain_text("7:1")
    page.get_by_role("group", name="Which table is edited").get_by_role("button", name="Table A").click()
    expect(table_editor(page, "Play").get_by_label("Printed table")).to_have_value("OTD-01")
    for place in "BA":
        page.get_by_role("group", name="Which table is edited").get_by_role("button", name=f"Table {place}").click()
        page.get_by_role("button", name=f"Remove Table {place}").click()
    expect(headline(page)).to_contain_text(edge_of(third))
    expect(side_by_side).to_have_count(0)


def test_a_table_is_tuned_and_loaded_and_a_link_asks_the_same(guest: Guest, new_guest: Callable[..., Guest]) -> None:
    page = guest.page
    open_lab(guest, "on-the-draw")
    page.get_by_role("button", name="Tune", exact=True).click()
    tuning = panel(page, "Tune a paytable to an edge")
    tuning.get_by_label("House edge wanted").fill("2.5%")
    for row, least, most in (("Four of a kind", "5:1", "9:1"), ("Flush", "3:1", "4:1")):
        tuning.get_by_label(f"{row} from", exact=True).fill(least)
        tuning.get_by_label(f"{row} to", exact=True).fill(most)
    expect(tuning.get_by_text("10 tables to search")).to_be_visible()
    search: dict[str, Any] = {
        "game": "on-the-draw",
        "bet": "play",
        "target_edge": "2.5%",
        "keep_order": True,
        "rows": ["four-of-a-kind=5:1..9:1", "flush=3:1..4:1"],
    }
    tuning.get_by_role("button", name="Search").click()
    refused = page.request.post("/api/tune", data=search | {"within": "0.1%"}, timeout=SLOW)
    assert refused.status == 409
    expect(tuning.get_by_role("alert")).to_contain_text(refused.json()["detail"][1:], timeout=SLOW)
    tuning.get_by_label("Give or take").fill("0.5%")
    tuning.get_by_role("button", name="Search").click()
    told = asked(page, "tune", **search, within="0.5%")
    found = tuning.get_by_role("region", name="Tables found").get_by_role("listitem")
    expect(found).to_have_count(len(told["found"]), timeout=SLOW)
    found.first.get_by_role("button", name="Load").click()
    expect(headline(page)).to_contain_text(edge_of(told["found"][0]))
    four = told["found"][0]["pays"]["four-of-a-kind"]
    expect(table_editor(page, "Play").get_by_label("Four of a kind", exact=True)).to_have_value(four)
    assert not barriers(page)
    other = new_guest("phone")
    other.page.goto(page.url)
    again = panel(other.page, "Tune a paytable to an edge")
    expect(again.get_by_label("Flush to", exact=True)).to_have_value("4:1", timeout=SLOW)
    expect(headline(other.page)).to_contain_text(edge_of(told["found"][0]), timeout=SLOW)
    assert not too_wide(other.page)


def test_a_paper_of_the_table_as_it_is_comes_down(guest: Guest) -> None:
    page = guest.page
    open_lab(guest, "on-the-draw/play=OTD-02/~room=papers")
    with page.expect_download(timeout=SLOW) as download:
        page.get_by_role("button", name="HTML of the rack card").click()
    assert download.value.suggested_filename == "on-the-draw-rack.html"
    assert "OTD-02" in Path(download.value.path()).read_text()
    expect(page.get_by_text("on-the-draw-rack.html is in your downloads.")).to_be_visible()


def test_rows_are_priced_and_sessions_drawn(guest: Guest) -> None:
    page = guest.page
    open_lab(guest, "on-the-draw/~room=rows")
    told = asked(page, "rows", game="on-the-draw", bet="play", stake="1")
    flush = next(line for line in told["rows"] if line["row"] == "flush")
    line = panel(page, "One more unit on a row: Play").get_by_role("row", name="Flush", exact=False).last
    expect(line).to_contain_text(f"{MINUS}{float(Fraction(flush['cost'])) * 100:.4f} points", timeout=SLOW)
    line.get_by_role("button", name="Raise").click()
    expect(table_editor(page, "Play").get_by_label("Flush", exact=True)).to_have_value("4:1")
    page.get_by_role("button", name="Sessions").click()
    expect(page.get_by_role("img", name="ruin, by what is bought in for")).to_be_visible(timeout=SLOW)
    assert not barriers(page)


def test_a_hand_is_looked_up_by_picking_cards_and_valued_by_the_table_as_it_is(guest: Guest) -> None:
    page = guest.page
    open_lab(guest, "on-the-draw")
    look_up = panel(page, "Look up a hand")
    for card in ("ace of spades", "king of diamonds", "seven of clubs"):
        look_up.get_by_role("button", name=card).click()
    expect(look_up.get_by_text("1 more card.")).to_be_visible()
    look_up.get_by_role("button", name="two of hearts").click()
    table_editor(page, "Play").get_by_label("Two pair", exact=True).fill("5:1")
    table = custom("on-the-draw", "play", "OTD-01", two_pair="5:1")
    told = asked(page, "advise", game="on-the-draw", custom=[table], cards="As Kd 7c 2h")
    ((best, value),) = ((action, Fraction(told["actions"][action])) for action in told["best"])
    spoken = {"check": "Check", "play-3x": "Bet 3×"}[best]
    expect(look_up.get_by_role("listitem").first).to_have_attribute(
        "aria-label", f"{spoken}: {float(value):.4f}, best".replace("-", MINUS)
    )
    expect(look_up.locator(".choices li")).to_have_count(len(told["actions"]))
    look_up.get_by_label("5th Street, 6th Street").fill("9h 2c")
    told = asked(page, "advise", game="on-the-draw", custom=[table], cards="As Kd 7c 2h", board="9h 2c")
    folding = f"Fold: {float(Fraction(told['actions']['fold'])):.4f}".replace("-", MINUS)
    expect(look_up.get_by_role("listitem").last).to_have_attribute("aria-label", folding)


def test_cards_are_picked_with_the_keyboard(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    open_lab(guest, "three-card-draw")
    page.get_by_role("button", name="ace of spades").focus()
    for key in ("Space", "ArrowRight", "Space", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_label("Cards in hand")).to_have_value("As Ks Kh")
    expect(panel(page, "Look up a hand").locator(".choices li.best")).to_be_visible(timeout=SLOW)


def test_the_bars_are_as_high_as_the_chances_and_can_be_walked_along(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    open_lab(guest, "draw-n-shoot-21")
    outcomes = asked(page, "analyze", game="draw-n-shoot-21")["bets"]["twenty-one"]["outcomes"]
    chances = [Fraction(outcome["probability"]) for outcome in outcomes]
    page.wait_for_timeout(400)
    heights = page.locator("svg .bar").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    highest = max(range(len(chances)), key=chances.__getitem__)
    for chance, height in zip(chances, heights, strict=True):
        assert abs(height / heights[highest] - float(chance / chances[highest])) < 0.01
    plot = page.get_by_role("slider")
    plot.focus()
    page.keyboard.press("End")
    last = f"{float(chances[-1]) * 100:.2f}%"
    assert chances[-1] == Fraction(1, 156)
    expect(plot).to_have_attribute("aria-valuetext", f"Net +6 Antes: {last}, 1 in 156")
    page.keyboard.press("ArrowLeft")
    assert "+3.6 Antes" in (plot.get_attribute("aria-valuetext") or "")
    page.get_by_label("Logarithmic").check()
    page.wait_for_timeout(400)
    drawn = page.locator("svg .bar").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert all(height > 8 for height in drawn), "a logarithm shows rare results too"


def test_files_taken_away_say_what_the_page_says(new_guest: Callable[..., Guest], tmp_path: Path) -> None:
    guest = new_guest()
    page = guest.page
    open_lab(guest, "three-card-draw")
    table_editor(page, "Ante Bonus").get_by_label("Three of a kind").fill("9:2")
    table = custom("three-card-draw", "ante-bonus", "printed", three_of_a_kind="9:2")
    told = asked(page, "analyze", game="three-card-draw", custom=[table])
    expect(headline(page)).to_contain_text(edge_of(told["bets"]["main"]))
    away = panel(page, "Take it away")
    with page.expect_download() as given:
        away.get_by_role("button", name="Ante Bonus paytable").click()
    file = tmp_path / given.value.suggested_filename
    given.value.save_as(file)
    assert tomllib.loads(file.read_text())["pays"]["three-of-a-kind"] == "9:2"
    game = game_named("three-card-draw").choose(custom=(read_paytable_file(file),))
    assert {row: str(odds) for row, odds in game.paytables["ante-bonus"].pays.items()} == {
        "mini-royal": "10 to 1",
        "straight-flush": "7 to 1",
        "three-of-a-kind": "9 to 2",
    }
    expect(away.get_by_text(f"--paytable-file {file.name}")).to_be_visible()
    with page.expect_download() as given:
        away.get_by_role("button", name="The numbers").click()
    given.value.save_as(tmp_path / "numbers.json")
    assert json.loads((tmp_path / "numbers.json").read_text())["bets"] == told["bets"]


def test_a_designed_table_is_opened_and_pays_so(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    open_lab(guest, "on-the-draw/play.two-pair=3:2")
    page.get_by_role("button", name="Open a table that pays this").click()
    page.wait_for_url("**/#/table/*")
    number = page.url.rpartition("/")[2]
    (opened,) = (one for one in page.request.get("/api/tables").json()["tables"] if str(one["id"]) == number)
    assert opened["paytables"]["play"] == "OTD-01-changed"


def test_a_broken_line_is_said_and_the_numbers_come_when_it_is_mended(guest: Guest) -> None:
    page = guest.page
    guest.expected.append("ERR_INTERNET_DISCONNECTED")
    open_lab(guest, "on-the-draw")
    page.context.set_offline(True)
    table_editor(page, "Play").get_by_label("Full house").fill("6:1")
    expect(page.get_by_text("The house cannot be reached")).to_be_visible()
    page.context.set_offline(False)
    table = custom("on-the-draw", "play", "OTD-01", full_house="6:1")
    told = asked(page, "analyze", game="on-the-draw", custom=[table])["bets"]["main"]
    expect(headline(page)).to_contain_text(edge_of(told))
    expect(page.get_by_text("The house cannot be reached")).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_lab_has_no_barriers(new_guest: Callable[..., Guest], size: str) -> None:
    guest = new_guest(size, dark=size == "phone")
    page = guest.page
    guest.expected.append("422")
    open_lab(guest, "on-the-draw/play.flush=5:1/play=OTD-02")
    page.locator("details").evaluate_all("all => all.forEach(one => (one.open = true))")
    page.get_by_label("Cards in hand").fill("As Kd 7c 2h")
    expect(page.locator(".choices li.best")).to_be_visible()
    assert barriers(page) == []
    editor = table_editor(page, "Play")
    editor.get_by_label("Straight", exact=True).fill("?")
    expect(editor.get_by_text("'?' are not odds")).to_be_visible()
    assert barriers(page) == []
    assert not too_wide(page)
    page.get_by_label("Fractions").check()
    assert not too_wide(page)
