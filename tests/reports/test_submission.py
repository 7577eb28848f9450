"""What a submission has besides the other papers, and what keeps it from being sent."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from croupier.cards import parse_cards
from croupier.exact.solver import solver_of
from croupier.games import game_named, game_names
from croupier.hands import Deuces, Poker, ThreeCard
from croupier.reports.checking import check_paper
from croupier.reports.rules_of_play.equipment_list import Equipment
from croupier.reports.rules_of_play.player_steps import player_steps
from croupier.reports.submission.arithmetic import arithmetic, of_the_pack
from croupier.reports.submission.favoured_stakes import favoured_bets
from croupier.reports.submission.hand_rankings import hand_rankings, hand_sizes
from croupier.reports.submission.liability import liability
from croupier.reports.submission.volatility import volatility
from croupier.table.placard import Placard
from tests.cli.terminal import croupier
from tests.reports.reading import text

COVER = """
applicant = "Example Games LLC"
prepared_by = "Ada Turner"
prepared_for = "the commission"
revision = "1.0"
date = 2026-01-31
contact = "ada@example.com"
favours_player = ["five-card-draw/first-5", "deuces-never-loses/first-5"]
[[signatures]]
name = "Ada Turner"
title = "Mathematician"
[posted]
limits = "placard"
prizes = "layout"
odds = "layout"
rules = "binder"
disputes = "sign"
"""
WASHINGTON = ("--jurisdiction", "washington", "--date", "2026-01-31")
LIMITS = ("--limit", "big-draw=5..300", "--limit", "first-5=1..300")


@pytest.fixture
def cover(tmp_path: Path) -> Path:
    file = tmp_path / "submission.toml"
    file.write_text(COVER, "utf-8")
    return file


def failing(*words: object) -> list[tuple[str, str]]:
    said = croupier("preflight", *words, "--json")
    checks = json.loads(said.out)["checks"]
    assert said.status == (1 if any(check["verdict"] == "fails" for check in checks) else 0)
    return [(check["check"], check["found"]) for check in checks if check["verdict"] == "fails"]


def test_preflight_fails_on_stakes_limits_postings_and_an_empty_first_page(cover: Path) -> None:
    names = [name for name, _ in failing("big-draw", *WASHINGTON)]
    assert names == ["first page", "limits", "limits", "stakes", "stakes", "postings"]
    assert failing("big-draw", *WASHINGTON, *LIMITS, "--submission-file", cover) == []
    (unnamed,) = failing("on-the-draw", "--submission-file", cover)[:1]
    assert unnamed == (
        "stakes",
        "the submission file says that five-card-draw/first-5 favours the player; it does not",
    )


def test_preflight_holds_a_game_against_a_place_of_ones_own(tmp_path: Path, cover: Path) -> None:
    place = tmp_path / "atlantis.toml"
    rule = 'rule = "A 1"\nsince = 2020-01-01\nsource = "the code of Atlantis"\n'
    place.write_text(
        f'place = "Atlantis"\n[[least_wager]]\n{rule}least_dollars = 10\n[[no_pots]]\n{rule}[[skill_game]]\n{rule}'
        f'[[required_setting]]\n{rule}setting = "max_raise"\nvalue = "1"\ngames = ["draw-n-shoot-21"]\n',
        "utf-8",
    )
    law = ("--jurisdiction-file", place, "--date", "2026-01-31")
    found = failing("draw-n-shoot-21", *law)
    assert ("settings", "max_raise=2 is not allowed in Atlantis; A 1 (since 2020-01-01) asks for max_raise=1") in found
    assert any(name == "limits" and "$10 to $500" in words for name, words in found)
    refused = croupier("preflight", "on-the-draw", "--jurisdiction-file", place, *WASHINGTON)
    assert refused.status == 2 and "are both given" in refused.err
    place.write_text(
        'place = "Atlantis"\n[[single_wager]]\nrule = "A 1"\nsince = 2020-01-01\nmost_dollars = 9\n', "utf-8"
    )
    sourceless = croupier("preflight", "on-the-draw", *law)
    assert sourceless.status == 2 and "missing required field `source`" in sourceless.err


def test_a_paper_under_a_law_of_ones_own_is_checked_from_the_paper_alone(tmp_path: Path, cover: Path) -> None:
    place, paper = tmp_path / "atlantis.toml", tmp_path / "rack.pdf"
    place.write_text(
        'place = "Atlantis"\n[[least_wager]]\nrule = "A 1"\nsince = 2020-01-01\nsource = "x"\nleast_dollars = 10\n',
        "utf-8",
    )
    words = ("three-card-draw", "--kind", "rack", "--jurisdiction-file", place, "--date", "2026-01-31", "-o", paper)
    assert croupier("report", *words, "--submission-file", cover).status == 0
    place.unlink()
    assert check_paper(paper).holds
    assert "$10 to $500" in text(paper.read_bytes())


def test_only_small_first_5_bets_favour_the_player() -> None:
    found = {each.bet: each for each in favoured_bets(game_named("big-draw")(), Placard())}
    assert {bet: (each.least, each.last) for bet, each in found.items()} == {
        "five-card-draw/first-5": (100, 100),
        "deuces-never-loses/first-5": (100, 100),
    }
    solver = solver_of(game_named("big-draw")())
    for bet in found:
        assert solver.analyze(1)[bet].expected_value > 0 > solver.analyze(2)[bet].expected_value


def test_the_worst_round_is_every_wager_at_its_limit_and_its_best_row() -> None:
    told = liability(game_named("cincinnati-stud")(), Placard(jurisdiction="washington"))
    # $150 on Ante and Blind, twice that on Play, the law's $300 on Trips; even money, 500, even money, 50 to 1.
    assert told["seat"] == f"${150 + 150 * 500 + 300 + 300 * 50:,}"
    assert told["table"] == f"${6 * (150 + 150 * 500 + 300 + 300 * 50):,}" == told["round"]
    limited = liability(game_named("cincinnati-stud")(), Placard(aggregate_payout=5_000_000))
    assert limited["round"] == "$50,000"


@pytest.mark.confirm
@pytest.mark.parametrize("name", game_names())
def test_no_exact_result_costs_more_than_the_worst_round(name: str) -> None:
    game, placard = game_named(name)(), Placard()
    seat = int(liability(game, placard)["seat"].replace("$", "").replace(",", ""))
    for bet in solver_of(game).analyze(500).values():
        assert max(bet.outcomes) * 500 <= seat, bet.bet


def test_the_arithmetic_adds_up() -> None:
    game = game_named("on-the-draw")()
    main = solver_of(game).analyze()["main"]
    told = arithmetic(game, main, hand_sizes(Equipment(game, Placard())))
    whole = [int(row["numerator"].replace("−", "-").replace(",", "")) for row in told["rows"]]
    denominator = int(told["denominator"].replace(",", ""))
    assert Fraction(sum(whole), denominator) == main.expected_value
    assert told["pack"] == "C(52, 4) × C(48, 1) × C(47, 1) × C(46, 1)"
    assert of_the_pack(comb(52, 6) * 46 * comb(45, 7), [6]) == "C(52, 6) × C(46, 1) × C(45, 7)"


def test_intervals_shrink_with_the_root_of_the_rounds() -> None:
    game = game_named("on-the-draw")()
    rows = volatility(game, solver_of(game).analyze()["trips"])["rows"]
    within = [float(row["within"].rstrip("%")) for row in rows]
    assert within[0] / within[2] == pytest.approx(10, rel=1e-3) and within[2] / within[4] == pytest.approx(10, rel=5e-3)


@pytest.mark.parametrize(
    ("name", "kinds"), [("big-draw", (Poker, Deuces)), ("three-card-draw", (ThreeCard,)), ("draw-n-shoot-21", ())]
)
def test_every_hand_of_a_ranking_is_drawn_from_the_best_down(name: str, kinds: tuple[type, ...]) -> None:
    told = hand_rankings(Equipment(game_named(name)(), Placard()))
    # Poker's pairs are two rows: jacks or better, and the lower ones.
    assert [len(each["hands"]) for each in told] == [len(kind) + (kind is Poker) for kind in kinds]
    for each in told:
        for hand in each["hands"]:
            assert len(parse_cards(" ".join(hand["cards"]))) == (3 if ThreeCard in kinds else 5)


def test_the_rack_card_speaks_to_the_player() -> None:
    steps = player_steps(game_named("on-the-draw")(), Placard())
    assert steps[0] == "Bet on Ante and Blind; if you like, on Trips and Cincy Pot too."
    assert [step for step in steps if step.startswith("Choose")] == [
        "Choose: check · play 3x.",
        "Choose: check · play 2x.",
        "Choose: fold · play 1x.",
    ]
    assert "Cincy Pot" not in player_steps(game_named("on-the-draw")(), Placard(jurisdiction="washington"))[0]


@pytest.mark.confirm
@pytest.mark.parametrize("name", game_names())
def test_a_submission_is_complete_and_has_no_words_of_software_in_its_rules(
    name: str, tmp_path: Path, cover: Path
) -> None:
    paper = tmp_path / "submission.pdf"
    words = ("--kind", "submission", "--simulate", "1e5", *WASHINGTON, "--submission-file", cover)
    assert croupier("report", name, *words, "-o", paper).status == 0
    said = text(paper.read_bytes())
    for part in ("Example Games LLC", "Worst-case liability", "Volatility index", "Proof of the arithmetic", "p-value"):
        assert part in said, part
    game = game_named(name)
    for setting in game.Settings.__struct_fields__:
        assert "_" not in setting or setting not in said, setting
    assert said.count("pace assumed") == 1
    assert croupier("verify", paper, "--simulate").status == 0
