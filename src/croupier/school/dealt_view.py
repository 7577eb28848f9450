"""The table as the trainee sees it: what the acts that are done have laid, moved, turned up and settled."""

from __future__ import annotations

import msgspec

from croupier.cards import BACK
from croupier.school.irregular_rounds import CardExposed, Happens, PotBack, PutBack
from croupier.school.round_script import ButtonMoved
from croupier.school.sitting import Marking
from croupier.table.events import (
    WATCHER,
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
    TurnedUp,
)
from croupier.table.view import SeatView, View
from croupier.voice.event_words import EventSentences


def happened(marking: Marking) -> list[Event]:
    """What has happened so far, as somebody who stands by sees it: a dealer sees no more."""
    done = sorted(marking.done)
    return [event.as_seen(WATCHER) for number in done for event in marking.script[number].events]


def seen_so_far(before: View, marking: Marking) -> View:
    """The table after the acts that are done, from what it was before the round."""
    felt = _Felt(before, next((spot.name for spot in marking.game.spots if spot.pot), ""))
    for event in happened(marking):
        felt.follow(event)
    return felt.view(finished=marking.over)


class _Felt:
    """A table that is laid out event by event."""

    def __init__(self, before: View, pot_spot: str) -> None:
        self.before = before
        self.pot_spot = pot_spot
        self.bets: dict[int, dict[str, int]] = {seat.number: {} for seat in before.seats}
        self.stacks = {seat.number: seat.stack for seat in before.seats}
        self.places: dict[int | None, dict[str, list[str]]] = {seat.number: {} for seat in before.seats} | {None: {}}
        self.folded: set[int] = set()
        self.named: dict[str, str] = {}
        self.button = before.button
        self.pot = dict(before.pot) if before.pot else None
        self.number = {seat.player: seat.number for seat in before.seats}

    def follow(self, event: Event) -> None:
        """Lay out what an event did."""
        match event:
            case Bet():
                self.stacks[event.seat] -= event.cents
                self.bets[event.seat][event.spot] = self.bets[event.seat].get(event.spot, 0) + event.cents
            case Dealt():
                self.places[event.seat].setdefault(event.place, []).extend(event.cards)
            case TurnedUp():
                self.places[event.seat][event.place] = list(event.cards)
            case Moved():
                lying = self.places[event.seat]
                for card in event.cards:
                    there = lying[event.place]
                    there.remove(next((each for each in (card, BACK) if each in there), there[0]))
                lying.setdefault(event.to, []).extend(event.cards)
            case Cleared():
                self.places[event.seat].pop(event.place, None)
            case Decided():
                if event.action == "fold":
                    self.folded.add(event.seat)
            case Settled():
                self._settle(event)
            case PotGathered() | PotAwarded():
                self._pot(event)
            case Named():
                self.named[event.what] = event.value
            case ButtonMoved():
                self.button = event.seat
            case CardExposed():
                there = self.places[event.seat][event.place]
                there[there.index(BACK)] = event.cards[0]
            case PotBack():
                self.stacks[event.seat] += event.cents
                self.pot = dict(self.before.pot) if self.before.pot else None
            case PutBack():
                self.stacks[event.seat] += event.cents
                self.bets[event.seat][event.spot] -= event.cents
            case _:
                pass

    def _settle(self, event: Settled) -> None:
        bets = self.bets[event.seat]
        if event.spot in bets:
            bets[event.spot] -= event.stake
            if not bets[event.spot]:
                del bets[event.spot]
        self.stacks[event.seat] += event.won + (event.stake if event.result != "lose" else 0)

    def _pot(self, event: PotGathered | PotAwarded) -> None:
        if isinstance(event, PotGathered):
            if event.to_house:
                self._pot_runs(0, [])
            if event.wagers and self.pot is not None:
                self._pot_runs(self.pot["rounds"] + 1, list(event.wagers))
            for player in event.wagers:
                self.bets[self.number[player]].pop(self.pot_spot, None)
        else:
            if event.shares or event.to_house:
                self._pot_runs(0, [])
            for player, cents in event.shares.items():
                self.stacks[self.number[player]] += cents
        if self.pot is not None:
            self.pot["balance"] = event.balance

    def _pot_runs(self, rounds: int, inside: list[str]) -> None:
        """Tell how many rounds the pot has run, who is in it, and what it costs to join."""
        if self.pot is None:
            return
        self.pot |= {"rounds": rounds, "in": inside}
        if "open" in self.pot:
            self.pot["open"] = rounds == 0
        if "price_to_join" in self.pot:
            self.pot["price_to_join"] = self.pot["price"] * (rounds + 1)

    def view(self, finished: bool) -> View:
        """The table as it lies."""
        seats = [
            SeatView(
                seat.number,
                seat.player,
                self.stacks[seat.number],
                self.bets[seat.number],
                self.places[seat.number],
                seat.number in self.folded,
            )
            for seat in self.before.seats
        ]
        return msgspec.structs.replace(
            self.before,
            seats=seats,
            places=self.places[None],
            named=self.named,
            button=self.button,
            pot=self.pot,
            finished=finished,
        )


def sentences(marking: Marking) -> EventSentences:
    """What happens at a trainee's table, in words."""
    told = EventSentences(type(marking.game), marking.players)
    told.tell |= {Happens: lambda event: event.what, CardExposed: told.tell[TurnedUp]}
    return told


def seen_lately(marking: Marking) -> list[str]:
    """What the last act brought about, in sentences: a dealer has an eye on the players."""
    told, done = sentences(marking), sorted(marking.done)[-1:]
    events = [event.as_seen(WATCHER) for number in done for event in marking.script[number].events]
    return [told(event) for event in events if type(event) in told.tell]


def dice_shown(marking: Marking) -> tuple[int, int] | None:
    """What the dice show, once they are uncovered."""
    rolled = [event for event in happened(marking) if isinstance(event, Rolled)]
    return (rolled[-1].first, rolled[-1].second) if rolled else None
