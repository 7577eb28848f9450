"""Rounds of every game at tables of several seats: the page's own check of the shuffle holds for each of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

import pytest
from playwright.sync_api import expect

from croupier.games import game_named, game_names
from tests.web.guest import Guest

ROUNDS = 3
"""How many rounds are played of each game, no two of them in the same way."""
BY_TURNS: tuple[Callable[[list[str]], str], ...] = (
    lambda offered: offered[0],
    lambda offered: offered[-1],
    lambda offered: offered[len(offered) // 2],
)
"""Ways to choose: they fold and stay, hold all, none and some cards, and call each game."""
CHECKS = {"draw-n-shoot-21": ("Shoe", "Dice")}
"""What the page checks of a game that is not dealt from one deck."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", game_names())
def test_the_shuffle_of_every_round_holds_in_the_page(new_guest: Callable[..., Guest], game: str) -> None:
    guest = new_guest()
    page = guest.page
    guest.prefer('{"motion": false}')
    guest.come_in()
    page.get_by_role("button", name="Open a table of your own").click()
    page.get_by_label("Game", exact=True).select_option(game)
    page.get_by_label("Automatic seats").fill(str(min(4, game_named(game).seats - 1)))
    page.get_by_role("button", name="Open and sit down").click()
    guest.wait()
    for spot in page.locator("button[data-spot]").all():
        if "no bet" in spot.inner_text():
            spot.click()
    ways = cycle(BY_TURNS)
    for _ in range(ROUNDS):
        guest.play_round(lambda offered: next(ways)(offered))
    table = page.url.rsplit("/", 1)[1]
    for number in range(1, ROUNDS + 1):
        guest.come_in(f"rounds/{table}/{number}")
        page.get_by_role("button", name="Verify this shuffle").click()
        expect(page.get_by_role("heading", name="Everything holds")).to_be_visible()
        for check in CHECKS.get(game, ("Shuffle",)):
            expect(page.get_by_text(f"{check} holds", exact=True)).to_be_visible()
