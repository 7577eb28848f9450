"""What showdowns have in common, whatever the ranking: one choice, a hand against the dealer's, outcomes by both."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.game_mathematics import SIMPLE
from croupier.exact.reading.as_showdown import ALONE, ShowdownReading, ShowdownSolver
from croupier.exact.reading.chosen_rounds import Way
from croupier.exact.reading.endings import BetGroup
from croupier.exact.reading.seating import Seating, seating
from croupier.exact.result import Result
from croupier.exact.showdown import Played, play
from croupier.simulate.families.family import NEVER_FOLD, FamilyKernel, always
from croupier.simulate.families.read_outcomes import LonePlayer, read_outcomes
from croupier.simulate.kernel.outcomes import Outcome, OutcomeBet
from croupier.simulate.kernel.stream import words_for
from croupier.simulate.setup import OPTIMAL, Setup
from croupier.simulate.simulated_table import Simulation, fixed, looked_up

HELD: Final = "held"
"""What a player does who only chooses which cards to hold."""
ACTS: Final = 3
"""What a player may do: fold, wager the least or the most; what lies between is never better than both."""


class ShowdownKernel(FamilyKernel):
    """A showdown: a choice of 0 is a fold; then come the least wager with each hold, and the most with each."""

    def __init__(self, solver: ShowdownSolver) -> None:
        super().__init__(solver.game, solver.groups)
        self.solver, self.main = solver, solver.main
        plays = [choice.action for choice in solver.read(self.main.name).choices if not choice.folds]
        self.together = {f"{OPTIMAL}-with-{group.name}": group for group in solver.apart}
        self.always = {always(plays[0]): plays[0], always(plays[-1]): plays[-1]}
        self.strategies = (*self.solved_strategies, *self.together, NEVER_FOLD, *self.always)

    def alone(self, setup: Setup) -> BetGroup | None:
        """The bet that is made without the main one."""
        if self.main.opens[0] in setup.bets:
            return None
        return next(group for group in self.solver.apart if group.opens[0] in setup.bets)

    def bets(self, setup: Setup) -> tuple[OutcomeBet, ...]:
        alone = self.alone(setup)
        if alone is not None:
            stake = setup.bets[alone.opens[0]]
            return (OutcomeBet(f"{alone.name}-{ALONE}", tuple(alone.spots), stake, alone.unit, acts=True),)
        main, *others = super().bets(setup)
        both = [
            OutcomeBet(f"{main.name}+{group.name}", (*main.spots, *group.spots), main.stake, main.unit)
            for group in self.solver.apart
            if group.opens[0] in setup.bets
        ]
        return main, *others, *both

    def read(self, setup: Setup) -> ShowdownReading:
        """The bet that is played, read."""
        alone = self.alone(setup)
        return self.solver.read(self.main.name if alone is None else f"{alone.name}-{ALONE}")

    def choices(self, strategy: str, setup: Setup) -> Ints:
        """The choice for everything that a player may see."""
        group, bet = self.alone(setup) or self.main, ""
        if strategy in self.together:
            group = self.together[strategy]
            bet, spots = f"{self.main.name}+{group.name}", (*self.main.opens, *group.opens)
            if setup.bets.keys() != set(spots):
                raise Refused(f"the strategy {strategy} is for a player who bets on {' and '.join(spots)}")
        bet = bet or (group.name if group is self.main else f"{group.name}-{ALONE}")
        stake = self.stake(setup, group)
        return looked_up(self.game, f"{strategy} {bet} {stake}", lambda: self._choices(strategy, bet, stake))

    def _choices(self, strategy: str, bet: str, stake: Fraction) -> Ints:
        read = self.solver.read(bet, stake)
        wagers = [choice.wager for choice in read.choices if not choice.folds]
        ends = [choice for choice in read.choices if choice.folds or choice.wager in (min(wagers), max(wagers))]
        if strategy == NEVER_FOLD:
            ends = [choice for choice in ends if not choice.folds]
        if strategy in self.always:
            ends = [choice for choice in ends if choice.action == self.always[strategy]] or ends
        played = play(read.showdown.count(), ends)
        chosen = played.best
        if strategy == SIMPLE:
            played = read.played()
            chosen = self.solver.strategy_choices(read, played)
        holds = holds_of(read)
        numbers = np.array([0 if c.folds else 1 + holds * (c.wager > min(wagers)) for c in played.choices])
        places, held = self.everywhere(played, chosen)
        return np.where(numbers[places] == 0, 0, numbers[places] + held).astype(np.uint8)

    @abstractmethod
    def everywhere(self, played: Played, chosen: Ints) -> tuple[Ints, Ints]:
        """What is chosen for each class carried over to everything that a player may see, and its hold."""


def holds_of(read: ShowdownReading) -> int:
    """In how many ways cards may be held."""
    return 1 + max(choice.hold for choice in read.choices)


class ShowdownTable(Simulation):
    """A table of a showdown, each outcome numbered by what the player did, how the showdown ended, and the row."""

    def __init__(self, game: ShowdownKernel, setup: Setup) -> None:
        super().__init__(setup)
        self.kernel, self.read = game, game.read(setup)
        self.plays = [way for way in self.read.ways if not way.folded]
        self.holds = holds_of(self.read)
        self.seats = self._seats()
        self.words_a_round = words_for(self.seats.cards)
        self.results = len(Result) if self.read.showdown.qualifier else len(Result) // 2
        read = read_outcomes(setup, game.bets(setup), self._outcomes)
        self.outcomes, self.rounded = read.outcomes, read.rounded
        self.tables = np.stack([game.choices(strategy, setup) for strategy in setup.groups])

    @cached_property
    def layout(self) -> tuple[Ints, Ints, int]:
        """Where the cards of each seat and of the dealer lie, and how many are dealt."""
        return fixed(np.array(self.seats.seats)), fixed(np.array(self.seats.dealer)), self.seats.cards

    def _seats(self) -> Seating:
        """The cards of all seats, with that which may be drawn."""
        bets = dict.fromkeys(self.setup.bets, 1)
        return seating(self.setup.game, bets, self.setup.players, self.plays[-1].answers)

    def ways(self) -> list[Way | None]:
        """The ways that stand for folding, the least and the most wager, all cards being kept."""
        folds = [way for way in self.read.ways if way.folded]
        if len({sum(way.settlement.wagers.values()) for way in self.plays}) == 1 and not folds:
            return [None, self.plays[0], None]
        return [folds[0] if folds else None, self.plays[0], self.plays[-self.holds]]

    def _outcomes(self, player: LonePlayer) -> list[Outcome | None]:
        """What comes of each of them with a final hand of every row that does so against the dealer's."""
        reading, rows = self.read.reading, self.read.showdown.rows
        every: list[Outcome | None] = []
        for way in self.ways():
            for result in range(self.results):
                for row in rows:
                    dealt = reading.form.dealt.get((row, Result(result)))
                    if way is None or dealt is None:
                        every.append(None)
                        continue
                    cards = reading.cards(self.plays[0], dealt[0])
                    action = way.names[0] if self.kernel.alone(self.setup) is None else HELD
                    every.append(player.outcome(cards, way.answers, action))
        return every

    def solved(self, strategy: str) -> Mapping[str, Analysis]:
        game, setup = self.kernel, self.setup
        alone = game.alone(setup)
        main = alone or game.main
        name, stake = (main.name if alone is None else f"{main.name}-{ALONE}"), game.stake(setup, main)
        solved: dict[str, Analysis] = {}
        if strategy == OPTIMAL:
            solved[name] = game.solver.analyze(stake)[name]
        elif strategy == SIMPLE:
            solved[name] = game.solver.strategy_analysis(name, stake)
        elif strategy in game.together:
            group = game.together[strategy]
            if setup.bets[game.main.opens[0]] == setup.bets[group.opens[0]]:
                both = f"{game.main.name}+{group.name}"
                solved[both] = game.solver.analyze(game.stake(setup, group))[both]
        for group in [] if alone else game.groups[1:]:
            if group.opens[0] in setup.bets and (strategy == OPTIMAL or self._by_row_alone(group.spots)):
                solved[group.name] = game.solver.analyze(game.stake(setup, group))[group.name]
        return solved

    def _by_row_alone(self, spots: frozenset[str]) -> bool:
        """Whether bets on some spots come to the same whatever is done and however the showdown ends."""
        rows = len(self.read.showdown.rows)
        nets: dict[int, set[tuple[int | None, ...]]] = {}
        for number, outcome in enumerate(self.outcomes.every):
            if outcome is not None:
                nets.setdefault(number % rows, set()).add(tuple(outcome.nets.get(spot) for spot in spots))
        return all(len(of_row) == 1 for of_row in nets.values())
