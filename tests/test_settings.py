"""Settings: read from words, written back to them, each with the rule that leaves it to the house."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.games import game_named, game_names
from croupier.table.settings import Settings, as_words, house_choice, read, settings_of
from tests.rule_matrix import ROOT, rules

few = settings(max_examples=200, derandomize=True, deadline=None)


class Sample(Settings, frozen=True, kw_only=True):
    """One setting of each kind."""

    kind: Annotated[Literal["win", "push", 3], house_choice("OTD-1", "a word")] = "win"
    switch: Annotated[bool, house_choice("OTD-2", "a switch")] = False
    number: Annotated[int, house_choice("OTD-3", "a number", least=2, most=9)] = 4
    open_ended: Annotated[int, house_choice("OTD-4", "a number without end")] = 0
    several: Annotated[tuple[int, ...], house_choice("OTD-5", "numbers")] = (3, 2, 1)
    once_each: Annotated[tuple[int, ...], house_choice("OTD-6", "numbers", distinct=True)] = (1, 2)

    def check(self) -> None:
        if self.kind == "push" and self.switch:
            raise Refused("a push and a switch do not go together")


SAMPLES = st.builds(
    Sample,
    kind=st.sampled_from(["win", "push", 3]),
    switch=st.just(False),
    number=st.integers(2, 9),
    open_ended=st.integers(0, 10**9),
    several=st.lists(st.integers(1, 99), min_size=1, max_size=5).map(tuple),
)


@few
@given(SAMPLES)
def test_settings_are_read_as_they_are_written(sample: Sample) -> None:
    assert read(Sample, as_words(sample), "a game") == sample


@few
@given(SAMPLES, st.sets(st.sampled_from(["kind", "number", "open_ended", "several"])))
def test_what_is_not_said_is_at_its_default(sample: Sample, said: set[str]) -> None:
    chosen = read(Sample, {name: words for name, words in as_words(sample).items() if name in said}, "a game")
    for name in ("kind", "switch", "number", "open_ended", "several"):
        assert getattr(chosen, name) == getattr(sample if name in said else Sample(), name)


@pytest.mark.parametrize(
    ("name", "words", "allowed"),
    [
        ("kind", "loose", r"win \| push \| 3"),
        ("kind", "", r"win \| push \| 3"),
        ("switch", "yes", r"true \| false"),
        ("switch", "True", r"true \| false"),
        ("number", "1", "2 to 9"),
        ("number", "10", "2 to 9"),
        ("number", "4.0", "2 to 9"),
        ("number", "4,5", "2 to 9"),
        ("open_ended", "-1", "0 or more"),
        ("open_ended", "9" * 5000, "0 or more"),
        ("several", "", "whole numbers with commas between"),
        ("several", "3,,1", "whole numbers with commas between"),
        ("several", "3,0", "whole numbers with commas between"),
        ("several", "3;2", "whole numbers with commas between"),
        ("once_each", "1,2,1", "different whole numbers with commas between"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_what_can(name: str, words: str, allowed: str) -> None:
    with pytest.raises(Refused, match=f"setting {name} cannot be '{words}'; it is {allowed}"):
        read(Sample, {name: words}, "a game")


@pytest.mark.rule("CS-5", "TCD-5")
@pytest.mark.parametrize("game", ["cincinnati-stud", "three-card-draw"])
def test_a_play_bet_is_offered_once(game: str) -> None:
    with pytest.raises(Refused, match="setting play_multiples cannot be '1,1'; it is different whole numbers"):
        game_named(game).choose({"play_multiples": "1,1"})


@pytest.mark.rule("OTD-5", "OTD-7")
def test_two_streets_may_have_the_same_play_bet() -> None:
    assert game_named("on-the-draw").choose({"play_multiples": "2,2,1"}).settings.play_multiples == (2, 2, 1)


def test_an_unknown_setting_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Refused, match="unknown setting 'colour' for a game; there are kind, number, once_each, open"):
        read(Sample, {"colour": "green"}, "a game")


def test_values_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(Refused, match="do not go together"):
        read(Sample, {"kind": "push", "switch": "true"}, "a game")


def test_settings_never_change() -> None:
    with pytest.raises(AttributeError):
        Sample().number = 5  # type: ignore[misc]


@pytest.mark.parametrize("game", game_names())
def test_every_game_reads_its_own_settings_back(game: str) -> None:
    kind = game_named(game)
    assert read(kind.Settings, as_words(kind().settings), game) == kind().settings
    assert {setting.name: setting.default for setting in settings_of(kind.Settings)} == as_words(kind().settings)


@pytest.mark.parametrize("game", game_names())
def test_every_setting_says_what_it_decides_by_a_rule_of_its_game_and_stands_on_the_rules_page(game: str) -> None:
    kind, known = game_named(game), rules(ROOT)
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    for setting in settings_of(kind.Settings):
        assert setting.meaning
        assert setting.rule in known
        assert setting.rule.startswith(f"{kind.document}-")
        assert f"`{setting.name} = " in page, setting.name
