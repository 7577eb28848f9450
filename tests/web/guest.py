"""Somebody in front of the page, and what they do there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

SIZES: Final[dict[str, dict[str, Any]]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
}


class Guest:
    """Somebody who plays with mouse or finger; the keyboard has tests of its own."""

    def __init__(self, page: Page, size: str) -> None:
        self.page = page
        self.size = size
        self.expected: list[str] = []
        """Words of console errors that a test brings about on purpose."""

    def come_in(self, place: str = "") -> None:
        """Open the page."""
        self.page.goto(f"/#/{place}")

    def prefer(self, choices: str) -> None:
        """Have preferences, in JSON, before the page is opened."""
        name = "croupier.preferences"
        self.page.add_init_script(f"localStorage.getItem('{name}') ?? localStorage.setItem('{name}', '{choices}')")

    def sit_down(self, title: str) -> None:
        """From the lobby to a table with company."""
        self.come_in()
        for sign in self.page.get_by_role("list", name="Games").get_by_role("listitem").all():
            expect(sign.get_by_role("definition").first).to_be_visible()  # nothing moves under the pointer any more
        self.page.get_by_role("button", name=f"Play {title}").click()
        expect(self.deal_button).to_be_visible()

    @property
    def deal_button(self) -> Locator:
        """What begins a round with the bets that are laid out."""
        return self.page.get_by_role("button", name="Deal")

    @property
    def results(self) -> Locator:
        """What became of the bets."""
        return self.page.get_by_role("region", name="Results of the round")

    def spot(self, name: str) -> Locator:
        """A betting spot of their own."""
        return self.page.locator(f"[data-spot='{name}']")

    def wait(self) -> str:
        """Wait until something is asked for: `deciding` or `betting`."""
        self.page.wait_for_selector("[data-phase='deciding'], [data-phase='betting']")
        return self.page.locator("[data-phase]").get_attribute("data-phase") or ""

    def offered(self) -> list[str]:
        """The choices of the decision that is asked."""
        names: list[str] = self.page.locator("[data-action]").evaluate_all("all => all.map(one => one.dataset.action)")
        return names

    def take(self, action: str) -> None:
        """Press a choice."""
        self.page.locator(f'[data-action="{action}"]').click()

    def play_round(self, choose: Callable[[list[str]], str] = lambda offered: offered[-1]) -> None:
        """Deal, answer whatever is asked, and see the round settled; the last choice if none is said."""
        self.wait()
        before = self.round
        self.deal_button.click()
        self.play_on(choose, before)

    def play_on(self, choose: Callable[[list[str]], str] = lambda offered: offered[-1], before: int = 0) -> None:
        """Answer until a round after `before` is settled."""
        for _ in range(25):
            if self.wait() == "deciding":
                self.take(choose(self.offered()))
            elif self.settled and self.round > before:
                return
            else:
                self.deal_button.click()
        raise AssertionError("the round does not end")

    @property
    def round(self) -> int:
        """The number of the round on the felt."""
        return int(self.page.locator("[data-round]").get_attribute("data-round") or 0)

    @property
    def sequence(self) -> int:
        """The last entry of the table's log that is laid out."""
        return int(self.page.locator("[data-sequence]").get_attribute("data-sequence") or 0)

    @property
    def settled(self) -> bool:
        """Whether no round is open."""
        return self.page.locator("[data-finished='true']").count() == 1
