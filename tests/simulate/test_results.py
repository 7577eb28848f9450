"""What is counted and what it is said to mean, against the same counted and computed by hand."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.games import game_named
from croupier.simulate.kernel.outcomes import Outcome, OutcomeBet, Outcomes
from croupier.simulate.results import Results, results
from croupier.simulate.setup import Setup
from croupier.simulate.tally import BINS, LONGEST, Counter, Tally

GAME = game_named("on-the-draw")()
BETS = (OutcomeBet("main", ("ante", "play"), 500, "ante", acts=True), OutcomeBet("side", ("trips",), 100))
NETS = [
    {"ante": -500, "trips": -100},
    {"ante": 500, "play": 1000, "trips": -100},
    {"ante": 0, "trips": 0},
    {"ante": -500, "play": -1000, "trips": 700},
]
OUTCOMES = Outcomes(
    [Outcome(nets, dict.fromkeys(nets, 500), f"action {place % 2}") for place, nets in enumerate(NETS)], BETS
)


def played(seats: list[list[int]], strategies: tuple[str, ...], per_hour: int = 5) -> tuple[Tally, Results]:
    """Rounds whose outcomes are given by seat."""
    setup = Setup(GAME, len(seats), strategies)
    counter = Counter(setup, OUTCOMES, per_hour)
    tally = counter.nothing()
    counter.count(np.array(seats, np.int32).T.copy(), tally)
    return tally, results(tally, OUTCOMES, setup.groups, {}, per_hour, counter.bin_cents)


def some_rounds(seats: int, rounds: int) -> list[list[int]]:
    return np.random.default_rng(seats).integers(0, len(NETS), (seats, rounds)).tolist()


def main_units(outcome: int) -> Fraction:
    return Fraction(NETS[outcome].get("ante", 0) + NETS[outcome].get("play", 0), 500)


def test_mean_variance_wager_and_frequencies_are_those_of_the_rounds() -> None:
    (seat,) = some_rounds(1, 999)
    _, found = played([seat], ("simple",))
    _, bets = found.strategies["simple"]
    main = bets["main"]
    units = [main_units(outcome) for outcome in seat]
    assert main.mean == sum(units) / 999
    assert main.variance == sum(unit**2 for unit in units) / 999 - main.mean**2
    assert main.nets == {unit: units.count(unit) for unit in set(units)}
    assert main.hit_frequency == Fraction(sum(unit > 0 for unit in units), 999)
    assert main.average_wager == Fraction(sum(len(NETS[outcome]) - 1 for outcome in seat), 999)
    assert main.actions == {f"action {a}": sum(outcome % 2 == a for outcome in seat) for a in (0, 1)}
    assert bets["side"].actions == {}
    assert main.standard_error == pytest.approx(np.std([float(unit) for unit in units], ddof=1) / sqrt(999))


def test_the_standard_error_knows_that_the_seats_of_a_round_are_not_independent() -> None:
    (seat,) = some_rounds(1, 500)
    _, alone = played([seat], ("simple",))
    _, twins = played([seat, seat], ("simple",))
    assert twins.main.standard_error == pytest.approx(alone.main.standard_error)
    assert twins.main.observations == 2 * alone.main.observations
    seats = some_rounds(3, 500)
    _, found = played(seats, ("simple",))
    together = [sum(float(main_units(outcome)) for outcome in row) for row in zip(*seats, strict=True)]
    assert found.main.standard_error == pytest.approx(np.std(together, ddof=1) / sqrt(500) / 3)


def test_strategies_are_told_apart() -> None:
    first, second, third = some_rounds(3, 400)
    _, found = played([first, second, third], ("simple", "optimal", "simple"))
    assert {name: seats for name, (seats, _) in found.strategies.items()} == {"simple": [1, 3], "optimal": [2]}
    _, alone = played([second], ("optimal",))
    assert found.strategies["optimal"][1]["main"].nets == alone.main.nets
    assert found.strategies["optimal"][1]["main"].standard_error == alone.main.standard_error


def test_tallies_add_up_to_the_tally_of_all_rounds() -> None:
    seats = some_rounds(2, 300)
    whole, _ = played(seats, ("simple",), per_hour=50)
    parts, _ = played([seat[:100] for seat in seats], ("simple",), per_hour=50)
    rest, _ = played([seat[100:] for seat in seats], ("simple",), per_hour=50)
    rest.add(parts)
    assert rest.rounds == whole.rounds == 300
    assert (rest.counts == whole.counts).all()
    assert rest.squares == whole.squares
    assert (rest.hours == whole.hours).all()
    assert rest.deepest == whole.deepest


def streaks(signs: list[int]) -> dict[int, dict[int, int]]:
    """By sign, how many streaks had each length; pushes are passed over."""
    found: dict[int, dict[int, int]] = {-1: {}, 1: {}}
    length, now = 0, 0
    for sign in [*(sign for sign in signs if sign), 0]:
        if sign == now:
            length += 1
        else:
            if now:
                found[now][length] = found[now].get(length, 0) + 1
            length, now = 1, sign
    return found


@pytest.mark.parametrize("seed", range(5))
def test_streaks_are_counted_at_every_length_with_pushes_passed_over(seed: int) -> None:
    seat = np.random.default_rng(seed).choice(4, 300, p=[0.35, 0.4, 0.2, 0.05]).tolist()
    _, found = played([seat], ("simple",))
    nets = [sum(NETS[outcome].values()) for outcome in seat]
    by_hand = streaks([int(np.sign(net)) for net in nets])
    for sign, told in ((1, found.won), (-1, found.lost)):
        said = told.to_json()
        assert {int(length): count for length, count in said["lengths"].items()} == by_hand[sign]
        assert told.longest == max(by_hand[sign])
        assert told.average == pytest.approx(
            sum(length * count for length, count in by_hand[sign].items()) / sum(by_hand[sign].values())
        )


def test_a_streak_longer_than_can_be_told_is_counted_at_the_longest() -> None:
    _, found = played([[0] * (LONGEST + 50)], ("simple",))
    assert found.lost.longest == LONGEST
    assert found.won.longest == 0


@pytest.mark.parametrize("players", [1, 3])
def test_hours_and_the_deepest_falls_in_them_are_those_of_the_rounds(players: int) -> None:
    seats, per_hour = some_rounds(players, 103), 20
    _, found = played(seats, ("simple",), per_hour)
    width = Counter(Setup(GAME, players, ("simple",)), OUTCOMES, per_hour).bin_cents
    expected: dict[str, list[int]] = {"seat": [], "table": [0] * 5, "fall": []}
    for seat in seats:
        for hour in range(5):
            path = np.cumsum([0, *(sum(NETS[o].values()) for o in seat[hour * per_hour : (hour + 1) * per_hour])])
            expected["seat"].append(int(path[-1]))
            expected["fall"].append(int((np.maximum.accumulate(path) - path).max()))
            expected["table"][hour] += int(path[-1])
    assert found.hours is not None
    for name, amounts in expected.items():
        binned: Any = getattr(found.hours, name)
        bins = np.bincount([amount // width + BINS // 2 for amount in amounts], minlength=BINS)
        assert (binned.counts == bins).all(), name
        for percent in (1, 50, 99):
            below = sorted(amounts)[-(-len(amounts) * percent // 100) - 1]
            assert binned.percentile(percent) == below // width * width
    assert found.hours.deepest == max(expected["fall"])
    assert found.hours.seat.number == 5 * players
    assert found.hours.to_json()["player"]["ahead"] == pytest.approx(
        sum(amount >= width for amount in expected["seat"]) / (5 * players)
    )


def test_fewer_rounds_than_an_hour_say_nothing_about_hours() -> None:
    _, found = played([[0, 1, 2]], ("simple",), per_hour=4)
    assert found.hours is None
    assert found.to_json()["hours"] is None


def test_one_round_has_a_mean_but_no_error() -> None:
    _, found = played([[1]], ("simple",))
    said = found.main.to_json()
    assert said["mean"] == 3
    assert said["standard_error"] is None
    assert said["interval_95"] is None


@pytest.mark.parametrize("per_hour", [0, -1, 4097])
def test_an_hour_must_fit_into_a_shift(per_hour: int) -> None:
    with pytest.raises(Refused, match=f"{per_hour} rounds per hour cannot be simulated; it is 1 to 4,096"):
        played([[1]], ("simple",), per_hour)


def test_results_too_large_to_be_squared_are_refused() -> None:
    huge = Outcomes([Outcome({"ante": 2**31}, {}), Outcome({"ante": 1}, {})], BETS)
    with pytest.raises(Refused, match="more than can be counted; bet less, or in rounder amounts"):
        Counter(Setup(GAME), huge, 60)
    Counter(Setup(GAME), Outcomes([Outcome({"ante": 2**31}, {}), Outcome({"ante": 2**10}, {})], BETS), 60)


def test_the_largest_squares_are_added_up_exactly() -> None:
    large = Outcomes([Outcome({"ante": 2**29 - 1}, {}), Outcome({"ante": 1}, {})], BETS[:1])
    setup = Setup(GAME, 2, ("simple",))
    counter = Counter(setup, large, 60)
    tally = counter.nothing()
    counter.count(np.zeros((4096, 2), np.int32), tally)
    assert tally.squares == [[4096 * (2**30 - 2) ** 2]]
