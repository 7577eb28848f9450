"""What the pages are made of: small enough to load at once, and knowing no game by name."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Route, expect

from croupier.games import game_named, game_names
from tests.web.guest import Guest

WEB: Final = Path(__file__).parents[2] / "web"
LARGEST_FIRST_LOAD: Final = 200 * 1024


def test_the_first_load_is_under_two_hundred_kilobytes_compressed(new_guest: Callable[..., Guest]) -> None:
    """What comes over the line, as the browser counts it: pages, fonts and the API's answers, with their headers."""
    guest = new_guest()
    line = guest.page.context.new_cdp_session(guest.page)
    line.send("Network.enable")
    addresses: dict[str, str] = {}
    came: dict[str, int] = {}
    line.on("Network.requestWillBeSent", lambda sent: addresses.update({sent["requestId"]: sent["request"]["url"]}))
    line.on("Network.loadingFinished", lambda end: came.update({end["requestId"]: end["encodedDataLength"]}))
    guest.come_in()
    expect(guest.page.get_by_role("button", name="Play On the Draw")).to_be_visible()
    guest.page.evaluate("document.fonts.ready.then(() => true)")
    weights = {addresses[number]: weight for number, weight in came.items()}
    assert any(address.endswith(".js") for address in weights) and any("/api/games" in address for address in weights)
    assert sum(weights.values()) < LARGEST_FIRST_LOAD, weights


def test_the_lobby_can_be_pressed_before_tables_and_mathematics_are_there(new_guest: Callable[..., Guest]) -> None:
    """How soon that is, is a matter of the machine; what it waits for is not: the games, and who has come in."""
    guest = new_guest()
    held: list[Route] = []
    told: list[str] = []
    guest.page.on("requestfinished", lambda done: told.append(urlsplit(done.url).path))
    guest.page.route("**/api/analyze", lambda route: held.append(route))
    guest.page.route("**/api/tables?**", lambda route: held.append(route))
    guest.page.route("**/assets/record-*", lambda route: held.append(route))
    guest.come_in()
    expect(guest.page.get_by_role("button", name="Play On the Draw")).to_be_enabled()
    assert {path for path in told if path.startswith("/api/")} == {"/api/games", "/api/guests", "/api/me"}
    asked = [urlsplit(route.request.url).path for route in held]
    questions = sorted(path for path in asked if path.startswith("/api/"))
    assert questions == ["/api/analyze", "/api/analyze", "/api/tables"], "two games are solved at once"
    record = {"record", "luck.svelte", "coach.svelte"}
    pieces = {Path(path).name.rpartition("-")[0] for path in told if path.endswith((".js", ".css"))}
    assert len(pieces - record) <= 8, "the coach's record is fetched beside them"
    links = guest.page.get_by_role("list", name="Games").get_by_role("link")
    before = [link.bounding_box() for link in links.all()]
    guest.page.unroute("**/api/analyze")
    for route in held:
        route.continue_()
    expect(guest.page.locator("dd.edge", has_text="%")).to_have_count(len(before))
    assert [link.bounding_box() for link in links.all()] == before, "a sign moved when its figures came"


def test_no_page_names_a_game() -> None:
    named = {name for game in game_names() for name in (game, game_named(game).title)}
    sources = [path for kind in ("*.ts", "*.svelte") for path in (WEB / "src").rglob(kind)]
    assert len(sources) > 20
    guilty = [
        f"{path.relative_to(WEB)}: {name}" for path in sources for name in named if name in path.read_text("utf-8")
    ]
    assert not guilty


def test_a_game_that_nobody_has_seen_gets_a_felt(new_guest: Callable[..., Guest]) -> None:
    """A sixth game is one whose layout nobody has drawn: here, one of the five with its felt taken away."""
    guest = new_guest()
    layout = {
        "seat": {
            "spots": [
                {"spot": spot.name, "x": 3.2 * place, "y": 0.0, "shape": "circle", "size": 2.8, "label": ""}
                for place, spot in enumerate(game_named("three-card-draw").spots)
            ],
            "boxes": [],
            "joins": [],
            "button": None,
        },
        "table": {"boxes": [], "paytables": [], "pot": None, "dice": None},
    }

    def take_the_felt_away(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        for game in told["games"]:
            game["layout"] = layout if game["name"] == "three-card-draw" else game["layout"]
        route.fulfill(response=answer, json=told)

    guest.page.route("**/api/games", take_the_felt_away)
    guest.sit_down("Three Card Draw Poker")
    guest.play_round()
    expect(guest.results).to_be_visible()
    expect(guest.page.get_by_role("group", name="Your cards:").get_by_role("img").first).to_be_visible()


def test_the_preferences_of_a_room_are_remembered(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    guest.come_in()
    page.get_by_role("button", name="Account and room").click()
    page.get_by_label("Dark").check()
    page.get_by_label("Four-colour suits").check()
    page.get_by_role("button", name="Close").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-four-colour", "true")


def _npm(*words: str) -> subprocess.CompletedProcess[str]:
    """Run npm as the build does, with the Node that it finds."""
    return subprocess.run([sys.executable, WEB / "build.py", *words], capture_output=True, text=True)


def test_the_sources_pass_their_own_tests(site: None) -> None:
    """The unit tests of `web/tests`; types and lint are `make pages`."""
    done = _npm("run", "test")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_lock_file_names_no_place_to_download_from() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    assert len(packages) > 50 and not [name for name, package in packages.items() if "resolved" in package]


def test_the_types_are_those_of_the_house(site: None, tmp_path: Path) -> None:
    document, written = tmp_path / "openapi.json", tmp_path / "api-types.ts"
    subprocess.run([sys.executable, WEB / "openapi.py", document], check=True)
    made = _npm("run", "types", "--", str(document), "-o", str(written))
    assert made.returncode == 0, made.stderr
    kept = WEB / "src" / "lib" / "api-types.ts"
    assert written.read_text() == kept.read_text(), "the API has changed; write the types anew with: make types"
