"""Over whole rounds nothing moves that is in use, and no text is cut, broken or covered, on screens of every size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from croupier.games import game_named, game_names
from tests.web.accessible import too_wide
from tests.web.guest import Guest
from tests.web.layout import faults, moved, watch

TOUCH: Final = {"has_touch": True, "is_mobile": True}
SCREENS: Final[dict[str, dict[str, Any]]] = {
    "1280x800": {"viewport": {"width": 1280, "height": 800}},
    "1920x1080": {"viewport": {"width": 1920, "height": 1080}},
    "390x844": {"viewport": {"width": 390, "height": 844}, **TOUCH},
    "360x640": {"viewport": {"width": 360, "height": 640}, **TOUCH},
    "844x390": {"viewport": {"width": 844, "height": 390}, **TOUCH},
}


class Measurer:
    """Somebody who plays a round and looks at the page whenever it stands still."""

    def __init__(self, guest: Guest) -> None:
        self.guest, self.page = guest, guest.page
        self.wrong: dict[str, str] = {}
        watch(self.page)

    def look(self, when: str) -> None:
        """Note what is wrong with the page as it stands."""
        self.page.wait_for_timeout(40)
        for fault in faults(self.page):
            self.wrong.setdefault(fault, f"{when}: {fault}")
        if too_wide(self.page):
            self.wrong.setdefault("wide", f"{when}: the page is too wide")

    def coach(self) -> None:
        """Let the coach come or go."""
        self.page.locator(".side button[aria-pressed]").first.click()

    def play(self, turn: int) -> None:
        """One round, other choices at every turn; the coach comes with the first decision and goes with the next."""
        guest, before = self.guest, self.guest.round
        guest.wait()
        guest.deal_button.click()
        for step in range(25):
            if guest.wait() == "betting":
                if guest.settled and guest.round > before:
                    break
                self.look(f"bets {turn}")
                guest.deal_button.click()
                continue
            self.look(f"decision {turn}.{step}")
            self.coach()
            if turn == 0:
                self.page.wait_for_selector("[data-advised='true']")
            if self.page.locator(".touch").count():
                self.page.locator(".touch").nth(step).click()
            self.look(f"decision {turn}.{step} with the coach")
            sequence, offered = guest.sequence, guest.offered()
            choice = offered[(turn + step) % len(offered)]
            guest.take(choice)
            self.page.wait_for_timeout(40)
            if self.page.get_by_text("Press again").count():
                self.look(f"decision {turn}.{step} warned")
                guest.take(choice)
            self.page.wait_for_selector(f"[data-sequence]:not([data-sequence='{sequence}'])")
        self.look(f"results {turn}")


@pytest.mark.sample(13)
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", game_names())
def test_nothing_moves_and_no_text_is_cut(new_guest: Callable[..., Guest], name: str, screen: str) -> None:
    guest = new_guest(**SCREENS[screen])
    guest.expected.append("409 (Conflict)")  # the coach is asked about a decision that is taken meanwhile
    guest.sit_down(game_named(name).title)
    measurer = Measurer(guest)
    measurer.look("before the bets")
    for spot in guest.page.locator("button[data-spot]").all():
        if "no bet" in spot.inner_text():
            spot.click()
    measurer.look("bets laid")
    for turn in range(3):
        measurer.play(turn)
    assert not (moved(guest.page) + list(measurer.wrong.values()))
