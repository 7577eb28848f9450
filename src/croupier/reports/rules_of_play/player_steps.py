"""A round as a player lives through it, told to the player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from croupier.english import in_words, listed
from croupier.reports.rules_of_play.choices import kind_of_answer
from croupier.table.events import Dealt, Event, Moved, Rolled, Settled, TurnedUp, may_see
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.rehearsal import Way, rehearse
from croupier.table.round import Round
from croupier.table.seat import HAND

PLAYER: Final = 1
ROUNDS_WATCHED: Final = 8
WAYS: Final[tuple[Way, ...]] = ("careful", "timid", "bold")

Asked = dict[int, tuple[str, ...]]
"""What was asked, by how many events had happened before."""


def player_steps(game: Game[Any], placard: Placard) -> list[str]:
    """What happens to a player in a round, in order: in the one of a few rounds that asks the player most."""
    told = [
        _told(_bets(game, placard), *_played(game, placard, number, way))
        for way in WAYS
        for number in range(ROUNDS_WATCHED)
    ]
    return max(told, key=lambda steps: (sum(step.startswith("Choose") for step in steps), len(steps)))


def _played(game: Game[Any], placard: Placard, number: int, way: Way) -> tuple[Round, Asked]:
    asked: Asked = {}

    def watch(round: Round, seat: int) -> None:
        decision = round.waiting[seat]
        if decision is not None and len(decision.legal) > 1:
            asked[len(round.events)] = tuple(dict.fromkeys(map(kind_of_answer, decision.legal)))

    return rehearse(game, placard, number, (way,), watch=watch), asked


def _told(bets: str, round: Round, asked: Asked) -> list[str]:
    steps = _once([bets, *_steps(round.events, asked)])
    return [*steps, "Your bets are settled: taken, given back, or paid by the tables on the other side."]


def _once(steps: Sequence[str]) -> list[str]:
    """Steps without repetition: what is asked again after each of several cards is told once.

    >>> _once(["Choose: stand · hit.", "You draw one card.", "Choose: stand · hit.", "You draw one card."])
    ['Choose: stand · hit. You are asked again after every card.', 'You draw one card.']
    """
    told: list[str] = []
    again: set[str] = set()
    for step in steps:
        told.append(step)
        if told[-2:-1] == [step]:
            told.pop()
        elif len(told) > 3 and told[-2:] == told[-4:-2]:
            again.add(told[-2])
            del told[-2:]
    return [f"{step} You are asked again after every card." if step in again else step for step in told]


def _bets(game: Game[Any], placard: Placard) -> str:
    has_pot = game.new_pot(placard) is not None
    opening = [spot for spot in game.spots if not spot.later and (has_pot or not spot.pot)]
    must = [spot.label for spot in opening if spot.required]
    may = [spot.label for spot in opening if not spot.required]
    if not must:
        return f"Bet on {listed(may, 'or')}, or on more than one of them." if len(may) > 1 else f"Bet on {may[0]}."
    also = f"; if you like, on {listed(may)} too" if may else ""
    return f"Bet on {listed(must)}{also}."


def _steps(events: Sequence[Event], asked: Asked) -> Iterator[str]:
    """The events that a player sees, one sentence each; cards that come one by one are told together."""
    laid_aside = {event.to for event in events if isinstance(event, Moved)}
    dealt: dict[tuple[bool, str, bool], int] = {}
    drawing = False
    for place, event in enumerate([*events, None]):
        if dealt and (place in asked or isinstance(event, TurnedUp | Rolled | Settled | Moved) or event is None):
            for kind, cards in dealt.items():
                changed = drawing and laid_aside and kind[:2] == (True, HAND)
                yield "You draw as many cards as you lay aside." if changed else _dealt(*kind, cards, drawing)
            dealt = {}
        if place in asked:
            drawing = True
            yield f"Choose: {' · '.join(asked[place])}."
        match event:
            case Dealt(seat) if seat in (PLAYER, None):
                kind = seat == PLAYER, event.place, may_see(PLAYER, event.eyes)
                dealt[kind] = dealt.get(kind, 0) + len(event.cards)
            case TurnedUp(seat) if seat in (PLAYER, None) and event.place not in laid_aside:
                yield _turned_up(seat == PLAYER, event.place)
            case Rolled():
                yield "The dice are rolled, for everybody at the table."


def _turned_up(own: bool, place: str) -> str:
    if own:
        return f"Your {'hand' if place == HAND else place} is turned up."
    return f"{place[:1].upper()}{place[1:]}: turned up."


def _dealt(own: bool, place: str, seen: bool, cards: int, drawing: bool) -> str:
    number = f"{in_words(cards)} {'card' if cards == 1 else 'cards'}"
    if own and place == HAND:
        return f"You {'draw' if drawing else 'are dealt'} {number}."
    if place.lower() == "dealer":
        return f"The dealer is dealt {number}{'' if seen else ', face down'}."
    name = f"{place[:1].upper()}{place[1:]}"
    return f"{name}: {number} for {'you' if own else 'everybody'}{'' if seen else ', face down'}."
