"""Players who bet and answer at random, but only what they may: a table's life from a few random numbers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from croupier.chips import dollars
from croupier.conformance.round_cases import PLAYERS
from croupier.errors import InvariantError, Refused
from croupier.table.decisions import Between, Decision
from croupier.table.round import Round
from croupier.table.table import Table


def random_bets(round: Round, seat: int, random: Random) -> dict[str, int]:
    """Bets that this seat may place: some of the spots, in whole chips, or none."""
    table, game = round.table, round.table.game
    for _ in range(8):
        bets: dict[str, int] = {}
        for spot in game.spots:
            if spot.later:
                continue
            if spot.pot:
                if table.pot is not None and bets and random.random() < 0.7:
                    bets |= _pot_wager(table, seat, spot.name)
            elif spot.equals:
                bets |= {spot.name: bets[spot.equals]} if spot.equals in bets else {}
            elif spot.required or random.random() < 0.6:
                limit = table.placard.limit(game, spot.name)
                most = min(limit.most, max(limit.least, table.seats[seat].stack // 2), limit.least * 10)
                chips = random.randint(limit.least // table.placard.chip, most // table.placard.chip)
                bets[spot.name] = chips * table.placard.chip
        try:
            round.check_bets(seat, bets)
        except Refused:
            continue
        return bets
    return {}


def _pot_wager(table: Table, seat: int, spot: str) -> dict[str, int]:
    if table.pot is None:
        raise InvariantError("the table has no pot")
    try:
        return {spot: table.pot.price(table.seats[seat].player)}
    except Refused:
        return {}


def random_answer(decision: Decision, random: Random) -> str:
    """Any legal answer, now and then with an amount of the player's own."""
    if decision.between and random.random() < 0.3:
        return amount_between(random.choice(decision.between), random)
    return random.choice(decision.legal)


def amount_between(between: Between, random: Random) -> str:
    """One of the answers that differ only in their amount."""
    cents = random.randrange(between.least, between.most + 1, between.chip)
    return between.pattern.replace("AMOUNT", dollars(cents))


def answer_once(round: Round, random: Random, sits_out: float = 0.1) -> None:
    """Let one of those that the round waits for bet or answer."""
    seat = random.choice(list(round.waiting))
    decision = round.waiting[seat]
    if decision is not None:
        round.act(seat, random_answer(decision, random))
    elif random.random() < sits_out:
        round.act(seat, "pass")
    else:
        round.bet(seat, random_bets(round, seat, random))


def play_out(round: Round, random: Random, after_each: Callable[[Round], None] = lambda round: None) -> Round:
    """The round played to its end at random."""
    after_each(round)
    while round.waiting:
        answer_once(round, random)
        after_each(round)
    return round


def come_and_go(table: Table, random: Random) -> None:
    """Between two rounds: somebody may leave, sit down with many chips or few, or buy more."""
    free = [number for number in range(1, table.game.seats + 1) if number not in table.seats]
    absent = [name for name in PLAYERS if all(seat.player != name for seat in table.seats.values())]
    if len(table.seats) > 1 and random.random() < 0.15:
        table.leave(random.choice(list(table.seats)))
    if free and absent and (not table.seats or random.random() < 0.25):
        table.sit(random.choice(free), random.choice(absent), random.choice((0, 500, 1_000, 1_700, 2_500, 100_000)))
    if table.seats and random.random() < 0.25:
        table.buy(random.choice(list(table.seats)), random.choice((100, 550, 5_000, 50_000)))
