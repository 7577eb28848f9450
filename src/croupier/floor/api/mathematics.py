"""The mathematics over HTTP: the same answers as the command, worked out in other processes so that no table waits."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.contract import advice_json, analysis_json, audit_json, games_json
from croupier.errors import Refused
from croupier.floor.api.guards import Me, client_of, house_of
from croupier.floor.api.models import Advice, Question
from croupier.floor.api.pace import Pace, TooMany
from croupier.floor.api.tables import TableId, chosen_game, encoded, my_seat
from croupier.floor.entries import read_entry, write_entry
from croupier.games import game_named

router = APIRouter(prefix="/api", tags=["mathematics"])

REMEMBERED = 500
"""Answers kept to be given again."""


class Mathematicians:
    """Processes that solve games, and the answers they have given."""

    def __init__(self, workers: int = 1) -> None:
        self._pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
        self._answers: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self.pace = Pace(burst=60, per_second=10)

    async def ask(self, question: Any, *words: Any) -> bytes:
        """An answer as JSON, from memory or worked out."""
        key = (question.__name__, *words)
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        loop = asyncio.get_running_loop()
        answer: bytes = await loop.run_in_executor(self._pool, question, *words)
        self._answers[key] = answer
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        return answer

    def close(self) -> None:
        """Send them home."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _mathematicians(request: Request) -> Mathematicians:
    found: Mathematicians = request.app.state.mathematicians
    if not found.pace.admit(client_of(request)):
        raise TooMany("too many questions at once; wait a second")
    return found


@router.get("/games", summary="The games")
async def list_games(request: Request) -> Response:
    """Every game with its bets, paytables and settings, as `croupier games --json` prints them."""
    return encoded(games_json())


@router.post("/analyze", summary="Exact numbers of every bet")
async def analyze(request: Request, body: Question) -> Response:
    """House edge, distribution, strategy frequencies: the JSON of `croupier analyze --json`."""
    chosen_game(body)
    answer = await _mathematicians(request).ask(_analyze, body.model_dump_json())
    return Response(answer, media_type="application/json")


@router.post("/advise", summary="The exact value of every choice")
async def advise(request: Request, body: Advice) -> Response:
    """What each choice is worth with this hand: the JSON of `croupier advise --json`."""
    chosen_game(body)
    answer = await _mathematicians(request).ask(_advise, body.model_dump_json())
    return Response(answer, media_type="application/json")


@router.get("/tables/{table}/advice", summary="The exact value of your choices")
async def table_advice(request: Request, table: TableId, me: Me) -> Response:
    """What each choice you have at a table now is worth, given what your seat sees and what the table pays."""
    live = await house_of(request).table(table)
    seat = my_seat(live, me)
    seen = live.view(seat)
    question = live.table.game.question(seen) if seen.legal else None
    if question is None:
        raise Refused("there is no decision of yours to advise on")
    words = [" ".join(card.name for card in cards) for cards in (question.cards, question.board)]
    answer = await _mathematicians(request).ask(_advise_at_table, write_entry(live.opened), *words, question.variant)
    return Response(answer, media_type="application/json")


@router.get("/audit/{game}", summary="Published figures and the exact ones")
async def audit(request: Request, game: str) -> Response:
    """Every figure the game's document publishes beside the exact one: the JSON of `croupier audit --json`."""
    game_named(game)
    answer = await _mathematicians(request).ask(_audit, game)
    return Response(answer, media_type="application/json")


def _analyze(body: str) -> bytes:
    question = Question.model_validate_json(body)
    return msgspec.json.encode(analysis_json(chosen_game(question), question.stake))


def _advise(body: str) -> bytes:
    question = Advice.model_validate_json(body)
    game = chosen_game(question)
    return msgspec.json.encode(advice_json(game, question.cards, question.board, question.variant))


def _advise_at_table(opened: bytes, cards: str, board: str, variant: str | None) -> bytes:
    terms = read_entry(opened)
    paytables = tuple(words.paytable() for words in terms.paytables)
    game = game_named(terms.game).choose(terms.settings, custom=paytables)
    return msgspec.json.encode(advice_json(game, cards, board, variant))


def _audit(game: str) -> bytes:
    from croupier.exact.audit import audit as audit_figures

    return msgspec.json.encode(audit_json(audit_figures(game_named(game))))
