"""Published figures: what a printed number says, when it is reproduced, and what the documents' own figures come to."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.exact.claims import Exact, Finding, Printed, Reading, audit
from croupier.games import game_named


def found(game: str) -> dict[str, Finding]:
    return {finding.figure: finding for finding in audit(game_named(game))}


@pytest.fixture(scope="module")
def shoot() -> dict[str, Finding]:
    return found("draw-n-shoot-21")


@pytest.fixture(scope="module")
def big_draw() -> dict[str, Finding]:
    return found("big-draw")


@pytest.mark.parametrize(
    ("text", "value", "verdict"),
    [
        ("2.39%", "0.02385", "reproduced"),
        ("2.39%", "0.02395", "reproduced"),
        ("2.39%", "0.0239501", "rounding"),
        ("2.39%", "0.024", "rounding"),
        ("2.39%", "0.0238", "rounding"),
        ("2.39%", "0.0240001", "not reproduced"),
        ("2.39%", "-0.0239", "not reproduced"),
        ("-0.0241", "-0.024014", "rounding"),
        ("1", "1.4", "reproduced"),
        ("One out of every 2.8 rolls.", "2.84", "reproduced"),
        ("over 100% payback", "1.0000001", "reproduced"),
        ("over 100% payback", "1", "not reproduced"),
        ("over 100% payback", "0.999", "not reproduced"),
    ],
)
def test_a_figure_is_reproduced_if_the_exact_value_rounds_to_it(text: str, value: str, verdict: str) -> None:
    assert Printed.parse(text).verdict(Fraction(value)) == verdict


@pytest.mark.parametrize(
    ("text", "value", "written"),
    [
        ("0.00", "-0.005", "-0.01"),
        ("0.00", "-0.0049", "0.00"),
        ("5%", "0.075", "8%"),
        ("-0.0237%", "-0.00023702", "-0.0237%"),
        ("1,200.5", "-1234.56", "-1234.6"),
        ("0.051282", "1/19", "0.052632"),
    ],
)
def test_a_value_is_written_with_the_places_that_are_printed(text: str, value: str, written: str) -> None:
    assert Printed.parse(text).round(Fraction(value)) == written


def test_words_with_no_number_or_two_are_no_figure() -> None:
    for words in ("the odds are even", "At 2$ the edge is 1.0537 %"):
        with pytest.raises(Refused, match="one is wanted"):
            Printed.parse(words)
    assert Printed.parse("the odds are even", means="0").value == 0


def test_a_root_is_said_to_be_one() -> None:
    root = Exact(Fraction(2), is_root=True)
    assert str(root) == "sqrt(2)"
    assert Printed.parse("1.41421").verdict(root.value) == "reproduced"


@pytest.mark.rule("OTD-18")
def test_on_the_draw_reproduces_every_edge_and_hit_frequency() -> None:
    figures = found("on-the-draw")
    assert len(figures) == 21
    for name, finding in figures.items():
        assert finding.verdict == ("not derivable" if name.endswith("hold") else "reproduced"), name


def test_the_infinite_deck_table_of_draw_n_shoot_is_reproduced_to_the_last_digit(shoot: dict[str, Finding]) -> None:
    table = [finding for name, finding in shoot.items() if name.startswith("21/infinite/")]
    assert len(table) == 55
    assert {finding.verdict for finding in table} == {"reproduced"}


@pytest.mark.rule("DNS-8", "DNS-9", "DNS-10")
def test_every_row_of_both_quickcraps_tables_is_reproduced(shoot: dict[str, Finding]) -> None:
    rows = [finding for name, finding in shoot.items() if name.startswith("quickcraps/") and name.count("/") == 3]
    assert len(rows) == 80
    assert {finding.verdict for finding in rows} == {"reproduced"}


@pytest.mark.parametrize(
    ("figure", "verdict", "rounded"),
    [
        ("quickcraps/recommended/hit-rate", "not reproduced", "5.0"),
        ("quickcraps/alternate/hit-rate", "not reproduced", "5.3"),
        ("quickcraps/alternate/make-point", "not reproduced", "13.0"),
        ("quickcraps/alternate/variance", "rounding", "6.81"),
    ],
)
def test_quickcraps_figures_that_differ_are_found_again_in_another_reading(
    shoot: dict[str, Finding], figure: str, verdict: str, rounded: str
) -> None:
    said = shoot[figure].told()
    assert (shoot[figure].plain_verdict, said.rounded) == (verdict, rounded)
    assert said.verdict == "reproduced under another reading"
    assert [tried.verdict for tried in said.tried] == ["reproduced"]
    (again,) = audit(game_named("draw-n-shoot-21"), said.tried[0].command.split()[-1])
    assert again == shoot[figure], "the command that is named regenerates it"


def test_no_reading_brings_out_the_average_number_of_cards(shoot: dict[str, Finding]) -> None:
    said = shoot["21/six-decks/average-cards"].told()
    assert (said.printed, said.rounded, said.difference_as_printed) == ("2.17", "1.66", "0.51")
    assert said.difference == pytest.approx(2.17 - said.value) == pytest.approx(0.507, abs=0.001)
    assert len(said.tried) == 5
    assert {tried.verdict for tried in said.tried} == {"not reproduced", "rounding"}
    assert shoot["21/six-decks/average-cards"].nearest is not None
    assert "stands on every ace" in shoot["21/six-decks/average-cards"].nearest.words


def test_a_simulated_figure_says_how_far_chance_may_take_it(shoot: dict[str, Finding]) -> None:
    total = shoot["21/six-decks/expected-value"].told()
    assert shoot["21/six-decks/expected-value"].plain_verdict == "rounding"
    assert total.simulated_rounds == 10**9
    assert total.standard_error == pytest.approx(2.302094 / 10**4.5, rel=1e-6)
    assert total.standard_errors_away == pytest.approx((0.0000857 - 0.00005) / total.standard_error, rel=1e-2)
    assert shoot["21/six-decks/lose-1-unit/p"].standard_errors_away == pytest.approx(3.48, abs=0.01)
    assert shoot["21/six-decks/odds/lose"].standard_errors_away == 0


def test_the_three_sentences_of_the_document_are_optimal(shoot: dict[str, Finding]) -> None:
    assert shoot["21/basic-strategy/cost"].told().exact == "0"


@pytest.mark.rule("BD-12", "BD-13")
def test_big_draw_reproduces_all_but_three_of_its_edges(big_draw: dict[str, Finding]) -> None:
    differ = {name: finding for name, finding in big_draw.items() if finding.verdict != "reproduced"}
    assert set(differ) == {
        "five-card-draw/big-draw/printed/house_edge",
        "five-card-draw/first-5/printed/house_edge_at_3",
        "deuces-never-loses/big-draw/printed/house_edge",
    }
    assert len(big_draw) == 15
    for finding in differ.values():
        assert finding.readings and finding.note
        assert finding.printed is not None and finding.exact is not None
        assert finding.printed.value > finding.exact.value


def test_what_cannot_be_derived_from_rules_is_said_to_be_so() -> None:
    hold = found("on-the-draw")["play/OTD-01/estimated_hold"].told()
    assert hold.verdict == "not derivable"
    assert hold.printed == "20%"
    assert (hold.exact, hold.value, hold.difference) == (None, None, None)
    edge = Fraction(39093001, 2341229800)
    assert f"makes {float(edge * 60 / 20):.2%}" in hold.note, "a plain model stands beside it, with its assumptions"
    assert f"take {float(Fraction(20, 100) * 20 / edge):.0f} rounds for each buy-in" in hold.note


def test_a_game_whose_document_prints_nothing_has_no_findings() -> None:
    assert audit(game_named("three-card-draw")) == []


def test_a_figure_that_nothing_computes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.games.draw_n_shoot_21 import figures

    def nothing(game: Any) -> dict[str, Exact]:
        return {}

    monkeypatch.setattr(figures, "figures", nothing)
    with pytest.raises(Refused, match="nothing computes the published figure '21/infinite/a/p' of draw-n-shoot-21"):
        audit(game_named("draw-n-shoot-21"))


def test_a_claim_that_nobody_can_check_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = game_named("on-the-draw")
    for claim in ("payback", "house_edge_at_ten"):
        table = replace(kind.printed()["play"]["OTD-01"], claims={claim: "98%"})
        monkeypatch.setitem(kind.printed()["play"], "OTD-01", table)
        with pytest.raises(Refused, match=f"unknown claim '{claim}' for on-the-draw play; there are house_edge"):
            audit(kind)


@pytest.mark.parametrize("game", ["on-the-draw", "big-draw", "draw-n-shoot-21"])
def test_every_figure_has_a_place_and_a_label(game: str) -> None:
    for finding in audit(game_named(game)):
        assert finding.place and finding.label and finding.text


def test_six_deck_cells_come_out_of_a_shoe_dealt_to_its_cut_card(shoot: dict[str, Finding]) -> None:
    cells = [finding for name, finding in shoot.items() if name.startswith("21/six-decks/") and finding.readings]
    off = {finding.figure for finding in cells if finding.verdict != "reproduced under another reading"}
    assert off == {"21/six-decks/average-cards"}
    told = shoot["21/six-decks/win-1-unit/p"].told()
    explained = next(tried for tried in told.tried if tried.verdict == "reproduced")
    assert explained.command.startswith("croupier simulate draw-n-shoot-21 --rounds 150000000 --players 1")
    assert isinstance(explained.standard_error, float) and abs(explained.difference) < 0.00005


def test_a_simulated_reading_further_off_than_chance_explains_nothing() -> None:
    printed, near, far = Printed.parse("0.1240"), Fraction("0.12410"), Fraction("0.12420")
    finding = Finding("g", "f", "p", "l", "0.1240", printed, Exact(Fraction("0.2")))
    for value, verdict in ((near, "reproduced"), (far, "not reproduced")):
        reading = Reading("another", Exact(value, error=0.00003))
        assert replace(finding, readings=(reading,)).verdict_of(reading) == verdict
    assert replace(finding, readings=(Reading("another", Exact(near)),)).verdict == "not reproduced"


@pytest.mark.confirm
def test_the_simulation_kept_for_the_audit_can_be_dealt_again() -> None:
    """A thirtieth of it, by its own seed, result by result."""
    kept = tomllib.loads((game_named("draw-n-shoot-21").folder() / "cut_card.toml").read_text("utf-8"))
    words = kept["command"].replace("150000000", "5000000").split()[1:]
    said = json.loads(
        subprocess.run([sys.executable, "-m", "croupier", *words], capture_output=True, check=True).stdout
    )
    found = {each["net"]: each["frequency"] for each in said["strategies"][0]["bets"]["twenty-one"]["outcomes"]}
    for net, count in kept["counts"].items():
        share = count / kept["rounds"]
        assert abs(found[net] - share) < 4 * (share * (1 - share) / 5_000_000) ** 0.5
