"""Tables of `simulate` on the device: as many shifts as it has room for at once, counted as the processor counts them.

Each thread deals whole shifts, as the processor does. The sheets of all threads lie in the device's memory with the
same place of every thread side by side, so that neighbours write and read side by side; the deck that a thread
shuffles, and what its block counts, lie in the memory that a block shares.

Sessions of `hold` are played one to a thread."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import numba
import numpy as np

from croupier.exact.reading.chosen_rounds import Unread
from croupier.simulate.gpu.device import (
    BLOCK,
    SIMULATED,
    DeviceFunctions,
    Shapes,
    back,
    cuda,
    empty,
    most_threads,
    side_by_side,
    to_device,
    zeros,
)
from croupier.simulate.kernel.stream import CALL, POT, fill_words, key_of
from croupier.simulate.pots import CHANCES, COLUMNS, LEFT, PotSheet, PotTable, PotTally, count_pot
from croupier.simulate.runs.runner import KernelJob, Stretch
from croupier.simulate.sessions import LINE, KeptLines, SessionJob, play_sessions
from croupier.simulate.simulated_table import SHIFT, Sheet
from croupier.simulate.tally import BINS, LONGEST, Tally, count_shift

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


class TableWave:
    """Room on the device for so many shifts of a table at once, and the kernel that deals and counts them."""

    def __init__(self, job: KernelJob, functions: DeviceFunctions, shifts: int) -> None:
        self.job = job
        simulation, counter, pot = job.simulation, job.counter, job.pot
        self.counts = counter.strategies, len(counter.outcomes)
        self.threads = min(shifts, most_threads(self._shapes, self._pot_shapes))
        self.blocks = -(-self.threads // BLOCK)
        self.rounds = self.threads * SHIFT * SHIFTS_EACH
        """Of a wave, at most."""
        form = simulation.cards_a_round, simulation.words_purpose, simulation.calls_a_round
        self.kernel = functions.kernel(
            (id(simulation.dealer[0]), id(pot and pot.player[0]), form, self.counts),
            lambda: _kernel_for(functions, job, form, self.counts),
        )
        by_pot = ((), 0) if pot is None else (pot.player[1], pot.unit)
        self.tables = to_device((simulation.dealer[1], simulation.groups, counter.tables, by_pot), functions)

    def deal(self, stretch: Stretch) -> Tally:
        """Deal a stretch that there is room for, and count it."""
        job, counter, pot = self.job, self.job.counter, PotTally.nothing()
        self.own["squares"] = zeros(self.own["squares"].shape)
        sums = zeros((LEFT + 1, self.blocks * BLOCK))
        pots = zeros(pot.lengths.shape), zeros(pot.sizes.shape)
        deepest = zeros((self.blocks * BLOCK,))
        counted = zeros(self.counts), zeros((2, LENGTHS)), zeros((3, BINS))
        self.kernel[self.blocks, BLOCK](
            key_of(job.seed),
            (stretch.first, stretch.first + stretch.rounds),
            self.tables,
            job.simulation.errors,
            (counter.rounds_per_hour, counter.bin_cents),
            tuple(self.own.values()),
            (tuple(self.own_pots.values()), sums),
            (*counted, deepest, *pots),
        )
        counts, reached, hours = map(back, counted)
        tally = job.nothing()
        tally.rounds, tally.deepest = stretch.rounds, int(back(deepest).max())
        tally.counts += counts
        tally.reached += reached
        tally.hours += hours
        tally.add_squares(back(self.own["squares"]).sum(axis=-1))
        if tally.pot is not None:
            lengths, sizes = map(back, pots)
            tally.pot.add(PotTally(stretch.rounds, lengths, sizes, back(sums).sum(axis=-1)))
        unread = np.array([outcome is None for outcome in counter.outcomes.every])
        if counts[:, unread].any():
            raise Unread(f"a round of {job.setup.game.title} came to an ending that no cards were found for")
        return tally

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
        table, players = self.job.simulation, self.job.setup.players
        by_bet = self.counts[0], len(self.job.counter.outcomes.bets)
        return {
            "outcomes": ((SHIFT, players), np.int32),
            "strengths": ((SHIFT, players + 1), np.int32),
            "choices": ((1, players), np.uint8),
            "words": ((SHIFT, table.words_a_round), np.uint64),
            "calls": ((SHIFT if table.calls_a_round else 1, table.calls_a_round), np.uint64),
            "notes": ((SHIFT * table.notes_a_round + table.notes_a_shift,), np.int64),
            "stock": ((table.stock_cards,), np.uint8),
            "hours": ((self.job.counter.hour_notes,), np.int64),
            "together": (by_bet, np.int64),
            "squares": ((*by_bet, 2), np.int64),
        }

    @property
    def _pot_shapes(self) -> Shapes:
        """What every thread has of a pot."""
        rounds, players = (SHIFT, self.job.setup.players) if self.job.pot else (1, 1)
        return {
            "wagers": ((rounds, players), np.int64),
            "shares": ((rounds, players), np.int64),
            "people": ((rounds, players), np.int64),
            "pot": ((rounds, COLUMNS), np.int64),
            "words": ((rounds, CHANCES * players), np.uint64),
            "notes": ((2, players), np.int64),
        }


def _kernel_for(functions: DeviceFunctions, job: KernelJob, form: tuple[int, int, int], counts: tuple[int, int]) -> Any:
    """The kernel of the device: each thread deals a shift and counts it, into the tables of its block."""
    deal_words, fill, count = functions(job.simulation.dealer[0]), functions(fill_words), functions(count_shift)
    play_pot = cuda.jit(_no_pot, device=True) if job.pot is None else _pot_player(functions, job.pot)
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


def _pot_player(functions: DeviceFunctions, table: PotTable) -> Any:
    """Return the device function that plays for the pot in a thread's shift, and counts it."""
    fill, play_rounds, count = functions(fill_words), functions(table.player[0]), functions(count_pot)

    def play_pot(
        key: Any, start: Any, rounds: Any, at: Any, dealt: Any, tables: Any, pots: Any, lengths: Any, sizes: Any
    ) -> None:
        (by_pot, unit), (sheets, sums) = tables, pots
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
        count(sheet.wagers, sheet.shares, sheet.pot, unit, lengths, sizes, sums[:, at])

    return cuda.jit(play_pot, device=True)


WORK: Final = 1 << 34
"""Rounds of a wave, about: a second or so, after which it is looked whether to stop."""
MOST: Final = 1 << 20
"""Sessions of a wave, at most."""
FEWEST: Final = 1 << 17
"""Sessions that keep a device busy."""


class SessionWave:
    """Sessions of one bet."""

    def __init__(self, job: SessionJob, functions: DeviceFunctions, sessions: int) -> None:
        self.job = job
        self.rounds = min(max(WORK // job.plan.rounds, FEWEST), MOST, sessions)
        """The sessions of a wave, at most."""
        self.kernel = functions.kernel("sessions", lambda: _session_kernel(functions))
        self.tables = to_device(job.tables, functions)

    def deal(self, stretch: Stretch) -> KeptLines:
        """Play the sessions of these numbers."""
        columns = tuple(empty((stretch.rounds,), kind) for kind in LINE)
        blocks = -(-stretch.rounds // BLOCK)
        self.kernel[blocks, BLOCK](key_of(self.job.seed), stretch.first, self.tables, self.job.ends, columns)
        return KeptLines({stretch.first: tuple(map(back, columns))})


def _session_kernel(functions: DeviceFunctions) -> Any:
    play = functions(play_sessions)

    def play_session(key: Any, first: Any, tables: Any, ends: Any, columns: Any) -> None:
        won, played, ended, needed = columns
        at = cuda.grid(1)
        if at < len(won):
            own = won[at : at + 1], played[at : at + 1], ended[at : at + 1], needed[at : at + 1]
            play(key, first + at, tables, ends, own)

    return cuda.jit(play_session)
