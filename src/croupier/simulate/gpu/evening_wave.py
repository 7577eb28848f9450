"""Evenings of `pot` on the device: each thread plays for the pots of whole evenings and writes a line for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.simulate.gpu.device_functions import DeviceFunctions, cuda
from croupier.simulate.gpu.device_memory import BLOCK, back, zeros
from croupier.simulate.gpu.shift_wave import LENGTHS, ShiftWave, pot_player
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.pot_runs.late_entry import count_late, late_terms
from croupier.simulate.pot_runs.pot_study import EVENING, PotJob, PotLines, count_evening
from croupier.simulate.runs.runner import Stretch
from croupier.simulate.simulated_table import SHIFT


class EveningWave(ShiftWave[PotLines]):
    """A table that is dealt for its pots."""

    def __init__(self, job: PotJob, functions: DeviceFunctions, shifts: int) -> None:
        self.job = job
        super().__init__(job.simulation, functions, shifts, has_pot=True)

    @property
    def counted_by(self) -> tuple[Any, Callable[[], Any], Callable[[], Any]]:
        functions, play, late = self.functions, self.job.pot.player[0], late_terms(self.job.pot)
        return (
            ("evening", id(play), late is None),
            lambda: cuda.jit(_count_nothing, device=True),
            lambda: pot_player(functions, play, _evening_counter(functions, late is not None)),
        )

    @property
    def count_tables(self) -> tuple[Any, Any]:
        pot = self.job.pot
        return (), (pot.player[1], (pot.unit, pot.cannot_win, late_terms(pot) or (0, 0, 0, 0)))

    def deal(self, stretch: Stretch) -> PotLines:
        """Deal a stretch that there is room for, and play for its pots."""
        found = self.job.nothing()
        evenings = -(-stretch.rounds // SHIFT)
        lines = tuple(zeros((evenings, *shape)) for shape in EVENING)
        pots = zeros(found.lengths.shape), zeros(found.sizes.shape)
        nothing = zeros((1, 1)), zeros((2, LENGTHS)), zeros((1, 1)), zeros((self.blocks * BLOCK,))
        self.launch(key_of(self.job.seed), stretch, (1, 1), lines, (*nothing, *pots))
        found.rounds = stretch.rounds
        found.lengths, found.sizes = map(back, pots)
        found.lines.pieces[stretch.first] = tuple(map(back, lines))
        return found


def _count_nothing(outcomes: Any, tables: Any, rounds_per_hour: Any, bin_cents: Any, counted: Any, notes: Any) -> int:
    """Outcomes are not counted where pots are."""
    return 0


def _evening_counter(functions: DeviceFunctions, joins_late: bool) -> Any:
    count, count_joined = functions(count_evening), functions(count_late)

    def count_line(
        rounds: Any, dealt: Any, sheet: Any, tables: Any, lines: Any, at: Any, line: Any, lengths: Any, sizes: Any
    ) -> None:
        unit, cannot_win, terms = tables
        evenings, entries, late = lines
        count(rounds, sheet, unit, evenings[line], lengths, sizes, entries[line])
        if joins_late:
            count_joined(dealt.outcomes, dealt.strengths, cannot_win, terms, late[line])

    return cuda.jit(count_line, device=True)
