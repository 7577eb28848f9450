"""A game of streets for one who knows that some cards are gone, beside one who plays as if none were.

No suits are alike in a stripped deck, so hands are looked at one by one: every hand that can be seen first, or so many
that are dealt from the deck. With a hand in sight, one sweep from the last street to the first carries two values for
each set of further cards: that of the best choices with this deck, and that of the choices that are best with the
ordinary one. Both are integers as in `streets`: net results times the least common multiple of their denominators,
summed over every order of the cards to come.

The cards that are not in the hand have places 0, 1, 2 ...; further cards at places a < b < ... are set number
C(a, 1) + C(b, 2) + ... of their size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, perm
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK, Card
from croupier.errors import Refused
from croupier.exact.hand_counts.evaluate import BIT, KEY, strength_of
from croupier.exact.hand_counts.suits import class_number
from croupier.exact.seen_cards.informed import Informed
from croupier.exact.seen_cards.seen import CHOOSE, Pack, some_hands
from croupier.exact.store import kernel
from croupier.exact.streets import LARGEST, Solution, Streets, Wager

HANDS: Final = 256
"""How many hands are dealt from a deck that has more."""
_AT_ONCE: Final = 1 << 20
"""How many sets of cards are looked at together."""


def informed(ordinary: Solution, deck: tuple[Card, ...]) -> Informed:
    """What the game is worth with a stripped deck, to one who knows it and to one who plays the ordinary way."""
    first = ordinary.game.streets[0].seen
    orders = Pack(deck).orders(first, ordinary.game.cards - first)
    nets, folds, scale = ordinary.game.whole_nets()
    every = [net for row in (*nets.values(), *folds.values()) for net in row]
    if max(map(abs, every)) * orders >= LARGEST:
        most = Fraction(max(every), scale)
        raise Refused(f"a net result of {most} antes, in parts of 1/{scale}, is more than can be counted")
    hands = some_hands(deck, first, HANDS)
    sets = comb(len(deck) - first, ordinary.game.cards - 1 - first)
    shares = np.array_split(hands, len(hands) * sets // _AT_ONCE + 1)
    totals = [_sweep(ordinary, share, _others(deck, share), nets, folds) for share in shares]
    best, kept = (sum(each) for each in zip(*totals, strict=True))
    cases = scale * len(hands) * orders
    return Informed(Fraction(best, cases), Fraction(kept, cases))


def _sweep(
    ordinary: Solution,
    held: Ints,
    rest: Ints,
    nets: Mapping[Wager, Sequence[int]],
    folds: Mapping[Wager, Sequence[int]],
) -> tuple[int, int]:
    """The values of all hands together, by the best choices and by the ordinary ones."""
    game, first, left = ordinary.game, held.shape[1], rest.shape[1]
    known = game.cards - 1
    ends = {wager: _over_last_card(held, rest, game, np.array(of_row)) for wager, of_row in nets.items()}
    best: dict[Wager, Ints] = {}
    kept: dict[Wager, Ints] = {}
    for street in reversed(range(len(game.streets))):
        seen = game.streets[street].seen
        for further in range(known - 1 - first, seen - 1 - first, -1):
            one_more = _with_one_more(left, further)
            ends, best, kept = (
                {wager: value[:, one_more].sum(axis=2) for wager, value in values.items()}
                for values in (ends, best, kept)
            )
        known = seen
        places = _ordinary_places(ordinary.pack, held, rest, seen - first)
        orders = perm(left + first - seen, game.cards - seen)
        best_here, kept_here = {}, {}
        for wager in game.wagers(street):
            choice = ordinary.choices[street, wager]
            folding = np.full(places.shape, folds[wager][0] * orders)
            ended = {to: ends[to] for _, to in choice.options if to is not None and game.no_choice_after(street, to)}
            to_best, to_kept = ({None: folding, **later, **ended} for later in (best, kept))
            best_here[wager] = np.maximum.reduce([to_best[to] for _, to in choice.options])
            taken = choice.taken[ordinary.futures[seen].of[places]]
            kept_here[wager] = np.choose(taken, [to_kept[to] for _, to in choice.options])
        best, kept = best_here, kept_here
    return sum(best[0].ravel().tolist()), sum(kept[0].ravel().tolist())


def _others(deck: Sequence[Card], hands: Ints) -> Ints:
    """The cards of the deck that are not in each hand."""
    indices = np.array([int(card) for card in deck])
    there = ~(hands[:, :, None] == indices).any(axis=1)
    others: Ints = np.broadcast_to(indices, there.shape)[there].reshape(len(hands), -1)
    return others


@lru_cache(maxsize=16)
def _with_one_more(left: int, further: int) -> Ints:
    """For every set of so many places out of those left, the numbers of the sets with one place more."""
    number = {places: at for at, places in enumerate(_in_order(left, further + 1))}
    return np.array(
        [
            [number[tuple(sorted((*places, more)))] for more in range(left) if more not in places]
            for places in _in_order(left, further)
        ]
    )


def _in_order(left: int, size: int) -> list[tuple[int, ...]]:
    """The sets of places of a size, in the order of their numbers."""
    return sorted(combinations(range(left), size), key=lambda places: places[::-1])


def _over_last_card(held: Ints, rest: Ints, game: Streets, net_of_row: Ints) -> Ints:
    """For each hand and every set of further cards with one more to come, the sum of the net results over that one."""
    further = game.cards - 1 - held.shape[1]
    sums = np.empty((len(held), comb(rest.shape[1], further)), np.int64)
    _sum_over_last(held, rest, further, net_of_row[game.rows.of_strength], sums)
    return sums


def _ordinary_places(pack: Pack, held: Ints, rest: Ints, further: int) -> Ints:
    """For each hand and every set of further cards, the place of all of them in the ordinary deck's list of sets."""
    place = np.zeros(len(DECK), np.int64)
    place[[int(card) for card in pack.deck]] = np.arange(len(pack.deck))
    numbers = np.empty((len(held), comb(rest.shape[1], further)), np.int64)
    _number_sets(held, rest, further, place, pack.whole, numbers)
    return numbers


@kernel
def _go_on(places: Ints) -> None:
    """The set of places that comes next."""
    j = 0
    while j + 1 < len(places) and places[j] + 1 == places[j + 1]:
        places[j] = j
        j += 1
    if len(places):
        places[j] += 1


@kernel
def _sum_over_last(held: Ints, rest: Ints, further: int, net_of: Ints, out: Ints) -> None:
    size = held.shape[1] + further + 1
    for hand in range(len(held)):
        hand_bits = hand_key = 0
        for card in held[hand]:
            hand_bits |= BIT[card]
            hand_key += KEY[card]
        places = np.arange(further)
        for number in range(out.shape[1]):
            bits, key = hand_bits, hand_key
            for place in places:
                bits |= BIT[rest[hand, place]]
                key += KEY[rest[hand, place]]
            total = 0
            for card in rest[hand]:
                if not bits & BIT[card]:
                    total += net_of[strength_of(size, key + KEY[card], bits | BIT[card])]
            out[hand, number] = total
            _go_on(places)


@kernel
def _number_sets(held: Ints, rest: Ints, further: int, place: Ints, by_class: bool, out: Ints) -> None:
    cards = np.empty(held.shape[1] + further, np.int64)
    for hand in range(len(held)):
        places = np.arange(further)
        for number in range(out.shape[1]):
            cards[: held.shape[1]] = held[hand]
            for j in range(further):
                cards[held.shape[1] + j] = rest[hand, places[j]]
            if by_class:
                bits = 0
                for card in cards:
                    bits |= BIT[card]
                out[hand, number] = class_number(bits)
            else:
                cards.sort()
                out[hand, number] = 0
                for j in range(len(cards)):
                    out[hand, number] += CHOOSE[place[cards[j]], j + 1]
            _go_on(places)
