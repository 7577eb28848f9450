"""A record is dealt again under the behaviour version that dealt it, also where a later rule would refuse it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier import __version__
from croupier.cli import carry_out
from croupier.errors import Refused
from croupier.games import game_named, game_names
from croupier.table.automatic import play_automatic_seat
from croupier.table.game import Game, Newer, Release
from croupier.table.record import Record, Recorder, deal_again, deal_from, restore, save, write_down, write_record
from croupier.table.table import Table
from tests.careful_game import careful_game

TRIPS = "bet ante=5 blind=5 trips=5"


@pytest.fixture
def kind(tmp_path: Path) -> Iterator[type[Game[Any]]]:
    with careful_game(tmp_path) as game:
        yield game


def dealt(table: Table, bets: str = TRIPS) -> Record:
    """A round of one player."""
    if not table.seats:
        table.sit(1, "Ann", 100_000)
    recorder = Recorder(table, b"%d" % table.rounds)
    recorder.round.act(1, bets)
    while recorder.round.waiting:
        play_automatic_seat(recorder.round, 1)
    return recorder.record()


def as_before(record: Record) -> Record:
    """The record as it was written before there were behaviour versions."""
    before = record.before
    round = deal_again(record, game_named)
    return write_down(before, bytes.fromhex(record.seed), round, msgspec.UNSET)


def test_a_record_names_what_dealt_it(kind: type[Game[Any]]) -> None:
    record = dealt(Table(kind()))
    assert record.release == Release(__version__, 1)
    told = msgspec.json.decode(write_record(record))
    assert told["release"] == {"croupier": __version__, "behaviour": 1}
    assert "release" not in msgspec.json.decode(write_record(as_before(record)))


def test_a_round_is_dealt_again_under_the_version_that_dealt_it(
    kind: type[Game[Any]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    record = dealt(Table(kind()))
    old = as_before(record)
    log = tmp_path / "log"
    log.write_bytes(write_record(old))
    monkeypatch.setattr(kind, "behaviour", 2)
    for each in (record, old):
        assert deal_again(each, game_named).table.game.behaviour == 1
    assert carry_out(["verify", str(log)]) == 0
    assert carry_out(["replay", str(log), "--json"]) == 0
    with pytest.raises(Refused, match="Trips is not taken since"):
        dealt(Table(kind()))
    assert dealt(Table(kind()), "bet ante=5 blind=5").release == Release(__version__, 2)


def test_a_record_cannot_choose_the_version_it_is_checked_by(
    kind: type[Game[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kind, "behaviour", 2)
    record = dealt(Table(kind()), "bet ante=5 blind=5")
    with pytest.raises(Refused, match="it has been edited"):
        deal_again(replace(record, release=Release(__version__, 1)), game_named)
    with pytest.raises(Refused, match="Trips is not taken since"):
        deal_again(replace(record, answers=[(1, TRIPS), *record.answers[1:]]), game_named)


@pytest.mark.parametrize("name", game_names())
def test_a_newer_version_than_this_program_has_is_refused_by_name(name: str) -> None:
    table = Table(game_named(name)())
    table.sit(1, "Ann", 100_000)
    recorder = Recorder(table, b"")
    while recorder.round.waiting:
        play_automatic_seat(recorder.round, 1)
    later = replace(recorder.record(), release=Release("9.0", 99))
    with pytest.raises(
        Newer, match=f"{name} is wanted under behaviour version 99.*Croupier {__version__} has it up to"
    ):
        deal_from(later, game_named, [], recorder.round.table.chance)
    with pytest.raises(Refused, match="no behaviour version 0"):
        game_named(name).choose(behaviour=0)


def test_settings_are_checked_by_the_version_that_is_played(
    kind: type[Game[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(kind.choose({"play_multiples": "2,2,1"}))
    record = dealt(table)
    monkeypatch.setattr(kind, "behaviour", 2)
    assert deal_again(record, game_named).finished
    assert restore(save(table), game_named, 1).game.settings == table.game.settings
    for choose in (lambda: kind.choose({"play_multiples": "2,2,1"}), lambda: table.game.under(2)):
        with pytest.raises(Refused, match="3x or more since behaviour version 2"):
            choose()
