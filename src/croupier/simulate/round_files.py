"""Every simulated round in a file: one line for each seat and bet, in columns that stay.

The columns, their types and their order are version 1 of the schema, which the file's metadata names: a column may come
in a later version, at the end; none goes or changes.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.extras import need
from croupier.files import written_whole
from croupier.simulate.by_engine import EngineJob, outcome_of
from croupier.simulate.kernel.outcomes import Outcomes
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.runs.runner import KernelJob, Stretch, TableJob, cut, never
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import SHIFT

SCHEMA: Final = "1"
COLUMNS: Final = {
    "round": "int64",
    "seat": "int16",
    "strategy": "string",
    "bet": "string",
    "action": "string",
    "wagered_cents": "int64",
    "net_cents": "int64",
}
"""By name, the type; `action` is empty but for the bet that the player's answers are about."""
MOST: Final = 100_000_000
"""Lines of one file."""
SUFFIXES: Final = (".parquet", ".arrow", ".csv")

Lines = Mapping[str, Any]
"""Lines by column."""


def check_file(path: Path, players: int, rounds: int) -> None:
    """Refuse a file that cannot be written, before anything is dealt."""
    if path.suffix not in SUFFIXES:
        raise Refused(f"--each-round {path} must end in .parquet, .arrow or .csv, which says how it is written")
    if path.suffix != ".csv":
        need("parquet")
    if not path.parent.is_dir():
        raise Refused(f"--each-round {path} cannot be written: there is no folder {path.parent}")
    if rounds * players > MOST:
        raise Refused(f"{rounds * players:,} lines are more than a file should have; write {MOST:,} rounds of a seat")


def write_rounds(path: Path, setup: Setup, job: TableJob, rounds: int) -> None:
    """Write the rounds of a run, dealt on this machine one shift after the other."""
    check_file(path, setup.players, rounds)
    write = {".csv": _write_csv, ".arrow": _write_arrow, ".parquet": _write_parquet}[path.suffix]
    try:
        with written_whole(path) as out:
            write(out, lines_of(setup, job, rounds))
    except OSError as error:
        raise Refused(f"--each-round {path} cannot be written: {error.strerror or error}; nothing was") from None


def lines_of(setup: Setup, job: TableJob, rounds: int) -> Iterator[Lines]:
    """The lines of one shift after the other."""
    strategies = np.array(setup.strategies, dtype=object)
    for shift in cut(Stretch(0, rounds), SHIFT):
        sheet, outcomes = _dealt(job, shift)
        yield _lines(sheet, outcomes, shift.first, strategies)


def _dealt(job: TableJob, shift: Stretch) -> tuple[Ints, Outcomes]:
    """The numbers of the outcomes of a shift, and what they stand for."""
    if isinstance(job, KernelJob):
        sheet = job.simulation.sheet()
        job.simulation.deal(key_of(job.seed), shift.first, shift.rounds, sheet)
        return sheet.outcomes[: shift.rounds], job.simulation.outcomes
    assert isinstance(job, EngineJob)
    tally = job.nothing()
    played = job.play(shift, tally, never)
    return played, Outcomes([outcome_of(row) for row in tally.numbers], job.bets, unit=1)


def _lines(sheet: Ints, outcomes: Outcomes, first: int, strategies: Any) -> Lines:
    rounds, seats = sheet.shape
    actions = np.array([outcome.action if outcome else "" for outcome in outcomes.every], dtype=object)
    parts: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    numbers = np.repeat(np.arange(first, first + rounds, dtype=np.int64), seats)
    of_seat = np.tile(np.arange(seats), rounds)
    flat = sheet.ravel()
    for bet in outcomes.bets:
        there = outcomes.of_bet(bet)[flat]
        came = flat[there]
        parts["round"].append(numbers[there])
        parts["seat"].append((of_seat[there] + 1).astype(np.int16))
        parts["strategy"].append(strategies[of_seat[there]])
        parts["bet"].append(np.full(len(came), bet.name, dtype=object))
        parts["action"].append(actions[came] if bet.acts else np.full(len(came), "", dtype=object))
        parts["wagered_cents"].append(outcomes.bet_wagers(bet)[came])
        parts["net_cents"].append(outcomes.bet_cents(bet)[came])
    whole = {name: np.concatenate(part) for name, part in parts.items()}
    order = np.lexsort((whole["seat"], whole["round"]))
    return {name: column[order] for name, column in whole.items()}


def _write_csv(out: BinaryIO, shifts: Iterator[Lines]) -> None:
    out.write((",".join(COLUMNS) + "\n").encode())
    for lines in shifts:
        rows: Sequence[Any] = list(zip(*(lines[name].tolist() for name in COLUMNS), strict=True))
        csv.writer(_Text(out), lineterminator="\n").writerows(rows)


class _Text:
    """Text that is written to a file of bytes."""

    def __init__(self, out: BinaryIO) -> None:
        self.out = out

    def write(self, text: str) -> int:
        """Write it."""
        return self.out.write(text.encode())


def _schema() -> Any:
    import pyarrow

    fields = [(name, getattr(pyarrow, kind)()) for name, kind in COLUMNS.items()]
    return pyarrow.schema(fields, metadata={"croupier-rounds": SCHEMA})


def _tables(shifts: Iterator[Lines]) -> Iterator[Any]:
    import pyarrow

    for lines in shifts:
        yield pyarrow.table([pyarrow.array(lines[field.name], field.type) for field in _schema()], schema=_schema())


def _write_arrow(out: BinaryIO, shifts: Iterator[Lines]) -> None:
    import pyarrow

    with pyarrow.ipc.new_file(out, _schema()) as writer:
        for table in _tables(shifts):
            writer.write_table(table)


def _write_parquet(out: BinaryIO, shifts: Iterator[Lines]) -> None:
    import pyarrow.parquet

    with pyarrow.parquet.ParquetWriter(out, _schema()) as writer:
        for table in _tables(shifts):
            writer.write_table(table)
