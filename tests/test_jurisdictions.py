"""Limits by place and date: what is refused, by which rule, and since when."""

import tomllib
from datetime import date
from fractions import Fraction
from importlib.resources import files

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.games import game_named
from croupier.jurisdictions import UNREGULATED, Jurisdiction, jurisdiction_named, jurisdiction_names
from croupier.jurisdictions.file import read_place
from croupier.jurisdictions.jurisdiction import RequiredSetting
from croupier.table.placard import Placard

LAYOUT = {"ante": "main", "blind": "main", "play": "main", "trips": "trips", "cincy-pot": "pot"}
SIDE_BETS = {f"side-{number}": f"game {number}" for number in range(1, 9)}


def washington(year: int = 2022, month: int = 1, day: int = 1, cap_binds_play: bool | None = None) -> Jurisdiction:
    return jurisdiction_named("washington", date(year, month, day), cap_binds_play)


def allowed(law: Jurisdiction, bets: dict[str, int], layout: dict[str, str] = LAYOUT, play: int = 0) -> bool:
    try:
        law.check(bets, layout, play)
    except Refused:
        return False
    return True


def test_the_places_are_named_and_another_is_refused_with_them() -> None:
    assert jurisdiction_names() == ["unregulated", "washington"]
    with pytest.raises(Refused, match="unknown jurisdiction 'oregon'; there are unregulated, washington"):
        jurisdiction_named("oregon", date(2020, 1, 1))


@given(
    st.dictionaries(st.sampled_from([*LAYOUT, *SIDE_BETS]), st.integers(0, 10**9)), st.integers(0, 10**9), st.dates()
)
def test_where_nothing_is_regulated_everything_is_allowed(bets: dict[str, int], play: int, day: date) -> None:
    law = jurisdiction_named(UNREGULATED, day)
    law.check(bets, LAYOUT | SIDE_BETS, play)
    law.check_aggregate(0, 10**9, Fraction(1000))
    assert law.notices() == law.warnings(uses_dice=True) == []


@pytest.mark.rule("CS-10", "BD-16")
@pytest.mark.parametrize(
    ("day", "most"),
    [
        (date(2004, 7, 1), 10000),
        (date(2007, 12, 31), 10000),
        (date(2009, 1, 1), 30000),
        (date(2022, 12, 31), 30000),
        (date(2026, 1, 1), 30000),
    ],
)
def test_the_limit_of_a_single_wager_follows_the_date(day: date, most: int) -> None:
    law = jurisdiction_named("washington", day)
    for spot in ("ante", "trips", "cincy-pot"):
        law.check({spot: most}, LAYOUT)
        with pytest.raises(Refused, match=r"WAC 230-\d\d-1[24]0 allows \$[13]00 a wager"):
            law.check({spot: most + 1}, LAYOUT)


@pytest.mark.rule("CS-10", "BD-16")
def test_limits_come_from_the_file_and_not_from_the_code() -> None:
    place = read_place(
        """
        place = "Elsewhere"
        [[single_wager]]
        rule = "Rule 1"
        since = 1990-01-01
        most_dollars = 7
        source = "the book"
        [[single_wager]]
        rule = "Rule 2"
        since = 1999-05-01
        most_dollars = 8
        source = "the book"
        """
    )
    for day, cents, rule in ((date(1999, 4, 30), 700, "Rule 1"), (date(1999, 5, 1), 800, "Rule 2")):
        law = place.on("elsewhere", day)
        law.check({"big-draw": cents}, {"big-draw": "main"})
        with pytest.raises(Refused, match=f"a .* Big Draw is too much; {rule} allows"):
            law.check({"big-draw": cents + 1}, {"big-draw": "main"})


@pytest.mark.rule("CS-10", "BD-16")
def test_every_number_has_its_source_and_its_day() -> None:
    for name in jurisdiction_names():
        text = (files("croupier.jurisdictions") / f"{name}.toml").read_text("utf-8")
        for value in tomllib.loads(text).values():
            for entry in value if isinstance(value, list) else []:
                assert entry["source"].startswith("https://")
                assert isinstance(entry["since"], date)
                assert entry["rule"].startswith("WAC 230-")


@pytest.mark.parametrize("field", ["source", "since", "rule", "most_dollars"])
def test_a_file_with_a_number_that_lacks_its_origin_cannot_be_read(field: str) -> None:
    lines = ["rule = 'R'", "since = 2000-01-01", "source = 'S'", "most_dollars = 5"]
    with pytest.raises(msgspec.ValidationError, match=field):
        read_place("place = 'P'\n[[single_wager]]\n" + "\n".join(line for line in lines if not line.startswith(field)))


def test_a_file_whose_rules_are_out_of_order_is_refused() -> None:
    rule = "[[single_wager]]\nrule = 'R'\nsource = 'S'\nmost_dollars = 5\nsince = "
    with pytest.raises(Refused, match=r"R \(since 2000-01-01\) does not follow R \(since 2001-01-01\)"):
        read_place(f"place = 'P'\n{rule}2001-01-01\n{rule}2000-01-01\n")


@pytest.mark.rule("CS-10")
@pytest.mark.parametrize("day", [date(1990, 1, 1), date(2004, 6, 30), date(2008, 6, 1)])
def test_a_day_whose_limit_is_not_known_is_refused_with_what_is_known(day: date) -> None:
    with pytest.raises(Refused) as refusal:
        jurisdiction_named("washington", day)
    assert str(refusal.value) == (
        f"what Washington allowed on {day} is not known here; known are "
        "$100 a wager by WAC 230-40-120 (2004-07-01 to 2007-12-31); $300 a wager by WAC 230-15-140 (since 2009-01-01)"
    )


@pytest.mark.rule("CS-10")
def test_an_ante_is_refused_if_its_play_bet_would_break_the_cap() -> None:
    with pytest.raises(Refused) as refusal:
        washington().check({"trips": 500, "blind": 15000, "ante": 15000}, LAYOUT, largest_play=45000)
    assert str(refusal.value) == (
        "a $150 Ante may lead to a Play bet of $450; "
        "WAC 230-15-140 allows $300 a wager (since 2009-01-01), so at most $100"
    )
    washington().check({"ante": 10000, "blind": 10000}, LAYOUT, largest_play=30000)


@pytest.mark.rule("CS-10")
def test_whether_the_cap_binds_the_play_bet_is_a_setting() -> None:
    bets = {"ante": 15000, "blind": 15000}
    assert not allowed(washington(cap_binds_play=True), bets, play=30001)
    assert allowed(washington(cap_binds_play=False), bets, play=30001)
    assert not allowed(washington(cap_binds_play=False), {"ante": 30001, "blind": 30001}, play=0)
    assert any("inference" in warning for warning in washington().warnings(uses_dice=False))


@pytest.mark.rule("BD-16")
def test_six_separate_games_may_be_bet_on_with_one_hand_but_not_seven() -> None:
    spots = list(SIDE_BETS)
    washington().check(dict.fromkeys(spots[:6], 500), SIDE_BETS)
    with pytest.raises(Refused, match=r"7 separate games .*; WAC 230-15-040 \(since 2009-09-14\) allows 6"):
        washington().check(dict.fromkeys(spots[:7], 500), SIDE_BETS)


@pytest.mark.rule("BD-16")
def test_three_of_the_six_are_limited_to_five_dollars() -> None:
    small = dict.fromkeys(SIDE_BETS, 500)
    three, four = list(SIDE_BETS)[:3], list(SIDE_BETS)[:4]
    six = {spot: small[spot] for spot in list(SIDE_BETS)[:6]}
    washington().check(six | dict.fromkeys(three, 30000), SIDE_BETS)
    with pytest.raises(Refused, match=r"4 separate games with more than \$5 on them \(game 1, .*\) allows 3"):
        washington().check(six | dict.fromkeys(four, 501), SIDE_BETS)


@pytest.mark.rule("CS-10")
def test_ante_and_blind_and_play_are_one_game() -> None:
    layout = LAYOUT | SIDE_BETS
    bets = {"ante": 500, "blind": 500, "trips": 1000, "cincy-pot": 1000, "side-1": 1000}
    assert allowed(washington(), bets, layout, play=500)
    assert not allowed(washington(), bets, layout, play=1500), "a $15 Play bet makes the main game the fourth above $5"
    assert allowed(washington(cap_binds_play=False), bets, layout, play=1500)


def test_before_the_change_of_2009_three_separate_games_were_allowed() -> None:
    for day, most in ((date(2009, 9, 13), 3), (date(2009, 9, 14), 6)):
        law = jurisdiction_named("washington", day)
        assert allowed(law, dict.fromkeys(list(SIDE_BETS)[:most], 500), SIDE_BETS)
        assert not allowed(law, dict.fromkeys(list(SIDE_BETS)[: most + 1], 500), SIDE_BETS)


def test_an_empty_spot_is_no_wager() -> None:
    washington().check(dict.fromkeys(SIDE_BETS, 0), SIDE_BETS)
    washington().check({}, LAYOUT, largest_play=0)


@pytest.mark.rule("BD-11")
def test_an_aggregate_payout_limit_is_at_least_the_greatest_wager_at_its_odds() -> None:
    law = washington()
    law.check_aggregate(1_500_000, 30000, Fraction(50))
    with pytest.raises(Refused, match=r"\$14,999.99 is too low; WAC 230-15-490 .* \$15,000 or more"):
        law.check_aggregate(1_499_999, 30000, Fraction(50))


@pytest.mark.rule("BD-11")
def test_odds_above_fifty_to_one_count_as_fifty() -> None:
    law = washington()
    assert law.aggregate_floor(30000, Fraction(5000)) == 1_500_000
    law.check_aggregate(1_500_000, 30000, Fraction(5000))
    assert law.aggregate_floor(101, Fraction(3, 2)) == 152, "half a cent counts"


def test_a_bet_that_pays_less_than_fifty_to_one_may_not_be_limited() -> None:
    with pytest.raises(Refused, match=r"highest odds are 40 to 1; WAC 230-15-490 .* asks for 50 to 1 or more"):
        washington().check_aggregate(10**9, 30000, Fraction(40))


def test_what_must_be_posted_is_said_with_its_rule_and_source() -> None:
    notices = washington().notices()
    assert any("aggregate payout limit" in notice and "WAC 230-15-490" in notice for notice in notices)
    assert any("wagering limits" in notice and "WAC 230-15-060" in notice for notice in notices)
    assert all("https://" in notice for notice in notices)
    assert washington(2005).notices() == []


def test_dice_are_warned_of_only_where_a_game_uses_them() -> None:
    assert any("dice are probably not allowed" in warning for warning in washington().warnings(uses_dice=True))
    assert not any("dice" in warning for warning in washington().warnings(uses_dice=False))


def test_proposals_are_said_to_be_unconfirmed_and_are_not_applied() -> None:
    proposals = [
        text for text in washington(2024).warnings(uses_dice=False) if text.startswith("Not confirmed and not")
    ]
    assert [amount in text for amount, text in zip(("$500", "$400"), proposals, strict=True)] == [True, True]
    assert not allowed(washington(2024), {"ante": 30001})
    assert not any("proposal" in text for text in washington(2022).warnings(uses_dice=False))


def test_what_is_not_known_of_a_day_is_warned_of() -> None:
    warnings = washington(2005).warnings(uses_dice=False)
    assert any("separate games with one hand on 2005-01-01 is not known here" in warning for warning in warnings)
    assert any("$200 at one to three of its tables" in warning for warning in warnings)
    assert not any("not known" in warning for warning in washington().warnings(uses_dice=False))


def test_the_rules_of_a_day_are_a_value_that_cannot_be_changed() -> None:
    law = washington()
    assert law == washington()
    with pytest.raises(AttributeError):
        law.cap_binds_play = False  # type: ignore[misc]


@pytest.mark.rule("DNS-15")
def test_a_place_may_require_settings_of_the_games_that_have_them() -> None:
    place = """
        place = "Skillville"
        [[required_setting]]
        rule = "Act 1"
        since = 2020-01-01
        setting = "skill_game_only"
        value = "true"
        source = "https://example.org"
    """
    law = read_place(place).on("skillville", date(2021, 1, 1))
    with pytest.raises(Refused, match=r"skill_game_only=false is not allowed in Skillville; Act 1 .* asks for .*=true"):
        law.check_settings({"skill_game_only": "false"})
    law.check_settings({"skill_game_only": "true"})
    law.check_settings({"pot_unit": "5"})
    read_place(place).on("skillville", date(2019, 1, 1)).check_settings({"skill_game_only": "false"})


def test_a_table_is_not_opened_with_settings_that_its_place_does_not_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    required = RequiredSetting(rule="Act 1", since=date(2020, 1, 1), source="", setting="skill_game_only", value="true")
    law = Jurisdiction(name="skillville", place="Skillville", on=date(2021, 1, 1), required=(required,))
    monkeypatch.setattr("croupier.table.placard.jurisdiction_named", lambda name, day: law)
    kind = game_named("draw-n-shoot-21")
    with pytest.raises(Refused, match="skill_game_only=false is not allowed in Skillville"):
        Placard(jurisdiction="skillville").posted(kind())
    Placard(jurisdiction="skillville").posted(kind.choose({"skill_game_only": "true"}))


@pytest.mark.rule("CS-P1", "CS-P5")
@pytest.mark.parametrize(
    ("day", "last_game", "dealer", "fits"),
    [
        (date(2012, 8, 13), 10, True, True),
        (date(2012, 8, 13), 11, True, False),
        (date(2012, 8, 13), None, True, False),
        (date(2024, 1, 1), 10, False, False),
    ],
)
def test_a_pot_is_carried_over_as_the_law_of_its_day_allows(
    day: date, last_game: int | None, dealer: bool, fits: bool
) -> None:
    rule = jurisdiction_named("washington", day).carryover_pot
    assert rule is not None and rule.allows(last_game, dealer) == fits
    assert jurisdiction_named("washington", date(2012, 8, 12)).carryover_pot is None
