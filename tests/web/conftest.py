"""A built site, a house that serves it, and a browser in front of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect

from tests.infrastructure import comes_up, one_at_a_time
from tests.web.browsers import NoBrowser, open_browser
from tests.web.guest import SIZES, Guest
from tests.web.house import WebHouse

ROOT = Path(__file__).parents[2]
PATIENCE = 60_000
"""Milliseconds for which something is waited for: a busy machine is no failure."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, one for all tests of the room; without it they fail, they are not skipped.

    It goes with the last of them: while it is there, no test may run an event loop of its own.
    """
    try:
        with one_at_a_time(), comes_up("the browser", Error):
            opened = open_browser()
            browser = opened.__enter__()
    except NoBrowser as missing:
        pytest.fail(str(missing), pytrace=False)
    yield browser
    opened.__exit__(None, None, None)


@pytest.fixture(scope="session")
def site() -> None:
    """The web pages, built from their sources as they are."""
    with one_at_a_time():
        built = subprocess.run([sys.executable, ROOT / "web" / "build.py"], capture_output=True, text=True)
    if built.returncode:
        pytest.fail(built.stderr.strip() or "the web pages could not be built", pytrace=False)


@pytest.fixture(scope="session")
def house(site: None) -> Iterator[WebHouse]:
    """A house that is open while the tests run."""
    with TemporaryDirectory(prefix="croupier-web-") as folder:
        house = WebHouse(Path(folder))
        house.open()
        yield house
        house.close()


@pytest.fixture
def new_guest(browser: Browser, house: WebHouse) -> Iterator[Callable[..., Guest]]:
    """Lets people in, each with a browser context of their own; a page that complains fails the test."""
    contexts = []
    complaints: list[str] = []

    def let_in(size: str = "desktop", *, still: bool = True, dark: bool = False, **options: Any) -> Guest:
        context = browser.new_context(
            base_url=house.address,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
            **(SIZES[size] | options),
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        guest = Guest(page, size)
        page.on("console", lambda message: _note(complaints, guest, message))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return guest

    yield let_in
    for context in contexts:
        context.close()
    assert not complaints, "the console shows errors:\n" + "\n".join(complaints)


def _note(complaints: list[str], guest: Guest, message: ConsoleMessage) -> None:
    if message.type == "error" and not any(words in message.text for words in guest.expected):
        complaints.append(message.text)


@pytest.fixture(params=list(SIZES))
def guest(request: pytest.FixtureRequest, new_guest: Callable[..., Guest]) -> Guest:
    """Somebody who comes in, at a desk or with a phone."""
    return new_guest(request.param)


@pytest.fixture
def page(new_guest: Callable[..., Guest]) -> Page:
    """The page of somebody at a desk."""
    return new_guest().page
