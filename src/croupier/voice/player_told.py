"""What one player is told of a round besides its events: the question, the count so far, and why it ended as it did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from weakref import WeakKeyDictionary

import msgspec

from croupier.cards import Card
from croupier.chips import dollars
from croupier.dice import Roll
from croupier.english import listed
from croupier.errors import Refused
from croupier.games import game_named
from croupier.table.chance import Seeded
from croupier.table.events import (
    WATCHER,
    CardsAt,
    Event,
    PotAwarded,
    PotGathered,
    Rolled,
    Settled,
    TurnedUp,
    may_see,
)
from croupier.table.pot import DEALER, HOUSE, Pot
from croupier.table.record import Record, Script, restore
from croupier.table.round import Round
from croupier.table.view import view
from croupier.voice.hand_story import hand_story, with_article
from croupier.voice.prompts import asked, choice_words


class PlayerTold(msgspec.Struct, frozen=True):
    """What a round says to one player, in the player's words."""

    asks: str = ""
    """The question, while the player is asked for a decision."""
    choices: dict[str, str] = {}
    """What each answer is called, by the answer; where answers only name cards there is nothing to call them."""
    so_far: str = ""
    """What the player's cards come to, where a count must be kept."""
    lines: list[str] = []
    """After the settlement: what made the hand, what the dice were, what a folded hand would have become."""
    pot: str = ""
    """After the settlement, for whoever was in the pot: what became of it and why."""
    counts: list[str] = []
    """After the settlement, the cards that made the player's hand and the dealer's."""
    face_up: list[str] = []
    """The player's own places whose cards everybody sees."""


NOTHING: Final = PlayerTold()
_ENDINGS: WeakKeyDictionary[Round, dict[int, PlayerTold]] = WeakKeyDictionary()
"""What was told of rounds that are over, which cannot change any more."""


def player_told(round: Round | None, seat: int, record: Record | None = None) -> PlayerTold:
    """What a seat is told now; with the record of a round that is over, also what a folded hand would have become."""
    if round is None or seat not in round.table.seats:
        return NOTHING
    if round.finished:
        kept = _ENDINGS.setdefault(round, {})
        if seat not in kept:
            kept[seat] = _ending(round, seat, record)
        return kept[seat]
    seen = view(round, seat)
    decision = round.waiting.get(seat)
    kind = type(round.table.game)
    cards = len(seen.own())
    choices = {name: choice_words(kind, name, cards) for name in decision.legal} if decision else {}
    if len(choices) > cards + 12:
        choices = {}
    return PlayerTold(asked(round, seat), choices, round.table.game.so_far(seen), face_up=_face_up(round, seat))


def net(events: Iterable[Event], seat: int, player: str) -> int:
    """What a seat won or lost in a round, in cents, as its events say."""
    cents = 0
    for event in events:
        if isinstance(event, Settled) and event.seat == seat:
            cents += event.won - (event.stake if event.result == "lose" else 0)
        elif isinstance(event, PotGathered):
            cents -= event.wagers.get(player, 0)
        elif isinstance(event, PotAwarded):
            cents += event.shares.get(player, 0)
    return cents


def _ending(round: Round, seat: int, record: Record | None) -> PlayerTold:
    events = [event.as_seen(seat) for event in round.events]
    if not any(isinstance(event, Settled) and event.seat == seat for event in events):
        return PlayerTold(face_up=_face_up(round, seat))
    story = hand_story(events, seat)
    lines = [str(story)] if story else []
    rolls = [Roll(event.first, event.second) for event in events if isinstance(event, Rolled)]
    lines += [f"The dice show {dice_words(roll)}." for roll in rolls]
    lines += _of_a_fold(round, events, seat, record)
    so_far = round.table.game.so_far(view(round, seat))
    counts = list(story.counts) if story else []
    pot = pot_ending(round, seat, _players(round, record))
    return PlayerTold(so_far=so_far, lines=lines, pot=pot, counts=counts, face_up=_face_up(round, seat))


def _players(round: Round, record: Record | None) -> dict[int, str]:
    """Who sat where, by the names that they had in that round: the pot knows them by these."""
    seats = record.before.seats if record else round.table.seats.values()
    return {seat.number: seat.player for seat in seats}


def dice_words(roll: Roll) -> str:
    """A roll as it is called.

    >>> dice_words(Roll(5, 3)), dice_words(Roll(4, 4)), dice_words(Roll(6, 1))
    ('5 and 3: an easy 8', '4 and 4: a hard 8', '6 and 1: 7')
    """
    if roll.total not in (4, 6, 8, 10):
        return f"{roll.first} and {roll.second}: {roll.total}"
    return f"{roll.first} and {roll.second}: {'a hard' if roll.hardway else 'an easy'} {roll.total}"


def _face_up(round: Round, seat: int) -> list[str]:
    boxes = round.table.seats[seat].boxes
    return [name for name, place in boxes.items() if place.cards and may_see(WATCHER, place.eyes)]


def _of_a_fold(round: Round, events: list[Event], seat: int, record: Record | None) -> Iterator[str]:
    """What somebody who folded is told: what the pot makes of it, and what the hand would have become."""
    player = round.table.seats[seat]
    if not player.folded:
        return
    called = _players(round, record).get(seat, "")
    in_pot = any(isinstance(event, PotGathered) and called in event.wagers for event in events)
    spot = next((spot for spot in round.table.game.spots if spot.pot), None)
    if in_pot and spot:
        counts = "still counts" if round.table.game.folded_wins_pot() else "does not count"
        yield f"You folded: your hand {counts} for the {spot.label} this round."
    if record is not None:
        yield from _would_have_become(record, seat, called, events)


def _would_have_become(record: Record, seat: int, player: str, events: list[Event]) -> Iterator[str]:
    """What would have become of a hand that was folded, had it stayed for the least: the same round, dealt again."""
    try:
        stayed, words = _had_stayed(record, seat)
    except Refused:
        return
    after = [event.as_seen(seat) for event in stayed.events]
    known = {card for event in events if isinstance(event, CardsAt) for card in event.cards}
    shown = [
        f"{event.place} was {listed([Card.parse(card).sign for card in event.cards])}"
        for event in after
        if isinstance(event, TurnedUp) and event.seat == seat and not known.issuperset(event.cards)
    ]
    story, came, lost = hand_story(after, seat), net(after, seat, player), net(events, seat, player)
    hand = with_article(story.hand) if story else ""
    made = f" and made {hand}" if hand and shown else f", with {hand}" if hand else ""
    brought = f"won {dollars(came)}" if came > 0 else f"lost {dollars(-came)}" if came else "come out even"
    instead = f", where folding lost {dollars(-lost)}" if lost < 0 else ""
    if shown:
        yield f"{listed(shown)}{made}."
        made = ""
    yield f"With “{words}” you would have {brought}{made}{instead}."


def _had_stayed(record: Record, seat: int) -> tuple[Round, str]:
    """The round of a record in which a seat does not give its last answer, a fold, but the least of the others."""
    table = restore(record.before, game_named)
    script = Script([Card.parse(name) for name in record.shoe])
    table.shoe.stock = script.stock
    round = Round(table, Seeded(bytes.fromhex(record.seed)), script)
    last = max(number for number, (who, _) in enumerate(record.answers) if who == seat)
    words = ""
    for number, (who, answer) in enumerate(record.answers):
        decision = round.waiting.get(who)
        if number == last and decision is not None:
            others = [option for option in decision.options if option.name != answer]
            if not others:
                raise Refused("there was nothing else to answer")
            least = min(others, key=lambda option: option.cents)
            words = choice_words(type(table.game), least.name, len(table.seats[seat].cards))
            answer = least.name
        round.act(who, answer)
        while number >= last and (again := round.waiting.get(seat)):
            round.act(seat, again.default.name)
    if not round.finished:
        raise Refused("the answers of the others do not end the round")
    return round, words


def pot_ending(round: Round, seat: int, players: Mapping[int, str]) -> str:
    """What became of the pot; nothing for a player who was not in it. `players` are those of the round, by seat."""
    pot = round.table.pot
    you = players.get(seat, "")
    in_it = any(isinstance(event, PotGathered) and you in event.wagers for event in round.events)
    awarded = [event for event in round.events if isinstance(event, PotAwarded)]
    if pot is None or not in_it or not awarded:
        return ""
    label = next(spot.label for spot in round.table.game.spots if spot.pot)
    least = f"{with_article(pot.least.words)} or better"
    last = awarded[-1]
    if last.won:
        return _won(round, pot, seat, players, label, least)
    if last.shares or last.to_house:
        each = max(last.shares.values(), default=last.to_house)
        whom = listed(["you" if name == you else name for name in last.shares] + [HOUSE] * (last.to_house > 0))
        return f"The {label} was not won by its last game, so it is divided: {dollars(each)} each to {whom}."
    return f"The {label} rolls over: no hand in it is {least}. {dollars(last.balance)} stays in it for the next round."


def _won(round: Round, pot: Pot, seat: int, players: Mapping[int, str], label: str, least: str) -> str:
    last = [event for event in round.events if isinstance(event, PotAwarded)][-1]
    winners = [number for number, name in players.items() if name in last.shares]
    seen = [event.as_seen(seat) for event in round.events]
    story = next((told for winner in winners if (told := hand_story(seen, winner))), None)
    made = f" with {with_article(story.hand)}" if story else ""
    why = f"{made}: the best hand in it wins it if that is {least}."
    names = ["you" if number == seat else players[number] for number in winners]
    names += [DEALER] * (pot.dealer_competes and last.to_house > 0)
    names[0] = {"you": "You", DEALER: "The dealer"}.get(names[0], names[0])
    share = dollars(max([*last.shares.values(), last.to_house if not winners else 0]))
    kept = 0 if pot.dealer_competes else last.to_house + last.to_dealer
    less = f", after {dollars(kept)} for the house," if kept else ""
    if len(names) > 1:
        return f"{listed(names)} share the {label}, {share} each{less}{why}"
    return f"{names[0]} {'win' if names == ['You'] else 'wins'} {share} from the {label}{less}{why}"
