"""How the results of sessions spread as they go on, and how often they end in ruin by what is bought in for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from threading import Event
from typing import Final

import numpy as np

from croupier.exact.analysis import Analysis
from croupier.simulate.bankroll.holds import churn
from croupier.simulate.bankroll.sessions import RUINED, SessionJob, SessionPlan, Sessions
from croupier.simulate.estimates import Estimate, mean
from croupier.simulate.runs.runner import Local, Runner, Stretch

PERCENTILES: Final = (5, 25, 50, 75, 95)
POINTS: Final = 24
"""The points of a curve."""
WIDEST: Final = 0.995
"""The curve of ruin goes on until so many sessions last."""


@dataclass(frozen=True)
class SoFar:
    """What sessions have come to after so many rounds."""

    rounds: int
    cents: Sequence[int]
    """Won at each of the percentiles."""
    ruined: Estimate


@dataclass(frozen=True)
class SessionCurves:
    """Sessions, the same ones cut short after fewer rounds, and ruin by the buy-in."""

    sessions: Sessions
    churn: Fraction
    results: Sequence[SoFar]
    ruin: Sequence[tuple[int, Estimate]]
    """By cents bought in for."""


def session_curves(
    analysis: Analysis, plan: SessionPlan, sessions: int, seed: str, runner: Runner | None = None
) -> SessionCurves:
    """Play sessions; session n has the same rounds however long it is."""
    lengths = sorted({max(1, round(plan.rounds * at / POINTS)) for at in range(1, POINTS + 1)})
    cut = [
        _played(analysis, SessionPlan(plan.buy_in, plan.stake, length, plan.goal), sessions, seed, runner or Local(1))
        for length in lengths
    ]
    nothing = SoFar(0, (0,) * len(PERCENTILES), Estimate(Fraction(0), 0.0))
    results = [nothing, *(_so_far(each) for each in cut)]
    return SessionCurves(cut[-1], churn(analysis, plan), results, _ruin(cut[-1]))


def _played(analysis: Analysis, plan: SessionPlan, sessions: int, seed: str, runner: Runner) -> Sessions:
    job = SessionJob(analysis, plan, seed)
    return job.results(runner.run(job, Stretch(0, sessions), lambda played: None, Event()))


def _so_far(sessions: Sessions) -> SoFar:
    won = np.percentile(sessions.won / sessions.parts, PERCENTILES, method="nearest")
    return SoFar(sessions.plan.rounds, [round(cents) for cents in won], sessions.share(RUINED))


def _ruin(sessions: Sessions) -> list[tuple[int, Estimate]]:
    """The share of sessions that would have needed more, from the least that covers a round."""
    needed = np.sort(sessions.needed) / sessions.parts
    widest = max(float(np.quantile(needed, WIDEST)), 1.5 * sessions.plan.buy_in)
    grid = np.linspace(float(needed[0]), widest, 2 * POINTS)
    dollar_steps = sorted({100 * ceil(cents / 100) for cents in grid} | {sessions.plan.buy_in})
    return [(cents, mean(sessions.needed > cents * sessions.parts)) for cents in dollar_steps]
