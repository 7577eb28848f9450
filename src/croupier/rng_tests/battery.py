"""Samples of the generator for test laboratories, and the verdict of the tests on them.

Laboratories ask for two kinds: the raw output of the generator, and final outcomes. The raw words come from one
stream. Decks and rolls are made as the house makes them: every one from a seed of its own, mixed as for a round."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from scipy.stats import binom

from croupier import __version__
from croupier.arrays import Ints
from croupier.cards import DECK
from croupier.errors import Refused
from croupier.rng_tests.lab_tests import SUITE, Draws, fit
from croupier.table.chance import ALGORITHM, WORDS, Seeded, derive, mixed

LEAST_SAMPLES: Final = 1_000
MOST_SAMPLES: Final = 1_000_000
"""All are held in memory while they are tested, with some three kilobytes for each."""
WORDS_A_SAMPLE: Final = 8
"""Raw words for every deck: one block of the stream."""
LEVEL: Final = 0.01
"""Tests are made at 99 %."""
RULE_LEVEL: Final = 0.005
"""Each of the two rules of the verdict fails a perfect generator about this often."""


@dataclass(frozen=True)
class Samples:
    """What one seed gave."""

    seed: bytes
    words: Ints
    """Raw words, in the order in which they are used."""
    decks: Ints
    """One shuffled deck in a row, the card that is dealt first in front."""
    rolls: Ints
    """One roll of two dice in a row, faces from 1 to 6."""


@dataclass(frozen=True, slots=True)
class RngResult:
    """One test of one row of draws."""

    sample: str
    test: str
    p: float


@dataclass(frozen=True, slots=True)
class RngTally:
    """All results of one kind of test."""

    test: str
    tests: int
    failed: int
    """Those that a perfect generator passes 99 times in 100."""
    most_failed: int
    """The most that may fail before the verdict does."""

    @property
    def expected(self) -> float:
        """How many a perfect generator fails on average."""
        return LEVEL * self.tests


@dataclass(frozen=True)
class Verdict:
    """All tests, and what they say together.

    A perfect generator fails one test in a hundred, so single failures prove nothing. The verdict has two rules, each
    of which fails a perfect generator about once in 200 times. No p-value may be below 0.005 divided by the number
    of tests. And of no kind of test may more fail than a binomial count exceeds with probability 0.005 divided by the
    number of kinds: tests of one kind look at different draws and hardly depend on each other, which tests of
    different kinds on the same draws do.
    """

    results: tuple[RngResult, ...]

    @property
    def failed(self) -> int:
        """How many tests fail at 99 %."""
        return sum(result.p < LEVEL for result in self.results)

    @property
    def expected(self) -> float:
        """How many tests a perfect generator fails on average."""
        return LEVEL * len(self.results)

    @property
    def least_p(self) -> float:
        """The least p-value that may come up."""
        return RULE_LEVEL / len(self.results)

    @property
    def smallest(self) -> RngResult:
        """The test that came out worst."""
        return min(self.results, key=lambda result: result.p)

    @cached_property
    def tallies(self) -> tuple[RngTally, ...]:
        """The results by kind of test."""
        kinds = list(dict.fromkeys(result.test for result in self.results))
        tallies = []
        for kind in kinds:
            found = [result.p < LEVEL for result in self.results if result.test == kind]
            tallies.append(RngTally(kind, len(found), sum(found), _most_failed(len(found), RULE_LEVEL / len(kinds))))
        return tuple(tallies)

    @property
    def passes(self) -> bool:
        """Whether of no kind too many tests fail, and none by too much."""
        few = all(tally.failed <= tally.most_failed for tally in self.tallies)
        return few and self.smallest.p >= self.least_p


def _most_failed(tests: int, level: float) -> int:
    limit = 0
    while binom.sf(limit, tests, LEVEL) >= level:
        limit += 1
    return limit


def check_number(number: int) -> None:
    """Refuse samples that are too few to say anything, or more than can be tested at once."""
    if number < LEAST_SAMPLES:
        raise Refused(f"{number} samples say too little; take at least {LEAST_SAMPLES}")
    if number > MOST_SAMPLES:
        raise Refused(
            f"{number} samples are too many for one test; take at most {MOST_SAMPLES}, and more with other seeds"
        )


def draw_samples(seed: bytes, number: int, generator: Callable[[bytes], Seeded] = Seeded) -> Samples:
    """So many decks and rolls, and eight times as many raw words."""
    check_number(number)
    stream = generator(derive(seed, "raw"))
    words = np.array([stream.below(WORDS) for _ in range(number * WORDS_A_SAMPLE)], dtype=np.uint32)
    decks, rolls = bytearray(), bytearray()
    for round in range(1, number + 1):
        of_decks = generator(mixed(derive(seed, f"deck {round}"), 1, round, {}))
        decks += bytes(of_decks.shuffle(DECK)[::-1])
        of_dice = generator(mixed(derive(seed, f"dice {round}"), 2, round, {}))
        rolls += bytes(of_dice.roll())
    return Samples(
        seed,
        words,
        np.frombuffer(bytes(decks), dtype=np.uint8).reshape(number, len(DECK)),
        np.frombuffer(bytes(rolls), dtype=np.uint8).reshape(number, 2),
    )


def run_tests(samples: Samples) -> Verdict:
    """Every test on the raw bytes, on each die, and on the card at each place of the deck."""
    return Verdict(tuple(_results(samples)))


def _results(samples: Samples) -> Iterator[RngResult]:
    raw = samples.words.astype(">u4").view(np.uint8)
    yield from _suite("raw bytes", Draws(raw.astype(np.int64), 256, 16, 4))
    for die in range(2):
        yield from _suite(f"die {die + 1}", Draws(samples.rolls[:, die].astype(np.int64) - 1, 6, 6, 6))
    faces = samples.rolls.astype(np.int64) - 1
    yield RngResult("both dice", "chi-square", fit(np.bincount(faces @ [6, 1], minlength=36), [1 / 36] * 36))
    decks = samples.decks.astype(np.int64)
    for place in range(len(DECK)):
        yield from _suite(f"card {place + 1}", Draws(decks[:, place], len(DECK), 13, 4))
    for place in range(len(DECK) - 1):
        yield RngResult(f"cards {place + 1} and {place + 2}", "neighbours", _neighbours(decks[:, place : place + 2]))


def _suite(sample: str, draws: Draws) -> Iterator[RngResult]:
    for name, test in SUITE.items():
        yield RngResult(sample, name, test(draws))


def _neighbours(pairs: Ints) -> float:
    """From a card to the next one in the deck, every step round the pack but none at all is equally likely."""
    steps = (pairs[:, 1] - pairs[:, 0]) % len(DECK)
    counts = np.bincount(steps, minlength=len(DECK))
    return 0.0 if counts[0] else fit(counts[1:], [1 / (len(DECK) - 1)] * (len(DECK) - 1))


def describe(samples: Samples) -> dict[str, dict[str, str]]:
    """What laboratories want to know of each sample: the number of draws, their range, and whether with replacement."""
    number = len(samples.decks)
    return {
        "raw": {
            "what": "raw output of the generator: 32-bit words in the order of their use, the highest byte first",
            "draws": f"{len(samples.words)} words",
            "range": f"0 to {WORDS - 1}",
            "replacement": "with",
        },
        "decks": {
            "what": "shuffled decks, one to a line, in the order in which the cards are dealt",
            "draws": f"{number} decks of {len(DECK)} cards",
            "range": f"{len(DECK)} cards, {DECK[0]} to {DECK[-1]}",
            "replacement": "without within a deck; every line is a new deck",
        },
        "dice": {
            "what": "rolls of two dice, one to a line",
            "draws": f"{number} rolls of 2 dice",
            "range": "1 to 6 for each die",
            "replacement": "with",
        },
    }


def empty_folder(folder: Path) -> Path:
    """The folder, made if need be; one that has something in it is refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise Refused(f"{folder} is not empty; samples are written to a folder of their own")
    except OSError as error:
        raise Refused(f"cannot write samples to {folder}: {error.strerror}") from None
    return folder


def write_samples(samples: Samples, folder: Path) -> None:
    """Write every sample with its description: raw.bin with raw.txt beside it, decks.txt and dice.txt."""
    try:
        headers = {name: _header(samples, words) for name, words in describe(samples).items()}
        (folder / "raw.bin").write_bytes(samples.words.astype(">u4").tobytes())
        (folder / "raw.txt").write_text(headers["raw"], "utf-8")
        with (folder / "decks.txt").open("w", encoding="utf-8") as file:
            file.write(headers["decks"])
            file.writelines(" ".join(DECK[card].name for card in deck) + "\n" for deck in samples.decks.tolist())
        with (folder / "dice.txt").open("w", encoding="utf-8") as file:
            file.write(headers["dice"])
            file.writelines(f"{first}-{second}\n" for first, second in samples.rolls.tolist())
    except OSError as error:
        raise Refused(f"cannot write samples to {folder}: {error.strerror}") from None


def _header(samples: Samples, words: dict[str, str]) -> str:
    facts = {"algorithm": ALGORITHM, "seed": samples.seed.hex(), **words}
    return "".join(f"# {name}: {value}\n" for name, value in facts.items())


def as_json(samples: Samples, verdict: Verdict, words: str | None = None) -> dict[str, Any]:
    """Samples and tests as plain values; `words` are those that the seed stands for, if it stands for any."""
    return {
        "version": __version__,
        "algorithm": ALGORITHM,
        "seed": samples.seed.hex(),
        "seed_words": words,
        "samples": describe(samples),
        "level": 1 - LEVEL,
        "tests": len(verdict.results),
        "failed": verdict.failed,
        "failed_expected": verdict.expected,
        "kinds": {
            tally.test: {
                "tests": tally.tests,
                "failed": tally.failed,
                "failed_expected": tally.expected,
                "failed_at_most": tally.most_failed,
            }
            for tally in verdict.tallies
        },
        "p_smallest": verdict.smallest.p,
        "p_at_least": verdict.least_p,
        "passes": verdict.passes,
        "results": [{"sample": result.sample, "test": result.test, "p": result.p} for result in verdict.results],
    }


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
