"""Whose question is worked on next, and what need not be worked out at all."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import voice
from croupier.contract import analyzed
from croupier.errors import Refused
from croupier.floor.api import kept_answers, solver_pool
from croupier.floor.api.kept_answers import STAKES, AnswersOnDisk, printed_answer, printed_games
from croupier.floor.api.rate_limit import TooMany
from croupier.floor.api.solver_pool import Abandoned, Asker, AskerTold, Interrupted, SolverPool, WorkProgress
from croupier.games import game_named, game_names


def until_there(file: str) -> bytes:
    """Work that says which process does it, and goes on until a file is there."""
    Path(f"{file}.begun").write_text(str(os.getpid()))
    while not Path(file).exists():
        time.sleep(0.01)
    return file.encode()


def at_once(word: str) -> bytes:
    return word.encode()


def refuse(word: str) -> bytes:
    raise Refused(word)


def fall_over(_: str) -> bytes:
    os._exit(1)


async def begun(file: Path) -> int:
    """The process that works on a file's question, once it does."""
    async with asyncio.timeout(60):
        while not (found := Path(f"{file}.begun")).exists() or not found.read_text():
            await asyncio.sleep(0.01)
    return int(found.read_text())


def with_pool(story: Callable[[SolverPool], Awaitable[None]], workers: int = 3) -> None:
    async def told() -> None:
        pool = SolverPool(workers)
        try:
            await story(pool)
        finally:
            pool.close()

    asyncio.run(told())


def test_players_at_tables_come_before_the_lab_and_the_lab_before_the_unknown(tmp_path: Path) -> None:
    async def story(pool: SolverPool) -> None:
        slow, answered = tmp_path / "slow", list[str]()

        async def ask(word: str, by: Asker, game: str) -> None:
            answered.append((await pool.ask(at_once, word, game=game, by=by)).decode())

        working = asyncio.create_task(pool.ask(until_there, str(slow), game="a", by=Asker.KNOWN))
        await begun(slow)
        rest = [
            asyncio.create_task(ask("nobody", Asker.ANONYMOUS, "b")),
            asyncio.create_task(ask("lab", Asker.KNOWN, "c")),
            asyncio.create_task(ask("player", Asker.SEATED, "a")),
        ]
        await rest[2]
        assert answered == ["player"], "a place is left for players, though their game is worked on"
        slow.touch()
        await asyncio.gather(working, *rest)
        assert answered == ["player", "lab", "nobody"]

    with_pool(story, workers=2)


def test_a_slow_game_waits_alone(tmp_path: Path) -> None:
    async def story(pool: SolverPool) -> None:
        slow = tmp_path / "slow"
        working = asyncio.create_task(pool.ask(until_there, str(slow), game="slow"))
        await begun(slow)
        behind = asyncio.create_task(pool.ask(at_once, "behind", game="slow"))
        assert await pool.ask(at_once, "quick", game="quick") == b"quick"
        assert not behind.done() and not working.done()
        slow.touch()
        assert await asyncio.gather(working, behind) == [str(slow).encode(), b"behind"]

    with_pool(story)


def half_done(file: str) -> bytes:
    """Work that says how far it has come."""
    watcher = AskerTold()
    watcher.stage("counting", 1)
    watcher._last = 0
    watcher.advance(0.5)
    return until_there(file)


@pytest.mark.confirm
def test_long_work_says_how_far_it_is_and_holds_up_no_short_question_of_its_game(tmp_path: Path) -> None:
    async def story(pool: SolverPool) -> None:
        slow, other, told = tmp_path / "slow", tmp_path / "other", list[WorkProgress]()
        question = pool.ask(half_done, str(slow), game="a", long=True, watch=told.append)
        working = asyncio.create_task(question)
        await begun(slow)
        behind = asyncio.create_task(pool.ask(until_there, str(other), game="b", long=True))
        assert await pool.ask(at_once, "short", game="a") == b"short"
        assert not Path(f"{other}.begun").exists(), "long work leaves a process for short questions"
        async with asyncio.timeout(10):
            while not told:
                await asyncio.sleep(0.05)
        assert told[-1] == ("counting", 0.5)
        slow.touch()
        other.touch()
        assert await asyncio.gather(working, behind) == [str(slow).encode(), str(other).encode()]

    with_pool(story)


def test_a_question_is_given_up_when_everybody_who_asked_has_gone(tmp_path: Path) -> None:
    async def story(pool: SolverPool) -> None:
        left, slow = asyncio.Event(), tmp_path / "slow"

        async def gone() -> bool:
            return left.is_set()

        question = {"game": "slow", "gone": gone}
        askers = [asyncio.create_task(pool.ask(until_there, str(slow), **question)) for _ in range(2)]
        process = await begun(slow)
        left.set()
        assert [type(end) for end in await asyncio.gather(*askers, return_exceptions=True)] == [Abandoned, Abandoned]
        async with asyncio.timeout(10):
            while Path(f"/proc/{process}/stat").exists() and " Z " not in Path(f"/proc/{process}/stat").read_text():
                await asyncio.sleep(0.01)
        assert await pool.ask(at_once, "next", game="slow") == b"next"

    with_pool(story)


def test_what_takes_too_long_is_given_up_and_what_fell_over_may_be_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(solver_pool.SECONDS, Asker.ANONYMOUS, 0.2)
    monkeypatch.setitem(solver_pool.MOST_WAITING, Asker.SEATED, 0)

    async def story(pool: SolverPool) -> None:
        with pytest.raises(Refused, match=r"longer than 0\.2 seconds"):
            await pool.ask(until_there, str(tmp_path / "never"), game="a", by=Asker.ANONYMOUS)
        with pytest.raises(Interrupted, match="ask again"):
            await pool.ask(fall_over, "", game="a")
        with pytest.raises(Refused, match="no such card"):
            await pool.ask(refuse, "no such card", game="a")
        with pytest.raises(TooMany):
            await pool.ask(at_once, "", game="a", by=Asker.SEATED)
        assert await pool.ask(at_once, "well", game="a") == b"well"

    with_pool(story)


def test_a_decision_at_a_table_that_a_busy_house_has_not_valued_in_time_may_be_asked_about_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(solver_pool.SECONDS, Asker.SEATED, 0.2)

    async def story(pool: SolverPool) -> None:
        with pytest.raises(Interrupted, match=r"no values after 0\.2 seconds; ask again"):
            await pool.ask(until_there, str(tmp_path / "never"), game="a", by=Asker.SEATED)

    with_pool(story)


def test_the_figures_of_printed_tables_ship_with_the_program() -> None:
    for game, stake in product(printed_games(), STAKES):
        answer = printed_answer(game, stake, strategies=False)
        assert answer is not None, f"run make figures: {game.name} has no figures of its behaviour {game.behaviour}"
        assert msgspec.json.decode(answer)["paytables"] == {bet: table.name for bet, table in game.paytables.items()}
    assert printed_answer(game_named("three-card-draw").choose({"ties": "push"}), "1", strategies=False) is None


@pytest.mark.parametrize("name", game_names())
def test_what_ships_is_what_comes_out(name: str) -> None:
    game = game_named(name)()
    answer = printed_answer(game, "5", strategies=False)
    assert answer is not None
    assert msgspec.json.decode(answer)["bets"] == msgspec.to_builtins(analyzed(game, "5").bets)


@pytest.mark.confirm
def test_all_that_ships_is_what_comes_out() -> None:
    for game, stake in product(printed_games(), STAKES):
        answer = printed_answer(game, stake, strategies=False)
        assert answer is not None
        assert msgspec.json.decode(answer)["bets"] == msgspec.to_builtins(analyzed(game, stake).bets)


def test_answers_outlive_the_house_but_not_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_answers, "folder", lambda: tmp_path)
    question: tuple[Any, ...] = ("analyze", "words")
    AnswersOnDisk().keep("on-the-draw", question, b"{}")
    assert AnswersOnDisk().find("on-the-draw", question) == b"{}"
    assert AnswersOnDisk().find("on-the-draw", ("analyze", "other words")) is None
    monkeypatch.setattr(kept_answers, "_edition", lambda game: "edited rules")
    assert AnswersOnDisk().find("on-the-draw", question) is None
    AnswersOnDisk().keep("on-the-draw", question, b"[]")
    for file in (tmp_path / "answers").iterdir():
        file.write_bytes(file.read_bytes()[:-1])
    assert AnswersOnDisk().find("on-the-draw", question) is None


def test_a_lesson_that_is_kept_does_not_outlive_the_voice_that_gave_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = kept_answers._edition.__wrapped__
    before = edition("on-the-draw")
    (tmp_path / "__init__.py").write_text("other words\n")
    monkeypatch.setattr(voice, "__file__", str(tmp_path / "__init__.py"))
    assert edition("on-the-draw") != before
