"""The books that both pots keep: who has paid for how many rounds, and the way of every cent in and out."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self

import msgspec

from croupier.chips import dollars
from croupier.english import listed
from croupier.errors import InvariantError, Refused
from croupier.hands import Hand
from croupier.table.pot import DEALER, POT_BEFORE, Pot, is_name


class PotEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cents that went into the pot, or, below zero, out of it."""

    round: int
    who: str
    cents: int
    why: str


class Running(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pot that is being played for."""

    balance: int = 0
    rounds: int = 0
    paid: dict[str, int] = {}
    """The rounds each player has paid for; whoever has paid for all of them is in."""
    entries: tuple[PotEntry, ...] = ()
    """What went in and out since it opened."""
    closed: tuple[PotEntry, ...] = ()
    """The ledger of the pot before this one, to its last cent."""

    @property
    def players(self) -> list[str]:
        """The players who are in."""
        return [name for name, rounds in self.paid.items() if rounds == self.rounds]

    def left_over(self) -> int:
        """What the pot before left in this one."""
        return sum(entry.cents for entry in self.closed)

    def fault(self, unit: int) -> str | None:
        """What does not add up, if anything; each round of a player's is one unit."""
        booked = sum(entry.cents for entry in self.entries)
        if booked != self.balance or self.balance < 0:
            return f"the pot holds {self.balance} cents and its ledger {booked}"
        paid_in: Counter[str] = Counter()
        for entry in self.entries:
            if entry.cents > 0:
                paid_in[entry.who] += entry.cents
        if paid_in.pop(POT_BEFORE, 0) != self.left_over():
            return f"the pot before left {self.left_over()} cents, which are not in the ledger"
        paid_in.pop(DEALER, None)
        if paid_in != {name: rounds * unit for name, rounds in self.paid.items()}:
            return f"players paid in {dict(paid_in)} cents; at {unit} a round that does not buy {self.paid} rounds"
        if any(rounds > self.rounds for rounds in self.paid.values()):
            return f"somebody has paid for more than the {self.rounds} rounds the pot has had"
        return None


class Gathering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round whose wagers are in and whose hands are not yet compared."""

    before: Running
    wagers: dict[str, int]


class _Saved(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    terms: dict[str, Any]
    now: Running
    gathering: Gathering | None


class LedgerPot(Pot):
    """A pot with books: rounds are gathered, then awarded or taken back, and every cent is accounted for."""

    terms_kind: ClassVar[type[msgspec.Struct]]

    def __init__(self, terms: msgspec.Struct) -> None:
        self.terms = terms
        self.gathering: Gathering | None = None
        self._become(Running())

    @property
    @abstractmethod
    def unit(self) -> int:
        """What one round costs one player, in cents."""

    def void(self) -> dict[str, int]:
        """Take back the round gathered last: everything as before it, and what each participant put in comes back."""
        gathering = self._gathered()
        self._become(gathering.before)
        self.gathering = None
        return dict(gathering.wagers)

    def knows(self, player: str) -> bool:
        """Whether somebody of that name has paid in."""
        return player in self.now.paid

    def rename(self, player: str, name: str) -> None:
        """Keep what a player has paid in under another name; between rounds."""
        if self.gathering is not None:
            raise InvariantError("a round has been gathered under the old name")
        now = self.now
        self._become(
            Running(
                now.balance,
                now.rounds,
                {name if who == player else who: rounds for who, rounds in now.paid.items()},
                _renamed(now.entries, player, name),
                _renamed(now.closed, player, name),
            )
        )

    def state(self) -> dict[str, Any]:
        """All of it, to be saved with the table."""
        saved = _Saved(self.kind, msgspec.to_builtins(self.terms), self.now, self.gathering)
        return dict(msgspec.to_builtins(saved))

    @classmethod
    def restore(cls, state: Mapping[str, Any]) -> Self:
        """The pot that was saved."""
        try:
            saved = msgspec.convert(dict(state), _Saved)
            terms = msgspec.convert(saved.terms, cls.terms_kind) if saved.kind == cls.kind else None
        except msgspec.ValidationError as error:
            raise Refused(f"this is not a saved {cls.kind} pot: {error}") from None
        if terms is None:
            raise Refused(f"this is a saved {saved.kind!r} pot; a {cls.kind!r} pot is wanted")
        pot = cls.__new__(cls)
        LedgerPot.__init__(pot, terms)
        for running in (saved.gathering.before, saved.now) if saved.gathering else (saved.now,):
            if fault := running.fault(pot.unit):
                raise Refused(f"this saved {cls.kind} pot has been changed: {fault}")
        if saved.gathering and not _holds(saved.now, saved.gathering):
            raise Refused(f"this saved {cls.kind} pot has been changed: its last round is not in its ledger")
        pot._become(saved.now)
        pot.gathering = saved.gathering
        return pot

    def _become(self, now: Running) -> None:
        """Turn to the next page of the books, which must add up."""
        if fault := now.fault(self.unit):
            raise AssertionError(fault)
        self.now = now
        self.balance = now.balance
        self.rounds = now.rounds

    def _gather(self, opening: Running, wagers: Mapping[str, int]) -> None:
        """Put a round's wagers on the books of a pot; a round that nobody bets on is no round of it."""
        before = self.now
        if wagers:
            number = opening.rounds + 1
            players = [name for name in wagers if name != DEALER]
            opening = Running(
                balance=opening.balance + sum(wagers.values()),
                rounds=number,
                paid=opening.paid | dict.fromkeys(players, number),
                entries=opening.entries + _booked(number, wagers),
                closed=opening.closed,
            )
        self._become(opening)
        self.gathering = Gathering(before, dict(wagers))

    def _gathered(self) -> Gathering:
        if self.gathering is None:
            raise AssertionError("no round has been gathered that could be awarded or taken back")
        return self.gathering

    def _check_wagers(self, wagers: Mapping[str, int], price: Callable[[str], int], rule: str) -> None:
        """Refuse wagers of nobody, or of other than their price."""
        if self.gathering is not None:
            raise AssertionError("the round gathered last has been neither awarded nor taken back")
        for name, cents in wagers.items():
            check_name(name)
            if cents != price(name):
                raise Refused(f"{name} bets {dollars(cents)} on the pot; by {rule} it is {dollars(price(name))}")

    def _check_hands(self, hands: Mapping[str, Hand]) -> Mapping[str, int]:
        """The wagers of the round that these hands are to settle."""
        wagers = self._gathered().wagers
        if strangers := hands.keys() - wagers.keys():
            raise AssertionError(f"{listed(sorted(strangers))} cannot win: no wager of theirs is in the pot this round")
        return wagers

    def _close(self, paid_out: Mapping[str, int], left: int) -> None:
        """Pay the pot out; what is left opens the next one."""
        self._become(paid(self.now, paid_out, left))
        self._become(next_after(self.now))
        self.gathering = None


def paid(running: Running, paid_out: Mapping[str, int], left: int) -> Running:
    """A pot after what is paid out of it, with what is left in it."""
    out = {who: -cents for who, cents in paid_out.items() if cents}
    entries = running.entries + _booked(running.rounds, out)
    return Running(left, running.rounds, running.paid, entries, running.closed)


def next_after(closed: Running) -> Running:
    """The pot that follows one that has been paid out."""
    left = closed.balance
    return Running(left, entries=_booked(0, {POT_BEFORE: left} if left else {}), closed=closed.entries)


def _booked(number: int, amounts: Mapping[str, int]) -> tuple[PotEntry, ...]:
    why = "left over" if number == 0 else "wager"
    return tuple(PotEntry(number, who, cents, why if cents > 0 else "paid out") for who, cents in amounts.items())


def _renamed(entries: tuple[PotEntry, ...], player: str, name: str) -> tuple[PotEntry, ...]:
    return tuple(msgspec.structs.replace(entry, who=name) if entry.who == player else entry for entry in entries)


def _holds(now: Running, gathering: Gathering) -> bool:
    """Whether the wagers gathered last are what the ledger says of its last round."""
    last = {entry.who: entry.cents for entry in now.entries if entry.round == now.rounds and entry.round}
    return not gathering.wagers or gathering.wagers == last


def check_name(name: str) -> None:
    """Refuse what cannot be a player's name."""
    if not is_name(name):
        raise Refused(f"{name!r} cannot bet on the pot; a player needs a name of their own")


def divide(cents: int, ways: int, chip: int) -> tuple[int, int]:
    """The even share of each and what is left over: one alone takes all, several take whole chips.

    >>> divide(1000, 3, 100), divide(1950, 1, 100)
    ((300, 100), (1950, 0))
    """
    share = cents // ways
    if ways > 1:
        share -= share % chip
    return share, cents - share * ways
