"""Events are values: they go to JSON and back, and a seat is sent only its own side of them."""

from __future__ import annotations

from random import Random

import pytest

from croupier.cards import BACK
from croupier.conformance.random_players import play_out
from croupier.table.events import (
    WATCHER,
    Dealt,
    Decided,
    Event,
    Moved,
    Rolled,
    Settled,
    TurnedUp,
    from_json,
    may_see,
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


@pytest.mark.parametrize(
    "event",
    [
        Dealt(1, "hand", ("As", "Kd"), (1,)),
        TurnedUp(1, "hand", ("As", "Kd"), (1,)),
        Moved(1, "hand", "discards", ("As", "Kd"), (1,)),
    ],
    ids=lambda event: type(event).__name__,
)
def test_cards_for_one_pair_of_eyes_are_backs_to_all_others(event: Event) -> None:
    assert event.as_seen(1).cards == ("As", "Kd")  # type: ignore[attr-defined]
    for other in (WATCHER, 2):
        assert event.as_seen(other).cards == (BACK, BACK)  # type: ignore[attr-defined]
        assert b"As" not in to_json(event.as_seen(other))
    assert b"eyes" not in to_json(event.as_seen(1)), "who else may see it is nobody's business"


def test_cards_for_nobody_are_backs_to_their_own_player_too() -> None:
    assert Dealt(1, "7th Street", ("As",), ()).as_seen(1) == Dealt(1, "7th Street", (BACK,))


def test_cards_for_everybody_are_sent_as_they_are() -> None:
    event = Dealt(None, "5th Street", ("As",))
    assert event.as_seen(WATCHER) is event
    assert may_see(WATCHER, None) and not may_see(WATCHER, ()) and not may_see(WATCHER, (1,))


def test_a_decision_that_names_cards_is_told_to_others_without_them() -> None:
    event = Decided(1, "hold As Kd", "discard 3")
    assert event.as_seen(1) == Decided(1, "hold As Kd")
    assert event.as_seen(2) == event.as_seen(WATCHER) == Decided(1, "discard 3")
    assert Decided(1, "check").as_seen(2) == Decided(1, "check")


def test_an_event_cannot_be_changed() -> None:
    event = Settled(1, "ante", "win", 500, 500, "1 to 1", "flush, ace high")
    with pytest.raises(AttributeError):
        event.won = 10**6  # type: ignore[misc]


def test_an_event_names_its_kind_and_leaves_out_what_goes_without_saying() -> None:
    assert to_json(Rolled(6, 5)) == b'{"event":"rolled","first":6,"second":5}'
    assert to_json(Decided(1, "fold")) == b'{"event":"decided","seat":1,"action":"fold"}'
