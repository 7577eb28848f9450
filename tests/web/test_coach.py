"""The coach: it warns before a mistake, values every choice, reports, and practises what went wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from playwright.sync_api import APIResponse, Response, Route, expect

from tests.web.guest import Guest

pytestmark = pytest.mark.sample(2)

SLOW = 90_000
"""Milliseconds within which a solver that has never run answers."""


def is_advice(answer: Response) -> bool:
    """Whether values have come; a busy house says first that it has none yet."""
    return answer.url.endswith("/advice") and answer.ok


def test_a_mistake_is_warned_of_once_and_then_taken(guest: Guest) -> None:
    page = guest.page
    guest.prefer('{"coach": true}')
    guest.sit_down("Cincinnati Stud")
    with page.expect_response(is_advice, timeout=SLOW) as told:
        guest.deal_button.click()
        guest.wait()
    values = {action: Fraction(value) for action, value in told.value.json()["actions"].items()}
    worst = min(values, key=lambda action: values[action])
    assert set(values) == set(guest.offered()) == {"fold", "play-1x", "play-2x"}
    page.wait_for_timeout(50)
    guest.take(worst)
    cost = float(max(values.values()) - values[worst])
    warning = page.get_by_role("alert").filter(has_text="Press again to do it anyway")
    expect(warning).to_be_visible()
    said = float((warning.inner_text()).split("costs ")[1].split(" antes")[0])
    assert abs(said - cost) < 0.01
    assert guest.wait() == "deciding", "the first press does nothing yet"
    guest.take(worst)
    guest.play_on()
    told_after = "That cost" if guest.size == "phone" else "Your choice cost"
    expect(page.get_by_text(told_after)).to_be_visible()
    noted = page.evaluate("JSON.parse(localStorage.getItem('croupier.coach'))")
    assert set(noted[-1]["choices"]) == set(values), "practice offers what could be answered"


def test_ante_and_bonus_of_one_size_are_valued_together(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    guest.prefer('{"coach": true}')
    guest.sit_down("Three Card Draw Poker")
    guest.spot("bonus").click()
    with page.expect_response(is_advice, timeout=SLOW) as told:
        guest.deal_button.click()
    advice = told.value.json()
    assert advice["variant"] == "main=1,bonus=1"
    alone = page.request.post("/api/advise", data={"game": advice["game"], "cards": advice["cards"]}).json()
    together, ante = (Fraction(told["actions"]["fold"]) for told in (advice, alone))
    assert together == ante - 1, "a fold gives up the Bonus too"
    guest.play_on(lambda offered: "play-1x keep")
    coach = page.get_by_role("complementary", name="Coach")
    expect(coach).to_contain_text("Exact expected results, in antes, with Bonus.")
    expect(coach.get_by_title(f"exactly {advice['actions']['play-1x keep']}").first).to_be_visible()


def test_the_report_counts_mistakes_and_practice_grades_the_same_hands(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    guest.prefer('{"coach": true}')
    guest.sit_down("On the Draw")
    guest.deal_button.click()
    mistakes = decisions = 0
    while guest.wait() == "deciding":
        page.wait_for_selector('[data-advised="true"]', state="attached", timeout=SLOW)
        decisions += 1
        before = guest.sequence
        choice = guest.offered()[0]
        guest.take(choice)
        page.wait_for_timeout(50)
        if page.get_by_text("Press again to do it anyway").count():
            mistakes += 1
            guest.take(choice)
        page.wait_for_selector(f"[data-sequence]:not([data-sequence='{before}'])")
    sitting = page.get_by_role("term").filter(has_text="This sitting").locator("xpath=../dd")
    expect(sitting).not_to_have_text("$0")
    brought = sitting.inner_text()
    page.get_by_role("link", name="Coach", exact=True).click()
    expect(page.get_by_text(f"1 round: {brought}.")).to_be_visible()
    expect(page.get_by_role("term").filter(has_text="Decisions").locator("xpath=../dd")).to_have_text(str(decisions))
    right = f"{100 * (decisions - mistakes) / decisions:.1f}%"
    expect(page.get_by_role("term").filter(has_text="Right").locator("xpath=../dd")).to_have_text(right)
    if not mistakes:
        expect(page.get_by_text("Not one mistake on this visit")).to_be_visible()
        return
    page.get_by_role("button", name="Practise these hands").click()
    expect(page.locator("[data-action]").first).to_be_visible(timeout=SLOW)
    page.locator("[data-action]").last.click()
    expect(
        page.get_by_role("heading", name="Right").or_(page.get_by_role("heading", name="Not the best"))
    ).to_be_visible()
    expect(page.get_by_role("table", name="The value of every choice, in antes")).to_be_visible()
    expect(page.get_by_text("of 1 right")).to_be_visible()
    page.get_by_role("button", name="Next hand").click()
    expect(page.locator("[data-action]").first).to_be_visible(timeout=SLOW)


def test_a_coach_who_is_slow_says_so_and_judges_the_decision_afterwards(guest: Guest) -> None:
    page = guest.page
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/advice", lambda route: held.append((route, route.fetch(timeout=SLOW))))
    guest.prefer('{"coach": true}')
    guest.sit_down("Cincinnati Stud")
    guest.deal_button.click()
    working = page.get_by_text("Still working the values out")
    expect(working).to_be_visible(timeout=SLOW)
    while not held:  # The house must have worked the values out before the decision is gone.
        page.wait_for_timeout(50)
    guest.take("fold")
    expect(guest.results).to_be_visible()
    ((asked, answer),) = held
    asked.fulfill(response=answer)
    expect(working).to_have_count(0)
    expect(page.get_by_text(re.compile("(That|Your choice) cost|nothing is worth more", re.IGNORECASE))).to_be_visible()
    page.evaluate("location.hash = '#/coach'")
    expect(page.get_by_role("term").filter(has_text="Decisions").locator("xpath=../dd")).to_have_text("1")


def test_a_busy_house_is_asked_again_for_the_values_of_an_open_decision(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    page = guest.page
    guest.expected.append("503")
    busy = [7]

    def answer(route: Route) -> None:
        busy[0] -= 1
        if busy[0] < 0:
            route.continue_()
        else:
            route.fulfill(status=503, json={"detail": "the house is busy and has no values; ask again"})

    page.route("**/advice", answer)
    guest.prefer('{"coach": true}')
    guest.sit_down("Cincinnati Stud")
    guest.deal_button.click()
    guest.wait()
    expect(page.get_by_text("Still working the values out")).to_be_visible()
    page.wait_for_selector('[data-advised="true"]', state="attached", timeout=SLOW)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status").filter(has_text="Best: ")).to_be_visible()


def test_a_coach_who_is_off_says_nothing(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url) if "/advice" in request.url else None)
    guest.sit_down("On the Draw")
    guest.play_round()
    assert not asked
    guest.come_in("coach")
    expect(guest.page.get_by_text("No decision has been noted yet")).to_be_visible()


def test_a_hint_says_the_best_choice_and_why_but_not_what_others_cost(guest: Guest) -> None:
    page = guest.page
    guest.prefer('{"coach": true}')
    guest.sit_down("Cincinnati Stud")
    with page.expect_response(is_advice, timeout=SLOW) as told:
        guest.deal_button.click()
        guest.wait()
    advice = told.value.json()
    page.get_by_role("button", name="Hint").click()
    best = {"fold": "Fold", "play-1x": "Bet 1×", "play-2x": "Bet 2×"}[advice["best"][0]]
    expect(page.get_by_role("status").filter(has_text=f"Best: {best}")).to_be_visible()
    (sentence,) = advice["card"]["sentences"]
    expect(page.get_by_text(sentence)).to_be_visible()
    ends = [(Fraction(end["net"]), Fraction(end["chance"])) for end in advice["leads_to"][advice["best"][0]]]
    won, lost = (float(sum(chance for net, chance in ends if net * sign > 0)) for sign in (1, -1))
    expect(page.get_by_text(f"wins {won:.1%}").first).to_contain_text(f"loses {lost:.1%}")
    expect(page.get_by_role("table", name="The value of every choice")).to_have_count(0)
    guest.take(advice["best"][0])
    guest.play_on()
    if guest.size != "phone":
        expect(page.get_by_role("complementary", name="Coach").get_by_text(sentence)).to_be_visible()


@pytest.mark.confirm
def test_any_decision_of_a_game_is_practised_by_street_and_by_the_clock(guest: Guest) -> None:
    page = guest.page
    guest.come_in("coach/practice")
    choosing = page.get_by_role("group", name="What to practise")
    choosing.get_by_label("Hands").select_option(label="of On the Draw")
    choosing.get_by_label("Street").select_option(label="6 cards")
    hand = page.get_by_role("region", name="The hand")
    expect(hand.get_by_role("group", name="Board")).to_be_visible(timeout=SLOW)
    expect(page.locator('[data-action="play-1x"]')).to_be_visible(timeout=SLOW)
    expect(page.locator('[data-action="fold"]')).to_be_visible()
    page.locator('[data-action="fold"]').click()
    expect(page.get_by_text("of 1 right")).to_be_visible()
    expect(page.get_by_text("The strategy card:")).to_be_visible()
    choosing.get_by_role("button", name="Against the clock").click()
    expect(choosing.get_by_role("button", name="seconds left")).to_be_visible()
    expect(page.get_by_text("0 of 0 right")).to_be_visible()
