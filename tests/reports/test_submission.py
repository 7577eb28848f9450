"""What a submission has besides the other papers, and what keeps it from being sent."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from examples.games.let_it_ride.rules import LetItRide
from examples.games.mississippi_stud.rules import MississippiStud

from croupier.cards import parse_cards
from croupier.exact.solver import solver_of
from croupier.games import game_named, game_names
from croupier.hands import Deuces, Poker, ThreeCard
from croupier.reports.checking import check_paper
from croupier.reports.rules_of_play.equipment_list import Equipment
from croupier.reports.submission import (
    arithmetic,
    favoured_bets,
    hand_rankings,
    hand_sizes,
    liability,
    of_the_pack,
    volatility,
)
from croupier.table.placard import Placard
from croupier.voice.lesson import round_steps
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


# Seats, and for each wager how many times the first bet it may be and what its best row pays to 1, as the documents
# print them: typed by hand, and read off nothing.
WORST = {
    "on-the-draw": (9, {"Ante": (1, 1), "Blind": (1, 1), "Play": (3, 100), "Trips": (1, 50)}),
    "cincinnati-stud": (6, {"Ante": (1, 1), "Blind": (1, 500), "Play": (2, 1), "Trips": (1, 50)}),
    "three-card-draw": (12, {"Ante": (1, 1), "Bonus": (1, 80), "Play": (2, 1), "Ante Bonus": (1, 10)}),
    "draw-n-shoot-21": (7, {"Ante": (1, 2), "Raise": (2, 2), "Craps": (1, 40)}),
    "big-draw": (5, {"Big Draw": (1, 222), "First 5": (1, 222)}),
}


@pytest.mark.parametrize("name", WORST)
def test_the_worst_round_is_what_the_documents_come_to_by_hand(name: str) -> None:
    told, (seats, wagers) = liability(game_named(name)(), Placard(aggregate_payout=None)), WORST[name]
    by_hand = {label: (500 * times, 500 * times * odds) for label, (times, odds) in wagers.items()}
    found = {each["wager"]: (each["stake"], each["wins"]) for each in told["wagers"]}
    assert found == {label: (f"${stake:,}", f"${wins:,}") for label, (stake, wins) in by_hand.items()}
    seat = sum(wins for _, wins in by_hand.values())
    assert (told["seat"], told["seats"], told["table"]) == (f"${seat:,}", seats, f"${seats * seat:,}")
    assert told["round"] == told["table"]
    assert liability(game_named(name)(), Placard(aggregate_payout=seat * 50))["round"] == f"${seat // 2:,}"


def test_a_spot_that_is_paid_as_another_is_worst_by_the_table_of_that_one() -> None:
    """Mississippi Stud pays all four bets, the later ones up to three Antes each, by one table, 500 to 1 at best."""
    told = liability(MississippiStud(), Placard(aggregate_payout=None))
    assert told["seat"] == f"${(1 + 3 + 3 + 3) * 500 * 500:,}"
    assert {each["row"] for each in told["wagers"]} == {"Royal flush"}
    rides = liability(LetItRide(), Placard(aggregate_payout=None))
    assert [each["pays"] for each in rides["wagers"]] == ["1000 to 1"] * 3
    assert rides["seat"] == f"${max(solver_of(LetItRide()).analyze()['main'].outcomes).numerator * 500:,}"
    best = max(solver_of(MississippiStud()).analyze()["main"].outcomes)
    assert best == (1 + 1 + 3 + 3) * 500, "who plays best bets one Ante first on what becomes a royal flush"


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


# How many of all hands are paid so much, from the counts of poker hands that every textbook prints.
SEVEN_CARDS = {50: 4_324, 40: 37_260, 30: 224_848, 8: 3_473_184, 6: 4_047_644, 5: 6_180_020, 3: 6_461_620}
FIVE_CARDS = {5000: 4, 1000: 36, 200: 624, 60: 3_744, 25: 5_108, 20: 10_200, 9: 54_912, 4: 123_552, 1: 337_920}


@pytest.mark.parametrize(
    ("name", "bet", "paid", "hands"),
    [
        ("on-the-draw", "trips", SEVEN_CARDS, comb(52, 7)),
        ("big-draw", "five-card-draw/first-5", FIVE_CARDS, comb(52, 5)),
    ],
)
def test_volatility_and_intervals_are_those_of_the_textbook_counts(
    name: str, bet: str, paid: dict[int, int], hands: int
) -> None:
    game = game_named(name)()
    told = volatility(game, solver_of(game).analyze()[bet])
    lost = hands - sum(paid.values())
    mean = (sum(odds * count for odds, count in paid.items()) - lost) / hands
    deviation = ((sum(odds**2 * count for odds, count in paid.items()) + lost) / hands - mean**2) ** 0.5
    assert float(told["deviation"]) == pytest.approx(deviation, abs=6e-5)
    assert float(told["index"]) == pytest.approx(1.6448536 * deviation, abs=6e-5)
    for row, rounds in zip(told["rows"], (10**4, 10**5, 10**6, 10**7, 10**8), strict=True):
        within = 1.9599640 * deviation / rounds**0.5
        for figure, expected in (("within", within), ("least", -mean - within), ("most", -mean + within)):
            assert share(row[figure]) == pytest.approx(expected, abs=6e-7), (rounds, figure)
        low, high = map(share, row["returned"].split(" to "))
        assert (low, high) == pytest.approx((1 + mean - within, 1 + mean + within), abs=6e-5)


def share(words: str) -> float:
    return float(words.replace("−", "-").replace("%", "").replace(",", "")) / 100


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
    steps = round_steps(game_named("on-the-draw")(), Placard())
    assert steps[0] == "Bet on Ante, and as much on Blind. Trips and Cincy Pot are extra, if you like."
    assert [step for step in steps if step.startswith("Bet ")][1:] == [
        "Bet 3x on Play now ($15), or check and see 5th Street.",
        "Bet 2x on Play now ($10), or check and see 6th Street.",
        "Bet 1x on Play ($5), or fold and give up Ante and Blind ($10).",
    ]
    assert "Cincy Pot" not in round_steps(game_named("on-the-draw")(), Placard(jurisdiction="washington"))[0]


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
    assert croupier("verify", paper).status == 0
