"""The page "Deal": a trainee deals a round in a real browser, by mouse, by finger and by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from croupier.games import game_named
from croupier.school.dealer_acts import Act
from croupier.school.drills import question
from croupier.school.sitting import Sitting, SittingTerms
from croupier.table.placard import Placard
from tests.web.accessible import barriers, too_wide
from tests.web.guest import Guest

pytestmark = pytest.mark.sample(2)

SEED = "a seed"
VERBS = {
    "bets": "Take bets",
    "shuffle": "Make cards ready",
    "deal": "Deal",
    "burn": "Burn",
    "ask": "Ask",
    "turn": "Turn up",
    "clear": "Take up cards",
    "call": "Call",
    "take": "Take a bet",
    "push": "Push a bet",
    "pay": "Pay a bet",
    "gather": "Gather the pot",
    "carry": "Carry the pot",
}


def acts_of(game: str, players: int, seed: str = SEED) -> list[Act]:
    """The acts of a round, as the page must be told them."""
    terms = SittingTerms(game_named(game)(), Placard(), seed, players, 1)
    return [due.act for due in Sitting(terms).marking.script]


def begin(guest: Guest, game: str, lesson: str, players: int = 2, seed: str = SEED) -> Page:
    """A lesson begun from the page's first screen."""
    guest.come_in(f"deal/{game}")
    page = guest.page
    page.get_by_label("Players").fill(str(players))
    page.get_by_label("Seed, if you want the same again").fill(seed)
    page.get_by_role("button", name=f"{lesson}: deal").click()
    expect(page.get_by_role("region", name="The table")).to_be_visible()
    return page


def put_together(page: Page, act: Act) -> None:
    """Do an act by the page's buttons and lists."""
    page.get_by_role("group", name="Act").get_by_role("button", name=VERBS[act.do], exact=True).click()
    form = page.get_by_role("form", name="What you do next")
    if act.do in ("ask", "take", "push", "pay", "deal", "turn", "clear", "call"):
        form.get_by_label("Seat").select_option(str(act.seat or 0))
    if act.do in ("take", "push", "pay"):
        form.get_by_label(re.compile("^Bet")).select_option(act.place)
    elif act.place:
        form.get_by_label("Place").select_option(act.place)
    if act.count:
        form.get_by_label("Cards").fill(str(act.count))
    if act.face:
        form.get_by_label("Face").select_option(act.face)
    if act.cents is not None:
        form.get_by_label("Dollars").fill(f"{act.cents / 100:.2f}")
    if act.words:
        form.get_by_label("Call").select_option(act.words)
    page.get_by_role("button", name="Do it").click()


def said(page: Page) -> Locator:
    """What the page says of the last act or answer."""
    return page.locator("#main").get_by_role("status")


def typed(page: Page, words: str) -> None:
    """Do an act by typing it."""
    line = page.get_by_label("In words, as you may type it")
    line.fill(words)
    line.press("Enter")


def test_a_round_is_put_together_and_dealt_without_a_fault(guest: Guest) -> None:
    acts = acts_of("on-the-draw", 2)
    page = begin(guest, "on-the-draw", "With hints")
    assert barriers(page) == [] and not too_wide(page)
    for act in acts:
        put_together(page, act)
        expect(said(page)).to_contain_text(f"Right: {act}")
    expect(page.get_by_text(f"{len(acts)} of {len(acts)} acts right at the first try: 100.0%")).to_be_visible()
    assert barriers(page) == [] and not too_wide(page)


def test_what_goes_wrong_in_a_round_is_seen_and_ruled_on(new_guest: Callable[..., Guest]) -> None:
    terms = SittingTerms(game_named("on-the-draw")(), Placard(), SEED, 2, 1, irregular=True)
    acts = [due.act for due in Sitting(terms).marking.script]
    at = next(number for number, act in enumerate(acts) if act.do == "rule")
    guest = new_guest("desktop", viewport={"width": 820, "height": 1180}, has_touch=True)
    guest.come_in("deal/on-the-draw")
    guest.page.get_by_label("Something may go wrong").check()
    page = begin(guest, "on-the-draw", "Exam")
    for act in acts[:at]:
        typed(page, str(act))
        expect(said(page)).to_contain_text(f"Right: {act}")
    assert barriers(page) == [] and not too_wide(page)
    typed(page, str(acts[at + 1]))
    expect(said(page)).to_contain_text("Stop and rule")
    page.get_by_role("button", name="Stop and rule").click()
    form = page.get_by_role("form", name="What you do next")
    form.get_by_label("Seat").select_option(str(acts[at].seat or 0))
    form.get_by_label("Ruling").select_option(acts[at].words)
    page.get_by_role("button", name="Do it").click()
    expect(said(page)).to_contain_text(f"Right: {acts[at]}")


def test_a_mistake_is_explained_and_an_exam_gives_a_result_to_print(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest("desktop")
    acts = acts_of("three-card-draw", 1)
    page = begin(guest, "three-card-draw", "Exam", players=1)
    expect(page.get_by_role("region", name="What is due")).to_have_count(0)
    typed(page, "shuffle")
    expect(said(page)).to_contain_text("TCD-2 Too early. Take the bets.")
    guest.expected.append("409")
    typed(page, "dance")
    expect(said(page)).to_contain_text("unknown act of a dealer 'dance'")
    for act in acts:
        typed(page, str(act))
        expect(said(page)).to_contain_text(f"Right: {act}")
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text(f"{len(acts) - 1} of {len(acts)} acts right at the first try")
    expect(result).to_contain_text("Dealt by ")
    page.evaluate("window.print = () => { document.title = 'printed' }")
    result.get_by_role("button", name="Print").click()
    expect(page).to_have_title("printed")


def test_a_dealer_sees_who_is_in_the_pot_and_what_is_paid(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest("phone")
    page = begin(guest, "cincinnati-stud", "Exam", players=3, seed="a pot")
    acts = acts_of("cincinnati-stud", 3, "a pot")
    gathered = next(number for number, act in enumerate(acts) if act.do == "gather")
    inside = (acts[gathered].cents or 0) // 500
    for act in acts[: gathered + 1]:
        typed(page, str(act))
        expect(said(page)).to_contain_text(f"Right: {act}")
    felt = page.get_by_role("region", name="The table")
    expect(felt).to_contain_text("round 1 of 10, two pair or better wins")
    expect(felt.get_by_text("Cincy Pot: in")).to_have_count(inside)
    page.get_by_text("What is paid").click()
    expect(page.get_by_role("table", name="Trips")).to_contain_text("Full house")
    assert barriers(page) == [] and not too_wide(page)


def test_an_act_that_is_typed_before_the_answer_to_the_last_is_kept(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest("desktop")
    page = begin(guest, "three-card-draw", "With hints")
    first, second, *_ = map(str, acts_of("three-card-draw", 2))
    line, answers = page.get_by_label("In words, as you may type it"), list[Route]()
    expect(line).to_be_visible()
    page.route("**/api/school/sittings", lambda route: answers.append(route))
    typed(page, first)
    line.fill(second)
    page.wait_for_timeout(50)
    answers.pop().continue_()
    expect(said(page)).to_contain_text(f"Right: {first}")
    expect(line).to_have_value(second)


def test_rounds_are_dealt_by_the_keyboard_alone(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest("desktop")
    guest.come_in("deal/three-card-draw")
    guest.page.get_by_label("Rounds").fill("2")
    page = begin(guest, "three-card-draw", "Exam", players=1)
    sitting = Sitting(SittingTerms(game_named("three-card-draw")(), Placard(), SEED, 1, 2))
    line = page.get_by_label("In words, as you may type it")
    for last in (False, True):
        for due in sitting.marking.script:
            expect(line).to_be_focused()
            page.keyboard.type(str(due.act))
            page.keyboard.press("Enter")
            sitting.do(str(due.act))
            expect(said(page)).to_contain_text(f"Right: {due.act}")
        if not last:
            expect(page.get_by_role("button", name="Next round")).to_be_focused()
            page.keyboard.press("Enter")
            sitting.go_on()
    expect(page.get_by_role("heading", name="100.0%")).to_be_focused()


@pytest.mark.sample(4)
@pytest.mark.parametrize("drill", ["Payouts", "Hands", "Pots", "Game protection"])
def test_a_drill_tells_right_from_wrong(new_guest: Callable[..., Guest], drill: str) -> None:
    guest = new_guest("phone")
    guest.come_in("deal/on-the-draw")
    page = guest.page
    page.get_by_label("Seed, if you want the same again").fill(SEED)
    page.get_by_role("button", name=f"{drill}: drill").click()
    names = {"Payouts": "payout", "Hands": "call", "Pots": "pot", "Game protection": "protection"}
    for number, right in ((1, True), (2, False)):
        asked = question(names[drill], game_named("on-the-draw")(), Placard(), f"{SEED} {number}")
        expect(page.get_by_role("heading", name=asked.asks)).to_be_visible()
        if asked.choices:
            other = next(choice for choice in asked.choices if choice != asked.answer)
            page.get_by_role("button", name=asked.answer if right else other, exact=True).click()
        else:
            page.get_by_label("Dollars").fill(asked.answer.replace(",", "") if right else "0.01")
            page.get_by_role("button", name="Answer").click()
        expect(said(page).filter(has_text="Right." if right else "No:")).to_be_visible()
        assert barriers(page) == [] and not too_wide(page)
        page.get_by_role("button", name="Next question").click()
