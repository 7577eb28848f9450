"""The mathematics of a game of no family: the search, as everybody asks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from croupier.cards import Card
from croupier.english import listed
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.by_walk.advising import Weighed, advise_by_walk
from croupier.exact.by_walk.solving import solve_by_walk
from croupier.exact.game_mathematics import AskedHand, Mathematics, Strategy
from croupier.exact.hand_counts.contests import Contest
from croupier.exact.prospects import Prospect
from croupier.exact.solved_game import Bet, SolvedGame, Value, Watcher
from croupier.table.game import Game


class WalkMathematics(Mathematics):
    """What a search through the procedure finds: exact within its budget, else estimated."""

    texts = ("by_walk",)
    searched = True

    def __init__(self, game: Game[Any], reason: str) -> None:
        super().__init__(game)
        self.reason = reason
        """Why no family takes the game."""

    def solve(
        self,
        stake: Fraction | int = 1,
        seconds: float = 60,
        watcher: Watcher | None = None,
        without: Sequence[str] = (),
    ) -> SolvedGame:
        found = solve_by_walk(self.game, Fraction(stake), seconds, watcher, without=without)
        return replace(found, statement=(f"No family of games fits: {self.reason}.", *found.statement))

    def together(self, words: str, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> Bet:
        if deck is not None:
            raise self._whole_pack_only()
        return solve_by_walk(self.game, Fraction(stake), together=words).bets[words]

    def weigh(self, hand: AskedHand) -> Mapping[str, Value]:
        found = self._searched(hand)
        return {answer: weighed.value for answer, weighed in found.items()}

    def leads_to(self, hand: AskedHand) -> dict[str, Prospect]:
        found = self._searched(hand)
        return {answer: weighed.leads_to for answer, weighed in found.items()}

    def _searched(self, hand: AskedHand) -> Mapping[str, Weighed]:
        asked = tuple(hand.cards), tuple(hand.board), hand.variant, Fraction(hand.stake), hand.seconds
        return advise_by_walk(self.game, *asked)

    def _whole_pack_only(self) -> Refused:
        return Refused(f"{self.game.name} is of no family, and is not solved on a deck of one's own")

    def analyze(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
        """Every bet, if the search can be exact with all of them."""
        if deck is not None:
            raise self._whole_pack_only()
        found = self.solve(stake)
        estimated = [bet for bet in found.bets if bet not in found.exact]
        if estimated:
            raise Refused(f"{self.game.name} is of no family, and only an estimate is known of {listed(estimated)}")
        return found.exact

    def advise(self, hand: AskedHand) -> dict[str, Fraction]:
        """Every choice, if the search can be exact."""
        weighed = self.weigh(hand)
        exact = {action: value for action, value in weighed.items() if isinstance(value, Fraction)}
        if len(exact) < len(weighed):
            raise Refused(f"the choices of {self.game.name} with these cards are only estimated")
        return exact

    def contest(self) -> Contest | None:
        """None: what wins a pot is not known of a game of no family."""
        return None

    def strategy_analysis(self, variant: str = "", stake: Fraction | int = 1) -> Analysis:
        raise Refused(f"what the short strategy of {self.game.name} costs is not counted, for it is of no family")

    def strategies(self, stake: Fraction | int = 1) -> list[Strategy]:
        """None that is counted."""
        return []
