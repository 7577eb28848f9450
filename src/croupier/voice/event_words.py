"""What happened at a table in words: event by event, or as one player lives through a round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from croupier.cards import BACK, Card, is_card
from croupier.chips import dollars
from croupier.dice import Roll
from croupier.english import counted, in_words, listed
from croupier.table.events import (
    DEALER_HAND,
    Bet,
    CardsAt,
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
    may_see,
)
from croupier.table.game import Game
from croupier.table.seat import HAND
from croupier.voice.player_told import dice_words
from croupier.voice.player_told import net as net
from croupier.voice.prompts import label, place_words


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


Laid = tuple[type[CardsAt], int | None, str, bool, bool]
"""Cards dealt or turned up, whose they are, where, whether the player sees them and whether everybody does."""


def narrated(game: type[Game[Any]], events: Iterable[Event], seat: int, cards_named: bool = True) -> list[str]:
    """The events of a round as one seat lives through them; other seats are left out."""
    told: list[str] = []
    bets: dict[str, int] = {}
    laid: dict[Laid, list[str]] = {}
    settled: list[Settled] = []
    for event in events:
        if isinstance(event, CardsAt) and event.seat in (None, seat):
            kind = (type(event), event.seat, event.place, may_see(seat, event.eyes), event.eyes is None)
            laid.setdefault(kind, []).extend(event.cards)
            continue
        if isinstance(event, Bet) and event.seat == seat:
            bets[event.spot] = event.cents
        elif isinstance(event, Settled) and event.seat == seat:
            settled.append(event)
        elif isinstance(event, Rolled):
            told += _of_cards(laid, cards_named)
            laid = {}
            shown = f"The dice show {dice_words(Roll(event.first, event.second))}."
            told.append(shown if cards_named else "The dice are rolled.")
        elif isinstance(event, Named) and event.what != "dealer's hand" and cards_named:
            told.append(f"The {event.what} is {event.value.replace('-', ' ')}.")
    placed = [f"{dollars(cents)} on {label(game, spot)}" for spot, cents in bets.items()]
    told = [*([f"You bet {listed(placed)}."] if placed and cards_named else []), *told, *_of_cards(laid, cards_named)]
    if settled and cards_named:
        told.append(f"{outcome(game, settled)}.")
    return told


def outcome(game: type[Game[Any]], settled: Sequence[Settled], money: bool = True) -> str:
    """What became of bets: `Ante and Play win $20, Blind pushes`."""
    order = [spot.name for spot in game.spots]
    said = []
    for result, verb in (("win", "win"), ("push", "push"), ("lose", "lose")):
        of_it = [event for event in settled if event.result == result]
        of_it.sort(key=lambda event: order.index(event.spot) if event.spot in order else len(order))
        if not of_it:
            continue
        names = [label(game, event.spot) for event in of_it]
        cents = sum(event.won if result == "win" else event.stake for event in of_it)
        ending = "" if len(names) > 1 else "es" if verb == "push" else "s"
        said.append(f"{listed(names)} {verb}{ending}" + (f" {dollars(cents)}" if money and result != "push" else ""))
    return ", ".join(said)


def _of_cards(laid: dict[Laid, list[str]], named: bool) -> Iterator[str]:
    """Cards dealt and turned up; streets that are laid face down share a sentence."""
    streets = [place for (_, seat, place, seen, _) in laid if not seen and not seat and place != DEALER_HAND]
    for (kind, seat, place, seen, to_all), cards in laid.items():
        one = len(cards) == 1
        count = f"{in_words(len(cards))} card{'' if one else 's'}"
        shown = " ".join(Card.parse(card).sign for card in cards) if named and seen else ""
        if place == DEALER_HAND and not seat:
            up = f"The dealer shows {shown}." if shown else "The dealer's cards are turned up."
            yield up if seen else f"The dealer takes {count}, face down."
        elif place == HAND and seat and seen:
            if kind is Dealt:
                yield f"You get {shown or count + (', face up' if to_all else ' that only you see')}."
        elif seen:
            yield f"{_capital(place_words(place))} {'is' if one else 'are'} {shown or 'turned up'}."
        elif seat:
            where = "" if place == HAND else f" on {place_words(place)}"
            lie, them = ("lies", "it") if one else ("lie", "them")
            yield f"{_capital(count)} {lie} face down{where}: nobody sees {them} yet."
        elif place == streets[0]:
            are = "is" if len(streets) == 1 else "are"
            yield f"{_capital(listed(map(place_words, streets)))} {are} laid face down for everybody."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
