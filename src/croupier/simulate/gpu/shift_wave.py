"""As many shifts as the device has room for, dealt at once: each thread deals whole ones, as the processor does.

The sheets of all threads lie in the device's memory with the same place of every thread side by side, so that
neighbours write and read side by side; the deck that a thread shuffles, and what its block counts, lie in the memory
that a block shares.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, Generic

import numba
import numpy as np

from croupier.simulate.gpu.device_functions import SIMULATED, DeviceFunctions, cuda, to_device
from croupier.simulate.gpu.device_memory import BLOCK, Shapes, most_threads, side_by_side
from croupier.simulate.kernel.stream import CALL, POT, fill_words
from croupier.simulate.pot_runs.pot_kernel import CHANCES, COLUMNS, PotSheet
from croupier.simulate.runs.runner import Stretch, T
from croupier.simulate.simulated_table import SHIFT, Sheet, Simulation
from croupier.simulate.tally import LONGEST

settings: Any = numba.config
settings.CUDA_LOW_OCCUPANCY_WARNINGS = 0

REGISTERS: Final = 64
"""What a thread may have, so that enough of them run at once; found by trying."""
SHIFTS_EACH: Final = 8
"""The shifts that a thread deals in a wave, one after the other."""
LENGTHS: Final = LONGEST + 1
"""The lengths of streaks."""
MOST_SHARED: Final = 4096
"""Outcomes that a block counts in its own memory; more are counted in the device's."""


class ShiftWave(ABC, Generic[T]):
    """Room on the device for so many shifts at once, and the kernel that deals them."""

    hour_notes: int = 0
    counts: tuple[int, int] = (1, 1)
    """The strategies and outcomes that are counted."""
    bets: int = 1

    def __init__(self, simulation: Simulation, functions: DeviceFunctions, shifts: int, has_pot: bool) -> None:
        self.simulation, self.functions, self.has_pot = simulation, functions, has_pot
        self.threads = min(shifts, most_threads(self._shapes, self._pot_shapes))
        self.blocks = -(-self.threads // BLOCK)
        self.rounds = self.threads * SHIFT * SHIFTS_EACH
        """Of a wave, at most."""
        deal, tables = simulation.dealer
        form = simulation.cards_a_round, simulation.words_purpose, simulation.calls_a_round
        name, count, play = self.counted_by
        self.kernel = functions.kernel(
            (id(deal), name, form, self.counts),
            lambda: _kernel_for(functions, deal, count(), play(), form, self.counts),
        )
        self.tables = to_device((tables, simulation.groups, *self.count_tables), functions)

    @property
    @abstractmethod
    def counted_by(self) -> tuple[Any, Callable[[], Any], Callable[[], Any]]:
        """What the kernel is known by, and what makes its functions: of what is counted, and of the pot."""

    @property
    @abstractmethod
    def count_tables(self) -> tuple[Any, Any]:
        """What these functions go by."""

    @abstractmethod
    def deal(self, stretch: Stretch) -> T:
        """Deal a stretch that there is room for, and count it."""

    def launch(
        self, key: Any, stretch: Stretch, hour: tuple[int, int], lines: tuple[Any, ...], counted: tuple[Any, ...]
    ) -> None:
        """Deal a stretch; what is written of each shift goes to its lines."""
        span = stretch.first, stretch.first + stretch.rounds
        own, pots = tuple(self.own.values()), (tuple(self.own_pots.values()), lines)
        self.kernel[self.blocks, BLOCK](key, span, self.tables, self.simulation.errors, hour, own, pots, counted)

    @cached_property
    def own(self) -> dict[str, Any]:
        """The sheets of all threads, side by side."""
        return side_by_side(self._shapes, self.blocks * BLOCK)

    @cached_property
    def own_pots(self) -> dict[str, Any]:
        """The same of their pots."""
        return side_by_side(self._pot_shapes, self.blocks * BLOCK)

    @property
    def _shapes(self) -> Shapes:
        """What every thread has of its own."""
        table, players = self.simulation, self.simulation.setup.players
        by_bet = self.counts[0], self.bets
        return {
            "outcomes": ((SHIFT, players), np.int32),
            "strengths": ((SHIFT, players + 1), np.int32),
            "choices": ((1, players), np.uint8),
            "words": ((SHIFT, table.words_a_round), np.uint64),
            "calls": ((SHIFT if table.calls_a_round else 1, table.calls_a_round), np.uint64),
            "notes": ((SHIFT * table.notes_a_round + table.notes_a_shift,), np.int64),
            "stock": ((table.stock_cards,), np.uint8),
            "hours": ((self.hour_notes,), np.int64),
            "together": (by_bet, np.int64),
            "squares": ((*by_bet, 2), np.int64),
        }

    @property
    def _pot_shapes(self) -> Shapes:
        """What every thread has of a pot."""
        rounds, players = (SHIFT, self.simulation.setup.players) if self.has_pot else (1, 1)
        return {
            "wagers": ((rounds, players), np.int64),
            "shares": ((rounds, players), np.int64),
            "people": ((rounds, players), np.int64),
            "pot": ((rounds, COLUMNS), np.int64),
            "words": ((rounds, CHANCES * players), np.uint64),
            "notes": ((2, players), np.int64),
        }


def _kernel_for(
    functions: DeviceFunctions,
    deal: Callable[..., None],
    count: Any,
    play_pot: Any,
    form: tuple[int, int, int],
    counts: tuple[int, int],
) -> Any:
    """The kernel of the device: each thread deals a shift and counts it, into the tables of its block."""
    deal_words, fill = functions(deal), functions(fill_words)
    cards, purpose, calls_a_round = form
    fours = -(-cards // 4)
    shares = counts[0] * counts[1] <= MOST_SHARED
    rows, columns = counts if shares else (1, 1)

    def deal_shift(
        key: Any,
        span: Any,
        tables: Any,
        errors: Any,
        hour: Any,
        own: tuple[Any, ...],
        pots: tuple[Any, ...],
        counted: tuple[Any, ...],
    ) -> None:
        (by_table, groups, by_counter, by_pot), (first, end), (rounds_per_hour, bin_cents) = tables, span, hour
        outcomes, strengths, choices, words, calls, notes, stock, hours, together, squares = own
        all_counts, all_reached, all_hours, deepest, lengths, sizes = counted
        decks = cuda.shared.array((BLOCK, fours), np.uint32).view(np.uint8)
        block_counts = cuda.shared.array((rows, columns), np.int32)
        block_reached = cuda.shared.array((2, LENGTHS), np.int32)
        here, at = cuda.threadIdx.x, cuda.grid(1)
        for place in range(here, rows * columns, BLOCK):
            block_counts[place // columns, place % columns] = 0
        for place in range(here, 2 * LENGTHS, BLOCK):
            block_reached[place // LENGTHS, place % LENGTHS] = 0
        cuda.syncthreads()
        for start in range(first + SHIFT * at, end, SHIFT * cuda.gridsize(1)):
            rounds = min(SHIFT, end - start)
            sheet = Sheet(
                outcomes[:rounds, :, at],
                strengths[:, :, at],
                decks[here : here + 1],
                choices[:, :, at],
                words[:, :, at],
                calls[:, :, at],
                notes[:, at],
                stock[:, at],
            )
            fill(key, start, rounds, purpose, sheet.words)
            if calls_a_round:
                fill(key, start, rounds, CALL, sheet.calls)
            deal_words(key, start, rounds, by_table, groups, errors, sheet)
            noted = hours[:, at], together[:, :, at]
            own_squares = squares[:, :, :, at]
            if shares:
                into = block_counts, own_squares, block_reached, all_hours
                fell = count(sheet.outcomes, by_counter, rounds_per_hour, bin_cents, into, noted)
            else:
                into_all = all_counts, own_squares, block_reached, all_hours
                fell = count(sheet.outcomes, by_counter, rounds_per_hour, bin_cents, into_all, noted)
            deepest[at] = max(deepest[at], fell)
            play_pot(key, start, rounds, at, (start - first) // SHIFT, sheet, by_pot, pots, lengths, sizes)
        cuda.syncthreads()
        if shares:
            for place in range(here, rows * columns, BLOCK):
                row, column = place // columns, place % columns
                cuda.atomic.add(all_counts, (row, column), block_counts[row, column])
        for place in range(here, 2 * LENGTHS, BLOCK):
            row, column = place // LENGTHS, place % LENGTHS
            cuda.atomic.add(all_reached, (row, column), block_reached[row, column])

    return cuda.jit(deal_shift) if SIMULATED else cuda.jit(deal_shift, max_registers=REGISTERS)


def pot_player(functions: DeviceFunctions, play: Callable[..., None], count: Any) -> Any:
    """What plays for a pot in the shift of a thread, and counts it."""
    fill, play_rounds = functions(fill_words), functions(play)

    def play_pot(
        key: Any, start: Any, rounds: Any, at: Any, line: Any, dealt: Any, tables: Any, pots: Any, lengths: Any,
        sizes: Any,
    ) -> None:  # fmt: skip
        (by_pot, by_count), (sheets, lines) = tables, pots
        wagers, shares, people, pot, words, notes = sheets
        sheet = PotSheet(
            wagers[:rounds, :, at],
            shares[:rounds, :, at],
            people[:, :, at],
            pot[:rounds, :, at],
            words[:, :, at],
            notes[:, :, at],
        )
        fill(key, start, rounds, POT, sheet.words)
        play_rounds(rounds, by_pot, dealt, sheet)
        count(rounds, dealt, sheet, by_count, lines, at, line, lengths, sizes)

    return cuda.jit(play_pot, device=True)
