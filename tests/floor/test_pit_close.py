"""The day's close: a paper of what the pit counted, which anybody can add up again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from sqlalchemy import select

from croupier.cli import carry_out
from croupier.errors import Refused
from croupier.floor.api import pit_theory
from croupier.floor.entries import Opened
from croupier.floor.pit.bands import BetTheory
from croupier.floor.pit.day_close import CloseInputs, check_close, seal_close
from croupier.floor.pit.figures import BetSum, DayOfPit, PlayerRating, TableHour, TableOnDay, Theories, first_hour
from croupier.floor.storage.keys.house_signer import HouseSigner
from croupier.floor.storage.schema import pit_people
from croupier.reports.checking import read_paper
from croupier.reports.proof import Sealed, seal
from croupier.reports.typesetting import set_in_type
from croupier.table.game import Release
from tests.floor.open_house import OpenHouse
from tests.floor.test_pit import NOON, played

PLAIN = ("digest", "maker", "facts", "shared", "paper")
"""What is known of a paper without the house."""


@pytest.fixture(autouse=True)
def without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """What bets have in common takes seconds to measure, and a paper says when it has not been."""
    monkeypatch.setattr(pit_theory, "LONGEST_WAIT", 0.0)


def sealed_in(paper: Path) -> Sealed[CloseInputs]:
    return read_paper(paper, Sealed[CloseInputs]).sealed


def closed(house: OpenHouse, folder: Path) -> Path:
    """The paper of a day on which two games were played, as a supervisor downloads it."""
    for game in ("three-card-draw", "three-card-draw", "on-the-draw"):
        played(house, game, 2)
    answer = house.staff("supervisor").get("/api/pit/close", ahead=NOON)
    assert answer.headers["content-type"] == "application/pdf"
    paper = folder / "close.pdf"
    paper.write_bytes(answer.content)
    return paper


@pytest.mark.sample(2)
def test_a_day_is_closed_on_paper_and_the_paper_can_be_added_up_again(house: OpenHouse, tmp_path: Path) -> None:
    paper = closed(house, tmp_path)
    told = house.staff("auditor").get("/api/pit", ahead=NOON).json()
    facts = sealed_in(paper).facts
    lines = facts["numbers"]["lines"]
    for name in ("rounds", "voids", "drop", "handle", "win", "corrected"):
        assert lines["all"][name] == told["all"][name]
    assert [line["name"] for line in lines["games"]] == ["on-the-draw", "three-card-draw"]
    assert lines["all"]["owed"] == sum(table["owed"] for table in told["tables"])
    assert not facts["over"]
    verdicts = {check.name: check.verdict for check in check_close(paper).checks}
    assert {name for name, verdict in verdicts.items() if verdict == "holds"} == {*PLAIN}
    assert {name for name, verdict in verdicts.items() if verdict == "open"} == {"signature"}
    text = "".join(page.extract_text() for page in PdfReader(paper).pages)
    assert "The day was not over" in text and "three-card-draw" in text
    assert carry_out(["verify", str(paper)]) == 1
    assert carry_out(["verify", str(paper), "--key", str(published_key(house, tmp_path))]) == 0
    for change in CHANGES:
        facts = json.loads(json.dumps(sealed_in(paper).facts))
        change(facts["numbers"]["lines"])
        forged = msgspec.structs.replace(sealed_in(paper), facts=facts)
        assert fails(forged, tmp_path / "edited.pdf") == ["facts", "paper"]
        elsewhere = msgspec.structs.replace(forged, maker=msgspec.structs.replace(forged.maker, build="another"))
        assert fails(elsewhere, tmp_path / "edited.pdf") == ["numbers"]
    assert house.guest().get("/api/pit/close").status_code == 403


def add(*path: Any) -> Callable[[Any], None]:
    def change(lines: Any) -> None:
        for step in path[:-1]:
            lines = lines[step]
        lines[path[-1]] += 500

    return change


def won_elsewhere(lines: Any) -> None:
    """Move a win from one table to another of its game, which no sum shows."""
    first, second = (line for line in lines["tables"] if "three-card-draw" in line["name"])
    first["win"], second["win"] = first["win"] + 500, second["win"] - 500


def another_hold(lines: Any) -> None:
    lines["all"]["hold"] = "1.0%"


CHANGES = (add("all", "drop"), won_elsewhere, another_hold, add("tables", 0, "deviation"))


def fails(forged: Sealed[CloseInputs], edited: Path) -> list[str]:
    """The checks that fail of a paper that is sealed and set anew."""
    sealed = seal(forged.inputs, forged.facts, forged.maker, forged.key)
    edited.write_bytes(set_in_type(sealed, "pdf"))
    return [check.name for check in check_close(edited).checks if check.verdict == "fails"]


def test_counts_of_no_day_are_refused(house: OpenHouse, tmp_path: Path) -> None:
    sealed = sealed_in(closed(house, tmp_path))
    first, *others = sealed.inputs.hours
    later = msgspec.structs.replace(first, hour=first.hour + 24)
    inputs = msgspec.structs.replace(sealed.inputs, hours=[later, *others])
    with pytest.raises(Refused, match="not of the tables and the hours of a day"):
        fails(msgspec.structs.replace(sealed, inputs=inputs), tmp_path / "edited.pdf")


def test_the_command_closes_a_day_on_which_nobody_played(house: OpenHouse, tmp_path: Path) -> None:
    paper = tmp_path / "close.html"
    words = ["--database-url", house.database, "--date", "2020-02-29", "--ahead", "-8", "-o", str(paper)]
    assert carry_out(["close", *words]) == 0
    text = paper.read_text("utf-8")
    assert "29 February 2020" in text and "No table had anything to count" in text
    key = ["--key", str(published_key(house, tmp_path))]
    assert carry_out(["verify", str(paper), *key]) == 0
    paper.write_text(text.replace("29 February", "28 February"), "utf-8")
    assert carry_out(["verify", str(paper), *key, "--partial"]) == 1


def published_key(house: OpenHouse, folder: Path) -> Path:
    """The house's checkpoint, by whose key its papers are checked."""
    file = folder / "checkpoint.json"
    file.write_bytes(house.guest().get("/api/checkpoint").content)
    return file


def test_a_close_that_another_house_signed_or_nobody_fails(house: OpenHouse, tmp_path: Path) -> None:
    sealed, edited = sealed_in(closed(house, tmp_path)), tmp_path / "edited.pdf"
    key = ["--key", str(published_key(house, tmp_path))]
    stranger = HouseSigner(tmp_path / "stranger", may_make=True)
    counted = msgspec.structs.replace(sealed.inputs, made="2030-01-01 00:00")
    facts = sealed.facts | {"over": True}
    unsigned = seal(counted, facts, sealed.maker, stranger.public_keys[0])
    for forged in (
        unsigned,
        msgspec.structs.replace(unsigned, signature=stranger.sign(unsigned.said())),
        msgspec.structs.replace(unsigned, key=sealed.key, signature=sealed.signature),
    ):
        edited.write_bytes(set_in_type(forged, "pdf"))
        assert carry_out(["verify", str(edited), *key, "--partial"]) == 1
        assert carry_out(["verify", str(edited)]) == 1


def test_the_command_refuses_what_is_no_day_and_no_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (["--date", "yesterday", "-o", str(tmp_path / "a.pdf")], "is not a day"),
        (["-o", str(tmp_path / "a.doc")], "a day's close is written as .pdf or .html"),
        (["--data", str(tmp_path / "none"), "-o", str(tmp_path / "a.pdf")], "there is no house in"),
    ):
        assert carry_out(["close", *words]) == 2
        assert said in capsys.readouterr().err


MAGNITUDES = [0, 1, 19, 20, 99, 10**6, 10**9, 2**31, 2**53 + 1, 10**17]
COUNTS = st.sampled_from(MAGNITUDES)
CENTS = st.sampled_from([sign * size for size in (*MAGNITUDES, 2**62, 2**63, 10**25) for sign in (1, -1)])
CHANCES = st.sampled_from([0.0, 5e-324, 1e-300, 8.7e-233, 1e-25, 1e-19, 1e-9, 1e-4, 0.5, 1.0])
LOTTERY = BetTheory.of([(1e9, 1e-12), (-1.0, 1 - 1e-12)])
THEORIES = st.sampled_from([BetTheory.of([(1.0, 0.45), (-1.0, 0.55)]), LOTTERY, BetTheory.of([(0.0, 1.0)])])


@st.composite
def days(draw: st.DrawFn) -> tuple[DayOfPit, Theories, list[PlayerRating]]:
    """A day of any size: from nothing at all to more than a database holds."""
    day = draw(st.sampled_from(["2026-11-19", "1970-01-01", "2000-02-29", "9998-12-31"]))
    _, first = first_hour(day, ahead := draw(st.integers(-12, 14)))
    numbers = range(1, draw(st.integers(0, 3)) + 1)
    opened = Opened("Table", "three-card-draw", {}, [], {}, 0, [], "mint", Release("0", 1))
    tables = [TableOnDay(id=each, is_open=True, pot=draw(CENTS), owed=draw(CENTS), opened=opened) for each in numbers]
    counts = ("rounds", "voids", "seats", "pairs")
    sums = ("drop", "cashed", "pot_wagers", "pot_win", "corrected")
    hours = [
        TableHour(
            hour=first + draw(st.integers(0, 23)),
            table=each,
            **{name: draw(COUNTS) for name in counts},
            **{name: draw(CENTS) for name in sums},
        )
        for each in numbers
    ]
    bets = [
        BetSum(
            table=each,
            wager=wager,
            stake=draw(COUNTS),
            rounds=draw(COUNTS),
            handle=draw(CENTS),
            won=draw(CENTS),
            hour=first,
        )
        for each in numbers
        for wager in draw(st.sampled_from([(), ("ante",), ("ante", "bonus")]))
    ]
    counted = DayOfPit(day=day, ahead=ahead, tables=tables, hours=hours, bets=bets)
    people = [
        PlayerRating(
            account=each,
            name="Ann",
            rounds=draw(COUNTS),
            decisions=draw(COUNTS),
            clocked=draw(COUNTS),
            voided=draw(COUNTS),
            average_bet=1.0,
            handle=0,
            win=0,
            theoretical=None,
            chance_below=draw(CHANCES),
        )
        for each in range(draw(st.integers(0, 3)))
    ]
    return counted, Theories({bet: draw(THEORIES) for bet in counted.wagers}, {}), people


@seed(30)
@settings(max_examples=60, deadline=None, database=None)
@given(days(), st.sampled_from(["pdf", "html"]))
def test_a_day_of_any_size_can_be_closed(
    day: tuple[DayOfPit, Theories, list[PlayerRating]], format: Literal["pdf", "html"]
) -> None:
    with TemporaryDirectory() as folder:
        assert set_in_type(seal_close(*day, HouseSigner(Path(folder, "key"), may_make=True)), format)


def test_a_guest_who_left_every_decision_to_the_clock_keeps_no_day_open(house: OpenHouse, tmp_path: Path) -> None:
    closed(house, tmp_path)
    columns = (pit_people.c.hour, pit_people.c.account, pit_people.c.decisions, pit_people.c.clocked)
    counted = house.books.rows(select(*columns).where(pit_people.c.account > 0).order_by(pit_people.c.account))
    change = "UPDATE pit_people SET decisions = :all, clocked = :clocked WHERE hour = :hour AND account = :account"
    for row in counted:
        is_first = row.account == counted[0].account
        house.books.say(
            change, all=500 if is_first else 10**9, clocked=500 * is_first, hour=row.hour, account=row.account
        )
    try:
        answer = house.staff("supervisor").get("/api/pit/close", ahead=NOON)
        words = ["--database-url", house.database, "--ahead", str(NOON), "-o", str(tmp_path / "close.html")]
        assert answer.status_code == 200 and carry_out(["close", *words]) == 0
        alarms = sealed_in(tmp_path / "close.html").facts["words"]["alarms"]
        assert ["less than 1 in 1,000,000,000", "1 in 10,000"] in [alarm[2:] for alarm in alarms]
    finally:
        for row in counted:
            house.books.say(change, all=row.decisions, clocked=row.clocked, hour=row.hour, account=row.account)
