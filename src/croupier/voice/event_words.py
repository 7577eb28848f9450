"""What happened at a table, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from croupier.cards import BACK, Card, is_card
from croupier.chips import dollars
from croupier.english import counted, listed
from croupier.table.events import (
    Bet,
    Cleared,
    Dealt,
    Decided,
    Event,
    Moved,
    Named,
    PotAwarded,
    PotGathered,
    Rolled,
    Settled,
    Shuffled,
    Step,
    TurnedUp,
)
from croupier.table.game import Game
from croupier.table.seat import HAND
from croupier.voice.player_told import net as net
from croupier.voice.prompts import label


def cards_words(names: Iterable[str]) -> str:
    """Cards as they are written in a sentence, backs for those that are not to be seen.

    >>> cards_words(["As", "Td", "??"])
    'A♠ 10♦ ▒▒'
    """
    return " ".join("▒▒" if name == BACK else Card.parse(name).sign for name in names)


def results(game: type[Game[Any]], settled: Iterable[Settled]) -> list[tuple[str, str]]:
    """What became of bets and why, as (result, sentence); bets that share all of it share a sentence.

    >>> from croupier.games import game_named
    >>> for _, sentence in results(game_named("on-the-draw"), [
    ...     Settled(1, "ante", "win", 1000, 1000, "1 to 1", "two pair, kings and fours"),
    ...     Settled(1, "blind", "push", 1000, 0, "push", "two pair, kings and fours"),
    ...     Settled(1, "play", "win", 1000, 1000, "1 to 1", "two pair, kings and fours"),
    ... ]):
    ...     print(sentence)
    Ante and Play win $20 at 1 to 1: two pair, kings and fours
    Blind pushes: two pair, kings and fours
    """
    together: dict[tuple[str, str, str], list[Settled]] = {}
    for event in settled:
        together.setdefault((event.result, event.pays, event.why), []).append(event)
    return [(result, _result(game, result, pays, why, bets)) for (result, pays, why), bets in together.items()]


def _result(game: type[Game[Any]], result: str, pays: str, why: str, bets: list[Settled]) -> str:
    order = [spot.name for spot in game.spots]
    bets.sort(key=lambda bet: order.index(bet.spot) if bet.spot in order else len(order))
    names = listed([label(game, bet.spot) for bet in bets])
    one = len(bets) == 1
    if result == "push":
        return f"{names} push{'es' if one else ''}: {why}"
    if result == "lose":
        return f"{names} lose{'s' if one else ''} {dollars(sum(bet.stake for bet in bets))}: {why}"
    at = f" at {pays}" if " to " in pays else ""
    return f"{names} win{'s' if one else ''} {dollars(sum(bet.won for bet in bets))}{at}: {why}"


def pot_words(event: PotGathered | PotAwarded) -> str:
    """What went into the pot, or what became of it."""
    if isinstance(event, PotGathered):
        paid = [f"{name} {dollars(cents)}" for name, cents in event.wagers.items()]
        house = f"; the house collects {dollars(event.to_house)}" if event.to_house else ""
        dealer = f", the dealer {dollars(event.from_house)}" if event.from_house else ""
        return f"Into the pot: {', '.join(paid) or 'nothing'}{dealer}{house}; it holds {dollars(event.balance)}"
    shares = [f"{name} {dollars(cents)}" for name, cents in event.shares.items()]
    if event.to_house:
        shares.append(f"the house {dollars(event.to_house)}")
    if event.to_dealer:
        shares.append(f"the dealer {dollars(event.to_dealer)}")
    left = f"; {dollars(event.balance)} stays in it" if event.balance else ""
    if event.won:
        return f"The pot is won: {', '.join(shares)}{left}"
    if shares:
        return f"The pot is divided: {', '.join(shares)}{left}"
    return f"The pot goes on: {dollars(event.balance)}"


class EventSentences:
    """The events of one table as sentences, with seats called by number and name."""

    def __init__(self, game: type[Game[Any]], players: Mapping[int, str]) -> None:
        self.game = game
        self.players = players
        self.tell: dict[type[Event], Callable[[Any], str]] = {
            Step: lambda event: f"{event.rule:<8}{event.sentence}",
            Bet: lambda event: f"{self.who(event.seat)}: {dollars(event.cents)} on {label(game, event.spot)}",
            Dealt: lambda event: f"{self.where(event)}: dealt {cards_words(event.cards)}{_for(event)}",
            TurnedUp: lambda event: f"{self.where(event)}: turned up {cards_words(event.cards)}{_for(event)}",
            Moved: lambda event: f"{self.where(event)}: {cards_words(event.cards)} to {event.to}{_for(event)}",
            Cleared: lambda event: f"{self.where(event)}: {counted(event.count, 'card')} taken up",
            Decided: lambda event: f"{self.who(event.seat)}: {action_words(event.action)}",
            Shuffled: lambda event: f"{counted(event.cards, 'card')} shuffled",
            Rolled: lambda event: f"The dice show {event.first} and {event.second}: {event.first + event.second}",
            Settled: self._settled,
            PotGathered: pot_words,
            PotAwarded: pot_words,
            Named: lambda event: f"The {event.what}: {event.value}",
        }

    def __call__(self, event: Event) -> str:
        """An event in a sentence."""
        return self.tell[type(event)](event)

    def who(self, seat: int) -> str:
        """A seat by number and name."""
        return f"Seat {seat} {self.players.get(seat, '')}".rstrip()

    def where(self, event: Dealt | TurnedUp | Moved | Cleared) -> str:
        """A place on the table or at a seat."""
        if event.seat is None:
            return event.place[0].upper() + event.place[1:]
        return self.who(event.seat) if event.place == HAND else f"{self.who(event.seat)}, {event.place}"

    def _settled(self, event: Settled) -> str:
        ((_, sentence),) = results(self.game, [event])
        return f"{self.who(event.seat)}: {sentence}"


def action_words(action: str) -> str:
    """A decision with its cards drawn.

    >>> action_words("hold As Td"), action_words("play-3x")
    ('hold A♠ 10♦', 'play-3x')
    """
    verb, *cards = action.split()
    return " ".join([verb, *(Card.parse(word).sign if is_card(word) else word for word in cards)])


def _for(event: Dealt | TurnedUp | Moved) -> str:
    """Whose eyes cards are for, where that is not everybody."""
    if event.eyes is None:
        return ""
    return f" (for seat {', '.join(map(str, event.eyes))} alone)" if event.eyes else " (face down)"
