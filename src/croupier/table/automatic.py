"""Automatic seats: they bet the least and answer by the game's short strategy, seeing only what their seat sees."""

from __future__ import annotations

from contextlib import suppress

from croupier.errors import Refused
from croupier.table.decisions import write_bets
from croupier.table.round import Round
from croupier.table.view import view


def automatic_answer(round: Round, seat: int) -> str:
    """What an automatic seat answers to what it is asked."""
    if round.betting:
        return write_bets(automatic_bets(round, seat))
    seen = view(round, seat)
    return seen.legal[0] if len(seen.legal) == 1 else round.table.game.automatic(seen)


def play_automatic_seat(round: Round, seat: int) -> None:
    """Answer for a seat that the round waits for."""
    round.act(seat, automatic_answer(round, seat))


def automatic_bets(round: Round, seat: int) -> dict[str, int]:
    """The least that the round can be played with, and the pot; nothing where chips are short."""
    table = round.table
    game, placard, player = table.game, table.placard, table.seats[seat]
    bets = placard.least_bets(game)
    if table.pot is not None:
        (spot,) = (spot.name for spot in game.spots if spot.pot)
        with suppress(Refused):
            with_pot = bets | {spot: table.pot.price(player.player)}
            round.check_bets(seat, with_pot)
            return with_pot
    return bets if round.takes(seat, bets) else {}
