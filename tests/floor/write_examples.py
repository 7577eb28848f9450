"""The mathematics that the API's description shows, worked out: `python -m tests.floor.write_examples` keeps it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from croupier.contract import advised, analyzed, audited, exposed, rows_told, sessions_told, tuned_told
from croupier.exact.claims import audit
from croupier.exact.solver import solver_of
from croupier.exact.tuning import parse_range, parse_target, row_costs, tune
from croupier.floor.api.openapi_examples import SOLVED
from croupier.floor.api.responses import TableAdvised
from croupier.floor.api.routes.lab_questions import SEED, SESSIONS
from croupier.games import game_named
from croupier.simulate.bankroll.session_curves import session_curves
from croupier.simulate.bankroll.sessions import SessionPlan
from croupier.voice.lesson import lesson

CARDS = "Ah Jh 4s"
BET = "bonus"
RANGES = ("straight-flush=25:1..28:1", "straight=2:1", "flush=1:1..2:1")


def worked_out() -> dict[str, Any]:
    """An answer of each kind, by the kind's name; the time it took is left at nothing."""
    analysis, advice = (game_named(name) for name in ("on-the-draw", "three-card-draw"))
    game = advice()
    told = advised(game, CARDS)
    ranges = [parse_range(words, game, BET) for words in RANGES]
    taught = lesson(game)
    main = next(iter(solver_of(game).analyze().values()))
    kinds = (
        replace(analyzed(analysis()), seconds=0.0),
        told,
        TableAdvised(**asdict(told), cards=CARDS, board="", variant=None, stake="5"),
        audited(audit(analysis)),
        replace(taught, hands=taught.hands[:1], glossary=taught.glossary[:3]),
        tuned_told(tune(game, BET, parse_target("2.5%", "0.5%"), ranges)),
        rows_told(row_costs(game, BET)),
        sessions_told(game, session_curves(main, SessionPlan(20_000, 1_000, 10), SESSIONS, SEED), SEED),
        exposed(game, 1, "1", 10),
    )
    return {type(kind).__name__: msgspec.to_builtins(kind) for kind in kinds}


if __name__ == "__main__":
    SOLVED.write_bytes(msgspec.json.encode(worked_out()) + b"\n")
