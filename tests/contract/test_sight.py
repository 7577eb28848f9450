"""What a seat may not see is in nothing that it is sent: not in a view, not in an event, not in an error."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from croupier.conformance.random_players import play_out
from croupier.errors import Refused
from croupier.table.events import WATCHER, Event, to_json
from croupier.table.round import Round
from croupier.table.view import view
from tests.contract.cases import GAMES, Case, Kind, every_case
from tests.contract.sight import Auditor, WatchedTable, cards_named, tells_a_hand


def audited(case: Case) -> tuple[WatchedTable, Auditor]:
    """A table whose every event is followed and checked as each seat and a watcher are sent it."""
    table = WatchedTable(case.game)
    case.seat_players(table)
    auditor = Auditor(table)

    def watch(event: Event) -> None:
        auditor.follow(event)
        auditor.check_reason(event)
        for seat in auditor.everybody:
            auditor.check_message(seat, to_json(event.as_seen(seat)))

    table.watch = watch
    return table, auditor


def check_views(auditor: Auditor, round: Round) -> None:
    """Fail if somebody's view of the table, or the answer to a foolish question, names a card not theirs to see."""
    for seat in auditor.everybody:
        auditor.check_message(seat, msgspec.json.encode(view(round, seat)))
        with pytest.raises(Refused) as refusal:
            round.act(seat, "show me")
        auditor.check_message(seat, str(refusal.value))


@pytest.mark.parametrize("case", every_case(), ids=str)
@pytest.mark.sample(4)
def test_no_message_to_a_seat_names_a_card_before_it_may_be_seen(case: Case) -> None:
    random = Random(str(case))
    for number in range(2):
        table, auditor = audited(case)
        play_out(
            Round.seeded(table, b"%s %d" % (str(case).encode(), number)),
            random,
            lambda round, auditor=auditor: check_views(auditor, round),  # type: ignore[misc]
        )


@pytest.mark.parametrize("case", [Case(kind, players) for kind in GAMES for players in (1, 3, kind.seats)], ids=str)
def test_views_hold_nothing_hidden_even_between_two_events(case: Case) -> None:
    table, auditor = audited(case)
    follow = table.watch
    rounds: list[Round] = []

    def watch(event: Event) -> None:
        follow(event)
        for round in rounds:
            for seat in (WATCHER, 1, case.players):
                auditor.check_message(seat, msgspec.json.encode(view(round, seat)))

    table.watch = watch
    rounds.append(Round.seeded(table, b"between"))
    play_out(rounds[0], Random(str(case)))


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_player_does_see_their_own_cards_and_what_is_turned_up(kind: Kind) -> None:
    """The check above would pass on a table that shows nothing at all."""
    seen: set[str] = set()
    for number in range(10):
        table, auditor = audited(Case(kind, 2))
        round = play_out(Round.seeded(table, b"%d" % number), Random(number))
        sent = "".join(to_json(event.as_seen(1)).decode() for event in round.events)
        assert cards_named(sent) == auditor.may_have_seen[1]
        seen |= cards_named(sent)
    assert seen


def test_words_that_tell_a_hand_are_known_for_what_they_are() -> None:
    assert tells_a_hand("two pair, kings and fours") and tells_a_hand("ace high") and tells_a_hand("wild royal")
    assert not tells_a_hand("folded") and not tells_a_hand("a score of 18")
    assert cards_named("5th Street, Ashes, 10x, Tdx, 2 cards") == set()
