"""A trainee who makes one mistake of each kind at every step of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from croupier.cards import DECK
from croupier.chips import Cashier
from croupier.odds import Odds, Prize
from croupier.school.dealer_acts import POT, SETTLES, Act
from croupier.school.round_script import Due
from croupier.table.table import Table

Named = tuple[str, Act]


def at_step(script: Sequence[Due], number: int, table: Table, random: Random) -> Iterator[Named]:
    """Every kind of mistake that can be made where an act is due, each by its name."""
    act = script[number].act
    if number + 1 < len(script):
        yield "left out", script[number + 1].act
        yield "too early", random.choice(script[number + 1 :]).act
    if number:
        yield "twice", script[number - 1].act
    yield from _elsewhere(script, act, table, random)
    yield from _cards(act)
    yield from _money(script, number, table)
    if act.do == "call":
        yield "wrong call", msgspec.structs.replace(act, words="four aces and a joker")


def _elsewhere(script: Sequence[Due], act: Act, table: Table, random: Random) -> Iterator[Named]:
    seats = [seat for seat in range(1, table.game.seats + 2) if seat != act.seat]
    if act.seat is not None:
        yield "wrong seat", msgspec.structs.replace(act, seat=random.choice(seats))
    if act.do in SETTLES:
        spots = [spot.name for spot in table.game.spots if spot.name != act.place]
        yield from (("wrong spot", msgspec.structs.replace(act, place=spot)) for spot in spots)
    elif act.place:
        places = {due.act.place for due in script if due.act.do not in SETTLES} - {act.place, ""} | {"X"}
        yield from (("wrong place", msgspec.structs.replace(act, place=place)) for place in sorted(places))


def _cards(act: Act) -> Iterator[Named]:
    if act.do in ("deal", "burn"):
        for count in (act.count - 1, act.count + 1, len(DECK)):
            yield "wrong cards", msgspec.structs.replace(act, count=count)
    if act.face:
        yield "wrong face", msgspec.structs.replace(act, face="up" if act.face == "down" else "down")


def _money(script: Sequence[Due], number: int, table: Table) -> Iterator[Named]:
    act, chip = script[number].act, table.placard.chip
    if act.cents is not None:
        for cents in {act.cents - chip, act.cents + chip, act.cents - 1, act.cents + 1, act.cents * 2 + 1}:
            if cents >= 0:
                yield "one chip more or less", msgspec.structs.replace(act, cents=cents)
    if act.do in SETTLES:
        seat, spot = act.seat, act.place
        yield f"taken for {act.do}", Act("take", seat, spot)
        yield f"pushed for {act.do}", Act("push", seat, spot)
        if act.do != "pay":
            yield f"pay for {act.do}", Act("pay", seat, spot, cents=chip)
        yield from _other_rows(script, number, table)
    if act.do in POT:
        yield "given to the house", Act("rake", cents=act.cents)
        yield "left in the pot", Act("carry", cents=act.cents)
        yield "given to a seat", Act("award", 1 if act.seat != 1 else 2, cents=act.cents)


def _other_rows(script: Sequence[Due], number: int, table: Table) -> Iterator[Named]:
    """The same bet paid by every other row of every paytable of the table, the rows above and below among them."""
    act = script[number].act
    stake = next((event.stake for event in script[number].events if hasattr(event, "stake")), 0)
    cashier: Cashier = table.cashier
    for paytable in table.game.paytables.values():
        for pay in paytable.pays.values():
            assert isinstance(pay, Odds | Prize)
            won = cashier.payout(stake, pay)
            if (act.do, act.cents) != ("pay", won):
                yield "another row", Act("pay", act.seat, act.place, cents=won)


def may_come_now(script: Sequence[Due], number: int) -> set[Act]:
    """The acts that are right where one is due: itself, or another bet of the same seat by the same sentence."""
    first = script[number]
    right = {first.act}
    for due in script[number + 1 :]:
        same_pot = first.act.do in POT and due.act.do in POT
        same_seat = first.act.do in SETTLES and due.act.do in SETTLES and due.act.seat == first.act.seat
        same_cards = first.act.do == due.act.do == "clear" and due.act.seat == first.act.seat
        if not (same_pot or same_seat or same_cards) or due.sentence != first.sentence:
            break
        right.add(due.act)
    return right
