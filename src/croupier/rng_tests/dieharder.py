"""Dieharder's opinion of the raw sample, where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

PROGRAM: Final = "dieharder"
RAW_FILE: Final = "201"
"""Dieharder's number for a file of raw bytes."""
MOST_P_VALUES: Final = 100
"""As many as dieharder takes by itself; more say no more."""
LEAST_P_VALUES: Final = 50
"""With few, dieharder finds true noise weak more often than it says."""
SECONDS: Final = 600


@dataclass(frozen=True, slots=True)
class Trial:
    """One of dieharder's tests: its number, the samples that one p-value takes, and the 32-bit words those use up."""

    number: int
    samples: int
    words: int


TRIALS: Final = (
    Trial(0, 100, 100 * 512),
    Trial(11, 8_000, 2 * 8_000),
    Trial(12, 4_000, 3 * 4_000),
    Trial(15, 100_000, 100_000),
    Trial(100, 10_000, 10_000),
    Trial(101, 10_000, 10_000),
)
"""Birthdays, spheres in a square and in a cube, runs, and the monobit and runs tests of the STS."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What dieharder says of one test."""

    test: str
    p: float
    assessment: Literal["PASSED", "WEAK", "FAILED"]


@dataclass(frozen=True)
class Dieharder:
    """What dieharder says, or why it says nothing."""

    opinions: tuple[Opinion, ...]
    remark: str = ""

    @property
    def passes(self) -> bool:
        """Whether no test failed; a weak one comes up once in 200 times with a perfect generator."""
        return all(opinion.assessment != "FAILED" for opinion in self.opinions)


def ask_dieharder(raw: Path, words: int) -> Dieharder:
    """Run the tests that the file is long enough for: one that is read twice fails whatever is in it."""
    program = shutil.which(PROGRAM)
    if program is None:
        return Dieharder((), f"{PROGRAM} is not installed: its tests were not run")
    opinions: list[Opinion] = []
    too_short = []
    for trial in TRIALS:
        p_values = min(MOST_P_VALUES, words // trial.words)
        if p_values < LEAST_P_VALUES:
            too_short.append(trial.number)
            continue
        options = {"-g": RAW_FILE, "-f": raw, "-d": trial.number, "-t": trial.samples, "-p": p_values}
        command = [program, *(str(word) for option in options.items() for word in option)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
        except (OSError, subprocess.SubprocessError) as error:
            return Dieharder(tuple(opinions), f"{PROGRAM} could not run test {trial.number}: {error}")
        opinions += read_opinions(done.stdout)
    remark = f"the sample is too short for {PROGRAM}'s tests {too_short}; take more samples" if too_short else ""
    return Dieharder(tuple(opinions), remark)


def read_opinions(output: str) -> list[Opinion]:
    """The results in what dieharder prints: a row of columns with bars between, the last one its assessment.

    >>> read_opinions("   diehard_birthdays|   0|       100|     100|0.41237134|  PASSED  ")
    [Opinion(test='diehard_birthdays', p=0.41237134, assessment='PASSED')]
    """
    opinions = []
    for line in output.splitlines():
        columns = [column.strip() for column in line.split("|")]
        if len(columns) == 6 and columns[5] in ("PASSED", "WEAK", "FAILED"):
            name = columns[0] if columns[1] == "0" else f"{columns[0]} {columns[1]}"
            opinions.append(Opinion(name, float(columns[4]), columns[5]))  # type: ignore[arg-type]
    return opinions
