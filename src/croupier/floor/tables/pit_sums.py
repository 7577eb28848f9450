"""The pit's counts of a table's entries: rounds that are over, and chips that come and go between rounds.

The process that writes an entry counts it; the audit counts the whole log again and compares. A round is counted in the
hour in which it ended. Tables with a bank of their own are left out: what is won there is worth nothing elsewhere.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any, Final

from croupier.errors import InvariantError
from croupier.floor.entries import Bought, Corrected, Left, PotCollected, Sat
from croupier.floor.storage.pit_counts import PitCounts
from croupier.floor.storage.schema import pit_people, pit_tables, pit_wagers
from croupier.floor.tables.live_table import Applied, LiveTable
from croupier.table.events import Bet, Named, PotAwarded, PotGathered, Settled
from croupier.table.game import BetGroup, Game, bet_groups
from croupier.table.round import Round

AN_HOUR: Final = 3600 * 1_000_000
"""In microseconds."""
AUTOMATIC: Final = 0
"""The account that automatic seats are counted under."""


def count(counts: PitCounts, live: LiveTable, done: Applied, time: int) -> None:
    """Count what an entry did at a table, which has been applied and is the last of its round."""
    if live.has_bank:
        return
    hour = time // AN_HOUR
    key = hour, live.id
    match done.entry:
        case Sat(cents=cents) | Bought(cents=cents) if _is_a_persons(done):
            counts[pit_tables][key]["drop"] += cents
        case Left(cents=cents) if _is_a_persons(done):
            counts[pit_tables][key]["cashed"] += cents
        case PotCollected(cents):
            counts[pit_tables][key]["pot_win"] += cents
        case Corrected(cents=cents):
            counts[pit_tables][key]["corrected"] += cents
    if done.ended is None:
        return
    for result in done.results:
        person = counts[pit_people][hour, live.id, result.account]
        person["rounds" if done.ended == "settled" else "voided"] += 1
    if done.ended == "settled":
        if live.round is None:
            raise InvariantError("no round is open")
        _count_round(counts, hour, live, live.round, done)
    else:
        counts[pit_tables][key]["voids"] += 1


def _is_a_persons(done: Applied) -> bool:
    """Return True if chips came from a person's wallet, or go there; automatic seats have none."""
    return any(book.startswith("wallet:") for move in done.transfers for book in (move.debit, move.credit))


def _count_round(counts: PitCounts, hour: int, live: LiveTable, round: Round, done: Applied) -> None:
    groups, variants = wagers_of(type(live.table.game))
    accounts = {result.seat: result.account for result in done.results}
    bet: Counter[tuple[int, str]] = Counter()
    handle: Counter[tuple[int, str]] = Counter()
    won: Counter[tuple[int, str]] = Counter()
    table = counts[pit_tables][hour, live.id]
    variant = next(iter(variants), "")
    for event in round.events:
        match event:
            case Bet(seat, spot, cents):
                bet[seat, spot] += cents
                if spot in groups:
                    handle[seat, groups[spot].name] += cents
            case Settled(seat, spot, result, stake, paid):
                cents = stake if result == "lose" else -paid
                if spot in groups:
                    won[seat, groups[spot].name] += cents
                else:  # a pot wager that was not gathered
                    table["pot_win"] += cents
            case PotGathered(wagers, from_house, to_house):
                table["pot_wagers"] += sum(wagers.values())
                table["pot_win"] += to_house - from_house
            case PotAwarded(to_house=to_house):
                table["pot_win"] += to_house
            case Named(value=value) if value in variants:
                variant = value
    seats = len({seat for seat, _ in bet})
    table["rounds"] += 1
    table["seats"] += seats
    table["pairs"] += seats * (seats - 1)
    units = {group.name: group for group in groups.values()}
    for (seat, name), cents in handle.items():
        unit = next((bet[seat, spot] for spot in units[name].opens if bet[seat, spot]), 0)
        wager = f"{variant}/{name}" if variant else name
        line = counts[pit_wagers][hour, live.id, accounts.get(seat, AUTOMATIC), wager, unit]
        line.update(rounds=1, handle=cents, won=won[seat, name])
    for seat, answer in round.answers:
        if seat in accounts and answer != "pass" and not answer.startswith("bet "):
            counts[pit_people][hour, live.id, accounts[seat]]["decisions"] += 1
    for seat, times in live.clocked.items():
        if seat in accounts:
            counts[pit_people][hour, live.id, accounts[seat]]["clocked"] += times


@lru_cache(maxsize=256)
def wagers_of(kind: type[Game[Any]]) -> tuple[dict[str, BetGroup], tuple[str, ...]]:
    """The wager that each spot of a game is part of, but for a pot; and the games that players may call, if they do.

    Their wagers are named as an analysis names them.
    """
    game = kind()
    groups = {spot: group for group in bet_groups(game) for spot in group.spots}
    variants = dict.fromkeys(bet.name.partition("/")[0] for bet in game.pay_bets if "/" in bet.name)
    return groups, tuple(variants)
