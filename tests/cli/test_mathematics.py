"""`analyze`, `advise`, `exposure` and `audit` as people and other programs meet them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from croupier.cli import carry_out, progress
from croupier.exact.solver import solver_of
from croupier.games import game_named
from croupier.json_figures import told

SHOOT = "draw-n-shoot-21"


class Said:
    """What a command answered."""

    def __init__(self, status: int, out: str, errors: str) -> None:
        self.status, self.out = status, out
        waiting = " ...\n", " s so far)\n"
        self.errors = "".join(line for line in errors.splitlines(True) if not line.endswith(waiting))

    @property
    def json(self) -> Any:
        assert (self.status, self.errors) == (0, ""), self.errors
        return json.loads(self.out)


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: str) -> Said:
        status = carry_out(list(words))
        out, errors = capsys.readouterr()
        return Said(status, out, errors)

    return run


def test_analyze_answers_programs_as_the_contract_has_it(croupier: Any) -> None:
    said = croupier("analyze", SHOOT, "--json").json
    names = ["game", "version", "behaviour", "settings", "paytables", "seconds", "bets", "schema", "digest"]
    assert list(said) == names
    assert said["game"] == SHOOT
    assert said["settings"] == {"decks": "6", "max_raise": "2", "skill_game_only": "false"}
    assert said["paytables"] == {"twenty-one": "printed", "quickcraps": "recommended"}
    assert said["seconds"] > 0
    craps = said["bets"]["quickcraps"]
    assert craps["expected_value"] == "-5/117"
    assert craps["house_edge"] == pytest.approx(5 / 117)
    assert craps["house_edge_exact"] == "5/117" and craps["expected_value_float"] == -5 / 117
    forty = {"net": "40", "net_float": 40.0, "probability": "1/468", "probability_float": 1 / 468}
    assert forty in craps["outcomes"]
    assert said["bets"]["twenty-one"]["actions"] == {"raise-0": "10/13", "raise-1": "0", "raise-2": "3/13"}
    for bet in said["bets"].values():
        outcomes = [(Fraction(line["net"]), Fraction(line["probability"])) for line in bet["outcomes"]]
        assert sum(chance for _, chance in outcomes) == 1
        assert sum(net * chance for net, chance in outcomes) == Fraction(bet["expected_value"])


def test_analyze_takes_printed_paytables_settings_and_a_paytable_file(croupier: Any, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(
        'bet = "twenty-one"\nname = "mine"\n[pays]\nblackjack = "3:1"\ntwenty-one = "6:5"\n'
        'eighteen-to-twenty = "1:1"\nseventeen = "push"\n'
    )
    words = ("--paytable", "quickcraps=alternate", "--set", "decks=infinite", "--set", "max_raise=0")
    said = croupier("analyze", SHOOT, *words, "--paytable-file", str(own), "--json").json
    assert said["paytables"] == {"twenty-one": "mine", "quickcraps": "alternate"}
    assert said["settings"]["decks"] == "infinite"
    assert said["bets"]["quickcraps"]["expected_value"] == "-1/26"
    printed = croupier("analyze", SHOOT, *words, "--json").json["bets"]["twenty-one"]["expected_value"]
    blackjack = Fraction(1, 13) * (Fraction(3, 36) + 4 * Fraction(2, 36) + Fraction(1, 36))
    assert Fraction(said["bets"]["twenty-one"]["expected_value"]) == Fraction(printed) + blackjack


def test_analyze_reads_flat_prizes_at_the_stake(croupier: Any) -> None:
    edges = [
        croupier("analyze", "big-draw", "--stake", stake, "--json").json["bets"]["five-card-draw/first-5"]["house_edge"]
        for stake in ("1", "2", "$5")
    ]
    assert [f"{edge:.4%}" for edge in edges] == ["-0.0237%", "1.0537%", "1.7001%"]


def test_analyze_tells_programs_about_strategies_that_ask(croupier: Any) -> None:
    said = croupier("analyze", SHOOT, "--strategies", "--json").json["strategies"]["twenty-one"]
    assert set(said) == {"simple", "document"}
    assert said["simple"]["cost"] == said["document"]["cost"] == "0"
    assert said["document"]["average_wager"] == "27/13"
    assert said["simple"]["rules"][0]["action"] == "raise"


def test_what_a_strategy_costs_is_told_at_the_stake(croupier: Any, tmp_path: Path) -> None:
    def costs(stake: str, royal: str) -> tuple[str, str]:
        own = tmp_path / "own.toml"
        pays = 'straight-flush = "9:1"\nfour-of-a-kind = "9:1"\nfull-house = "9:1"\nflush = "9:1"\n'
        own.write_text(f'bet = "five-card-draw/big-draw"\nname = "own"\n[pays]\n{pays}{royal}')
        words = ("analyze", "big-draw", "--paytable-file", str(own), "--stake", stake)
        told = next(line for line in croupier(*words).out.splitlines() if "gives away" in line)
        said = croupier(*words, "--strategies", "--json").json["strategies"]["five-card-draw/big-draw"]
        return said["simple"]["cost"], told

    assert costs("5", "[fixed]\nroyal-flush = 10000\n") == costs("1", 'royal-flush = "2000:1"\n')


def test_analyze_shows_people_tables_and_the_short_strategy_with_its_cost(croupier: Any) -> None:
    said = croupier("analyze", SHOOT)
    assert said.status == 0
    for words in ("Draw 'n Shoot 21", "house edge (of the ante)", "2.4014%", "eighteen-to-twenty", "raise-2"):
        assert words in said.out
    assert "Hit a soft total of 15 to 18." in said.out
    assert "gives away 0.0000% of the ante (0)" in said.out
    assert "strategy" not in croupier("analyze", SHOOT, "--no-strategies").out


def test_advise_answers_programs_as_the_contract_has_it(croupier: Any) -> None:
    said = croupier("advise", SHOOT, "--cards", "A", "--json").json
    assert said["game"] == SHOOT
    assert list(said["actions"]) == ["raise-0", "raise-1", "raise-2", "stand", "hit"]
    assert said["actions"]["raise-2"] == "2/3"
    assert said["best"] == ["raise-2", "stand"]
    two = croupier("advise", SHOOT, "--cards", "5d 3c", "--json").json
    assert list(two["actions"]) == ["stand", "hit"]
    assert two["best"] == ["hit"]


def test_advise_reads_a_board_and_a_variant(croupier: Any) -> None:
    street = croupier("advise", "on-the-draw", "--cards", "As Kd 7c 2h", "--board", "9h 2c", "--json").json
    assert set(street["actions"]) == {"fold", "play-1x"}
    words = ("advise", "big-draw", "--cards", "2s Kd 9c 9h 4d", "--json")
    deuces = croupier(*words, "--variant", "deuces-never-loses").json
    assert deuces["best"] == ["hold 2s 9c 9h"]
    assert len(deuces["actions"]) == 32
    assert croupier(*words).json["best"] == ["hold 9c 9h"]


def test_advise_reads_flat_prizes_at_the_stake(croupier: Any, tmp_path: Path) -> None:
    own = tmp_path / "flat.toml"
    own.write_text(
        'bet = "five-card-draw/big-draw"\nname = "flat"\n[pays]\nstraight-flush = "9:1"\n'
        'four-of-a-kind = "9:1"\nfull-house = "9:1"\nflush = "9:1"\n[fixed]\nroyal-flush = 1000\n'
    )
    words = ("advise", "big-draw", "--cards", "As Ks Qs Js 9s", "--paytable-file", str(own))
    for stake, best in (("1", "hold As Ks Qs Js"), ("$5", "hold As Ks Qs Js 9s")):
        assert croupier(*words, "--stake", stake, "--json").json["best"] == [best]
        (line,) = (line for line in croupier(*words, "--stake", stake).out.splitlines() if "best" in line)
        assert f" {best} " in line
    refused = croupier(*words, "--stake", "0")
    assert (refused.status, refused.out) == (2, "") and "a stake of 0 bets nothing" in refused.errors


@pytest.mark.rule("TCD-11")
def test_advise_answers_for_a_bonus_bet_alone_and_with_an_ante(croupier: Any) -> None:
    words = ("advise", "three-card-draw", "--cards", "7c 7d As", "--json", "--variant")
    alone = croupier(*words, "bonus-alone").json
    assert set(alone["actions"]) == {"keep", "discard 7c", "discard 7d", "discard As"}
    assert alone["best"] == ["discard As"]
    main, both = croupier(*words, "main").json, croupier(*words, "main+bonus").json
    assert both["actions"]["fold"] == "-2" and main["actions"]["fold"] == "-1"
    for held, worth in alone["actions"].items():
        with_ante, without = (Fraction(said["actions"][f"play-2x {held}"]) for said in (both, main))
        assert with_ante == without + Fraction(worth)


def test_advise_shows_people_the_best_choice_first(croupier: Any) -> None:
    lines = croupier("advise", SHOOT, "--cards", "2d").out.splitlines()
    rows = [line for line in lines if "raise-" in line]
    assert lines[0].strip() == "2♦"
    assert "best" in rows[0] and "raise-2" in rows[0] and "+0.0477" in rows[0]


@pytest.mark.parametrize(
    ("cards", "shown"), [("T 5", "T 5"), ("7, t 2d", "7 T 2♦"), ("5d3♧", "5♦ 3♣"), ("A♠\ufe0f", "A♠"), ("35", "3 5")]
)
def test_advise_shows_no_suit_that_was_not_written(croupier: Any, cards: str, shown: str) -> None:
    assert croupier("advise", SHOOT, "--cards", cards).out.splitlines()[0].strip() == shown


def test_audit_answers_programs_with_every_figure_of_every_game(croupier: Any) -> None:
    said = json.loads(croupier("audit", SHOOT, "--json").out)
    assert sum(said["verdicts"].values()) == len(said["figures"]) == 195
    (cards,) = (figure for figure in said["figures"] if figure["figure"].endswith("average-cards"))
    assert cards["verdict"] == "not reproduced"
    assert cards["tried"][2]["reading"] == "only players who draw a card"
    assert said["verdicts"]["reproduced under another reading"] == 25


def test_exposure_tells_programs_what_shared_cards_are_worth(croupier: Any) -> None:
    words = ("exposure", SHOOT, "--set", "decks=1", "--hands", "6", "--decks", "5", "--no-counting")
    said = croupier(*words, "--json").json
    assert list(said)[:5] == ["game", "version", "behaviour", "settings", "paytables"]
    assert list(said)[5:9] == ["cards_each", "face_up", "bets", "unexposed"]
    assert list(said)[9:] == ["not_exposed", "break_even_hands", "schema", "digest"]
    assert (said["cards_each"], said["face_up"], said["unexposed"]) == (1, True, ["quickcraps"])
    (line,) = said["bets"]["twenty-one"]
    (found,) = solver_of(game_named(SHOOT).choose({"decks": "1"})).exposure([6], decks=5)
    assert line == told(found.told())
    assert (line["hands"], line["cards"], line["decks"], line["unit"]) == (6, 6, 5, "ante")
    assert line["house_edge"] == float(Fraction(line["house_edge_unseen"])) - line["gain"]
    assert line["gain"] > 0 and line["standard_error"] > 0
    assert croupier(*words, "--json").json == said, "the same decks are solved every time"


def test_exposure_shows_people_a_line_for_one_hand_for_half_a_table_and_for_all(croupier: Any) -> None:
    said = croupier("exposure", SHOOT, "--decks", "2", "--no-counting").out
    rows = [line.split("│")[1:3] for line in said.splitlines() if line.startswith("│")]
    assert [(hands.strip(), cards.strip()) for hands, cards in rows] == [
        ("none", "0"),
        ("1", "1"),
        ("3", "3"),
        ("6", "6"),
    ]
    assert "quickcraps: not exposed to other players' hands." in said


def test_exposure_says_what_a_bet_is_not_exposed_to(croupier: Any) -> None:
    said = croupier("exposure", SHOOT, "--hands", "1", "--decks", "2", "--shoes", "2", "--json").json
    assert said["not_exposed"]["quickcraps"] == ["other players' hands"]
    craps = said["counting"]["quickcraps"]
    assert craps["exposed"] and craps["effects_of_removal"]["4"] == "-58/12129" and craps["cut_card"] == 260
    assert craps["counts"][0]["tags"] == {"A": -1, "2": 1, "3": 1, "4": -1} | dict.fromkeys(
        ("5", "6", "7", "8", "9", "T J Q K"), 0
    )
    words = croupier("exposure", "on-the-draw", "--hands", "1", "--decks", "2").out
    assert "trips: not exposed to other players' hands or counting" in words


def test_exposure_tells_every_number_of_hands_and_what_a_burned_card_is_worth(croupier: Any) -> None:
    words = ("exposure", SHOOT, "--set", "decks=1", "--decks", "2", "--complete", "--no-counting", "--json")
    said = croupier(*words).json
    assert [line["hands"] for line in said["bets"]["twenty-one"]] == [1, 2, 3, 4, 5, 6]
    assert said["break_even_hands"] == {"twenty-one": None}
    burned = said["seen"]["twenty-one"]
    assert (burned["hands"], burned["cards"], burned["decks"]) == (0, 1, 2)


def test_audit_shows_people_what_was_tried(croupier: Any) -> None:
    said = croupier("audit", "big-draw").out
    assert "3.7715%" in said
    assert "holding what is best for 9/6 Jacks or Better: 3.9944%, -0.1844% away, not reproduced" in said
    assert "the best holds of at most four discards: 3.8382%, -0.0282% away, not reproduced" in said
    assert "nearest: the best holds of at most four discards" in said
    assert "12 reproduced, 0 reproduced under another reading, 0 rounding, 3 not reproduced, 0 not derivable" in said
    one = croupier("audit", "draw-n-shoot-21", "--figure", "quickcraps/recommended/hit-rate").out
    assert "regenerated by: croupier audit draw-n-shoot-21 --figure quickcraps/recommended/hit-rate" in one
    assert "its document prints no figures" in croupier("audit", "three-card-draw").out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["analyze", "poker"], "unknown game 'poker'"),
        (["analyze"], "Missing argument 'GAME'"),
        (["analyze", SHOOT, "--wrong"], "No such option: --wrong"),
        (["analyze", SHOOT, "--set", "decks=9"], "setting decks cannot be '9'"),
        (["analyze", SHOOT, "--set", "deck=6"], "unknown setting 'deck'"),
        (["analyze", SHOOT, "--set", "decks"], "write it as KEY=VALUE"),
        (["analyze", SHOOT, "--set", "decks=6", "--set", "decks=8"], "gives decks twice"),
        (["analyze", SHOOT, "--set", "max_raise=-1"], "setting max_raise cannot be '-1'"),
        (["analyze", SHOOT, "--paytable", "quickcraps=best"], "unknown paytable 'best'"),
        (["analyze", SHOOT, "--paytable", "craps=alternate"], "unknown bet 'craps'"),
        (["analyze", SHOOT, "--paytable-file", "nowhere.toml"], "cannot read paytable file"),
        (["analyze", SHOOT, "--stake", "0"], "a stake of 0 bets nothing"),
        (["analyze", SHOOT, "--stake", "-5"], "is not an amount of money"),
        (["analyze", SHOOT, "--stake", "lots"], "is not an amount of money"),
        (["analyze", SHOOT, "--stake", "9" * 26], "is too large an amount of money"),
        (["advise", SHOOT], "Missing option '--cards'"),
        (["advise", SHOOT, "--cards", ""], "give the cards held so far"),
        (["advise", SHOOT, "--cards", "1"], "neither a card nor a rank"),
        (["advise", SHOOT, "--cards", "K 9 2"], "takes no further card"),
        (["advise", SHOOT, "--cards", "Ks Ks", "--set", "decks=1"], "is given 2 times"),
        (["advise", SHOOT, "--cards", "K", "--board", "2d"], "has no board"),
        (["advise", SHOOT, "--cards", "K", "--board", "2"], "'2' is not a card"),
        (["advise", SHOOT, "--cards", "K", "--variant", "deuces"], "has no variants"),
        (["advise", "on-the-draw", "--cards", "As As 7c 2h"], "is given twice"),
        (["advise", "on-the-draw", "--cards", "As Kd 7c 2h", "--board", "As"], "is given twice"),
        (["advise", "big-draw", "--cards", "As Kd 7c 2h"], "five cards; 4 were given"),
        (["advise", "three-card-draw", "--cards", "As Ad"], "three cards; 2 were given"),
        (["advise", "cincinnati-stud", "--cards", "As Ad"], "six cards; 2 were given"),
        (["advise", "on-the-draw", "--cards", "As Kd 7c 2h", "--board", "3h 4h 5h"], "3 cards were given"),
        (["advise", "on-the-draw", "--cards", "As Kd 7c 2h", "--variant", "deuces"], "one game"),
        (["advise", "cincinnati-stud", "--cards", "As Kd 7c 2h 3s 9d", "--board", "9h"], "no board"),
        (["advise", "three-card-draw", "--cards", "As Kd 7c", "--board", "9d"], "no board"),
        (
            ["advise", "three-card-draw", "--cards", "As Kd 7c", "--variant", "bonus"],
            "there are main, bonus-alone, main",
        ),
        (["advise", "big-draw", "--cards", "As Ks Qs Js Ts", "--board", "2c"], "has no board"),
        (["advise", "big-draw", "--cards", "As Ks Qs Js Ts", "--variant", "omaha"], "there are five-card-draw, deuces"),
        (["advise", "draw-n-shoot-21", "--cards", "A 7x"], "'x' is neither a card nor a rank"),
        (["exposure", SHOOT, "--hands", "7"], "7 other hands cannot be known at draw-n-shoot-21; 1 to 6 can"),
        (["exposure", SHOOT, "--hands", "0"], "0 other hands cannot be known"),
        (
            ["exposure", SHOOT, "--hands", "1", "--decks", "2", "--cut-card", "400"],
            "cannot be after 400 cards; the shoe",
        ),
        (["exposure", SHOOT, "--hands", "1", "--decks", "2", "--players", "8"], "8 players cannot sit at"),
        (
            ["exposure", SHOOT, "--hands", "1", "--decks", "2", "--shoes", "1"],
            "with 1 shoes there is no standard error",
        ),
        (["exposure", SHOOT, "--decks", "1"], "with 1 stripped decks there is no standard error; solve 2 or more"),
        (["audit", "poker"], "unknown game 'poker'"),
    ],
)
def test_bad_input_gets_one_line_and_nothing_else(croupier: Any, words: list[str], line: str) -> None:
    said = croupier(*words)
    assert (said.status, said.out) == (2, "")
    assert said.errors.count("\n") == 1
    assert line in said.errors


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('bet = "play"\nname = "x"\n[pays]\n', "unknown bet 'play'"),
        ('bet = "twenty-one"\nname = "x"\n[pays]\nroyal-flush = "1:1"\n', "unknown row 'royal-flush'"),
        ('bet = "twenty-one"\nname = "x"\n[pays]\nblackjack = "-1:1"\n', "none below zero"),
        ('bet = "twenty-one"\nname = "x"\n[pays]\nblackjack = "1:0"\n', "are not odds"),
        ('bet = "twenty-one"\nname = "x"\n[fixed]\nblackjack = 100\n', "has fixed prizes"),
        ('bet = "twenty-one"\nname = "a\\nb"\n[pays]\n', "is no name for a paytable"),
        ('name = "x"\n[pays]\n', "missing required field `bet`"),
        ("bet = ", "is not TOML"),
    ],
)
def test_a_bad_paytable_file_gets_one_line_and_nothing_else(
    croupier: Any, tmp_path: Path, content: str, line: str
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(content)
    said = croupier("analyze", SHOOT, "--paytable-file", str(file))
    assert (said.status, said.out) == (2, "")
    assert said.errors.count("\n") == 1
    assert line in said.errors


def test_an_ante_bonus_has_no_flat_prizes(croupier: Any, tmp_path: Path) -> None:
    file = tmp_path / "flat.toml"
    file.write_text('bet = "ante-bonus"\nname = "flat"\n[fixed]\nstraight-flush = 100\n')
    said = croupier("analyze", "three-card-draw", "--paytable-file", str(file))
    assert (said.status, said.out) == (2, "")
    assert said.errors.endswith("'flat' has fixed prizes; Ante Bonus pays odds only\n")


def test_a_paytable_file_may_begin_with_a_byte_order_mark(croupier: Any, tmp_path: Path) -> None:
    file = tmp_path / "marked.toml"
    file.write_text('bet = "twenty-one"\nname = "marked"\n[pays]\nblackjack = "2:1"\n', "utf-8-sig")
    said = croupier("analyze", SHOOT, "--paytable-file", str(file), "--json").json
    assert said["paytables"]["twenty-one"] == "marked"


def test_a_row_that_pays_less_for_a_better_hand_is_warned_of(croupier: Any, tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text('bet = "twenty-one"\nname = "odd"\n[pays]\nblackjack = "1:1"\ntwenty-one = "2:1"\n')
    said = croupier("analyze", SHOOT, "--paytable-file", str(file), "--json")
    assert said.status == 0
    assert said.errors.startswith("croupier: warning: blackjack pays 1 to 1, less than twenty-one at 2 to 1")
    assert json.loads(said.out)["paytables"]["twenty-one"] == "odd"


def test_who_has_to_wait_is_told_what_for_and_how_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "LONG", 0.01)
    with progress.progress("solving"):
        sleep(0.2)
    assert capsys.readouterr().err == "croupier: solving ...\n"
    with progress.progress("solving") as stages:
        stages.stage("counting", 40.2)
    sleep(0.05)
    assert capsys.readouterr().err == "croupier: counting, about 40 s ...\n"


def test_a_paytable_of_ones_own_cannot_go_by_a_printed_name(croupier: Any, tmp_path: Path) -> None:
    file = tmp_path / "forged.toml"
    file.write_text('bet = "trips"\nname = "trips-1"\n[pays]\nflush = "9:1"\n')
    said = croupier("analyze", "on-the-draw", "--paytable-file", str(file))
    assert (said.status, said.out) == (2, "")
    assert said.errors.endswith("'trips-1' is a printed trips paytable; give yours another name\n")


def test_strategy_cards_are_shown_and_told(croupier: Any) -> None:
    said = croupier("strategy", "three-card-draw", "--within", "1%", "--json").json
    assert said["card"]["cost_per_unit"] <= 0.01 < said["frontier"][said["card"]["sentences"] - 2]["cost_per_unit"]
    assert said["printed"] == "simple"
    by_hand = croupier("strategy", "draw-n-shoot-21", "--json").json
    assert (by_hand["printed"], by_hand["frontier"], by_hand["card"]["cost"]) == ("simple", [], "0")
    shown = croupier("strategy", "three-card-draw", "--sentences", "4").out
    assert "Otherwise fold." in shown
    assert "written by hand" in shown
    for words, why in (
        (("three-card-draw", "--within", "0.001%"), "the best costs"),
        (("three-card-draw", "--within", "much"), "'much' is not a cost"),
        (("draw-n-shoot-21", "--sentences", "3"), "cards are found for games of streets, a showdown or a draw"),
    ):
        refused = croupier("strategy", *words)
        assert refused.status == 2
        assert why in refused.errors


def test_exposure_says_how_far_it_has_come() -> None:
    told: list[tuple[str, float]] = []

    class Watching:
        def stage(self, words: str, seconds: float) -> None:
            told.append((words, seconds))

        def advance(self, share: float) -> None:
            told.append(("", share))

    solver_of(game_named("three-card-draw")()).exposure([1], decks=4, watcher=Watching())
    assert told[0] == ("solving 4 decks without the cards of 1 hand", 0)
    assert told[1][0] == told[0][0] and told[1][1] > 0
    assert [share for words, share in told if not words] == [0.25] * 4


@pytest.mark.parametrize("called", ["", "five-card-draw/", "deuces-never-loses/"])
def test_two_bets_of_a_variant_are_advised_on_with_what_its_card_says(
    called: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["advise", "big-draw", "--cards", "Ah Ad 4d 7s 3c", "--json"]
    both = f"{called}big-draw=1,{called}first-5=1"
    assert carry_out([*asked, "--together", both]) == 0
    together = json.loads(capsys.readouterr().out)
    assert carry_out([*asked, *(["--variant", called.rstrip("/")] if called else [])]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert together["card"] == alone["card"]
    assert together["best"] == alone["best"]
    assert together["actions"] != alone["actions"]
