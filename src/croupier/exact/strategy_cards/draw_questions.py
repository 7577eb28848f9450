"""Which of five cards to hold, as a strategy card has to answer it: each way to say some of them is an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Final

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.cards import Card, rank_plural
from croupier.english import in_words
from croupier.errors import InvariantError, Refused
from croupier.exact.analysis import Analysis
from croupier.exact.draw import draw_game
from croupier.exact.draw.draw_counts import BINOMIAL, HELD
from croupier.exact.draw.rankings import DEUCES
from croupier.exact.hand_counts.evaluate import BIT
from croupier.exact.hand_counts.suits import hands_from
from croupier.exact.reading.as_draw import HAND, DrawSolver
from croupier.exact.strategy_cards.card_questions import IMPOSSIBLE, CardAnswer, CardQuestions
from croupier.exact.strategy_cards.hand_words import (
    ANY,
    RANKS,
    SUITS,
    HandWord,
    SeenCards,
    completing,
    in_a_straight,
    rank_words,
)
from croupier.hands import ACE, JACK

TEN: Final = 10
ALL: Final = (1 << HAND) - 1
HOLDS: Final = range(ALL + 1)
Wanted = Callable[["HeldCards"], Ints]
"""By hand and hold: whether it is one of those that are meant."""


@dataclass(frozen=True)
class HeldCards(SeenCards):
    """Hands of five cards and what each of their 32 holds is; a deuce may be wild, and then helps every hold."""

    wild: bool = False

    @cached_property
    def cards(self) -> Ints:
        """The cards of each hand, the lowest first."""
        return np.asarray(hands_from(self.bits, HAND).astype(np.int64))

    def _by_hold(self, held: Callable[[Ints, Ints], Ints]) -> Ints:
        """Something of every hold, by the ranks and suits of its natural cards, one bit each; 0 where there is none."""
        natural = self.cards // SUITS > 0 if self.wild else np.ones(self.cards.shape, np.bool_)
        ranks = np.where(natural, 1 << self.cards // SUITS, 0)
        suits = np.where(natural, 1 << self.cards % SUITS, 0)
        every = []
        for hold in HOLDS:
            places = [place for place in range(HAND) if hold >> place & 1]
            every.append(held(ranks[:, places], suits[:, places]))
        return np.array(every).T

    @cached_property
    def rank_set(self) -> Ints:
        """The ranks of each hold."""
        return self._by_hold(lambda ranks, suits: np.bitwise_or.reduce(ranks, axis=1))

    @cached_property
    def natural(self) -> Ints:
        """How many natural cards each hold has."""
        return self._by_hold(lambda ranks, suits: (ranks > 0).sum(axis=1))

    @cached_property
    def deuces(self) -> Ints:
        """How many wild cards each hold has."""
        return np.asarray(HELD[None, :] - self.natural)

    @cached_property
    def with_all_deuces(self) -> Ints:
        """Whether a hold gives no wild card away."""
        return np.asarray(self.deuces == self.deuces[:, ALL:])

    @cached_property
    def suited(self) -> Ints:
        """Whether the natural cards of each hold are of one suit."""
        suits = self._by_hold(lambda ranks, suits: np.bitwise_or.reduce(suits, axis=1))
        return np.asarray(np.bitwise_count(suits) <= 1)

    @cached_property
    def distinct(self) -> Ints:
        """Whether no two natural cards are of a rank."""
        return np.asarray(np.bitwise_count(self.rank_set) == self.natural)

    @cached_property
    def to_straight(self) -> Ints:
        """Whether each hold is part of one straight."""
        return np.asarray(self.distinct & (in_a_straight(HAND)[self.rank_set] == self.natural))

    @cached_property
    def gaps(self) -> Ints:
        """How many ranks are missing between the lowest and the highest card of a hold, an ace being high or low."""
        return np.asarray(_gaps()[self.rank_set])

    @cached_property
    def high(self) -> Ints:
        """How many cards of a hold are a jack or higher."""
        return np.asarray(np.bitwise_count(self.rank_set >> JACK - 2) * self.distinct)

    @cached_property
    def whole_kinds(self) -> Ints:
        """Whether each hold has all cards of every rank that it has, or none."""
        given_up = self._by_hold(lambda ranks, suits: np.bitwise_or.reduce(ranks, axis=1))[:, ::-1]
        return np.asarray(self.rank_set & given_up == 0)

    def least_rank(self, rank: int) -> Ints:
        """Whether all natural cards of a hold are of that rank or higher."""
        return np.asarray(self.rank_set & (1 << rank - 2) - 1 == 0)

    def found(self, wanted: Ints) -> Ints:
        """The hold that is meant where several fit: that with the fewest gaps, then with most high cards, then high."""
        score = np.where(wanted & self.with_all_deuces, 1_000 - 100 * self.gaps + 10 * self.high, IMPOSSIBLE)
        best = ALL - score[:, ::-1].argmax(axis=1)
        return np.where(score.max(axis=1) < 0, IMPOSSIBLE, best)


def _gaps() -> Ints:
    """For every set of ranks, the ranks that are missing between its ends."""
    sets = np.arange(1 << RANKS, dtype=np.int64)
    low = (sets << 1 | sets >> RANKS - 1) & (1 << RANKS) - 1
    spans = []
    for ranks in (sets << 1, np.where(sets >> RANKS - 1, low, sets << 1)):
        top = np.floor(np.log2(np.maximum(ranks, 1))).astype(np.int64)
        bottom = np.log2(np.maximum(ranks & -ranks, 1)).astype(np.int64)
        spans.append(top - bottom + 1)
    return np.asarray(np.maximum(np.minimum(*spans) - np.bitwise_count(sets), 0))


class DrawQuestions(CardQuestions):
    """One decision with 32 options: which of five cards to hold."""

    most_sentences = 16
    fine_words = False

    def __init__(
        self, solver: DrawSolver, variant: str, stake: Fraction | int, deck: Sequence[Card] | None = None
    ) -> None:
        self.read = solver.bet(solver.called(variant or None), solver.main, stake)
        if not self.read.draws:
            raise Refused(f"{self.read.name} leaves no choice, so there is nothing that a card could say")
        self.bet, self.deck = self.read.name, deck
        self.dealt = draw_game(self.read.ranking, deck)
        self.wild = self.read.ranking is DEUCES
        cards = np.array([int(card) for card in self.dealt.deck])
        self.place_in_deck = np.zeros(RANKS * SUITS, np.int64)
        self.place_in_deck[cards] = np.arange(len(cards))
        self.stages = (HeldCards(BIT[cards[self.dealt.hands]].sum(axis=1), HAND, wild=self.wild),)
        self.answers = tuple(self._answers())

    def words(self) -> list[HandWord]:
        return [ANY, *map(_deuces, range(4))] if self.wild else [ANY]

    def _answers(self) -> Iterator[CardAnswer]:
        """Every way to say what to hold; the first can be said of any hand."""
        nothing = "hold nothing but deuces" if self.wild else "draw five cards"
        yield _hold(nothing, lambda hands: hands.natural == 0)
        yield _hold("keep all five cards", partial(_size, count=HAND))
        for row, name in enumerate(self.dealt.rows):
            if row and "-or-" not in name:
                yield CardAnswer((f"keep {_article(name)} or better",), self._keep(row), two_words=False)
        for words, wanted in _ways():
            yield _hold(words, wanted)

    def _keep(self, row: int) -> Callable[[int, SeenCards], Ints]:
        def place(stage: int, hands: SeenCards) -> Ints:
            if not isinstance(hands, HeldCards):
                raise InvariantError("hands of another game")
            numbers = BINOMIAL[self.place_in_deck[hands.cards], np.arange(1, HAND + 1)].sum(axis=1)
            return np.where(self.dealt.rows_of_hands[numbers] >= row, ALL, IMPOSSIBLE)

        return place

    def losses(self, taken: Sequence[Ints] | None) -> list[Floats]:
        return [self.dealt.regrets(self.read.nets)]

    def analysis(self, taken: Sequence[Ints]) -> Analysis:
        return self.read.analysis(self.deck, taken[0].astype(np.uint8))

    def named(self, cards: Sequence[Card], stage: int, place: int) -> str:
        order = sorted(cards)
        return self.read.names(cards)[tuple(card for card in cards if place >> order.index(card) & 1)]


def _hold(words: str, wanted: Wanted) -> CardAnswer:
    def place(stage: int, hands: SeenCards) -> Ints:
        if not isinstance(hands, HeldCards):
            raise InvariantError("hands of another game")
        return hands.found(wanted(hands))

    return CardAnswer((words,), place, two_words=False)


def _ways() -> Iterator[tuple[str, Wanted]]:
    """What some cards of a hand may be called, and which holds are meant."""
    for count in (4, 3):
        yield f"hold {in_words(count)} of a kind", partial(_of_a_kind, count=count)
    yield "hold two pair", partial(_pairs, count=2)
    yield "hold a pair", partial(_pairs, count=1)
    for rank in range(8, ACE + 1):
        yield f"hold a pair of {rank_plural(rank)}{' or better' if rank < ACE else ''}", partial(_pairs, least=rank)
    for count in (4, 3, 2):
        said = in_words(count)
        yield f"hold {said} to a royal flush", partial(_flush, count=count, least=TEN)
        for high, of_them in _HIGH.items():
            for gaps, spread in _GAPS.items():
                words = f"hold {said} to a straight flush{spread}{of_them}"
                yield words, partial(_flush, count=count, gaps=gaps, high=high)
            if count > 2:
                yield f"hold {said} to a flush{of_them}", partial(_flush, count=count, high=high)
                yield f"hold {said} to a straight{of_them}", partial(_straight, count=count, high=high)
        if count == 4:
            yield "hold four to a straight that two ranks would complete", partial(_straight, count=4, ranks=2)
        yield f"hold {said} cards jack or higher", partial(_different, count=count, least=JACK)
    for rank in range(JACK, ACE + 1):
        words = "hold an ace" if rank == ACE else f"hold one card, {rank_words(rank)} or higher"
        yield words, partial(_different, count=1, least=rank)


_HIGH: Final = {0: "", 1: ", one of them a jack or higher", 2: ", two of them a jack or higher"}
_GAPS: Final = {3: "", 1: " with one gap at most", 0: " in a row"}


def _size(hands: HeldCards, count: int) -> Ints:
    """Holds of so many cards, some of them natural."""
    return np.asarray(np.equal(HELD, count)[None, :] & (hands.natural > 0))


def _of_a_kind(hands: HeldCards, count: int) -> Ints:
    return np.asarray(_size(hands, count) & hands.whole_kinds & (np.bitwise_count(hands.rank_set) == 1))


def _pairs(hands: HeldCards, count: int = 1, least: int = 2) -> Ints:
    """So many pairs of a hand without deuces, of which no third card is given up."""
    pairs = _size(hands, 2 * count) & hands.whole_kinds & (np.bitwise_count(hands.rank_set) == count)
    return np.asarray(pairs & (hands.deuces[:, ALL:] == 0) & hands.least_rank(least))


def _flush(hands: HeldCards, count: int, gaps: int | None = None, high: int = 0, least: int = 2) -> Ints:
    """So many cards of a suit; with a number of gaps, of a straight flush."""
    suited = _size(hands, count) & hands.suited & (hands.high >= high) & hands.least_rank(least)
    return suited if gaps is None else np.asarray(suited & hands.to_straight & (hands.gaps <= gaps))


def _straight(hands: HeldCards, count: int, high: int = 0, ranks: int = 0) -> Ints:
    """So many cards of a straight; where it has to be completed by several ranks, without deuces."""
    found = _size(hands, count) & hands.to_straight & (hands.high >= high)
    return found & (hands.deuces == 0) & (completing(HAND)[hands.rank_set] >= ranks) if ranks else np.asarray(found)


def _different(hands: HeldCards, count: int, least: int) -> Ints:
    """So many different cards of a hand without deuces."""
    alone = _size(hands, count) & hands.distinct & (hands.deuces[:, ALL:] == 0)
    return np.asarray(alone & hands.least_rank(least))


def _deuces(count: int) -> HandWord:
    words = f"{in_words(count) if count else 'no'} {'deuces' if count > 1 else 'deuce'}"
    return HandWord(words, lambda hands: hands.of_rank[0] == count)


def _article(row: str) -> str:
    words = row.replace("-", " ")
    return words if words.split()[0] in ("two", "three", "four", "five") else f"a {words}"
