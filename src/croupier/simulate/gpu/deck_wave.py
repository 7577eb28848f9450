"""Stripped decks of `exposure` on the device: each thread sweeps one hand of a deck after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from croupier.cards import Card
from croupier.exact.seen_cards.informed import HandByHand, Informed
from croupier.simulate.gpu.device_functions import DeviceFunctions, cuda, to_device
from croupier.simulate.gpu.device_memory import BLOCK, Shapes, back, most_threads, side_by_side, table_of, zeros

HANDS_EACH: Final = 2
"""The hands that a thread sweeps in a wave, about, one after the other."""


class DeckWave:
    """Room on the device for the hands of some decks of so many cards at once, and the kernel that sweeps them."""

    def __init__(self, by_hand: HandByHand, cards: int, functions: DeviceFunctions) -> None:
        self.by_hand, self.cards = by_hand, cards
        shapes: Shapes = {str(at): (each.shape, each.dtype) for at, each in enumerate(by_hand.room(cards))}
        self.threads = most_threads(shapes)
        self.room = tuple(side_by_side(shapes, self.threads).values())
        self.tables = to_device(by_hand.tables(cards), functions)
        kernel = type(by_hand).kernel
        self.kernel = functions.kernel(id(kernel), lambda: _kernel_for(functions, kernel))

    def solve(self, decks: Sequence[tuple[Card, ...]]) -> Iterator[Mapping[str, Informed]]:
        """Solve decks, in their order, as many at once as keep every thread busy."""
        hands = len(self.by_hand.hands(decks[0])[0])
        at_once = max(self.threads * HANDS_EACH // hands, 1)
        for first in range(0, len(decks), at_once):
            dealt = [self.by_hand.hands(deck) for deck in decks[first : first + at_once]]
            held, rest = (np.concatenate(each).astype(np.int16) for each in zip(*dealt, strict=True))
            totals = zeros((len(held), 2))
            blocks = min(-(-len(held) // BLOCK), self.threads // BLOCK)
            self.kernel[blocks, BLOCK]((table_of(held), table_of(rest), totals), self.tables, self.room)
            for of_deck in np.split(back(totals), len(dealt)):
                yield self.by_hand.told(self.cards, of_deck)


def _kernel_for(functions: DeviceFunctions, kernel: Any) -> Any:
    sweep = functions(kernel)

    def sweep_hand(dealt: Any, by_deck: Any, room: Any) -> None:
        (held, rest, totals), (values, here, places) = dealt, room
        at = cuda.grid(1)
        own = values[:, :, :, at], here[:, :, at], places[:, at]
        for hand in range(at, len(held), cuda.gridsize(1)):
            sweep(held[hand : hand + 1], rest[hand : hand + 1], by_deck, own, totals[hand : hand + 1])

    return cuda.jit(sweep_hand)
