"""A game of streets for one who knows that some cards are gone, beside one who plays as if none were.

No suits are alike in a stripped deck, so hands are looked at one by one: every hand that can be seen first, or so many
that are dealt from the deck. With a hand in sight, one sweep from the last street to the first carries three values for
each set of further cards: that of betting no more, that of the best choices with this deck, and that of the choices
that are best with the ordinary one. All are integers as in `streets`: net results times the least common multiple of
their denominators, summed over every order of the cards to come.

The cards that are not in the hand have places 0, 1, 2 ...; further cards at places a < b < ... are set number
C(a, 1) + C(b, 2) + ... of their size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, perm
from typing import Final

import numpy as np

from croupier.arrays import Arrays, Ints
from croupier.cards import DECK, Card
from croupier.errors import Refused
from croupier.exact.hand_counts.evaluate import BIT, KEY, strength_of
from croupier.exact.hand_counts.suits import class_number
from croupier.exact.seen import CHOOSE, some_hands, with_one_more
from croupier.exact.seen_cards.informed import Informed, Pieces, Room
from croupier.exact.store import inner_kernel, kernel
from croupier.exact.streets import LARGEST, Solution, Wager

HANDS: Final = 256
"""How many hands are dealt from a deck that has more."""
ENDS, BEST, KEPT = range(3)
"""What a set of further cards is worth if nothing more is bet, by the best choices and by the ordinary ones."""
NO_OPTION: Final = -2
FOLDS: Final = -1


@dataclass(frozen=True)
class StrippedStreets:
    """A bet of a game of streets, to be solved on stripped decks hand by hand."""

    bet: str
    ordinary: Solution

    def stages(self, cards: int) -> list[Pieces]:
        """Every hand is a piece of its own."""
        return [Pieces(_sweep, 0, self.totals(cards)[0])]

    def laid(self, deck: tuple[Card, ...]) -> Ints:
        """The hands of a deck that are looked at, each with the cards that are not in it."""
        held = some_hands(deck, self._first, HANDS)
        return np.hstack([held, self._rest(held, deck)])

    def kept(self, cards: int) -> tuple[Room, ...]:
        """Nothing: there is one stage."""
        return ()

    def totals(self, cards: int) -> tuple[int, int]:
        """The hands, and two values of each."""
        return min(comb(cards, self._first), HANDS), 2

    def _rest(self, held: Ints, deck: tuple[Card, ...]) -> Ints:
        indices = np.array([int(card) for card in deck])
        there = ~(held[:, :, None] == indices).any(axis=1)
        return np.asarray(np.broadcast_to(indices, there.shape)[there].reshape(len(held), -1))

    def told(self, cards: int, totals: Ints) -> dict[str, Informed]:
        """The values of a deck of so many cards by those of its hands."""
        best, kept = (sum(of.tolist()) for of in totals.T)
        cases = self._whole[2] * len(totals) * self._orders(cards, self._first)
        return {self.bet: Informed(Fraction(best, cases), Fraction(kept, cases))}

    def scratch(self, cards: int) -> tuple[Ints, Ints, Ints]:
        """What a sweep of a deck of so many cards writes down for itself."""
        sets = sum(comb(cards - self._first, further) for further in range(self._further + 1))
        wagers = len(self._wagers)
        return (
            np.zeros((3, wagers, sets), np.int64),
            np.zeros((2, wagers), np.int64),
            np.zeros(self._further + 1, np.int64),
        )

    def tables(self, cards: int) -> Arrays:
        """The cards of a hand, and what its sweep goes by."""
        nets, folds, _ = self._whole
        every = [abs(net) for row in (*nets.values(), *folds.values()) for net in row]
        if max(every) * self._orders(cards, self._first) >= LARGEST:
            most = Fraction(max(every), self._whole[2])
            raise Refused(f"a net result of {most} antes, in parts of 1/{self._whole[2]}, is more than can be counted")
        of_wager = np.zeros(len(self._wagers), np.int64)
        for wager, of_row in folds.items():
            of_wager[self._wagers[wager]] = of_row[0]
        return self._first, (*self._tables, of_wager)

    def _orders(self, cards: int, seen: int) -> int:
        """The orders in which a deck of so many cards can give those to come once so many are seen."""
        return perm(cards - seen, self.ordinary.game.cards - seen)

    @property
    def _first(self) -> int:
        """The cards seen at the first street."""
        return self.ordinary.game.streets[0].seen

    @property
    def _further(self) -> int:
        """The cards that come after them, but for the last."""
        return self.ordinary.game.cards - self._first - 1

    @cached_property
    def _whole(self) -> tuple[dict[Wager, list[int]], dict[Wager, list[int]], int]:
        return self.ordinary.game.whole_nets()

    @cached_property
    def _wagers(self) -> Mapping[Wager, int]:
        """The places of all that may ever have been wagered."""
        return {wager: at for at, wager in enumerate(sorted({*self._whole[0], *self._whole[1]}))}

    @cached_property
    def _tables(self) -> Arrays:
        """What is the same for every deck: nets by strength, streets by further cards, options, ordinary choices."""
        game, pack, wagers = self.ordinary.game, self.ordinary.pack, self._wagers
        nets = np.zeros((len(wagers), len(game.rows.of_strength)), np.int64)
        for wager, of_row in self._whole[0].items():
            nets[wagers[wager]] = np.array(of_row)[game.rows.of_strength]
        street_at = np.full(self._further + 1, -1, np.int64)
        most = max(len(choice.options) for choice in self.ordinary.choices.values())
        options = np.full((len(game.streets), len(wagers), most), NO_OPTION, np.int64)
        starts, chosen, so_far = np.zeros(options.shape[:2], np.int64), [], 0
        for street, here in enumerate(game.streets):
            street_at[here.seen - self._first] = street
            for wager in game.wagers(street):
                choice, at = self.ordinary.choices[street, wager], wagers[wager]
                for place, (_, to) in enumerate(choice.options):
                    leaves = FOLDS if to is None else 2 * wagers[to] + int(game.no_choice_after(street, to))
                    options[street, at, place] = leaves
                chosen.append(choice.taken[self.ordinary.futures[here.seen].of].astype(np.int8))
                starts[street, at], so_far = so_far, so_far + len(chosen[-1])
        places = np.zeros(len(DECK), np.int64)
        places[[int(card) for card in pack.deck]] = np.arange(len(pack.deck))
        by_cards = places, pack.whole, np.concatenate(chosen), starts
        return by_cards, nets, street_at, options, wagers[0]


@inner_kernel
def _go_on(places: Ints, size: int) -> None:
    """The set of so many places that comes next."""
    j = 0
    while j + 1 < size and places[j] + 1 == places[j + 1]:
        places[j] = j
        j += 1
    if size:
        places[j] += 1


@inner_kernel
def _ordinary_number(held: Ints, rest: Ints, places: Ints, size: int, bits: int, in_pack: Ints, by_class: bool) -> int:
    """The place of a hand and further cards in the ordinary deck's list of sets."""
    if by_class:
        return int(class_number(bits))
    number = 0
    for j in range(len(held) + size):
        card = held[j] if j < len(held) else rest[places[j - len(held)]]
        lower = 1
        for k in range(len(held)):
            lower += held[k] < card
        for k in range(size):
            lower += rest[places[k]] < card
        number += CHOOSE[in_pack[card], lower]
    return int(number)


@kernel
def sweep_hands(held: Ints, rest: Ints, tables: Arrays, room: tuple[Ints, Ints, Ints], totals: Ints) -> None:
    """The values of hands by the best choices and by the ordinary ones, over all that may follow.

    From the sets with all further cards but the last down to the empty one: a set is worth what the sets with one card
    more are worth together, and where it is a street, what the options there are worth.
    """
    (in_pack, by_class, chosen, starts), nets, street_at, options, unbet, folding = tables
    values, here, places = room
    wagers, top = values.shape[1], len(street_at) - 1
    left, cards = rest.shape[1], held.shape[1] + len(street_at)
    for hand in range(len(held)):
        hand_bits = hand_key = 0
        for j in range(held.shape[1]):
            hand_bits |= BIT[held[hand, j]]
            hand_key += KEY[held[hand, j]]
        start, above = 0, 0
        for down in range(top + 1):
            size = top - down
            above, start = start, start + (CHOOSE[left, size + 1] if down else 0)
            orders = 1
            for drawn in range(size, top + 1):
                orders *= left - drawn
            for j in range(size):
                places[j] = j
            for number in range(CHOOSE[left, size]):
                bits, key, at = hand_bits, hand_key, start + number
                for j in range(size):
                    bits |= BIT[rest[hand, places[j]]]
                    key += KEY[rest[hand, places[j]]]
                for kind in range(3):
                    for wager in range(wagers):
                        values[kind, wager, at] = 0
                for more in range(left):
                    card = rest[hand, more]
                    if size == top:
                        if not bits & BIT[card]:
                            strength = strength_of(cards, key + KEY[card], bits | BIT[card])
                            for wager in range(wagers):
                                values[ENDS, wager, at] += nets[wager, strength]
                        continue
                    larger = with_one_more(places, size, more)
                    if larger >= 0:
                        for kind in range(3):
                            for wager in range(wagers):
                                values[kind, wager, at] += values[kind, wager, above + larger]
                street = street_at[size]
                if street >= 0:
                    seen = _ordinary_number(held[hand], rest[hand], places, size, bits, in_pack, by_class)
                    for wager in range(wagers):
                        if options[street, wager, 0] == NO_OPTION:
                            continue
                        taken = chosen[starts[street, wager] + seen]
                        for option in range(options.shape[2]):
                            to = options[street, wager, option]
                            if to == NO_OPTION:
                                break
                            best = kept = folding[wager] * orders
                            if to != FOLDS:
                                best = values[ENDS if to & 1 else BEST, to >> 1, at]
                                kept = values[ENDS if to & 1 else KEPT, to >> 1, at]
                            if option == 0 or best > here[0, wager]:
                                here[0, wager] = best
                            if option == taken:
                                here[1, wager] = kept
                    for wager in range(wagers):
                        if options[street, wager, 0] != NO_OPTION:
                            values[BEST, wager, at] = here[0, wager]
                            values[KEPT, wager, at] = here[1, wager]
                _go_on(places, size)
        totals[hand, 0] = values[BEST, unbet, start]
        totals[hand, 1] = values[KEPT, unbet, start]


@kernel
def _sweep(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    seen, by_sweep = tables
    sweep_hands(laid[first:end, :seen], laid[first:end, seen:], by_sweep, scratch, totals[first:end])
