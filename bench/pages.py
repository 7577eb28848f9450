"""How soon a page of the web client can be used, and how smoothly cards are dealt there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.table import Table
from tests.web.browsers import open_browser
from tests.web.guest import Guest
from tests.web.house import WebHouse

TIMES: Final = 5
INTERACTIVE: Final = 1.0
"""Seconds after which a page can be used at the latest."""
FRAMES: Final = 60
"""Frames a second while cards are dealt, unless the deal is simplified."""
PAGES: Final[dict[str, tuple[str, str]]] = {
    "the tables": ("", "role=button[name='Play On the Draw']"),
    "Learn": ("learn/on-the-draw", "role=heading[name='The round']"),
    "Deal": ("deal", "role=heading[level=1]"),
    "Lab": ("lab", "role=heading[level=1]"),
}
"""Each page's place, and what is there once it can be used."""
COUNT: Final = """
() => {
  window.frames_seen = [];
  let last = 0;
  const frame = (now) => {
    const dealing = document.querySelector("[data-phase='dealing']");
    if (dealing && last) window.frames_seen.push(now - last);
    last = dealing ? now : 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
"""


def visited(browser: Browser, house: WebHouse, look: Callable[[Page], float]) -> float:
    """What somebody finds who has never been there."""
    context = browser.new_context(base_url=house.address)
    try:
        return look(context.new_page())
    finally:
        context.close()


def seconds(place: str, there: str) -> Callable[[Page], float]:
    """How long it takes until a page can be used."""

    def look(page: Page) -> float:
        start = perf_counter()
        page.goto(f"/#/{place}")
        page.wait_for_selector(there)
        return perf_counter() - start

    return look


def frames(page: Page) -> float:
    """Frames a second while a round of On the Draw is dealt; none where the deal was simplified."""
    guest = Guest(page, "desktop")
    guest.sit_down("On the Draw")
    page.evaluate(COUNT)
    guest.play_round()
    if page.locator("[data-moving='true']").count() == 0:
        return 0.0
    taken: list[float] = page.evaluate("window.frames_seen")
    return 1000 * len(taken) / sum(taken)


def run() -> None:
    """Print how long every page takes, and the frames of a deal, beside what is asked."""
    shown = Table("page", "until it can be used, s", "at most, s", title="First visits, in the middle of five")
    with TemporaryDirectory() as folder, open_browser() as browser:
        house = WebHouse(Path(folder))
        house.open()
        try:
            for name, (place, there) in PAGES.items():
                visited(browser, house, seconds(place, there))  # what the house works out once
                took = median(visited(browser, house, seconds(place, there)) for _ in range(TIMES))
                shown.add_row(name, f"{took:.2f}", f"{INTERACTIVE:.0f}")
            drawn = visited(browser, house, frames)
        finally:
            house.close()
    Console().print(shown)
    Console().print(
        f"Cards are dealt at {drawn:.0f} frames a second; {FRAMES} are asked for."
        if drawn
        else "The machine is too slow for 60 frames a second: the deal was simplified."
    )
