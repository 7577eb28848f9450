"""The mathematics over HTTP: the same answers as the command, worked out in other processes so that no table waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Request
from msgspec.structs import asdict, replace
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from croupier import __version__
from croupier.chips import plain_dollars
from croupier.contract import advised, analyzed, audited, games_json
from croupier.errors import Refused
from croupier.floor.api.authorization import Me, client_of, house_of, session_of, whoever_asks
from croupier.floor.api.kept_answers import AnswersOnDisk, printed_answer
from croupier.floor.api.rate_limit import TooMany
from croupier.floor.api.requests import WRITTEN, Advice, AnalysisQuestion, DecisionsAsked
from croupier.floor.api.responses import DecisionsDealt, GamesTold, TableAdvised
from croupier.floor.api.routes.table_commands import TableId, chosen_game, my_seat
from croupier.floor.api.solver_pool import Asker, SolverPool, WorkProgress
from croupier.floor.api.struct_route import StructRoute, refused
from croupier.floor.entries import read_entry, write_entry
from croupier.floor.tables.event_store import Unknown
from croupier.games import game_named, game_names
from croupier.json_shapes import Advised, Analyzed, Audited
from croupier.table.chance import seed_from
from croupier.table.placard import Placard
from croupier.table.rehearsal import dealt_decisions
from croupier.voice.lesson import Lesson, lesson

router = APIRouter(prefix="/api", tags=["mathematics"], route_class=StructRoute)

ANALYSIS_SECONDS = 10
"""About how long a game of no family is searched for its bets; what is not exact by then is estimated."""
ADVICE_SECONDS = 2
"""The same for the choices of a decision: somebody at a table waits for them."""
PRACTISED_ROUNDS = 20
"""How many rounds are dealt for decisions to practise."""
POT_SECONDS = 4
"""How long somebody at a table waits for the pot to be counted; until it is, advice leaves it out."""

WithHands = Annotated[
    bool, Query(description="Whether hands come with it, which take a few seconds the first time; else there are none.")
]


async def worked_out(
    request: Request,
    work: Callable[..., bytes],
    *words: Any,
    game: str,
    seated: bool = False,
    long: bool = False,
    watch: Callable[[WorkProgress], None] | None = None,
) -> bytes:
    """The answer of a solver, whose turn depends on who asks."""
    pool: SolverPool = request.app.state.solvers
    if not pool.rate_limit.admit(client_of(request)):
        raise TooMany("too many questions at once; wait a second")
    known = Asker.KNOWN if session_of(request) else Asker.ANONYMOUS
    by = Asker.SEATED if seated else known
    return await pool.ask(work, *words, game=game, by=by, gone=request.is_disconnected, long=long, watch=watch)


async def kept_or_worked_out(
    request: Request, work: Callable[..., bytes], *words: Any, game: str, long: bool = False
) -> bytes:
    """The same, of an answer that is kept on disk."""
    kept, question = AnswersOnDisk(), (work.__name__, *words)
    answer = kept.find(game, question)
    if answer is None:
        answer = await worked_out(request, work, *words, game=game, long=long)
        kept.keep(game, question, answer)
    return answer


@router.get("/games", summary="The games")
async def list_games(request: Request) -> GamesTold:
    """Every game with its bets, paytables and settings, as `croupier games --json` prints them."""
    return msgspec.convert(games_json(), GamesTold)


@router.get("/games/{game}/lesson", summary="A game taught to a newcomer")
async def game_lesson(
    request: Request,
    game: Annotated[str, Path(max_length=40, pattern=WRITTEN, examples=["on-the-draw"])],
    hands: WithHands = True,
) -> Annotated[Response, Lesson]:
    """The round in the player's words, every bet and what it pays, a hand for each kind of ending, and a glossary."""
    if game not in game_names():
        raise Unknown(f"there is no game {game!r}; there are {', '.join(game_names())}")
    if not hands:
        return Response(await run_in_threadpool(_lesson, game, False), media_type="application/json")
    return Response(await kept_or_worked_out(request, _lesson, game, game=game), media_type="application/json")


@router.get("/tables/{table}/lesson", summary="A table's game taught to a newcomer", responses=refused(401))
async def table_lesson(request: Request, table: TableId, hands: WithHands = True) -> Annotated[Response, Lesson]:
    """The same with the settings, paytables and limits of one table."""
    live = await house_of(request).table_for(table, await whoever_asks(request))
    opened = write_entry(msgspec.structs.replace(live.opened, invite="")).decode()
    if not hands:
        return Response(await run_in_threadpool(_lesson_at_table, opened, False), media_type="application/json")
    answer = await kept_or_worked_out(request, _lesson_at_table, opened, game=live.table.game.name)
    return Response(answer, media_type="application/json")


@router.post("/analyze", summary="Exact numbers of every bet", responses=refused(409))
async def analyze(request: Request, body: AnalysisQuestion) -> Annotated[Response, Analyzed]:
    """House edge, distribution, strategy frequencies: the JSON of `croupier analyze --json`.

    Bets of a game of no family that cannot be searched to the end in some seconds are estimated, and say so.
    """
    answer = printed_answer(chosen_game(body), body.stake, body.strategies)
    if answer is None:
        answer = await kept_or_worked_out(request, _analyze, body.model_dump_json(), game=body.game)
    return Response(answer, media_type="application/json")


@router.post("/advise", summary="The exact value of every choice", responses=refused(409))
async def advise(request: Request, body: Advice) -> Annotated[Response, Advised]:
    """What each choice is worth with this hand, exactly or estimated: the JSON of `croupier advise --json`."""
    chosen_game(body)
    answer = await worked_out(request, _advise, body.model_dump_json(), game=body.game)
    return Response(answer, media_type="application/json")


@router.post("/decisions", summary="Decisions to practise", responses=refused(409))
async def decisions(request: Request, body: DecisionsAsked) -> DecisionsDealt:
    """The decisions of some rounds that are dealt from your seed, at no table and for no money."""
    return await run_in_threadpool(decisions_told, body)


@router.get("/tables/{table}/advice", summary="The exact value of your choices", responses=refused(409))
async def table_advice(request: Request, table: TableId, me: Me) -> TableAdvised:
    """What each choice you have at a table now is worth, given what your seat sees, has bet, and what the table pays.

    What you cannot pay for is not among them, and nothing but what you may answer is best. Values take it that your
    stack is enough for what comes later in the round.

    The answer repeats the question, for whoever wants to ask `/api/advise` again: cards, board, variant and stake. All
    bets that you have are valued together, and the variant names them; your part of the pot too, where it can be
    counted. In a game of no family the values may be estimates with their standard errors; then they are under
    `estimates`, and there are no actions. A choice that nothing values has neither. `card` has the sentences of the
    game's strategy card that the hand falls under, and what they come to; the card is short, so that may not be best.
    `leads_to` has every ending of each choice with its net result and its chance, of the bets against the house.
    """
    live = await house_of(request).table_for(table, me)
    seat = my_seat(live, me)
    seen = live.view(seat)
    if not seen.legal:
        raise Refused("there is no decision of yours to advise on")
    question = live.table.game.question(seen)
    if question is None:
        game = live.table.game
        nothing = Advised(game.name, __version__, game.behaviour, {}, [])
        return TableAdvised(**asdict(nothing), cards="", board="", variant=None, stake="")
    own, board = (" ".join(card.name for card in cards) for cards in (question.cards, question.board))
    legal = " | ".join(seen.legal)
    opened = write_entry(msgspec.structs.replace(live.opened, invite=""))
    asked, stake = (opened, legal, own, board), plain_dollars(question.stake)
    answer = None
    if question.with_pot:
        answer = await _with_the_pot(request, *asked, question.with_pot, stake, game=live.table.game.name)
    if answer is None:
        variant, name = question.variant, live.table.game.name
        answer = await worked_out(request, _advise_at_table, *asked, variant, stake, game=name, seated=True)
    return _of_those_open(msgspec.json.decode(answer, type=TableAdvised), seen.legal)


@router.get("/audit/{game}", summary="Published figures and the exact ones")
async def audit(
    request: Request, game: Annotated[str, Path(max_length=40, pattern=WRITTEN, examples=["on-the-draw"])]
) -> Annotated[Response, Audited]:
    """Every figure the game's document publishes beside the exact one: the JSON of `croupier audit --json`."""
    if game not in game_names():
        raise Unknown(f"there is no game {game!r}; there are {', '.join(game_names())}")
    answer = await kept_or_worked_out(request, _audit, game, game=game)
    return Response(answer, media_type="application/json")


def _lesson(game: str, with_hands: bool = True) -> bytes:
    return msgspec.json.encode(lesson(game_named(game)(), with_hands=with_hands))


def _lesson_at_table(opened: str, with_hands: bool = True) -> bytes:
    terms = read_entry(opened.encode())
    paytables = tuple(words.paytable() for words in terms.paytables)
    game = game_named(terms.game).choose(terms.settings, custom=paytables)
    return msgspec.json.encode(lesson(game, Placard.from_json(terms.placard), with_hands=with_hands))


def _analyze(body: str) -> bytes:
    question = AnalysisQuestion.model_validate_json(body)
    game = chosen_game(question)
    return msgspec.json.encode(analyzed(game, question.stake, question.strategies, seconds=ANALYSIS_SECONDS))


def _advise(body: str) -> bytes:
    question = Advice.model_validate_json(body)
    game = chosen_game(question)
    asked = (question.cards, question.board, question.variant, question.stake)
    return msgspec.json.encode(advised(game, *asked, seconds=ADVICE_SECONDS))


def _advise_at_table(opened: bytes, legal: str, cards: str, board: str, variant: str | None, stake: str) -> bytes:
    terms = read_entry(opened)
    paytables = tuple(words.paytable() for words in terms.paytables)
    game = game_named(terms.game).choose(terms.settings, custom=paytables)
    advice = advised(game, cards, board, variant, stake, ADVICE_SECONDS, legal.split(" | "))
    return msgspec.json.encode(TableAdvised(**asdict(advice), cards=cards, board=board, variant=variant, stake=stake))


async def _with_the_pot(request: Request, *asked: str | bytes, game: str) -> bytes | None:
    """Advice that counts the pot; none if it cannot be counted, or is not yet: that goes on, for the next who asks."""
    pool: SolverPool = request.app.state.solvers
    if game in pool.counting:
        return None
    counting = asyncio.create_task(pool.ask(_advise_at_table, *asked, game=f"the pot of {game}", by=Asker.NOBODY))
    pool.counting[game] = counting
    counting.add_done_callback(lambda done: (pool.counting.pop(game, None), done.cancelled() or done.exception()))
    done, _ = await asyncio.wait({counting}, timeout=POT_SECONDS)
    return counting.result() if done and not counting.cancelled() and counting.exception() is None else None


def _of_those_open(advice: TableAdvised, legal: Collection[str]) -> TableAdvised:
    """The advice on the choices that a player has, which may be fewer than the game knows.

    >>> values = {"check": "-1/2", "play-3x": "1/3"}
    >>> advice = TableAdvised("a game", "0.3.0", 1, values, ["play-3x"], cards="", board="", variant=None, stake="5")
    >>> open = _of_those_open(advice, ["check"])
    >>> open.actions, open.best
    ({'check': '-1/2'}, ['check'])
    """
    actions = {action: value for action, value in advice.actions.items() if action in legal}
    values: dict[str, Fraction | float] = {action: Fraction(value) for action, value in actions.items()}
    if advice.estimates is not msgspec.UNSET:
        estimates = {action: value for action, value in advice.estimates.items() if action in legal}
        values |= {action: value.estimate for action, value in estimates.items()}
        advice = replace(advice, estimates=estimates)
    if advice.leads_to is not msgspec.UNSET:
        advice = replace(advice, leads_to={action: ends for action, ends in advice.leads_to.items() if action in legal})
    most = max(values.values(), default=None)
    return replace(advice, actions=actions, best=[action for action, value in values.items() if value == most])


def decisions_told(body: DecisionsAsked) -> DecisionsDealt:
    """Decisions of rounds of the game that the words describe."""
    game = chosen_game(body)
    return DecisionsDealt(game.name, list(dealt_decisions(game, seed_from(body.seed), PRACTISED_ROUNDS)))


def _audit(game: str) -> bytes:
    from croupier.exact.claims import audit as audit_figures

    return msgspec.json.encode(audited(audit_figures(game_named(game))))
