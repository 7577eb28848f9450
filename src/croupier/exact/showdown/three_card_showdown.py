"""Three-card hands, with or without a card to draw, against a dealer's best three: every showdown counted.

The dealer hands below a strength that hold none of the dead cards are the sum, over all sets X of dead cards, of
(-1)^|X| times the hands below it that hold all of X. At most four cards are dead, so a table of the dealer hands that
hold X, by strength, for every X of at most three cards, answers each question in sixteen look-ups; the only hand that
holds four given cards is those cards. Sets that differ only by the names of the suits share one line of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK, Card
from croupier.errors import Refused
from croupier.exact.store import inner_kernel, kernel
from croupier.hands import Hand, ThreeCard, three_card_hand

ROWS: Final = tuple(category.row for category in ThreeCard)
"""The paytable rows of three-card hands, lowest first."""

CHOOSE: Final = np.array([[comb(n, k) for k in range(5)] for n in range(53)], np.int64)

ODD: Final = np.array([within.bit_count() % 2 for within in range(16)])
"""Whether a set of dead cards, as bits, has an odd number of them."""
ALL_FOUR, UNQUALIFIED = 15, 16
"""The set of four dead cards; and where it is noted how many dealer hands do not qualify."""
DEAD: Final = 17
"""What is noted of dead cards."""


class ThreeCardRanking(NamedTuple):
    """How good each three cards of a deck are, as the number of hands that are worse and differ."""

    deck: tuple[Card, ...]
    hands: tuple[Hand, ...]
    """The hands that differ, lowest first."""
    strength: Ints
    """The place of each three cards' hand, three cards at places a < b < c being number C(a,1) + C(b,2) + C(c,3)."""
    row: Ints
    """The row of the hand in each place."""

    def places_below(self, hand: Hand | None) -> int:
        """How many of the hands that differ are below one."""
        return sum(other < hand for other in self.hands) if hand else 0


@lru_cache(maxsize=4)
def rank_hands(deck: tuple[Card, ...]) -> ThreeCardRanking:
    """The ranking of the hands of a deck, given in ascending order."""
    judged = [three_card_hand(cards) for cards in combinations(deck[::-1], 3)][::-1]
    hands = tuple(sorted(set(judged)))
    place = {hand: strength for strength, hand in enumerate(hands)}
    return ThreeCardRanking(
        deck,
        hands,
        np.array([place[hand] for hand in judged], np.int64),
        np.array([ROWS.index(hand.category.row) for hand in hands], np.int64),
    )


class Sets(NamedTuple):
    """The sets of at most three cards: none is number 0, then come the single cards, the pairs, the threes."""

    line: Ints
    """The line of the table that each set reads, shared by all sets that differ only by the names of suits."""
    own: Ints
    """Whether the set stands for its line."""
    weight: Ints
    """How many sets share each line."""
    before: Ints
    """How many sets are smaller than each size."""
    renamed: Ints
    """Where each card stands when the suits are named anew, for each way to name them that leaves the deck as it is."""
    naming: Ints
    """The way to name the suits that turns each set into the one that stands for its line."""


class ThreeCardCounts(NamedTuple):
    """Every class of three cards, and how often each row ends in each result, over all that is unseen."""

    ranking: ThreeCardRanking
    sets: Sets
    first: int
    """The first line of three cards; classes are numbered from it."""
    cards: Ints
    """The three cards, as places in the deck and ascending, that stand for each class."""
    weight: Ints
    ways: Ints
    """By class, hold, row and result: all three kept, or the first, second or third replaced by the card to draw."""
    cases: int

    def class_of(self, cards: Sequence[Card]) -> tuple[int, dict[Card, int]]:
        """The class of three cards, and the hold that replaces each of them."""
        place = {card: self.ranking.deck.index(card) for card in cards}
        a, b, c = sorted(place.values())
        number = self.sets.before[3] + CHOOSE[a, 1] + CHOOSE[b, 2] + CHOOSE[c, 3]
        renamed = self.sets.renamed[self.sets.naming[number]]
        in_order = sorted(cards, key=lambda card: int(renamed[place[card]]))
        return int(self.sets.line[number]) - self.first, {card: 1 + hold for hold, card in enumerate(in_order)}

    def every_hand(self, chosen: Ints, holds: Ints) -> tuple[Ints, Ints]:
        """What is chosen for every three cards and its hold, 1 to 3 replacing their lowest, middle and highest card.

        `chosen` has a choice for each class, `holds` the hold of each choice. Cards at places a < b < c are number
        C(a, 1) + C(b, 2) + C(c, 3).
        """
        size = len(self.ranking.deck)
        choices, held = np.empty(comb(size, 3), np.uint8), np.empty(comb(size, 3), np.uint8)
        _every_hand(size, self.sets, self.first, chosen, holds, choices, held)
        return choices, held

    def class_of_every_hand(self) -> Ints:
        """The class of every three cards, numbered in the same way."""
        first = int(self.sets.before[3])
        return self.sets.line[first : first + comb(len(self.ranking.deck), 3)] - self.first


def count_three(
    draw: bool,
    dealer_cards: int,
    qualifier: Hand | None = None,
    deck: Sequence[Card] = DECK,
) -> ThreeCardCounts:
    """Count all showdowns of three cards, one of which may be replaced if there is a draw, against the dealer's."""
    size = len(deck)
    if size < 3 + draw + dealer_cards:
        raise Refused(f"a deck of {size} cards does not give {3 + draw} to the player and {dealer_cards} to the dealer")
    ranking, sets, _ = _dealers(tuple(sorted(deck)), dealer_cards)
    first = int(sets.line[sets.before[3]])
    cards = np.zeros((len(sets.weight) - first, 3), np.int64)
    _own_cards(size, sets, first, cards)
    weight = sets.weight[first:]
    if weight.sum() != comb(size, 3):
        raise ArithmeticError(f"the classes of three cards have {weight.sum()} hands, not {comb(size, 3)}")
    ways = ways_of(cards, draw, dealer_cards, qualifier, ranking.deck)
    cases = (size - 3) * comb(size - 4, dealer_cards) if draw else comb(size - 3, dealer_cards)
    if (ways.sum(axis=(2, 3)) != cases).any():
        raise ArithmeticError(f"a class of three cards does not come to {cases} cases")
    return ThreeCardCounts(ranking, sets, first, cards, weight, ways, cases)


@lru_cache(maxsize=2)
def _dealers(deck: tuple[Card, ...], dealer_cards: int) -> tuple[ThreeCardRanking, Sets, Ints]:
    """How the hands of a deck rank, its sets of cards, and the dealer hands below each strength that hold each set."""
    ranking, sets, size = rank_hands(deck), _number_sets(deck), len(deck)
    held = np.zeros((len(sets.weight), len(ranking.hands) + 1), np.int32)
    _hold(size, dealer_cards, ranking.strength, sets, held)
    below = np.cumsum(held, axis=1, dtype=np.int32)
    if below[0, -1] != comb(size, dealer_cards):
        raise ArithmeticError(f"{below[0, -1]} dealer hands were counted, not {comb(size, dealer_cards)}")
    return ranking, sets, below


class Lines(NamedTuple):
    """What a table of dealer hands is read by; `Sets` has both."""

    line: Ints
    before: Ints


def ways_of(hands: Ints, draw: bool, dealer_cards: int, qualifier: Hand | None, deck: tuple[Card, ...]) -> Ints:
    """Count the showdowns of these hands, given as ascending places in a deck."""
    ranking, sets, below = _dealers(deck, dealer_cards)
    ways, dead = np.zeros((len(hands), *endings(draw, qualifier)), np.int64), np.empty(DEAD, np.int64)
    by_dealer = (
        dealer_cards,
        ranking.strength,
        ranking.row,
        Lines(sets.line, sets.before),
        ranking.places_below(qualifier),
    )
    count_showdowns(np.arange(len(deck)), by_dealer, below, hands, dead, ways)
    return ways


def endings(draw: bool, qualifier: Hand | None) -> tuple[int, int, int]:
    """The holds, rows and results that a showdown may have."""
    return 4 if draw else 1, len(ROWS), 6 if qualifier else 3


def _number_sets(deck: Sequence[Card]) -> Sets:
    size = len(deck)
    ranks = [{card.rank for card in deck if card.suit == suit} for suit in range(4)]
    place = {card: at for at, card in enumerate(deck)}
    renamed = [
        [place[Card(card.index - card.suit + names[card.suit])] for card in deck]
        for names in permutations(range(4))
        if all(ranks[suit] == ranks[names[suit]] for suit in range(4))
    ]
    before = np.cumsum([0] + [comb(size, cards) for cards in range(4)])
    lowest, naming = np.empty(before[4], np.int64), np.empty(before[4], np.int64)
    _name_anew(size, np.array(renamed, np.int64), before, lowest, naming)
    own, line, weight = np.unique(lowest, return_inverse=True, return_counts=True)
    stands = np.zeros(len(lowest), np.bool_)
    stands[own] = True
    return Sets(line, stands, weight, before, np.array(renamed, np.int64), naming)


@inner_kernel
def _number(before: Ints, a: int, b: int, c: int) -> int:
    """The number of a set of places a < b < c; a missing place is -1, and missing ones come first."""
    if c < 0:
        return 0
    if b < 0:
        return int(before[1] + c)
    if a < 0:
        return int(before[2] + b + CHOOSE[c, 2])
    return int(before[3] + a + CHOOSE[b, 2] + CHOOSE[c, 3])


@inner_kernel
def _three(a: int, b: int, c: int) -> tuple[int, int, int]:
    """Three places in ascending order."""
    low, high = min(a, b), max(a, b)
    return min(low, c), max(low, min(high, c)), max(high, c)


@kernel
def _name_anew(size: int, renamed: Ints, before: Ints, lowest: Ints, naming: Ints) -> None:
    """For each set, the least number it can have when the suits are named anew, and the first naming that gives it."""
    for c in range(-1, size):
        for b in range(-1, max(c, 0)):
            for a in range(-1, max(b, 0)):
                number = _number(before, a, b, c)
                lowest[number] = before[4]
                for way in range(len(renamed)):
                    x = renamed[way, a] if a >= 0 else -1
                    y = renamed[way, b] if b >= 0 else -1
                    z = renamed[way, c] if c >= 0 else -1
                    x, y, z = _three(x, y, z)
                    other = _number(before, x, y, z)
                    if other < lowest[number]:
                        lowest[number], naming[number] = other, way


@kernel
def _every_hand(size: int, sets: Sets, first: int, chosen: Ints, holds: Ints, choices: Ints, held: Ints) -> None:
    for c in range(2, size):
        for b in range(1, c):
            for a in range(b):
                number = _number(sets.before, a, b, c)
                choice = chosen[sets.line[number] - first]
                hand = number - sets.before[3]
                choices[hand], held[hand] = choice, _own_hold(sets.renamed[sets.naming[number]], holds[choice], a, b, c)


@kernel
def _own_hold(renamed: Ints, hold: int, a: int, b: int, c: int) -> int:
    """The hold of three cards that is this hold of their class: the card it replaces is the same but for the suit."""
    if hold == 0:
        return 0
    x, y, z = _three(renamed[a], renamed[b], renamed[c])
    replaced = x if hold == 1 else y if hold == 2 else z
    return 1 if renamed[a] == replaced else 2 if renamed[b] == replaced else 3


@kernel
def _own_cards(size: int, sets: Sets, first: int, cards: Ints) -> None:
    for c in range(2, size):
        for b in range(1, c):
            for a in range(b):
                number = _number(sets.before, a, b, c)
                if sets.own[number]:
                    at = sets.line[number] - first
                    cards[at, 0], cards[at, 1], cards[at, 2] = a, b, c


@inner_kernel
def strength_of_three(strength: Ints, a: int, b: int, c: int) -> int:
    """The strength of three cards in any order."""
    x, y, z = _three(a, b, c)
    return int(strength[x + CHOOSE[y, 2] + CHOOSE[z, 3]])


@inner_kernel
def strength_of_four(strength: Ints, a: int, b: int, c: int, d: int) -> int:
    """The strength of the best three of four cards."""
    return max(
        max(strength_of_three(strength, a, b, c), strength_of_three(strength, a, b, d)),
        max(strength_of_three(strength, a, c, d), strength_of_three(strength, b, c, d)),
    )


@kernel
def _hold(size: int, dealer_cards: int, strength: Ints, sets: Sets, held: Ints) -> None:
    """Count each dealer hand for every set within it that has a line, one place above its strength, to be summed up."""
    hand = np.empty(4, np.int64)
    for d in range(dealer_cards - 1, size):
        hand[dealer_cards - 1] = d
        for c in range(dealer_cards - 2, d):
            hand[dealer_cards - 2] = c
            for b in range(dealer_cards - 3, c):
                hand[dealer_cards - 3] = b
                for a in range(b if dealer_cards == 4 else 1):
                    if dealer_cards == 4:
                        hand[0] = a
                        place = strength_of_four(strength, a, b, c, d)
                    else:
                        place = strength_of_three(strength, b, c, d)
                    for within in range(1 << dealer_cards):
                        x = y = z = -1
                        cards = 0
                        for i in range(dealer_cards):
                            if within >> i & 1:
                                x, y, z = y, z, hand[i]
                                cards += 1
                        if cards <= 3:
                            number = _number(sets.before, x, y, z)
                            if sets.own[number]:
                                held[sets.line[number], place + 1] += 1


@inner_kernel
def _dealer_below(strength: int, cards: int, dealer_cards: int, below: Ints, dead: Ints) -> int:
    """The dealer hands below a strength that hold none of three or four dead cards, as `_find_dead` found them."""
    hands = 0
    for within in range(1 << cards):
        if within == ALL_FOUR:
            hands += dealer_cards == 4 and dead[within] < strength
        elif ODD[within]:
            hands -= below[dead[within], strength]
        else:
            hands += below[dead[within], strength]
    return hands


@inner_kernel
def _find_dead(a: int, b: int, c: int, d: int, by_dealer: tuple[Any, ...], below: Ints, dead: Ints) -> int:
    """For three dead cards, and a fourth unless it is -1, in ascending order: where the hands with some are counted.

    For all four, how strong they are; last, how many dealer hands without any do not qualify.
    """
    dealer_cards, strengths, _, lines, qualifies = by_dealer
    cards = 3 if d < 0 else 4
    for within in range(1 << cards):
        x = y = z = -1
        for i in range(cards):
            if within >> i & 1:
                x, y, z = y, z, a if i == 0 else b if i == 1 else c if i == 2 else d
        dead[within] = lines.line[_number(lines.before, x, y, z)]
    if cards == 4:
        dead[ALL_FOUR] = strength_of_four(strengths, a, b, c, d)
    dead[UNQUALIFIED] = _dealer_below(qualifies, cards, dealer_cards, below, dead) if qualifies else 0
    return cards


@inner_kernel
def _settle(
    own: int, cards: int, times: int, size: int, dealer_cards: int, below: Ints, dead: Ints, results: Ints
) -> None:
    """Add the dealer hands against a strength to its results: lose, tie, win, and the same where none qualifies."""
    lower = _dealer_below(own, cards, dealer_cards, below, dead)
    upto = _dealer_below(own + 1, cards, dealer_cards, below, dead)
    hands, unqualified = CHOOSE[size - cards, dealer_cards], dead[UNQUALIFIED]
    beaten = tied = 0
    if len(results) == 6:
        beaten, tied = min(lower, unqualified), max(min(upto, unqualified) - lower, 0)
        results[5] += times * beaten
        results[4] += times * tied
        results[3] += times * (unqualified - beaten - tied)
    results[2] += times * (lower - beaten)
    results[1] += times * (upto - lower - tied)
    results[0] += times * (hands - upto - (unqualified - beaten - tied))


@kernel
def count_showdowns(deck: Ints, by_dealer: tuple[Any, ...], below: Ints, hands: Ints, dead: Ints, ways: Ints) -> None:
    """Count the showdowns of each hand, with every card of the deck to draw.

    A card that could be drawn but is not may be any that the dealer has not.
    """
    dealer_cards, strengths, row, _, _ = by_dealer
    size = len(deck)
    undrawn = size - 3 - dealer_cards if ways.shape[1] == 4 else 1
    for number in range(len(hands)):
        a, b, c = hands[number, 0], hands[number, 1], hands[number, 2]
        kept = strength_of_three(strengths, a, b, c)
        cards = _find_dead(a, b, c, -1, by_dealer, below, dead)
        _settle(kept, cards, undrawn, size, dealer_cards, below, dead, ways[number, 0, row[kept]])
        if ways.shape[1] == 1:
            continue
        for drawn in deck:
            if drawn in (a, b, c):
                continue
            low, middle, high = _three(a, b, drawn)
            cards = _find_dead(low, middle, min(high, c), max(high, c), by_dealer, below, dead)
            for hold in range(1, 4):
                x, y = (b, c) if hold == 1 else (a, c) if hold == 2 else (a, b)
                own = strength_of_three(strengths, x, y, drawn)
                _settle(own, cards, 1, size, dealer_cards, below, dead, ways[number, hold, row[own]])
