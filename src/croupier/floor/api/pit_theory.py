"""The mathematics of the bets at tables, for the pit: printed, kept on disk, or worked out while the pit waits."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from typing import Final

import msgspec

from croupier.errors import Refused
from croupier.floor.api.kept_answers import AnswersOnDisk, printed_answer
from croupier.floor.api.solver_pool import Asker, SolverPool
from croupier.floor.entries import Opened, read_entry
from croupier.floor.pit.bands import BetTheory
from croupier.floor.pit.bet_mathematics import analysis_of, game_of, luck_of, read_analysis, theories_of
from croupier.floor.pit.figures import Theories
from croupier.json_shapes import SharedLuck

LONGEST_WAIT: Final = 60
"""Seconds that a paper waits for figures that are still being worked out."""


class PitTheory:
    """The mathematics known so far. Missing results are computed in the background for the next request."""

    def __init__(self, solvers: SolverPool) -> None:
        self._solvers = solvers
        self._kept = AnswersOnDisk()
        self._bets: dict[tuple[bytes, str], dict[str, BetTheory]] = {}
        self._luck: dict[bytes, SharedLuck] = {}
        self._asked: dict[tuple[str, bytes, str], asyncio.Task[None]] = {}

    def of(self, opened: dict[int, Opened], wagers: Iterable[tuple[int, str, int]]) -> Theories:
        """Return what is known of bets, by table, name and stake."""
        return theories_of(opened, wagers, self._solved, self._shared)

    async def worked_out(self, opened: dict[int, Opened], wagers: Collection[tuple[int, str, int]]) -> Theories:
        """Wait for results that are being computed, at most `LONGEST_WAIT`, and return what is known."""
        known = self.of(opened, wagers)
        if self._asked:
            await asyncio.wait(list(self._asked.values()), timeout=LONGEST_WAIT)
            known = self.of(opened, wagers)
        return known

    def _solved(self, terms: bytes, stake: str) -> dict[str, BetTheory]:
        if (terms, stake) not in self._bets:
            entry = read_entry(terms)
            printed = printed_answer(game_of(terms), stake, strategies=False)
            answer = printed or self._find("bets", entry.game, terms, stake)
            if answer is None:
                return {}
            self._bets[terms, stake] = read_analysis(answer)
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
        question = _question(what, terms, stake)
        answer = self._kept.find(game, question)
        key = what, terms, stake
        if answer is None and key not in self._asked:
            self._asked[key] = asyncio.create_task(self._work_out(key, game, question))
        return answer

    async def _work_out(self, key: tuple[str, bytes, str], game: str, question: tuple[str, ...]) -> None:
        what, terms, stake = key
        work = {"bets": analysis_of, "luck": luck_of}[what]
        try:
            answer = await self._solvers.ask(work, terms, stake, game=game, by=Asker.NOBODY, long=True)
            self._kept.keep(game, question, answer)
        except Refused:
            pass  # it is asked for again
        finally:
            self._asked.pop(key, None)


def _question(what: str, terms: bytes, stake: str) -> tuple[str, ...]:
    return "pit", what, terms.decode(), stake


def kept_luck(terms: bytes) -> SharedLuck:
    """Return what bets at a table have in common: from disk, or measured now."""
    kept, game, question = AnswersOnDisk(), read_entry(terms).game, _question("luck", terms, "")
    answer = kept.find(game, question)
    if answer is None:
        answer = luck_of(terms)
        kept.keep(game, question, answer)
    return msgspec.json.decode(answer, type=SharedLuck)
