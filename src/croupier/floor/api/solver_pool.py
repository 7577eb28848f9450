"""Who solves what next: questions to the mathematicians in order of who asks, each in a process that can be ended."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Final, NamedTuple

from croupier.errors import InvariantError, Refused
from croupier.floor.api.rate_limit import RateLimit, TooMany


class Asker(IntEnum):
    """Who asks, those who are answered first before the others."""

    SEATED = 0
    """A player with a decision at a table."""
    KNOWN = 1
    """Somebody with a session: the Lab."""
    ANONYMOUS = 2
    NOBODY = 3
    """The house itself, for answers that it will need."""


SECONDS: Final = {Asker.SEATED: 60, Asker.KNOWN: 120, Asker.ANONYMOUS: 60, Asker.NOBODY: 900}
"""How long a question is worked on."""
MOST_WAITING: Final = {Asker.SEATED: 200, Asker.KNOWN: 40, Asker.ANONYMOUS: 20, Asker.NOBODY: 5}
"""How many questions may wait to be worked on."""
REMEMBERED: Final = 500
"""Answers kept to be given again."""
WORKERS: Final = 4
"""How many questions are worked on at once; a process is started when it is first needed."""
LOOK_SECONDS: Final = 0.5
"""How often it is seen whether somebody still waits for an answer."""
LARGEST_REMEMBERED: Final = 1 << 18
"""Longer questions and answers, such as papers, are not remembered."""
TELL_SECONDS: Final = 0.2
"""How often long work says how far it has come."""


class WorkProgress(NamedTuple):
    """What is being worked on, and how large a part of it is done."""

    stage: str
    share: float


class TookTooLong(Refused):
    """A question took longer than its asker may have a process for."""

    def __init__(self, limit: float, instead: str = "the command line has no such limit") -> None:
        super().__init__(f"this takes longer than {limit:g} seconds, so it was given up; {instead}")
        self.limit = limit


class Interrupted(Refused):
    """A question was not worked out to its end."""


class Abandoned(Interrupted):
    """Nobody waits for the answer any more."""


@dataclass(eq=False)
class SolverQuestion:
    """A question, and who waits for its answer."""

    work: Callable[..., bytes]
    words: tuple[Any, ...]
    game: str
    by: Asker
    number: int
    long: bool = False
    answer: asyncio.Future[bytes] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    waiting: int = 0
    working: asyncio.Task[None] | None = None
    progress: WorkProgress | None = None


class SolverPool:
    """Processes that solve games, the questions that wait for them, and a memory of their answers."""

    def __init__(self, workers: int = WORKERS) -> None:
        self.rate_limit = RateLimit(burst=60, per_second=10)
        self._workers = workers
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="solver")
        self._idle: list[SolverProcess] = []
        self._numbers = count()
        self._questions: dict[tuple[Any, ...], SolverQuestion] = {}
        self._answers: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self.counting: dict[str, asyncio.Task[bytes]] = {}
        """By game, what goes on to be worked out though somebody at a table has been answered without it."""

    async def ask(
        self,
        work: Callable[..., bytes],
        *words: Any,
        game: str,
        by: Asker = Asker.KNOWN,
        gone: Callable[[], Awaitable[bool]] | None = None,
        long: bool = False,
        watch: Callable[[WorkProgress], None] | None = None,
    ) -> bytes:
        """What `work(*words)` gives, remembered or worked out; given up when everybody who asked has gone.

        Long work leaves a process free for short questions, also for those about the same game; `watch` is told how
        far it has come.
        """
        key = (work.__name__, *words)
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        question = self._questions.get(key) or self._new(key, work, words, game, by, long)
        question.by = min(question.by, by)
        question.waiting += 1
        self._begin()
        try:
            while not (await asyncio.wait({question.answer}, timeout=LOOK_SECONDS))[0]:
                if gone is not None and await gone():
                    raise Abandoned("whoever asked has gone")
                if watch is not None and question.progress is not None:
                    watch(question.progress)
            return question.answer.result()
        finally:
            question.waiting -= 1
            if not question.waiting and not question.answer.done():
                self._give_up(key, question)

    def _new(
        self, key: tuple[Any, ...], work: Callable[..., bytes], words: tuple[Any, ...], game: str, by: Asker, long: bool
    ) -> SolverQuestion:
        waiting = [other for other in self._questions.values() if other.working is None and other.by == by]
        if len(waiting) >= MOST_WAITING[by]:
            raise TooMany("too many questions are being worked on; ask again in a while")
        self._questions[key] = question = SolverQuestion(work, words, game, by, next(self._numbers), long)
        return question

    def _begin(self) -> None:
        """Start on as many questions as there may be."""
        waiting = [(key, question) for key, question in self._questions.items() if question.working is None]
        for key, question in sorted(waiting, key=lambda waits: (waits[1].by, waits[1].number)):
            if self._may_begin(question):
                question.working = asyncio.create_task(self._work(key, question))

    def _may_begin(self, question: SolverQuestion) -> bool:
        """Whether it is its turn: one process is left for those at tables, and a game that is slow waits for itself."""
        working = [other for other in self._questions.values() if other.working is not None]
        alike = any(_queue_of(other) == _queue_of(question) for other in working)
        kept_free = (question.by is not Asker.SEATED) + question.long
        return not alike and len(working) < self._workers - kept_free

    async def _work(self, key: tuple[Any, ...], question: SolverQuestion) -> None:
        process = self._idle.pop() if self._idle else SolverProcess()
        limit = SECONDS[question.by]
        try:
            async with asyncio.timeout(limit):
                loop = asyncio.get_running_loop()

                def told(progress: WorkProgress) -> None:
                    question.progress = progress

                asked = (question.work, question.words, told)
                answer = await loop.run_in_executor(self._threads, process.work, *asked)
        except TimeoutError:
            process.end()
            question.answer.set_exception(_too_long(question.by, limit))
        except asyncio.CancelledError:
            process.end()
            raise
        except (EOFError, OSError):
            process.end()
            question.answer.set_exception(Interrupted("the mathematician was interrupted; ask again"))
        except Exception as reason:
            self._idle.append(process)
            question.answer.set_exception(reason)
        else:
            self._idle.append(process)
            question.answer.set_result(answer)
            if len(answer) + sum(len(word) for word in question.words if isinstance(word, bytes)) <= LARGEST_REMEMBERED:
                self._answers[key] = answer
            if len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)
        finally:
            self._questions.pop(key, None)
            self._begin()

    def _give_up(self, key: tuple[Any, ...], question: SolverQuestion) -> None:
        if question.working is not None:
            question.working.cancel()
        question.answer.cancel()
        self._questions.pop(key, None)

    def close(self) -> None:
        """Stop the processes."""
        for key, question in list(self._questions.items()):
            self._give_up(key, question)
        for process in self._idle:
            process.end()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _too_long(by: Asker, seconds: int) -> Refused:
    """Why there is no answer: a decision at a table takes so long only in a busy house, so it may be asked again."""
    if by is Asker.SEATED:
        return Interrupted(f"the house is busy and has no values after {seconds} seconds; ask again")
    return TookTooLong(seconds)


def _queue_of(question: SolverQuestion) -> tuple[str, bool, bool]:
    """Questions of one queue are worked on one after the other."""
    return question.game, question.by is Asker.SEATED, question.long


class SolverProcess:
    """A process that works out one question after the other."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_work_on, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def work(
        self, work: Callable[..., bytes], words: Sequence[Any], told: Callable[[WorkProgress], None] = lambda _: None
    ) -> bytes:
        """The answer to a question; what the work raises is raised here, and how far it has come is told."""
        self._line.send((work, words))
        while isinstance(answer := self._line.recv(), WorkProgress):
            told(answer)
        if isinstance(answer, Exception):
            raise answer
        if not isinstance(answer, bytes):
            raise InvariantError("a worker answers with bytes")
        return answer

    def end(self) -> None:
        """End it, in the middle of a question too."""
        self._process.kill()


class AskerTold:
    """A watcher that tells whoever asked how far the work of this process has come."""

    line: Connection | None = None
    """The process's line to the house; none where the work is not done for one."""

    def __init__(self) -> None:
        self._stage, self._share, self._last = "", 0.0, 0.0

    def stage(self, words: str, seconds: float) -> None:
        """A part of the work begins."""
        self._stage, self._share, self._last = words, 0.0, 0.0
        self.advance(0)

    def advance(self, share: float) -> None:
        """So large a part of the stage has been done."""
        self._share += share
        if self.line is not None and time.monotonic() - self._last > TELL_SECONDS:
            self._last = time.monotonic()
            self.line.send(WorkProgress(self._stage, min(self._share, 1.0)))


def _work_on(line: Connection) -> None:
    _end_with_the_parent()
    AskerTold.line = line
    while True:
        work, words = line.recv()
        try:
            line.send(work(*words))
        except Exception as reason:
            line.send(reason)


def _end_with_the_parent() -> None:
    """End this process when its parent ends, and only then: signals that end the parent reach this process too."""
    for asked_to_end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked_to_end, signal.SIG_IGN)
    house = parent_process()
    if house is None:
        raise InvariantError("the worker has no house")

    def wait() -> None:
        house.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()
