"""Events are values: they go to JSON and back, and a seat is sent only its own side of them."""

from __future__ import annotations

from random import Random

import pytest

from croupier.conformance.random_players import play_out
from croupier.table.events import (
    WATCHER,
    Decided,
    Rolled,
    Settled,
    from_json,
    to_json,
)
from croupier.table.round import Round
from tests.contract.cases import GAMES, Case, Kind


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_every_event_goes_to_json_and_back(kind: Kind) -> None:
    table = Case(kind, 3).table()
    for number in range(5):
        for event in play_out(Round.seeded(table, b"%d" % number), Random(number)).events:
            assert from_json(to_json(event)) == event
            for seat in (WATCHER, 1, 2, 3):
                assert from_json(to_json(event.as_seen(seat))) == event.as_seen(seat)


def test_an_event_cannot_be_changed() -> None:
    event = Settled(1, "ante", "win", 500, 500, "1 to 1", "flush, ace high")
    with pytest.raises(AttributeError):
        event.won = 10**6  # type: ignore[misc]


def test_an_event_names_its_kind_and_leaves_out_what_goes_without_saying() -> None:
    assert to_json(Rolled(6, 5)) == b'{"event":"rolled","first":6,"second":5}'
    assert to_json(Decided(1, "fold")) == b'{"event":"decided","seat":1,"action":"fold"}'
