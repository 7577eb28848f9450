"""What happened at a table, told to one player in sentences: with the cards, or as it happens in every round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from croupier.cards import Card
from croupier.chips import dollars
from croupier.dice import Roll
from croupier.english import in_words, listed
from croupier.table.events import DEALER_HAND, Bet, CardsAt, Dealt, Event, Named, Rolled, Settled, may_see
from croupier.table.game import Game
from croupier.table.seat import HAND
from croupier.voice.player_told import dice_words
from croupier.voice.prompts import label, place_words

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
