"""A shoe game for one who knows that some cards are gone, beside one who plays as if none were.

The hands are those of the whole shoe, longer ones first, and what each is worth is a whole number as in method.md: of
more digits than a word has, so it is kept in several. A hand that the cards left cannot make counts for nothing,
because none of them brings it about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, prod
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Arrays, Ints
from croupier.cards import Card
from croupier.exact.seen_cards.informed import Informed, Pieces, Room
from croupier.exact.shoe import Hand, ShoeSolution
from croupier.exact.store import inner_kernel, kernel

DIGIT: Final = 31
"""The bits of a digit; the highest one has the sign."""
NO_HAND: Final = -1


class ShoeHands(NamedTuple):
    """The hands of a whole shoe, longer ones first."""

    cards: Ints
    held: Ints
    """How many cards of each kind."""
    longer: Ints
    """The hand that a card of each kind makes, or none."""
    stands: Ints
    """What standing brings in whole parts of a unit, over all rolls."""
    may_stand: Ints
    may_raise: Ints
    draws: Ints
    """Whether it draws as ever, where it may do either."""
    raises: Ints
    """What it raises as ever."""


@dataclass(frozen=True)
class StrippedShoe:
    """A bet on one shoe game, to be solved on shoes that lack some cards."""

    bet: str
    ordinary: ShoeSolution
    pays: Mapping[str, Fraction]
    kind_of: Callable[[Card], int]

    def stages(self, cards: int) -> list[Pieces]:
        """All hands of a length, which need those that are longer."""
        lengths = self._hands.cards
        ends = [*np.flatnonzero(np.diff(lengths)) + 1, len(lengths)]
        return [Pieces(_value_hands, int(first), int(end)) for first, end in zip([0, *ends], ends, strict=False)]

    def tables(self, cards: int) -> Arrays:
        """The hands, and the digits of the orders in which the cards after each number of them can come."""
        return self._hands, np.array([_digits(orders, self._places) for orders in self._orders_after(cards)])

    def laid(self, deck: tuple[Card, ...]) -> Ints:
        """How many cards of each kind there are."""
        found = Counter(map(self.kind_of, deck))
        return np.array([[found[kind] for kind in range(len(self.ordinary.game.shoe.counts))]])

    def kept(self, cards: int) -> tuple[Room, ...]:
        """What each hand is worth, played as is best and as ever."""
        return (Room((2, len(self._hands.cards), self._places), np.int64),)

    def scratch(self, cards: int) -> tuple[Ints, ...]:
        """The digits of standing, and of drawing."""
        return (np.empty((2, self._places), np.int64),)

    def totals(self, cards: int) -> tuple[int, int]:
        """One hand, that of no cards, and the digits of its two values."""
        return 1, 2 * self._places

    def told(self, cards: int, totals: Ints) -> dict[str, Informed]:
        """The bet with so many cards left, by these digits."""
        whole = self._orders_after(cards)[0] * self.ordinary.game.rolls * self._parts
        best, ordinary = (
            Fraction(sum(digit << DIGIT * place for place, digit in enumerate(value)), whole)
            for value in totals.reshape(2, self._places).tolist()
        )
        return {self.bet: Informed(best, ordinary)}

    @cached_property
    def _parts(self) -> int:
        return lcm(*(pay.denominator for pay in self.pays.values()))

    @cached_property
    def _places(self) -> int:
        """Digits enough for what the largest hand of the whole shoe can be worth."""
        hands = self._hands
        size = sum(self.ordinary.game.shoe.counts)
        most = self._orders_after(size)[0] * int(abs(hands.stands).max()) * (1 + int(hands.may_raise.max()))
        return most.bit_length() // DIGIT + 2

    def _orders_after(self, cards: int) -> list[int]:
        """For each length of a hand, the orders in which the cards up to the longest can come; none after the last."""
        longest = int(self._hands.cards[0])
        return [prod(max(cards - drawn, 1) for drawn in range(length, longest)) for length in range(longest + 1)]

    @cached_property
    def _hands(self) -> ShoeHands:
        game, levels = self.ordinary.game, list[list[Hand]]([[()]])
        while levels[-1]:
            levels.append(sorted({longer for hand in levels[-1] for longer, _ in game.draws(hand)}))
        every = [hand for level in reversed(levels) for hand in level]
        at, kinds = {hand: number for number, hand in enumerate(every)}, range(len(game.shoe.counts))
        stands = [
            sum(rolls * int(self.pays[row] * self._parts) for row, rolls in game.results(hand).items())
            if game.may_stand(hand)
            else 0
            for hand in every
        ]
        may_raise = [game.may_raise(hand) for hand in every]
        return ShoeHands(
            np.array([len(hand) for hand in every]),
            np.array([[hand.count(kind) for kind in kinds] for hand in every]),
            np.array(
                [
                    [at.get(game.arrange((*hand, kind)), NO_HAND) if game.may_draw(hand) else NO_HAND for kind in kinds]
                    for hand in every
                ]
            ),
            np.array(stands),
            np.array([game.may_stand(hand) for hand in every], np.int64),
            np.array(may_raise),
            np.array([self.ordinary.draws(hand) for hand in every], np.int64),
            np.array([self.ordinary.raises(hand) if most else 0 for hand, most in zip(every, may_raise, strict=True)]),
        )


def _digits(number: int, places: int) -> list[int]:
    return [number >> DIGIT * place & (1 << DIGIT) - 1 for place in range(places)]


@inner_kernel
def _carry(digits: Ints) -> None:
    """All digits but the highest as they are written, whatever they were."""
    for place in range(len(digits) - 1):
        digits[place + 1] += digits[place] >> DIGIT
        digits[place] &= (1 << DIGIT) - 1


@inner_kernel
def _is_above(one: Ints, other: Ints) -> bool:
    """Whether a number is larger than another."""
    place = len(one) - 1
    while place > 0 and one[place] == other[place]:
        place -= 1
    return bool(one[place] > other[place])


@inner_kernel
def _draw(hand: int, hands: ShoeHands, there: Ints, worth: Ints, drawing: Ints) -> bool:
    """What drawing a card is worth: over the kinds of cards left, how many are times the worth of the longer hand."""
    drawn = False
    for place in range(len(drawing)):
        drawing[place] = 0
    for kind in range(len(there)):
        longer, left = hands.longer[hand, kind], there[kind] - hands.held[hand, kind]
        if longer != NO_HAND and left > 0:
            drawn = True
            for place in range(len(drawing)):
                drawing[place] += left * worth[longer, place]
    _carry(drawing)
    return drawn


@kernel
def _value_hands(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    """What some hands are worth, played as is best and as ever; the last one is that of no cards."""
    (hands, orders), (worth,), there = tables, kept, laid[0]
    standing, drawing = scratch[0][0], scratch[0][1]
    for hand in range(first, end):
        for place in range(len(standing)):
            standing[place] = hands.stands[hand] * orders[hands.cards[hand], place]
        _carry(standing)
        for ever in range(2):
            drawn = _draw(hand, hands, there, worth[ever], drawing)
            better = hands.draws[hand] == 1 if ever else _is_above(drawing, standing)
            draws, own = drawn and (not hands.may_stand[hand] or better), worth[ever, hand]
            for place in range(len(own)):
                own[place] = drawing[place] if draws else standing[place]
            staked = 1 + hands.raises[hand]
            if not ever:
                staked = 1 + hands.may_raise[hand] * (own[len(own) - 1] >= 0)
            for place in range(len(own)):
                own[place] *= staked
            _carry(own)
            if hand == len(hands.cards) - 1:
                for place in range(len(own)):
                    totals[0, ever * len(own) + place] = own[place]
