"""A record names the program that dealt it, and only the same behaviour version deals it again."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from croupier import __version__
from croupier.errors import Refused
from croupier.games import game_named, game_names
from croupier.table.game import Release
from croupier.table.record import Record, Recorder, deal_again, write_record
from croupier.table.table import Table
from croupier.table.view import play_automatic_seat


def dealt(name: str) -> Record:
    """A round of one automatic seat."""
    table = Table(game_named(name)())
    table.sit(1, "Ann", 100_000)
    recorder = Recorder(table, b"")
    while recorder.round.waiting:
        play_automatic_seat(recorder.round, 1)
    return recorder.record()


@pytest.mark.parametrize("name", game_names())
def test_a_record_names_the_program_that_dealt_it(name: str) -> None:
    told = msgspec.json.decode(write_record(dealt(name)))
    assert told["release"] == {"croupier": __version__, "behaviour": game_named(name).behaviour}


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("behaviour", [0, 99])
def test_a_record_of_another_behaviour_version_is_refused(name: str, behaviour: int) -> None:
    other = replace(dealt(name), release=Release("9.0", behaviour))
    with pytest.raises(Refused, match=f"Croupier 9.0 made it with behaviour version {behaviour} of {name}; Croupier"):
        deal_again(other, game_named)


def test_a_record_is_refused_once_the_behaviour_version_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = game_named("on-the-draw")
    record = dealt(kind.name)
    assert deal_again(record, game_named).finished
    monkeypatch.setattr(kind, "behaviour", kind.behaviour + 1)
    with pytest.raises(Refused, match="and cannot deal it again"):
        deal_again(record, game_named)
