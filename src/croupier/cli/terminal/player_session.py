"""A player's session at a table: what is asked, and what is done with the answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from croupier.chips import dollars, parse_dollars
from croupier.cli.screen import EndOfInput
from croupier.cli.terminal.adviser import Adviser
from croupier.cli.terminal.display import Display, choices, up_or_down
from croupier.cli.terminal.drawing import DIM, GOLD
from croupier.cli.terminal.help import help_with_bets, help_with_decision, help_with_going_on
from croupier.cli.terminal.round_log import Log
from croupier.cli.terminal.rulesheet import glossary_sheet, paytable_sheet, rules_sheet
from croupier.cli.terminal.typed_answers import read_answer, read_bets, say_bets
from croupier.english import counted
from croupier.errors import Refused
from croupier.games import game_named
from croupier.table.automatic import play_automatic_seat
from croupier.table.chance import Stacked, derive
from croupier.table.decisions import Decision
from croupier.table.record import Recorder, restore, save
from croupier.table.round import Round
from croupier.table.view import view
from croupier.voice.player_told import player_told

SIT_OUT: Final = ("pass", "sit out", "sit-out")
LEAVE: Final = ("quit", "leave", "exit", "q")


class Leave(Exception):
    """The player goes."""


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """How the player goes into a round."""

    bets: dict[str, int] | None = None
    """What to bet, nothing to sit it out; None where the round asks something before the bets."""

    @property
    def sits_out(self) -> bool:
        """Whether the player takes no part."""
        return self.bets == {}


class Session:
    """One person at a table whose other seats play by themselves."""

    def __init__(self, display: Display, seed: bytes, log: Log | None = None, coach: bool = False) -> None:
        self.display = display
        self.screen = display.screen
        self.table = display.table
        self.seat = display.seat
        self.seed = seed
        self.log = log
        self.first_chips = {seat.number: seat.stack for seat in self.table.seats.values() if seat.number != self.seat}
        self.played = 0
        self.bets: dict[str, int] = {}
        """The bets placed last, which Enter repeats."""
        self.leaving = False
        self.coach = coach
        """Whether what a decision cost is said after it."""
        self.adviser: Adviser | None = None
        """Whoever weighs the decision that is asked for, once somebody wants to know."""

    def run(self, rounds: int | None) -> None:
        """Play until the player leaves, or for so many rounds."""
        self.display.show_table()
        try:
            while not self.leaving and (rounds is None or self.played < rounds):
                self.deal(self.plan())
                self.display.show_settled()
        except Leave:
            pass
        self.farewell()

    def plan(self) -> RoundPlan:
        """What the player does in the next round."""
        for number, chips in self.first_chips.items():
            if self.table.seats[number].stack * 10 < chips:
                self.table.buy(number, chips)
        while True:
            trial = Round(restore(save(self.table), game_named), Stacked(()))
            plan = self.ask_for_bets(trial) if trial.betting else self.ask_to_go_on()
            if plan:
                return plan

    def ask_for_bets(self, round: Round) -> RoundPlan | None:
        """Ask once for bets that this round would take; if something else is typed, or bets it refuses, None."""
        usual = self.usual_bets(round)
        offer = f"Enter for {say_bets(usual, self.table.game)}; " if usual else ""
        buy = "" if self.table.in_round else "buy, "
        question = Text.assemble(("Your bets? ", GOLD), (f"{offer}or type bets, pass, {buy}leave, help", DIM))
        typed = self.ask(question, lambda: help_with_bets(self.table))
        if self.buys(typed):
            return None
        if typed.lower() in SIT_OUT:
            return RoundPlan({})
        try:
            bets = read_bets(typed, self.table.game, self.pot_price) if typed else usual
            if not bets:
                least = say_bets(self.table.placard.least_bets(self.table.game), self.table.game)
                chips = dollars(self.table.seats[self.seat].stack)
                raise Refused(f"your {chips} does not cover {least}; type other bets, pass, {buy}or leave")
            round.check_bets(self.seat, bets)
        except Refused as error:
            self.screen.say(str(error))
            return None
        self.bets = bets
        return RoundPlan(bets)

    def ask_to_go_on(self) -> RoundPlan | None:
        """Wait before a round that asks something before the bets."""
        question = Text.assemble(("Next round? ", GOLD), ("Enter to go on; or type pass, buy, leave, help", DIM))
        typed = self.ask(question, help_with_going_on)
        if self.buys(typed):
            return None
        if typed.lower() in SIT_OUT:
            return RoundPlan({})
        if typed:
            self.screen.say(f"{typed!r} is nothing to do between rounds; press Enter, or type pass, buy 100 or leave")
            return None
        return RoundPlan()

    def usual_bets(self, round: Round) -> dict[str, int]:
        """What Enter bets: the last bets again, or else the least that the game takes; nothing if chips are short."""
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
        """What the pot costs the player now."""
        return self.table.pot.price(self.display.player) if self.table.pot else 0

    def buys(self, typed: str) -> bool:
        """Carry out `buy 100`, if that is what was typed."""
        verb, _, amount = typed.lower().partition(" ")
        if verb != "buy":
            return False
        try:
            cents = parse_dollars(amount)
            self.table.buy(self.seat, cents)
            self.display.bought += cents
            self.screen.say(f"You buy {dollars(cents)} and have {dollars(self.table.seats[self.seat].stack)}")
        except Refused as error:
            self.screen.say(str(error))
        return True

    def deal(self, plan: RoundPlan) -> None:
        """Deal one round to its end, and write it down."""
        recorder = Recorder(self.table, derive(self.seed, f"round {self.table.rounds + 1}"))
        round = recorder.round
        self.display.follow(round)
        while not round.finished:
            others = [number for number in round.waiting if number != self.seat]
            try:
                if others:
                    play_automatic_seat(round, others[0])
                    self.display.pause()
                else:
                    self.answer(round, plan)
                    self.display.notes.clear()
            except KeyboardInterrupt:  # as the end of the input: the round is settled, and the player goes
                self.leaving = True
        self.played += 1
        self.display.record = recorder.record()
        if self.log:
            self.log.add(self.display.record)

    def answer(self, round: Round, plan: RoundPlan) -> None:
        """Give the player's answer; one who leaves or sits out is given what puts no chip at risk."""
        decision = round.waiting[self.seat]
        try:
            if decision is None:
                round.bet(self.seat, self.bets_in(round) if plan.bets is None and not self.leaving else plan.bets or {})
            elif self.leaving or plan.sits_out:
                round.act(self.seat, decision.default.name)
            else:
                round.act(self.seat, self.decide(round, decision))
        except Leave:
            self.leaving = True

    def bets_in(self, round: Round) -> dict[str, int]:
        """Ask for bets in a round that has begun."""
        self.display.show_table()
        while True:
            plan = self.ask_for_bets(round)
            if plan and plan.bets is not None:
                return plan.bets

    def decide(self, round: Round, decision: Decision) -> str:
        """Ask for a decision until the answer is one."""
        hand = [card.name for card in view(round, self.seat).own()]
        self.display.show_table(numbered=any(card in name.split() for name in decision.legal for card in hand))
        self.adviser = None
        told = player_told(round, self.seat)
        asks = " ".join(filter(None, (told.so_far and f"You have {told.so_far}.", told.asks)))
        while True:
            typed = self.ask(choices(decision, hand, asks), lambda: help_with_decision(decision, hand))
            if not typed and len(decision.options) == 1:
                return decision.default.name
            try:
                answer = decision.read(read_answer(typed, decision, hand)).name
            except Refused as error:
                self.screen.say(str(error))
                continue
            self.display.coached = self.advice(round).judged(answer) if self.coach else ""
            self.adviser = None
            return answer

    def advice(self, round: Round) -> Adviser:
        """Whoever weighs the decision that is asked for."""
        if self.adviser is None:
            self.adviser = Adviser(round, self.seat)
        return self.adviser

    def hint(self) -> list[str]:
        """What is best now."""
        round = self.display.round
        if round is None or round.finished or round.waiting.get(self.seat) is None:
            return ["A hint is for a decision; bets are yours alone."]
        try:
            return self.advice(round).hint()
        except Refused as error:
            return [str(error)]

    def turn_coach(self) -> list[str]:
        """Let the coach begin or stop speaking."""
        self.coach = not self.coach
        return ["The coach says after each decision what it cost." if self.coach else "The coach is silent."]

    def ask(self, question: Text, helped: Callable[[], list[str]]) -> str:
        """What the player answers, once everything has been looked up; leaving is the end of it."""
        try:
            while True:
                self.screen.say(question)
                typed = self.screen.ask("> ")
                match typed.lower():
                    case "help" | "?":
                        self.screen.say(*helped())
                    case "hint":
                        self.screen.say(*self.hint())
                    case "coach":
                        self.screen.say(*self.turn_coach())
                    case "rules":
                        self.screen.page(*rules_sheet(self.table.game, self.table.placard))
                    case "dealer":
                        self.screen.page(*rules_sheet(self.table.game, self.table.placard, dealer=True))
                    case "words":
                        self.screen.page(*glossary_sheet(self.table.game, self.table.placard))
                    case "paytable" | "paytables":
                        self.screen.show(*paytable_sheet(self.table.game))
                    case words if words in LEAVE:
                        raise Leave
                    case _:
                        return typed
                if self.screen.terminal:
                    while self.screen.ask("Enter goes back to the table. ") == "?":
                        self.screen.say("There is nothing else to type here.")
                    self.display.show_again()
        except EndOfInput:
            raise Leave from None

    def farewell(self) -> None:
        """Say how the session went."""
        cents = self.table.leave(self.seat)
        rounds = counted(self.played, "round")
        self.screen.say(f"You leave with {dollars(cents)}, {up_or_down(cents - self.display.bought)} after {rounds}.")
        if self.log:
            self.screen.say(f"{rounds} written to {self.log.path}; `croupier replay` deals them again.")
