"""A trainee's sitting: rounds at one table from a seed, every act marked and timed, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec

from croupier.chips import dollars
from croupier.english import counted
from croupier.errors import Refused
from croupier.games import game_named
from croupier.reports.rules_of_play.equipment_list import Equipment
from croupier.reports.rules_of_play.irregularities import rulings
from croupier.school.dealer_acts import SETTLES, Act, read_act, told
from croupier.school.irregular_rounds import GoneWrong, go_wrong
from croupier.school.round_script import Due, Players, SchoolTable, deal_round, dues
from croupier.simulate.setup import pace
from croupier.table.chance import derive, seed_from
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.rehearsal import PLAYERS
from croupier.table.table import Table
from croupier.table.view import View, table_view

Lesson = Literal["watch", "hints", "exam"]

PASS: Final = Fraction(19, 20)
"""The part of all acts that must be right at the first try."""
MOST_ROUNDS: Final = 10
STACK: Final = 1_000_000_00
CALLS_FROM: Final = 6
"""Rounds from which other things that might be called are taken."""


@dataclass(frozen=True)
class SittingTerms:
    """A table, the players at it, and the seed of its rounds."""

    game: Game[Any]
    placard: Placard
    seed: str
    """Words."""
    players: int = 3
    rounds: int = 3
    irregular: bool = False
    """Whether something goes wrong in rounds, to be noticed and ruled on."""

    def table(self) -> SchoolTable:
        """Return the table with its players, or refuse too many of them or of the rounds."""
        if not 1 <= self.players <= self.game.seats:
            raise Refused(f"{self.game.title} has 1 to {self.game.seats} players, not {self.players}")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise Refused(f"a sitting has 1 to {MOST_ROUNDS} rounds, not {self.rounds}")
        table = SchoolTable(self.game, self.placard)
        for number in range(1, self.players + 1):
            table.sit(number, PLAYERS[number - 1] if number <= len(PLAYERS) else f"Player {number}", STACK)
        return table


class MarkedMistake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mistake of a sitting."""

    round: int
    act: str
    wrong: str
    due: str
    rule: str


class SchoolResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a sitting comes to."""

    acts: int
    """Acts that were due."""
    right: int
    """Of them, right at the first try."""
    score: str
    """The part that was right, `p/q`."""
    mistakes: list[MarkedMistake]
    seconds: int
    house_seconds: int
    """What a house expects for so many rounds with so many players."""
    finished: bool
    passed: bool


class Sitting:
    """A sitting under way."""

    def __init__(self, terms: SittingTerms) -> None:
        self.terms = terms
        self.table = terms.table()
        self.seed = seed_from(terms.seed)
        self.milliseconds = 0
        """The time of the last act since the sitting began."""
        self.rounds: list[Marking] = []
        self.rulings = rulings(Equipment(self.table.game, self.table.placard)) if terms.irregular else []
        self.before: View
        """The table as it was before the round that is being dealt."""
        self._deal()

    def _deal(self) -> None:
        number = len(self.rounds)
        self.before = table_view(self.table, None)
        players = Players(derive(self.seed, f"players {number}"))
        untouched = deepcopy(self.table) if self.rulings else self.table
        events = deal_round(self.table, derive(self.seed, f"cards {number}"), players)
        if self.rulings and not players.one_in(4):
            dealt = go_wrong(events, self.table, self.rulings, players)
        else:
            dealt = GoneWrong(dues(events, self.table))
        if dealt.off:
            self.table = untouched
        elif dealt.dead is not None:
            self.table.house += self.table.seats[dealt.dead].stack - untouched.seats[dealt.dead].stack
            self.table.seats[dealt.dead].stack = untouched.seats[dealt.dead].stack
        self.rounds.append(Marking(dealt.script, self.table))

    @property
    def ruling_words(self) -> list[str]:
        """What may be ruled when something goes wrong."""
        return sorted({ruling.does for ruling in self.rulings if ruling.does})

    @property
    def marking(self) -> Marking:
        """The round that is being dealt."""
        return self.rounds[-1]

    @property
    def over(self) -> bool:
        """Whether all rounds are dealt."""
        return len(self.rounds) == self.terms.rounds and self.marking.over

    def do(self, words: str, milliseconds: int = 0) -> Mistake | None:
        """Take an act in words; what is no act is refused and counts for nothing."""
        if self.over:
            raise Refused(f"the sitting of {counted(self.terms.rounds, 'round')} is over")
        if self.marking.over:
            self._deal()
        act = read_act(words, self.table.game, self.marking.places)
        if milliseconds < self.milliseconds:
            raise Refused(f"an act comes {self.milliseconds - milliseconds} milliseconds before the one it follows")
        self.milliseconds = milliseconds
        return self.marking.do(act)

    def go_on(self) -> None:
        """Begin the next round, if this one is over and there is one."""
        if self.marking.over and not self.over:
            self._deal()

    def result(self) -> SchoolResult:
        """What it comes to so far; acts that are still due count as not done."""
        acts = sum(len(marking.script) for marking in self.rounds)
        right = sum(marking.right_first() for marking in self.rounds)
        score = Fraction(right, acts)
        mistakes = [
            MarkedMistake(number, mistake.act, mistake.wrong, mistake.due, mistake.rule)
            for number, marking in enumerate(self.rounds, start=1)
            for _, mistake in marking.mistakes
        ]
        seconds = -(-self.milliseconds // 1_000)
        expected = self.terms.rounds * 3_600 / pace(self.terms.players)
        passed = self.over and score >= PASS
        return SchoolResult(acts, right, str(score), mistakes, seconds, round(expected), self.over, passed)


@lru_cache(maxsize=64)
def usual_calls(name: str) -> tuple[str, ...]:
    """What is called in some rounds of a game."""
    game = game_named(name)()
    table = SittingTerms(game, Placard(), "calls", min(3, game.seats)).table()
    found: set[str] = set()
    for number in range(CALLS_FROM):
        events = deal_round(table, b"calls %d" % number, Players(b"calls %d" % number))
        found |= {due.act.words for due in dues(events, table) if due.act.do == "call"}
    return tuple(sorted(found))


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
