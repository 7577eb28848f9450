"""Whatever is not legal is refused in one line that says what would be, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from croupier.chips import dollars
from croupier.conformance.random_players import answer_once
from croupier.conformance.whole_state import everything
from croupier.errors import Refused
from croupier.table.decisions import Between, Decision
from croupier.table.round import Round
from croupier.table.table import Table
from tests.contract.cases import GAMES, PLAYERS, Case, Kind, some_cases

NONSENSE = (
    "", " ", "?", "yes", "bet", "bet ante", "bet ante=5", "pass the salt", "fold ", " fold", "FOLD", "fold fold",
    "hold Zz", "play", "play-", "play-x", "play-0x", "play--1x", "play-1000x", "play-1.5x", "raise--1", "raise-999",
    "\n", "hold\nhold", "fold; hit", "null", "[]", "💰", "a" * 5000,
)  # fmt: skip

UNREADABLE_BETS = (
    "", "bet", "bet ante", "bet =5", "bet ante=", "bet ante=five", "bet ante=-5", "bet ante=5 ante=5", "bet ante=nan",
    "bet ante=inf", "bet ante=1e999999999", "bet ante=1e5000", "bet ante=5.005", "bet ante=0x10", "pass pass", "call",
)  # fmt: skip


def refused(round: Round, do: Callable[[], Any], *said: str) -> None:
    """Do something that must be refused, in one line that says all of that, with everything as it was before."""
    before = everything(round)
    with pytest.raises(Refused) as refusal:
        do()
    message = str(refusal.value)
    assert len(message.splitlines()) == 1, message
    for words in said:
        assert words in message, f"{words!r} is not in {message!r}"
    assert everything(round) == before, f"something changed although it was refused: {message}"


def wrong_answers(decision: Decision, heard: set[str]) -> Iterator[str]:
    """Answers that are not legal now: nonsense, what was legal at other times, and amounts that are out of bounds."""
    yield from NONSENSE
    yield from sorted(heard - set(decision.legal))
    for between in decision.between[:2]:
        yield from wrong_amounts(between)


def wrong_amounts(between: Between) -> Iterator[str]:
    """Amounts below, above, between two chips, and none at all."""
    for cents in (between.least - between.chip, between.most + between.chip, between.least + between.chip // 2, 0):
        yield between.pattern.replace("AMOUNT", dollars(cents))
    for words in ("$", "$1.2.3", "$-5", "$1e9", "$,", "15", "$5x"):
        yield between.pattern.replace("AMOUNT", words)


def wrong_bets(round: Round, seat: int) -> Iterator[tuple[dict[str, int], str]]:
    """Bets that cannot be placed, and words that the refusal must have."""
    table, game = round.table, round.table.game
    chip, stack = table.placard.chip, table.seats[seat].stack
    opening = [spot for spot in game.spots if not spot.later]
    names = ", ".join(spot.name for spot in opening)
    least = {
        spot.name: table.placard.limit(game, spot.equals or spot.name).least
        for spot in opening
        if spot.required or (spot is opening[0] and not any(other.required for other in opening))
    }
    round.check_bets(seat, least)

    required = [spot.name for spot in opening if spot.required]
    for spot in opening:
        if not spot.required and not spot.pot:
            alone = {spot.name: table.placard.limit(game, spot.name).least}
            needed = [other.name for other in opening if game.requires(other, alone)]
            if needed:
                yield alone, needed[0]
    yield least | {"moon": 500}, names
    yield least | {"": 500}, names
    for spot in game.spots:
        if spot.later:
            yield least | {spot.name: 500}, names
        elif spot.pot:
            price = table.pot.price(table.seats[seat].player) if table.pot else 0
            for cents in (price - 1, price + chip, 2 * price, -price):
                yield least | {spot.name: cents}, dollars(price)
        elif not spot.equals:
            limit = table.placard.limit(game, spot.name)
            pair = [spot.name, *(other.name for other in opening if other.equals == spot.name)]
            for cents in (limit.least - chip, limit.most + chip, -limit.least):
                yield least | dict.fromkeys(pair, cents), str(limit)
            yield least | dict.fromkeys(pair, limit.least + chip // 2), dollars(chip)
            yield least | dict.fromkeys(pair, limit.least + 1), dollars(chip)
            if limit.most > stack:
                yield least | dict.fromkeys(pair, limit.most), dollars(stack)
        if spot.required and len(required) > 1:
            yield {name: cents for name, cents in least.items() if name != spot.name}, spot.name
        if spot.equals:
            yield least | {spot.name: least[spot.equals] + chip}, dollars(least[spot.equals])
        if not spot.later:
            yield least | {spot.name: 0}, spot.name


def refuse_out_of_turn(round: Round) -> None:
    """Try to bet and to answer from every seat that is not asked, and from seats that nobody sits at."""
    turn = f"seat {', '.join(map(str, round.waiting))}" if round.waiting else "over"
    for seat in {*round.table.seats, 0, -1, round.table.game.seats + 1} - set(round.waiting):
        refused(round, lambda seat=seat: round.act(seat, "fold"), turn)  # type: ignore[misc]
        refused(round, lambda seat=seat: round.bet(seat, {"ante": 500}), turn)  # type: ignore[misc]


def refuse_answers(round: Round, seat: int, decision: Decision, heard: set[str]) -> None:
    """Try every wrong answer to a decision."""
    legal = [*decision.legal, *map(str, decision.between)]
    for answer in wrong_answers(decision, heard):
        refused(round, lambda answer=answer: round.act(seat, answer), *legal)  # type: ignore[misc]
    refused(round, lambda: round.bet(seat, {}), *legal)


def refuse_bets(round: Round, seat: int) -> None:
    """Try every wrong bet."""
    for bets, words in wrong_bets(round, seat):
        refused(round, lambda bets=bets: round.bet(seat, bets), words)  # type: ignore[misc]
    for answer in UNREADABLE_BETS:
        refused(round, lambda answer=answer: round.act(seat, answer))  # type: ignore[misc]


@pytest.mark.parametrize("case", some_cases(), ids=str)
def test_what_is_not_legal_is_refused_and_nothing_changes(case: Case) -> None:
    random = Random(str(case))
    heard: set[str] = set()
    for number in range(2):
        round = Round.seeded(case.table(stack=20_000), b"%d" % number)
        bets_refused = False
        while round.waiting:
            refuse_out_of_turn(round)
            seat, decision = next(iter(round.waiting.items()))
            if decision is not None:
                heard.update(decision.legal)
                refuse_answers(round, seat, decision, heard)
            elif not bets_refused:
                refuse_bets(round, seat)
                bets_refused = True
            answer_once(round, random, sits_out=0)
        refuse_out_of_turn(round)


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_nobody_comes_or_goes_in_the_middle_of_a_round(kind: Kind) -> None:
    table = Case(kind, 2).table()
    round = Round.seeded(table, b"middle")
    while round.waiting:
        for do in (
            lambda: table.sit(3, "Cyd", 500),
            lambda: table.leave(1),
            lambda: table.buy(1, 500),
            lambda: Round.seeded(table, b"another"),
        ):
            refused(round, do, "middle of a round")
        answer_once(round, Random(1), sits_out=0)


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_seat_is_refused_to_whoever_cannot_have_it(kind: Kind) -> None:
    table = Case(kind, 2).table()
    round = Round.seeded(table, b"seats")
    while round.waiting:
        answer_once(round, Random(1))
    last = kind.seats
    for do, said in (
        (lambda: table.sit(0, "Cyd", 500), f"1 to {last}"),
        (lambda: table.sit(last + 1, "Cyd", 500), f"1 to {last}"),
        (lambda: table.sit(1, "Cyd", 500), "taken by Ann"),
        (lambda: table.sit(last, "Ann", 500), "name of their own"),
        (lambda: table.sit(last, "", 500), "name of their own"),
        (lambda: table.sit(last, "the dealer", 500), "name of their own"),
        (lambda: table.sit(last, "the house", 500), "name of their own"),
        (lambda: table.sit(last, "the pot before", 500), "name of their own"),
        (lambda: table.sit(last, "  ", 500), "name of their own"),
        (lambda: table.sit(last, "Cyd", -100), "-$1"),
        (lambda: table.buy(1, 0), "$0"),
        (lambda: table.buy(1, -500), "-$5"),
        (lambda: table.buy(last, 500), "taken: 1, 2"),
        (lambda: table.leave(last), "taken: 1, 2"),
    ):
        refused(round, do, said)


def test_a_table_without_players_deals_no_round() -> None:
    for kind in GAMES:
        table = Table(kind())
        with pytest.raises(Refused, match="nobody sits"):
            Round.seeded(table, b"empty")
        assert not table.in_round
        table.sit(1, PLAYERS[0], 500)
        assert Round.seeded(table, b"one").waiting
