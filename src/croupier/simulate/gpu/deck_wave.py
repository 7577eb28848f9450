"""Stripped decks of `exposure` on the device: each thread does one piece of a stage after the other, of any deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import prod
from typing import Any, Final

import numpy as np

from croupier.cards import Card
from croupier.exact.seen_cards.informed import Informed, InStages
from croupier.simulate.gpu.device_functions import DeviceFunctions, cuda, to_device
from croupier.simulate.gpu.device_memory import (
    BLOCK,
    Shapes,
    back,
    empty,
    most_places,
    most_threads,
    side_by_side,
    table_of,
    zeros,
)

PIECES_EACH: Final = 2
"""The pieces that a thread does in a wave, about, one after the other."""


class DeckWave:
    """Room on the device for some decks of so many cards at once, and the kernels that solve them."""

    def __init__(self, bets: InStages, cards: int, functions: DeviceFunctions) -> None:
        self.bets, self.cards = bets, cards
        shapes: Shapes = {str(at): (each.shape, each.dtype) for at, each in enumerate(bets.scratch(cards))}
        self.threads = most_threads(shapes)
        self.scratch = tuple(side_by_side(shapes, self.threads).values())
        self.tables = to_device(bets.tables(cards), functions)
        self.stages = [
            (functions.kernel(id(kernel), partial(_kernel_for, functions, kernel, bets)), first, end)
            for kernel, first, end in bets.stages(cards)
        ]

    def solve(self, decks: Sequence[tuple[Card, ...]]) -> Iterator[Mapping[str, Informed]]:
        """Solve decks, in their order, as many at once as keep every thread busy."""
        rooms, (pieces, numbers) = self.bets.kept(self.cards), self.bets.totals(self.cards)
        one_deck = sum(prod(room.shape) * np.dtype(room.kind).itemsize for room in rooms) + pieces * numbers * 8
        fewest = min(end - first for _, first, end in self.stages)
        at_once = max(min(self.threads * PIECES_EACH // fewest, most_places(one_deck), len(decks)), 1)
        kept = tuple(empty((at_once, *room.shape), room.kind) for room in rooms)
        for first in range(0, len(decks), at_once):
            some = decks[first : first + at_once]
            with ThreadPoolExecutor() as cores:
                laid = table_of(np.stack(list(cores.map(self.bets.laid, some))).astype(np.int16))
            totals = zeros((len(some), pieces, numbers))
            for kernel, start, end in self.stages:
                blocks = min(-(-len(some) * (end - start) // BLOCK), self.threads // BLOCK)
                kernel[blocks, BLOCK](start, end, (laid, kept, totals), self.tables, self.scratch)
            for of_deck in back(totals):
                yield self.bets.told(self.cards, of_deck)


def _kernel_for(functions: DeviceFunctions, kernel: Any, bets: InStages) -> Any:
    work, of_thread, of_deck = functions(kernel), cuda.jit(bets.own, device=True), cuda.jit(bets.of, device=True)

    def do_pieces(start: Any, end: Any, decks: Any, tables: Any, scratch: Any) -> None:
        (laid, kept, totals), at, pieces = decks, cuda.grid(1), end - start
        room = of_thread(scratch, at)
        for each in range(at, len(laid) * pieces, cuda.gridsize(1)):
            deck, piece = each // pieces, start + each % pieces
            work(piece, piece + 1, laid[deck], tables, of_deck(kept, deck), room, totals[deck])

    return cuda.jit(do_pieces)
