"""One round told event by event: what the dealer is told, what each seat is asked and answers, what each one sees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from croupier.chips import dollars
from croupier.conformance.random_players import random_answer, random_bets
from croupier.games import game_named
from croupier.table.decisions import write_bets
from croupier.table.events import WATCHER, Decided, Event, Settled, Step
from croupier.table.record import Recorder, deal_again
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import View, automatic_answer, view

FOLDER = Path(__file__).parent
PLAYERS = ("Ann", "Bob", "Cyd")
STACK = 20_000
SEED = "70"
MANY = 6
"""More answers than this are counted and not listed."""
SILENT = ("from_house", "to_house", "to_dealer")
"""Amounts that are not worth a word when they are nothing."""


def golden_file(name: str) -> Path:
    """Where the golden round of a game is kept."""
    return FOLDER / f"{name}.txt"


def playthrough(name: str) -> str:
    """The golden round of a game: Ann plays as an automatic seat, Bob and Cyd at random."""
    kind = game_named(name)
    table = Table(kind())
    for number, player in enumerate(PLAYERS, start=1):
        table.sit(number, player, STACK)
    recorder = Recorder(table, SEED.encode())
    lines = [f"{kind.title}: one round, seed {SEED!r}, {', '.join(PLAYERS)} with {dollars(STACK)} each"]
    lines += told(recorder.round, Random(f"{name} {SEED}"))
    views: dict[str, list[str]] = {}
    for seat in (*table.seats, WATCHER):
        views.setdefault("\n".join(final_view(view(recorder.round, seat))), []).append(called(table, seat))
    for seen, who in views.items():
        lines += ["", f"The table afterwards, seen by {', '.join(who)}:", seen]
    deal_again(recorder.record(), game_named)
    lines += ["", f"digest {recorder.round.digest()}"]
    return "\n".join(lines) + "\n"


def told(round: Round, random: Random) -> Iterator[str]:
    """The round from its first event to its last."""
    shown = 0
    while True:
        for event in round.events[shown:]:
            yield from as_each_sees_it(round.table, event)
        shown = len(round.events)
        if not round.waiting:
            return
        seat, decision = next(iter(round.waiting.items()))
        answer = chosen(round, seat, random)
        if decision is None:
            yield f"  {called(round.table, seat)} says: {answer}"
        else:
            yield f"  {called(round.table, seat)} is asked: {asked(view(round, seat))}"
        round.act(seat, answer)


def chosen(round: Round, seat: int, random: Random) -> str:
    """What a seat answers; everybody bets on something."""
    decision = round.waiting[seat]
    if decision is None:
        return next(write_bets(bets) for _ in range(99) if (bets := random_bets(round, seat, random)))
    return automatic_answer(round, seat) if seat == 1 else random_answer(decision, random)


def asked(seen: View) -> str:
    """The answers that a seat may give, and the cards it can see."""
    own = next(seat for seat in seen.seats if seat.number == seen.seat)
    cards = [f"{place} {' '.join(names)}" for place, names in (own.places | seen.places).items()]
    holding = f", seeing {'; '.join(cards)}" if cards else ""
    answers = [*seen.legal, *seen.amounts]
    if len(answers) > MANY:
        answers = [*answers[:2], f"... {len(answers)} answers in all, the last being {answers[-1]!r}"]
    return f"{' | '.join(answers)}{holding}"


def as_each_sees_it(table: Table, event: Event) -> Iterator[str]:
    """One line if all see the same, otherwise one for each way of seeing it."""
    if isinstance(event, Step):
        yield ""
        yield f"{event.rule}: {event.sentence}"
        return
    ways: dict[str, list[str]] = {}
    for seat in (*table.seats, WATCHER):
        ways.setdefault(words(table, event.as_seen(seat)), []).append(called(table, seat))
    if len(ways) == 1:
        (said,) = ways
        yield f"  {said}"
        return
    for said, who in ways.items():
        yield f"  {said}   <- seen by {', '.join(who)}"


def words(table: Table, event: Event) -> str:
    """An event in words."""
    fields = msgspec.structs.asdict(event)
    kind = event.__struct_config__.tag
    said = [called(table, fields.pop("seat"))] if fields.get("seat") else []
    fields.pop("seat", None)
    if isinstance(event, Decided):
        return " ".join([*said, "decides:", event.action])
    if isinstance(event, Settled):
        paid = {"win": f"wins {dollars(event.won)} at {event.pays}", "push": "pushes", "lose": "loses"}[event.result]
        return " ".join([*said, f"{event.spot} of {dollars(event.stake)} {paid}: {event.why}"])
    shown = {name: value for name, value in fields.items() if value is not None and (value or name not in SILENT)}
    return " ".join([*said, str(kind), *(plain(name, value) for name, value in shown.items())])


def plain(name: str, value: Any) -> str:
    """A field of an event."""
    if name in ("cents", "balance", "from_house", "to_house", "to_dealer"):
        return dollars(value) if name == "cents" else f"{name.replace('_', ' ')} {dollars(value)}"
    if isinstance(value, dict):
        return ", ".join(f"{who} {dollars(cents)}" for who, cents in value.items()) or "nobody"
    if isinstance(value, tuple | list):
        return "[" + " ".join(map(str, value)) + "]"
    if name == "won":
        return "won" if value else "not won"
    return f"to {value}" if name == "to" else str(value)


def called(table: Table, seat: int) -> str:
    """Who sits there."""
    return table.seats[seat].player if seat in table.seats else "somebody standing by"


def final_view(seen: View) -> Iterator[str]:
    """A view, one line for each thing on the table."""
    for seat in seen.seats:
        places = "; ".join(f"{place} {' '.join(cards)}" for place, cards in seat.places.items())
        folded = ", folded" if seat.folded else ""
        yield f"  seat {seat.number} {seat.player}, {dollars(seat.stack)}{folded}: {places or 'no cards'}"
    for place, cards in seen.places.items():
        yield f"  {place}: {' '.join(cards)}"
    for what, value in seen.named.items():
        yield f"  {what}: {value}"
    if seen.pot is not None:
        yield f"  pot: {msgspec.json.encode(seen.pot).decode()}"
