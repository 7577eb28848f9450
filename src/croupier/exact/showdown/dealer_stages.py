"""The counting of a dealer's poker hands against every complete hand of a player, put together from its stages.

What is looked up does not depend on the deck; what is kept of a deck is all that `poker_showdown` needs of it.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb
from os import cpu_count
from typing import Final

import numpy as np

from croupier.arrays import Arrays, Ints
from croupier.exact.hand_counts.evaluate import CATEGORY_SHIFT
from croupier.exact.paid import POKER_ROWS
from croupier.exact.seen_cards.informed import Pieces
from croupier.exact.showdown.dealer_counts import (
    BEFORE,
    FULL_HOUSE,
    IN_A_FLUSH,
    MOST_CARDS,
    RANKS,
    SUITS,
    Vectors,
    add_up_ranks,
    avoid_low_ranks,
    avoid_ranks,
    every_vector,
    hold_ranks,
)
from croupier.exact.showdown.dealer_flushes import (
    BESIDE_A_FLUSH,
    FLUSH_PIECES,
    FLUSHES,
    count_flushes,
    flush_strengths,
    flush_tables,
)
from croupier.exact.showdown.dealer_suits import (
    OFF_SUIT_SETS,
    SETS_BEFORE,
    add_up_suits,
    avoid_suits,
    avoid_unqualified_suits,
    hold_suits,
    suited_hands,
)
from croupier.hands import JACK, Poker

CORES: Final = cpu_count() or 1
SPANS: Final = 64
"""In how many spans strengths are cut, about."""
SHARES: Final = 64
"""In how many shares the pieces of a stage are handed to cores."""
PARTS: Final = 1 << MOST_CARDS
"""The most vectors within a vector, and sets of its ranks."""
SCRATCH: Final = (
    (RANKS,),
    (RANKS, SUITS + 1),
    (PARTS,),
    (PARTS,),
    (PARTS,),
    (RANKS,),
    (MOST_CARDS,),
    (MOST_CARDS,),
    (PARTS,),
    (PARTS,),
)
"""The room of a thread: of what is held, factors, parts with their ways and sizes; of what is outside a suit, ranks
and cards that are dead, sets of them, and what avoids them."""


@dataclass(frozen=True)
class DealerStages:
    """Dealer hands of so many cards against complete hands of so many.

    The dealer qualifies with a strength of `qualifier` or more, which is not above a straight; 0 is always.
    """

    hand: int
    dealer_cards: int
    qualifier: int = 0
    kinds: tuple[int, ...] = tuple(range(SUITS))
    """The kind of each of the four suits: suits that hold the same ranks are of one kind."""

    def stages(self) -> list[Pieces]:
        """By rank, then suit by suit, then flush against flush."""
        spans, (kinds, straights, sets, _) = len(self._strengths) - 1, self.kept[2]
        unqualified = [Pieces(avoid_unqualified_suits, 0, kinds * len(self.hands.counts))]
        return [
            Pieces(hold_ranks, 0, spans),
            Pieces(add_up_ranks, 0, int(BEFORE[-1])),
            Pieces(avoid_low_ranks, 0, len(self.hands.counts)),
            Pieces(avoid_ranks, 0, spans),
            Pieces(hold_suits, 0, kinds * straights),
            Pieces(add_up_suits, 0, kinds * sets),
            *(unqualified if self.qualifier else []),
            Pieces(avoid_suits, 0, kinds * straights),
            Pieces(count_flushes, 0, kinds * FLUSH_PIECES),
        ]

    @cached_property
    def kept(self) -> tuple[tuple[int, ...], ...]:
        """The shapes of what is kept of a deck, whole numbers all: by rank, by suit, and flush against flush."""
        kinds, hands = max(self.kinds) + 1, self.hands
        straights, low = self._span_of(FULL_HOUSE), int(np.searchsorted(hands.strength, FULL_HOUSE))
        sets = SETS_BEFORE[-1] if self.qualifier else SETS_BEFORE[IN_A_FLUSH]
        return (
            (len(self._strengths) - 1, int(BEFORE[-1])),
            (4, len(hands.counts)),
            (kinds, straights, int(sets), OFF_SUIT_SETS),
            (kinds, int(hands.first[low]), 2),
            (kinds, int(hands.first[-1]) if self.qualifier else 1),
            (kinds, len(BESIDE_A_FLUSH), FLUSHES + 1),
            (kinds, 1 << RANKS),
            (kinds, 1 << RANKS),
        )

    def tables(self, cards: int) -> Arrays:
        """What is looked up for decks of so many cards."""
        dealers, hands, suited = every_vector(self.dealer_cards), self.hands, suited_hands(self.dealer_cards)
        ranked, dead, flushing = (self._cut(each.strength) for each in (dealers, hands, suited))
        at = self._span_of(FULL_HOUSE), self._span_of(self.qualifier)
        kinds = np.array(self.kinds)
        of_kind = np.array([self.kinds.index(kind) for kind in range(max(self.kinds) + 1)])
        flush_rows = len(POKER_ROWS) - len(Poker) + (flush_strengths() >> CATEGORY_SHIFT)
        return (
            (dealers.counts, hands.counts, ranked, dead, *at),
            (dealers.strength, hands.strength, self._rows, hands.first, hands.at),
            (of_kind, *suited, flushing),
            flush_tables(self.dealer_cards),
            (self.hand, self.dealer_cards, self.dealer_hands(cards), kinds, flush_rows),
        )

    def dealer_hands(self, cards: int) -> int:
        """How many hands the dealer may have against a complete hand of a deck."""
        return comb(cards - self.hand, self.dealer_cards)

    def counted(self, suits: Ints) -> tuple[Ints, ...]:
        """What is kept of a deck whose suits hold these ranks, as bits; counted on the cores of this machine."""
        kept = tuple(np.empty(shape, np.int32) for shape in self.kept)
        laid, tables = suits[None], self.tables(sum(int(suit).bit_count() for suit in suits))

        def work(stage: Pieces, first: int, end: int) -> None:
            scratch = tuple(np.empty(shape, np.int64) for shape in SCRATCH)
            stage.kernel(first, end, laid, tables, kept, scratch, laid)

        with ThreadPoolExecutor(CORES) as cores:
            for stage in self.stages():
                bounds = np.unique(np.linspace(stage.first, stage.end, SHARES + 1).astype(np.int64)).tolist()
                for share in [cores.submit(work, stage, *span) for span in pairwise(bounds)]:
                    share.result()
        return kept

    @cached_property
    def hands(self) -> Vectors:
        """The rank vectors of complete hands."""
        return every_vector(self.hand)

    @cached_property
    def _rows(self) -> Ints:
        """The row of each vector: its category, a pair of jacks or better counting one more, as all above it do."""
        category = self.hands.strength >> CATEGORY_SHIFT
        paired_high = (self.hands.counts[:, JACK - 2 :] >= 2).any(axis=1)
        rows: Ints = category + ((category > Poker.PAIR) | (category == Poker.PAIR) & paired_high)
        return rows

    @cached_property
    def _strengths(self) -> Ints:
        """The strengths at which spans begin, and last one above all: as much work in each, about.

        A vector is work by itself, and those up to a straight are as much again by the sets of their ranks.
        """
        hands, low = self.hands, self.hands.strength < FULL_HOUSE
        sets = np.where(low, np.diff(hands.first) ** 2, 0)
        work = np.cumsum(sets / sets.sum() + 1 / len(sets))
        begins = hands.strength[np.searchsorted(work, np.linspace(0, work[-1], SPANS + 1)[1:-1])]
        return np.unique([0, *begins, FULL_HOUSE, self.qualifier, np.iinfo(np.int64).max])

    def _span_of(self, strength: int) -> int:
        return int(np.searchsorted(self._strengths, strength))

    def _cut(self, strengths: Ints) -> Ints:
        return np.searchsorted(strengths, self._strengths)
