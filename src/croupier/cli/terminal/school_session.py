"""A trainee in the terminal: acts are typed, what they bring about is told, and what was wrong."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

from rich.text import Text

from croupier.cli.screen import BRASS, DIM, GOLD, HEADING, LOSE, WIN, EndOfInput, Screen
from croupier.cli.terminal.rulesheet import paytable_sheet
from croupier.cli.terminal.table_lines import TableLines
from croupier.cli.terminal.typed_answers import ask
from croupier.english import counted
from croupier.school.dealer_acts import USAGE, told
from croupier.school.dealt_view import happened, seen_so_far
from croupier.school.dealt_view import sentences as sentences_of
from croupier.school.drills import question
from croupier.school.sitting import Sitting
from croupier.table.game import Game
from croupier.table.placard import Placard


class LessonSession:
    """One trainee who deals the rounds of a sitting."""

    def __init__(self, screen: Screen, sitting: Sitting, lesson: str) -> None:
        self.screen = screen
        self.sitting = sitting
        self.lesson = lesson
        self.began = time.monotonic()
        self.told = 0
        """The number of the round's events that the trainee has been told of."""
        self.hinted = ""
        """The rule and sentence that were said last."""

    def run(self) -> None:
        """Deal every round, until the trainee leaves; then say how it went, with marks unless it was only watched."""
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
            self.screen.say("You leave in the middle of a round; nothing is marked.")
            return
        result = self.sitting.result()
        acts = counted(result.acts, "act")
        if self.lesson == "watch":
            rounds = counted(len(self.sitting.rounds), "round")
            self.screen.say(f"You have seen {acts} of {rounds}; deal them yourself with --lesson hints.")
            return
        score = f"{result.right} of {acts} right at the first try: {float(Fraction(result.score)):.1%}"
        took = f"{counted(result.seconds, 'second')}, and a house expects {result.house_seconds}"
        self.screen.say(Text(score, GOLD if result.mistakes else WIN))
        self.screen.say(f"{counted(len(result.mistakes), 'mistake')}; {took}")
        for each in result.mistakes:
            self.screen.say(Text(f"  round {each.round}, {each.rule}: {each.act}; right: {each.due}", DIM))
        if self.lesson == "exam":
            self.screen.say(Text("passed", WIN) if result.passed else Text("not passed", LOSE))

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
        seen, lines = seen_so_far(self.sitting.before, marking), TableLines(self.screen, marking.game)
        self.screen.say(*lines.common(seen, happened(marking), backs=True), *lines.pot(seen))
        for seat in seen.seats:
            name = Text(f"{seat.number} {seat.player}{' (folded)' if seat.folded else ''}", "bold")
            cards, bets = lines.places(seat.places, backs=True), Text(lines.bets(seat, seen))
            self.screen.say(*lines.in_rows([name, *cards, bets]))

    def step(self) -> None:
        """Ask for one act, and take it."""
        due = self.sitting.marking.due()
        hint = "" if self.lesson == "exam" else f"{due.rule}  {due.sentence}"
        if hint != self.hinted:
            self.hinted = hint
            self.screen.say(Text(hint, BRASS))
        if self.lesson == "watch":
            self.screen.say(Text(self.told_act(), GOLD))
            ask(self.screen, lambda typed: self.take(str(due.act)), "Enter does it. ")
        else:
            ask(self.screen, self.take, "You do: ", look_up=self.look_up)

    def look_up(self, typed: str) -> bool:
        """Show what was asked for, if that is no act."""
        match typed.lower():
            case "" | "help" | "?":
                more = "table: what lies there; show: what is due; paytables: what is paid; quit: leave"
                self.screen.say(*USAGE.values(), more)
                if self.sitting.ruling_words:
                    self.screen.say(f"Rulings: {'; '.join(self.sitting.ruling_words)}")
            case "table":
                self.tell_table()
            case "paytable" | "paytables":
                self.screen.show(*paytable_sheet(self.sitting.table.game))
            case "show" if self.lesson == "exam":
                self.screen.say("An exam shows nothing.")
            case "show":
                self.screen.say(f"{self.sitting.marking.due().act}   {self.told_act()}")
            case _:
                return False
        return True

    def take(self, words: str) -> None:
        """Take what was typed, and say what was wrong with it."""
        mistake = self.sitting.do(words, int((time.monotonic() - self.began) * 1_000))
        if mistake is None:
            self.tell_news()
            return
        self.hinted = ""
        self.screen.say(Text(f"{mistake.rule}: {mistake.sentence}", LOSE))

    def told_act(self) -> str:
        """Return what is due, for a person."""
        marking = self.sitting.marking
        return told(marking.due().act, marking.game, marking.players)


def run_drill(screen: Screen, drill: str, game: Game[Any], placard: Placard, seed: str, questions: int) -> None:
    """Ask that many questions of one drill, and say how many were right."""
    right = asked = 0
    try:
        for number in range(1, questions + 1):
            right += _ask_drill(screen, drill, game, placard, f"{seed} {number}", number)
            asked += 1
    except EndOfInput:
        pass
    screen.say(f"{right} of {counted(asked, 'question')} right")


def _ask_drill(screen: Screen, drill: str, game: Game[Any], placard: Placard, seed: str, number: int) -> bool:
    """Ask one question until it is answered, and return True if it was right."""
    asked = question(drill, game, placard, seed)
    screen.say(Text(f"{number}. {asked.asks}", GOLD))
    for place, cards in asked.cards.items():
        screen.say(Text.assemble(f"   {place}: ", screen.cards(cards)))
    for each, words in enumerate(asked.choices, start=1):
        screen.say(f"   {each}) {words}")

    def look_up(typed: str) -> bool:
        if helped := typed.lower() in ("", "help", "?"):
            choice = "the number of a choice, or its words"
            screen.say(f"Type {choice if asked.choices else 'an amount in dollars, as in 12 or 7.50'}; quit: leave")
        return helped

    right = ask(screen, asked.right, "Which? " if asked.choices else "How much? ", look_up=look_up)
    verdict = Text("right", WIN) if right else Text(f"no: {asked.answer}", LOSE)
    screen.say(Text.assemble(verdict, f"  {asked.because}" if asked.because != asked.answer else ""))
    return right
