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
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm, sqrt
from typing import Any, Final

import numpy as np

from croupier.chips import dollars
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.store import kernel
from croupier.odds import PayTable
from croupier.simulate.results import NORMAL_95
from croupier.simulate.stream import Key, block, key_of
from croupier.table.game import Game

Ints = np.ndarray[Any, np.dtype[Any]]

SESSION: Final = 6
"""The purpose of the words of sessions."""
MOST_SESSIONS: Final = 10_000_000
MOST_ROUNDS: Final = 1_000_000

PACE_SEATS: Final = (3, 6)
PACE_ROUNDS: Final = (Fraction(75, 2), Fraction(30))
"""The assumed pace, that of Ultimate Texas Hold'em: about 35 to 40 rounds an hour with three players, 30 with six."""

TIME_UP, RUINED, AHEAD = range(3)
"""How a session ended."""

_WORDS: Final = 1 << 64
_GUIDE_BITS: Final = 8


@dataclass(frozen=True)
class Plan:
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
class Estimate:
    """A simulated mean and its standard error."""

    value: float
    standard_error: float

    @property
    def interval(self) -> tuple[float, float]:
        """An interval that the true mean lies in with 95 % confidence."""
        reach = NORMAL_95 * self.standard_error
        return self.value - reach, self.value + reach

    def z(self, exact: Fraction | float) -> float | None:
        """The standard errors between it and the exact value."""
        return (self.value - float(exact)) / self.standard_error if self.standard_error else None

    def to_json(self) -> dict[str, Any]:
        """The estimate for programs."""
        return {"value": self.value, "standard_error": self.standard_error, "interval_95": list(self.interval)}


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
    plan: Plan
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
        return _mean(-self.won / (self.parts * self.plan.buy_in))

    @property
    def rounds(self) -> Estimate:
        """How long sessions last."""
        return _mean(self.played)

    @property
    def z(self) -> float | None:
        """The standard errors between what was won and the rounds played times their exact value.

        Whoever stops by what has happened, and not by what will, wins on average exactly that (Wald).
        """
        each = float(self.analysis.expected_value) * self.plan.stake * self.parts
        return _mean(self.won - each * self.played).z(0)

    def share(self, ended: int) -> Estimate:
        """The share of sessions that ended so."""
        return _mean(self.ended == ended)

    def bankroll(self, risk: float) -> Bankroll:
        """The bankroll for a risk of ruin in a session like these."""
        if not 0 < risk < 1:
            raise Refused(f"a risk of ruin of {risk} has no bankroll; write a share between 0 and 1, as in 0.05")
        number, lasting = len(self), (1 - risk) * len(self)
        reach = NORMAL_95 * sqrt(lasting * risk)
        if lasting + reach > number or lasting < reach:
            raise Refused(f"{number:,} sessions are too few to tell a risk of ruin of {risk}; simulate more --sessions")
        ranks = (ceil(lasting), floor(lasting - reach), ceil(lasting + reach))
        in_order = np.sort(self.needed)
        least, low, high = (-int(-in_order[max(rank, 1) - 1] // self.parts) for rank in ranks)
        return Bankroll(risk, least, (low, high))


def play_sessions(analysis: Analysis, plan: Plan, sessions: int, seed: str) -> Sessions:
    """Play so many sessions of one bet; the same seed plays the same."""
    if not 2 <= sessions <= MOST_SESSIONS:
        raise Refused(f"{sessions:,} sessions cannot be simulated; it is 2 to {MOST_SESSIONS:,}")
    nets = sorted(net for net, chance in analysis.outcomes.items() if chance)
    parts = lcm(*((net * plan.stake).denominator for net in nets))
    units = [int(net * plan.stake * parts) for net in nets]
    if max(map(abs, units)) * plan.rounds >= 2**62 or plan.buy_in * parts >= 2**62:
        raise Refused("these bets win more than can be counted; bet less, or in rounder amounts")
    most_lost = max(-units[0], 0)
    if plan.buy_in * parts < most_lost:
        raise Refused(
            f"a buy-in of {dollars(plan.buy_in)} does not cover a round of {analysis.bet}, "
            f"which can lose {dollars(ceil(Fraction(most_lost, parts)))}; buy in for that or more"
        )
    lines = [np.zeros(sessions, kind) for kind in (np.int64, np.int64, np.int8, np.int64)]
    _play(
        key_of(seed),
        plan.rounds,
        *_chances([analysis.outcomes[net] for net in nets]),
        np.array(units, np.int64),
        most_lost,
        plan.buy_in * parts,
        2**62 if plan.goal is None else plan.goal * parts,
        *lines,
    )
    return Sessions(analysis, plan, parts, *lines)


def churn(analysis: Analysis, plan: Plan) -> Fraction:
    """Hold by the churn formula: edge times average bet times rounds by buy-in, nobody being ruined or leaving early.

    The edge is of one unit and the average bet a unit, or the edge is of all that is wagered and the bet all of it:
    both are the same.
    """
    return analysis.house_edge * plan.stake * plan.rounds / plan.buy_in


def pace(players: int) -> Fraction:
    """The assumed rounds an hour with so many players: a straight line through the pace with three and with six.

    >>> float(pace(6)), float(pace(3)), float(pace(1))
    (30.0, 37.5, 42.5)
    """
    (few, many), (fast, slow) = PACE_SEATS, PACE_ROUNDS
    return fast + (slow - fast) * (players - few) / (many - few)


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


def tables_of(game: Game[Any], bet: str, bets: Sequence[str]) -> list[PayTable]:
    """The paytables of a bet: its own, or, for the first of the bets, those that are no bet's."""
    if bet in game.paytables:
        return [game.paytables[bet]]
    return [table for name, table in game.paytables.items() if bet == bets[0] and name not in bets]


def printed_holds(tables: Iterable[PayTable]) -> list[PrintedHold]:
    """What paytables claim to hold."""
    return [
        PrintedHold(f"{table.bet} {table.name}", name, words)
        for table in tables
        for name, words in table.claims.items()
        if name.endswith("_hold")
    ]


def _mean(amounts: Ints) -> Estimate:
    return Estimate(float(np.mean(amounts)), float(np.std(amounts, ddof=1)) / sqrt(len(amounts)))


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
def _play(
    key: Key,
    rounds: int,
    above: Ints,
    guide: Ints,
    units: Ints,
    most_lost: int,
    buy_in: int,
    goal: int,
    won: Ints,
    played: Ints,
    ended: Ints,
    needed: Ints,
) -> None:
    """Play all sessions; one that is ruined is walked on, for the bankroll that would have lasted."""
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
                a, b, c, d = block(key, np.uint64(session), np.uint64(at >> 2), SESSION)
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
