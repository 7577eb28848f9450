"""Rounds from a shoe, dealt by its family's kernel, many at a time: every card that the player could still draw."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK
from croupier.dice import ROLLS, Roll
from croupier.exact.reading.chosen_rounds import Chosen, Unread
from croupier.exact.shoe import Play
from croupier.learning.env_rounds import NO_CARD, EnvTerms, KernelRounds, TableRounds
from croupier.learning.oracle import Asked, Oracle
from croupier.simulate.families.shoe_kernel import ShoeKernel, ShoeTable
from croupier.simulate.runs.prepared import kernel_of
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import SHIFT

DRAW: Final = "draw"


class ShoeRounds(KernelRounds):
    """Rounds of one player, dealt by the shift; who stands leaves the rest of the cards.

    Refused with `Unread` where the game is of another family, or nothing is asked.
    """

    def __init__(self, terms: EnvTerms) -> None:
        super().__init__(terms)
        kernel = kernel_of(terms.game)
        if not isinstance(kernel, ShoeKernel):
            raise Unread(f"{terms.game.name} is not dealt by the kernel of shoes")
        drawing = ShoeKernel(kernel.mathematics, kernel.form, {DRAW: lambda: Play(lambda hand: True)})
        setup = Setup(terms.game, 1, (DRAW,), terms.bets, fresh_shoe=True)
        self.game, self.simulation = terms.game, ShoeTable(drawing, setup)
        if not self.simulation.plays:
            raise Unread(f"nothing is asked at {terms.game.name} with these bets")
        hands, (roots, shots, kinds) = self.simulation.hands, self.simulation.tables
        self._root, self._shots, self._kinds = int(roots[0]), shots.tolist(), kinds.tolist()
        self._following, self._may_draw, self._rows = (
            column.tolist() for column in (hands.following, hands.may_draw, hands.rows)
        )
        self._won = (self.simulation.outcomes.seat_cents / terms.unit).tolist()
        self._sheet = self.simulation.sheet(SHIFT, keeps_cards=True)
        self._at_table = TableRounds(terms)
        self._raises, self._answers, self._staked = self._asked_at_the_table()
        self._hit = self._answers.index(self.simulation.terms.hit)
        self.restart(0)

    def _asked_at_the_table(self) -> tuple[list[str], list[str], list[Ints]]:
        """The answers to the first question and to the others; what lies on the spots before and after the first."""
        table, low, slots = self._at_table, sorted(DECK, key=self.simulation.form.kind), 1 + self.terms.shape[1]
        table.begin(Chosen(low, ROLLS))
        raises, staked, answers = table.names(), [table.observation[slots:]], list[str]()
        for number in range(len(raises)):
            table.begin(Chosen(low, ROLLS))
            table.act(number)
            answers = table.names()
            staked.append(table.observation[slots:])
        return raises, answers, staked

    def deal_more(self, rounds: int) -> None:
        self.simulation.deal(self.key, self.first, rounds, self._sheet)
        self._dealt, self._rolls = self._sheet.cards[:rounds].tolist(), self._sheet.cards[:rounds, -1].tolist()

    def begin_dealt(self) -> None:
        self.cards = self._dealt[self.at]
        self._hand, self.said = self._following[self._root][self._kinds[self.cards[0]]], list[int]()
        self._over = False

    def act(self, action: int) -> None:
        answer = action if 0 <= action < self.legal else 0
        if self.said and answer != self._hit:
            self._over = True
            return
        if self.said:
            self._hand = self._following[self._hand][self._kinds[self.cards[len(self.said)]]]
        self.said.append(answer)
        self._over = not self._may_draw[self._hand]

    @property
    def finished(self) -> bool:
        return self._over

    @property
    def roll(self) -> Roll:
        """The roll of the round."""
        number: int = self._rolls[self.at]
        return ROLLS[number]

    @property
    def legal(self) -> int:
        return 0 if self.finished else len(self.names())

    @property
    def observation(self) -> Ints:
        """What is seen: a card at first, and one for each answer after the raise."""
        seen = np.full(self.terms.length, NO_CARD, np.int32)
        cards = max(len(self.said), 1)
        seen[0] = len(self.said)
        seen[1 : 1 + cards] = self.cards[:cards]
        seen[1 + self.terms.shape[1] :] = self._staked[1 + self.said[0] if self.said else 0]
        return seen

    @property
    def reward(self) -> float:
        """The number of the outcome is the kernel's."""
        *_, (scores, shots, longest) = self.simulation.ruled
        score = self._rows[self._hand][self.roll.total - 2]
        shot = self._shots[self._kinds[self.cards[0]]][self._rolls[self.at]]
        cards = max(len(self.said), 1)
        return float(self._won[((self.said[0] * scores + score) * shots + shot) * longest + cards - 1])

    def oracle(self) -> Oracle:
        return Oracle(self, None if self.finished else (tuple(self.cards), self._rolls[self.at], tuple(self.said)))

    def asked(self, state: Any) -> Asked | None:
        """The decision, as the table has it after these answers."""
        if state is None:
            return None
        cards, roll, said = state
        table = self._at_table
        table.begin(Chosen([DECK[card] for card in cards], [ROLLS[roll]]))
        for answer in said:
            table.act(answer)
        return table.question()

    def names(self) -> list[str]:
        return self._answers if self.said else self._raises
