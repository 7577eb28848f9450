"""The mathematics over HTTP: the same answers as the command, worked out in other processes so that no table waits."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import OrderedDict
from collections.abc import Collection
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request
from msgspec.structs import asdict, replace
from starlette.responses import Response

from croupier import __version__
from croupier.chips import plain_dollars
from croupier.contract import advised, analyzed, audited, games_json
from croupier.errors import Refused
from croupier.floor.api.authorization import Me, client_of, house_of
from croupier.floor.api.rate_limit import RateLimit, TooMany
from croupier.floor.api.requests import Advice, AnalysisQuestion
from croupier.floor.api.responses import GamesTold, TableAdvised
from croupier.floor.api.routes.table_commands import TableId, chosen_game, my_seat
from croupier.floor.api.struct_route import StructRoute, refused
from croupier.floor.entries import read_entry, write_entry
from croupier.floor.tables.event_store import Unknown
from croupier.games import game_named, game_names
from croupier.json_shapes import Advised, Analyzed, Audited

router = APIRouter(prefix="/api", tags=["mathematics"], route_class=StructRoute)

REMEMBERED = 500
"""Answers kept to be given again."""
MOST_WAITING = 20
"""Questions that may wait to be worked on."""


class Interrupted(Refused):
    """A question was not worked out to its end."""


class SolverPool:
    """Worker processes that solve games, and a cache of their answers."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool = self._start()
        self._answers: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self._waiting = 0
        self.rate_limit = RateLimit(burst=60, per_second=10)

    async def ask(self, question: Any, *words: Any) -> bytes:
        """The JSON that `question(*words)` gives, from the cache or from a worker."""
        key = (question.__name__, *words)
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        if self._waiting >= MOST_WAITING:
            raise TooMany("too many questions are being worked on; ask again in a while")
        self._waiting += 1
        try:
            answer: bytes = await asyncio.get_running_loop().run_in_executor(self._pool, question, *words)
        except BrokenProcessPool:
            self._pool = self._start()
            raise Interrupted("the mathematician was interrupted; ask again") from None
        finally:
            self._waiting -= 1
        self._answers[key] = answer
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        return answer

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"), initializer=_end_with_the_parent)

    def close(self) -> None:
        """Stop the workers."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _end_with_the_parent() -> None:
    """End this process when its parent ends, and only then: signals that end the parent reach this process too."""
    for asked_to_end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked_to_end, signal.SIG_IGN)
    house = parent_process()
    assert house is not None

    def wait() -> None:
        house.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def _solvers(request: Request) -> SolverPool:
    pool: SolverPool = request.app.state.solvers
    if not pool.rate_limit.admit(client_of(request)):
        raise TooMany("too many questions at once; wait a second")
    return pool


@router.get("/games", summary="The games")
async def list_games(request: Request) -> GamesTold:
    """Every game with its bets, paytables and settings, as `croupier games --json` prints them."""
    return msgspec.convert(games_json(), GamesTold)


@router.post("/analyze", summary="Exact numbers of every bet", responses=refused(409))
async def analyze(request: Request, body: AnalysisQuestion) -> Annotated[Response, Analyzed]:
    """House edge, distribution, strategy frequencies: the JSON of `croupier analyze --json`."""
    chosen_game(body)
    answer = await _solvers(request).ask(_analyze, body.model_dump_json())
    return Response(answer, media_type="application/json")


@router.post("/advise", summary="The exact value of every choice", responses=refused(409))
async def advise(request: Request, body: Advice) -> Annotated[Response, Advised]:
    """What each choice is worth with this hand: the JSON of `croupier advise --json`."""
    chosen_game(body)
    answer = await _solvers(request).ask(_advise, body.model_dump_json())
    return Response(answer, media_type="application/json")


@router.get("/tables/{table}/advice", summary="The exact value of your choices", responses=refused(409))
async def table_advice(request: Request, table: TableId, me: Me) -> TableAdvised:
    """What each choice you have at a table now is worth, given what your seat sees, has bet, and what the table pays.

    What you cannot pay for is not among them, and nothing but what you may answer is best. Values take it that your
    stack is enough for what comes later in the round.

    The answer repeats the question, for whoever wants to ask `/api/advise` again: cards, board, variant and stake. All
    bets that you have are valued together, and the variant names them; your part of the pot too, where it can be
    counted. A choice that no solver values has no actions.
    """
    live = await house_of(request).table(table)
    seat = my_seat(live, me)
    seen = live.view(seat)
    if not seen.legal:
        raise Refused("there is no decision of yours to advise on")
    question = live.table.game.question(seen)
    if question is None:
        game = live.table.game
        return TableAdvised(game.name, __version__, game.behaviour, {}, [], "", "", None, "")
    words = [" ".join(card.name for card in cards) for cards in (question.cards, question.board)]
    asked = (*words, question.variant, question.with_pot, plain_dollars(question.stake))
    answer = await _solvers(request).ask(_advise_at_table, write_entry(live.opened), *asked)
    return _of_those_open(msgspec.json.decode(answer, type=TableAdvised), seen.legal)


@router.get("/audit/{game}", summary="Published figures and the exact ones")
async def audit(
    request: Request, game: Annotated[str, Path(max_length=40, examples=["on-the-draw"])]
) -> Annotated[Response, Audited]:
    """Every figure the game's document publishes beside the exact one: the JSON of `croupier audit --json`."""
    if game not in game_names():
        raise Unknown(f"there is no game {game!r}; there are {', '.join(game_names())}")
    answer = await _solvers(request).ask(_audit, game)
    return Response(answer, media_type="application/json")


def _analyze(body: str) -> bytes:
    question = AnalysisQuestion.model_validate_json(body)
    return msgspec.json.encode(analyzed(chosen_game(question), question.stake, question.strategies))


def _advise(body: str) -> bytes:
    question = Advice.model_validate_json(body)
    game = chosen_game(question)
    asked = (question.cards, question.board, question.variant, question.stake)
    return msgspec.json.encode(advised(game, *asked))


def _advise_at_table(
    opened: bytes, cards: str, board: str, variant: str | None, with_pot: str | None, stake: str
) -> bytes:
    terms = read_entry(opened)
    paytables = tuple(words.paytable() for words in terms.paytables)
    game = game_named(terms.game).choose(terms.settings, custom=paytables)
    from croupier.exact.pot_stake import PotUncounted

    try:
        bets = with_pot or variant
        advice = advised(game, cards, board, bets, stake)
    except PotUncounted:
        bets = variant
        advice = advised(game, cards, board, bets, stake)
    return msgspec.json.encode(TableAdvised(**asdict(advice), cards=cards, board=board, variant=bets, stake=stake))


def _of_those_open(advice: TableAdvised, legal: Collection[str]) -> TableAdvised:
    """The advice on the choices that a player has, which may be fewer than the game knows.

    >>> values = {"check": "-1/2", "play-3x": "1/3"}
    >>> advice = TableAdvised("a game", "0.2.0", 1, values, ["play-3x"], "", "", None, "5")
    >>> open = _of_those_open(advice, ["check"])
    >>> open.actions, open.best
    ({'check': '-1/2'}, ['check'])
    """
    values = {action: Fraction(value) for action, value in advice.actions.items() if action in legal}
    most = max(values.values(), default=None)
    actions = {action: advice.actions[action] for action in values}
    return replace(advice, actions=actions, best=[action for action, value in values.items() if value == most])


def _audit(game: str) -> bytes:
    from croupier.exact.claims import audit as audit_figures

    return msgspec.json.encode(audited(audit_figures(game_named(game))))
