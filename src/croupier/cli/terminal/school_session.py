"""A trainee in the terminal: acts are typed, what they bring about is told, and what was wrong."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any, Final

from rich.text import Text

from croupier.cli.screen import BRASS, DIM, GOLD, HEADING, LOSE, WIN, EndOfInput, Screen
from croupier.cli.terminal.rulesheet import paytable_sheet
from croupier.cli.terminal.table_lines import TableLines
from croupier.english import counted
from croupier.errors import Refused
from croupier.school.dealer_acts import USAGE, told
from croupier.school.dealt_view import happened, seen_so_far
from croupier.school.dealt_view import sentences as sentences_of
from croupier.school.drills import question
from croupier.school.sitting import Sitting
from croupier.table.game import Game
from croupier.table.placard import Placard

LEAVE: Final = ("quit", "leave", "exit", "q")
HELP: Final = ("help", "?")
PAYTABLES: Final = ("paytable", "paytables")
_HOW: Final = {
    True: "Type the number of a choice, or its words; quit: leave",
    False: "Type an amount in dollars, as in 12 or 7.50; quit: leave",
}


class _Left(Exception):
    """The trainee has gone."""


class LessonSession:
    """One trainee who deals the rounds of a sitting."""

    def __init__(self, screen: Screen, sitting: Sitting, lesson: str) -> None:
        self.screen = screen
        self.sitting = sitting
        self.lesson = lesson
        self.began = time.monotonic()
        self.lines = TableLines(screen, sitting.table.game)
        self.told = 0
        self.hinted = ""
        """The rule and sentence that were said last."""

    def run(self) -> None:
        """Deal every round, until the trainee leaves."""
        self.screen.say(Text(self.sitting.table.game.title.upper(), HEADING))
        self.screen.say("You are the dealer. `help` lists what you can do, `table` shows what lies on the table.")
        try:
            while not self.sitting.over:
                self.sitting.go_on()
                self.told = 0
                number = f"Round {len(self.sitting.rounds)}"
                self.screen.say("", Text.assemble((number, HEADING), f" of {self.sitting.terms.rounds}"))
                self.tell_news()
                while not self.sitting.marking.over:
                    self.step()
        except EndOfInput:
            raise Refused("the input ended before the round was dealt; `quit` leaves") from None
        except _Left:
            self.screen.say("You leave in the middle of a round; nothing is marked.")
            return
        self.farewell()

    def tell_news(self) -> None:
        """Say what has happened since it was said last."""
        events, sentences = happened(self.sitting.marking), sentences_of(self.sitting.marking)
        for event in events[self.told :]:
            if type(event) in sentences.tell:
                self.screen.say(Text(sentences(event), DIM), indent=2)
        self.told = len(events)

    def tell_table(self) -> None:
        """Show every card and bet as it lies."""
        marking = self.sitting.marking
        seen = seen_so_far(self.sitting.before, marking)
        self.screen.say(*self.lines.common(seen, happened(marking), backs=True), *self.lines.pot(seen))
        for seat in seen.seats:
            self.screen.say(*self.lines.in_full(seat, seen.pot["in"] if seen.pot else ()))

    def step(self) -> None:
        """Ask for one act, and take it."""
        due = self.sitting.marking.due()
        hint = "" if self.lesson == "exam" else f"{due.rule}  {due.sentence}"
        if hint != self.hinted:
            self.hinted = hint
            self.screen.say(Text(hint, BRASS))
        if self.lesson == "watch":
            self.screen.say(Text(self.told_act(), GOLD))
            self.typed("Enter does it. ")
            self.take(str(due.act))
            return
        words = self.typed("You do: ")
        if not words or words.lower() in HELP:
            self.screen.say(
                *USAGE.values(), "table: what lies there; show: what is due; paytables: what is paid; quit: leave"
            )
            if self.sitting.ruling_words:
                self.screen.say(f"Rulings: {'; '.join(self.sitting.ruling_words)}")
        elif words.lower() == "table":
            self.tell_table()
        elif words.lower() in PAYTABLES:
            self.screen.show(*paytable_sheet(self.sitting.table.game))
        elif words.lower() == "show":
            self.screen.say("An exam shows nothing." if self.lesson == "exam" else f"{due.act}   {self.told_act()}")
        else:
            self.take(words)

    def take(self, words: str) -> None:
        """Take what was typed, and say what was wrong with it."""
        try:
            mistake = self.sitting.do(words, int((time.monotonic() - self.began) * 1_000))
        except Refused as error:
            self.screen.say(str(error))
            return
        if mistake is None:
            self.tell_news()
            return
        self.hinted = ""
        self.screen.say(Text(f"{mistake.rule}: {mistake.sentence}", LOSE))

    def told_act(self) -> str:
        """Return what is due, for a person."""
        marking = self.sitting.marking
        return told(marking.due().act, marking.game, marking.players)

    def typed(self, prompt: str) -> str:
        """Return a line that is typed; whoever leaves is let go, by a word or by Ctrl-C."""
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
        """Say how the sitting went; whoever only watched is not marked."""
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
        """Ask that many questions, and say how many were right."""
        right = asked = 0
        try:
            for number in range(1, questions + 1):
                right += self.ask(number)
                asked += 1
        except EndOfInput:
            pass
        self.screen.say(f"{right} of {counted(asked, 'question')} right")

    def ask(self, number: int) -> bool:
        """Ask one question until it is answered, and return True if it was right."""
        asked = question(self.drill, self.game, self.placard, f"{self.seed} {number}")
        self.screen.say(Text(f"{number}. {asked.asks}", GOLD))
        for place, cards in asked.cards.items():
            self.screen.say(Text.assemble(f"   {place}: ", self.screen.cards(cards)))
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
