"""The bets of a game as its figures are told: spots of one wager together."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from croupier.table.game import Game, PayBet, Spot


@dataclass(frozen=True)
class BetGroup:
    """Spots whose results are told together, as one bet."""

    name: str
    spots: frozenset[str]
    opens: tuple[str, ...]
    """Those that are bet on before the deal."""
    unit: str
    """What one unit is called: the first spot, or `bet` if there is no other."""
    table: str
    """The bet whose paytable the return table shows; none if there is none."""

    def staked(self, units: Fraction | int = 1) -> dict[str, Fraction | int]:
        """So many units on each of its spots."""
        return dict.fromkeys(self.opens, units)


def bet_groups(game: Game[Any]) -> list[BetGroup]:
    """The bets of a game, by the wager that their spots are part of; a pot is none of them.

    What is paid under a name that is no spot, such as an Ante Bonus, is part of the first.
    """
    return list(_groups(tuple(game.spots), tuple(game.pay_bets)))


@lru_cache(maxsize=64)
def _groups(of_game: tuple[Spot, ...], pay_bets: tuple[PayBet, ...]) -> list[BetGroup]:
    spots = [spot for spot in of_game if not spot.pot]
    loose = {bet.name for bet in pay_bets if "/" not in bet.name} - {spot.name for spot in spots}
    groups: list[BetGroup] = []
    for name in dict.fromkeys(spot.wager for spot in spots):
        own = [spot for spot in spots if spot.wager == name]
        names = frozenset(spot.name for spot in own) | (loose - {spot.wager for spot in spots} if not groups else set())
        tables = [bet.name for bet in pay_bets if bet.name in names or bet.name == name]
        opens = tuple(spot.name for spot in own if not spot.later)
        unit = own[0].unit or (own[0].name if len(own) > 1 else "bet")
        groups.append(BetGroup(name, names, opens, unit, tables[0] if tables else ""))
    return groups
