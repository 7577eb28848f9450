"""A table in lines of text: cards, bets, the pot, what may be answered, and how a round ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich.text import Text

from croupier.cards import BACK
from croupier.chips import dollars
from croupier.cli.screen import BRASS, DIM, GOLD, LOSE, PUSH, WIN, Screen, signed
from croupier.cli.terminal.typed_answers import is_pick, keys
from croupier.dice import Roll
from croupier.english import counted
from croupier.odds import hand_words
from croupier.table.decisions import Decision, Option
from croupier.table.events import DEALER_HAND, Bet, Decided, Event, PotAwarded, PotGathered, Rolled, Settled, Step
from croupier.table.game import Game
from croupier.table.record import Record
from croupier.table.round import Round
from croupier.table.seat import HAND
from croupier.table.table import Table
from croupier.table.view import SeatView, View, table_view
from croupier.voice.event_words import EventSentences, action_words, net, pot_words, results
from croupier.voice.player_told import PlayerTold, dice_words, player_told

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

    def own(self, seat: SeatView, so_far: str, numbered: bool) -> list[Text]:
        """Return the player's cards; with the numbers below them by which an answer names them."""
        blocks = self.places(seat.places, hand="Your hand")
        if so_far and blocks:
            blocks.insert(1, Text(so_far, "bold"))
        lines = self.in_rows(blocks)
        if numbered and lines:
            lines.insert(1, Text(" " * len("Your hand  ") + self.screen.numbers(seat.places[HAND]), GOLD))
        return lines

    def others(self, seats: Iterable[SeatView]) -> list[Text]:
        """Return the cards that other seats show."""
        return self.in_rows(part for seat in seats for part in self.places(seat.places, hand=seat.player))

    def ended(self, seat: SeatView, happened: Sequence[Event]) -> list[Text]:
        """Return another seat's line after a round: its cards, what it won or lost, and with what hand."""
        settled = [event for event in happened if isinstance(event, Settled) and event.seat == seat.number]
        if not settled:
            return []
        cards = [self.screen.cards(cards) for cards in seat.places.values() if BACK not in cards]
        why = "folded" if seat.folded else settled[-1].why
        name = Text(seat.player, BRASS)
        return self.in_rows(
            [name, Text(" ").join(cards), signed(net(happened, seat.number, seat.player)), Text(why, DIM)], 2
        )

    def in_full(self, seat: SeatView, in_pot: Iterable[str]) -> list[Text]:
        """Return a seat for who deals: all its cards, and each of its bets."""
        name = Text(f"{seat.number} {seat.player}{' (folded)' if seat.folded else ''}", "bold")
        bets = Text(self.bets(seat, seat.player in in_pot))
        return self.in_rows([name, *self.places(seat.places, backs=True), bets])

    def bets(self, seat: SeatView, in_pot: bool) -> str:
        """Return what lies on a seat's spots: `Ante $10 = Blind $10, Trips $5, Cincy Pot`."""
        said = ""
        for spot in self.game.spots:
            cents = seat.bets.get(spot.name)
            if cents or (spot.pot and in_pot):
                joint = " = " if spot.equals and said else ", " if said else ""
                said += f"{joint}{spot.label}{f' {dollars(cents)}' if cents else ''}"
        return said

    def pot(self, seen: View) -> list[Text]:
        """Return what the pot holds, what wins it and what it costs."""
        about = seen.pot
        spot = next((spot for spot in self.game.spots if spot.pot), None)
        if about is None or spot is None:
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
        return [_labelled(spot.label, Text(", ".join(parts)))]

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

    def settled(self, seen: View, happened: Sequence[Event], told: PlayerTold) -> list[Text]:
        """Return why the player's bets won or lost, how much, and what became of the pot."""
        own = next(seat for seat in seen.seats if seat.number == seen.seat)
        lines = [Text(line) for line in told.lines]
        counting = [card for card in told.counts if card not in seen.places.get(DEALER_HAND, [])]
        if counting:
            lines.append(_labelled("What counts", self.screen.cards(counting)))
        settled = [event for event in happened if isinstance(event, Settled) and event.seat == seen.seat]
        for result, sentence in results(type(self.game), settled):
            lines.append(Text.assemble(RESULTS[result], sentence))
        lines += [
            Text(pot_words(event))
            for event in happened
            if isinstance(event, PotAwarded) or (isinstance(event, PotGathered) and event.to_house)
        ]
        won = net(happened, seen.seat, own.player)
        if won:
            total = Text(
                f"You {'win' if won > 0 else 'lose'} {dollars(abs(won))} this round.", WIN if won > 0 else LOSE
            )
        elif any(isinstance(event, Bet) and event.seat == seen.seat for event in happened):
            total = Text("You come out even this round.", PUSH)
        else:
            total = Text("You sat this round out.", PUSH)
        return [*lines, total]


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

    def seen(self) -> View:
        """Return the table as the player sees it."""
        return table_view(self.table, self.round, self.seat)

    def happened(self) -> list[Event]:
        """Return the round so far, as the player may see it."""
        return [event.as_seen(self.seat) for event in self.round.events] if self.round else []

    def tell_news(self) -> None:
        """Say what the others have decided since, or each step of the dealer's where that is wanted."""
        happened = self.happened()
        fresh, self.told = happened[self.told :], len(happened)
        players = {seat.number: seat.player for seat in self.table.seats.values()}
        sentences = EventSentences(type(self.game), players)
        if not self.procedure:
            decided = [event for event in fresh if isinstance(event, Decided) and event.seat != self.seat]
            notes = [f"{players[event.seat]}: {action_words(event.action)}" for event in decided]
            self.screen.say(*self.in_rows([Text(note, DIM) for note in notes]))
            return
        for event in fresh:
            step = isinstance(event, Step)
            self.screen.say(Text(sentences(event), BRASS if step else DIM), indent=0 if step else 8)

    def tell_cards(self, decision: Decision | None = None) -> None:
        """Show the table's cards and the player's, and those of others if they have changed."""
        seen = self.seen()
        own = next(seat for seat in seen.seats if seat.number == self.seat)
        numbered = decision is not None and any(
            card in name.split() for name in decision.legal for card in own.places.get(HAND, ())
        )
        others = [seat for seat in seen.seats if seat.number != self.seat]
        self.screen.say(*self.common(seen, self.happened() if decision else ()))
        shown = [] if seen.finished else self.others(others)
        if (words := "\n".join(line.plain for line in shown)) != self.shown:
            self.shown = words
            self.screen.say(*shown)
        self.screen.say(*self.own(own, self.table.game.so_far(seen), numbered))
        if seen.finished:
            for seat in others:
                self.screen.say(*self.ended(seat, self.happened()))
        elif bets := self.bets(own, bool(seen.pot and own.player in seen.pot["in"])):
            self.screen.say(Text(f"Bet: {bets}; {dollars(own.stack)} left", DIM))

    def tell_result(self, record: Record) -> None:
        """Show how the round ended, with what became of the player's bets and why."""
        self.screen.say("")
        self.tell_news()
        self.tell_cards()
        told = player_told(self.round, self.seat, record)
        self.screen.say(*self.settled(self.seen(), self.happened(), told))
        chips = self.table.seats[self.seat].stack
        self.screen.say(f"You have {dollars(chips)}, {up_or_down(chips - self.bought)}.")


def choices(decision: Decision, hand: list[str]) -> list[Text]:
    """Return what may be answered, a line to each kind of answer, with keys and prices."""
    if is_pick(decision):
        verb = decision.legal[0].split()[0]
        example = f"{verb} {' '.join(hand[:2])}"
        return [Text.assemble((verb, "bold"), f" which cards? Their numbers (135), all, none, or {example}")]
    key_of = keys(decision.legal, hand)
    groups: dict[str, list[Option]] = {}
    for option in decision.options:
        groups.setdefault(option.name.split()[0], []).append(option)
    lines = []
    for verb, options in groups.items():
        cost = f" {dollars(options[0].cents)}" if options[0].cents else ""
        if len(options) == 1:
            lines.append(Text.assemble((key_of[options[0].name], GOLD), f" {options[0].name}{cost}"))
            continue
        line = Text(f"{verb}{cost}:")
        for option in options:
            rest = action_words(option.name.partition(" ")[2])
            line.append("  ").append(key_of[option.name], GOLD).append(f"\N{NO-BREAK SPACE}{rest}")
        lines.append(line)
    for between in decision.between[:1]:
        example = between.pattern.replace("AMOUNT", dollars(between.least + between.chip))
        lines.append(Text(f"or any amount from {dollars(between.least)} to {dollars(between.most)}: {example}", DIM))
    return lines


def up_or_down(cents: int) -> str:
    """Return a running result in words."""
    return f"up {dollars(cents)}" if cents > 0 else f"down {dollars(-cents)}" if cents < 0 else "even"


def _labelled(label: str, text: Text) -> Text:
    return Text.assemble((f"{label}  ", BRASS), text) if label else text


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
