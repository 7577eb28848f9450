"""How hands that share two of seven cards fare against each other; docs/math/pots.md says how it counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import combinations
from math import comb
from os import cpu_count
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.exact.hand_counts.evaluate import BIT, CATEGORY_SHIFT, KEY, strength_of
from croupier.exact.seen import Pack
from croupier.exact.shared_money.rival_hands import shared_with
from croupier.exact.store import inner_kernel, kept, kernel, version_of
from croupier.hands import Poker

OWN: Final = 4
"""Cards of one's own that are seen first; a fifth comes last."""
SHARED: Final = 2
HAND: Final = 7
LAST: Final = HAND - OWN - SHARED
MOST: Final = 52
CHOOSE: Final = np.array([[comb(n, k) for k in range(8)] for n in range(MOST + 1)])
HELD: Final = np.bitwise_count(np.arange(32)).astype(np.int64)
SIGN: Final = 1 - 2 * (HELD & 1)
"""For each part of five cards, as bits: how many it has, and its sign in an inclusion and exclusion."""
NONE, LOST, TIED, WON = range(4)
"""What may become of a pot: nobody wins it, the other does, both, or this hand."""


class Boards(NamedTuple):
    """The shared cards, up to the names of suits if the pack is whole; each kind stands for all like it."""

    cards: Ints
    """Two cards of each kind."""
    like: Ints
    """The kind of every two cards, the lower first."""
    suits: Ints
    """For every two cards, where each suit goes to make them those of their kind."""
    pairs: list[Ints]
    """All pairs of cards of each kind."""


@lru_cache(maxsize=2)
def boards(pack: Pack) -> Boards:
    """The boards of a pack."""
    like, suits = np.full((MOST, MOST), -1), np.zeros((MOST, MOST, 4), np.int64)
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for low, high in combinations([int(card) for card in pack.deck], 2):
        order = list(dict.fromkeys((low % 4, high % 4, 0, 1, 2, 3))) if pack.whole else [0, 1, 2, 3]
        for place, suit in enumerate(order):
            suits[low, high, suit] = place
        board = low - low % 4 + suits[low, high, low % 4], high - high % 4 + suits[low, high, high % 4]
        found.setdefault(board, []).append((low, high))
        like[low, high] = list(found).index(board) if len(found[board]) == 1 or pack.whole else len(found) - 1
    return Boards(np.array(list(found)), like, suits, [np.array(pairs) for pairs in found.values()])


class RankedHands(NamedTuple):
    """With one board, the hands that can win a pot: by their five own cards, in the order of the sets' numbers."""

    rest: Ints
    """The cards that are not on the board."""
    hands: Ints
    """The places of five of them, six bits each."""
    strength: Ints
    above: Ints
    """How many fives of the others make a better hand."""
    tied: Ints
    able: Ints
    """How many fives of the others can win it."""
    holding: Ints
    """By number, smaller sets first: in how many of these hands each set of up to four cards is."""


def ranked(board: Ints, pack: Pack, least: Poker) -> RankedHands:
    """Rank all hands with a board that can win a pot."""
    rest = np.array([int(card) for card in pack.deck if int(card) not in board.tolist()])
    hands, strength = _listed(board, rest, least)
    order = np.argsort(strength, kind="stable")[::-1]
    above, tied, able = (np.empty(len(hands), np.int32) for _ in range(3))
    holding = np.zeros(sets_before(len(rest))[-1], np.int32)
    _compare(hands, strength, order, sets_before(len(rest)), holding, above, tied, able)
    return RankedHands(rest, hands, strength, above, tied, able, holding)


def _listed(board: Ints, rest: Ints, least: Poker) -> tuple[Ints, Ints]:
    """The hands with a board that can win a pot, and their strengths."""
    most = comb(len(rest), 5)
    hands, strength = np.empty(most, np.int32), np.empty(most, np.uint16)
    found = _able_hands(board, rest, least << CATEGORY_SHIFT, hands, strength)
    return hands[:found].copy(), strength[:found].copy()


def able_hands(board: Sequence[int], rest: Sequence[int], least: Poker) -> int:
    """How many hands of seven with these shared cards, the others from the rest, can win a pot.

    What the board lacks of two cards is the highest of the hand's other cards.
    """
    if len(board) == SHARED:
        return len(_listed(np.array(board), np.array(rest, np.int64), least)[0])
    return sum(able_hands([*board, card], rest[:place], least) for place, card in enumerate(rest))


def sets_before(cards: int) -> Ints:
    """How many sets are smaller than those of 0 to 5 cards."""
    return np.cumsum([0] + [comb(cards, size) for size in range(5)])


@kernel
def _able_hands(board: Ints, rest: Ints, least: int, hands: Ints, strength: Ints) -> int:
    """List the fives that make a hand of at least that strength, the lowest place changing fastest."""
    found = 0
    for e in range(4, len(rest)):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    key = KEY[board[0]] + KEY[board[1]] + KEY[rest[b]] + KEY[rest[c]] + KEY[rest[d]] + KEY[rest[e]]
                    bits = BIT[board[0]] + BIT[board[1]] + BIT[rest[b]] + BIT[rest[c]] + BIT[rest[d]] + BIT[rest[e]]
                    places = b << 6 | c << 12 | d << 18 | e << 24
                    for a in range(b):
                        of_hand = strength_of(7, key + KEY[rest[a]], bits + BIT[rest[a]])
                        if of_hand >= least:
                            hands[found] = places | a
                            strength[found] = of_hand
                            found += 1
    return found


@inner_kernel
def _subsets(hand: int, before: Ints, numbers: Ints) -> None:
    """The numbers of the 31 sets of up to four of five places."""
    numbers[0] = 0
    for place in range(5):
        card = hand >> 6 * place & 63
        for lower in range(1 << place):
            numbers[lower | 1 << place] = numbers[lower] + CHOOSE[card, HELD[lower] + 1]
    for part in range(31):
        numbers[part] += before[HELD[part]]


@kernel
def _compare(
    hands: Ints, strength: Ints, order: Ints, before: Ints, holding: Ints, above: Ints, tied: Ints, able: Ints
) -> None:
    """For each hand, the hands that have no card of it, by inclusion and exclusion over the sets of its cards.

    Hands are entered from the best down, those of equal strength at once. The set of all five is left out: it holds
    the hand itself, if that has been entered, and nothing else.
    """
    numbers = np.empty(32, np.int64)
    first = 0
    while first < len(order):
        last = first
        while last < len(order) and strength[order[last]] == strength[order[first]]:
            above[order[last]] = _without(hands[order[last]], before, holding, numbers)
            last += 1
        for at in range(first, last):
            _subsets(hands[order[at]], before, numbers)
            for part in range(31):
                holding[numbers[part]] += 1
        for at in range(first, last):
            hand = order[at]
            tied[hand] = _without(hands[hand], before, holding, numbers) - 1 - above[hand]
        first = last
    for hand in range(len(hands)):
        able[hand] = _without(hands[hand], before, holding, numbers) - 1


@inner_kernel
def _without(hand: int, before: Ints, holding: Ints, numbers: Ints) -> int:
    _subsets(hand, before, numbers)
    found = 0
    for part in range(31):
        found += SIGN[part] * holding[numbers[part]]
    return found


class Gains(NamedTuple):
    """What one who stays wins of a pot beyond one who folds, by own cards and board, over the last cards of both."""

    shares: Ints
    """Two for each deal that this hand wins, one for each that both do."""
    unable: Ints
    """The deals that it wins from a hand which could not have won the pot."""
    able: int
    """Of all boards and fives of the others, those that can win it."""


@lru_cache(maxsize=1)
def gains(pack: Pack, least: Poker, rivals: int = 1) -> Gains:
    """The gains by own cards, as the pack lists them, and by the places of the two shared ones among the rest.

    Places a < b are number C(b, 2) + a. Against several rivals they are as if these were independent of each other.
    """
    size = len(pack.bits(OWN)), comb(len(pack.deck) - OWN, SHARED)

    def count() -> dict[str, Ints]:
        shares, unable = np.zeros(size, np.int32), np.zeros(size, np.int32)
        found = boards(pack)

        def of_board(at: int) -> int:
            hands = ranked(found.cards[at], pack, least)
            of_own = np.zeros((2, comb(len(hands.rest), OWN)), np.int32)
            _gain(hands.hands, hands.tied, hands.above, hands.able, comb(len(hands.rest) - 5, 5), rivals, of_own)
            _hand_out(*frame(pack, found, at, hands.rest), of_own, shares, unable)
            return len(hands.hands) * len(found.pairs[at])

        able = sum(on_all_cores(of_board, len(found.cards)))
        places = np.flatnonzero(shares)
        return {
            "places": places.astype(np.int32),
            "shares": shares.reshape(-1)[places],
            "unable": unable.reshape(-1)[places],
            "able": np.array([able]),
        }

    name = f"pot-gains-{least.row}" if rivals == 1 else f"pot-gains-{least.row}-{rivals}"
    counted = kept(name, version_of(__name__), count) if pack.whole else count()
    shares, unable = np.zeros(size, np.int32), np.zeros(size, np.int32)
    shares.reshape(-1)[counted["places"]] = counted["shares"]
    unable.reshape(-1)[counted["places"]] = counted["unable"]
    return Gains(shares, unable, int(counted["able"][0]))


def on_all_cores(work: Callable[[int], Any], times: int) -> list[Any]:
    """What each piece of work gives."""
    with ThreadPoolExecutor(cpu_count() or 1) as cores:
        return list(cores.map(work, range(times)))


@kernel
def _gain(hands: Ints, tied: Ints, above: Ints, able: Ints, others: int, rivals: int, of_own: Ints) -> None:
    """Give what each hand wins to the four cards of it that were seen, whichever of the five came last."""
    for i in range(len(hands)):
        shares, unable = shared_with(above[i], tied[i], able[i], others, rivals)
        for last in range(5):
            number = _number_without(hands[i], last)
            of_own[0, number] += shares
            of_own[1, number] += unable


@inner_kernel
def _number_without(hand: int, last: int) -> int:
    """The number of the four places that are left of five."""
    number = held = 0
    for place in range(5):
        if place != last:
            held += 1
            number += CHOOSE[hand >> 6 * place & 63, held]
    return number


def frame(pack: Pack, found: Boards, at: int, rest: Ints) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """What tells where own cards with any board of a kind are among those with the board that stands for it."""
    slot, place = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64)
    slot[[int(card) for card in pack.deck]] = np.arange(len(pack.deck))
    place[rest] = np.arange(len(rest))
    return pack.bits(OWN), found.pairs[at], found.suits, slot, place


@inner_kernel
def locate(bits: int, low: int, high: int, suits: Ints, slot: Ints, place: Ints, own: Ints) -> tuple[int, int, int]:
    """The places of a board among the cards that are not one's own; the number of those with the board of its kind."""
    a, b, held = slot[low], slot[high], 0
    for card in range(MOST):
        if bits & BIT[card]:
            a -= card < low
            b -= card < high
            moved = place[card - card % 4 + suits[low, high, card % 4]]
            at = held
            while at and own[at - 1] > moved:
                own[at] = own[at - 1]
                at -= 1
            own[at] = moved
            held += 1
    number = 0
    for at in range(held):
        number += CHOOSE[own[at], at + 1]
    return a, b, number


@kernel
def _hand_out(
    sets: Ints, pairs: Ints, suits: Ints, slot: Ints, place: Ints, of_own: Ints, shares: Ints, unable: Ints
) -> None:
    own = np.empty(OWN, np.int64)
    for i in range(len(sets)):
        for low, high in pairs:
            if not sets[i] & (BIT[low] | BIT[high]):
                a, b, number = locate(sets[i], low, high, suits, slot, place, own)
                shares[i, CHOOSE[b, 2] + a] = of_own[0, number]
                unable[i, CHOOSE[b, 2] + a] = of_own[1, number]
