"""Pots that several hands play for: how often one of them wins, and how long that takes; contests.md argues why."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, floor, sqrt
from typing import Final

import numpy as np
from msgspec import UNSET

from croupier.arrays import Ints
from croupier.exact.hand_counts.evaluate import BIT, categories
from croupier.exact.hand_counts.suits import CLASSES, class_number, classes, hands_from
from croupier.exact.store import kept, kernel, version_of
from croupier.hands import Poker
from croupier.json_shapes import PotAnalyzed

CARDS: Final = 7
MOST_HANDS: Final = 7
ROUNDS: Final = 1_000_000
"""Rounds that are dealt where they cannot be counted."""
_SEED: Final = 20_070_814
_BATCH: Final = 50_000


@dataclass(frozen=True, slots=True)
class Contest:
    """A pot that the best of several seven-card hands wins if it is good enough."""

    least: Poker
    """The least hand that wins it."""
    shared: int = 0
    """Cards that all hands have in common."""
    games: int | None = None
    """The game after which a pot that nobody has won is divided, if there is one."""
    dealer: bool = False
    """Whether the dealer's hand competes too."""


@dataclass(frozen=True, slots=True)
class PotOdds:
    """How often a round's pot is won by so many participants who all stay to the end."""

    participants: int
    won: Fraction | float
    """The probability that a round's pot is won: exact as a fraction, simulated as a float."""
    standard_error: float
    """Of a simulated probability; 0 if it is exact."""
    games: int | None
    bounds: tuple[Fraction, Fraction] | None = None
    """What a simulated probability exactly lies between."""

    @property
    def is_exact(self) -> bool:
        """Whether it was counted."""
        return isinstance(self.won, Fraction)

    @property
    def rounds(self) -> Fraction | float:
        """The rounds that a pot lasts on average, until it is won or divided."""
        if self.games is None:
            return 1 / self.won
        return (1 - (1 - self.won) ** self.games) / self.won

    @property
    def divided(self) -> Fraction | float:
        """The probability that nobody wins a pot before it has to be divided."""
        return Fraction(0) if self.games is None else (1 - self.won) ** self.games

    def told(self) -> PotAnalyzed:
        """The odds as the `--json` contract has them."""
        return PotAnalyzed(
            self.participants,
            "exact" if self.is_exact else "simulated",
            _as_told(self.won),
            float(self.won),
            _as_told(self.rounds),
            float(self.rounds),
            _as_told(self.divided),
            float(self.divided),
            UNSET if self.is_exact else self.standard_error,
            UNSET if self.is_exact else ROUNDS,
        )


def _as_told(value: Fraction | float) -> str | float:
    return str(value) if isinstance(value, Fraction) else value


def pot_odds(contest: Contest, participants: int) -> PotOdds:
    """How often so many participants, and the dealer where the dealer competes, win a round's pot."""
    hands = participants + contest.dealer
    if hands == 1:
        short = Fraction(_squares(contest.least)[0], comb(52, CARDS))
        return PotOdds(participants, 1 - short, 0.0, contest.games)
    if hands == 2:
        return PotOdds(participants, 1 - _both_short(contest), 0.0, contest.games)
    won, error = _simulated(contest, hands)
    return PotOdds(participants, won, error, contest.games, pot_bounds(contest, hands))


def pot_bounds(contest: Contest, hands: int) -> tuple[Fraction, Fraction]:
    """The least and the most that the probability can be that one of several hands wins, counted from one and two.

    Let S1 be the sum of the probabilities of each hand, and S2 that of each pair. Of any n events at least one
    happens with a probability of no more than S1 - 2 S2 / n, and, for every whole k from 1 to n - 1, of no less than
    2 S1 / (k + 1) - 2 S2 / (k (k + 1)); the best k is one more than the whole part of 2 S2 / S1 (Dawson, Sankoff).
    """
    one = 1 - Fraction(_squares(contest.least)[0], comb(52, CARDS))
    two = 2 * one - 1 + _both_short(contest)
    singles, pairs = hands * one, comb(hands, 2) * two
    k = 1 + floor(2 * pairs / singles)
    return 2 * singles / (k + 1) - 2 * pairs / (k * (k + 1)), min(Fraction(1), singles - 2 * pairs / hands)


def _both_short(contest: Contest) -> Fraction:
    s = contest.shared
    _, *squares = _squares(contest.least)
    pairs = sum((-1) ** (k - s) * comb(k, s) * squares[k] for k in range(s, CARDS + 1))
    return Fraction(pairs, comb(52, s) * comb(52 - s, CARDS - s) * comb(45, CARDS - s))


def _squares(least: Poker) -> list[int]:
    """The number of short hands, and for k = 0 to 7 the sum of g(T) squared over all sets T of k cards."""
    counted = kept(f"contests-{least.row}", version_of(__name__), lambda: {"squares": _count(least)})["squares"]
    return [int(number) for number in counted]


def _count(least: Poker) -> Ints:
    found = classes(CARDS)
    contained = np.empty(CLASSES[CARDS], np.int64)
    for start in range(0, len(contained), 1 << 20):
        hands = hands_from(found.bits[start : start + (1 << 20)], CARDS)
        contained[start : start + len(hands)] = categories(hands) < least
    squares = [int((found.ways * contained**2).sum())]
    for size in range(CARDS - 1, 0, -1):
        found = classes(size)
        smaller = np.empty(CLASSES[size], np.int64)
        _sum_over_next_cards(found.bits, contained, BIT, CARDS - size, smaller)
        contained = smaller
        squares.insert(0, int((found.ways.astype(np.int64) * contained**2).sum()))
    short = int((found.ways.astype(np.int64) * contained).sum()) // CARDS
    return np.array([short, short**2, *squares], np.int64)


@kernel
def _sum_over_next_cards(bits: Ints, larger: Ints, card_bits: Ints, times: int, out: Ints) -> None:
    """g of each class from g of the classes with one card more; every short hand is met `times` times."""
    for i in range(len(bits)):
        total = 0
        for card in range(52):
            if bits[i] & card_bits[card] == 0:
                total += larger[class_number(bits[i] | card_bits[card])]
        out[i] = total // times


def _simulated(contest: Contest, hands: int) -> tuple[float, float]:
    """The share of dealt rounds in which one of the hands is good enough, and its standard error."""
    own = CARDS - contest.shared
    dealt = contest.shared + hands * own
    random = np.random.default_rng([_SEED, contest.least, contest.shared, hands])
    won = 0
    for _ in range(ROUNDS // _BATCH):
        decks = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (_BATCH, 1)), axis=1)[:, :dealt]
        enough = np.zeros(_BATCH, bool)
        for hand in range(hands):
            start = contest.shared + hand * own
            cards = np.concatenate([decks[:, : contest.shared], decks[:, start : start + own]], axis=1)
            enough |= categories(cards) >= contest.least
        won += int(enough.sum())
    share = won / ROUNDS
    return share, sqrt(share * (1 - share) / ROUNDS)
