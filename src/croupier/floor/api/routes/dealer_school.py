"""The dealer school over HTTP: nothing is kept, as a sitting is its seed and the acts that come with a request."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool

from croupier.floor.api.requests import DrillAsked, SittingSoFar
from croupier.floor.api.responses import ActDue, DrillTold, SittingTold
from croupier.floor.api.routes.table_commands import chosen_game, understood
from croupier.floor.api.struct_route import StructRoute, refused
from croupier.school.dealer_acts import told
from croupier.school.dealt_view import dice_shown, happened, seen_lately, seen_so_far
from croupier.school.drills import question
from croupier.school.sitting import Mistake, Sitting, SittingTerms, usual_calls
from croupier.table.events import Decided
from croupier.table.placard import Placard

router = APIRouter(prefix="/api/school", tags=["dealer school"], route_class=StructRoute)


@router.post("/sittings", summary="Deal as a trainee", responses=refused(409))
async def sit(request: Request, body: SittingSoFar) -> SittingTold:
    """The table after the trainee's acts, what was wrong with the last one, and, unless it is an exam, what is due.

    An act is said in words, as `croupier deal` takes them: `bets`, `deal 1 hand 4 down`, `pay 3 trips 15`.
    """
    return await run_in_threadpool(sitting_told, body)


@router.post("/drills", summary="A question of a drill", responses=refused(409))
async def drill(request: Request, body: DrillAsked) -> DrillTold:
    """A payout, a hand to call, a pot or something that goes wrong; with an answer, whether it is right, and why."""
    return await run_in_threadpool(drill_told, body)


def _dealt(body: SittingSoFar) -> tuple[Sitting, Mistake | None]:
    """The sitting that the acts make, and what was wrong with the last one."""
    game = chosen_game(body)
    with understood():
        sitting = Sitting(SittingTerms(game, Placard(), body.seed, body.players, body.rounds, body.irregular))
    mistake = None
    for act in body.acts:
        mistake = sitting.do(act.act, act.at)
    if body.go_on:
        sitting.go_on()
    return sitting, mistake


def sitting_told(body: SittingSoFar) -> SittingTold:
    """Where a sitting stands."""
    sitting, mistake = _dealt(body)
    marking = sitting.marking
    due = None
    if not marking.over and body.lesson != "exam":
        next_one, watching = marking.due(), body.lesson == "watch"
        act, sentence = str(next_one.act), told(next_one.act, marking.game, marking.players)
        due = ActDue(next_one.rule, next_one.sentence, act if watching else "", sentence if watching else "")
    said = {event.seat: event.action for event in happened(marking) if isinstance(event, Decided)}
    acts = [one.act for one in marking.script]
    calls = {*usual_calls(body.game), *(act.words for act in acts if act.do == "call")}
    return SittingTold(
        seen_so_far(sitting.before, marking),
        said,
        dice_shown(marking),
        len(sitting.rounds),
        marking.over,
        sitting.over,
        mistake,
        due,
        sitting.result(),
        marking.places,
        sorted(calls),
        sitting.ruling_words,
        seen_lately(marking),
    )


def drill_told(body: DrillAsked) -> DrillTold:
    """A question, and what is right once it is answered."""
    asked = question(body.drill, chosen_game(body), Placard(), body.seed)
    if not body.answer:
        return DrillTold(asked.asks, asked.cards, asked.choices)
    right = asked.right(body.answer)
    return DrillTold(asked.asks, asked.cards, asked.choices, right, asked.answer, asked.because)
