"""The decisions of a game of the shared board, as a strategy card has to answer them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from hashlib import sha256

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.cards import DECK, Card
from croupier.english import in_words
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.board import analyze_counts, counts_of, mean
from croupier.exact.board.board_game import OWN
from croupier.exact.board.board_sweeps import branch_sums
from croupier.exact.board.board_tree import form_of, hands_of
from croupier.exact.reading.as_board import BoardSolver
from croupier.exact.seen import Pack
from croupier.exact.store import kept, version_of
from croupier.exact.strategy_cards.board_marks import Marks, numbered
from croupier.exact.strategy_cards.board_passes import early_plans, follow_cards, marks_beside, regrets
from croupier.exact.strategy_cards.board_words import BoardSeen, board_vocabulary
from croupier.exact.strategy_cards.card_questions import CardQuestions, option_words, options_of_all
from croupier.exact.strategy_cards.hand_words import HandWord

_LARGEST = 2**63


class BoardQuestions(CardQuestions):
    """A card that is the same whatever has been wagered; what is seen is told by marks."""

    together = True

    def __init__(self, solver: BoardSolver, stake: Fraction | int, deck: Sequence[Card] | None = None) -> None:
        self.solver, self.bet = solver, solver.main.name
        self.pack = Pack(DECK if deck is None else tuple(deck))
        game = self.game = solver.read(solver.main, stake).game
        self.form, self.hands = form_of(game, self.pack), hands_of(game)
        if 2 * game.largest_net * game.cases(self.pack) >= _LARGEST:
            raise Refused(f"what the answers of {solver.game.title} give away is more than can be counted")
        asked: dict[int, set[tuple[str, ...]]] = {}
        for path, choice in game.choices.items():
            asked.setdefault(choice.seen, set()).add(tuple(option.name for option in game.options(path)))
        if any(len(names) > 1 for names in asked.values()):
            raise Refused(f"what {solver.game.title} asks depends on what was wagered; a card does not look at that")
        self.turned_up = sorted(asked)
        self.names = [next(iter(asked[seen])) for seen in self.turned_up]
        self.answers = tuple(options_of_all([option_words(names) for names in self.names]))

    @cached_property
    def stages(self) -> tuple[BoardSeen, ...]:  # type: ignore[override]
        """Made when all hands are asked for: one hand needs no pass over the boards."""
        whole = self.game.board
        return tuple(
            BoardSeen(marks_beside(self.pack, seen, seen == whole), OWN + seen, board=whole) for seen in self.turned_up
        )

    @property
    def seen(self) -> tuple[int, ...]:
        return tuple(OWN + seen for seen in self.turned_up)

    def hand(self, cards: Sequence[Card]) -> BoardSeen:
        return BoardSeen(np.zeros(0, np.int64), OWN, board=self.game.board).like(cards)

    def words(self) -> list[HandWord]:
        return board_vocabulary()

    @property
    def moments(self) -> tuple[str, ...]:
        return tuple(f"{in_words(seen) if seen else 'no'} board cards" for seen in self.turned_up)

    @cached_property
    def _marks(self) -> list[Marks | None]:
        """By level of the game."""
        at = {seen: numbered(stage.bits) for seen, stage in zip(self.turned_up, self.stages, strict=True)}
        return [at.get(int(size)) for size in self.form.tree.sizes]

    @cached_property
    def _solved(self) -> tuple[Ints, list[Ints]]:
        return branch_sums(self.form, self.hands, self.pack)

    def _by_level(self, taken: Sequence[Ints]) -> list[Ints]:
        at = dict(zip(self.turned_up, taken, strict=True))
        return [at.get(int(size), np.zeros(0, np.int64)) for size in self.form.tree.sizes]

    def losses(self, taken: Sequence[Ints] | None) -> list[Floats]:
        sums, plans = self._solved
        if taken is not None:
            plans = early_plans(self.form, self.pack, self._marks, self._by_level(taken))
        lost = regrets(self.form, self.hands, self.pack, self._marks, sums, plans)
        whole = float(self.game.whole_nets[2] * self.game.cases(self.pack))
        return [here / whole for here, marks in zip(lost, self._marks, strict=True) if marks is not None]

    def analysis(self, taken: Sequence[Ints]) -> Analysis:
        return self.analyses([taken])[0]

    def analyses(self, taken: Sequence[Sequence[Ints]]) -> list[Analysis]:
        by_level, main = [self._by_level(of) for of in taken], self.solver.main

        def follow() -> dict[str, Ints]:
            ended, folded = follow_cards(self.form, self.hands, self.pack, self._marks, by_level)
            return {"ended": ended, "folded": folded}

        if self.pack.whole:
            told_by = sha256(repr((self.form.options, self.form.tree.sizes.tolist(), self.hands.least)).encode())
            for array in (self.hands.kind, *(here for of in by_level for here in of)):
                told_by.update(array.astype(np.int64).tobytes())
            counted = kept(f"board-cards-{told_by.hexdigest()[:12]}", version_of(__name__), follow)
        else:
            counted = follow()
        found = []
        for ended, folded in zip(counted["ended"], counted["folded"], strict=True):
            counts = counts_of(self.game, self.pack, self.form, ended, folded)
            found.append(analyze_counts(self.game, counts, mean(self.game, counts), main.name, main.unit))
        return found

    def named(self, cards: Sequence[Card], stage: int, place: int) -> str:
        return self.names[stage][place]
