"""Chips are conserved after every event, and the events account for all of them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from croupier.conformance.game_checks import check_chips
from croupier.conformance.random_players import play_out, random_bets
from croupier.table.events import Bet, Event, PotAwarded, Settled
from croupier.table.round import Round
from tests.contract.cases import Case, every_case, some_cases
from tests.contract.sight import WatchedTable


@pytest.mark.parametrize("case", every_case(), ids=str)
@pytest.mark.sample(4)
def test_no_chip_is_made_or_lost_by_any_event(case: Case) -> None:
    table = WatchedTable(case.game)
    case.seat_players(table)
    events = 0

    def watch(event: Event) -> None:
        nonlocal events
        events += 1
        check_chips(table, event)
        assert all(seat.stack >= 0 and all(cents > 0 for cents in seat.bets.values()) for seat in table.seats.values())

    table.watch = watch
    random = Random(str(case))
    for number in range(4):
        stacks = {seat.player: seat.stack for seat in table.seats.values()}
        events = 0
        round = play_out(Round.seeded(table, b"%d" % number), random)
        assert events == len(round.events), "an event went past the watcher"
        assert {seat.player: seat.stack for seat in table.seats.values()} == told(round, stacks)


def told(round: Round, stacks: dict[str, int]) -> dict[str, int]:
    """The stacks after a round, from the stacks before it and what its events say."""
    after = Counter(stacks)
    name = {seat.number: seat.player for seat in round.table.seats.values()}
    for event in round.events:
        if isinstance(event, Bet):
            after[name[event.seat]] -= event.cents
        elif isinstance(event, Settled):
            after[name[event.seat]] += 0 if event.result == "lose" else event.stake + event.won
        elif isinstance(event, PotAwarded):
            after.update(event.shares)
    return dict(after)


@pytest.mark.parametrize("case", some_cases(), ids=str)
def test_a_player_who_says_nothing_puts_no_more_chips_at_risk(case: Case) -> None:
    table, random = case.table(), Random(str(case))
    for number in range(5):
        round = Round.seeded(table, b"silent %d" % number)
        while round.waiting:
            seat, decision = next(iter(round.waiting.items()))
            if decision is None:
                round.bet(seat, random_bets(round, seat, random))
                continue
            stack = table.seats[seat].stack
            round.act(seat, decision.default.name)
            assert table.seats[seat].stack >= stack, "a bet may be taken back, and none made"
            assert decision.default.cents == 0
        assert not any(isinstance(event, Bet) and case.kind.spot(event.spot).later for event in round.events)
