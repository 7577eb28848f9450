"""Sessions with a bankroll against every path counted by hand, and against the same words drawn by other code."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from threading import Event

import pytest

from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.solver import solver_of
from croupier.games import game_named
from croupier.simulate.kernel.kernel_chance import block
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.runs.runner import Local, Stretch
from croupier.simulate.sessions import (
    AHEAD,
    RUINED,
    SESSION,
    TIME_UP,
    SessionJob,
    SessionPlan,
    Sessions,
    churn,
    printed_holds,
    tables_of,
    with_errors,
)
from croupier.simulate.setup import pace


def bet(outcomes: dict[Fraction | int, Fraction]) -> Analysis:
    """A bet with these outcomes."""
    exactly = {Fraction(net): chance for net, chance in outcomes.items()}
    mean = sum((net * chance for net, chance in exactly.items()), Fraction(0))
    return Analysis("main", "ante", exactly, Fraction(1), mean)


def play_sessions(analysis: Analysis, plan: SessionPlan, sessions: int, seed: str) -> Sessions:
    """So many sessions, played one after the other."""
    job = SessionJob(analysis, plan, seed)
    return job.results(job.deal(Stretch(0, sessions)))


def lines(found: Sessions, first: int) -> list[list[int]]:
    """The first sessions, line by line."""
    return [line[:first].tolist() for line in (found.won, found.played, found.ended, found.needed)]


COIN = bet({1: Fraction(1, 2), -1: Fraction(1, 2)})
UNEVEN = bet({-2: Fraction(3, 10), 0: Fraction(1, 5), Fraction(3, 2): Fraction(2, 5), 4: Fraction(1, 10)})


def walk(nets: list[Fraction], plan: SessionPlan, most_lost: int) -> tuple[Fraction, int, int, Fraction]:
    """One session by hand, in cents: what is won, the rounds, how it ends, and the bankroll that would have lasted."""
    money, before, story = Fraction(0), [], None
    for number, net in enumerate(nets):
        if plan.goal is not None and money >= plan.goal:
            break
        before.append(money)
        if story is None and plan.buy_in + money < most_lost:
            story = money, number, RUINED
        money += net * plan.stake
    ahead = plan.goal is not None and money >= plan.goal
    return *(story or (money, len(before), AHEAD if ahead else TIME_UP)), most_lost - min(before)


def every_path(analysis: Analysis, plan: SessionPlan) -> list[tuple[Fraction, tuple[Fraction, int, int, Fraction]]]:
    most_lost = int(-min(analysis.outcomes) * plan.stake)
    return [
        (prod(analysis.outcomes[net] for net in nets), walk(list(nets), plan, most_lost))
        for nets in product(analysis.outcomes, repeat=plan.rounds)
    ]


@pytest.mark.parametrize("goal", [None, 800])
def test_simulated_sessions_agree_with_every_path_counted(goal: int | None) -> None:
    plan = SessionPlan(buy_in=900, stake=300, rounds=6, goal=goal)
    paths = every_path(UNEVEN, plan)
    found = play_sessions(UNEVEN, plan, 40_000, "paths")
    hold = sum(chance * -won / plan.buy_in for chance, (won, *_) in paths)
    rounds = sum(chance * played for chance, (_, played, *_) in paths)
    assert abs(found.hold.z(hold) or 9) < 4
    assert abs(found.rounds.z(rounds) or 9) < 4
    assert abs(found.z or 9) < 4
    for ended in (TIME_UP, RUINED, *([AHEAD] if goal else [])):
        exactly = sum(chance for chance, (_, _, how, _) in paths if how == ended)
        assert abs(found.share(ended).z(exactly) or 9) < 4
    least = found.bankroll(0.1)
    ruined_with = {
        cents: float(sum(chance for chance, (*_, needed) in paths if needed > cents))
        for cents in (least.interval[0] - 1, least.interval[1])
    }
    assert ruined_with[least.interval[1]] <= 0.11
    assert ruined_with[least.interval[0] - 1] > 0.09


@pytest.mark.parametrize("goal", [None, 1_500])
def test_every_session_is_the_one_its_words_say(goal: int | None) -> None:
    plan = SessionPlan(buy_in=1_300, stake=300, rounds=11, goal=goal)
    found = play_sessions(UNEVEN, plan, 40, "words")
    key, nets = key_of("words"), sorted(UNEVEN.outcomes)
    for session in range(40):
        words = [word for place in range(3) for word in block(key, session, place, SESSION)]
        drawn = [
            next(net for net in nets if sum(UNEVEN.outcomes[n] for n in nets if n <= net) * 2**64 > word)
            for word in words[: plan.rounds]
        ]
        line = (
            Fraction(int(found.won[session]), found.parts),
            found.played[session],
            found.ended[session],
            Fraction(int(found.needed[session]), found.parts),
        )
        assert line == walk(drawn, plan, 600)


def test_a_fair_coin_ruins_as_often_as_the_gambler_is_told() -> None:
    found = play_sessions(COIN, SessionPlan(buy_in=300, stake=100, rounds=2_000, goal=500), 10_000, "coin")
    assert abs(found.share(RUINED).z(Fraction(5, 8)) or 9) < 4
    assert abs(found.share(AHEAD).z(Fraction(3, 8)) or 9) < 4


def test_the_churn_formula_holds_for_whoever_cannot_be_ruined() -> None:
    analysis = solver_of(game_named("on-the-draw")()).analyze()["main"]
    plan = SessionPlan(buy_in=1_000_000, stake=1_000, rounds=60)
    assert churn(analysis, plan) == analysis.house_edge * 1_000 * 60 / 1_000_000
    assert churn(analysis, plan) == analysis.element_of_risk * analysis.average_wager * 1_000 * 60 / 1_000_000
    found = play_sessions(analysis, plan, 20_000, "churn")
    assert found.share(RUINED).value == 0
    assert abs(found.hold.z(churn(analysis, plan)) or 9) < 4


def test_the_same_seed_plays_the_same_sessions_and_more_of_them_begin_alike() -> None:
    plan = SessionPlan(buy_in=2_000, stake=500, rounds=30)
    assert lines(play_sessions(UNEVEN, plan, 50, "a"), 50) == lines(play_sessions(UNEVEN, plan, 80, "a"), 50)
    assert lines(play_sessions(UNEVEN, plan, 50, "a"), 50) != lines(play_sessions(UNEVEN, plan, 50, "b"), 50)


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_sessions_do_not_depend_on_how_many_play_them(workers: int) -> None:
    job, told = SessionJob(UNEVEN, SessionPlan(buy_in=2_000, stake=500, rounds=30_000), "workers"), list[int]()
    found = job.results(Local(workers).run(job, Stretch(0, 60), told.append, Event()))
    assert lines(found, 60) == lines(play_sessions(UNEVEN, job.plan, 60, "workers"), 60)
    assert sum(told) == len(found) == 60
    assert len(told) > workers


def test_told_to_stop_the_sessions_from_the_first_on_are_told() -> None:
    job, stop = SessionJob(UNEVEN, SessionPlan(buy_in=2_000, stake=500, rounds=10_000), "stop"), Event()
    found = job.results(Local(2).run(job, Stretch(0, 10**7), lambda played: stop.set(), stop))
    assert 0 < len(found) < 10**7
    assert lines(found, len(found)) == lines(play_sessions(UNEVEN, job.plan, len(found), "stop"), len(found))


def test_errors_mix_two_ways_to_play_exactly() -> None:
    mixed = with_errors(COIN, UNEVEN, Fraction(1, 4))
    assert mixed.expected_value == UNEVEN.expected_value / 4
    assert mixed.outcomes[Fraction(-1)] == Fraction(3, 8)
    assert mixed.outcomes[Fraction(4)] == Fraction(1, 40)
    with pytest.raises(Refused, match="it must be from 0 to 1"):
        with_errors(COIN, UNEVEN, Fraction(5, 4))


def test_the_pace_is_a_line_through_three_and_six_players() -> None:
    assert [pace(players) for players in (3, 6, 4)] == [Fraction(75, 2), 30, 35]


def test_a_printed_hold_is_that_of_the_bet_and_its_table() -> None:
    game = game_named("on-the-draw").choose({}, {"play": "OTD-03", "trips": "trips-2"})
    bets = list(solver_of(game).analyze())
    main, trips = (printed_holds(tables_of(game, name)) for name in bets)
    assert [(hold.paytable, hold.value) for hold in main] == [("play OTD-03", Fraction(24, 100))]
    assert [(hold.paytable, hold.value) for hold in trips] == [("trips trips-2", Fraction(26, 100))]
    draw = game_named("three-card-draw")()
    assert [table.bet for table in tables_of(draw, "main")] == ["ante-bonus"]
    assert tables_of(draw, "bonus-alone") == []
    assert printed_holds(tables_of(draw, "main")) == []
