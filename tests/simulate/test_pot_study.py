"""What is counted of pots, against the pots of the table themselves and against exact odds."""

from __future__ import annotations

from fractions import Fraction
from threading import Event
from typing import Any

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.exact.hand_counts.evaluate import CATEGORY_SHIFT
from croupier.exact.solver import SIMPLE
from croupier.games import game_named
from croupier.hands import Hand, Poker
from croupier.pots.carryover import CarryoverPot
from croupier.pots.raked import RakedPot
from croupier.simulate.estimates import ratio
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.pot_runs.late_entry import LATE, join_late
from croupier.simulate.pot_runs.pot_counts import LARGEST, LONGEST
from croupier.simulate.pot_runs.pot_kernel import PotTable
from croupier.simulate.pot_runs.pot_study import (
    CASUAL,
    CENTS,
    COLUMNS,
    DEALER,
    GAMES,
    HOUSE,
    HOUSE_DIVIDED,
    JOINING,
    LENGTH,
    MARGIN,
    MOST_MISSED,
    NEVER_FOLD,
    OF_DIVIDED,
    OF_WON,
    PLAYERS_DIVIDED,
    POTS,
    ROUNDS,
    STEADY,
    WON_ROUNDS,
    PotJob,
    PotStudy,
    check_rounds,
    count_evening,
)
from croupier.simulate.runs.prepared import simulation_of
from croupier.simulate.runs.runner import Local, Stretch
from croupier.simulate.setup import OPTIMAL, Habits, Setup
from croupier.table.placard import Placard
from croupier.table.pot import DEALER as THE_DEALER

DRAW, STUD = "on-the-draw", "cincinnati-stud"
FEWEST = 40_960


def setup_of(
    name: str, players: int, habits: Habits, strategy: str = SIMPLE, words: dict[str, str] | None = None
) -> Setup:
    game = game_named(name).choose(({"pot_unit": "6"} if name == DRAW else {}) | (words or {}))
    return Setup(game, players, (strategy,), pot=habits, placard=Placard(chip=300))


def study(setup: Setup, rounds: int, seed: str) -> PotStudy:
    """The pots of so many rounds, played for one evening after the other."""
    job = PotJob.of(setup, seed)
    return job.results(job.deal(Stretch(0, rounds)))


def hand(strength: int) -> Hand:
    """A hand that compares as its strength does: its place in the category, written in ranks."""
    place = strength & (1 << CATEGORY_SHIFT) - 1
    return Hand(Poker(strength >> CATEGORY_SHIFT), tuple(2 + place // 13**digit % 13 for digit in (4, 3, 2, 1, 0)))


class Evening:
    """One evening, dealt and played for by kernels."""

    def __init__(self, setup: Setup, rounds: int, seed: str) -> None:
        simulation = simulation_of(setup)
        self.setup, self.rounds = setup, rounds
        self.pot = PotTable(simulation)
        self.dealt, self.sheet, key = simulation.sheet(rounds), self.pot.sheet(rounds), key_of(seed)
        simulation.deal(key, 0, rounds, self.dealt)
        self.pot.play(key, 0, rounds, self.dealt, self.sheet)

    def hand_of(self, at: int, seat: int) -> Hand | None:
        """The hand of a seat, if it can win the pot."""
        given_up = self.pot.cannot_win[self.dealt.outcomes[at, seat]]
        return None if given_up else hand(int(self.dealt.strengths[at, seat]))

    def table_pot(self) -> RakedPot | CarryoverPot:
        pot = self.setup.game.new_pot(self.setup.placard)
        assert isinstance(pot, RakedPot | CarryoverPot)
        return pot


def by_the_table(evening: Evening) -> tuple[Any, Any]:
    """The same sums from the pot of the table, driven through the same wagers and hands."""
    pot, players = evening.table_pot(), evening.setup.players
    sums, entries = np.zeros(COLUMNS, np.int64), np.zeros((MOST_MISSED + 1, 2), np.int64)
    paid: dict[str, list[int]] = {}
    start, games, size = 0, 0, 0
    for at in range(evening.rounds):
        names = {seat: f"{seat} {evening.sheet.people[at, seat]}" for seat in range(players)}
        wagers = {names[seat]: int(cents) for seat, cents in enumerate(evening.sheet.wagers[at]) if cents}
        size_before = pot.balance
        gathered = pot.gather(wagers)
        for name, cents in wagers.items():
            paid.setdefault(name, []).append(cents)
        if wagers:
            start, games = (at, 1) if games == 0 else (start, games + 1)
        size = pot.balance
        hands = {names[seat]: evening.hand_of(at, seat) for seat in names if names[seat] in wagers}
        showing = {name: shown for name, shown in hands.items() if shown is not None}
        if wagers and isinstance(pot, CarryoverPot) and pot.terms.dealer_participates:
            showing[THE_DEALER] = hand(int(evening.dealt.strengths[at, players]))
        awarded = pot.award(showing)
        ended = awarded.won or bool(awarded.shares) or gathered.to_house > 0
        sums[[ROUNDS, GAMES, WON_ROUNDS]] += [1, bool(wagers), awarded.won]
        sums[HOUSE] += awarded.to_house + gathered.to_house - gathered.from_house
        sums[DEALER] += awarded.to_dealer
        if not ended:
            continue
        if start < evening.rounds - MARGIN:
            size = size_before if gathered.to_house else size
            divided = not awarded.won and bool(awarded.shares)
            sums[[POTS, LENGTH, CENTS, OF_WON, OF_DIVIDED]] += [1, games, size, awarded.won, divided]
            if divided:
                sums[HOUSE_DIVIDED] += awarded.to_house
                sums[PLAYERS_DIVIDED] += sum(awarded.shares.values())
            for name, amounts in paid.items():
                missed = min(amounts[0] // pot.unit - 1, MOST_MISSED)
                entries[missed] += [1, awarded.shares.get(name, 0) - sum(amounts)]
        paid, games = {}, 0
    return sums, entries


@pytest.mark.rule("OTD-P1", "OTD-P2", "OTD-P3", "OTD-P6", "OTD-P8", "OTD-P10", "OTD-P11", "CS-P4", "CS-P5", "CS-P8")
@pytest.mark.parametrize(
    ("name", "players", "words"),
    [
        (DRAW, 3, {"pot_rake": "12", "rake_dealer_percent": "33"}),
        (DRAW, 6, {"pot_unit": "24"}),
        (STUD, 1, {}),
        (STUD, 2, {"tenth_game_split": "players"}),
        (STUD, 3, {"dealer_participates": "true"}),
    ],
)
@pytest.mark.parametrize("habits", [JOINING[STEADY], JOINING[CASUAL], Habits(join=0.3, skip=0.3, leave=0.2)], ids=str)
def test_every_cent_that_is_counted_is_the_table_s(
    name: str, players: int, words: dict[str, str], habits: Habits
) -> None:
    evening = Evening(setup_of(name, players, habits, words=words), MARGIN + 600, f"{name} {players}")
    sums, entries = np.zeros(COLUMNS, np.int64), np.zeros((MOST_MISSED + 1, 2), np.int64)
    lengths, sizes = np.zeros((1, LONGEST + 1), np.int64), np.zeros((1, LARGEST + 1), np.int64)
    sheet = evening.sheet
    count_evening(len(sheet.pot), sheet, evening.pot.unit, sums, lengths, sizes, entries)
    expected_sums, expected_entries = by_the_table(evening)
    assert sums.tolist() == expected_sums.tolist()
    assert entries.tolist() == expected_entries.tolist()
    assert lengths.sum() == sizes.sum() == sums[POTS]
    assert (np.arange(LONGEST + 1) * lengths).sum() == sums[LENGTH]


@pytest.mark.rule("OTD-P6", "OTD-P8")
@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("players", [2, 5])
def test_a_newcomer_is_paid_as_the_table_pays(players: int, tied: bool) -> None:
    """At the table, the others play the missed rounds without a winner before the newcomer pays what the pot asks."""
    words = {"pot_rake": "3"}
    evening = Evening(setup_of(DRAW, players, JOINING[STEADY], words=words), 150, "newcomer")
    if tied:
        few = [hand << CATEGORY_SHIFT for hand in (Poker.STRAIGHT, Poker.STRAIGHT, Poker.FLUSH, Poker.FULL_HOUSE)]
        evening.dealt.strengths[:] = np.random.default_rng(1).choice(few, evening.dealt.strengths.shape)
    out = np.zeros((len(LATE), 2), np.int64)
    join_late(evening.pot, evening.dealt, evening.rounds, out)
    names = [str(seat) for seat in range(players)]
    newcomer = names[-1]
    for place, missed in enumerate(LATE):
        pots, ahead, cost = 0, 0, 0
        pot = None
        for at in range(evening.rounds):
            if pot is None:
                pot = evening.table_pot()
                for _ in range(missed):
                    pot.gather({name: pot.price(name) for name in names[:-1]})
                    pot.award({})
            cost += pot.price(newcomer)
            pot.gather({name: pot.price(name) for name in names})
            shown = {name: evening.hand_of(at, seat) for seat, name in enumerate(names)}
            awarded = pot.award({name: best for name, best in shown.items() if best is not None})
            if awarded.won:
                pots, ahead = pots + 1, ahead + awarded.shares.get(newcomer, 0) - cost
                pot, cost = None, 0
        assert out[place].tolist() == [pots, ahead]


@pytest.mark.rule("OTD-P8", "OTD-P3")
def test_late_entry_is_worth_the_same_whatever_was_missed() -> None:
    found = study(setup_of(DRAW, 3, JOINING[STEADY]), FEWEST, "late")
    exactly = found.late_exactly()
    assert exactly == -Fraction(600, 3)
    worth = found.entered_late()
    assert list(worth) == list(LATE)
    for estimate in worth.values():
        assert abs(estimate.z(exactly) or 9) < 4
    assert worth[20].standard_error > worth[0].standard_error


@pytest.mark.parametrize(("name", "players", "words"), [(DRAW, 2, {}), (STUD, 1, {}), (STUD, 2, {})])
def test_pots_run_as_long_as_the_exact_odds_say(name: str, players: int, words: dict[str, str]) -> None:
    found = study(setup_of(name, players, JOINING[STEADY], NEVER_FOLD, words), FEWEST, "odds")
    odds = found.odds()
    assert odds is not None and odds.is_exact
    assert abs(found.won_in_a_round.z(odds.won) or 9) < 4
    assert abs(found.length.z(odds.rounds) or 9) < 4
    if name == STUD:
        assert abs(found.divided.z(odds.divided) or 9) < 4
        assert found.rake_exactly() is None
    else:
        rake = found.rake_exactly()
        assert rake == 600 * odds.won
        assert abs(found.house_an_hour(Fraction(30)).z(30 * rake) or 9) < 4


def test_exact_odds_are_told_only_where_they_are_those_of_the_table() -> None:
    three = study(setup_of(DRAW, 3, JOINING[STEADY], NEVER_FOLD), FEWEST, "")
    casual = study(setup_of(DRAW, 2, JOINING[CASUAL], NEVER_FOLD), FEWEST, "")
    folding = study(setup_of(STUD, 2, JOINING[STEADY]), FEWEST, "")
    dealer = study(setup_of(STUD, 2, JOINING[STEADY], NEVER_FOLD, {"dealer_participates": "true"}), FEWEST, "")
    assert [found.odds() for found in (three, casual, folding, dealer)] == [None] * 4
    assert folding.won_in_a_round.value < dealer.won_in_a_round.value


def same(one: PotStudy, other: PotStudy) -> bool:
    """Whether two studies have counted the same in everything."""
    columns = [(found.evenings, found.lengths, found.sizes, found.entries, found.late) for found in (one, other)]
    return all(np.array_equal(ours, theirs) for ours, theirs in zip(*columns, strict=True))


def test_the_same_seed_counts_the_same_whoever_deals() -> None:
    setup, rounds = setup_of(DRAW, 2, JOINING[CASUAL]), FEWEST + 100
    found = study(setup, rounds, "a")
    assert found.rounds == rounds
    assert not same(found, study(setup, rounds, "b"))
    job = PotJob.of(setup, "a")
    for workers in (1, 3):
        assert same(found, job.results(Local(workers).run(job, Stretch(0, rounds), lambda dealt: None, Event())))


def test_told_to_stop_the_evenings_from_the_first_on_are_told() -> None:
    job, stop, told = PotJob.of(setup_of(STUD, 5, JOINING[CASUAL]), "a"), Event(), list[int]()

    def enough(dealt: int) -> None:
        told.append(dealt)
        if sum(told) >= FEWEST:
            stop.set()

    found = job.results(Local(2).run(job, Stretch(0, 10**12), enough, stop))
    assert FEWEST <= found.rounds == sum(told) < 10**6
    assert same(found, job.results(job.deal(Stretch(0, found.rounds))))


def test_a_ratio_knows_the_spread_between_evenings() -> None:
    upper, lower = np.array([3, 5, 4, 8]), np.array([1, 1, 1, 1])
    estimate = ratio(upper, lower)
    assert estimate.value == 5
    assert estimate.standard_error == pytest.approx(np.std(upper, ddof=1) / 2)
    assert ratio(2 * lower, lower).standard_error == 0


def test_too_few_rounds_are_refused() -> None:
    with pytest.raises(Refused, match="too few to tell how far pots are off; play 40,960 or more"):
        check_rounds(FEWEST - 1)
    job = PotJob.of(setup_of(DRAW, 2, JOINING[STEADY]), "")
    with pytest.raises(Refused, match="4,096 rounds are too few"):
        job.results(job.deal(Stretch(0, 4096)))


def test_models_say_what_they_assume_and_fill_the_exact_column_where_folds_cannot_matter() -> None:
    game = game_named("on-the-draw")()

    def study(joining: str, *strategies: str, players: int = 2) -> PotStudy:
        job = PotJob.of(Setup(game, players, strategies or (OPTIMAL,), pot=JOINING[joining]), "assumptions")
        return job.results(job.deal(Stretch(0, FEWEST)))

    steady, casual = study(STEADY), study(CASUAL)
    assert steady.odds() is not None and casual.odds() is None
    assert any("no hand is folded so that could have won it" in words for words in steady.assumptions())
    assert any("everybody is out of it" in words for words in casual.assumptions())
    six = study(STEADY, players=6)
    assert six.odds() is None and six.bounds() is not None
    least, most = six.bounds() or (0, 0)
    assert least < six.won_in_a_round.value < most
    # All bear an equal part of the rake of one bet, $5: six of them, where one or two have come in.
    assert six.entering_together()[1] == (Fraction(-500, 6), Fraction(500, 5) - Fraction(500, 6))
    assert six.entering_together()[2] == (Fraction(-500, 6), Fraction(500, 4) - Fraction(500, 6))
