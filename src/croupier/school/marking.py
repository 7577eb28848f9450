"""A trainee's acts held against those that are due: what is right, and what is wrong with the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from croupier.chips import dollars
from croupier.english import counted
from croupier.errors import Refused
from croupier.school.dealer_acts import SETTLES, Act, told
from croupier.school.round_script import Due
from croupier.table.table import Table

Wrong = Literal["seat", "place", "spot", "cards", "amount", "result", "call", "early", "twice", "step"]


class Mistake(msgspec.Struct, frozen=True):
    """What was wrong with an act, the rule, and what is right."""

    act: str
    wrong: Wrong
    sentence: str
    rule: str
    due: str
    """The act that is right."""


class Marking:
    """One round under a trainee's hands; a wrong act changes nothing and can be put right."""

    def __init__(self, script: Sequence[Due], table: Table) -> None:
        self.script = script
        self.game = table.game
        self.players = {number: seat.player for number, seat in table.seats.items()}
        self.done: set[int] = set()
        """The acts that are done, by their place in the script."""
        self.next = 0
        """The first act that is not done yet."""
        self.mistakes: list[tuple[int, Mistake]] = []
        """Each with the number of the act that was due."""

    @property
    def places(self) -> list[str]:
        """Where cards lie in this round."""
        return sorted({due.act.place for due in self.script if due.act.place and due.act.do not in SETTLES})

    @property
    def over(self) -> bool:
        """Whether every act is done."""
        return len(self.done) == len(self.script)

    def due(self) -> Due:
        """The act that is due next."""
        if self.over:
            raise Refused("the round is over; there is nothing left to do in it")
        return self.script[self.next]

    def allowed(self) -> list[int]:
        """The acts that may come now: the next one, and those after it that may change places with it."""
        if self.over:
            return []
        first, found = self.next, []
        for number in range(first, len(self.script)):
            if self.script[number].group != self.script[first].group:
                break
            if number not in self.done:
                found.append(number)
        return found

    def do(self, act: Act) -> Mistake | None:
        """Take an act of the trainee's: None if it is right, and otherwise what is wrong with it."""
        due = self.due()
        for number in self.allowed():
            if self.script[number].meets(act):
                self.done.add(number)
                while self.next in self.done:
                    self.next += 1
                return None
        mistake = self.explain(act, due)
        self.mistakes.append((self.next, mistake))
        return mistake

    def right_first(self) -> int:
        """How many of the acts that are done were right at the first try."""
        return len(self.done - {number for number, _ in self.mistakes})

    def explain(self, act: Act, due: Due) -> Mistake:
        """What is wrong with an act where another is due."""
        near = next((self.script[n] for n in self.allowed() if self._near(act, self.script[n].act)), due)
        wrong = self._wrong(act, near.act)
        right = near.act
        first = told(right, self.game, self.players) + (f" {near.detail}" if right.do == "rule" else "")
        detail = f" ({near.detail})" if near.detail else ""
        sentence = {
            "seat": f"The wrong seat: it is the turn of seat {right.seat}." if right.seat else "Not at a seat.",
            "place": f"The wrong place: {right.place}, not {act.place}.",
            "spot": f"The wrong spot: {right.place}, not {act.place}.",
            "cards": f"The wrong cards: {counted(right.count, 'card')}{f' face {right.face}' if right.face else ''}.",
            "amount": f"The wrong amount: {dollars(right.cents or 0)}, not {dollars(act.cents or 0)}{detail}.",
            "result": f"Settled wrongly{detail}.",
            "call": f"{'Ruled' if right.do == 'rule' else 'Called'} wrongly: it is {right.words}.",
            "early": "Too early.",
            "twice": "That is done already.",
            "step": "That is not the next step.",
        }[wrong]
        return Mistake(str(act), wrong, f"{sentence} {first}", near.rule, str(right))

    @staticmethod
    def _near(act: Act, due: Act) -> bool:
        """Whether an act was most likely meant for one that is due: the same seat and spot."""
        return act.do in SETTLES and due.do in SETTLES and (act.seat, act.place) == (due.seat, due.place)

    def _wrong(self, act: Act, due: Act) -> Wrong:
        if act.do in SETTLES and due.do in SETTLES and (act.seat, act.place) == (due.seat, due.place):
            return "amount" if act.do == due.do else "result"
        if act.do == due.do:
            return self._field(act, due)
        if any(self.script[number].meets(act) for number in range(self.next, len(self.script))):
            return "early"
        if any(self.script[number].meets(act) for number in self.done):
            return "twice"
        return "step"

    @staticmethod
    def _field(act: Act, due: Act) -> Wrong:
        """What differs between two acts of one verb."""
        if act.seat != due.seat:
            return "seat"
        if act.place != due.place:
            return "spot" if act.do in SETTLES else "place"
        if (act.count, act.face) != (due.count, due.face):
            return "cards"
        return "call" if act.do in ("call", "rule") else "amount"
