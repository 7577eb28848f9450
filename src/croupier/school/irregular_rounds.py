"""Something goes wrong in a round that a trainee deals: what is seen of it, and the ruling of the house that is due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from croupier.reports.rules_of_play.irregularities import Irregularity
from croupier.school.dealer_acts import Act, heard
from croupier.school.round_script import Due
from croupier.school.trainee_players import Players
from croupier.table.events import Bet, CardsAt, Cleared, Dealt, Decided, Event, Moved, PotGathered, Settled, TurnedUp
from croupier.table.table import Table

RULE: Final = "house"
"""What stands in place of a rule's number: a ruling of the house."""


class Happens(Event, tag="happens", frozen=True):
    """Something that goes wrong, as it is told."""

    what: str


class CardExposed(CardsAt, tag="exposed", frozen=True):
    """A card that everybody sees and should not."""


class PutBack(Event, tag="put-back", frozen=True):
    """Chips that were added to a wager go back."""

    seat: int
    spot: str
    cents: int


class PotBack(Event, tag="pot-back", frozen=True):
    """A wager for the pot goes back, and the pot is what it was before the round."""

    seat: int
    cents: int


class _Seen:
    """What is seen of something that goes wrong, whose it is, and what puts it right."""

    def __init__(self, event: Event, seat: int | None = None, undo: Event | None = None) -> None:
        self.event, self.seat, self.undo = event, seat, undo


def go_wrong(
    script: Sequence[Due], table: Table, rulings: Iterable[Irregularity], players: Players
) -> tuple[list[Due], bool]:
    """A round with one irregularity in it, and whether it is called off; as it was where none can happen in it."""
    possible = {ruling.what: _moments(script, table, ruling, players) for ruling in rulings if ruling.does}
    possible = {what: moments for what, moments in possible.items() if moments}
    if not possible:
        return list(script), False
    what = players.any_of(sorted(possible))
    number, seen, ruling = players.any_of(possible[what])
    before = replace(script[number - 1], events=[*script[number - 1].events, seen.event])
    due = Due(
        Act("rule", seen.seat, words=ruling.does),
        RULE,
        script[number].sentence,
        -1,
        f"{ruling.what} {ruling.remedy}",
        frozenset([heard(ruling.does)]),
        [seen.undo] if seen.undo is not None else [],
    )
    after = list(_returned(script[:number], table)) if ruling.off else script[number:]
    return [*script[: number - 1], before, due, *after], ruling.off


def _moments(
    script: Sequence[Due], table: Table, ruling: Irregularity, players: Players
) -> list[tuple[int, _Seen, Irregularity]]:
    """Where it can happen: when players are asked, once cards lie there; before anything is settled, if it ends all."""
    found = []
    for number in range(1, len(script)):
        past = [event for due in script[:number] for event in due.events]
        if ruling.off and any(isinstance(event, Settled) for event in past):
            break
        if script[number].act.do == ruling.at and (
            ruling.at != "ask" or any(isinstance(event, Dealt) for event in past)
        ):
            found += [(number, seen, ruling) for seen in _seen(ruling, script, number, past, table, players)]
    return found


def _seen(
    ruling: Irregularity, script: Sequence[Due], number: int, past: Sequence[Event], table: Table, players: Players
) -> Iterator[_Seen]:
    asked = script[number].act.seat
    match ruling.seen:
        case "says":
            later = [event for due in script[number + 1 :] for event in due.events if isinstance(event, Decided)]
            early = next((event for event in later if event.seat != asked and event.action != "fold"), None)
            if early is not None:
                yield _Seen(early, early.seat)
        case "adds":
            (seat, spot), _ = players.any_of(sorted(_down(past, table).items()))
            cents = table.placard.chip * (1 + players.chance.below(5))
            if not next(each for each in table.game.spots if each.name == spot).pot:
                yield _Seen(Bet(seat, spot, cents), seat, PutBack(seat, spot, cents))
        case "exposed":
            gone = {(event.seat, event.place) for event in past if isinstance(event, TurnedUp | Cleared)}
            moved = {
                (event.seat, event.place, card) for event in past if isinstance(event, Moved) for card in event.cards
            }
            for event in past:
                if isinstance(event, Dealt) and event.eyes is not None and (event.seat, event.place) not in gone:
                    own = event.seat is not None and event.eyes == (event.seat,)
                    lying = [card for card in event.cards if (event.seat, event.place, card) not in moved]
                    if lying and (event.place in ruling.places if ruling.places else own):
                        yield _Seen(CardExposed(event.seat, event.place, (lying[0],)), event.seat)
        case _:
            yield _Seen(Happens(ruling.what))


def _down(past: Iterable[Event], table: Table) -> Counter[tuple[int, str]]:
    """The wagers that lie on the table."""
    lying: Counter[tuple[int, str]] = Counter()
    pots = {spot.name for spot in table.game.spots if spot.pot}
    for event in past:
        if isinstance(event, Bet):
            lying[event.seat, event.spot] += event.cents
        elif isinstance(event, Settled):
            lying[event.seat, event.spot] -= event.stake
        elif isinstance(event, PotGathered):
            lying = Counter({key: cents for key, cents in lying.items() if key[1] not in pots})
    return +lying


def _returned(script: Sequence[Due], table: Table) -> Iterator[Due]:
    """Every wager goes back to its player, in any order for a player, and those for the pot out of it."""
    past, words = [event for due in script for event in due.events], "Return every wager of the round."
    for (seat, spot), cents in sorted(_down(past, table).items()):
        event = Settled(seat, spot, "push", cents, 0, "push", "the round is called off")
        yield Due(Act("push", seat, spot), RULE, words, -1 - seat, events=[event])
    number = {seat.player: number for number, seat in table.seats.items()}
    for gathered in past:
        if isinstance(gathered, PotGathered):
            for player, cents in gathered.wagers.items():
                back = PotBack(number[player], cents)
                yield Due(Act("award", number[player], cents=cents), RULE, words, -1000, events=[back])
