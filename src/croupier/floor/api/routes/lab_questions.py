"""What the Lab asks besides the numbers: searches, prices of rows, sessions, shared cards and papers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from croupier.chips import parse_dollars
from croupier.contract import exposed, read_stake, rows_told, sessions_told, tuned_told, unknown_told
from croupier.errors import Refused
from croupier.exact.counting.counted_bets import CountingTerms
from croupier.extras import need
from croupier.floor.api.requests import ExposureQuestion, PaperQuestion, RowsQuestion, SessionsQuestion, TuneQuestion
from croupier.floor.api.responses import PaperKind, PaperKinds, TuneProgress
from croupier.floor.api.routes.calculations import ANALYSIS_SECONDS, kept_or_worked_out, worked_out
from croupier.floor.api.routes.table_commands import chosen_game
from croupier.floor.api.solver_pool import AskerTold, TookTooLong, WorkProgress
from croupier.floor.api.struct_route import BYTES, SCHEMA, StructRoute, refused
from croupier.json_shapes import Exposed, RowsCosted, SessionsCurved, Tuned

router = APIRouter(prefix="/api", tags=["mathematics"], route_class=StructRoute)

LINES: Final = "application/x-ndjson"
SESSIONS: Final = 20_000
"""Sessions that are simulated for curves."""
SEED: Final = "lab"
"""The same question has the same sessions."""
MEDIA: Final = {"pdf": "application/pdf", "html": "text/html", "svg": "image/svg+xml"}


@router.post(
    "/tune",
    summary="Paytables that meet a target edge",
    responses=refused(409) | {200: {"content": {LINES: {"schema": {"$ref": SCHEMA.format(name="TuneProgress")}}}}},
)
async def tune(request: Request, body: TuneQuestion) -> Annotated[Response, Tuned]:
    """Every paytable of some ranges whose edge meets a target, nearest first: the JSON of `croupier tune --json`.

    Whoever accepts `application/x-ndjson` is told how far the search has come, a line each, and in the last line what
    was found, or in `detail` why nothing was. A search ends when whoever asked has gone.
    """
    chosen_game(body).pay_bet(body.bet)
    words = body.model_dump_json()
    if LINES in request.headers.get("accept", ""):
        return StreamingResponse(_search_told(request, words, body.game), media_type=LINES)
    answer = await worked_out(request, _tune, words, game=body.game, long=True)
    return Response(answer, media_type="application/json")


@router.post("/rows", summary="What one more unit on each row costs", responses=refused(409))
async def rows(request: Request, body: RowsQuestion) -> Annotated[Response, RowsCosted]:
    """Each row of a bet's paytable raised by one unit and solved anew: what the house then keeps less, exactly."""
    chosen_game(body).pay_bet(body.bet)
    answer = await kept_or_worked_out(request, _rows, body.model_dump_json(), game=body.game, long=True)
    return Response(answer, media_type="application/json")


@router.post("/bankroll", summary="Sessions with a bankroll", responses=refused(409))
async def bankroll(request: Request, body: SessionsQuestion) -> Annotated[Response, SessionsCurved]:
    """Simulated sessions of one bet from its exact outcomes: how results spread as they go on, and ruin by buy-in."""
    chosen_game(body)
    answer = await kept_or_worked_out(request, _sessions, body.model_dump_json(), game=body.game, long=True)
    return Response(answer, media_type="application/json")


@router.post("/exposure", summary="What shared cards are worth", responses=refused(409))
async def exposure(request: Request, body: ExposureQuestion) -> Annotated[Response, Exposed]:
    """What each bet comes to for one who knows other hands or counts: the JSON of `croupier exposure --json`."""
    chosen_game(body)
    answer = await kept_or_worked_out(request, _exposure, body.model_dump_json(), game=body.game, long=True)
    return Response(answer, media_type="application/json")


@router.get("/papers", summary="The kinds of papers")
async def paper_kinds(request: Request) -> PaperKinds:
    """The papers that can be made of a game, and what is missing if they cannot."""
    missing = ""
    try:
        need("reports")
    except Refused as reason:
        missing = str(reason)
    return papers_told(missing)


@router.post(
    "/papers",
    summary="A paper of a game",
    response_class=Response,
    responses=refused(409) | {200: {"description": "The paper.", "content": dict.fromkeys(MEDIA.values(), BYTES)}},
)
async def make_paper(request: Request, body: PaperQuestion) -> Response:
    """A paper of a game with these paytables and settings, as `croupier report` makes it."""
    need("reports")
    from croupier.reports.inputs import format_of, inputs_of

    game = chosen_game(body)
    name = Path(f"{game.name}-{body.kind}.{body.format}")
    format = format_of(name, inputs_of(body.kind, game, read_stake(body.stake)).kind)
    try:
        paper = await worked_out(request, _paper, body.model_dump_json(), game=body.game, long=True)
    except TookTooLong as reason:
        command = f"croupier report {game.name} --kind {body.kind} -o {name}"
        chosen = ", with --paytable or --paytable-file for other tables" if game.pay_bets else ""
        raise TookTooLong(reason.limit, f"make it where there is no such limit: `{command}`{chosen}") from None
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(paper, media_type=MEDIA[format], headers=headers)


def papers_told(missing: str = "") -> PaperKinds:
    """Every kind of paper."""
    from croupier.reports.inputs import FORMATS, KINDS, TITLES

    return PaperKinds([PaperKind(kind, TITLES[kind], list(FORMATS[kind])) for kind in KINDS], missing)


async def _search_told(request: Request, words: str, game: str) -> AsyncIterator[bytes]:
    """A search as it goes, a line each time that it has come further."""
    come = [WorkProgress("getting ready", 0.0)]
    asking = asyncio.create_task(worked_out(request, _tune, words, game=game, long=True, watch=come.append))
    try:
        said = 0
        while not asking.done():
            if len(come) > said:
                said = len(come)
                yield _line(TuneProgress(*come[-1]))
            await asyncio.wait({asking}, timeout=0.5)
        try:
            yield _line(TuneProgress(share=1.0, tuned=msgspec.json.decode(asking.result(), type=Tuned)))
        except Refused as reason:
            yield _line(TuneProgress(detail=str(reason)))
    finally:
        asking.cancel()


def _line(told: TuneProgress) -> bytes:
    return msgspec.json.encode(told) + b"\n"


def _tune(body: str) -> bytes:
    from croupier.exact.tuning import parse_range, parse_target, unknown_pay, usual_ranges
    from croupier.exact.tuning import tune as search_tables

    asked = TuneQuestion.model_validate_json(body)
    game, stake = chosen_game(asked), read_stake(asked.stake)
    target = parse_target(
        asked.target_edge, asked.within, asked.hit_frequency, asked.standard_deviation, asked.keep_order
    )
    if len(asked.rows) == 1 and "=" not in asked.rows[0] and not (target.more or target.keep_order):
        return msgspec.json.encode(
            unknown_told(unknown_pay(game, asked.bet, asked.rows[0].strip(), target.edge, stake))
        )
    ranges = [parse_range(words, game, asked.bet) for words in asked.rows]
    ranges = ranges or usual_ranges(game.paytables[asked.bet], game.pay_bet(asked.bet).rows)
    found = search_tables(game, asked.bet, target, ranges, stake, asked.limit, AskerTold())
    return msgspec.json.encode(tuned_told(found))


def _rows(body: str) -> bytes:
    from croupier.exact.tuning import row_costs

    asked = RowsQuestion.model_validate_json(body)
    return msgspec.json.encode(rows_told(row_costs(chosen_game(asked), asked.bet, read_stake(asked.stake))))


def _sessions(body: str) -> bytes:
    from croupier.exact.solver import solver_of
    from croupier.simulate.sessions import SessionPlan, session_curves

    asked = SessionsQuestion.model_validate_json(body)
    game, unit = chosen_game(asked), parse_dollars(asked.unit)
    goal = parse_dollars(asked.goal) if asked.goal else None
    plan = SessionPlan(parse_dollars(asked.buy_in), unit, asked.rounds, goal)
    played = solver_of(game).outcomes_of(asked.bet, Fraction(unit, 100), ANALYSIS_SECONDS)
    curves = session_curves(played, plan, SESSIONS, SEED)
    return msgspec.json.encode(sessions_told(game, curves, SEED))


def _exposure(body: str) -> bytes:
    asked = ExposureQuestion.model_validate_json(body)
    terms = CountingTerms(asked.players, cut_card=asked.cut_card) if asked.counting else None
    found = exposed(chosen_game(asked), asked.hands, asked.stake, asked.decks, terms)
    return msgspec.json.encode(found)


def _paper(body: str) -> bytes:
    from croupier.reports.inputs import format_of, inputs_of
    from croupier.reports.typesetting import make

    asked = PaperQuestion.model_validate_json(body)
    inputs = inputs_of(asked.kind, chosen_game(asked), read_stake(asked.stake))
    return make(inputs, format_of(Path(f"paper.{asked.format}"), inputs.kind))
