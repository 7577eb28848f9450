"""Sessions with a bankroll, round by round from a bet's exact outcomes: hold, ruin, and the bankroll that is needed.

A player buys in once and makes one bet, always the same, until the time is up, the goal is reached, or what is left
does not cover the most that a round can lose. Before the round after S was won in all, a bankroll B covers it if
B + S >= M; so B lasts a whole session if it is at least M - min S, the minimum being over all rounds until the time is
up or the goal reached. That number is written down for every session, whatever was bought in: the sessions in which it
is above the buy-in are those that end in ruin, and the bankroll for a risk of ruin is one of its percentiles.

Word r of session n, from a counter of its own, says which outcome its round r has: words below 2^64 times the
probability of the lowest result are that, and so on, so that no probability is off by more than 2^-64.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, lcm, sqrt
from threading import Event
from typing import Any, ClassVar, Final

import numpy as np

from croupier.arrays import Ints
from croupier.chips import dollars
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.store import kernel
from croupier.odds import PayTable
from croupier.simulate.kernel.stream import Key, block, key_of
from croupier.simulate.results import NORMAL_95, Estimate, mean, standard_error
from croupier.simulate.runs.runner import Local, Runner, Stop, Stretch, never
from croupier.table.game import Game, bet_groups


@dataclass
class KeptLines:
    """Columns with a line for each case, in pieces that lie in order only when they are asked for.

    >>> lines = KeptLines({4: (np.array([7, 8]),)})
    >>> lines.add(KeptLines({0: (np.array([1, 2, 3]),)}))
    >>> lines.in_order()
    [array([1, 2, 3, 7, 8])]
    """

    pieces: dict[int, tuple[Ints, ...]] = field(default_factory=dict)
    """By the number of the first round that a piece is of, its columns."""

    @property
    def rounds(self) -> int:
        """How many lines there are; where a line is of a session, a runner counts sessions for rounds."""
        return sum(len(columns[0]) for columns in self.pieces.values())

    def add(self, other: KeptLines) -> None:
        """Take in the pieces of another."""
        self.pieces |= other.pieces

    def in_order(self) -> list[Ints]:
        """The columns, whole."""
        return [np.concatenate(column) for column in zip(*(self.pieces[at] for at in sorted(self.pieces)), strict=True)]


SESSION: Final = 6
"""The purpose of the words of sessions."""
MOST_SESSIONS: Final = 10_000_000
MOST_ROUNDS: Final = 1_000_000

TIME_UP, RUINED, AHEAD = range(3)
"""How a session ended."""
LINE: Final = np.int64, np.int64, np.int8, np.int64
"""What is written down of a session: won, played, how it ended, needed."""

_WORDS: Final = 1 << 64
_GUIDE_BITS: Final = 8


@dataclass(frozen=True)
class SessionPlan:
    """What a player sets out with. Amounts are cents."""

    buy_in: int
    stake: int
    """One unit of the bet."""
    rounds: int
    goal: int | None = None
    """How far ahead the player leaves, if that is ever."""

    def __post_init__(self) -> None:
        if self.buy_in <= 0 or self.stake <= 0:
            raise Refused("nobody plays with a buy-in or a bet of $0; write dollars above zero")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise Refused(f"a session cannot have {self.rounds:,} rounds; it has 1 to {MOST_ROUNDS:,}")
        if self.goal is not None and self.goal <= 0:
            raise Refused("a goal of $0 is reached before the first round; write dollars to be ahead, above zero")


@dataclass(frozen=True)
class Bankroll:
    """The cents that end a session in ruin no more often than `risk`, and an interval for them."""

    risk: float
    cents: int
    interval: tuple[int, int]


@dataclass(frozen=True)
class Sessions:
    """Simulated sessions, one line each. Amounts are parts of a cent, `parts` to the cent."""

    analysis: Analysis
    plan: SessionPlan
    parts: int
    won: Ints
    """What the player won in the session, less what was lost."""
    played: Ints
    """The rounds of the session."""
    ended: Ints
    needed: Ints
    """The least bankroll that would have lasted until the time was up or the goal reached."""

    def __len__(self) -> int:
        return len(self.won)

    @property
    def hold(self) -> Estimate:
        """The house's win of a session by its drop, which is the buy-in."""
        return mean(-self.won).times(Fraction(1, self.parts * self.plan.buy_in))

    @property
    def rounds(self) -> Estimate:
        """How long sessions last."""
        return mean(self.played)

    @property
    def z(self) -> float | None:
        """The standard errors between what was won and the rounds played times their exact value.

        Whoever stops by what has happened, and not by what will, wins on average exactly that (Wald).
        """
        each = float(self.analysis.expected_value) * self.plan.stake * self.parts
        above = self.won - each * self.played
        error = standard_error(above)
        return float(np.mean(above)) / error if error else None

    def share(self, ended: int) -> Estimate:
        """The share of sessions that ended so."""
        return mean(self.ended == ended)

    def bankroll(self, risk: float) -> Bankroll:
        """The bankroll for a risk of ruin in a session like these."""
        lasting, reach = _rank(risk, len(self))
        ranks = (ceil(lasting), floor(lasting - reach), ceil(lasting + reach))
        in_order = np.sort(self.needed)
        least, low, high = (-int(-in_order[max(rank, 1) - 1] // self.parts) for rank in ranks)
        return Bankroll(risk, least, (low, high))


@dataclass(frozen=True)
class SessionJob:
    """Sessions of one bet; session n is the same whoever plays it."""

    analysis: Analysis
    plan: SessionPlan
    seed: str
    shift: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if max(map(abs, self._units)) * self.plan.rounds >= 2**62 or self.plan.buy_in * self._parts >= 2**62:
            raise Refused("these bets win more than can be counted; bet less, or in rounder amounts")
        if self.plan.buy_in * self._parts < self._most_lost:
            raise Refused(
                f"a buy-in of {dollars(self.plan.buy_in)} does not cover a round of {self.analysis.bet}, "
                f"which can lose {dollars(ceil(Fraction(self._most_lost, self._parts)))}; buy in for that or more"
            )

    @property
    def weight(self) -> int:
        """A session may have all its rounds."""
        return self.plan.rounds

    def nothing(self) -> KeptLines:
        """No sessions."""
        return KeptLines()

    def deal(self, stretch: Stretch, stop: Stop = never) -> KeptLines:
        """Play the sessions of these numbers."""
        columns = tuple(np.zeros(stretch.rounds, kind) for kind in LINE)
        play_sessions(key_of(self.seed), stretch.first, self.tables, self.ends, columns)
        return KeptLines({stretch.first: columns})

    def results(self, lines: KeptLines) -> Sessions:
        """The sessions in the order of their numbers."""
        return Sessions(self.analysis, self.plan, self._parts, *lines.in_order())

    @cached_property
    def _nets(self) -> list[Fraction]:
        """What a round can come to, the worst first."""
        return sorted(net for net, chance in self.analysis.outcomes.items() if chance)

    @cached_property
    def _parts(self) -> int:
        """The parts of a cent that all of it can be counted in."""
        return lcm(*((net * self.plan.stake).denominator for net in self._nets))

    @cached_property
    def _units(self) -> list[int]:
        return [int(net * self.plan.stake * self._parts) for net in self._nets]

    @property
    def _most_lost(self) -> int:
        return max(-self._units[0], 0)

    @cached_property
    def tables(self) -> tuple[Ints, Ints, Ints]:
        """The words above each outcome, where to begin looking by the first bits of a word, and what outcomes win."""
        return *_chances([self.analysis.outcomes[net] for net in self._nets]), np.array(self._units, np.int64)

    @property
    def ends(self) -> tuple[int, int, int, int]:
        """What ends a session: its rounds, the most that one can lose, the buy-in and the goal."""
        plan, parts = self.plan, self._parts
        goal = 2**62 if plan.goal is None else min(plan.goal * parts, 2**62)
        return plan.rounds, self._most_lost, plan.buy_in * parts, goal


def check_sessions(sessions: int, risk: float) -> None:
    """Refuse so few sessions that the risk of ruin cannot be told, and more than anybody has room for."""
    check_number(sessions)
    _rank(risk, sessions)


def check_number(sessions: int) -> None:
    """Refuse one session, and more than anybody has room for."""
    if not 2 <= sessions <= MOST_SESSIONS:
        raise Refused(f"{sessions:,} sessions cannot be simulated; it is 2 to {MOST_SESSIONS:,}")


def _rank(risk: float, sessions: int) -> tuple[float, float]:
    """The place of the bankroll for a risk of ruin among those that sessions need, and how far it may be off."""
    if not 0 < risk < 1:
        raise Refused(f"a risk of ruin of {risk} has no bankroll; write a share between 0 and 1, as in 0.05")
    lasting = (1 - risk) * sessions
    reach = NORMAL_95 * sqrt(lasting * risk)
    if lasting + reach > sessions or lasting < reach:
        raise Refused(f"{sessions:,} sessions are too few to tell a risk of ruin of {risk}; simulate more --sessions")
    return lasting, reach


def _chances(chances: list[Fraction]) -> tuple[Ints, Ints]:
    """For each outcome the first word that is above it, and for the first bits of a word the outcome to begin with."""
    limits, so_far = [], Fraction(0)
    for chance in chances[:-1]:
        so_far += chance
        limits.append(floor(so_far * _WORDS))
    above = np.array(limits, np.uint64)
    first_words = np.arange(1 << _GUIDE_BITS, dtype=np.uint64) << np.uint64(64 - _GUIDE_BITS)
    return above, np.searchsorted(above, first_words, side="right").astype(np.int64)


@kernel
def play_sessions(
    key: Key,
    first: int,
    tables: tuple[Ints, Ints, Ints],
    ends: tuple[int, int, int, int],
    columns: tuple[Ints, ...],
) -> None:
    """Play sessions from this number on; one that is ruined is walked on, for the bankroll that would have lasted."""
    above, guide, units = tables
    rounds, most_lost, buy_in, goal = ends
    won, played, ended, needed = columns
    a, b, c, d = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    for session in range(len(won)):
        money, lowest, at, over = 0, 0, 0, False
        while at < rounds and money < goal:
            lowest = min(lowest, money)
            if not over and buy_in + money < most_lost:
                over = True
                won[session] = money
                played[session] = at
                ended[session] = RUINED
            if at & 3 == 0:
                a, b, c, d = block(key, np.uint64(first + session), np.uint64(at >> 2), SESSION)
            word = a
            a, b, c = b, c, d
            outcome = guide[word >> np.uint64(64 - _GUIDE_BITS)]
            while outcome < len(above) and word >= above[outcome]:
                outcome += 1
            money += units[outcome]
            at += 1
        needed[session] = most_lost - lowest
        if not over:
            won[session] = money
            played[session] = at
            ended[session] = AHEAD if money >= goal else TIME_UP


def churn(analysis: Analysis, plan: SessionPlan) -> Fraction:
    """Hold by the churn formula: edge times average bet times rounds by buy-in, nobody being ruined or leaving early.

    The edge is of one unit and the average bet a unit, or the edge is of all that is wagered and the bet all of it:
    both are the same.
    """
    return analysis.house_edge * plan.stake * plan.rounds / plan.buy_in


def with_errors(best: Analysis, worse: Analysis, share: Fraction) -> Analysis:
    """The bet of a player who plays this share of the rounds in a worse way, and the others as well as can be."""
    if not 0 <= share <= 1:
        raise Refused(f"the error rate is {float(share)}; it must be from 0 to 1")
    outcomes = {
        net: (1 - share) * best.outcomes.get(net, Fraction(0)) + share * worse.outcomes.get(net, Fraction(0))
        for net in sorted(best.outcomes.keys() | worse.outcomes.keys())
    }
    return Analysis(
        bet=best.bet,
        unit=best.unit,
        outcomes=outcomes,
        average_wager=(1 - share) * best.average_wager + share * worse.average_wager,
        expected_value=(1 - share) * best.expected_value + share * worse.expected_value,
    )


@dataclass(frozen=True)
class PrintedHold:
    """A hold that the manufacturer prints beside a paytable."""

    paytable: str
    name: str
    words: str

    @property
    def value(self) -> Fraction:
        """The share that the words are."""
        return Fraction(self.words.rstrip("%")) / 100


def tables_of(game: Game[Any], bet: str) -> list[PayTable]:
    """The paytables of a bet: its own, or, for the first of the bets, those that are no bet's."""
    if bet in game.paytables:
        return [game.paytables[bet]]
    bets = [group.name for group in bet_groups(game)]
    return [table for name, table in game.paytables.items() if bet == bets[0] and name not in bets]


def printed_holds(tables: Iterable[PayTable]) -> list[PrintedHold]:
    """What paytables claim to hold."""
    return [
        PrintedHold(f"{table.bet} {table.name}", name, words)
        for table in tables
        for name, words in table.claims.items()
        if name.endswith("_hold")
    ]


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
