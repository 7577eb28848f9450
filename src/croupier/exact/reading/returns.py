"""The lines of a return table: what an ending against a dealer is called, and what the paytable pays there."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from croupier.exact.reading.classes import BetsRead, Ending
from croupier.exact.reading.endings import BetGroup, pay_of
from croupier.exact.reading.kept_readings import kept_reading
from croupier.exact.result import Line, Result
from croupier.odds import Odds, Pay, PayTable
from croupier.table.game import Game


def showdown_lines(reading: BetsRead, group: BetGroup, spots: frozenset[str]) -> Callable[[str, Result], Line]:
    """Results by name, those apart by row that the paytable has a say in, with what it says.

    A paytable of a spot has a say in a result if it has one in any row of it; one that is paid besides, or in place of,
    what a spot wins has it in the rows that it lists.
    """
    if not group.table:
        return lambda row, result: (result.words, None)
    game, table = reading.game, reading.game.paytables[group.table]
    on_a_spot = any(spot.name == group.table for spot in game.spots)
    says = _has_a_say(reading, group.table, spots)
    if on_a_spot:
        results = {result for _, result in says}
        says = {ending for ending in reading.form.dealt if ending[1] in results}

    def paid(ending: Ending) -> Pay:
        words = reading.settled(reading.live, ending).pays.get(group.table if on_a_spot else group.unit, "")
        return table[ending[0]] if words.startswith("$") else pay_of(words)

    def line(row: str, result: Result) -> Line:
        listed = table[row]
        apart = (row, result) in says and (on_a_spot or (isinstance(listed, Odds) and listed.value > 0))
        pay = listed if apart and not on_a_spot else paid((row, result))
        return f"{result.words} with {row}" if apart else result.words, pay

    return line


def _has_a_say(reading: BetsRead, bet: str, spots: frozenset[str]) -> set[Ending]:
    """The endings that net something else with a lavish paytable than with an empty one."""
    game, bets = reading.game, tuple((spot, 1) for spot in reading.bets)
    return _telling(type(game), game.settings, bets, reading.spots, bet, spots)


@kept_reading
def _telling(
    kind: type[Game[Any]],
    settings: Any,
    bets: tuple[tuple[str, int], ...],
    read: frozenset[str],
    bet: str,
    spots: frozenset[str],
) -> set[Ending]:
    lavish = {row: Odds(Fraction(1009 + 2 * at)) for at, row in enumerate(kind.pay_bet(bet).rows)}
    one, other = (
        BetsRead(kind(settings, {bet: PayTable(bet, "probe", pays)}), dict(bets), read) for pays in (lavish, {})
    )
    return {
        ending for ending in one.form.dealt if one.net(one.live, ending, spots) != other.net(one.live, ending, spots)
    }
