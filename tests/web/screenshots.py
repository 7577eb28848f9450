"""Pictures of every page for the documentation: `make screenshots`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, expect

from croupier.games import game_named, game_names
from croupier.school.sitting import Sitting, SittingTerms
from croupier.table.placard import Placard
from tests.web.browsers import open_browser
from tests.web.guest import SIZES, Guest
from tests.web.house import WebHouse, make_account

ROOT: Final = Path(__file__).parents[2]
PICTURES: Final = ROOT / "docs" / "screenshots"
SLOW: Final = 90_000
FRAME_SCALE: Final = 0.6
"""The size of a recorded round's frames beside that of the page."""
SUPERVISOR, PASSWORD = "Sam", "a sentence for the pictures"
SCHOOL_SEED: Final = "school"
CODES: list[str] = []
"""The supervisor's recovery codes, one for each time they sign in."""


def record_round(browser: Browser, house: WebHouse, game: str) -> None:
    """A round of a game, frame by frame: the bets, each question, and the settlement."""
    context = browser.new_context(
        base_url=house.address, reduced_motion="reduce", device_scale_factor=FRAME_SCALE, **SIZES["desktop"]
    )
    page = context.new_page()
    page.set_default_timeout(SLOW)
    guest, numbers = Guest(page, "desktop"), count(1)

    def frame() -> None:
        page.wait_for_timeout(300)
        page.screenshot(path=PICTURES / f"round-{game}-{next(numbers)}.jpg", type="jpeg", quality=60)

    guest.sit_down(game_named(game).title)
    frame()
    guest.deal_button.click()
    while guest.wait() == "deciding" or not guest.settled:
        if guest.wait() == "betting":
            guest.deal_button.click()
            continue
        frame()
        sequence = guest.sequence
        guest.take(guest.offered()[-1])
        page.wait_for_selector(f"[data-sequence]:not([data-sequence='{sequence}'])")
    frame()
    context.close()


class Photographer:
    """Somebody who goes through the house at one size and in one light, and takes pictures."""

    def __init__(self, browser: Browser, house: WebHouse, size: str, light: str) -> None:
        context = browser.new_context(
            base_url=house.address,
            color_scheme="dark" if light == "dark" else "light",
            reduced_motion="reduce",
            **SIZES[size],
        )
        self.guest = Guest(context.new_page(), size)
        self.page = self.guest.page
        self.page.set_default_timeout(SLOW)
        self.name = f"{size}-{light}"

    def take(self, what: str) -> None:
        """A picture of the page as it is."""
        self.page.wait_for_timeout(300)
        self.page.screenshot(path=PICTURES / f"{what}-{self.name}.png")

    def lobby(self) -> None:
        """The lobby, with every edge worked out."""
        self.guest.come_in()
        expect(self.page.locator(".edge").filter(has_text="%")).to_have_count(len(game_names()), timeout=SLOW)
        self.take("lobby")

    def learn(self, game: str) -> None:
        """The end of a game's first guided hand, and of one game the rules and bets."""
        self.guest.come_in(f"learn/{game}")
        expect(self.page.get_by_role("heading", name="The round")).to_be_visible()
        if game == "on-the-draw":
            self.take(f"learn-{game}")
        self.page.get_by_role("button", name="A guided hand", exact=True).click()
        expect(self.page.get_by_text("Step 1 of")).to_be_visible()
        while not self.page.get_by_role("button", name="Again").count():
            self.page.keyboard.press("ArrowRight")
        self.take(f"learn-{game}-hand")

    def sit_down(self, game: str, company: int) -> None:
        """A table of a game with company."""
        self.guest.come_in()
        self.page.get_by_role("button", name="Open a table of your own").click()
        self.page.get_by_label("Game", exact=True).select_option(game)
        self.page.get_by_label("Automatic seats").fill(str(company))
        self.page.get_by_role("textbox", name="Name").fill("The long table")
        self.page.get_by_role("button", name="Open and sit down").click()
        self.guest.wait()

    def table(self, game: str, company: int) -> None:
        """A felt before a decision, and after the round."""
        self.sit_down(game, company)
        for spot in self.page.locator("button[data-spot]").all():
            if "no bet" in spot.inner_text():
                spot.click()
        self.guest.deal_button.click()
        while self.guest.wait() == "betting":
            self.guest.deal_button.click()
        while not self.page.locator("[data-spot] .stack").count():
            self.guest.take(self.guest.offered()[-1])
            if self.guest.wait() == "betting":
                self.guest.deal_button.click()
                self.guest.wait()
        if self.page.locator(".touch").count():
            self.page.locator(".touch").nth(1).click()
        self.take(game)
        self.guest.play_on()
        if game == "on-the-draw":
            self.take(f"{game}-settled")

    def coached(self) -> None:
        """A table with the coach, the report, and practice."""
        self.sit_down("on-the-draw", 2)
        self.page.get_by_role("button", name="Coach", exact=False).first.click()
        for number in range(6):
            self.guest.deal_button.click()
            while self.guest.wait() == "deciding":
                self.page.wait_for_selector("[data-advised='true']")
                choice = self.guest.offered()[number % 2 - 1]
                before = self.guest.sequence
                self.guest.take(choice)
                self.page.wait_for_timeout(100)
                if self.page.get_by_text("Press again").count():
                    self.take("coach-warning")
                    self.guest.take(choice)
                self.page.wait_for_selector(f"[data-sequence]:not([data-sequence='{before}'])")
        self.take("coach-at-the-table")
        self.guest.come_in("coach")
        self.take("coach-report")
        self.page.get_by_role("button", name="Practise these hands").click()
        self.page.locator("[data-action]").first.click()
        self.take("coach-practice")

    def school(self) -> None:
        """The dealer school: its first screen, a mistake in a round, and a drill."""
        self.guest.come_in("deal/on-the-draw")
        self.page.get_by_label("Seed, if you want the same again").fill(SCHOOL_SEED)
        self.take("school")
        self.page.get_by_role("button", name="Hands: drill").click()
        expect(self.page.get_by_role("region", name="Question 1")).to_be_visible()
        self.take("school-drill")
        self.page.get_by_role("button", name="Leave the drill").click()
        self.page.get_by_role("button", name="With hints: deal").click()
        terms = SittingTerms(game_named("on-the-draw")(), Placard(), SCHOOL_SEED, 3, 1)
        acts = [str(due.act) for due in Sitting(terms).marking.script]
        shown = next(number for number, act in enumerate(acts) if act.startswith("call"))
        line, said = self.page.get_by_label("In words, as you may type it"), self.page.locator("#main [role=status]")
        for act in acts[: shown + 1]:
            line.fill(act)
            line.press("Enter")
            expect(said).to_contain_text(f"Right: {act}")
        line.fill(acts[shown + 2])
        line.press("Enter")
        expect(self.page.locator(".notice:not(.right)")).to_be_visible()
        self.page.evaluate("scrollTo(0, 0)")
        self.take("school-lesson")

    def rounds(self) -> None:
        """The history, and a round replayed and verified."""
        self.guest.come_in("rounds")
        expect(self.page.get_by_role("link", name="Replay and verify").first).to_be_visible()
        self.take("rounds")
        self.page.get_by_role("link", name="Replay and verify").nth(1).click()
        expect(self.page.get_by_role("list", name="Steps").get_by_role("button").first).to_be_visible()
        self.take("replay")
        self.page.get_by_role("button", name="Verify this shuffle").click()
        expect(self.page.get_by_text("Everything holds")).to_be_visible()
        self.take("verify")

    def lab(self) -> None:
        """The lab, its numbers worked out."""
        self.guest.come_in("lab/on-the-draw")
        expect(self.page.get_by_role("region", name="Exact figures")).to_contain_text("%", timeout=SLOW)
        self.take("lab")

    def played(self) -> None:
        """A few rounds alone at a table of each game, for the house's books."""
        for game in game_names():
            self.page.request.post("/api/wallet/refill", headers={"idempotency-key": f"books-{game}"})
            self.sit_down(game, 0)
            for _ in range(3):
                self.guest.play_round()

    def house(self) -> None:
        """The house as a supervisor sees it."""
        self.guest.come_in()
        signed_in = self.page.request.post(
            "/api/sessions", data={"name": SUPERVISOR, "password": PASSWORD, "code": CODES.pop()}
        )
        assert signed_in.ok, signed_in.text()
        self.guest.come_in("house")
        self.page.reload()
        for room in ("tables", "pit", "ledger", "log", "rounds"):
            self.guest.come_in(f"house/{room}")
            expect(self.page.get_by_role("heading", name="The house")).to_be_visible()
            self.page.wait_for_timeout(700)
            self.take(f"house-{room}")


@contextmanager
def open_house() -> Iterator[WebHouse]:
    """A house with the pages as they are, for as long as the pictures take."""
    subprocess.run([sys.executable, ROOT / "web" / "build.py"], check=True)
    with TemporaryDirectory(prefix="croupier-pictures-") as folder:
        house = WebHouse(Path(folder))
        CODES.extend(make_account(SUPERVISOR, PASSWORD, "supervisor", "--data", folder))
        house.open()
        try:
            yield house
        finally:
            house.close()


def write_gallery() -> None:
    """A page with every picture on it, those of one place together."""
    lines = ["# Pictures of every page", "", "Taken by `make screenshots` from a house that really plays."]
    for what, taken in groupby(sorted(PICTURES.glob("*.png")), lambda path: path.stem.rsplit("-", 2)[0]):
        lines += ["", f"## {what.replace('-', ' ').capitalize()}", ""]
        lines += [f"![{path.stem.replace('-', ' ')}]({path.name})" for path in taken]
    for game in game_names():
        lines += ["", f"## A round of {game_named(game).title}, frame by frame", ""]
        frames = sorted(PICTURES.glob(f"round-{game}-*.jpg"), key=lambda path: int(path.stem.rsplit("-", 1)[1]))
        lines += [f"![{path.stem.replace('-', ' ')}]({path.name})" for path in frames]
    (PICTURES / "README.md").write_text("\n".join(lines) + "\n")


def main() -> None:
    """Take every picture."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with open_house() as house, open_browser() as browser:
        for old in PICTURES.glob("round-*.jpg"):
            old.unlink()
        for game in game_names():
            record_round(browser, house, game)
        for size, light in (("desktop", "light"), ("phone", "dark")):
            someone = Photographer(browser, house, size, light)
            someone.lobby()
            for game in game_names():
                someone.learn(game)
                someone.page.request.post("/api/wallet/refill", headers={"idempotency-key": f"{size}-{game}"})
                someone.table(game, min(4, game_named(game).seats - 1))
            someone = Photographer(browser, house, size, light)
            someone.coached()
            someone.rounds()
            someone.lab()
            someone.school()
        for size, light in (("desktop", "dark"), ("phone", "light")):
            someone = Photographer(browser, house, size, light)
            someone.lobby()
            someone.table("on-the-draw", 4)
    with open_house() as house, open_browser() as browser:
        Photographer(browser, house, "desktop", "light").played()
        for size, light in (("desktop", "light"), ("phone", "dark")):
            Photographer(browser, house, size, light).house()
    write_gallery()


if __name__ == "__main__":
    main()
