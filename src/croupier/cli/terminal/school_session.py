"""A trainee in the terminal: the table is drawn, acts are typed, and what was wrong is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from rich.text import Text

from croupier.cli.screen import EndOfInput, Screen
from croupier.cli.terminal.drawing import BRASS, DIM, GOLD, LOSE, WIN, inline
from croupier.cli.terminal.felt_screen import FeltScreen
from croupier.cli.terminal.rulesheet import paytable_sheet
from croupier.english import counted
from croupier.errors import Refused
from croupier.school.dealer_acts import USAGE, told
from croupier.school.dealt_view import happened, seen_so_far, sentences
from croupier.school.drills import question
from croupier.school.sitting import Sitting
from croupier.table.game import Game
from croupier.table.placard import Placard

LEAVE: Final = ("quit", "leave", "exit", "q")
HELP: Final = ("help", "?")
PAYTABLES: Final = ("paytable", "paytables")
LATELY: Final = 6
"""Of what has happened, how much is told below the table; in a low terminal less."""
LEAST_LATELY: Final = 3
ASKED: Final = 5
"""Rows below that for the rule, its sentence and what is typed."""
_HOW: Final = {
    True: "Type the number of a choice, or its words; quit: leave",
    False: "Type an amount in dollars, as in 12 or 7.50; quit: leave",
}


class _Left(Exception):
    """The trainee has gone."""


class LessonSession:
    """One trainee who deals the rounds of a sitting."""

    def __init__(
        self, screen: Screen, sitting: Sitting, lesson: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.screen = screen
        self.sitting = sitting
        self.lesson = lesson
        self.clock = clock
        self.began = clock()
        self.sentences = sentences(sitting.marking)
        self.told = 0

    def run(self) -> None:
        """Deal every round, until the trainee leaves."""
        try:
            while not self.sitting.over:
                self.sitting.go_on()
                self.told = 0
                self.draw()
                while not self.sitting.marking.over:
                    self.step()
        except EndOfInput:
            raise Refused("the input ended before the round was dealt; `quit` leaves") from None
        except _Left:
            self.screen.say("You leave in the middle of a round; nothing is marked.")
            return
        self.farewell()

    def draw(self) -> None:
        """The table as it lies, and what has happened since it was drawn last."""
        marking = self.sitting.marking
        events, lately = happened(marking), LATELY
        if self.screen.terminal:
            self.screen.clear()
            view = seen_so_far(self.sitting.before, marking)
            status = f"round {len(self.sitting.rounds)} of {self.sitting.terms.rounds}"
            drawn = FeltScreen(self.sitting.table.game, view, events, status)
            felt = drawn.draw_for_dealer(self.screen.width, self.screen.rows - LATELY - ASKED)
            self.screen.show(felt)
            lately = max(LEAST_LATELY, min(LATELY, self.screen.rows - ASKED - self.screen.height(felt)))
        fresh = events[max(0, len(events) - lately) if self.screen.terminal else self.told :]
        for event in fresh:
            if type(event) in self.sentences.tell:
                self.screen.say(Text(f"  {self.sentences(event)}", DIM))
        self.told = len(events)

    def step(self) -> None:
        """Ask for one act, and take it."""
        due = self.sitting.marking.due()
        if self.lesson != "exam":
            self.screen.say(Text(f"{due.rule}  {due.sentence}", BRASS))
        if self.lesson == "watch":
            self.screen.say(Text(self.told_act(), GOLD))
            self.typed("Enter does it. ")
            self.take(str(due.act))
            return
        words = self.typed("You do: ")
        if not words or words.lower() in HELP:
            self.screen.say(*USAGE.values(), "show: what is due; paytables: what is paid; quit: leave")
            if self.sitting.ruling_words:
                self.screen.say(f"Rulings: {'; '.join(self.sitting.ruling_words)}")
        elif words.lower() in PAYTABLES:
            self.screen.show(*paytable_sheet(self.sitting.table.game))
        elif words.lower() == "show":
            self.screen.say("An exam shows nothing." if self.lesson == "exam" else f"{due.act}   {self.told_act()}")
        else:
            self.take(words)

    def take(self, words: str) -> None:
        """Take what was typed, and say what was wrong with it."""
        try:
            mistake = self.sitting.do(words, self.milliseconds())
        except Refused as error:
            self.screen.say(str(error))
            return
        if mistake is None:
            self.draw()
            return
        self.screen.say(Text(f"{mistake.rule}: {mistake.sentence}", LOSE))

    def told_act(self) -> str:
        """What is due, to a person."""
        marking = self.sitting.marking
        return told(marking.due().act, marking.game, marking.players)

    def milliseconds(self) -> int:
        """Since the sitting began."""
        return int((self.clock() - self.began) * 1_000)

    def typed(self, prompt: str) -> str:
        """A line that is typed; whoever leaves is let go, by a word or by Ctrl-C."""
        try:
            words = self.screen.ask(prompt)
        except EndOfInput:
            if not self.screen.typed:
                raise
            raise _Left from None
        if words.lower() in LEAVE:
            raise _Left
        return words

    def farewell(self) -> None:
        """What it came to; whoever only watched is not marked."""
        result = self.sitting.result()
        if self.lesson == "watch":
            acts, rounds = counted(result.acts, "act"), counted(len(self.sitting.rounds), "round")
            self.screen.say(f"You have seen {acts} of {rounds}; deal them yourself with --lesson hints.")
            return
        score = Fraction(result.score)
        self.screen.say(
            Text(
                f"{result.right} of {counted(result.acts, 'act')} right at the first try: {float(score):.1%}",
                WIN if not result.mistakes else GOLD,
            ),
            f"{counted(len(result.mistakes), 'mistake')}; {counted(result.seconds, 'second')}, "
            f"and a house expects {result.house_seconds}",
        )
        for each in result.mistakes:
            self.screen.say(Text(f"  round {each.round}, {each.rule}: {each.act}; right: {each.due}", DIM))
        if self.lesson == "exam":
            self.screen.say(Text("passed", WIN) if result.passed else Text("not passed", LOSE))


class DrillSession:
    """Question after question of one drill."""

    def __init__(self, screen: Screen, drill: str, game: Game[Any], placard: Placard, seed: str) -> None:
        self.screen = screen
        self.drill = drill
        self.game = game
        self.placard = placard
        self.seed = seed

    def run(self, questions: int) -> None:
        """Ask so many, and say how many were right."""
        right = asked = 0
        try:
            for number in range(1, questions + 1):
                right += self.ask(number)
                asked += 1
        except EndOfInput:
            pass
        self.screen.say(f"{right} of {counted(asked, 'question')} right")

    def ask(self, number: int) -> bool:
        """One question, until it is answered."""
        asked = question(self.drill, self.game, self.placard, f"{self.seed} {number}")
        self.screen.say(Text(f"{number}. {asked.asks}", GOLD))
        for place, cards in asked.cards.items():
            self.screen.say(Text.assemble(f"   {place}: ", inline(cards)))
        for each, words in enumerate(asked.choices, start=1):
            self.screen.say(f"   {each}) {words}")
        while True:
            answer = self.screen.ask("Which? " if asked.choices else "How much? ")
            if answer.lower() in LEAVE:
                raise EndOfInput
            if not answer or answer.lower() in HELP:
                self.screen.say(_HOW[bool(asked.choices)])
                continue
            try:
                right = asked.right(answer)
            except Refused as error:
                self.screen.say(str(error))
                continue
            verdict = Text("right", WIN) if right else Text(f"no: {asked.answer}", LOSE)
            self.screen.say(Text.assemble(verdict, f"  {asked.because}" if asked.because != asked.answer else ""))
            return right
