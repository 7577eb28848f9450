"""What a player is shown of the table, round after round."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from rich.text import Text

from croupier.chips import dollars
from croupier.cli.screen import Screen
from croupier.cli.terminal.drawing import BRASS, DIM, GOLD, LOSE, PUSH, WIN, inline
from croupier.cli.terminal.felt_screen import FeltScreen
from croupier.cli.terminal.typed_answers import is_pick, keys
from croupier.table.decisions import Decision, Option
from croupier.table.events import DEALER_HAND, Bet, Decided, Event, PotAwarded, PotGathered, Settled, Step
from croupier.table.record import Record
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import table_view
from croupier.voice.event_words import EventSentences, action_words, net, pot_words, results
from croupier.voice.player_told import player_told

RESULTS: Final = {"win": ("▲", WIN), "push": ("=", PUSH), "lose": ("▼", LOSE)}
UNDER_SENTENCES: Final = " " * 8


class Display:
    """The table as one seat may see it, drawn on a screen."""

    def __init__(self, table: Table, seat: int, screen: Screen, procedure: bool = False, pace: float = 0) -> None:
        self.table = table
        self.seat = seat
        self.screen = screen
        self.procedure = procedure
        """Whether the dealer's sentences are told as they come; then nothing is cleared, so that they can be read."""
        self.pace = pace if screen.terminal and not procedure else 0
        self.player = table.seats[seat].player
        self.bought = table.seats[seat].stack
        """What the player has paid for chips, in cents."""
        self.round: Round | None = None
        self.record: Record | None = None
        """The record of that round, once it is over."""
        self.told = 0
        """How many of the round's events the player has been told of."""
        self.notes: list[str] = []
        """What the others have done since the player answered last."""
        self.coached = ""
        """What the coach says of the last decision."""
        self.show_again: Callable[[], None] = self.show_table
        """Draws what was drawn last."""

    def follow(self, round: Round) -> None:
        """Turn to a new round."""
        self.round, self.record, self.told, self.notes, self.coached = round, None, 0, [], ""

    def happened(self) -> list[Event]:
        """The round so far, as the player may see it."""
        return [event.as_seen(self.seat) for event in self.round.events] if self.round else []

    def listen(self) -> None:
        """Take in what has happened since: the dealer's sentences are told, what others decide is noted."""
        fresh = self.happened()[self.told :]
        self.told += len(fresh)
        tell = EventSentences(type(self.table.game), {seat.number: seat.player for seat in self.table.seats.values()})
        for event in fresh:
            if not self.procedure:
                if isinstance(event, Decided) and event.seat != self.seat:
                    self.notes.append(f"{tell.players[event.seat]}: {action_words(event.action)}")
            elif isinstance(event, Step):
                self.screen.say(Text(tell(event), BRASS))
            else:
                self.screen.say(Text(UNDER_SENTENCES + tell(event), DIM))

    def show_table(self, numbered: bool = False) -> None:
        """Draw the table as it is now, and say what the others did since the player answered last."""
        self.show_again = partial(self.show_table, numbered)
        if not self.procedure:
            self.screen.clear()
        self.listen()
        seen = table_view(self.table, self.round, self.seat)
        felt = FeltScreen(self.table.game, seen, self.happened(), self.status(), numbered)
        self.screen.show(felt.draw(self.screen.width, self.screen.roomy, self.screen.tight))
        if self.notes:
            self.screen.say(Text(self.latest_notes(), DIM))
        if self.coached:
            self.screen.say(Text(self.coached, BRASS))

    def show_settled(self) -> None:
        """Draw the table after a round, with what became of the player's bets and why."""
        self.show_table()
        self.show_again = self.show_settled
        happened = self.happened()
        told = player_told(self.round, self.seat, self.record)
        for line in told.lines:
            self.screen.say(Text(line, BRASS))
        if told.counts:
            dealers = table_view(self.table, self.round, self.seat).places.get(DEALER_HAND, [])
            counting = [card for card in told.counts if card not in dealers]
            self.screen.say(Text.assemble(("The cards that count: ", DIM), inline(counting)))
        own = [event for event in happened if isinstance(event, Settled) and event.seat == self.seat]
        for result, sentence in results(type(self.table.game), own):
            mark, style = RESULTS[result]
            self.screen.say(Text.assemble((f"{mark} ", style), sentence))
        for event in happened:
            if isinstance(event, PotAwarded) or (isinstance(event, PotGathered) and event.to_house):
                self.screen.say(Text(f"● {pot_words(event)}"))
        if any(isinstance(event, Bet) and event.seat == self.seat for event in happened):
            self.screen.say(_total(net(happened, self.seat, self.player)))
        else:
            self.screen.say(Text("You sat this round out.", PUSH))

    def latest_notes(self) -> str:
        """What the others have done, as much of it as fits on a line of a terminal; the latest is kept."""
        notes = list(self.notes)
        while self.screen.terminal and len(notes) > 1 and len(" · ".join(notes)) > self.screen.width - 2:
            notes.pop(0)
        return ("… " if len(notes) < len(self.notes) else "") + " · ".join(notes)

    def status(self) -> str:
        """The round, the bankroll and the running result."""
        own = self.table.seats[self.seat]
        number = self.table.rounds + (1 if self.table.in_round else 0)
        result = up_or_down(own.stack + sum(own.bets.values()) - self.bought)
        return (f"round {number} · " if number else "") + f"bankroll {dollars(own.stack)} · {result}"

    def pause(self) -> None:
        """Let what an automatic seat has just done be seen."""
        if self.pace and self.round and not self.round.betting and not self.round.finished:
            self.show_table()
            time.sleep(self.pace)


def choices(decision: Decision, hand: list[str], asks: str) -> Text:
    """What is asked, and what may be answered, each with its key and what it costs."""
    line = Text.assemble(("Your turn: ", GOLD), asks, "\n  ")
    if is_pick(decision):
        verb = decision.legal[0].split()[0]
        line.append(f"{verb} which cards? Their places (135), all, none, or {verb} {' '.join(hand[:2])}")
        return line
    key_of = keys(decision.legal, hand)
    groups: dict[str, list[Option]] = {}
    for option in decision.options:
        groups.setdefault(option.name.split()[0], []).append(option)
    for verb, options in groups.items():
        cost = f" {dollars(options[0].cents)}" if options[0].cents else ""
        several = len(options) > 1
        line.append(f"\n  {verb}{cost}:" if several else "")
        for option in options:
            line.append("   " if several or option is not decision.options[0] else "")
            line.append(key_of[option.name], GOLD)
            line.append(f" {action_words(option.name.partition(' ')[2])}" if several else f" {option.name}{cost}")
    for between in decision.between[:1]:
        example = between.pattern.replace("AMOUNT", dollars(between.least + between.chip))
        line.append(f"\n  or any amount from {dollars(between.least)} to {dollars(between.most)}: {example}", DIM)
    return line


def up_or_down(cents: int) -> str:
    """A running result in words."""
    return f"up {dollars(cents)}" if cents > 0 else f"down {dollars(-cents)}" if cents < 0 else "even"


def _total(cents: int) -> Text:
    if not cents:
        return Text("You come out even this round.", PUSH)
    won = cents > 0
    return Text(f"You {'win' if won else 'lose'} {dollars(abs(cents))} this round.", WIN if won else LOSE)
