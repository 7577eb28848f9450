"""A table as its log tells it: every entry applied in order gives the same state, in any process, at any time."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from croupier.chips import dollars
from croupier.errors import InvariantError, Refused
from croupier.floor import money
from croupier.floor.clock import SECOND
from croupier.floor.entries import (
    Answered,
    Back,
    Bought,
    CallsOff,
    Closed,
    Corrected,
    Entry,
    Invited,
    Leaving,
    Left,
    Opened,
    Paused,
    PotCollected,
    Proposed,
    Renamed,
    Renaming,
    Resumed,
    Revealed,
    RoundOpened,
    Sat,
    SeedsRedrawn,
    Voided,
    Withheld,
    WordsFixed,
)
from croupier.floor.fairness.commit_reveal import Awaited, CommitmentsTold, RoundSeeds, chances, word_commitment
from croupier.floor.money import Hold, HoldState, Transfer, TransferKind
from croupier.games import game_named
from croupier.table.chance import Shoe, mixed
from croupier.table.decisions import read_bets
from croupier.table.events import WATCHER, Bet, Event, PotAwarded, PotGathered, Settled, Shuffled
from croupier.table.record import Record, SeatState, TableState, restore, save, write_down
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import View, automatic_answer, table_view

RECENT = 120
"""How many entries a table remembers for those who were away, if nobody has asked for more."""
WAITED_FOR_SECONDS = 120
"""How long a player has for a decision where others sit too, if the table was opened without a clock."""
REST_SECONDS = 3600
"""How long nobody sits down at a seat after a word was missing there."""
MOST_STACK = 10**12
"""The most that a player may have in front of them and still buy or bet, in cents: no sum can outgrow the books."""
MOST_MISSED = 1000
"""How many are read back from its log for whoever was away longer."""


@dataclass(frozen=True, slots=True)
class ShoeAt:
    """How far a shoe has been dealt: the round it was shuffled in, and the cards that have come out of it since."""

    round: int
    dealt: int


class SeatResult(msgspec.Struct, frozen=True):
    """What a round brought an account."""

    account: int
    seat: int
    net: int


@dataclass(frozen=True, slots=True)
class Applied:
    """What one entry did: the events it caused, the money it moved, the bets it placed."""

    sequence: int
    round: int
    entry: Entry
    events: tuple[Event, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    holds: tuple[Hold, ...] = ()
    ended: HoldState | None = None
    """How the bets of the round ended with this entry, if they did."""
    record: Record | None = None
    """The round, if this entry finished it."""
    results: tuple[SeatResult, ...] = ()
    """What it brought each account that took part."""


@dataclass(frozen=True, slots=True)
class LastRound:
    """The last round that is over, the hash of the entry that ended it, and the accounts that took part in it."""

    round: int
    hash: bytes
    accounts: frozenset[int]


class Snapshot(msgspec.Struct, frozen=True):
    """A live table between two rounds."""

    opened: Opened
    state: TableState
    accounts: dict[int, int]
    paused: str
    round_number: int
    shoe_round: int
    epoch: int
    proposals: dict[int, Proposed] = {}
    invite: str = ""
    """The salt and hash of the link to a private table; empty for a table that all may see."""
    bought: dict[int, int] = {}
    """By seat, what was bought there since its player sat down."""
    missed: dict[int, int] = {}
    """By seat, when a word was last missing there."""
    called_off: CallsOff | None = None
    """The entry that called the last round off, if one did."""
    away: list[int] = []
    """Seats whose players are away."""


class LiveTable:
    """A table that is being served."""

    def __init__(self, number: int, opened: Opened, sequence: int = 0) -> None:
        self.id = number
        self.opened = opened
        self.sequence = sequence
        game_named(opened.game).check_release(opened.release)
        self.table: Table = restore(_empty_table(opened), game_named)
        self.round: Round | None = None
        self.round_number = 0
        self.seeds: RoundSeeds | None = None
        """The secret seeds of the last round that was opened."""
        self.next_seeds: RoundSeeds | None = None
        """The secret seeds of the round to come; whoever loads the table hands them in."""
        self.epoch = 1
        """The epoch under which they were drawn: it is another after the house has drawn seeds anew."""
        self.last_hash = b""
        """The hash that the next entry of the log follows; whoever writes or reads the log says so."""
        self.opened_at = 0
        """The entry that opened the last round."""
        self.last_round: LastRound | None = None
        """The last round that is over; whoever writes or reads the log says so."""
        self.last_record: Record | None = None
        """The record of that round."""
        self.shoe_round = 0
        """The round in which the shoe now in use was shuffled."""
        self.shoe_before = ShoeAt(0, 0)
        """Where the shoe stood when the last round was opened."""
        self.proposals: dict[int, Proposed] = {}
        """What supervisors want that takes a second signature, by the entry that says so."""
        self.invite = opened.invite
        """The salt and hash of the link to a private table; nothing for a table that all may see."""
        self.paused = ""
        self.closed = ""
        """Why nothing happens at it any more, if it has ended."""
        self.asked_at = 0
        """When the players were last asked for something, in microseconds; whoever writes the log says so."""
        self.asked_by = 0
        """The entry that asked them."""
        self.asked_ticks = 0
        """When that was by the clock that only runs on; the house that serves the table says so."""
        self.accounts: dict[int, int] = {}
        """The account behind each seat; automatic seats have none."""
        self.sat_at: dict[int, int] = {}
        """The entry with which each seat's player sat down: what a seat saw before was for other eyes."""
        self.bought: dict[int, int] = {}
        """By seat, the cents that were bought there since its player sat down."""
        self.clocked: Counter[int] = Counter()
        """How often the clock has answered for each seat in the last round."""
        self.answered_at: dict[int, int] = {}
        """The entry with which each seat last answered, or with which the round was opened."""
        self.leaving: set[int] = set()
        self.away: set[int] = set()
        """Seats whose players have let their time pass: nobody waits for them until they are back."""
        self.renaming: dict[int, str] = {}
        """The names of players who have changed them in the middle of a round."""
        self.commitments: dict[int, str] = {}
        """What seats have committed to their words with, together with their bets of the open round."""
        self.words_fixed = False
        """Whether all bets are down and the commitments told, so that the words may be revealed."""
        self.words: dict[int, str] = {}
        """The words that are mixed into the open round."""
        self.missed: dict[int, int] = {}
        """By seat, when a word was last missing there, in microseconds; whoever writes or reads the log says so."""
        self.called_off: CallsOff | None = None
        """The entry that called the last round off, if one did."""
        self._chances: tuple[Awaited, ...] = ()
        self.remember = RECENT
        """How many of the last entries are kept for those who were away."""
        self.recent: deque[Applied] = deque()
        """The last entries, and for a while as many more as were read back from the log for those who watch."""
        self._before: TableState | None = None
        self._round_transfers: list[Transfer] = []
        self._told = 0

    @property
    def open_round(self) -> Round | None:
        """The round that is being played, if one is."""
        return self.round if self.round is not None and not self.round.finished else None

    @property
    def takes_words(self) -> bool:
        """Whether a commitment to a word is taken with the bets that are asked for."""
        round = self.open_round
        return round is not None and round.betting and not any(chance.begun for chance in self._chances)

    @property
    def awaited(self) -> list[int]:
        """The seats that are to reveal their words."""
        if self.open_round is None or not self.words_fixed:
            return []
        return [seat for seat in self.commitments if seat not in self.words]

    def is_resting(self, seat: int, time: int) -> bool:
        """Return True if a word was missing at a seat in the hour before a time: nobody sits down there."""
        return seat in self.missed and time < self.missed[seat] + REST_SECONDS * SECOND

    def missing_words(self, time: int) -> Iterator[Entry]:
        """Call the round off for the words that are missing; where one was missing within the hour, the player leaves.

        So a seat calls off two rounds an hour at most, whoever sits there.
        """
        missing = self.awaited
        again = [seat for seat in missing if self.is_resting(seat, time)]
        yield Withheld(missing)
        for seat in again:
            yield Left(seat, self.table.seat(seat).stack)

    def seat_of(self, account: int) -> int | None:
        """Where an account sits."""
        return next((seat for seat, owner in self.accounts.items() if owner == account), None)

    @property
    def has_bank(self) -> bool:
        """Whether its chips are those of a bank of its own, which are worth nothing elsewhere."""
        return self.opened.chips_from == "bank"

    @property
    def has_own_paytables(self) -> bool:
        """Whether it pays by paytables that are not printed."""
        printed = type(self.table.game).printed()
        return any(words.name not in printed[words.bet] for words in self.opened.paytables)

    @property
    def house_book(self) -> str:
        """The book that wins what players lose."""
        return money.bank(self.id) if self.has_bank else money.house(self.id)

    @property
    def clock_seconds(self) -> int:
        """How long a player has for a decision; 0 for one who plays alone, until the table counts as left alone."""
        return self.opened.clock_seconds or (0 if self.is_lonely else WAITED_FOR_SECONDS)

    @property
    def is_lonely(self) -> bool:
        """Return True if at most one player is there, so that nobody waits for them."""
        return len(self.accounts.keys() - self.away) < 2

    def sight(self, seat: int, sequence: int) -> int:
        """As which seat the player who sits there may see an entry: as a watcher, if it was before they sat down."""
        return seat if sequence >= self.sat_at.get(seat, 0) else WATCHER

    def view(self, seat: int) -> View:
        """What somebody at this seat sees; 0 is a watcher."""
        return table_view(self.table, self.round, seat)

    def remembers(self, told: int) -> bool:
        """Whether it can tell every entry after this one."""
        return self.sequence - len(self.recent) <= told

    def apply(self, entry: Entry, remember: int = RECENT) -> Applied:
        """Carry an entry out, and remember so many of the last; one that cannot be is refused and changes nothing."""
        applied = self._carry_out(entry)
        self.sequence += 1
        self.recent.append(applied)
        while len(self.recent) > max(remember, self.remember):
            self.recent.popleft()
        return applied

    def next_round(self) -> RoundOpened:
        """The entry that opens the next round, under the seeds that are committed to and by the program as it is."""
        if self.next_seeds is None:
            raise InvariantError("the coming round has no seeds")
        if self.has_own_paytables and not self.has_bank:
            raise Refused("a paytable of one's own plays against a bank of its own; leave, and open a new table for it")
        committed = self.next_seeds.commitments
        return RoundOpened(self.round_number + 1, committed.deck, committed.shoe, self.table.game.release)

    def follow_ups(self) -> Iterator[Entry]:
        """What the house does by itself after an entry: automatic seats and absent players answer, leavers leave.

        Once all bets are down the commitments are fixed. Each entry must be applied before the next is asked for.
        """
        yield from self.automatic_answers()
        if self.open_round is None:
            for seat in sorted(self.leaving):
                yield Left(seat, self.table.seat(seat).stack)
            for seat, player in sorted(self.renaming.items()):
                if self.table.may_be_called(seat, player):
                    yield Renamed(seat, player)
            pot = self.table.pot
            if pot is not None and pot.abandoned([seat.player for seat in self.table.seats.values()]):
                yield PotCollected(pot.balance)

    def closing(self, reason: str) -> Iterator[Entry]:
        """The entries that end the table: everybody goes with their chips, the house takes the pot it may take."""
        if self.closed:
            raise Refused(f"table {self.id} is closed already: {self.closed}")
        if self.open_round is not None:
            raise Refused("a round is being played; pause the table, and close it once it is settled")
        pot = self.table.pot
        if pot is not None and self.keeps_pot:
            raise Refused(
                f"the pot holds {dollars(pot.balance)}; by OTD-P7 it stays for new players, and its table too"
            )
        for seat in list(self.table.seats.values()):
            yield Left(seat.number, seat.stack)
        if pot is not None and pot.balance:
            yield PotCollected(pot.balance)
        yield Closed(reason)

    def left_alone(self, time: int) -> Iterator[Entry]:
        """The entries that end a table at which nothing is done any more, its round first; one with a pot is left."""
        while (round := self.open_round) is not None:
            if self.awaited:
                yield from self.missing_words(time)
            for seat in list(round.waiting):
                yield Answered(seat, default_answer(round, seat), "clock")
            yield from self.automatic_answers()
        if self.keeps_pot:
            for seat in sorted(self.accounts):
                yield Left(seat, self.table.seat(seat).stack)
        else:
            yield from self.closing("nobody was there")

    @property
    def keeps_pot(self) -> bool:
        """Return True if its pot holds money that stays for new players."""
        return self.table.pot is not None and self.table.pot.stays

    def automatic_answers(self) -> Iterator[Entry]:
        """The answers of automatic seats and of players who are leaving, up to a question for somebody else."""
        while (round := self.open_round) is not None:
            if round.bets_down and not self.words_fixed:
                yield WordsFixed(dict(sorted(self.commitments.items())))
            for seat in round.waiting:
                if seat not in self.accounts:
                    yield Answered(seat, automatic_answer(round, seat), "automatic")
                    break
                if seat in self.leaving or seat in self.away:
                    yield Answered(seat, default_answer(round, seat), "absent")
                    break
            else:
                return

    def snapshot(self) -> Snapshot:
        """The table between two rounds, to load it from later."""
        return Snapshot(
            self.opened,
            save(self.table),
            dict(self.accounts),
            self.paused,
            self.round_number,
            self.shoe_round,
            self.epoch,
            dict(self.proposals),
            self.invite,
            dict(self.bought),
            dict(self.missed),
            self.called_off,
            sorted(self.away),
        )

    @classmethod
    def from_snapshot(cls, number: int, snapshot: Snapshot, sequence: int) -> LiveTable:
        """The table that the snapshot is of."""
        live = cls(number, snapshot.opened, sequence)
        live.table = restore(snapshot.state, game_named)
        live.proposals = dict(snapshot.proposals)
        live.bought = dict(snapshot.bought)
        live.missed = dict(snapshot.missed)
        live.called_off = snapshot.called_off
        live.away = set(snapshot.away)
        live.accounts = dict(snapshot.accounts)
        live.invite = snapshot.invite
        live.paused = snapshot.paused
        live.round_number = snapshot.round_number
        live.shoe_round = snapshot.shoe_round
        live.epoch = snapshot.epoch
        return live

    def _carry_out(self, entry: Entry) -> Applied:
        number = self.sequence + 1
        transfers: tuple[Transfer, ...] = ()
        if self.closed:
            raise Refused(f"table {self.id} is closed: {self.closed}")
        match entry:
            case Opened():
                pass
            case Sat(seat, player, account, cents):
                self.table.sit(seat, player, cents)
                self.sat_at[seat] = number
                self.bought[seat] = cents
                if account is not None:
                    self.accounts[seat] = account
                transfers = self._money_in(seat, cents, "bought-in")
            case Bought(seat, cents):
                self._sell(seat, cents)
                self.bought[seat] += cents
                transfers = self._money_in(seat, cents, "bought-chips")
            case Left(seat, cents):
                transfers = self._leave(seat, cents)
            case Leaving(seat):
                self.table.seat(seat)
                self.leaving.add(seat)
            case Back(seat):
                if seat not in self.away:
                    raise Refused(f"seat {seat} is not away")
                self.away.discard(seat)
            case Renaming(seat, player):
                if self.open_round is None or not self.table.may_be_called(seat, player):
                    raise Refused(f"seat {seat} cannot be called {player!r} after this round")
                self.renaming[seat] = player
            case Renamed(seat, player):
                self.table.rename(seat, player)
                self.renaming.pop(seat, None)
            case RoundOpened():
                return self._open_round(number, entry)
            case Answered():
                return self._answer(number, entry)
            case WordsFixed() | Revealed() | Withheld():
                return self._hear_words(number, entry)
            case SeedsRedrawn():
                return self._redraw(number, entry)
            case Voided():
                self._sign(entry)
                return self._call_off(number, entry)
            case Invited(invite):
                if not self.invite:
                    raise Refused(f"table {self.id} is not private; everybody may see it")
                self.invite = invite
            case Paused(reason):
                self.paused = reason
            case Resumed():
                self.paused = ""
            case PotCollected(cents):
                if self.table.collect_pot() != cents:
                    raise Refused(f"the pot does not hold {cents} cents")
                moved = Transfer(money.pot(self.id), self.house_book, cents, money.why("pot-collected"), self.id)
                transfers = (moved,)
            case Closed(reason):
                if self.table.seats or self.open_round is not None or (self.table.pot and self.table.pot.balance):
                    raise Refused("a table is closed when nobody sits at it and its pot is empty")
                self.closed = reason
            case Proposed():
                self.proposals[number] = entry
            case Corrected(account, cents, round_number, reason):
                self._sign(entry)
                transfers = (self._correction(account, cents, round_number, reason),)
            case _:
                raise AssertionError(f"an entry of no known kind: {entry!r}")
        return Applied(number, self.round_number, entry, transfers=transfers)

    def _sign(self, entry: Voided | Corrected) -> None:
        """Hold something that took two signatures against its proposal, which is good for once."""
        if entry.proposal is None:
            return
        proposed = self.proposals.get(entry.proposal)
        if proposed is None or msgspec.structs.replace(proposed.deed, proposal=entry.proposal) != entry:
            raise Refused(f"entry {entry.proposal} does not propose that, or it has been signed already")
        if isinstance(entry, Voided) and (self.open_round is None or entry.round != self.round_number):
            raise Refused(f"round {entry.round} is over; it is not voided but corrected")
        del self.proposals[entry.proposal]

    def _open_round(self, number: int, entry: RoundOpened) -> Applied:
        if self.open_round is not None:
            raise Refused("a round is being played; it must be settled first")
        if self.paused:
            raise Refused(f"the table is paused: {self.paused}")
        seeds = self.next_seeds
        if seeds is None:
            raise InvariantError("a round needs its seeds")
        if seeds.commitments != CommitmentsTold(entry.deck_commitment, entry.shoe_commitment):
            raise InvariantError("the seeds are not those that were committed to")
        self.table.game.check_release(entry.release)
        if not self.table.seats:
            raise Refused("nobody sits at the table; take a seat first")
        before = save(self.table)
        shoe_before = ShoeAt(self.shoe_round, self.table.shoe.dealt)
        deck, shoe = chances(seeds, self.id, entry.round)
        self.round = Round(self.table, deck, shoe, stops=True)
        self._chances = deck, shoe
        self.commitments, self.words_fixed = {}, False
        self.words, self.called_off = {}, None
        self.seeds, self.next_seeds = seeds, None
        self.shoe_before = shoe_before
        self.round_number = entry.round
        self._before = before
        self._opening = entry
        self.answered_at = dict.fromkeys(self.table.seats, number)
        self.clocked = Counter()
        self._round_transfers = []
        self._told = 0
        return self._tell(number, entry)

    def _answer(self, number: int, entry: Answered) -> Applied:
        if (round := self.open_round) is None:
            raise Refused("no round is open; start one first")
        if entry.commitment and not (self.takes_words and read_bets(entry.answer)):
            raise Refused("a word is committed to with the bets of a round that takes words, and with nothing else")
        round.act(entry.seat, entry.answer)
        self.answered_at[entry.seat] = number
        if entry.by == "clock":
            self.clocked[entry.seat] += 1
            self.away.add(entry.seat)
        if entry.commitment:
            self.commitments[entry.seat] = entry.commitment
        if round.bets_down and not self.commitments:
            self._deal(round)
        return self._tell(number, entry)

    def _hear_words(self, number: int, entry: WordsFixed | Revealed | Withheld) -> Applied:
        """Commitments are told once all bets are down; the cards are dealt when every word is revealed."""
        round = self.open_round
        if isinstance(entry, WordsFixed):
            if round is None or not round.bets_down or self.words_fixed or entry.commitments != self.commitments:
                raise Refused("commitments are fixed once, as they were made, when all bets are down")
            self.words_fixed = True
            return self._tell(number, entry)
        if isinstance(entry, Withheld):
            if not entry.seats or entry.seats != self.awaited:
                raise Refused(f"the words of seats {entry.seats} are not those that are missing")
            self.away |= set(entry.seats)
            return self._call_off(number, entry)
        if round is None or entry.seat not in self.awaited:
            raise Refused(f"seat {entry.seat} has no word to reveal now")
        made = word_commitment(self.id, self.round_number, entry.seat, entry.word)
        if made != self.commitments[entry.seat]:
            raise Refused("that is not the word that was committed to")
        self.words[entry.seat] = entry.word
        if not self.awaited:
            self._deal(round)
        return self._tell(number, entry)

    def _deal(self, round: Round) -> None:
        for chance in self._chances:
            chance.begin(self.words)
        round.deal()

    def _redraw(self, number: int, entry: SeedsRedrawn) -> Applied:
        """Take up seeds that were drawn anew for the coming round; whoever loads the table has handed them in."""
        drawn = self.next_seeds
        if drawn is None or drawn.commitments != CommitmentsTold(entry.deck_commitment, entry.shoe_commitment):
            raise InvariantError("the seeds are not those drawn anew")
        if entry.epoch <= self.epoch:
            raise Refused(f"epoch {entry.epoch} cannot follow epoch {self.epoch}")
        self.epoch = entry.epoch
        if self.open_round is not None:
            return self._call_off(number, entry)
        self._put_shoe_away()
        return Applied(number, self.round_number, entry)

    def _tell(self, number: int, entry: Entry) -> Applied:
        """What has happened since the last entry, and what it did to the money."""
        round = self.round
        if round is None:
            raise InvariantError("no round is open")
        events = tuple(round.events[self._told :])
        self._told = len(round.events)
        transfers = [transfer for event in events for transfer in self._money(event)]
        self._round_transfers += transfers
        holds = [
            Hold(self.id, self.round_number, self.accounts[event.seat], event.spot, event.cents)
            for event in events
            if isinstance(event, Bet) and event.seat in self.accounts
        ]
        if self.table.shoe.stock and any(isinstance(event, Shuffled) for event in events):
            self.shoe_round = self.round_number
        told = (number, self.round_number, entry, events, tuple(transfers), tuple(holds))
        if not round.finished:
            return Applied(*told)
        self.last_record = self._record(round)
        return Applied(*told, "settled", self.last_record, self._results(round))

    def _results(self, round: Round) -> tuple[SeatResult, ...]:
        """What the round brought everybody who bet in it."""
        if self._before is None:
            raise InvariantError("no round is open")
        before = {seat.number: seat.stack for seat in self._before.seats}
        return tuple(
            SeatResult(account, seat, self.table.seats[seat].stack - before[seat])
            for seat, account in self._bettors(round)
        )

    def _bettors(self, round: Round) -> list[tuple[int, int]]:
        """The seats with an account that have bet in a round, and their accounts."""
        bet = {event.seat for event in round.events if isinstance(event, Bet)}
        return [(seat, account) for seat, account in self.accounts.items() if seat in bet]

    def _record(self, round: Round) -> Record:
        if self._before is None or self.seeds is None:
            raise InvariantError("no round is open")
        seed = mixed(self.seeds.deck, self.id, self.round_number, self.words)
        return write_down(self._before, seed, round, self._opening.release)

    def _call_off(self, number: int, entry: CallsOff) -> Applied:
        """Put everything back as it was before the open round."""
        if (round := self.open_round) is None:
            raise Refused("no round is open; a settled round is not voided but corrected")
        if self._before is None:
            raise InvariantError("no round is open")
        self.table = restore(self._before, game_named)
        self.table.rounds = self.round_number
        self._put_shoe_away()
        self.round = None
        self.called_off, why = entry, money.why("voided", entry.reason)
        back = tuple(
            Transfer(past.credit, past.debit, past.cents, why, self.id, self.round_number)
            for past in reversed(self._round_transfers)
        )
        nothing = tuple(SeatResult(account, seat, 0) for seat, account in self._bettors(round))
        return Applied(number, self.round_number, entry, transfers=back, ended="released", results=nothing)

    def _put_shoe_away(self) -> None:
        """Deal no more from a shoe whose coming cards have been seen, or may have been: the next round shuffles."""
        self.table.shoe, self.shoe_round = Shoe([], 0), 0

    def _sell(self, seat: int, cents: int) -> None:
        """Sell chips; in the middle of a round they count as lying there before it, which is how it is dealt again."""
        if self.open_round is None:
            self.table.buy(seat, cents)
            return
        self.open_round.buy(seat, cents)
        if self._before is None:
            raise InvariantError("no round is open")
        seats = [
            msgspec.structs.replace(one, stack=one.stack + cents) if one.number == seat else one
            for one in self._before.seats
        ]
        self._before = msgspec.structs.replace(self._before, seats=seats)

    def _money_in(self, seat: int, cents: int, kind: TransferKind) -> tuple[Transfer, ...]:
        source = self._purse(self.accounts.get(seat))
        return (Transfer(source, money.stack(self.id, seat), cents, money.why(kind), self.id),) if cents else ()

    def _purse(self, account: int | None) -> str:
        """The book that chips are bought from and go back to; automatic seats have no wallet."""
        if self.has_bank:
            return self.house_book
        if account is not None:
            return money.wallet(account)
        return money.MINT

    def _leave(self, seat: int, cents: int) -> tuple[Transfer, ...]:
        if self.table.seat(seat).stack != cents:
            raise Refused(f"seat {seat} has {self.table.seat(seat).stack} cents to take away, not {cents}")
        self.table.leave(seat)
        self.bought.pop(seat, None)
        target = self._purse(self.accounts.pop(seat, None))
        self.leaving.discard(seat)
        self.away.discard(seat)
        self.renaming.pop(seat, None)
        return (Transfer(money.stack(self.id, seat), target, cents, money.why("left"), self.id),) if cents else ()

    def _correction(self, account: int, cents: int, round_number: int, reason: str) -> Transfer:
        last = self.round_number - (self.open_round is not None)
        if not 0 < round_number <= last or cents == 0:
            raise Refused(f"a correction names a finished round, 1 to {last}, and an amount that is not zero")
        if self.has_bank:
            raise Refused("what is won and lost at a table with a bank of its own is worth nothing elsewhere")
        house, wallet = money.house(self.id), money.wallet(account)
        debit, credit = (house, wallet) if cents > 0 else (wallet, house)
        return Transfer(debit, credit, abs(cents), money.why("correction", reason), self.id, round_number)

    def _money(self, event: Event) -> Iterator[Transfer]:
        """The transfers that an event at the table stands for."""
        on_table, house, pot = money.bets(self.id), self.house_book, money.pot(self.id)

        def move(debit: str, credit: str, cents: int, why: str) -> Iterator[Transfer]:
            if cents:
                yield Transfer(debit, credit, cents, why, self.id, self.round_number)

        match event:
            case Bet(seat, spot, cents):
                yield from move(money.stack(self.id, seat), on_table, cents, money.why("bet", spot))
            case Settled(seat, spot, result, stake, won, pays, _):
                stack = money.stack(self.id, seat)
                if result == "lose":
                    yield from move(on_table, house, stake, money.why("lost", spot))
                else:
                    yield from move(on_table, stack, stake, money.why("returned", spot))
                    yield from move(house, stack, won, money.why("paid", spot, pays))
            case PotGathered(wagers, from_house, to_house, _):
                yield from move(pot, house, to_house, money.why("pot-collected"))
                yield from move(on_table, pot, sum(wagers.values()), money.why("pot-wagers"))
                yield from move(house, pot, from_house, money.why("dealer-wager"))
            case PotAwarded(_, shares, to_house, to_dealer, _):
                seats = {seat.player: seat.number for seat in self.table.seats.values()}
                for player, cents in shares.items():
                    yield from move(pot, money.stack(self.id, seats[player]), cents, money.why("pot-won"))
                yield from move(pot, house, to_house, money.why("house-share"))
                yield from move(pot, money.dealer(self.id), to_dealer, money.why("dealer-share"))


def default_answer(round: Round, seat: int) -> str:
    """The answer for a player who gives none: no bet, or the choice that puts no more at risk."""
    decision = round.waiting[seat]
    return "pass" if decision is None else decision.default.name


def _empty_table(opened: Opened) -> TableState:
    seats: list[SeatState] = []
    return TableState(opened.game, opened.settings, opened.paytables, opened.placard, seats, 0, 0, 0, 0, None, 0, [], 0)
