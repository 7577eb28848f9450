"""Something goes wrong in a round that a trainee deals: what is seen of it, and the ruling of the house that is due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from croupier.reports.rules_of_play.irregularities import Irregularity
from croupier.school.dealer_acts import Act, heard
from croupier.school.round_script import Due, Players, dues
from croupier.table.events import (
    Bet,
    CardsAt,
    Cleared,
    Dealt,
    Decided,
    Event,
    Moved,
    PotAwarded,
    PotGathered,
    Settled,
    TurnedUp,
)
from croupier.table.table import Table

RULE: Final = "house"
"""What stands in place of a rule's number: a ruling of the house."""
ROUND_OFF: Final = "Return every wager of the round."
HAND_DEAD: Final = "Take the hand away and return its wagers."


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


class GoneWrong(NamedTuple):
    """What a dealer must do in a round with one irregularity in it, or with none."""

    script: list[Due]
    off: bool = False
    """Whether the round is called off."""
    dead: int | None = None
    """The seat whose hand is taken away, its wagers returned."""


def go_wrong(events: Sequence[Event], table: Table, rulings: Iterable[Irregularity], players: Players) -> GoneWrong:
    """A round with one irregularity in it; as it was where none can happen in it."""
    script = dues(events, table)
    possible = {ruling.what: _moments(script, table, ruling, players) for ruling in rulings if ruling.does}
    possible = {what: moments for what, moments in possible.items() if moments}
    if not possible:
        return GoneWrong(script)
    what = players.any_of(sorted(possible))
    number, seen, ruling = players.any_of(possible[what])
    dead = seen.seat if ruling.dead else None
    if dead is not None:
        at = next(place for place, event in enumerate(events) if event is script[number].events[0])
        kept = [event for event in events[at:] if getattr(event, "seat", None) != dead]
        script = dues([*events[:at], *kept], table)
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
    past = [event for each in script[:number] for event in each.events]
    taken: list[Due] = []
    if ruling.off:
        taken = [*_pushed(past, table, ROUND_OFF), *_out_of_pot(past, table)]
    elif dead is not None:
        taken = [*_taken_away(past, dead), *_pushed(past, table, HAND_DEAD, dead)]
    after = [] if ruling.off else script[number:]
    return GoneWrong([*script[: number - 1], before, due, *taken, *after], ruling.off, dead)


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
            every = _seen(ruling, script, number, past, table, players)
            found += [
                (number, seen, ruling)
                for seen in every
                if not ruling.dead or _may_die(seen.seat, script, number, table)
            ]
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
        case _ if ruling.dead:
            for seat in sorted({seat for seat, _ in _down(past, table)}):
                yield _Seen(Happens(f"Seat {seat}: {ruling.what}"), seat)
        case _:
            yield _Seen(Happens(ruling.what))


def _may_die(seat: int | None, script: Sequence[Due], number: int, table: Table) -> bool:
    """Whether the others' round is the same without a seat: it is in no pot or limit with them, nor deals them cards.

    It must have wagers and cards that lie there, and none of its wagers may be settled.
    """
    past = [event for due in script[:number] for event in due.events]
    ahead = [event for due in script[number:] for event in due.events]
    if seat is None or table.placard.aggregate_payout is not None:
        return False
    player = table.seats[seat].player
    in_pot = any(isinstance(event, PotGathered) and player in event.wagers for event in (*past, *ahead))
    in_pot |= any(isinstance(event, PotAwarded) and player in event.shares for event in ahead)
    settled = any(isinstance(event, Settled) and event.seat == seat for event in past)
    dealt = [event.seat == seat for event in ahead if isinstance(event, Dealt)]
    last = not any(dealt) or all(dealt[dealt.index(True) :])
    has_wagers = any(number == seat for number, _ in _down(past, table))
    return has_wagers and bool(_lying(past, seat)) and last and not (in_pot or settled)


def _lying(past: Iterable[Event], seat: int) -> Counter[str]:
    """How many cards lie in each place of a seat."""
    lying: Counter[str] = Counter()
    for event in past:
        match event:
            case Dealt() if event.seat == seat:
                lying[event.place] += len(event.cards)
            case Moved() if event.seat == seat:
                lying.update({event.place: -len(event.cards), event.to: len(event.cards)})
            case Cleared() if event.seat == seat:
                del lying[event.place]
    return +lying


def _taken_away(past: Sequence[Event], seat: int) -> Iterator[Due]:
    """The cards of a seat go to the discards."""
    for place, count in sorted(_lying(past, seat).items()):
        yield Due(Act("clear", seat, place), RULE, HAND_DEAD, -1 - seat, events=[Cleared(seat, place, count)])


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


def _pushed(past: Sequence[Event], table: Table, words: str, only: int | None = None) -> Iterator[Due]:
    """Every wager goes back to its player, or those of one seat, in any order for a player."""
    for (seat, spot), cents in sorted(_down(past, table).items()):
        if only in (None, seat):
            event = Settled(seat, spot, "push", cents, 0, "push", words)
            yield Due(Act("push", seat, spot), RULE, words, -1 - seat, events=[event])


def _out_of_pot(past: Sequence[Event], table: Table) -> Iterator[Due]:
    """Wagers for the pot go back out of it."""
    number = {seat.player: number for number, seat in table.seats.items()}
    for gathered in past:
        if isinstance(gathered, PotGathered):
            for player, cents in gathered.wagers.items():
                back = PotBack(number[player], cents)
                yield Due(Act("award", number[player], cents=cents), RULE, ROUND_OFF, -1000, events=[back])
