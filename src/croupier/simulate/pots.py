"""Both Cincy Pots over simulated rounds: the kernel and the tally of its rounds.

Players come in, sit out and leave, in the order the dealer works. Before a round, each player may leave, and somebody
else sits down; whoever is in may sit it out; whoever is not may come in, at the price that the pot asks. Each of the
three is a chance of its own, from words of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.english import counted
from croupier.errors import Refused
from croupier.exact.hand_counts.evaluate import CATEGORY_SHIFT
from croupier.exact.store import inner_kernel, kernel
from croupier.json_figures import as_float
from croupier.pots.carryover import CarryoverPot
from croupier.pots.raked import RakedPot
from croupier.simulate.kernel.outcomes import add_at
from croupier.simulate.kernel.stream import LANES, POT, Key, fill_words
from croupier.simulate.setup import Habits, Setup
from croupier.simulate.simulated_table import Sheet, Simulation, error_threshold, fixed

LEAVES, SKIPS, JOINS = range(3)
"""The words of a seat, one for each question."""
CHANCES: Final = 3

NO_POT, ROLLED_OVER, WON, DIVIDED, COLLECTED = range(5)
"""What became of a pot in a round: there was none, it goes on, it was won, divided at its end, or left by everybody."""

BALANCE, NUMBER, ENDED, TO_HOUSE, FROM_HOUSE, TO_DEALER, SIZE = range(7)
COLUMNS: Final = 7
"""What is written down of a pot in each round: the cents that stay in it, the rounds that it had with this one, what
became of it, cents from and to the house and to the dealer in person, and the cents in it before it was paid out."""

_NOBODY: Final = -1


class PotSheet(NamedTuple):
    """A pot over the rounds of one shift."""

    wagers: Ints
    """By round and seat, the cents paid in."""
    shares: Ints
    """By round and seat, the cents paid out."""
    people: Ints
    """By round and seat, how many had the seat before whoever has it."""
    pot: Ints
    """By round, the `COLUMNS`."""
    words: Ints
    notes: Ints
    """By seat, what is paid for and who has it now."""


class PotTable:
    """The pot of a simulated table."""

    def __init__(self, simulation: Simulation) -> None:
        setup = simulation.setup
        pot = setup.game.new_pot(setup.placard)
        if not isinstance(pot, RakedPot | CarryoverPot):
            raise Refused(f"{setup.game.title} has no pot to play for")
        self.pot = pot
        self.players = setup.players
        self.chances = _chances(setup.pot or Habits())
        folds = [outcome is not None and outcome.action == "fold" for outcome in simulation.outcomes.every]
        self.cannot_win = fixed(np.array(folds, np.bool_) & (not setup.game.folded_wins_pot()))

    @property
    def unit(self) -> int:
        """What a round of the pot costs a player who is in, in cents."""
        return self.pot.unit

    def sheet(self, rounds: int) -> PotSheet:
        """An empty sheet."""
        shape = rounds, self.players
        return PotSheet(
            wagers=np.zeros(shape, np.int64),
            shares=np.zeros(shape, np.int64),
            people=np.zeros(shape, np.int64),
            pot=np.zeros((rounds, COLUMNS), np.int64),
            words=np.zeros((-(-rounds // LANES) * LANES, CHANCES * self.players), np.uint64),
            notes=np.zeros((2, self.players), np.int64),
        )

    def play(self, key: Key, first: int, rounds: int, dealt: Sheet, sheet: PotSheet) -> None:
        """Play for the pot in the rounds of a shift, which begins with an empty one."""
        fill_words(key, first, rounds, POT, sheet.words)
        play, tables = self.player
        play(rounds, tables, dealt, sheet)

    @property
    def player(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        """The kernel that plays for the pot, and what it goes by."""
        if isinstance(self.pot, RakedPot):
            raked = self.pot.terms
            rake = raked.rake, raked.dealer_percent, raked.chip
            terms = raked.unit, *rake, raked.chip, int(raked.least), raked.least_participants
            return _play_raked, (self.chances, terms, self.cannot_win)
        carried = self.pot.terms
        stakes = carried.contribution, carried.dealer_participates, carried.tenth_game_split == "players-and-house"
        ending = carried.chip, carried.games, int(carried.least)
        return _play_carryover, (self.chances, (*stakes, *ending), self.cannot_win)


def check_pot(setup: Setup) -> None:
    """Refuse to play for a pot that the game does not have."""
    if setup.pot is None:
        return
    pot = setup.game.new_pot(setup.placard)
    if pot is None and setup.game.pot_kind is None:
        raise Refused(f"{setup.game.title} has no pot to play for")
    if pot is None:
        setup.placard.check_pot(setup.game.title, pot)
    elif not_opened := pot.not_opened_by(setup.players):
        raise Refused(f"with {counted(setup.players, 'player')} no pot opens; {not_opened}")


def _chances(habits: Habits) -> Ints:
    """The chances as words below which something happens."""
    chances = np.zeros(CHANCES, np.uint64)
    chances[LEAVES] = error_threshold(habits.leave)
    chances[SKIPS] = error_threshold(habits.skip)
    chances[JOINS] = error_threshold(habits.join)
    return fixed(chances)


@inner_kernel
def _comes_true(word: np.uint64, chance: np.uint64) -> bool:
    """Whether something happens that is as likely as `chance` says; what is certain is."""
    return bool(word < chance or chance == np.uint64(0xFFFF_FFFF_FFFF_FFFF))


@inner_kernel
def _share(cents: int, ways: int, chip: int) -> int:
    """The even share: one alone takes all, several take whole chips."""
    share = cents // ways
    return share if ways == 1 else share - share % chip


@inner_kernel
def _hand(outcomes: Ints, strengths: Ints, cannot_win: Ints, wagers: Ints, seat: int) -> int:
    """The strength of a seat's hand, if it can win the pot, or none."""
    return int(strengths[seat]) if wagers[seat] and not cannot_win[outcomes[seat]] else _NOBODY


@inner_kernel
def _best_of(outcomes: Ints, strengths: Ints, cannot_win: Ints, wagers: Ints) -> Any:
    """The strength of the best hand that can win the pot, or none, and how many have it."""
    best, winners = _NOBODY, 0
    for seat in range(len(wagers)):
        hand = _hand(outcomes, strengths, cannot_win, wagers, seat)
        if hand > best:
            best, winners = hand, 0
        winners += int(hand == best)
    return best, winners


@inner_kernel
def _pay(outcomes: Ints, strengths: Ints, cannot_win: Ints, wagers: Ints, best: int, share: int, shares: Ints) -> None:
    """Pay everybody who has the best hand."""
    for seat in range(len(wagers)):
        if _hand(outcomes, strengths, cannot_win, wagers, seat) == best:
            shares[seat] = share


@kernel
def _play_raked(
    rounds: int,
    tables: tuple[Ints, tuple[int, int, int, int, int, int, int], Ints],
    dealt: Sheet,
    sheet: PotSheet,
) -> None:
    """The pot with late entry, rule by rule."""
    chances, (unit, rake, dealer_percent, dealers_chip, chip, least, opens_with), cannot_win = tables
    outcomes, strengths = dealt.outcomes, dealt.strengths
    wagers, shares, people, pot, words, notes = sheet
    players = wagers.shape[1]
    notes[:, :] = 0
    paid, person = notes[0], notes[1]
    balance, number = 0, 0
    for at in range(rounds):
        gathered, entrants = 0, 0
        for seat in range(players):
            if _comes_true(words[at, CHANCES * seat + LEAVES], chances[LEAVES]):
                person[seat] += 1
                paid[seat] = 0  # OTD-P11
            is_in = number > 0 and paid[seat] == number
            if is_in:
                bets = not _comes_true(words[at, CHANCES * seat + SKIPS], chances[SKIPS])
            else:
                bets = _comes_true(words[at, CHANCES * seat + JOINS], chances[JOINS])
            wagers[at, seat] = unit * (number + 1 - paid[seat]) if bets else 0  # OTD-P1, P8, P10
            shares[at, seat] = 0
            people[at, seat] = person[seat]
            gathered += wagers[at, seat]
            entrants += int(bets)
        if balance == 0 and entrants < opens_with:  # OTD-P13
            gathered = 0
            wagers[at] = 0
        for column in range(COLUMNS):
            pot[at, column] = 0
        if gathered:
            number += 1  # OTD-P9
            balance += gathered
            for seat in range(players):
                if wagers[at, seat]:
                    paid[seat] = number
        pot[at, NUMBER] = number
        pot[at, SIZE] = balance
        pot[at, ENDED] = ROLLED_OVER if balance else NO_POT
        best, winners = _best_of(outcomes[at], strengths[at], cannot_win, wagers[at])
        if best >> CATEGORY_SHIFT >= least:  # OTD-P2
            taken = min(rake, balance)  # OTD-P3
            to_dealer = taken * dealer_percent // 100
            pot[at, TO_DEALER] = to_dealer - to_dealer % dealers_chip
            pot[at, TO_HOUSE] = taken - pot[at, TO_DEALER]
            share = _share(balance - taken, winners, chip)  # OTD-P6
            _pay(outcomes[at], strengths[at], cannot_win, wagers[at], best, share, shares[at])
            paid[:] = 0
            balance -= taken + share * winners
            number = 0
            pot[at, ENDED] = WON
        pot[at, BALANCE] = balance


@kernel
def _play_carryover(
    rounds: int,
    tables: tuple[Ints, tuple[int, bool, bool, int, int, int], Ints],
    dealt: Sheet,
    sheet: PotSheet,
) -> None:
    """The pot that nobody can join once it has started, rule by rule."""
    chances, (contribution, dealer_participates, house_shares, chip, games, least), cannot_win = tables
    outcomes, strengths = dealt.outcomes, dealt.strengths
    wagers, shares, people, pot, words, notes = sheet
    players = wagers.shape[1]
    notes[:, :] = 0
    is_in, person = notes[0], notes[1]
    balance, number = 0, 0
    for at in range(rounds):
        entrants = 0
        for seat in range(players):
            if _comes_true(words[at, CHANCES * seat + LEAVES], chances[LEAVES]):
                person[seat] += 1
                is_in[seat] = 0
            if number == 0:
                bets = _comes_true(words[at, CHANCES * seat + JOINS], chances[JOINS])
            else:  # CS-P6
                bets = is_in[seat] != 0 and not _comes_true(words[at, CHANCES * seat + SKIPS], chances[SKIPS])
            is_in[seat] = int(bets)
            wagers[at, seat] = contribution if bets else 0  # CS-P2
            shares[at, seat] = 0
            people[at, seat] = person[seat]
            entrants += bets
        for column in range(COLUMNS):
            pot[at, column] = 0
        if entrants == 0:
            pot[at, SIZE] = balance
            if number:  # CS-P8
                pot[at, NUMBER] = number
                pot[at, TO_HOUSE] = balance
                pot[at, ENDED] = COLLECTED
                balance, number = 0, 0
            pot[at, BALANCE] = balance
            continue
        pot[at, FROM_HOUSE] = contribution if dealer_participates else 0  # CS-P3
        number += 1
        balance += contribution * entrants + pot[at, FROM_HOUSE]
        pot[at, NUMBER] = number
        pot[at, SIZE] = balance
        pot[at, ENDED] = ROLLED_OVER
        best, winners = _best_of(outcomes[at], strengths[at], cannot_win, wagers[at])
        dealer = strengths[at, players] if dealer_participates else _NOBODY
        if dealer >= best:
            best, winners = dealer, winners * int(dealer == best) + 1
        if best >> CATEGORY_SHIFT >= least:  # CS-P4
            share = _share(balance, winners, chip)  # CS-P7
            _pay(outcomes[at], strengths[at], cannot_win, wagers[at], best, share, shares[at])
            pot[at, TO_HOUSE] = share * int(dealer == best)
            pot[at, ENDED] = WON
            balance -= share * winners
            number = 0
        elif number == games:  # CS-P5
            sharers = entrants + int(house_shares)
            share = _share(balance, sharers, chip)
            for seat in range(players):
                if is_in[seat]:
                    shares[at, seat] = share
            pot[at, TO_HOUSE] = share * int(house_shares)
            pot[at, ENDED] = DIVIDED
            balance -= share * sharers
            number = 0
        pot[at, BALANCE] = balance


LONGEST: Final = 1023
"""Pots that run longer are counted as this long."""
LARGEST: Final = 4095
"""Pots of more units are counted as this large."""
ENDINGS: Final = {WON: "won", DIVIDED: "divided", COLLECTED: "collected"}

PAID_IN, PAID_OUT, HOUSE_OUT, HOUSE_IN, DEALER, ENTRIES, LEFT = range(7)


@dataclass
class PotTally:
    """A pot, counted."""

    rounds: int
    lengths: Ints
    """By what became of it, how many pots had so many rounds."""
    sizes: Ints
    """By what became of it, how many pots were so many units large, fractions left out."""
    sums: Ints
    """Cents paid in and out by players, to and from the house, to the dealer; entries; cents left at closing time."""

    @classmethod
    def nothing(cls) -> PotTally:
        """A tally of no rounds."""
        endings = COLLECTED + 1
        return cls(
            0,
            np.zeros((endings, LONGEST + 1), np.int64),
            np.zeros((endings, LARGEST + 1), np.int64),
            np.zeros(LEFT + 1, np.int64),
        )

    def add(self, other: PotTally) -> None:
        """Count what another tally has counted."""
        self.rounds += other.rounds
        self.lengths += other.lengths
        self.sizes += other.sizes
        self.sums += other.sums

    def count(self, sheet: PotSheet, rounds: int, unit: int) -> None:
        """Count the rounds of a shift."""
        self.rounds += rounds
        counted = self.lengths, self.sizes, self.sums
        count_pot(sheet.wagers[:rounds], sheet.shares[:rounds], sheet.pot[:rounds], unit, *counted)

    def to_json(self, unit: int) -> dict[str, Any]:
        """The pot for programs."""
        cents = dict(
            zip(
                ("paid_in", "paid_out", "to_house", "from_house", "to_dealer", "entries", "left_at_closing"),
                self.sums.tolist(),
                strict=True,
            )
        )
        return {
            "rounds": self.rounds,
            "unit_cents": unit,
            "entries": cents.pop("entries"),
            "cents": cents,
            **as_float("house_cents_per_round", Fraction(cents["to_house"] - cents["from_house"], self.rounds)),
            "ended": {
                words: {
                    "pots": int(self.lengths[ended].sum()),
                    "rounds": _told(self.lengths[ended]),
                    "units": _told(self.sizes[ended]),
                }
                for ended, words in ENDINGS.items()
            },
        }


def average(counts: Ints) -> Fraction:
    """The average of numbers that came so often each."""
    return Fraction(int((np.arange(len(counts)) * counts).sum()), int(counts.sum()))


def _told(counts: Ints) -> dict[str, Any]:
    if not counts.any():
        return as_float("average", None) | {"counts": {}}
    found = np.flatnonzero(counts).tolist()
    return as_float("average", average(counts)) | {"counts": {str(number): int(counts[number]) for number in found}}


@kernel
def count_pot(wagers: Ints, shares: Ints, pot: Ints, unit: int, lengths: Ints, sizes: Ints, sums: Ints) -> None:
    """Count the rounds of a shift."""
    for at in range(len(pot)):
        for seat in range(wagers.shape[1]):
            sums[PAID_IN] += wagers[at, seat]
            sums[PAID_OUT] += shares[at, seat]
            sums[ENTRIES] += wagers[at, seat] > 0
        sums[HOUSE_OUT] += pot[at, TO_HOUSE]
        sums[HOUSE_IN] += pot[at, FROM_HOUSE]
        sums[DEALER] += pot[at, TO_DEALER]
        ended = pot[at, ENDED]
        if ended > ROLLED_OVER:
            add_at(lengths, ended, min(pot[at, NUMBER], LONGEST), 1)
            add_at(sizes, ended, min(pot[at, SIZE] // unit, LARGEST), 1)
    if len(pot):
        sums[LEFT] += pot[-1, BALANCE]
