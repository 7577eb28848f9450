"""Stripped decks of `exposure` on the device: each thread does one piece of a stage after the other, of any deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import prod
from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
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

WARP: Final = 32
"""Threads that go step by step together: at the same piece of neighbouring decks, whose numbers lie side by side."""
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
        """Solve decks, in their order, as many at once as keep every thread busy.

        While the device solves some, the figures of those before are told and those that follow are laid.
        """
        rooms, (pieces, numbers) = self.bets.kept(self.cards), self.bets.totals(self.cards)
        one_deck = sum(prod(room.shape) * np.dtype(room.kind).itemsize for room in rooms) + pieces * numbers * 8
        fewest = min(end - first for _, first, end in self.stages)
        at_once = max(min(self.threads * PIECES_EACH // fewest, most_places(one_deck), len(decks)), 1)
        at_once -= at_once % WARP * (at_once > WARP)
        kept = tuple(empty((*room.shape, at_once), room.kind) for room in rooms)
        found: list[Ints] = []
        with ThreadPoolExecutor() as cores:
            some = self._laid(cores, decks[:at_once])
            for first in range(0, len(decks), at_once):
                totals = zeros((len(some), pieces, numbers))
                self._carry_out((table_of(some), kept, totals))
                yield from (self.bets.told(self.cards, of_deck) for of_deck in found)
                some = self._laid(cores, decks[first + at_once : first + 2 * at_once])
                found = list(back(totals))
            yield from (self.bets.told(self.cards, of_deck) for of_deck in found)

    def _laid(self, cores: ThreadPoolExecutor, decks: Sequence[tuple[Card, ...]]) -> Ints:
        laid = list(cores.map(self.bets.laid, decks))
        return np.stack(laid).astype(np.int16) if laid else np.empty(0, np.int16)

    def _carry_out(self, decks: tuple[Any, ...]) -> None:
        """One stage after the other; the device is not waited for."""
        for kernel, first, end in self.stages:
            blocks = min(-(-len(decks[0]) * (end - first) // BLOCK), self.threads // BLOCK)
            kernel[blocks, BLOCK](first, end, decks, self.tables, self.scratch)


def _kernel_for(functions: DeviceFunctions, kernel: Any, bets: InStages) -> Any:
    work, of_thread, of_deck = functions(kernel), cuda.jit(bets.own, device=True), cuda.jit(bets.of, device=True)

    def do_pieces(start: Any, end: Any, decks: Any, tables: Any, scratch: Any) -> None:
        (laid, kept, totals), at, pieces = decks, cuda.grid(1), end - start
        room = of_thread(scratch, at)
        for each in range(at, len(laid) * pieces, cuda.gridsize(1)):
            deck, piece = each % len(laid), start + each // len(laid)
            work(piece, piece + 1, laid[deck], tables, of_deck(kept, deck), room, totals[deck])

    return cuda.jit(do_pieces)
