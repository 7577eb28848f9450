"""The mathematics of the bets at tables, for the pit: printed, kept on disk, or worked out while the pit waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from croupier.chips import plain_dollars
from croupier.contract import analyzed
from croupier.errors import Refused
from croupier.floor.api.kept_answers import AnswersOnDisk, printed_answer
from croupier.floor.api.solver_pool import Asker, SolverPool
from croupier.floor.entries import Opened, read_entry, write_entry
from croupier.floor.pit.bands import BetTheory
from croupier.floor.pit.figures import Theories
from croupier.games import game_named
from croupier.json_shapes import SharedLuck
from croupier.table.game import Game

ANALYSIS_SECONDS = 30
"""About how long a game of no family is searched; bets that are only estimated have no band."""


class PitTheory:
    """What is known so far; what is not is asked for, and known when somebody asks again."""

    def __init__(self, solvers: SolverPool) -> None:
        self._solvers = solvers
        self._kept = AnswersOnDisk()
        self._bets: dict[tuple[bytes, str], dict[str, BetTheory]] = {}
        self._luck: dict[bytes, SharedLuck] = {}
        self._asked: dict[tuple[str, bytes, str], asyncio.Task[None]] = {}

    def of(self, opened: dict[int, Opened], wagers: Iterable[tuple[int, str, int]]) -> Theories:
        """What is known of bets, each by its table, its name and its stake."""
        bets: dict[tuple[int, str, int], BetTheory] = {}
        luck: dict[int, SharedLuck] = {}
        terms = {number: _terms(entry) for number, entry in opened.items()}
        asked: dict[bytes, dict[tuple[str, int], BetTheory | None]] = {of: {} for of in terms.values()}
        for number, wager, stake in wagers:
            of_table = asked[terms[number]]
            if (wager, stake) not in of_table:
                at = plain_dollars(stake) if wager in _flat_wagers(terms[number]) else "1"
                of_table[wager, stake] = self._solved(terms[number], at).get(wager)
            if (found := of_table[wager, stake]) is not None:
                bets[number, wager, stake] = found
        shared = {of: self._shared(of) for of in asked}
        for number, of in terms.items():
            if (measured := shared[of]) is not None:
                luck[number] = measured
        return Theories(bets, luck)

    def _solved(self, terms: bytes, stake: str) -> dict[str, BetTheory]:
        if (terms, stake) not in self._bets:
            entry = read_entry(terms)
            printed = printed_answer(_game(terms), stake, strategies=False)
            answer = printed or self._find("bets", entry.game, terms, stake)
            if answer is None:
                return {}
            bets = msgspec.json.decode(answer, type=_Solved).bets
            self._bets[terms, stake] = {name: _theory(bet) for name, bet in bets.items() if bet.outcomes}
        return self._bets[terms, stake]

    def _shared(self, terms: bytes) -> SharedLuck | None:
        if terms not in self._luck:
            answer = self._find("luck", read_entry(terms).game, terms, "")
            if answer is None:
                return None
            self._luck[terms] = msgspec.json.decode(answer, type=SharedLuck)
        return self._luck[terms]

    def _find(self, what: str, game: str, terms: bytes, stake: str) -> bytes | None:
        """An answer that is kept; one that is not is worked out meanwhile."""
        question = ("pit", what, terms.decode(), stake)
        answer = self._kept.find(game, question)
        key = what, terms, stake
        if answer is None and key not in self._asked:
            self._asked[key] = asyncio.create_task(self._work_out(key, game, question))
        return answer

    async def _work_out(self, key: tuple[str, bytes, str], game: str, question: tuple[str, ...]) -> None:
        what, terms, stake = key
        work = _analysis_of if what == "bets" else _luck_of
        try:
            answer = await self._solvers.ask(work, terms, stake, game=game, by=Asker.NOBODY, long=True)
            self._kept.keep(game, question, answer)
        except Refused:
            pass  # it is asked for again
        finally:
            self._asked.pop(key, None)


class _Outcome(msgspec.Struct):
    net: str
    probability: str


class _Bet(msgspec.Struct):
    """What is needed of a bet; one that is estimated or only valued has no outcomes."""

    average_wager: str = "1"
    outcomes: list[_Outcome] = []


class _Solved(msgspec.Struct):
    bets: dict[str, _Bet]


def _terms(opened: Opened) -> bytes:
    """What decides the mathematics of a table, and nothing else of its opening."""
    alike = {"name": "", "placard": {}, "clock_seconds": 0, "automatic": [], "chips_from": "house"}
    return write_entry(msgspec.structs.replace(opened, **alike, release=msgspec.UNSET))


@lru_cache(maxsize=256)
def _game(terms: bytes) -> Game[Any]:
    opened = read_entry(terms)
    paytables = tuple(words.paytable() for words in opened.paytables)
    return game_named(opened.game).choose(opened.settings, custom=paytables)


@lru_cache(maxsize=256)
def _flat_wagers(terms: bytes) -> frozenset[str]:
    """The wagers with flat prizes, whose figures depend on the stake."""
    return frozenset(bet for bet, table in _game(terms).paytables.items() if table.fixed)


def _theory(bet: _Bet) -> BetTheory:
    outcomes = [(float(Fraction(each.net)), float(Fraction(each.probability))) for each in bet.outcomes]
    return BetTheory.of([each for each in outcomes if each[1]], float(Fraction(bet.average_wager)))


def _analysis_of(terms: bytes, stake: str) -> bytes:
    return msgspec.json.encode(analyzed(_game(terms), stake, seconds=ANALYSIS_SECONDS))


def _luck_of(terms: bytes, stake: str) -> bytes:
    from croupier.simulate.shared_luck import shared_luck

    return msgspec.json.encode(shared_luck(_game(terms)))
