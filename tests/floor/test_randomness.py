"""The generator passes the tests that laboratories ask for, and generators with a flaw do not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, permutations, product
from math import isclose
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binom, chi2, norm

from croupier.cards import DECK, Card
from croupier.cli import carry_out
from croupier.errors import Refused
from croupier.rng_tests import lab_tests
from croupier.rng_tests.battery import (
    LEVEL,
    PROGRAM,
    RngResult,
    Samples,
    Verdict,
    ask_dieharder,
    draw_samples,
    read_opinions,
    run_tests,
)
from croupier.rng_tests.lab_tests import SUITE, Draws, fit
from croupier.table.chance import WORDS, Seeded, derive, seed_from

SEED = seed_from("a fixed seed")


def caught(
    monkeypatch: pytest.MonkeyPatch, test: Callable[[Draws], float], draws: Draws
) -> tuple[list[int], list[float]]:
    """The counts and probabilities that a test hands to the chi-square."""
    handed: list[tuple[list[int], list[float]]] = []

    def catch(counts: Sequence[int], probabilities: Sequence[float]) -> float:
        handed.append(([int(count) for count in counts], [float(p) for p in probabilities]))
        return 1.0

    monkeypatch.setattr(lab_tests, "fit", catch)
    test(draws)
    return handed[0]


def row(values: Sequence[int], kinds: int, hand_kinds: int = 1, coupon_kinds: int = 1) -> Draws:
    """Draws with these values."""
    return Draws(np.array(values, dtype=np.int64), kinds, hand_kinds, coupon_kinds)


def test_the_poker_test_expects_what_counting_every_hand_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = list(product(range(4), repeat=5))
    counts, probabilities = caught(monkeypatch, lab_tests.poker, row([v for hand in hands for v in hand], 4, 4))
    assert counts == [sum(len(set(hand)) == different for hand in hands) for different in range(1, 5)]
    assert np.allclose(np.array(counts) / len(hands), probabilities)


def test_the_coupon_collector_expects_what_counting_every_row_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    counts, probabilities = caught(monkeypatch, lab_tests.coupon_collector, row([0, 1, 2, 2, 2, 1, 0, 0, 1], 3, 1, 3))
    assert counts[:2] == [1, 1] and sum(counts) == 2, "three draws, then four; the last set is not complete"
    for length in range(3, 8):
        rows = product(range(3), repeat=length)
        complete = sum(len(set(drawn)) == 3 and len(set(drawn[:-1])) == 2 for drawn in rows)
        assert isclose(probabilities[length - 3], complete / 3**length)
    assert isclose(sum(probabilities), 1)


def test_the_gap_test_counts_the_others_between_two_low_values(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [3, 0, 0, 1, 2, 0] + [1] * 20 + [0] + [0, 1] * 40
    counts, probabilities = caught(monkeypatch, lab_tests.gap, row(values, 4))
    assert counts[0] == 2 and counts[1] == 39 and counts[2] == 1
    assert counts[-1] == 1, "the longest are taken together"
    assert np.allclose(probabilities[:3], [1 / 4, 3 / 16, 9 / 64]) and isclose(sum(probabilities), 1)


def test_the_permutation_test_tells_all_24_orders_apart_and_leaves_ties_out(monkeypatch: pytest.MonkeyPatch) -> None:
    orders = [value for order in permutations(range(4)) for value in order]
    counts, probabilities = caught(monkeypatch, lab_tests.permutation, row([*orders, 1, 1, 2, 3], 4))
    assert counts == [1] * 24 and probabilities == [1 / 24] * 24


def test_the_runs_test_expects_what_counting_every_row_gives() -> None:
    places = list(combinations(range(9), 4))
    rows = [[int(place in high) * 3 for place in range(9)] for high in places]
    runs = [1 + sum(left != right for left, right in pairwise(values)) for values in rows]
    mean, deviation = float(np.mean(runs)), float(np.std(runs))
    for values, found in zip(rows, runs, strict=True):
        assert isclose(lab_tests.runs(row(values, 4)), 2 * norm.sf(abs((found - mean) / deviation)), abs_tol=1e-12)


def test_small_cells_are_taken_together_by_what_is_expected_of_them_alone() -> None:
    probabilities = [1 / 20] * 20
    counts = np.random.default_rng(1).multinomial(100, probabilities)
    shuffled = fit(counts, probabilities)
    paired = counts.reshape(10, 2).sum(axis=1)
    assert isclose(shuffled, chi2.sf(float(((paired - 10) ** 2 / 10).sum()), 9))
    with pytest.raises(Refused, match="too few"):
        fit([1, 2], [0.5, 0.5])


@pytest.mark.parametrize("name", SUITE)
def test_a_test_fails_a_perfect_generator_about_as_often_as_it_says(name: str) -> None:
    random = np.random.default_rng(547)
    rows = [Draws(random.integers(0, 52, 2_000), 52, 13, 4) for _ in range(500)]
    p_values = np.array([SUITE[name](draws) for draws in rows])
    for level in (0.01, 0.1, 0.5):
        failed = int((p_values < level).sum())
        assert binom.sf(failed - 1, 500, level) > 1e-4, f"{failed} of 500 below {level}"
        assert binom.cdf(failed, 500, level) > 1e-4, f"only {failed} of 500 below {level}"


ODD_ROWS = {
    "chi-square": [value % 51 for value in range(20_000)],
    "runs": [0, 51] * 1_000,
    "serial correlation": [(value // 4) % 52 for value in range(2_000)],
    "gap": [value % 52 for value in range(2_080)],
    "poker": [value % 52 for value in range(2_080)],
    "coupon collector": [value % 4 for value in range(2_000)],
    "permutation": [value % 52 for value in range(2_080)],
    "spectral": [int(25.5 + 25 * np.sin(value / 3)) for value in range(2_000)],
}


@pytest.mark.parametrize("name", SUITE)
def test_a_test_fails_a_row_that_is_odd_in_its_own_way(name: str) -> None:
    assert SUITE[name](row(ODD_ROWS[name], 52, 13, 4)) < 1e-9


@pytest.mark.parametrize("name", SUITE)
def test_a_row_of_one_value_fails_every_test(name: str) -> None:
    assert SUITE[name](row([51] * 2_000, 52, 13, 4)) < 1e-9


@pytest.fixture(scope="module")
def samples() -> Samples:
    """Samples of the generator itself."""
    return draw_samples(SEED, 4_000)


def test_the_generator_passes(samples: Samples) -> None:
    verdict = run_tests(samples)
    assert verdict.passes
    assert len(verdict.results) == 8 + 2 * 8 + 1 + 52 * 8 + 51
    assert {result.test for result in verdict.results} == {*SUITE, "neighbours"}


def test_samples_are_what_the_generator_gives(samples: Samples) -> None:
    stream = Seeded(derive(SEED, "raw"))
    assert samples.words[:100].tolist() == [stream.below(WORDS) for _ in range(100)]
    assert samples.words.shape == (32_000,) and samples.decks.shape == (4_000, 52) and samples.rolls.shape == (4_000, 2)
    assert all(sorted(deck) == list(range(52)) for deck in samples.decks[:200].tolist())
    assert set(np.unique(samples.rolls).tolist()) == {1, 2, 3, 4, 5, 6}
    assert len(np.unique(samples.decks, axis=0)) == 4_000
    again = draw_samples(SEED, 1_000)
    assert (again.decks == samples.decks[:1_000]).all() and (again.rolls == samples.rolls[:1_000]).all()
    assert (draw_samples(seed_from("another"), 1_000).decks != again.decks).any()


class SmallWords(Seeded):
    """Takes six bits modulo the limit and throws nothing away: low numbers come more often."""

    def below(self, limit: int) -> int:
        return super().below(WORDS) if limit == WORDS else super().below(64) % limit


class OffByOne(Seeded):
    """Never leaves a card where it lies: a shuffle that draws below one too few."""

    def below(self, limit: int) -> int:
        return super().below(max(1, limit - 1)) if limit <= 52 else super().below(limit)


class StuckCard(Seeded):
    """Deals the ace of spades tenth, half the time."""

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        order = super().shuffle(pack)
        if self.below(2):
            ace, tenth = order.index(DECK[51]), len(order) - 10
            order[ace], order[tenth] = order[tenth], order[ace]
        return order


class CarelessShuffle(Seeded):
    """Changes every card with any other: not all orders are equally likely."""

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        order = list(pack)
        for place in range(len(order)):
            other = self.below(len(order))
            order[place], order[other] = order[other], order[place]
        return order


class LeftInPairs(Seeded):
    """Leaves two neighbours of the new deck together, anywhere: every card is still as likely at every place."""

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        order = super().shuffle(pack)
        first = self.below(51)
        second = order.index(DECK[order[first].index ^ 1])
        order[first + 1], order[second] = order[second], order[first + 1]
        return order


class Repeating:
    """Shuffles the same deck for two rounds running, as a generator with too little fresh seed would."""

    def __init__(self) -> None:
        self.last = b""
        self.calls = 0

    def __call__(self, seed: bytes) -> Seeded:
        self.calls += 1
        if self.calls % 4 in (2, 3):
            self.last = seed
        return Seeded(self.last or seed)


class LoadedDice(Seeded):
    """Throws a six a little more often than any other face."""

    def below(self, limit: int) -> int:
        face = super().below(limit)
        return 5 if limit == 6 and super().below(20) == 0 else face


class WeakWords(Seeded):
    """Has a lowest bit that is never set in one word of four."""

    def below(self, limit: int) -> int:
        number = super().below(limit)
        return number & ~1 if limit == WORDS and super().below(4) == 0 else number


@pytest.mark.parametrize(
    "generator",
    [SmallWords, OffByOne, StuckCard, CarelessShuffle, LeftInPairs, LoadedDice, WeakWords, Repeating()],
    ids=lambda generator: getattr(generator, "__name__", type(generator).__name__),
)
def test_a_generator_with_a_flaw_fails(generator: Callable[[bytes], Seeded]) -> None:
    assert not run_tests(draw_samples(SEED, 4_000, generator)).passes


def test_the_same_deck_twice_is_a_flaw_however_well_each_is_shuffled(samples: Samples) -> None:
    pairs = np.repeat(samples.decks[:2_000], 2, axis=0)
    verdict = run_tests(Samples(samples.seed, samples.words, pairs, samples.rolls))
    assert not verdict.passes
    (correlation,) = (tally for tally in verdict.tallies if tally.test == "serial correlation")
    assert correlation.failed >= 52


def verdict_of(*p_values: tuple[str, int, float]) -> Verdict:
    """A verdict on so many tests of a kind, each with this p-value."""
    return Verdict(tuple(RngResult("card 1", test, p) for test, number, p in p_values for _ in range(number)))


def test_a_verdict_allows_the_failures_that_chance_makes_and_no_more() -> None:
    verdict = verdict_of(("gap", 97, 0.5), ("gap", 3, 0.009))
    assert verdict.failed == 3 and verdict.expected == 1.0 and verdict.passes
    (tally,) = verdict.tallies
    assert binom.sf(tally.most_failed, 100, LEVEL) < 0.005 <= binom.sf(tally.most_failed - 1, 100, LEVEL)
    assert verdict_of(("gap", 100 - tally.most_failed, 0.5), ("gap", tally.most_failed, 0.009)).passes
    assert not verdict_of(("gap", 99 - tally.most_failed, 0.5), ("gap", tally.most_failed + 1, 0.009)).passes


def test_every_kind_of_test_has_its_share_of_the_false_alarms() -> None:
    verdict = verdict_of(*((name, 55, 0.5) for name in SUITE))
    for tally in verdict.tallies:
        alarm = [binom.sf(tally.most_failed + more, 55, LEVEL) for more in (-1, 0)]
        assert alarm[1] < 0.005 / len(SUITE) <= alarm[0]


def test_a_verdict_fails_with_one_test_that_fails_by_far() -> None:
    assert verdict_of(("gap", 99, 0.5), ("runs", 1, 0.00006)).passes
    assert not verdict_of(("gap", 99, 0.5), ("runs", 1, 0.00004)).passes


def test_samples_are_written_for_a_laboratory_with_what_it_wants_to_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "lab"
    words = ["rng-test", "--samples", "1000", "--seed", "a fixed seed", "--output", str(folder)]
    assert carry_out([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    written = json.loads((folder / "report.json").read_bytes())
    assert written == {name: told[name] for name in written} and {*told} - {*written} == {"schema", "digest"}
    assert told["seed_words"] == "a fixed seed" and told["passes"] is True
    assert told["tests"] == len(told["results"]) and told["failed"] == sum(r["p"] < 0.01 for r in told["results"])

    again = draw_samples(SEED, 1_000)
    assert (folder / "raw.bin").read_bytes() == b"".join(int(word).to_bytes(4, "big") for word in again.words)
    decks = [line for line in (folder / "decks.txt").read_text().splitlines() if not line.startswith("#")]
    assert decks == [" ".join(DECK[card].name for card in deck) for deck in again.decks.tolist()]
    rolls = [line for line in (folder / "dice.txt").read_text().splitlines() if not line.startswith("#")]
    assert rolls == [f"{first}-{second}" for first, second in again.rolls.tolist()]
    for name, draws, reach, replacement in (
        ("raw.txt", "8000 words", "0 to 4294967295", "with"),
        ("decks.txt", "1000 decks of 52 cards", "52 cards, 2c to As", "without"),
        ("dice.txt", "1000 rolls of 2 dice", "1 to 6", "with"),
    ):
        header = dict(
            line[2:].split(": ", 1) for line in (folder / name).read_text().splitlines() if line.startswith("#")
        )
        assert header["draws"] == draws and header["range"].startswith(reach)
        assert header["replacement"].startswith(replacement)
        assert header["algorithm"] == "croupier-1" and header["seed"] == SEED.hex()

    assert carry_out(words) == 2, "samples are not mixed with what is there already"
    assert "not empty" in capsys.readouterr().err


def test_without_words_the_samples_are_new_and_can_be_drawn_again(capsys: pytest.CaptureFixture[str]) -> None:
    seeds = set()
    for _ in range(2):
        assert carry_out(["rng-test", "--samples", "1000", "--json"]) in (0, 1)
        told = json.loads(capsys.readouterr().out)
        seeds.add(told["seed"])
        p_values = [result["p"] for result in told["results"]]
        assert [result.p for result in run_tests(draw_samples(bytes.fromhex(told["seed"]), 1_000)).results] == p_values
    assert len(seeds) == 2


def test_a_person_is_shown_failures_beside_what_chance_makes(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["rng-test", "--samples", "1000", "--seed", "a fixed seed"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "8000 raw words, 1000 decks, 1000 rolls of two dice"
    assert lines[2].split() == ["test", "at", "99", "%", "made", "failed", "by", "chance", "at", "most"]
    assert [line.rsplit(None, 4)[0] for line in lines[3:12]] == [*SUITE, "neighbours"]
    assert lines[-1] == "the generator passes"


@pytest.mark.parametrize("words", ["999", "-5", "many", "1000001", "100000000000000"])
def test_too_few_and_too_many_samples_are_refused(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert carry_out(["rng-test", "--samples", words, "--output", str(tmp_path / "lab")]) == 2
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1 and not (tmp_path / "lab").exists()


def test_a_folder_that_cannot_be_made_is_refused_before_anything_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert carry_out(["rng-test", "--samples", "1000000", "--output", str(tmp_path / "file" / "lab")]) == 2
    assert "cannot write samples" in capsys.readouterr().err


PRINTED = """\
#=============================================================================#
#            dieharder version 3.31.1 Copyright 2003 Robert G. Brown          #
#=============================================================================#
   rng_name    |           filename             |rands/second|
 file_input_raw|                         raw.bin|  3.90e+07  |
#=============================================================================#
        test_name   |ntup| tsamples |psamples|  p-value |Assessment
#=============================================================================#
        diehard_runs|   0|    100000|       8|0.29467000|  PASSED
         sts_monobit|   1|    100000|       8|0.99873016|   WEAK
   diehard_birthdays|   0|       100|       8|0.00000000|  FAILED
"""


def test_dieharder_s_opinions_are_read() -> None:
    opinions = read_opinions(PRINTED)
    assert [(one.test, one.p, one.assessment) for one in opinions] == [
        ("diehard_runs", 0.29467, "PASSED"),
        ("sts_monobit 1", 0.99873016, "WEAK"),
        ("diehard_birthdays", 0.0, "FAILED"),
    ]


def test_dieharder_is_said_to_be_missing_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    silent = ask_dieharder(tmp_path / "raw.bin", 10**9)
    assert silent.opinions == () and silent.passes
    assert silent.remark == "dieharder is not installed: its tests were not run"


@pytest.mark.skipif(shutil.which(PROGRAM) is None, reason="dieharder is not installed")
def test_dieharder_is_asked_as_far_as_the_sample_goes(tmp_path: Path) -> None:
    raw = tmp_path / "raw.bin"
    stream = Seeded(SEED)
    raw.write_bytes(np.array([stream.below(WORDS) for _ in range(500_000)], dtype=">u4").tobytes())
    asked = ask_dieharder(raw, 500_000)
    assert [one.test for one in asked.opinions] == ["sts_monobit 1", "sts_runs 2"]
    assert asked.passes and "too short for dieharder's tests [0, 11, 12, 15]" in asked.remark
    raw.write_bytes(bytes(4 * 500_000))
    assert not ask_dieharder(raw, 500_000).passes


def test_too_few_samples_are_refused() -> None:
    with pytest.raises(Refused, match="at least 1000"):
        draw_samples(SEED, 999)
