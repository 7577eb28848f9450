"""The mathematics that the API's description shows, worked out: `python -m tests.floor.write_examples` keeps it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from croupier.contract import advised, analyzed, audited
from croupier.exact.claims import audit
from croupier.floor.api.openapi_examples import SOLVED
from croupier.floor.api.responses import TableAdvised
from croupier.games import game_named

CARDS = "Ah Jh 4s"


def worked_out() -> dict[str, Any]:
    """An answer of each kind, by the kind's name; the time it took is left at nothing."""
    analysis, advice = (game_named(name) for name in ("on-the-draw", "three-card-draw"))
    told = advised(advice(), CARDS)
    kinds = (
        replace(analyzed(analysis()), seconds=0.0),
        told,
        TableAdvised(**asdict(told), cards=CARDS, board="", variant=None, stake="5"),
        audited(audit(analysis)),
    )
    return {type(kind).__name__: msgspec.to_builtins(kind) for kind in kinds}


if __name__ == "__main__":
    SOLVED.write_bytes(msgspec.json.encode(worked_out()) + b"\n")
