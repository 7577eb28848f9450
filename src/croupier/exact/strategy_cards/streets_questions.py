"""The decisions of a game of streets, as a strategy card has to answer them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.cards import Card
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.reading.as_streets import StreetsSolver
from croupier.exact.reading.endings import table_of
from croupier.exact.strategy_cards.card_questions import CardQuestions, option_words, options_of_all
from croupier.exact.strategy_cards.hand_words import SeenCards
from croupier.exact.streets import Plan, Wager, analyze_tally, mean, play_out


class StreetsQuestions(CardQuestions):
    """A card that is the same whatever has been wagered."""

    def __init__(self, solver: StreetsSolver, stake: Fraction | int, deck: Sequence[Card] | None = None) -> None:
        self.solver, self.solution = solver, solver.solved(stake, deck)
        self.bet, game, pack = solver.main.name, self.solution.game, self.solution.pack
        options = [
            {tuple(option.name for option in game.options(street, wager)) for wager in game.wagers(street)}
            for street in range(len(game.streets))
        ]
        asked = [[names for names in of_street if len(names) > 1] for of_street in options]
        if any(len(of_street) > 1 for of_street in asked):
            raise Refused(f"what {solver.game.title} asks depends on what was wagered; a card does not look at that")
        self.streets = [street for street, of_street in enumerate(asked) if of_street]
        self.names = [asked[street][0] for street in self.streets]
        self.stages = tuple(
            SeenCards(pack.bits(game.streets[street].seen), game.streets[street].seen) for street in self.streets
        )
        self.answers = tuple(options_of_all([option_words(names) for names in self.names]))

    def losses(self, taken: Sequence[Ints] | None) -> list[Floats]:
        game, pack, solution = self.solution.game, self.solution.pack, self.solution
        came: dict[tuple[int, Wager], Ints] = {}
        play_out(game, pack, self._best() if taken is None else self._plan(taken), came)
        losses = []
        for at, street in enumerate(self.streets):
            seen, first = game.streets[street].seen, game.streets[0].seen
            dealt = comb(len(pack.deck), first) * pack.orders(first, seen - first)
            whole = float(solution.scale * pack.orders(seen, game.cards - seen) * dealt)
            future = solution.futures[seen].of
            loss = np.zeros((len(self.names[at]), len(future)))
            for (there, wager), counts in came.items():
                choice = solution.choices[there, wager]
                if there == street and len(choice.options) > 1:
                    for place, value in enumerate(choice.values):
                        loss[place] += (choice.value - value).astype(np.float64)[future] * counts / whole
            losses.append(loss)
        return losses

    def analysis(self, taken: Sequence[Ints]) -> Analysis:
        game, pack, main = self.solution.game, self.solution.pack, self.solver.main
        tally = play_out(game, pack, self._plan(taken))
        return analyze_tally(game, tally, mean(game, tally), main.name, main.unit, table_of(self.solver.game, main))

    def named(self, cards: Sequence[Card], stage: int, place: int) -> str:
        return self.names[stage][place]

    def _plan(self, taken: Sequence[Ints]) -> Plan:
        game = self.solution.game
        return {
            f"{street}/{wager}": places
            for street, places in zip(self.streets, taken, strict=True)
            for wager in game.wagers(street)
        }

    def _best(self) -> Plan:
        of, streets = self.solution.futures, self.solution.game.streets
        return {
            f"{street}/{wager}": choice.taken[of[streets[street].seen].of]
            for (street, wager), choice in self.solution.choices.items()
        }
