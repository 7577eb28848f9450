"""Running a simulation on a graphics processor: every thread deals shifts of its own, as those of the processor do.

A shift needs nothing of any other, and whole numbers are counted of it, so the figures are those of the processor to
the last digit. The sheets of all threads lie in the device's memory with the same place of every thread side by side,
so that neighbours write and read side by side; the deck that a thread shuffles, and what its block counts, lie in the
memory that a block shares. Shifts go to the device in waves, as many at once as it has room for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from threading import Event
from typing import Any, Final

import numba.cuda
import numpy as np

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.exact.reading.chosen_rounds import Unread
from croupier.simulate.gpu.device_functions import SIMULATED, DeviceFunctions, to_device
from croupier.simulate.kernel.stream import CALL, POT, fill_words, key_of
from croupier.simulate.pot_runs.pot_counts import LEFT, PotTally, count_pot
from croupier.simulate.pot_runs.pot_kernel import CHANCES, COLUMNS, PotSheet
from croupier.simulate.runs.runner import Job, KernelJob, Stretch, T, Tell, cut
from croupier.simulate.simulated_table import SHIFT, Sheet
from croupier.simulate.tally import BINS, LONGEST, Tally, count_shift

cuda: Any = numba.cuda
settings: Any = numba.config
settings.CUDA_LOW_OCCUPANCY_WARNINGS = 0

BLOCK: Final = 1 if SIMULATED else 256
"""Threads of a block; the simulator runs blocks one after the other."""
THREADS: Final = 1024
"""Threads of a wave for each multiprocessor of the device, which runs about so many at once."""
REGISTERS: Final = 64
"""What a thread may have, so that enough of them run at once; found by trying."""
SHIFTS_EACH: Final = 8
"""The shifts that a thread deals in a wave, one after the other."""
ROOM: Final = 0.6
"""The part of the device's free memory that sheets may take."""
LENGTHS: Final = LONGEST + 1
"""The lengths of streaks."""
MOST_SHARED: Final = 4096
"""Outcomes that a block counts in its own memory; more are counted in the device's."""


@dataclass(frozen=True)
class Gpu:
    """The graphics processor of this machine."""

    functions: DeviceFunctions = field(default_factory=DeviceFunctions)

    def __post_init__(self) -> None:
        instead = "--engine local deals the same rounds on the processor"
        if not cuda.is_available():
            raise Refused(f"--engine gpu needs an NVIDIA GPU and its driver, and none is found here; {instead}")

    def run(self, job: Job[T], stretch: Stretch, tell: Tell, stop: Event) -> T:
        """Deal a stretch, wave after wave; told to stop, the wave that has begun is finished."""
        if not isinstance(job, KernelJob):
            raise Refused("--engine gpu deals what `simulate` looks choices up for; --engine local does this")
        shifts = -(-stretch.rounds // SHIFT)
        wave = _Wave(job, self.functions, shifts)
        total = job.nothing()
        for piece in cut(stretch, wave.threads * SHIFT * SHIFTS_EACH):
            if stop.is_set():
                break
            total.add(wave.deal(piece))
            tell(piece.rounds)
        return total


class _Wave:
    """Room on the device for so many shifts at once, and the kernel that deals them."""

    def __init__(self, job: KernelJob, functions: DeviceFunctions, shifts: int) -> None:
        self.job, self.simulation, self.counter = job, job.simulation, job.counter
        self.threads = min(shifts, self._most())
        self.blocks = -(-self.threads // BLOCK)
        deal, tables = self.simulation.dealer
        form = self.simulation.cards_a_round, self.simulation.words_purpose, self.simulation.calls_a_round
        counts = self.counter.strategies, len(self.counter.outcomes)
        play, by_pot = (None, ()) if job.pot is None else job.pot.player
        self.kernel = functions.kernel(
            (id(deal), id(play), form, counts), lambda: _kernel_for(functions, deal, play, form, counts)
        )
        pot_tables = by_pot, 0 if job.pot is None else job.pot.unit
        self.tables = to_device((tables, self.simulation.groups, self.counter.tables, pot_tables), functions)

    def _most(self) -> int:
        """The shifts that there is room for."""
        if SIMULATED:
            return THREADS
        free, _ = cuda.current_context().get_memory_info()
        room = int(free * ROOM) // self._bytes // BLOCK * BLOCK
        if not room:
            raise Refused("the GPU has no room for the sheets of this table; --engine local deals the same rounds")
        return min(room, int(cuda.get_current_device().MULTIPROCESSOR_COUNT) * THREADS)

    @property
    def _shapes(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        """What every thread has of its own."""
        table, players, counter = self.simulation, self.simulation.setup.players, self.counter
        by_bet = counter.strategies, len(counter.outcomes.bets)
        return {
            "outcomes": ((SHIFT, players), np.int32),
            "strengths": ((SHIFT, players + 1), np.int32),
            "choices": ((1, players), np.uint8),
            "words": ((SHIFT, table.words_a_round), np.uint64),
            "calls": ((SHIFT if table.calls_a_round else 1, table.calls_a_round), np.uint64),
            "notes": ((SHIFT * table.notes_a_round + table.notes_a_shift,), np.int64),
            "stock": ((table.stock_cards,), np.uint8),
            "hours": ((counter.hour_notes,), np.int64),
            "together": (by_bet, np.int64),
            "squares": ((*by_bet, 2), np.int64),
        }

    @property
    def _pot_shapes(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        """What every thread has of a pot."""
        rounds, players = (SHIFT, self.simulation.setup.players) if self.job.pot else (1, 1)
        return {
            "wagers": ((rounds, players), np.int64),
            "shares": ((rounds, players), np.int64),
            "people": ((rounds, players), np.int64),
            "pot": ((rounds, COLUMNS), np.int64),
            "words": ((rounds, CHANCES * players), np.uint64),
            "notes": ((2, players), np.int64),
            "sums": ((LEFT + 1,), np.int64),
        }

    @property
    def _bytes(self) -> int:
        every = (*self._shapes.values(), *self._pot_shapes.values())
        return sum(int(np.prod(shape)) * np.dtype(dtype).itemsize for shape, dtype in every)

    @cached_property
    def _own(self) -> dict[str, Any]:
        """The sheets of all threads, side by side."""
        return self._room(self._shapes)

    @cached_property
    def _own_pots(self) -> dict[str, Any]:
        """The same of their pots."""
        return self._room(self._pot_shapes)

    def _room(self, shapes: dict[str, tuple[tuple[int, ...], Any]]) -> dict[str, Any]:
        threads = self.blocks * BLOCK
        return {name: _empty((*shape, threads), dtype) for name, (shape, dtype) in shapes.items()}

    def deal(self, stretch: Stretch) -> Tally:
        """Deal a stretch that there is room for, and count it."""
        counter, own, pots = self.counter, self._own, self._own_pots
        own["squares"], pots["sums"] = _zeros(own["squares"].shape), _zeros(pots["sums"].shape)
        pot = PotTally.nothing()
        counted_pots = _zeros(pot.lengths.shape), _zeros(pot.sizes.shape)
        deepest = _zeros((self.blocks * BLOCK,))
        counted = _zeros((counter.strategies, len(counter.outcomes))), _zeros((2, LENGTHS)), _zeros((3, BINS))
        span = stretch.first, stretch.first + stretch.rounds
        hour = counter.rounds_per_hour, counter.bin_cents
        self.kernel[self.blocks, BLOCK](
            key_of(self.job.seed),
            span,
            self.tables,
            self.simulation.errors,
            hour,
            tuple(own.values()),
            tuple(pots.values()),
            (*counted, deepest, *counted_pots),
        )
        counts, reached, hours = (_back(table) for table in counted)
        tally = self.job.nothing()
        tally.rounds, tally.deepest = stretch.rounds, int(_back(deepest).max())
        tally.counts += counts
        tally.reached += reached
        tally.hours += hours
        tally.add_squares(_back(own["squares"]).sum(axis=-1))
        if tally.pot is not None:
            lengths, sizes = (_back(table) for table in counted_pots)
            tally.pot.add(PotTally(stretch.rounds, lengths, sizes, _back(pots["sums"]).sum(axis=-1)))
        unread = np.array([outcome is None for outcome in counter.outcomes.every])
        if counts[:, unread].any():
            title = self.simulation.setup.game.title
            raise Unread(f"a round of {title} came to an ending that no cards were found for")
        return tally


def _kernel_for(
    functions: DeviceFunctions,
    deal: Callable[..., None],
    play: Callable[..., None] | None,
    form: tuple[int, int, int],
    counts: tuple[int, int],
) -> Any:
    """The kernel of the device: each thread deals a shift and counts it, into the tables of its block."""
    deal_words, fill, count = functions(deal), functions(fill_words), functions(count_shift)
    play_pot = cuda.jit(_no_pot if play is None else _pot_player(functions, play), device=True)
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
            play_pot(key, start, rounds, at, sheet, by_pot, pots, lengths, sizes)
        cuda.syncthreads()
        if shares:
            for place in range(here, rows * columns, BLOCK):
                row, column = place // columns, place % columns
                cuda.atomic.add(all_counts, (row, column), block_counts[row, column])
        for place in range(here, 2 * LENGTHS, BLOCK):
            row, column = place // LENGTHS, place % LENGTHS
            cuda.atomic.add(all_reached, (row, column), block_reached[row, column])

    return cuda.jit(deal_shift) if SIMULATED else cuda.jit(deal_shift, max_registers=REGISTERS)


def _no_pot(
    key: Any, start: Any, rounds: Any, at: Any, dealt: Any, tables: Any, pots: Any, lengths: Any, sizes: Any
) -> None:
    """Nobody plays for a pot."""


def _pot_player(functions: DeviceFunctions, play: Callable[..., None]) -> Callable[..., None]:
    """What plays for a pot in the shift of a thread, and counts it."""
    fill, play_rounds, count = functions(fill_words), functions(play), functions(count_pot)

    def play_pot(
        key: Any, start: Any, rounds: Any, at: Any, dealt: Any, tables: Any, pots: Any, lengths: Any, sizes: Any
    ) -> None:
        by_pot, unit = tables
        wagers, shares, people, pot, words, notes, sums = pots
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
        count(sheet.wagers, sheet.shares, sheet.pot, unit, lengths, sizes, sums[:, at])

    return play_pot


def _empty(shape: tuple[int, ...], dtype: Any) -> Any:
    """Room on the device; no less than one place, because none cannot be had there."""
    room = tuple(max(size, 1) for size in shape)
    return np.zeros(room, dtype) if SIMULATED else cuda.device_array(room, dtype)


def _zeros(shape: tuple[int, ...]) -> Any:
    nothing = np.zeros(shape, np.int64)
    return nothing if SIMULATED else cuda.to_device(nothing)


def _back(table: Any) -> Ints:
    """A table of the device as an array of ours."""
    found: Ints = table if SIMULATED else table.copy_to_host()
    return found
