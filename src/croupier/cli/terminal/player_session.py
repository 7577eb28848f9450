"""A player's session at a table: what is told, what is asked, and what is done with the answers."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.text import Text

from croupier.chips import dollars, parse_dollars
from croupier.cli.screen import GOLD, HEADING, EndOfInput, Screen
from croupier.cli.terminal.rulesheet import glossary_sheet, paytable_sheet, rules_sheet
from croupier.cli.terminal.table_lines import PlayerLines, choices, up_or_down
from croupier.cli.terminal.typed_answers import (
    HELP_BEFORE_THE_CALL,
    help_with_bets,
    help_with_decision,
    read_answer,
    read_bets,
    say_bets,
)
from croupier.english import counted, listed
from croupier.errors import Refused
from croupier.games import game_named
from croupier.table.chance import Stacked, derive
from croupier.table.decisions import Decision
from croupier.table.record import Record, Recorder, read_records, restore, save, write_record
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import play_automatic_seat, table_view, view
from croupier.voice.player_told import player_told
from croupier.voice.prompts import choice_words

if TYPE_CHECKING:
    from croupier.exact.strategy_cards import CardAdvice


SECONDS: Final = 10
"""How long a decision of a game of no family is weighed."""
BEST_SHOWN: Final = 4


class Adviser:
    """The values of one decision's choices, in units of `unit` cents."""

    def __init__(self, round: Round, seat: int) -> None:
        game, seen = round.table.game, view(round, seat)
        self.words = {name: choice_words(type(game), name, len(seen.own())) for name in seen.legal}
        self.values: dict[str, Fraction] = {}
        self.card: CardAdvice | None = None
        question = game.question(seen)
        if question is None:
            return
        from croupier.exact.solver import AskedHand, solver_of
        from croupier.exact.strategy_cards import card_advice

        self.unit = Fraction(question.stake)
        hand = AskedHand(question.cards, question.board, question.variant, self.unit / 100, SECONDS)
        weighed = {name: value for name, value in solver_of(game).weigh(hand).items() if name in self.words}
        self.exact = all(isinstance(value, Fraction) for value in weighed.values())
        self.values = {n: v if isinstance(v, Fraction) else Fraction(v.estimate) for n, v in weighed.items()}
        self.card = card_advice(game, (*question.cards, *question.board), seen.legal, question.variant)

    def hint(self) -> list[str]:
        """Return the best choice, and what it and the next ones are worth."""
        if not self.values:
            return ["There is nothing to advise on here."]
        best, *others = sorted(self.values, key=lambda name: -self.values[name])[:BEST_SHOWN]
        lines = [f"Hint: {self.words[best]}. On average it brings {self.money(best)} from here.", self.why()]
        return [*filter(None, lines), *(f"  {self.words[name]}: {self.money(name)}" for name in others)]

    def why(self) -> str:
        """Return the strategy card's sentences for the hand, and say so where they do not lead to the best play."""
        if self.card is None:
            return ""
        said = f"The strategy card: {' '.join(self.card.sentences)}"
        best = self.values.get(self.card.action) == max(self.values.values(), default=None)
        return said if best else f"{said} That is {self.words[self.card.action]}; here the card is not the best play."

    def judged(self, answer: str) -> str:
        """Return what an answer has cost beside the best, and why."""
        if answer not in self.values:
            return ""
        best = max(self.values, key=lambda name: self.values[name])
        lost = self.values[best] - self.values[answer]
        if not lost:
            return f"Coach: {self.words[answer]} was best. {self.why()}".rstrip()
        exact = f" ({lost} of a bet)" if self.exact else ", estimated"
        cost = f"{self.words[answer]} cost {_cents(lost * self.unit)}{exact}; {self.words[best]} was best."
        return f"Coach: {cost} {self.why()}".rstrip()

    def money(self, name: str) -> str:
        """Return what a choice is worth in dollars, and exactly in bets where that is known."""
        value = self.values[name]
        exact = f" ({value})" if self.exact else " (estimated)"
        return f"{'-' if value < 0 else '+'}{_cents(abs(value) * self.unit)}{exact}"


def _cents(cents: Fraction) -> str:
    """Return dollars to a hundredth, or further where that would say nothing."""
    return f"${float(cents) / 100:.2f}" if cents >= 1 or not cents else f"${float(cents) / 100:.4f}"


SIT_OUT: Final = ("pass", "sit out", "sit-out")
LEAVE: Final = ("quit", "leave", "exit", "q")
COACH: Final = {True: "The coach says after each decision what it cost.", False: "The coach is silent."}

Bets = dict[str, int] | None
"""The bets for a round, none to sit it out; None where the round asks something before its bets."""


class Leave(Exception):
    """The player goes."""


class Session:
    """One person at a table whose other seats play by themselves."""

    def __init__(
        self,
        table: Table,
        seat: int,
        screen: Screen,
        seed: bytes,
        log: Log | None = None,
        coach: bool = False,
        procedure: bool = False,
    ) -> None:
        self.table, self.seat, self.screen, self.seed, self.log = table, seat, screen, seed, log
        self.coach = coach
        self.lines = PlayerLines(screen, table, seat, procedure)
        self.first_chips = {other.number: other.stack for other in table.seats.values() if other.number != seat}
        self.played = 0
        self.bets: dict[str, int] = {}
        """The bets placed last, which Enter repeats."""
        self.adviser: Adviser | None = None
        self.leaving = False

    def run(self, rounds: int | None) -> None:
        """Play until the player leaves, or for so many rounds."""
        game, chips = self.table.game, dollars(self.lines.bought)
        others = [seat.player for seat in self.table.seats.values() if seat.number != self.seat]
        beside = f" beside {listed(others)}" if others else ""
        self.screen.say(Text(game.title.upper(), HEADING), game.sentence)
        self.screen.say(f"You have {chips} and seat {self.seat}{beside}. `rules` and `help` tell more.")
        try:
            while not self.leaving and (rounds is None or self.played < rounds):
                self.deal(self.plan())
        except Leave:
            pass
        self.farewell()

    def plan(self) -> Bets:
        """Ask what the player does in the next round."""
        for number, chips in self.first_chips.items():
            if self.table.seats[number].stack * 10 < chips:
                self.table.buy(number, chips)
        self.screen.say("", Text(f"Round {self.table.rounds + 1}", HEADING))
        self.screen.say(*self.lines.pot(table_view(self.table, None, self.seat)))
        return self.ask_for_bets() if self.next_round().betting else self.ask_to_go_on()

    def next_round(self) -> Round:
        """Return a round at a copy of this table, to try bets on."""
        return Round(restore(save(self.table), game_named), Stacked(()))

    def ask_for_bets(self, begun: Round | None = None) -> dict[str, int]:
        """Ask for bets until the round takes them; the round that has begun, or the next one."""
        typed = ""
        while True:
            round = begun or self.next_round()
            usual = self.usual_bets(round)
            offer = f"Enter for {say_bets(usual, self.table.game)}; " if usual else ""
            buy = "" if begun else "buy, "
            question = Text.assemble(("Your bets? ", GOLD), f"{offer}or type bets, pass, {buy}leave, help")
            typed = self.ask([question], lambda: help_with_bets(self.table), typed)
            if typed.lower() in SIT_OUT:
                return {}
            try:
                if self.buys(typed):
                    typed = ""
                    continue
                bets = read_bets(typed, self.table.game, self.pot_price) if typed else usual
                if not bets:
                    least = say_bets(self.table.placard.least_bets(self.table.game), self.table.game)
                    chips = dollars(self.table.seats[self.seat].stack)
                    raise Refused(f"your {chips} does not cover {least}; type other bets, pass, {buy}or leave")
                round.check_bets(self.seat, bets)
            except Refused as error:
                self.screen.say(str(error))
                continue
            self.bets = bets
            return bets

    def ask_to_go_on(self) -> Bets:
        """Wait before a round that asks something before the bets."""
        question = Text.assemble(("Next round? ", GOLD), "Enter to go on; or type pass, buy, leave, help")
        while typed := self.ask([question], lambda: HELP_BEFORE_THE_CALL):
            try:
                if typed.lower() in SIT_OUT:
                    return {}
                if not self.buys(typed):
                    raise Refused(
                        f"{typed!r} is nothing to do between rounds; press Enter, or type pass, buy 100 or leave"
                    )
            except Refused as error:
                self.screen.say(str(error))
        return None

    def usual_bets(self, round: Round) -> dict[str, int]:
        """Return what Enter bets: the last bets again, or else the least bets; nothing if chips are short."""
        pots = [spot.name for spot in self.table.game.spots if spot.pot]
        last = {spot: cents for spot, cents in self.bets.items() if spot not in pots}
        least = self.table.placard.least_bets(self.table.game)
        try:
            with_pot = last | {pot: self.pot_price() for pot in pots if pot in self.bets}
        except Refused:
            with_pot = last
        for bets in filter(None, (with_pot, last, least)):
            try:
                round.check_bets(self.seat, bets)
                return bets
            except Refused:
                continue
        return {}

    def pot_price(self) -> int:
        """Return what the pot costs the player now."""
        return self.table.pot.price(self.table.seats[self.seat].player) if self.table.pot else 0

    def buys(self, typed: str) -> bool:
        """Carry out `buy 100`, if that is what was typed."""
        verb, _, amount = typed.lower().partition(" ")
        if verb != "buy":
            return False
        cents = parse_dollars(amount)
        self.table.buy(self.seat, cents)
        self.lines.bought += cents
        self.screen.say(f"You buy {dollars(cents)} and have {dollars(self.table.seats[self.seat].stack)}")
        return True

    def deal(self, bets: Bets) -> None:
        """Deal one round to its end, show how it ended, and write it down."""
        recorder = Recorder(self.table, derive(self.seed, f"round {self.table.rounds + 1}"))
        round = recorder.round
        self.lines.follow(round)
        while not round.finished:
            others = [number for number in round.waiting if number != self.seat]
            try:
                if others:
                    play_automatic_seat(round, others[0])
                else:
                    self.answer(round, bets)
            except KeyboardInterrupt:  # as the end of the input: the round is settled, and the player goes
                self.leaving = True
        self.played += 1
        record = recorder.record()
        if self.log:
            self.log.add(record)
        self.lines.tell_result(record)

    def answer(self, round: Round, bets: Bets) -> None:
        """Give the player's answer; one who leaves or sits out is given what puts no chip at risk."""
        decision = round.waiting[self.seat]
        try:
            if decision is None and bets is None and not self.leaving:
                self.lines.tell_news()
                self.lines.tell_cards()
                round.bet(self.seat, self.ask_for_bets(round))
            elif decision is None:
                round.bet(self.seat, bets or {})
            elif self.leaving or bets == {}:
                round.act(self.seat, decision.default.name)
            else:
                round.act(self.seat, self.decide(round, decision))
        except Leave:
            self.leaving = True

    def decide(self, round: Round, decision: Decision) -> str:
        """Ask for a decision until the answer is one."""
        self.screen.say("")
        self.lines.tell_news()
        self.lines.tell_cards(decision)
        hand = [card.name for card in self.lines.seen().own()]
        question = [Text.assemble(("Your turn: ", GOLD), player_told(round, self.seat).asks), *choices(decision, hand)]
        self.adviser = None
        while True:
            typed = self.ask(question, lambda: help_with_decision(decision, hand))
            if not typed and len(decision.options) == 1:
                return decision.default.name
            try:
                answer = decision.read(read_answer(typed, decision, hand)).name
            except Refused as error:
                self.screen.say(str(error))
                continue
            if self.coach:
                self.screen.say(*filter(None, [self.advice(round).judged(answer)]))
            return answer

    def advice(self, round: Round) -> Adviser:
        """Return whoever weighs the decision that is asked for."""
        if self.adviser is None:
            self.adviser = Adviser(round, self.seat)
        return self.adviser

    def hint(self) -> list[str]:
        """Return what is best now."""
        round = self.lines.round
        if round is None or round.finished or round.waiting.get(self.seat) is None:
            return ["A hint is for a decision; bets are yours alone."]
        try:
            return self.advice(round).hint()
        except Refused as error:
            return [str(error)]

    def ask(self, question: list[Text], helped: Callable[[], list[str]], typed: str = "") -> str:
        """Return what the player answers, once everything has been looked up; leaving is the end of it."""
        game, placard = self.table.game, self.table.placard
        try:
            while True:
                self.screen.say(*question[:1])
                self.screen.say(*question[1:], indent=2)
                typed = self.screen.ask("> ", typed if " " in typed else "")
                match typed.lower():
                    case "help" | "?":
                        self.screen.say(*helped())
                    case "hint":
                        self.screen.say(*self.hint())
                    case "coach":
                        self.coach = not self.coach
                        self.screen.say(COACH[self.coach])
                    case "rules" | "dealer" as sheet:
                        self.screen.show(*rules_sheet(game, placard, dealer=sheet == "dealer"))
                    case "words":
                        self.screen.show(*glossary_sheet(game, placard))
                    case "paytable" | "paytables":
                        self.screen.show(*paytable_sheet(game))
                    case words if words in LEAVE:
                        raise Leave
                    case _:
                        return typed
                typed = ""
        except EndOfInput:
            raise Leave from None

    def farewell(self) -> None:
        """Say how the session went."""
        cents = self.table.leave(self.seat)
        rounds = counted(self.played, "round")
        self.screen.say(f"You leave with {dollars(cents)}, {up_or_down(cents - self.lines.bought)} after {rounds}.")
        if self.log:
            self.screen.say(f"{rounds} written to {self.log.path}; `croupier replay` deals them again.")


class Log:
    """A file that finished rounds are added to: one to a line, each line there whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            if path.exists() and path.stat().st_size:
                self._check()
            self.file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            raise Refused(f"cannot write the log {path}: {error.strerror}") from None

    def _check(self) -> None:
        """Refuse to add to a file that is something else, or that ends in the middle of a line."""
        try:
            read_records(self.path)
        except Refused as error:
            raise Refused(f"{error}; --log adds to a log of rounds or begins a new file") from None
        if not self.path.read_bytes().endswith(b"\n"):
            raise Refused(f"the log {self.path} ends in the middle of a line; --log adds to whole ones")

    def add(self, record: Record) -> None:
        """Add a finished round in one write; what could not be written whole is taken back."""
        line = write_record(record)
        before = os.fstat(self.file).st_size
        try:
            if os.write(self.file, line) != len(line):
                os.ftruncate(self.file, before)
                raise Refused(f"cannot write the log {self.path}: the disk is full")
        except OSError as error:
            raise Refused(f"cannot write the log {self.path}: {error.strerror}") from None
