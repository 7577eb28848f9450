"""A round dealt to automatic players on the real table, and what its dealer must do, act by act, with the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from croupier.chips import dollars
from croupier.errors import InvariantError, Refused
from croupier.hands import Deuces, Poker, ThreeCard
from croupier.school.dealer_acts import POT, SETTLES, Act, Face, heard
from croupier.table.chance import Chance, Seeded, Shuffler, Shuffling
from croupier.table.events import (
    Bet,
    Cleared,
    Dealt,
    Event,
    Named,
    PotAwarded,
    PotGathered,
    Rolled,
    Settled,
    Shuffled,
    Step,
    TurnedUp,
)
from croupier.table.round import Round
from croupier.table.seat import HAND
from croupier.table.table import Table
from croupier.table.view import automatic_answer, automatic_bets

_HANDS: Final = "|".join(category.words for kind in (Poker, ThreeCard, Deuces) for category in kind)
_HAND_WORDS: Final = re.compile(rf"\b(?:{_HANDS}|\w+ high)\b")
_AGAINST: Final = re.compile(r" (?:beats|loses to|ties|against)\b")


class Burned(Event, tag="burned", frozen=True):
    """Cards put away unseen: the table's log does not tell of them, and a dealer must know."""

    count: int


class ButtonMoved(Event, tag="button-moved", frozen=True):
    """The button lies in front of another seat."""

    seat: int


class BetsCalled(Event, tag="bets-called", frozen=True):
    """The dealer takes bets."""


class SeatAsked(Event, tag="asked", frozen=True):
    """The dealer asks a seat."""

    seat: int


class _Burning(Shuffler):
    def burn(self, count: int) -> None:
        super().burn(count)
        self.table.emit(Burned(count))


class SchoolTable(Table):
    """The real table, which also tells of burned cards and of the button."""

    @property
    def shuffler(self) -> Shuffler:
        """The deck of this round."""
        if self._shuffler is None:
            self._shuffler = _Burning(self, self.chance)
        return self._shuffler

    def begin(self, chance: Chance, shoe_chance: Shuffling, events: list[Event]) -> None:
        """Make ready for a round."""
        super().begin(chance, shoe_chance, events)
        told_at = self.button

        def emit(event: Event) -> None:
            nonlocal told_at
            if self.button != told_at:
                told_at = self.button
                events.append(ButtonMoved(told_at))
            events.append(event)

        self.emit = emit


@dataclass(frozen=True)
class Due:
    """An act that is due, why, and what happens with it."""

    act: Act
    rule: str
    sentence: str
    """What the dealer is told; the sentences of all steps since the act before."""
    group: int
    """Acts that follow each other with the same number may be done in any order."""
    detail: str = ""
    """How an amount comes about."""
    says: frozenset[str] = frozenset()
    """What may be called, as it is heard."""
    events: list[Event] = field(default_factory=list)
    """What happens on the table with it, the players' part included."""

    def meets(self, act: Act) -> bool:
        """Whether this act is what is due."""
        if act == self.act:
            return True
        return (
            act.do in ("call", "rule")
            and act.do == self.act.do
            and act.seat == self.act.seat
            and heard(act.words) in self.says
        )


def deal_round(table: Table, seed: bytes, players: Players) -> list[Event]:
    """Everything that happens in a round in which these players bet and answer."""
    round = Round.seeded(table, seed)
    while round.waiting:
        seat = next(iter(round.waiting))
        if round.betting:
            table.emit(BetsCalled())
            while round.betting:
                players.bet(round, next(iter(round.waiting)))
        else:
            table.emit(SeatAsked(seat))
            players.answer(round, seat)
    return round.events


def dues(events: Iterable[Event], table: Table) -> list[Due]:
    """What a dealer must do for these events to happen, in order."""
    return list(_Reader(table).read(events))


class _Reader:
    """Follows the events of a round and turns each of the dealer's into an act."""

    def __init__(self, table: Table) -> None:
        self.seat_of = {seat.player: number for number, seat in table.seats.items()}
        self.pending: list[Step] = []
        self.rule = ""
        self.sentence = ""
        self.bets: dict[tuple[int, str], int] = {}
        self.face_up: dict[int, bool] = {}
        self.called: dict[int | None, str] = {}
        self.groups = 0
        self.last_key: tuple[Any, ...] = ()
        self.rows = {row.replace("-", " ") for bet in table.game.pay_bets for row in bet.rows}

    def read(self, events: Iterable[Event]) -> Iterator[Due]:
        last: Due | None = None
        for event in events:
            if isinstance(event, Step):
                self.pending.append(event)
                continue
            for due in self._dues(event):
                last = due
                yield due
            if last is not None:
                last.events.append(event)
            self._follow(event)

    def _follow(self, event: Event) -> None:
        if isinstance(event, Bet):
            self.bets[event.seat, event.spot] = self.bets.get((event.seat, event.spot), 0) + event.cents
        elif isinstance(event, Settled):
            key = event.seat, event.spot
            self.bets[key] = self.bets.get(key, 0) - event.stake
        elif isinstance(event, Dealt | TurnedUp) and event.seat and event.place == HAND:
            self.face_up[event.seat] = event.eyes is None

    def _due(self, act: Act, detail: str = "", says: frozenset[str] = frozenset(), new_step: bool = True) -> Due:
        """An act that is due now; it is the first of the steps that were told since the last."""
        if new_step and self.pending:
            self.rule = ", ".join(dict.fromkeys(step.rule for step in self.pending))
            self.sentence = " ".join(step.sentence for step in self.pending)
            self.pending = []
            self.last_key = ()
        family = "settle" if act.do in SETTLES else "pot" if act.do in POT else act.do
        alike = act.do in SETTLES or act.do in POT or act.do == "clear"
        key = (family, None if act.do in POT else act.seat) if alike else (self.groups,)
        if key != self.last_key:
            self.groups += 1
        self.last_key = key if alike else ()
        return Due(act, self.rule, self.sentence, self.groups, detail, says)

    def _dues(self, event: Event) -> Iterator[Due]:
        match event:
            case Shuffled():
                yield self._due(Act("shuffle"), f"{event.cards} cards")
            case BetsCalled():
                yield self._due(Act("bets"))
            case SeatAsked():
                yield self._due(Act("ask", event.seat))
            case ButtonMoved():
                yield self._due(Act("button", event.seat))
            case Burned():
                yield self._due(Act("burn", count=event.count))
            case Rolled():
                yield self._due(Act("roll"))
            case Dealt():
                face: Face = "up" if event.eyes is None else "down"
                yield self._due(Act("deal", event.seat, event.place, len(event.cards), face))
            case TurnedUp():
                yield self._due(Act("turn", event.seat, event.place))
            case Cleared():
                yield self._due(Act("clear", event.seat, event.place))
            case Named():
                yield self._due(Act("call", words=event.value), says=frozenset(map(heard, spoken(event.value))))
            case Settled():
                yield from self._settled(event)
            case PotGathered():
                yield from self._gathered(event)
            case PotAwarded():
                yield from self._awarded(event)

    def _settled(self, event: Settled) -> Iterator[Due]:
        if self._is_called(event):
            whose = event.seat if event.seat in self.face_up else None
            says = spoken(event.why)
            if self.called.get(whose) != says[-1]:
                self.called[whose] = says[-1]
                yield self._due(Act("call", whose, words=says[0]), event.why, frozenset(map(heard, says)), False)
        on_spot = self.bets.get((event.seat, event.spot), 0)
        part = event.stake if 0 < event.stake < on_spot else None
        if event.result == "lose":
            yield self._due(Act("take", event.seat, event.spot, cents=part), event.why)
        elif event.result == "push":
            yield self._due(Act("push", event.seat, event.spot, cents=part), event.why)
        else:
            on = f"{dollars(event.stake)} at {event.pays}" if event.stake else event.pays
            yield self._due(Act("pay", event.seat, event.spot, cents=event.won), f"{on}: {event.why}")

    def _is_called(self, event: Settled) -> bool:
        """Whether the reason is a hand or a score that lies open, and not that somebody folded."""
        why = event.why
        tells = _HAND_WORDS.search(why) or re.search(r"\d|[♣♦♥♠]", why) or why in self.rows
        return bool(tells) and self.face_up.get(event.seat, True)

    def _gathered(self, event: PotGathered) -> Iterator[Due]:
        if event.to_house:
            yield self._due(Act("rake", cents=event.to_house), "a pot that everybody has left is the house's")
        into = sum(event.wagers.values()) + event.from_house
        if into:
            paid = [f"{name} {dollars(cents)}" for name, cents in event.wagers.items()]
            paid += [f"the house {dollars(event.from_house)}"] if event.from_house else []
            yield self._due(Act("gather", cents=into), ", ".join(paid))

    def _awarded(self, event: PotAwarded) -> Iterator[Due]:
        if event.to_house:
            yield self._due(Act("rake", cents=event.to_house))
        if event.to_dealer:
            yield self._due(Act("dealers-share", cents=event.to_dealer))
        for player, cents in event.shares.items():
            yield self._due(Act("award", self.seat_of[player], cents=cents))
        if not (event.to_house or event.to_dealer or event.shares):
            yield self._due(Act("carry", cents=event.balance))


def spoken(why: str) -> list[str]:
    """What may be called for a reason, the fullest first and the shortest last.

    >>> spoken("two pair, kings and fours beats pair of nines"), spoken("a score of 18")
    (['two pair, kings and fours', 'two pair'], ['a score of 18'])
    """
    own = _AGAINST.split(why)[0]
    full = own.split(" with ")[0]
    short = full.split(",")[0]
    return list(dict.fromkeys((full, own, short))) if _HAND_WORDS.search(short) else [own]


def kind_of_hand(words: str) -> str:
    """What is called, without its ranks: hands of one kind have one.

    >>> kind_of_hand("pair of kings"), kind_of_hand("flush, ace high"), kind_of_hand("a score of 18")
    ('pair', 'flush', 'a score of 18')
    """
    found = _HAND_WORDS.search(words)
    return found[0] if found else words


T = TypeVar("T")
TRIES: Final = 6
LARGEST: Final = 12
"""Least bets that a player puts on a spot at most."""


class Players:
    """Players whose bets and answers come from a seed."""

    def __init__(self, seed: bytes) -> None:
        self.chance = Seeded(seed)

    def one_in(self, number: int) -> bool:
        """Whether something happens that happens once in so many times."""
        return self.chance.below(number) == 0

    def any_of(self, things: Sequence[T]) -> T:
        """One of several things."""
        return things[self.chance.below(len(things))]

    def bet(self, round: Round, seat: int) -> None:
        """Bet on some spots, in whole chips of any number; now and then not at all."""
        if len(round.table.seats) > 1 and self.one_in(12):
            round.bet(seat, {})
            return
        for _ in range(TRIES):
            bets = self._bets(round, seat)
            if bets and round.takes(seat, bets):
                round.bet(seat, bets)
                return
        round.bet(seat, automatic_bets(round, seat))

    def _bets(self, round: Round, seat: int) -> dict[str, int]:
        table, bets = round.table, dict[str, int]()
        for spot in table.game.spots:
            if spot.later:
                continue
            if spot.pot:
                if table.pot is not None and bets and not self.one_in(4):
                    with suppress(Refused):
                        bets[spot.name] = table.pot.price(table.seats[seat].player)
            elif spot.equals:
                if spot.equals in bets:
                    bets[spot.name] = bets[spot.equals]
            elif spot.required or not self.one_in(3):
                limit, chip = table.placard.limit(table.game, spot.name), table.placard.chip
                least, most = -(-limit.least // chip), min(limit.most, limit.least * LARGEST) // chip
                bets[spot.name] = (least + self.chance.below(max(1, most - least + 1))) * chip
        return bets

    def answer(self, round: Round, seat: int) -> None:
        """Answer as an automatic seat would; one time in four anything legal."""
        decision = round.decision
        if decision is None:
            raise InvariantError("nobody is asked")
        round.act(seat, self.any_of(decision.legal) if self.one_in(4) else automatic_answer(round, seat))
