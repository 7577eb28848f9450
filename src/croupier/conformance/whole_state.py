"""Everything there is to know of a round and its table, as bytes, so that two moments can be compared."""

from __future__ import annotations

import msgspec

from croupier.errors import InvariantError
from croupier.table.chance import Seeded, Shuffling
from croupier.table.events import WATCHER, to_json
from croupier.table.round import Round
from croupier.table.view import view


def views(round: Round) -> bytes:
    """What every seat and a watcher see."""
    return b"\n".join(msgspec.json.encode(view(round, seat)) for seat in (WATCHER, *round.table.seats))


def log(round: Round) -> bytes:
    """Every event, whole."""
    return b"\n".join(map(to_json, round.events))


def everything(round: Round) -> bytes:
    """Views, events, answers, chips, cards and what chance has left to give."""
    table = round.table
    seats = table.seats.values()
    rest = (
        round.answers,
        [(seat, repr(decision)) for seat, decision in round.waiting.items()],
        [(seat.player, seat.stack, sorted(seat.bets.items()), seat.in_pot) for seat in seats],
        [(name, list(map(str, place.cards)), place.eyes) for seat in seats for name, place in seat.boxes.items()],
        (table.house, table.dealer, table.bought, table.button, table.rounds, table.in_round, table.paid_out),
        table.pot.state() if table.pot else None,
        (table.shoe.left, list(map(str, table.shoe.stock))),
        [_chance(table.chance), _chance(table.shoe_chance)],
    )
    return b"\n".join((views(round), log(round), msgspec.json.encode(rest)))


def _chance(chance: Shuffling) -> tuple[int, int]:
    if not isinstance(chance, Seeded):
        raise InvariantError("chance without a seed")
    return chance._block, len(chance._words)
