"""The pit's alarms: bands from exact outcomes, false alarms at the stated rate, and power against a stated cheat."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest

from croupier.exact.analysis import Analysis
from croupier.exact.solver import solver_of
from croupier.floor.pit.bands import BetsMade, BetTheory, Expected
from croupier.floor.pit.figures import (
    PERSON_RATE,
    TABLE_RATE,
    PitFigures,
    PitGathered,
    PlayerRating,
    Theories,
    at_least,
    player_alarms,
    table_alarms,
)
from croupier.games import game_named, game_names
from croupier.json_shapes import FollowedBet, SharedLuck
from croupier.reports.proof import canonical
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.runs.prepared import simulation_of
from croupier.simulate.setup import Setup
from croupier.simulate.shared_luck import ROUNDS, shared_luck
from croupier.simulate.simulated_table import SHIFT
from croupier.table.game import Game

COIN = BetTheory.of([(1.0, 0.45), (-1.0, 0.55)])


def test_the_odds_of_a_total_are_those_of_counting() -> None:
    """Against all totals of 200 even-money bets, to half of the last step."""
    rounds, wins = 200, Fraction(55, 100)
    expected = Expected([BetsMade(COIN, 100, rounds)])
    assert expected.win == pytest.approx(2000) and expected.deviation**2 == pytest.approx(200 * 0.99 * 100**2)
    for won in (80, 90, 100, 110, 120, 130, 140):
        exact = float(sum(comb(rounds, k) * wins**k * (1 - wins) ** (rounds - k) for k in range(won + 1, rounds + 1)))
        cents = 100 * (2 * won + 1 - rounds)
        assert expected.odds(cents)[1] == pytest.approx(exact, rel=0.02), won
    low, high = expected.band(0.001)
    for end, tail in ((low, 0), (high, 1)):
        assert expected.odds(end)[tail] == pytest.approx(0.001, rel=0.05)


def test_a_night_with_a_rare_prize_is_as_likely_as_the_prize() -> None:
    """One of a thousand units that comes once in 333 nights is no alarm at one in two thousand, however far it is."""
    lottery = BetTheory.of([(1000.0, 1e-5), (1.0, 0.44999), (-1.0, 0.55)])
    expected = Expected([BetsMade(lottery, 100, 300)])
    prize = 1 - (1 - 1e-5) ** 300
    for won in (-30_000, -60_000, -80_000):
        assert expected.odds(won)[0] == pytest.approx(prize, rel=0.01), won
    assert expected.band(0.0005)[0] < -95_000 < expected.band(0.005)[0]
    assert expected.odds(-120_000)[0] < 1e-4


def test_prizes_that_come_together_are_one_step() -> None:
    """A side bet whose prize comes only with the main bet's: the night of both is as likely as of one."""
    side, main = BetTheory.of([(1000.0, 1e-5), (-1.0, 0.99999)]), BetTheory.of([(200.0, 1e-5), (-1.0, 0.99999)])
    with_main = FollowedBet(1.0, [5e-6, 0.500005], [-200 - main.mean, 1 - main.mean])
    luck = SharedLuck(1000, {}, {}, bets=["main", "side"], followed={"side": {"main": with_main}})
    gathered = PitGathered(Counter(rounds=300))
    for name in ("side", "main"):
        gathered.wagers[1, name, 100].update(rounds=300)
    known = {(1, "side", 100): side, (1, "main", 100): main}
    together, apart = (gathered.expected(Theories(known, each)) for each in ({1: luck}, {}))
    assert together is not None and apart is not None
    assert together.win == pytest.approx(apart.win)
    assert together.odds(-50_000)[0] == pytest.approx(0.003, rel=0.02), "59,800 won and 120,000 paid"
    assert apart.odds(-50_000)[0] < 1e-4, "59,900 won and 100,000 paid"


def test_luck_that_is_shared_widens_the_band() -> None:
    alone = Expected([BetsMade(COIN, 100, 500)])
    shared = Expected(alone.bets, 500 * 0.5 * 100**2, 500 * 0.5 * 100**3)
    against = Expected(alone.bets, -500 * 0.5 * 100**2)
    assert against.band(0.001)[0] > alone.band(0.001)[0] > shared.band(0.001)[0]
    assert shared.odds(shared.win - 4000)[0] > alone.odds(alone.win - 4000)[0]


def of_coins(rounds: int, won: int, luck: dict[int, SharedLuck], wagers: int = 1) -> PitFigures:
    """A table with one seat at which dollars were bet on coins."""
    gathered = PitGathered(Counter(rounds=rounds))
    for name in "ab"[:wagers]:
        gathered.wagers[1, name, 100].update(rounds=rounds, won=won)
    return gathered.figures("table", Theories({(1, name, 100): COIN for name in "ab"}, luck))


def test_nothing_is_said_of_few_rounds_nor_odds_told_that_are_not_sharp() -> None:
    few, enough = of_coins(19, 1900, {}), of_coins(20, 2000, {})
    assert few.theoretical is not None and few.low is few.high is few.chance_below is few.chance_above is None
    assert enough.low is not None and enough.high is not None and enough.low < 200 < enough.high < 2000
    assert enough.chance_above is not None and enough.chance_above < 1e-4
    assert [alarm.kind for alarm in table_alarms([(1, few), (1, enough)])] == ["table-high"]
    usual = of_coins(100, 0, {})
    assert usual.chance_below is usual.chance_above is None, "one deviation from the mean"
    assert usual.low is not None


def test_figures_say_when_bets_are_only_taken_to_be_independent() -> None:
    assert not of_coins(50, 0, {}).assumed_independent, "one bet of one seat"
    assert of_coins(50, 0, {}, wagers=2).assumed_independent
    assert of_coins(50, 0, {1: SharedLuck(0, {}, {})}, wagers=2).assumed_independent, "a game without a kernel"
    assert not of_coins(50, 0, {1: SharedLuck(1000, {}, {})}, wagers=2).assumed_independent


def test_third_moments_are_of_the_same_bet_in_whatever_order_names_are_kept() -> None:
    luck = SharedLuck(1000, {}, {"b": {"b": 0.5}, "a": {"a": 0.1}}, 5.0, 0.0, ["b", "a"])
    sorted_by_name = msgspec.json.decode(canonical(luck), type=SharedLuck)
    assert list(sorted_by_name.between) == ["a", "b"]
    gathered = PitGathered(Counter(rounds=50))
    gathered.of_tables[1].update(seats=100, pairs=100)
    gathered.wagers[1, "a", 100].update(rounds=100)
    gathered.wagers[1, "b", 900].update(rounds=100)
    bands = [
        gathered.figures("table", Theories({(1, "a", 100): COIN, (1, "b", 900): COIN}, {1: each})).low
        for each in (luck, sorted_by_name)
    ]
    assert bands[0] == bands[1] is not None


def player(**counts: int) -> PlayerRating:
    told = {"rounds": 100, "decisions": 200, "clocked": 0, "voided": 0} | counts
    return PlayerRating(
        account=1, name="Ann", average_bet=0, handle=0, win=0, theoretical=0.0, chance_below=0.5, **told
    )


def test_whoever_leaves_much_to_the_clock_or_has_many_rounds_called_off_sets_off_an_alarm() -> None:
    others = [player(clocked=2, voided=1) for _ in range(20)]
    assert player_alarms(others) == []
    assert [alarm.kind for alarm in player_alarms([*others, player(clocked=30)])] == ["clock"]
    assert [alarm.kind for alarm in player_alarms([*others, player(voided=15)])] == ["voids"]
    assert at_least(5, 10, 0, 0) > 0.4, "nothing is known without others"


@pytest.mark.parametrize(("of", "others", "of_others"), [(1, 0, 0), (40, 3, 500), (200, 100, 300), (60, 0, 9000)])
def test_the_odds_of_so_many_are_those_of_counting(of: int, others: int, of_others: int) -> None:
    """Against the exact sum of the beta-binomial distribution, in fractions."""
    yes, no = Fraction(2 * others + 1, 2), Fraction(2 * (of_others - others) + 1, 2)

    def chance(k: int) -> Fraction:
        found = Fraction(comb(of, k))
        for step in range(k):
            found *= yes + step
        for step in range(of - k):
            found *= no + step
        for step in range(of):
            found /= yes + no + step
        return found

    chances = [chance(k) for k in range(of + 1)]
    for count in range(of + 1):
        exact = float(sum(chances[count:]))
        assert at_least(count, of, others, of_others) == pytest.approx(exact, rel=1e-9, abs=1e-300)
    assert at_least(100, 10**6, 5 * 10**5, 10**6) == 1.0 and at_least(10**6, 10**6, 5, 10**6) < 1e-12


class Counted(NamedTuple):
    """A bet of a simulated night, as the pit's rows have it."""

    table: int
    wager: str
    stake: int
    rounds: int
    won: int
    handle: int = 0


def alarms_in(
    game: Game[Any], nights: int, players: int = 5, rounds: int = 300, cheated: float = 0.2, measured: int = ROUNDS
) -> Counter[str]:
    """Nights on which each alarm goes off: honest ones, and with a dealer who pays a share of one player's losses.

    The cheating dealer pays lost main bets as if they had won even money on all that was wagered.
    """
    simulation = simulation_of(Setup(game, players))
    exact = simulation.exact("optimal")
    bets = [bet for bet in simulation.outcomes.bets if bet.name in exact]
    theories = Theories(
        {(1, bet.name, bet.stake): theory_of(exact[bet.name]) for bet in bets}, {1: shared_luck(game, measured)}
    )
    cents = [-simulation.outcomes.bet_cents(bet) for bet in bets]
    is_made = [simulation.outcomes.of_bet(bet) for bet in bets]
    found, sheet, key = Counter[str](), simulation.sheet(rounds), key_of("nights")
    generator = np.random.default_rng(len("nights"))
    seats = {"rounds": rounds, "seats": rounds * players, "pairs": rounds * players * (players - 1)}
    for night in range(nights):
        simulation.deal(key, night * SHIFT, rounds, sheet)
        outcomes = sheet.outcomes[:rounds]
        table, player = PitGathered(Counter(seats)), PitGathered()
        table.of_tables[1].update(seats)
        won = dict.fromkeys(("table", "player"), 0)
        for bet, of_bet, is_bet in zip(bets, cents, is_made, strict=True):
            times, win = is_bet[outcomes].sum(axis=0), of_bet[outcomes].sum(axis=0)
            table.add_wager(Counted(1, bet.name, bet.stake, int(times.sum()), int(win.sum())))
            player.add_wager(Counted(1, bet.name, bet.stake, int(times[0]), int(win[0])))
            won["table"] += int(win.sum())
            won["player"] += int(win[0])
        lost = cents[0][outcomes[:, 0]]
        paid = 2 * int(lost[(lost > 0) & (generator.random(rounds) < cheated)].sum())
        for who, gathered, rate in (("table", table, TABLE_RATE / 2), ("player", player, PERSON_RATE)):
            expected = gathered.expected(theories)
            assert expected is not None
            found[f"{who} low"] += (expected.sharp_odds(won[who])[0] or 1) < rate
            found[f"{who} high"] += (expected.sharp_odds(won[who])[1] or 1) < rate
            found[f"{who} cheated"] += (expected.sharp_odds(won[who] - paid)[0] or 1) < rate
    return found


def theory_of(bet: Analysis) -> BetTheory:
    return BetTheory.of([(float(net), float(chance)) for net, chance in bet.outcomes.items() if chance])


def check_rates(found: Counter[str], nights: int) -> None:
    """The false alarms are no more than so many nights bring by chance."""
    for alarm, rate in (("table low", TABLE_RATE / 2), ("table high", TABLE_RATE / 2), ("player low", PERSON_RATE)):
        assert found[alarm] <= rate * nights + 3 * (rate * nights) ** 0.5 + 2, alarm


def test_alarms_go_off_on_a_cheat_and_not_by_chance() -> None:
    found = alarms_in(game_named("three-card-draw")(), 60, players=3, rounds=100, cheated=0.9, measured=1 << 14)
    check_rates(found, 60)
    assert found["player cheated"] > 50 and found["table cheated"] > 15


@pytest.mark.confirm
@pytest.mark.parametrize("game", game_names())
def test_alarms_go_off_by_chance_at_the_stated_rate(game: str) -> None:
    """And a cheat sets them off, but in Big Draw: its prizes are larger, and come more often than alarms may."""
    found = alarms_in(game_named(game)(), 10_000)
    check_rates(found, 10_000)
    if game == "big-draw":
        royal = solver_of(game_named(game)()).analyze()["five-card-draw/first-5"].outcomes
        assert 300 * royal[Fraction(5000)] > 4 * PERSON_RATE
    else:
        assert found["player cheated"] > 10 * max(found["player low"], 1)
