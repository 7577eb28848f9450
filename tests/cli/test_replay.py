"""`croupier replay`: a log dealt again, and logs that are not what they say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import BACK
from croupier.games import game_named
from croupier.table.events import Dealt, Event, Moved, Step, TurnedUp, from_json
from tests.cli.terminal import Said, cards_drawn, croupier, process, rounds_of

TYPED = {
    "on-the-draw": "10 trips 5 pot\nc\nc\n1\n\n3\n",
    "cincinnati-stud": "10 trips 5 pot\n1\n\n2\n",
    "three-card-draw": "10 bonus 5\n2d1\n\n1k\n",
    "draw-n-shoot-21": "10 craps 5\n1\nh\ns\n\n0\ns\n",
    "big-draw": "\nf\n10 first 5\n135\n\n\nnone\n",
}
"""Two rounds of each game, played from seat 1."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A log of two rounds for each game."""
    folder = tmp_path_factory.mktemp("logs")
    for game, typed in TYPED.items():
        said = croupier("play", game, "--seat", "1", "--seed", "replay", "--log", folder / game, typed=typed)
        assert "2 rounds written" in said.out
    return {game: folder / game for game in TYPED}


def refused(said: Said) -> str:
    """The one line that a refusal is."""
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("croupier: ") and said.err.count("\n") == 1 and said.err.endswith("\n")
    return said.err


def cards_of(events: list[Event]) -> set[str]:
    """Every card that the events show."""
    shown = [event.cards for event in events if isinstance(event, Dealt | TurnedUp | Moved)]
    return {name for cards in shown for name in cards} - {BACK}


@pytest.mark.parametrize("game", TYPED)
def test_every_round_is_dealt_again_and_told_step_by_step(game: str, logs: dict[str, Path]) -> None:
    said = croupier("replay", logs[game])
    assert (said.status, said.err) == (0, "")
    at = 0
    for round in rounds_of(logs[game]):
        at = said.out.index(f"{game_named(game).title}, round {round.table.rounds}: everything", at)
        for event in round.events:
            if isinstance(event, Step):
                at = said.out.index(event.sentence, at)
        assert cards_of(round.events) <= cards_drawn(said.out)
    assert f"2 rounds dealt again from {logs[game]}" in said.out


@pytest.mark.parametrize("game", TYPED)
def test_a_seat_is_told_only_what_it_saw(game: str, logs: dict[str, Path]) -> None:
    rounds = rounds_of(logs[game])
    for seat in (0, 1, 2):
        for number, round in enumerate(rounds, start=1):
            seen = cards_of([event.as_seen(seat) for event in round.events])
            said = croupier("replay", logs[game], "--seat", str(seat), "--round", str(number))
            assert cards_drawn(said.out) == seen
            told = json.loads(croupier("replay", logs[game], "--seat", str(seat), "--json").out)["rounds"][number - 1]
            assert cards_of([from_json(json.dumps(event)) for event in told["events"]]) == seen
            assert "seed" not in told and "digest" not in told


def test_programs_are_given_the_events_and_what_each_seat_won(logs: dict[str, Path]) -> None:
    told: list[dict[str, Any]] = json.loads(process("replay", logs["cincinnati-stud"], "--json").out)["rounds"]
    for number, (plain, round) in enumerate(zip(told, rounds_of(logs["cincinnati-stud"]), strict=True), start=1):
        assert (plain["line"], plain["round"], plain["game"], plain["seat"]) == (
            number,
            number,
            "cincinnati-stud",
            None,
        )
        assert plain["players"] == {"1": "You", "2": "Ann", "3": "Ben"}
        assert len(plain["events"]) == len(round.events)
        assert plain["events"][0] == {"event": "step", "rule": "CS-2", "sentence": round.events[0].sentence}  # type: ignore[attr-defined]
    stacks = [json.loads(line)["before"]["seats"] for line in logs["cincinnati-stud"].read_bytes().splitlines()]
    for before, after in zip(*stacks, strict=True):
        assert told[0]["net_cents"][str(before["number"])] == after["stack"] - before["stack"]


def test_one_round_can_be_asked_for(logs: dict[str, Path]) -> None:
    said = croupier("replay", logs["on-the-draw"], "--round", "2")
    assert "On the Draw, round 2: everything" in said.out and "round 1:" not in said.out
    assert "has no round 3; it has 1 to 2" in refused(croupier("replay", logs["on-the-draw"], "--round", "3"))
    assert "--round '0' is too small" in refused(croupier("replay", logs["on-the-draw"], "--round", "0"))
    assert "has nobody at seat 7; taken: 1, 2, 3" in refused(croupier("replay", logs["on-the-draw"], "--seat", "7"))


@pytest.mark.parametrize("game", TYPED)
def test_a_log_cut_short_is_refused_wherever_it_is_cut(game: str, logs: dict[str, Path], tmp_path: Path) -> None:
    whole = logs[game].read_bytes()
    first = whole.index(b"\n") + 1
    cut = tmp_path / "cut"
    for length in (1, 40, first // 2, first - 2, first + 1, first + 900, len(whole) - 2):
        cut.write_bytes(whole[:length])
        line = 1 if length < first else 2
        assert f"line {line} of {cut} is not the record of a round" in refused(croupier("replay", cut))


@pytest.mark.parametrize("blank", [b"\n", b"  \n", b"\r\n"])
def test_a_blank_line_in_a_log_is_called_one(blank: bytes, logs: dict[str, Path], tmp_path: Path) -> None:
    first, *rest = logs["on-the-draw"].read_bytes().splitlines(keepends=True)
    (tmp_path / "log").write_bytes(first + blank + b"".join(rest))
    assert f"line 2 of {tmp_path / 'log'} is blank" in refused(croupier("replay", tmp_path / "log"))


def changed(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 100
    if isinstance(value, str):
        return value[:-1] + ("1" if value[-1:] != "1" else "2")
    return {"x": 1} if value is None else None


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a record where one plain value stands."""
    if isinstance(value, dict) and value:
        return [path for key, each in value.items() for path in paths(each, (*at, key))]
    if isinstance(value, list) and value:
        return [path for key, each in enumerate(value) for path in paths(each, (*at, key))]
    return [at]


@pytest.mark.sample(5)
@pytest.mark.parametrize("game", TYPED)
def test_a_log_edited_anywhere_is_refused(game: str, logs: dict[str, Path], tmp_path: Path) -> None:
    record = json.loads(logs[game].read_bytes().splitlines()[1])
    edited = tmp_path / "edited"
    places = paths(record)
    assert len(places) > 40
    for path in places:
        copy = json.loads(json.dumps(record))
        inner = copy
        for key in path[:-1]:
            inner = inner[key]
        written = inner[path[-1]]
        for other in (value for value in (changed(written), [], "As") if value != written):
            inner[path[-1]] = other
            edited.write_text(json.dumps(copy) + "\n")
            said = croupier("replay", edited)
            assert said.status == 2, f"{'.'.join(map(str, path))} became {other!r} and nobody saw"
            assert f"line 1 of {edited}" in refused(said)


def test_a_record_with_something_missing_is_refused(logs: dict[str, Path], tmp_path: Path) -> None:
    record = json.loads(logs["cincinnati-stud"].read_bytes().splitlines()[0])
    edited = tmp_path / "edited"
    for key in record:
        edited.write_text(json.dumps({name: value for name, value in record.items() if name != key}) + "\n")
        refused(croupier("replay", edited))
    for key in record["before"]["placard"]:
        placard = {name: value for name, value in record["before"]["placard"].items() if name != key}
        edited.write_text(json.dumps(record | {"before": record["before"] | {"placard": placard}}) + "\n")
        refused(croupier("replay", edited))


def test_one_bad_line_spoils_the_whole_log(logs: dict[str, Path], tmp_path: Path) -> None:
    good = logs["big-draw"].read_bytes()
    (tmp_path / "log").write_bytes(good + b"{}\n" + good)
    assert "line 3 of" in refused(croupier("replay", tmp_path / "log"))
    assert "line 3 of" in refused(croupier("replay", tmp_path / "log", "--round", "1"))


@pytest.mark.parametrize("found", [b"", b"\n", b"\x00\x01\x02", b"[]\n", b"null\n", b'"a log"\n', b"{}\n", b"\xff\xfe"])
def test_a_file_that_is_no_log_is_refused(found: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(found)
    assert str(tmp_path / "file") in refused(croupier("replay", tmp_path / "file"))


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert "No such file or directory" in refused(croupier("replay", tmp_path / "nowhere"))
    assert "Is a directory" in refused(croupier("replay", tmp_path))
    assert "Missing argument 'FILE'" in refused(croupier("replay"))


@pytest.mark.parametrize(
    "place", [("answers", 0, 1), ("before", "seats", 0, "stack"), ("before", "paytables", 0, "bet")]
)
def test_an_edited_record_is_called_one(place: tuple[str | int, ...], logs: dict[str, Path], tmp_path: Path) -> None:
    record = json.loads(logs["on-the-draw"].read_text("utf-8").splitlines()[0])
    there = record
    for step in place[:-1]:
        there = there[step]
    there[place[-1]] = -5 if isinstance(there[place[-1]], int) else "check"
    (tmp_path / "edited").write_text(json.dumps(record) + "\n")
    assert "line 1 of" in (said := refused(croupier("replay", tmp_path / "edited"))) and "it has been edited" in said


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            {"release": {"croupier": "9.1.0", "behaviour": 99}},
            "Croupier 9.1.0 made it with behaviour version 99",
        ),
        ({"release": {"croupier": "9.1.0", "behaviour": 2}, "format": 7}, "Croupier 9.1.0 wrote it in record format 7"),
        ({"release": {"croupier": "9.1.0", "behaviour": 2}, "algorithm": "b"}, "Croupier 9.1.0 dealt it by 'b'"),
    ],
)
def test_a_record_of_another_program_is_refused_by_its_name(
    logs: dict[str, Path], tmp_path: Path, change: dict[str, Any], why: str
) -> None:
    record = json.loads(logs["on-the-draw"].read_text("utf-8").splitlines()[0])
    (tmp_path / "other").write_text(json.dumps(record | change) + "\n")
    for command in ("replay", "verify"):
        said = refused(croupier(command, tmp_path / "other"))
        assert why in said and "edited" not in said


def test_a_record_that_names_no_format_is_refused_by_the_name_of_its_program(
    logs: dict[str, Path], tmp_path: Path
) -> None:
    record = json.loads(logs["on-the-draw"].read_text("utf-8").splitlines()[0])
    del record["format"]
    record["unknown"] = 1
    (tmp_path / "old").write_text(json.dumps(record) + "\n")
    for command in ("replay", "verify"):
        assert f"Croupier {record['release']['croupier']} wrote it in record format 0" in refused(
            croupier(command, tmp_path / "old")
        )
