"""The rules of play say what the engine does."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from examples.games.casino_holdem.rules import CasinoHoldem
from examples.games.casino_war.rules import CasinoWar
from examples.games.three_card_poker.rules import ThreeCardPoker

from croupier.cli.terminal.rulesheet import general_steps
from croupier.games import game_named, game_names
from croupier.reports.inputs import PaperTerms, inputs_of
from croupier.reports.paper_words import blocks
from croupier.reports.papers import facts_of
from croupier.reports.rules_of_play.equipment_list import Equipment, equipment_list
from croupier.reports.rules_of_play.irregularities import irregularities
from croupier.reports.rules_of_play.limits import bets, choices, law
from croupier.reports.rules_of_play.pot_play import pot_play
from croupier.reports.rules_of_play.procedure import marked, procedure
from croupier.reports.rules_of_play.worked_examples import worked_examples
from croupier.table.placard import Placard
from croupier.table.rehearsal import rehearse, steps
from croupier.voice.guided_hands import examples
from tests.reports.reading import pages, paper, plain, text, without_spaces

ROOT = Path(__file__).parents[2]
USUAL = Placard()
WASHINGTON = Placard(jurisdiction="washington", day=date(2024, 6, 1))


@cache
def dealt(name: str) -> list[dict[str, Any]]:
    """The examples that the engine dealt for a game."""
    return worked_examples(game_named(name)(), USUAL)


def said(step: dict[str, Any]) -> str:
    return "".join(part["text"] for part in step["parts"])


def test_what_a_paytable_does_not_list_and_still_wins_is_listed() -> None:
    """A winning Ante of Casino Hold'em that no row names is paid 1 to 1; where nothing else wins, nothing is added."""
    game = CasinoHoldem()
    facts = facts_of(PaperTerms(inputs_of("rack", game, Fraction(1)), game, USUAL, Fraction(1)))
    assert facts["tables"][0]["rows"][-1] == ["Any other win", "1 to 1"] and not facts["unlisted_loses"]


def test_what_seldom_happens_is_in_the_dealers_words() -> None:
    said = [step.rule for game in (CasinoWar(), ThreeCardPoker()) for step in general_steps(game, USUAL)]
    assert {"CW-6", "TCP-8"} <= set(said)


@pytest.mark.parametrize("name", game_names())
def test_every_step_of_a_round_is_in_the_rules_of_play(name: str) -> None:
    game = game_named(name)()
    words = text(paper("rules", name))
    rules = {step.rule for number in range(200, 215) for step in steps(rehearse(game, USUAL, number))}
    assert rules <= set(re.findall(r"[A-Z]+-P?\d+[a-z]?\b", words))
    for step in procedure(game, USUAL):
        assert without_spaces(said(step)) in without_spaces(words)


@pytest.mark.parametrize("name", game_names())
def test_every_rule_cited_is_a_rule_of_the_document(name: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{name}.md").read_text("utf-8")
    for step in procedure(game_named(name)(), USUAL):
        assert f"| {step['rule'].rstrip('ab')} |" in page


@pytest.mark.parametrize("name", game_names())
def test_every_rule_and_ruling_is_in_the_rules_of_play(name: str) -> None:
    words = without_spaces(text(paper("rules", name)))
    page = (ROOT / "docs" / "rules" / f"{name}.md").read_text("utf-8")
    rows = re.findall(r"^\| ([A-Z]+-P?\d+) \| (.+?) \| (.*?) ?\|$", page, re.MULTILINE)
    assert len(rows) >= 11
    for cells in rows:
        for cell in cells:
            for piece in re.split("`[^`]*`", cell):
                assert without_spaces(piece.replace("*", "")) in words, cell
    for setting in game_named(name).Settings.__struct_fields__:
        assert "_" not in setting or setting not in words, "people are told what is decided, not a setting's name"


def test_a_page_of_rules_is_read_as_it_is_written() -> None:
    page = "# A game\n\nAbout it.\n\n| id | rule |\n|---|---|\n| G-1 | `a` | |\n\n- one\n  more\n- two\n\n    x = y\n"
    heading, about, table, items, formula = blocks(page)
    assert (heading["level"], about["pieces"][0]["text"]) == (1, "About it.")
    assert [cell[0]["text"] for cell in table["header"]] == ["id", "rule"] and len(table["rows"][0]) == 3
    assert table["rows"][0][1:] == [[{"style": "code", "text": "a"}], []]
    assert [item[0]["text"] for item in items["items"]] == ["one more", "two"]
    assert formula["lines"] == ["x = y"]


def test_steps_stand_in_the_order_in_which_the_dealer_works() -> None:
    order = [step["rule"] for step in procedure(game_named("on-the-draw")(), USUAL)]
    assert order[:9] == [f"OTD-{n}" for n in range(2, 11)]
    for earlier, later in (("OTD-12", "OTD-13"), ("OTD-12", "OTD-14"), ("OTD-14", "OTD-15"), ("OTD-16", "OTD-19")):
        assert order.index(earlier) < order.index(later)
    shoot = [step["rule"] for step in procedure(game_named("draw-n-shoot-21")(), USUAL)]
    assert shoot.index("DNS-11") < shoot.index("DNS-12") < shoot.index("DNS-3") < shoot.index("DNS-13")


def test_words_that_change_from_round_to_round_are_set_apart() -> None:
    steps_of_settling = [step for step in procedure(game_named("draw-n-shoot-21")(), USUAL) if step["rule"] == "DNS-14"]
    (step,) = (step for step in steps_of_settling if said(step).startswith("Take the Craps"))
    (rolled,) = (part["text"] for part in step["parts"] if part["varies"])
    assert rolled.rstrip(".").isdigit()
    assert marked(["the same", "the same"]) == [{"text": "the same", "varies": False}]


@pytest.mark.parametrize("name", game_names())
def test_every_bet_has_a_win_and_a_loss_that_the_engine_dealt(name: str) -> None:
    game = game_named(name)()
    told = dealt(name)
    spots = {spot.label for spot in game.spots if not spot.pot}
    assert spots <= {each["bet"] for each in told}
    for each in told:
        results = {example["result"] for example in each["examples"]}
        assert results >= {"win", "loss"} or (each["bet"] not in spots and results == {"win"})
    words = without_spaces(text(paper("rules", name)))
    for example in (example for each in told for example in each["examples"]):
        assert without_spaces(plain(example["settled"])) in words


@pytest.mark.parametrize(
    ("name", "pushing"),
    [
        ("on-the-draw", {"Blind"}),
        ("cincinnati-stud", {"Ante", "Blind", "Play"}),
        ("three-card-draw", set()),
        ("draw-n-shoot-21", {"Ante", "Raise", "Craps"}),
        ("big-draw", {"Big Draw"}),
    ],
)
def test_a_push_is_shown_for_every_bet_that_can_push(name: str, pushing: set[str]) -> None:
    told = dealt(name)
    assert {each["bet"] for each in told if any(e["result"] == "push" for e in each["examples"])} == pushing


def test_an_example_is_the_hand_in_which_its_bet_came_out_so() -> None:
    for (called, spot, result), (settled, hand) in examples(game_named("big-draw")(), USUAL).items():
        assert (settled.spot, settled.result) == (spot, result)
        assert settled in [event for step in hand.steps for event in step.events]
        assert called.replace("-", " ") in hand.title.lower()


def test_cards_that_nobody_could_see_are_not_told_before_they_are_turned_up() -> None:
    for example in (example for each in dealt("on-the-draw") for example in each["examples"]):
        story = example["story"]
        turned_up = story.find("7th Street is ")
        assert turned_up < 0 or turned_up > story.rindex("You choose")


@pytest.mark.rule("OTD-5", "CS-10")
def test_the_law_leaves_an_ante_only_as_large_as_its_play_bet_allows() -> None:
    draw, stud = game_named("on-the-draw")(), game_named("cincinnati-stud")()
    assert WASHINGTON.most(draw, draw.spot("ante")) == 100_00
    assert WASHINGTON.most(stud, stud.spot("ante")) == 150_00
    assert USUAL.most(draw, draw.spot("ante")) == draw.spot("ante").most
    limits = {bet["label"]: bet["limits"] for bet in bets(draw, WASHINGTON)}
    assert limits["Ante"] == "$5 to $100" and limits["Blind"] == "equal to the Ante"
    assert limits["Play"].endswith("at most $300")


def test_the_law_is_quoted_with_its_rule_and_date() -> None:
    about = law(game_named("draw-n-shoot-21")(), WASHINGTON)
    assert about["place"] == "Washington" and about["day"] == "2024-06-01"
    assert any("$300 a wager by WAC 230-15-140" in words for words in about["rules"])
    assert any("dice" in words for words in about["warnings"])
    assert not any("dice" in words for words in law(game_named("on-the-draw")(), WASHINGTON)["warnings"])


def test_irregularities_are_those_that_the_equipment_can_have() -> None:
    def entries(name: str) -> str:
        return " ".join(entry["what"] for entry in irregularities(Equipment(game_named(name)(), USUAL)))

    shoot, stud, draw, big = map(entries, ("draw-n-shoot-21", "cincinnati-stud", "on-the-draw", "big-draw"))
    assert "die leans" in shoot and "shoe runs empty" in shoot and "folded" not in shoot
    assert "dealer's is exposed" in stud and "7th Street" in stud and "die leans" not in stud
    assert "5th Street or 6th Street" in draw and "The dealer has too many" not in draw
    assert "A player has too many or too few cards" in draw and "spot without a wager" not in draw
    assert "A player has too many or too few cards" not in shoot and "spot without a wager" in shoot
    assert "button" in big and "laid aside" in big and "pot" not in big


@pytest.mark.parametrize(("name", "cards"), [("on-the-draw", 50), ("cincinnati-stud", 49), ("three-card-draw", 52)])
@pytest.mark.rule("CS-9")
def test_a_full_table_uses_as_many_cards_as_its_packets_have(name: str, cards: int) -> None:
    equipment = Equipment(game_named(name)(), USUAL)
    assert equipment.most_cards_used == cards
    assert f"{cards} of them" in equipment_list(equipment)[0]["how"]


def test_the_shoe_is_described_as_it_is_set() -> None:
    kind = game_named("draw-n-shoot-21")
    said_of = {
        decks: equipment_list(Equipment(kind.choose({"decks": decks}), USUAL))[0]["how"]
        for decks in ("1", "6", "infinite")
    }
    assert "6 decks, 312 cards" in said_of["6"]
    assert "one deck, 52 cards" in said_of["1"] and "stays whole" in said_of["infinite"]


@pytest.mark.rule("OTD-P8", "CS-P6")
def test_the_pot_is_told_with_everything_that_can_happen_to_it() -> None:
    raked = pot_play(game_named("on-the-draw")(), USUAL)
    carried = pot_play(game_named("cincinnati-stud")(), USUAL)
    assert raked is not None and carried is not None
    assert {step["rule"] for step in raked["steps"]} >= {f"OTD-P{n}" for n in (2, 3, 4, 5, 7, 8, 9, 10)}
    assert {step["rule"] for step in carried["steps"]} >= {f"CS-P{n}" for n in (3, 4, 5, 6, 8, 9)}
    assert any("Divide the pot" in said(step) for step in carried["steps"])
    assert len(raked["story"]) > 3 and "is paid" in raked["story"][-1]["became"]
    assert pot_play(game_named("big-draw")(), USUAL) is None


def test_choices_are_those_that_the_table_offers() -> None:
    offered = {row["cards"]: row["answers"] for row in choices(game_named("on-the-draw")(), USUAL)}
    assert offered == {"4 cards": "Check · Bet 3x", "5 cards": "Check · Bet 2x", "6 cards": "Fold · Bet 1x"}
    multiples = game_named("on-the-draw").choose({"play_multiples": "4,2,1"})
    assert choices(multiples, USUAL)[0]["answers"] == "Check · Bet 4x"


@pytest.mark.parametrize("name", game_names())
def test_cards_that_are_handed_out_keep_to_their_pages(name: str) -> None:
    assert len(pages(paper("rack", name))) == 2
    assert len(pages(paper("layout", name))) == 1


@pytest.mark.rule("OTD-20", "CS-12", "TCD-12", "BD-18")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("on-the-draw", ["Caribbean Stud Poker", "packets of five"]),
        ("cincinnati-stud", ["i-Deal", "packets of seven", "green button"]),
        ("three-card-draw", ["ACE or i-Deal", "packets of four", "green button"]),
        ("big-draw", ["internal controls are approved", "tribal casino", "plastic cards"]),
    ],
)
def test_the_rules_of_play_name_the_shuffler_and_the_letter_of_approval(name: str, words: list[str]) -> None:
    listed = " ".join(line["how"] for line in equipment_list(Equipment(game_named(name)(), USUAL)))
    assert [word for word in words if word not in listed] == []


@pytest.mark.rule("OTD-10")
def test_the_rules_of_play_say_where_they_depart_from_the_letter() -> None:
    assert without_spaces("This departs from the letter") in without_spaces(text(paper("rules", "on-the-draw")))
