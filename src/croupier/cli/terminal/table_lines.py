"""A table in lines of text: cards, bets, the pot, and how a round ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rich.text import Text

from croupier.cards import BACK
from croupier.chips import dollars
from croupier.cli.screen import BRASS, DIM, GOLD, LOSE, PUSH, WIN, Screen, signed
from croupier.dice import Roll
from croupier.english import counted
from croupier.odds import hand_words
from croupier.table.decisions import Decision
from croupier.table.events import DEALER_HAND, Bet, Decided, Event, Rolled, Settled, Step
from croupier.table.game import Game
from croupier.table.record import Record
from croupier.table.round import Round
from croupier.table.seat import HAND
from croupier.table.table import Table
from croupier.table.view import SeatView, View, table_view
from croupier.voice.event_words import EventSentences, action_words, net, results
from croupier.voice.player_told import dice_words, player_told

RESULTS: Final = {"win": ("▲ ", WIN), "push": ("= ", PUSH), "lose": ("▼ ", LOSE)}


class TableLines:
    """The lines in which one screen shows one game."""

    def __init__(self, screen: Screen, game: Game[Any]) -> None:
        self.screen = screen
        self.game = game

    def common(self, seen: View, happened: Iterable[Event], backs: bool = False) -> list[Text]:
        """Return what belongs to the whole table: the game called, its cards, the dice."""
        named = [_labelled(_capital(what), Text(value.replace("-", " "))) for what, value in seen.named.items()]
        rolls = [event for event in happened if isinstance(event, Rolled)][-1:]
        dice = [_labelled("Dice", Text(dice_words(Roll(roll.first, roll.second)))) for roll in rolls]
        return self.in_rows([*self.places(seen.places, backs), *named, *dice])

    def bets(self, seat: SeatView, seen: View) -> str:
        """Return what lies on a seat's spots: `Ante $10 = Blind $10, Trips $5, Cincy Pot`."""
        said = ""
        for spot in self.game.spots:
            cents = seat.bets.get(spot.name)
            if cents or (spot.pot and seen.pot and seat.player in seen.pot["in"]):
                joint = " = " if spot.equals and said else ", " if said else ""
                said += f"{joint}{spot.label}{f' {dollars(cents)}' if cents else ''}"
        return said

    def pot(self, seen: View) -> list[Text]:
        """Return what the pot holds, what wins it and what it costs."""
        about = seen.pot
        if about is None:
            return []
        held = dollars(about["balance"]) if about["balance"] else "empty"
        ran = f"game {about['rounds']} of {about['games']}" if "games" in about else counted(about["rounds"], "round")
        parts = [held, *([ran] if about["rounds"] else []), f"{hand_words(about['wins'])} or better wins it"]
        own = next((seat.player for seat in seen.seats if seat.number == seen.seat), "")
        if not about["rounds"] or own in about["in"]:
            parts.append(f"{dollars(about['price'])} a round")
        elif "price_to_join" in about:
            parts.append(f"{dollars(about['price_to_return'].get(own, about['price_to_join']))} to come in")
        else:
            parts.append("closed until it is won")
        return [_labelled(next(spot.label for spot in self.game.spots if spot.pot), Text(", ".join(parts)))]

    def places(self, places: dict[str, list[str]], backs: bool = False, hand: str = "") -> list[Text]:
        """Return each place with its cards; places that lie face down only if wanted."""
        shown = {name: cards for name, cards in places.items() if backs or set(cards) != {BACK}}
        return [_labelled(hand if name == HAND else _capital(name), self.screen.cards(c)) for name, c in shown.items()]

    def in_rows(self, parts: Iterable[Text], gap: int = 3) -> list[Text]:
        """Return the parts side by side, in as many lines as they need."""
        rows: list[Text] = []
        for part in filter(None, parts):
            if rows and rows[-1].cell_len + gap + part.cell_len <= self.screen.console.width:
                rows[-1].append(" " * gap).append_text(part)
            else:
                rows.append(Text("  " if rows else "").append_text(part))
        return rows


class PlayerLines(TableLines):
    """A table as one seat is told of it, round after round."""

    def __init__(self, screen: Screen, table: Table, seat: int, procedure: bool) -> None:
        super().__init__(screen, table.game)
        self.table = table
        self.seat = seat
        self.procedure = procedure
        self.bought = table.seats[seat].stack
        """What the player has paid for chips, in cents."""
        self.round: Round | None = None
        self.told = 0
        """The number of the round's events that the player has been told of."""
        self.shown = ""
        """The cards of other seats, as they were shown last."""

    def follow(self, round: Round) -> None:
        """Turn to a new round."""
        self.round, self.told, self.shown = round, 0, ""

    def happened(self) -> list[Event]:
        """Return the round so far, as the player may see it."""
        return [event.as_seen(self.seat) for event in self.round.events] if self.round else []

    def tell_news(self) -> None:
        """Say what the others have decided since, or each step of the dealer's where that is wanted."""
        happened = self.happened()
        fresh, self.told = happened[self.told :], len(happened)
        players = {seat.number: seat.player for seat in self.table.seats.values()}
        if not self.procedure:
            decided = [event for event in fresh if isinstance(event, Decided) and event.seat != self.seat]
            notes = [f"{players[event.seat]}: {action_words(event.action)}" for event in decided]
            self.screen.say(*self.in_rows([Text(note, DIM) for note in notes]))
            return
        sentences = EventSentences(type(self.game), players)
        for event in fresh:
            step = isinstance(event, Step)
            self.screen.say(Text(sentences(event), BRASS if step else DIM), indent=0 if step else 8)

    def tell_cards(self, decision: Decision | None = None) -> None:
        """Show the table's cards and the player's, and those of others if they have changed."""
        seen, happened = table_view(self.table, self.round, self.seat), self.happened()
        (own,) = (seat for seat in seen.seats if seat.number == self.seat)
        others = [seat for seat in seen.seats if seat.number != self.seat]
        self.screen.say(*self.common(seen, happened if decision else ()))
        open_cards = self.in_rows(part for seat in others for part in self.places(seat.places, hand=seat.player))
        if not seen.finished and (words := "\n".join(line.plain for line in open_cards)) != self.shown:
            self.shown = words
            self.screen.say(*open_cards)
        blocks = self.places(own.places, hand="Your hand")
        lines = self.in_rows([*blocks[:1], Text(self.game.so_far(seen) if blocks else "", "bold"), *blocks[1:]])
        held = own.places.get(HAND, [])
        if decision and any(card in name.split() for name in decision.legal for card in held):
            lines.insert(1, Text(" " * len("Your hand  ") + self.screen.numbers(held), GOLD))
        self.screen.say(*lines)
        if seen.finished:
            for seat in others:
                self.screen.say(*self.ended(seat, happened))
        elif bets := self.bets(own, seen):
            self.screen.say(Text(f"Bet: {bets}; {dollars(own.stack)} left", DIM))

    def ended(self, seat: SeatView, happened: list[Event]) -> list[Text]:
        """Return another seat's line after a round: its cards, what it won or lost, and with what hand."""
        settled = [event for event in happened if isinstance(event, Settled) and event.seat == seat.number]
        if not settled:
            return []
        cards = [self.screen.cards(cards) for cards in seat.places.values() if BACK not in cards]
        won = signed(net(happened, seat.number, seat.player))
        why = Text("folded" if seat.folded else settled[-1].why, DIM)
        return self.in_rows([Text(seat.player, BRASS), Text(" ").join(cards), won, why], 2)

    def tell_result(self, record: Record) -> None:
        """Show how the round ended, with what became of the player's bets and why."""
        self.screen.say("")
        self.tell_news()
        self.tell_cards()
        seen, happened = table_view(self.table, self.round, self.seat), self.happened()
        told = player_told(self.round, self.seat, record)
        self.screen.say(*told.lines)
        if counting := [card for card in told.counts if card not in seen.places.get(DEALER_HAND, [])]:
            self.screen.say(_labelled("What counts", self.screen.cards(counting)))
        settled = [event for event in happened if isinstance(event, Settled) and event.seat == self.seat]
        for result, sentence in results(type(self.game), settled):
            self.screen.say(Text.assemble(RESULTS[result], sentence))
        self.screen.say(*filter(None, [told.pot]))
        own = self.table.seats[self.seat]
        if won := net(happened, self.seat, own.player):
            verb, style = ("win", WIN) if won > 0 else ("lose", LOSE)
            self.screen.say(Text(f"You {verb} {dollars(abs(won))} this round.", style))
        else:
            bet = any(isinstance(event, Bet) and event.seat == self.seat for event in happened)
            self.screen.say(Text("You come out even this round." if bet else "You sat this round out.", PUSH))
        self.screen.say(f"You have {dollars(own.stack)}, {self.up_or_down(own.stack)}.")

    def up_or_down(self, cents: int) -> str:
        """Return in words what the chips are worth beside what was paid for them."""
        won = cents - self.bought
        return f"up {dollars(won)}" if won > 0 else f"down {dollars(-won)}" if won < 0 else "even"


def _labelled(label: str, text: Text) -> Text:
    return Text.assemble((f"{label}  ", BRASS), text) if label else text


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
