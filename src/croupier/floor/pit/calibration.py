"""Alarms tried out on simulated nights: how often they go off when nobody cheats, and when somebody does.

A night is a table with all its seats dealt by the game's kernel, so that seats share what they share at a table. Bets
are the least of the table, as `croupier simulate` makes them. The cheat is one that a statistician can state: a dealer
pays a share of one player's lost main bets as if they had won even money on all that was wagered.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.floor.pit.bands import BetTheory, Expected
from croupier.floor.pit.figures import PERSON_RATE, TABLE_RATE, PitGathered, Theories
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.runs.prepared import kernel_of, simulation_of
from croupier.simulate.setup import Setup
from croupier.simulate.shared_luck import shared_luck
from croupier.simulate.simulated_table import SHIFT
from croupier.table.game import Game

NIGHTS: Final = 10_000
ROUNDS: Final = 300
"""Rounds of a night: about eight hours with a few players."""
_NEAR: Final = 1.5
"""Standard deviations within which no alarm goes off, so that its odds need not be worked out."""
CHEATED: Final = 0.2
"""The share of a player's lost main bets that the cheating dealer pays."""


@dataclass(frozen=True)
class AlarmTrial:
    """How often alarms went off, of so many nights."""

    game: str
    players: int
    rounds: int
    nights: int
    cheated: float
    table: Counter[str]
    """Nights on which the alarm of the table went off: `low` and `high` with nobody cheating, `cheat` with a cheat."""
    player: Counter[str]
    """The same for the alarm of the first player: `low` and `cheat`."""

    def error(self, rate: float) -> float:
        """The standard error of the share of nights on which an alarm of this rate goes off."""
        return sqrt(rate * (1 - rate) / self.nights)


class _Row:
    """Counts of one kind of bet, as the pit's rows have them."""

    def __init__(self, table: int, wager: str, stake: int, rounds: int, won: int) -> None:
        self.table, self.wager, self.stake, self.rounds, self.won, self.handle = table, wager, stake, rounds, won, 0


def try_alarms(
    game: Game[Any],
    players: int,
    nights: int = NIGHTS,
    rounds: int = ROUNDS,
    cheated: float = CHEATED,
    seed: str = "nights",
    measured: int | None = None,
) -> AlarmTrial:
    """Play nights, and set each against what its bets should bring; shared luck is measured over so many rounds."""
    if kernel_of(game) is None:
        raise Refused(f"{game.name} is of no family that has a kernel; its nights cannot be simulated")
    if not 1 <= rounds <= SHIFT:
        raise Refused(f"a night of {rounds:,} rounds cannot be simulated; it has 1 to {SHIFT:,}")
    simulation = simulation_of(Setup(game, players))
    luck = shared_luck(game) if measured is None else shared_luck(game, measured)
    exact = simulation.exact("optimal")
    known = {name: _theory(analysis) for name, analysis in exact.items()}
    table, player = Counter[str](), Counter[str]()
    sheet, key, generator = simulation.sheet(rounds), key_of(seed), np.random.default_rng(len(seed))
    bets = [bet for bet in simulation.outcomes.bets if bet.name in exact]
    stakes = {bet.name: bet.stake for bet in bets}
    cents = {bet.name: simulation.outcomes.bet_cents(bet) for bet in bets}
    is_made = {bet.name: simulation.outcomes.of_bet(bet) for bet in bets}
    theories = Theories({(1, name, stake): known[name] for name, stake in stakes.items()}, {1: luck})
    for night in range(nights):
        simulation.deal(key, night * SHIFT, rounds, sheet)
        outcomes = sheet.outcomes[:rounds]
        won = {name: -of_bet[outcomes].sum(axis=0) for name, of_bet in cents.items()}
        made = {name: is_bet[outcomes].sum(axis=0) for name, is_bet in is_made.items()}
        of_table, of_player = _gathered(rounds, players, won, made, stakes), PitGathered()
        for name, stake in stakes.items():
            of_player.add_wager(_Row(1, name, stake, int(made[name][0]), int(won[name][0])))
        paid = _paid_by_the_cheat(-cents[bets[0].name][outcomes[:, 0]], cheated, generator)
        expected, of_one = of_table.expected(theories), of_player.expected(theories)
        assert expected is not None and of_one is not None
        total, own = sum(int(each.sum()) for each in won.values()), sum(int(each[0]) for each in won.values())
        table["low"] += is_below(expected, total, TABLE_RATE / 2)
        table["high"] += expected.z(total) > _NEAR and expected.odds(total)[1] < TABLE_RATE / 2
        table["cheat"] += is_below(expected, total - paid, TABLE_RATE / 2)
        player["low"] += is_below(of_one, own, PERSON_RATE)
        player["cheat"] += is_below(of_one, own - paid, PERSON_RATE)
    return AlarmTrial(game.name, players, rounds, nights, cheated, table, player)


def is_below(expected: Expected, won: int, rate: float) -> bool:
    """Whether so little, or less, is won more seldom than that."""
    return expected.z(won) < -_NEAR and expected.odds(won)[0] < rate


def _theory(analysis: Analysis) -> BetTheory:
    return BetTheory.of([(float(net), float(chance)) for net, chance in analysis.outcomes.items() if chance])


def _gathered(
    rounds: int, players: int, won: dict[str, Ints], made: dict[str, Ints], stakes: dict[str, int]
) -> PitGathered:
    """A night as the pit counts it."""
    gathered = PitGathered()
    counts = {"rounds": rounds, "seats": rounds * players, "pairs": rounds * players * (players - 1)}
    gathered.counts.update(counts)
    gathered.of_tables[1].update(counts)
    for name, stake in stakes.items():
        if times := int(made[name].sum()):
            gathered.add_wager(_Row(1, name, stake, times, int(won[name].sum())))
    return gathered


def _paid_by_the_cheat(lost: Ints, share: float, generator: np.random.Generator) -> int:
    """What the cheating dealer gives a player in a night: what was lost, and as much again."""
    chosen = (lost > 0) & (generator.random(len(lost)) < share)
    return int(2 * lost[chosen].sum())
