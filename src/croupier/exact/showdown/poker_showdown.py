"""Poker hands of five to seven cards, some not yet seen, against a dealer's: every way a showdown can end, counted.

Hands that differ only by the names of the suits are one class. The classes of the cards a player sees are listed by
rank vector, and for each the cards still to come are dealt in turn; how many dealer hands the complete hand beats and
ties is then a sum of a few look-ups, one for its rank vector and one for the ranks it holds in each suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Arrays, Ints
from croupier.errors import Refused
from croupier.exact.hand_counts.suits import CLASSES, class_number, every_set
from croupier.exact.paid import POKER_ROWS
from croupier.exact.showdown.dealer_counts import (
    BEFORE,
    BELOW,
    EQUAL,
    FULL_HOUSE,
    IN_A_FLUSH,
    LOW,
    MOST_CARDS,
    RANKS,
    SUITED,
    SUITS,
    UNQUALIFIED,
    Deck,
    Vectors,
    rank_vectors,
    step,
)
from croupier.exact.showdown.dealer_flushes import BESIDE_NUMBER, any_flush
from croupier.exact.showdown.dealer_stages import CORES, DealerStages
from croupier.exact.store import inner_kernel, kernel

ROWS: Final = POKER_ROWS
HAND_ROOM: Final = 6
"""What is written down of a hand for each of its suits; its ranks there come first."""
_SHARES: Final = 16


class SeenClasses(NamedTuple):
    """The classes of seen cards: hands that differ only by the names of suits that hold the same ranks."""

    suits: Ints
    """The ranks in each of the four suits, as 13 bits each, the first suit in the highest bits."""
    weight: Ints
    """How many hands are of the class."""
    first: Ints
    """Where the classes of each rank vector start, and last their number."""


@dataclass(frozen=True)
class PokerCounts:
    """Every class of seen cards, and how often each row ends in each result, over all that is unseen."""

    deck: Deck
    vectors: Vectors
    classes: SeenClasses
    ways: Ints
    """By class, row and result: lose, tie, win; the same again against a dealer who does not qualify."""
    complete: Ints
    """How many of all complete hands are of each row; empty where only some hands were counted."""
    cases: int
    """How many ways there are to deal what is unseen."""

    def class_of(self, cards: Sequence[int]) -> int:
        """The class of these seen cards."""
        ranks = [0] * SUITS
        for card in cards:
            ranks[self.deck.place[card % 4]] |= 1 << card // 4
        alike = sorted(zip(self.deck.kind.tolist(), (-held for held in ranks), strict=True))
        suits = sum(-held << RANKS * (SUITS - 1 - suit) for suit, (_, held) in enumerate(alike))
        number = size = 0
        for rank in sorted(card // 4 for card in cards):
            number += comb(rank + size, size + 1)
            size += 1
        vector = self.vectors.at[BEFORE[size] + number]
        start, end = self.classes.first[vector], self.classes.first[vector + 1]
        return int(start + np.flatnonzero(self.classes.suits[start:end] == suits)[0])

    def classes_of(self, ranks: Ints) -> Ints:
        """The classes of many hands, of each the ranks in the four suits, as bits."""
        found = np.empty(len(ranks), np.int64)
        _find_classes(ranks, self.by_suits, found)
        return found

    @cached_property
    def by_suits(self) -> tuple[Ints, ...]:
        """What `find_class` looks up: where each suit stands, kinds, the suits of classes in order, and the classes."""
        order = np.argsort(self.classes.suits)
        return np.array(self.deck.place), self.deck.kind, self.classes.suits[order], order

    def ranks_in_suits(self) -> Ints:
        """For each class, the ranks that a hand of it has in the four suits, as bits."""
        places = RANKS * (SUITS - 1 - np.array(self.deck.place))
        ranks: Ints = self.classes.suits[:, None] >> places & (1 << RANKS) - 1
        return ranks

    def example(self, number: int) -> list[int]:
        """One hand of a class, as cards in ascending order."""
        suits = int(self.classes.suits[number])
        return sorted(
            4 * rank + suit
            for suit in range(SUITS)
            for rank in range(RANKS)
            if suits >> RANKS * (SUITS - 1 - self.deck.place[suit]) + rank & 1
        )

    def ranks_and_suits(self) -> tuple[Ints, Ints]:
        """For each class, the place of its rank vector and the number of cards in its longest suit."""
        vector = np.repeat(np.arange(len(self.vectors.counts)), np.diff(self.classes.first))
        held = [SUITED[self.classes.suits >> RANKS * suit & (1 << RANKS) - 1] for suit in range(SUITS)]
        return vector, np.max(held, axis=0)

    def every_hand(self, chosen: Ints) -> Ints:
        """What is chosen for each class, for every set of seen cards of the whole deck, as `every_set` numbers them."""
        return every_set(self.by_class_number(chosen), self._seen)

    def by_class_number(self, chosen: Ints) -> Ints:
        """What is chosen for each class of seen cards of the whole deck, as `class_number` numbers them."""
        by_number = np.empty(CLASSES[self._seen], np.uint8)
        _by_class_number(self.classes.suits, chosen, by_number)
        return by_number

    @property
    def _seen(self) -> int:
        return int(self.vectors.counts[0].sum())


@kernel
def _find_classes(ranks: Ints, by_suits: tuple[Ints, ...], found: Ints) -> None:
    suits = np.empty(SUITS, np.int64)
    for hand in range(len(ranks)):
        found[hand] = find_class(ranks[hand], suits, by_suits)


@inner_kernel
def find_class(ranks: Ints, suits: Ints, by_suits: tuple[Ints, ...]) -> int:
    """The class of a hand by its ranks in each suit: those of one kind of suit stand in descending order."""
    place, kind, in_order, classes = by_suits
    for suit in range(SUITS):
        suits[place[suit]] = ranks[suit]
    packed = 0
    for suit in range(SUITS):
        for later in range(suit + 1, SUITS):
            if kind[later] == kind[suit] and suits[later] > suits[suit]:
                suits[suit], suits[later] = suits[later], suits[suit]
        packed = packed << RANKS | suits[suit]
    low, high = 0, len(in_order)
    while low < high:
        middle = low + high >> 1
        if in_order[middle] < packed:
            low = middle + 1
        else:
            high = middle
    return int(classes[low])


@kernel
def _by_class_number(suits: Ints, chosen: Ints, by_number: Ints) -> None:
    for i in range(len(suits)):
        bits = 0
        for suit in range(SUITS):
            bits |= (suits[i] >> RANKS * suit & (1 << RANKS) - 1) << 16 * suit
        by_number[class_number(bits)] = chosen[i]


class Tables(NamedTuple):
    """All that is counted of a dealer's hands before any player's hand is looked at."""

    deck: Deck
    stages: DealerStages
    tables: Arrays
    """What is looked up for all decks of this size."""
    kept: tuple[Ints, ...]
    """What is counted of this one."""


def dealer_tables(hand: int, dealer_cards: int, qualifier: int = 0, deck: Sequence[int] = range(52)) -> Tables:
    """Count the dealer's hands against every complete hand of so many cards.

    The dealer qualifies with a strength of `qualifier` or more, which is not above a straight; 0 is always.
    """
    cards = Deck.of(deck)
    refuse_small(cards.size, hand, dealer_cards)
    stages = DealerStages(hand, dealer_cards, qualifier, tuple(cards.kind.tolist()))
    return Tables(cards, stages, stages.tables(cards.size), stages.counted(cards.suited))


def refuse_small(cards: int, hand: int, dealer_cards: int) -> None:
    """Refuse a deck of so many cards if it has too few."""
    if cards < hand + dealer_cards:
        raise Refused(f"a deck of {cards} cards does not give {hand} to the player and {dealer_cards} to the dealer")


def showdowns(tables: Tables, vectors: Ints, classes: SeenClasses) -> tuple[Ints, Ints]:
    """The ways of each class by row and result, all unseen cards dealt; and their sum over all hands."""
    stages, size = tables.stages, tables.deck.size
    unseen = stages.hand - int(vectors[0].sum())
    cases = cases_of(stages, size, unseen)
    ways = np.zeros((len(classes.suits), len(ROWS), 6 if stages.qualifier else 3), np.int32)
    bounds = np.linspace(0, len(vectors), min(_SHARES, len(vectors)) + 1).astype(np.int64)
    totals = np.zeros((len(bounds) - 1, *ways.shape[1:]), np.int64)
    with ThreadPoolExecutor(CORES) as cores:
        shares = [
            cores.submit(
                _deal_to_classes,
                start,
                end,
                vectors,
                classes,
                unseen,
                tables.deck.suited,
                tables.tables,
                tables.kept,
                ways,
                total,
            )
            for start, end, total in zip(bounds[:-1], bounds[1:], totals, strict=True)
        ]
        for share in shares:
            share.result()
    total = totals.sum(axis=0)
    if int(total.sum()) != int(classes.weight.sum()) * cases:
        raise ArithmeticError(f"{total.sum()} showdowns were counted, not {classes.weight.sum()} times {cases}")
    return ways, total


def cases_of(stages: DealerStages, cards: int, unseen: int) -> int:
    """In how many ways a hand of a deck of so many cards can go on, so many of it unseen."""
    cases = comb(cards - stages.hand + unseen, unseen) * stages.dealer_hands(cards)
    if cases > np.iinfo(np.int32).max:
        raise Refused(f"a hand with {cases:,} ways to go on is more than can be counted; let fewer cards be unseen")
    return cases


def count_poker(
    seen: int, unseen: int, dealer_cards: int, qualifier: int = 0, deck: Sequence[int] = range(52)
) -> PokerCounts:
    """Count all showdowns of a player who has seen so many cards, with none or one to come, against the dealer's."""
    hand = seen + unseen
    tables = dealer_tables(hand, dealer_cards, qualifier, deck)
    vectors = rank_vectors(seen, tables.deck)
    classes = list_classes(vectors, tables.deck)
    ways, total = showdowns(tables, vectors.counts, classes)
    won, lost = int(total[:, 2::3].sum()), int(total[:, 0::3].sum())
    if hand == dealer_cards and won != lost:
        raise ArithmeticError(f"with as many cards as the dealer a player wins {won} showdowns and loses {lost}")
    by_row = total.sum(axis=1)
    dealt_alike = comb(hand, seen) * tables.stages.dealer_hands(tables.deck.size)
    if (by_row % dealt_alike).any() or int(by_row.sum()) != comb(tables.deck.size, hand) * dealt_alike:
        raise ArithmeticError(f"each hand of {hand} cards was not counted {dealt_alike} times")
    cases = cases_of(tables.stages, tables.deck.size, unseen)
    return PokerCounts(tables.deck, vectors, classes, ways, by_row // dealt_alike, cases)


def list_classes(vectors: Vectors, deck: Deck) -> SeenClasses:
    """The classes of hands with these rank vectors, in their order."""
    first = np.zeros(len(vectors.counts) + 1, np.int64)
    nothing = np.zeros(0, np.int64)
    total = _list_classes(vectors.counts, deck.suited, deck.kind, first, nothing, nothing)
    suits, weight = np.empty(total, np.int64), np.empty(total, np.int64)
    _list_classes(vectors.counts, deck.suited, deck.kind, first, suits, weight)
    size = int(vectors.counts[0].sum()) if len(vectors.counts) else 0
    if weight.sum() != comb(deck.size, size):
        raise ArithmeticError(f"the classes of {size} cards have {weight.sum()} hands, not {comb(deck.size, size)}")
    return SeenClasses(suits, weight, first)


@kernel
def _list_classes(vectors: Ints, suited: Ints, kind: Ints, first: Ints, suits: Ints, weight: Ints) -> int:
    """List one hand of each class, or only number them where there is no room; returns how many there are.

    Ranks are given suits from the highest down. Two neighbouring suits of one kind are tied while they hold the same
    ranks, and the first that breaks a tie must favour the earlier suit: so each class comes once, its suits sorted. A
    kind of g suits can be named in g! ways, but suits that stay tied to the end are told apart by no name.
    """
    alike = 0
    for suit in range(SUITS - 1):
        alike |= (kind[suit] == kind[suit + 1]) << suit
    chosen = np.empty(RANKS + 1, np.int64)
    tied = np.empty(RANKS + 1, np.int64)
    ranks = np.empty(RANKS, np.int64)
    found = 0
    for vector in range(len(vectors)):
        first[vector] = found
        different = 0
        for rank in range(RANKS - 1, -1, -1):
            if vectors[vector, rank]:
                ranks[different] = rank
                different += 1
        depth, chosen[0], tied[0] = 0, 0, alike
        while depth >= 0:
            if depth == different:
                if len(suits):
                    packed = 0
                    for suit in range(SUITS):
                        for i in range(different):
                            packed |= (chosen[i] >> suit & 1) << (RANKS * (SUITS - 1 - suit) + ranks[i])
                    suits[found] = packed
                    weight[found] = _names(alike) // _names(tied[depth])
                found += 1
                depth -= 1
                continue
            chosen[depth] += 1
            choice = chosen[depth]
            if choice >= 1 << SUITS:
                depth -= 1
                continue
            there = True
            for suit in range(SUITS):
                there &= not choice >> suit & 1 or suited[suit] >> ranks[depth] & 1 == 1
            if there and SUITED[choice] == vectors[vector, ranks[depth]] and choice >> 1 & ~choice & tied[depth] == 0:
                tied[depth + 1] = tied[depth] & ~(choice ^ choice >> 1)
                depth += 1
                chosen[depth] = 0
    first[len(vectors)] = found
    return found


@kernel
def _names(tied: int) -> int:
    """In how many ways suits can be named within the runs that are tied: the product of the runs' factorials."""
    ways = run = 1
    for suit in range(SUITS - 1):
        run = run + 1 if tied >> suit & 1 else 1
        ways *= run
    return ways


@inner_kernel
def _against_a_flush(suit: int, bits: Ints, deck: Ints, low: int, tables: Arrays, kept: Arrays) -> tuple[int, int]:
    """The dealer hands below a flush and those equal to it; `low` are the dealer's rank vectors up to a straight.

    By rank, every dealer hand with a flush is among the low ones; it is taken out and put back if its flush is lower.
    """
    place, straight_flush, kind = tables[3][0], tables[3][1], tables[4][3]
    hand, dealer_cards, dealer_hands = tables[4][0], tables[4][1], tables[4][2]
    of_few, against = kept[5], kept[6]
    cards = 0
    for other in range(SUITS):
        cards += SUITED[deck[other]]
    flush = place[bits[suit]]
    below = low if flush < straight_flush else dealer_hands
    below += against[kind[suit], bits[suit]]
    equal = 0
    for other in range(SUITS):
        below -= any_flush(deck[other], bits[other], cards - SUITED[deck[other]] - hand, dealer_cards)
        if other != suit:
            beside = of_few[kind[other], BESIDE_NUMBER[bits[other]]]
            below += beside[flush]
            equal += beside[flush + 1] - beside[flush]
    return int(below), int(equal)


@inner_kernel
def _counted_wrongly(
    high: bool, kind: int, bits: int, suited_set: int, suited: Ints, straight_flushes: Ints
) -> tuple[int, int]:
    """Of the dealer hands below a hand by rank, and of those equal to it, those whose flush in a suit is above it.

    Up to a straight these are all that have a flush; above, they are the straight flushes.
    """
    if high:
        return straight_flushes[kind, bits], 0
    return suited[kind, suited_set, 0], suited[kind, suited_set, 1]


@inner_kernel
def settle(below: int, equal: int, unqualified: int, dealer_hands: int, results: Ints, row: int) -> None:
    """Add the dealer hands to a row's results: lose, tie, win, and the same against those that do not qualify."""
    above = dealer_hands - below - equal
    if results.shape[1] == 6:
        beaten = min(unqualified, below)
        tied = min(unqualified - beaten, equal)
        results[row, 5] += beaten
        results[row, 4] += tied
        results[row, 3] += unqualified - beaten - tied
        below -= beaten
        equal -= tied
        above -= unqualified - beaten - tied
    results[row, 2] += below
    results[row, 1] += equal
    results[row, 0] += above


@kernel
def look_ahead(vector: Ints, unseen: int, at: Ints, complete: Ints, place: Ints) -> None:
    """By rank of the card to come, where the complete vector is; and by rank, how many lower ones the vector has."""
    different = 0
    for rank in range(RANKS):
        complete[rank] = _number_with(vector, rank if unseen else -1, at)
        place[rank] = different
        different += vector[rank] > 0


@inner_kernel
def deal_the_rest(
    unseen: int,
    vector: Ints,
    by_rank: tuple[Ints, Ints],
    suits: Ints,
    deck: Ints,
    tables: Arrays,
    kept: Arrays,
    results: Ints,
) -> None:
    """For a hand that holds certain ranks in each suit, deal each card that may come and count the dealer hands.

    The dealer hands that are counted wrongly by rank are taken out suit by suit, and a card to come changes one suit
    only. A suited set is numbered by the bits of its ranks among those of the complete hand, after all sets of the rank
    vectors before; where the card to come brings a new rank, the bits above it move up.
    """
    strength, rows, first_set, places = tables[1][1], tables[1][2], tables[1][3], tables[3][0]
    dealer_hands, kind, flush_rows = tables[4][2], tables[4][3], tables[4][4]
    ranked, suited, suited_unqualified, straight_flushes = kept[1], kept[3], kept[4], kept[7]
    seen_bits, bits, seen_sets, sets = suits[0], suits[1], suits[2], suits[3]
    wrong_below, wrong_equal = suits[4], suits[5]
    (complete, place), qualifying, near_flush = by_rank, results.shape[1] == 6, -1
    for row in range(results.shape[0]):
        for result in range(results.shape[1]):
            results[row, result] = 0
    for suit in range(SUITS):
        bits[suit] = seen_bits[suit]
        seen_sets[suit] = 0
        for rank in range(RANKS):
            seen_sets[suit] |= (seen_bits[suit] >> rank & 1) << place[rank]
        if SUITED[seen_bits[suit]] + unseen >= IN_A_FLUSH:
            near_flush = suit
    for rank in range(RANKS if unseen else 1):
        number = complete[rank]
        if number < 0:
            continue
        row, below, equal = rows[number], ranked[BELOW, number], ranked[EQUAL, number]
        unqualified, high = ranked[UNQUALIFIED, number], strength[number] >= FULL_HOUSE
        moves = unseen and vector[rank] == 0
        for suit in range(SUITS):
            lower = seen_sets[suit] & (1 << place[rank]) - 1
            sets[suit] = first_set[number] + (lower | (seen_sets[suit] ^ lower) << moves)
            wrong_below[suit], wrong_equal[suit] = _counted_wrongly(
                high, kind[suit], seen_bits[suit], sets[suit], suited, straight_flushes
            )
            below -= wrong_below[suit]
            equal -= wrong_equal[suit]
            if qualifying:
                unqualified -= suited_unqualified[kind[suit], sets[suit]]
        for suit in range(SUITS if unseen else 1):
            if unseen and not (deck[suit] & ~seen_bits[suit]) >> rank & 1:
                continue
            bits[suit] |= unseen << rank
            suited_set = sets[suit] + (unseen << place[rank])
            own_row, own_unqualified = row, unqualified
            if qualifying:
                own_unqualified += suited_unqualified[kind[suit], sets[suit]]
                own_unqualified -= suited_unqualified[kind[suit], suited_set]
            if near_flush >= 0 and SUITED[bits[near_flush]] >= IN_A_FLUSH:
                own_row = flush_rows[places[bits[near_flush]]]
                own_below, own_equal = _against_a_flush(near_flush, bits, deck, ranked[LOW, number], tables, kept)
            else:
                own_below, own_equal = _counted_wrongly(
                    high, kind[suit], bits[suit], suited_set, suited, straight_flushes
                )
                own_below = below + wrong_below[suit] - own_below
                own_equal = equal + wrong_equal[suit] - own_equal
            settle(own_below, own_equal, own_unqualified, dealer_hands, results, own_row)
            bits[suit] = seen_bits[suit]


@kernel
def _deal_to_classes(
    start: int,
    end: int,
    vectors: Ints,
    classes: SeenClasses,
    unseen: int,
    deck: Ints,
    tables: Arrays,
    kept: Arrays,
    ways: Ints,
    total: Ints,
) -> None:
    """The ways of every class of some rank vectors, and what they add up to."""
    suits = np.empty((HAND_ROOM, SUITS), np.int64)
    results = np.empty((len(ROWS), ways.shape[2]), np.int64)
    complete, place = np.empty(RANKS, np.int64), np.empty(RANKS, np.int64)
    for seen in range(start, end):
        look_ahead(vectors[seen], unseen, tables[1][4], complete, place)
        for number in range(classes.first[seen], classes.first[seen + 1]):
            for suit in range(SUITS):
                suits[0, suit] = classes.suits[number] >> RANKS * (SUITS - 1 - suit) & 0x1FFF
            deal_the_rest(unseen, vectors[seen], (complete, place), suits, deck, tables, kept, results)
            for row in range(len(ROWS)):
                for result in range(ways.shape[2]):
                    ways[number, row, result] = results[row, result]
                    total[row, result] += classes.weight[number] * results[row, result]


@kernel
def _number_with(vector: Ints, more: int, at: Ints) -> int:
    """Where a vector with one more card of a rank is; -1 if the deck has none left."""
    number = size = 0
    for rank in range(RANKS):
        for _ in range(vector[rank] + (rank == more)):
            if size < MOST_CARDS:
                number += step(rank, size)
            size += 1
    return int(at[BEFORE[size] + number])
