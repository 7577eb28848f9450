"""Tables of `simulate` on the device: outcomes, streaks, hours and the pot, counted as the processor counts them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from croupier.exact.reading.chosen_rounds import Unread
from croupier.simulate.gpu.device_functions import DeviceFunctions, cuda
from croupier.simulate.gpu.device_memory import BLOCK, back, zeros
from croupier.simulate.gpu.shift_wave import LENGTHS, ShiftWave, pot_player
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.pot_runs.pot_counts import LEFT, PotTally, count_pot
from croupier.simulate.runs.runner import KernelJob, Stretch
from croupier.simulate.tally import BINS, Tally, count_shift


class TableWave(ShiftWave[Tally]):
    """A table as `simulate` counts it."""

    def __init__(self, job: KernelJob, functions: DeviceFunctions, shifts: int) -> None:
        self.job, self.counter = job, job.counter
        self.hour_notes = self.counter.hour_notes
        self.counts = self.counter.strategies, len(self.counter.outcomes)
        self.bets = len(self.counter.outcomes.bets)
        super().__init__(job.simulation, functions, shifts, has_pot=job.pot is not None)

    @property
    def counted_by(self) -> tuple[Any, Callable[[], Any], Callable[[], Any]]:
        functions, pot = self.functions, self.job.pot

        def play() -> Any:
            if pot is None:
                return cuda.jit(_no_pot, device=True)
            return pot_player(functions, pot.player[0], _pot_counter(functions))

        return ("table", id(pot and pot.player[0])), lambda: functions(count_shift), play

    @property
    def count_tables(self) -> tuple[Any, Any]:
        pot = self.job.pot
        return self.counter.tables, ((), 0) if pot is None else (pot.player[1], pot.unit)

    def deal(self, stretch: Stretch) -> Tally:
        """Deal a stretch that there is room for, and count it."""
        counter, pot, own = self.counter, PotTally.nothing(), self.own
        own["squares"] = zeros(own["squares"].shape)
        sums = zeros((LEFT + 1, self.blocks * BLOCK))
        pots = zeros(pot.lengths.shape), zeros(pot.sizes.shape)
        deepest = zeros((self.blocks * BLOCK,))
        counted = zeros(self.counts), zeros((2, LENGTHS)), zeros((3, BINS))
        hour = counter.rounds_per_hour, counter.bin_cents
        self.launch(key_of(self.job.seed), stretch, hour, (sums,), (*counted, deepest, *pots))
        counts, reached, hours = map(back, counted)
        tally = self.job.nothing()
        tally.rounds, tally.deepest = stretch.rounds, int(back(deepest).max())
        tally.counts += counts
        tally.reached += reached
        tally.hours += hours
        tally.add_squares(back(own["squares"]).sum(axis=-1))
        if tally.pot is not None:
            lengths, sizes = map(back, pots)
            tally.pot.add(PotTally(stretch.rounds, lengths, sizes, back(sums).sum(axis=-1)))
        unread = np.array([outcome is None for outcome in counter.outcomes.every])
        if counts[:, unread].any():
            title = self.simulation.setup.game.title
            raise Unread(f"a round of {title} came to an ending that no cards were found for")
        return tally


def _no_pot(
    key: Any, start: Any, rounds: Any, at: Any, line: Any, dealt: Any, tables: Any, pots: Any, lengths: Any, sizes: Any
) -> None:
    """Nobody plays for a pot."""


def _pot_counter(functions: DeviceFunctions) -> Any:
    count = functions(count_pot)

    def count_shift_of_pot(
        rounds: Any, dealt: Any, sheet: Any, unit: Any, own: Any, at: Any, line: Any, lengths: Any, sizes: Any
    ) -> None:
        (sums,) = own
        count(sheet.wagers, sheet.shares, sheet.pot, unit, lengths, sizes, sums[:, at])

    return cuda.jit(count_shift_of_pot, device=True)
