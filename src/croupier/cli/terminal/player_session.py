"""A player's session at a table: what is told, what is asked, and what is done with the answers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Final

from rich.text import Text

from croupier.chips import dollars, parse_dollars
from croupier.cli.screen import GOLD, HEADING, EndOfInput, Screen
from croupier.cli.terminal.coach import Adviser
from croupier.cli.terminal.rulesheet import glossary_sheet, paytable_sheet, rules_sheet
from croupier.cli.terminal.table_lines import PlayerLines
from croupier.cli.terminal.typed_answers import HELP, T, ask, choices, help_with_bets, read_answer, read_bets, say_bets
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

SIT_OUT: Final = ("pass", "sit out", "sit-out")
Bets = dict[str, int] | None
"""The bets for a round, none to sit it out; None where the round asks something before its bets."""


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
        self.leaving = False

    def run(self, rounds: int | None) -> None:
        """Play until the player leaves, or for so many rounds; then say how the session went."""
        game, chips = self.table.game, dollars(self.lines.bought)
        others = listed([self.table.seats[number].player for number in self.first_chips])
        self.screen.say(Text(game.title.upper(), HEADING), game.sentence)
        beside = f" beside {others}" if others else ""
        self.screen.say(f"You have {chips} and seat {self.seat}{beside}. `rules` and `help` tell more.")
        try:
            while not self.leaving and (rounds is None or self.played < rounds):
                self.deal(self.plan())
        except EndOfInput:
            pass
        cents, number = self.table.leave(self.seat), counted(self.played, "round")
        self.screen.say(f"You leave with {dollars(cents)}, {self.lines.up_or_down(cents)} after {number}.")
        if self.log:
            self.screen.say(f"{number} written to {self.log.path}; `croupier replay` deals them again.")

    def plan(self) -> Bets:
        """Ask what the player does in the next round."""
        for number, chips in self.first_chips.items():
            if self.table.seats[number].stack * 10 < chips:
                self.table.buy(number, chips)
        self.screen.say("", Text(f"Round {self.table.rounds + 1}", HEADING))
        self.screen.say(*self.lines.pot(table_view(self.table, None, self.seat)))
        if self.next_round().betting:
            return self.ask_for_bets(self.next_round, "buy, ")

        def read(typed: str) -> Bets:
            if typed and typed.lower() not in SIT_OUT:
                raise Refused(f"{typed!r} is nothing to do between rounds; press Enter, or type pass, buy 100 or leave")
            return {} if typed else None

        question = Text.assemble(("Next round? ", GOLD), "Enter to go on; or type pass, buy, leave, help")
        return self.ask(lambda: [question], read, ["Bets are asked for once the game is chosen. Or:"])

    def next_round(self) -> Round:
        """Return a round at a copy of this table, to try bets on."""
        return Round(restore(save(self.table), game_named), Stacked(()))

    def ask_for_bets(self, trial: Callable[[], Round], buy: str = "") -> dict[str, int]:
        """Ask for bets until the round takes them."""

        def question() -> list[Text]:
            usual = self.usual_bets(trial())
            offer = f"Enter for {say_bets(usual, self.table.game)}; " if usual else ""
            return [Text.assemble(("Your bets? ", GOLD), f"{offer}or type bets, pass, {buy}leave, help")]

        def read(typed: str) -> dict[str, int]:
            if typed.lower() in SIT_OUT:
                return {}
            round = trial()
            bets = read_bets(typed, self.table.game, self.pot_price) if typed else self.usual_bets(round)
            if not bets:
                least = say_bets(self.table.placard.least_bets(self.table.game), self.table.game)
                chips = dollars(self.table.seats[self.seat].stack)
                raise Refused(f"your {chips} does not cover {least}; type other bets, pass, {buy}or leave")
            round.check_bets(self.seat, bets)
            self.bets = bets
            return bets

        return self.ask(question, read, [*help_with_bets(self.table), "Or:"])

    def usual_bets(self, round: Round) -> dict[str, int]:
        """Return what Enter bets: the last bets again, or else the least bets; nothing if chips are short."""
        pots = [spot.name for spot in self.table.game.spots if spot.pot]
        last = {spot: cents for spot, cents in self.bets.items() if spot not in pots}
        try:
            with_pot = last | {pot: self.pot_price() for pot in pots if pot in self.bets}
        except Refused:
            with_pot = last
        offers = (with_pot, last, self.table.placard.least_bets(self.table.game))
        return next((bets for bets in offers if bets and round.takes(self.seat, bets)), {})

    def pot_price(self) -> int:
        """Return what the pot costs the player now."""
        return self.table.pot.price(self.table.seats[self.seat].player) if self.table.pot else 0

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
            except (KeyboardInterrupt, EndOfInput):  # the round is settled, and the player goes
                self.leaving = True
        self.played += 1
        record = recorder.record()
        if self.log:
            self.log.add(record)
        self.lines.tell_result(record)

    def answer(self, round: Round, bets: Bets) -> None:
        """Give the player's answer; one who leaves or sits out is given what puts no chip at risk."""
        decision = round.waiting[self.seat]
        if decision is None and bets is None and not self.leaving:
            self.lines.tell_news()
            self.lines.tell_cards()
            round.bet(self.seat, self.ask_for_bets(lambda: round))
        elif decision is None:
            round.bet(self.seat, bets or {})
        elif self.leaving or bets == {}:
            round.act(self.seat, decision.default.name)
        else:
            round.act(self.seat, self.decide(round, decision))

    def decide(self, round: Round, decision: Decision) -> str:
        """Ask for a decision until the answer is one."""
        self.screen.say("")
        self.lines.tell_news()
        self.lines.tell_cards(decision)
        hand = [card.name for card in view(round, self.seat).own()]
        asks = Text.assemble(("Your turn: ", GOLD), player_told(round, self.seat).asks)
        adviser = cache(lambda: Adviser(round, self.seat))

        def read(typed: str) -> str:
            if not typed and len(decision.options) == 1:
                return decision.default.name
            return decision.read(read_answer(typed, decision, hand)).name

        helped = ["Type a key or the words beside it, then Enter. Or:"]
        answer = self.ask(lambda: [asks, *choices(decision, hand)], read, helped, lambda: adviser().hint())
        if self.coach:
            self.screen.say(*adviser().judged(answer))
        return answer

    def ask(
        self,
        question: Callable[[], Iterable[Text]],
        read: Callable[[str], T],
        helped: list[str],
        hint: Callable[[], list[str]] = lambda: ["A hint is for a decision; bets are yours alone."],
    ) -> T:
        """Return what the player answers, once everything has been looked up."""
        game, placard = self.table.game, self.table.placard

        def look_up(typed: str) -> bool:
            match typed.lower().split():
                case ["help" | "?"]:
                    self.screen.say(*helped, *HELP)
                case ["hint"]:
                    self.screen.say(*hint())
                case ["coach"]:
                    self.coach = not self.coach
                    self.screen.say(
                        f"The coach {'says after each decision what it cost' if self.coach else 'is silent'}."
                    )
                case ["rules" | "dealer" as sheet]:
                    self.screen.show(*rules_sheet(game, placard, dealer=sheet == "dealer"))
                case ["words"]:
                    self.screen.show(*glossary_sheet(game, placard))
                case ["paytable" | "paytables"]:
                    self.screen.show(*paytable_sheet(game))
                case ["buy", *amount]:
                    cents = parse_dollars(" ".join(amount))
                    self.table.buy(self.seat, cents)
                    self.lines.bought += cents
                    chips = dollars(self.table.seats[self.seat].stack)
                    self.screen.say(f"You buy {dollars(cents)} and have {chips}")
                case _:
                    return False
            return True

        return ask(self.screen, read, question=question, look_up=look_up)


class Log:
    """A file that finished rounds are added to: one to a line, each line there whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            if path.exists() and path.stat().st_size:
                read_records(path)
                if not path.read_bytes().endswith(b"\n"):
                    raise Refused(f"the log {path} ends in the middle of a line")
            self.file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            raise Refused(f"cannot write the log {path}: {error.strerror}") from None
        except Refused as error:
            raise Refused(f"{error}; --log adds to a log of rounds or begins a new file") from None

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
