"""The most that the house can lose in one round: by wager, by seat and at a full table, with what causes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any, Final

from croupier.chips import dollars
from croupier.contract import Json
from croupier.odds import Odds, PayTable, Prize
from croupier.reports.paper_words import pays_words, result_words
from croupier.reports.rules_of_play.limits import largest_later
from croupier.table.events import Settled
from croupier.table.game import Game, Spot
from croupier.table.placard import Placard
from croupier.table.rehearsal import rehearse

ROUNDS_WATCHED: Final = 40
"""Rounds that show what a spot without a paytable is paid."""


@dataclass(frozen=True)
class Worst:
    """The most that one wager can be paid, and by which row."""

    label: str
    stake: int
    row: str
    pays: str
    wins: int

    def told(self) -> Json:
        """As the paper has it."""
        return {
            "wager": self.label,
            "stake": dollars(self.stake),
            "row": self.row,
            "pays": self.pays,
            "wins": dollars(self.wins),
        }


def liability(game: Game[Any], placard: Placard) -> Json:
    """The worst of every wager at its highest limit, and of all together.

    Every wager is taken to win its most in the same round, whatever the player decides: no round can cost more. That
    it can cost so much is not said where the cards do not allow it.
    """
    worst = list(_worst_of_each(game, placard))
    seat = sum(each.wins for each in worst)
    table = seat * game.seats
    limit = placard.aggregate_payout
    return {
        "wagers": [each.told() for each in worst],
        "seat": dollars(seat),
        "staked": dollars(sum(each.stake for each in worst if each.stake)),
        "seats": game.seats,
        "table": dollars(table),
        "limit": None if limit is None else dollars(limit),
        "round": dollars(table if limit is None else min(table, limit)),
    }


def _worst_of_each(game: Game[Any], placard: Placard) -> list[Worst]:
    seen = _paid(game, placard)
    own = {spot: [table for bet, table in game.paytables.items() if _is_for(game, bet, spot)] for spot in game.spots}
    found = []
    for spot, tables in own.items():
        if spot.pot:
            continue
        stake = largest_later(game, placard) if spot.later else placard.most(game, spot)
        alike = [table for other in game.spots if _paid_alike(spot, other, seen) for table in own[other]]
        found.append(_of_tables(game, spot.label, stake, tables or alike) or _of_seen(spot, stake, seen))
    first = next(spot for spot in game.spots if not (spot.later or spot.pot))
    for bet in game.pay_bets:
        if not any(_is_for(game, bet.name, spot) for spot in game.spots):
            worst = _of_tables(game, bet.label, placard.most(game, first), [game.paytables[bet.name]])
            if worst is not None:
                found.append(worst)
    return found


def _is_for(game: Game[Any], bet: str, spot: Spot) -> bool:
    """Whether a paytable is that of a spot, `deuces/first-5` of `first-5`, or of the wager that the spot is part of."""
    names = {name.rpartition("/")[2] for name in game.paytables}
    return bet.rpartition("/")[2] == (spot.name if spot.name in names else spot.wager)


def _of_tables(game: Game[Any], label: str, stake: int, tables: list[PayTable]) -> Worst | None:
    """The row of a bet's paytables that pays most at this stake."""
    paid = [(_wins(pay, stake), row, pay) for table in tables for row in table.pays if (pay := table[row]) is not None]
    if not paid:
        return None
    wins, row, pay = max(paid, key=lambda one: one[0])
    return Worst(label, stake, result_words(game, row), pays_words(pay), wins)


def _of_seen(spot: Spot, stake: int, seen: Sequence[Mapping[str, Fraction]]) -> Worst:
    value = max((paid[spot.name] for paid in seen if spot.name in paid), default=Fraction(1))
    return Worst(spot.label, stake, "any win", str(Odds(value)), floor(stake * value))


def _paid_alike(spot: Spot, other: Spot, seen: Sequence[Mapping[str, Fraction]]) -> bool:
    """Whether a spot wins only with another and then as much for one unit, not always the same: by its table."""
    won = [(paid[spot.name], paid.get(other.name)) for paid in seen if spot.name in paid]
    return spot != other and len({value for value, _ in won}) > 1 and all(value == beside for value, beside in won)


def _wins(pay: Odds | Prize, stake: int) -> int:
    return pay.cents if isinstance(pay, Prize) else floor(stake * pay.value)


def _paid(game: Game[Any], placard: Placard) -> list[dict[str, Fraction]]:
    """What each spot of a seat was paid for one unit where it won, in rounds dealt aside."""
    found: dict[tuple[int, int], dict[str, Fraction]] = {}
    for number in range(ROUNDS_WATCHED):
        for event in rehearse(game, placard, number).events:
            if isinstance(event, Settled) and event.result == "win" and event.stake:
                found.setdefault((number, event.seat), {})[event.spot] = Fraction(event.won, event.stake)
    return [*found.values()]
