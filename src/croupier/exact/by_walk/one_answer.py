"""The strategy card of one sentence of a game of no family: one answer, whenever it can be given.

What it costs is exact: every round is dealt in which that is answered, as the search for the best play deals them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from croupier.cards import Card
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.by_walk.likeness import Likeness
from croupier.exact.by_walk.replays import OneSeatTable, words_of
from croupier.exact.by_walk.sampled_checks import Checker
from croupier.exact.by_walk.solving import (
    METHOD,
    PROBES,
    ROUNDS_A_SECOND,
    ByWalk,
    analysis,
    at_even_stake,
    decoded,
    encoded,
    kept_for,
    out_of_reach,
)
from croupier.exact.by_walk.tree_search import Node, OverBudget, Solved, TreeSearch, estimated_rounds
from croupier.exact.by_walk.wagerings import ROUNDS_ASKED, Stake, stakes
from croupier.exact.solved_game import SolvedGame, Unwatched
from croupier.exact.store import version_of
from croupier.table.game import Game, Rule, ShortStrategy

SECONDS: Final = 60
MOST_ANSWERS: Final = 8


@dataclass(frozen=True)
class OneAnswerCard:
    """One answer to every question, and what comes of it; where it cannot be given, what a silent player gets."""

    answer: str
    analysis: Analysis

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The card in a sentence."""
        return (Rule(f"Whenever you are asked, answer {self.answer}.", self.answer),)

    @property
    def lines(self) -> tuple[Rule, ...]:
        """Its one line."""
        return self.rules

    def choose(self, cards: Sequence[Card], legal: Sequence[str], variant: str = "") -> str:
        """The answer, as the table calls it."""
        return self.answer if self.answer in legal or not legal else legal[0]

    @property
    def strategy(self) -> ShortStrategy:
        """The card as automatic seats follow it."""
        return ShortStrategy({"": self.rules}, self.choose)


def one_answer_card(game: Game[Any], stake: Fraction) -> OneAnswerCard:
    """The answer that costs the main bet least if it is always given; refused where that cannot be counted."""

    def build() -> bytes:
        found = at_even_stake(stake, lambda unit, flat: _cheapest(game, unit, flat))
        return encoded(SolvedGame(METHOD, (found.answer,), {found.analysis.bet: found.analysis}))

    kept = decoded(kept_for(game, "one-answer", (str(stake), SECONDS * ROUNDS_A_SECOND), build, version_of(__name__)))
    ((answer,), (found,)) = kept.statement, kept.exact.values()
    return OneAnswerCard(answer, found)


def _cheapest(game: Game[Any], unit: int, flat: int) -> OneAnswerCard:
    by_walk = ByWalk(game, unit, flat, SECONDS * ROUNDS_A_SECOND, Unwatched())
    main, *_ = stakes(game, unit)
    if main.wagering.opening:
        raise Refused(f"players call the game at {game.title}, and no card is counted for each of those")
    if not main.asks:
        raise Refused(f"{game.title} asks nothing of the player, so there is nothing to remember")
    table = by_walk.table(main)
    likeness, answers = Checker(table).likeness(), _answers(table)
    if out_of_reach(estimated_rounds(table, likeness, PROBES), likeness, by_walk.rounds):
        raise _too_many(game, main)
    if not answers:
        raise Refused(f"every answer at {game.title} names cards, so that none can always be given")
    cards = [_counted(by_walk, main, likeness, answer) for answer in answers[:MOST_ANSWERS]]
    return max(cards, key=lambda card: card.analysis.expected_value)


def _answers(table: OneSeatTable) -> list[str]:
    """What may be answered without naming cards, in the order in which it is first offered."""
    checker, plain = Checker(table), Likeness(table.pack)
    offered = [
        answer
        for _ in range(ROUNDS_ASKED)
        for _, position in checker.round(plain).positions
        for answer in position.answers
    ]
    return [answer for answer in dict.fromkeys(offered) if words_of(answer) == answer]


def _counted(by_walk: ByWalk, main: Stake, likeness: Likeness, answer: str) -> OneAnswerCard:
    search = _Always(by_walk.table(main), likeness, by_walk.rounds)
    search.answer = answer
    try:
        solved = search.solve()
    except OverBudget:
        raise _too_many(by_walk.game, main) from None
    results = {result: likely for result, likely in solved.results.items() if result[0] == 0}
    return OneAnswerCard(answer, analysis(main.tells[0], main.units[0], results, by_walk.unit, True))


def _too_many(game: Game[Any], main: Stake) -> Refused:
    return Refused(
        f"{game.title} is of no family, and {main.tells[0]} has too many rounds for the cost of a strategy card to be "
        "counted; `croupier advise` weighs the choices of a hand"
    )


class _Always(TreeSearch):
    """Rounds in which one answer is given whenever it can be."""

    answer = ""

    def _information_set(self, nodes: Sequence[Node], share: float) -> Solved:
        options = nodes[0].position.options
        said = next((option for option, alike in options.items() if self.answer in alike), next(iter(options)))
        return replace(self._answered(nodes, said, share), best=said)
