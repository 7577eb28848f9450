"""The mathematics that the API's description shows, worked out: `python -m tests.floor.write_examples` keeps it."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.contract import advice_json, analysis_json, audit_json
from croupier.exact.claims import audit
from croupier.floor.api.math_responses import FILE, Advised, Analyzed, Audited, TableAdvised
from croupier.games import game_named

CARDS = "Ah Jh 4s"


def worked_out() -> dict[str, Any]:
    """An answer of each kind, by the kind's name; the time it took is left at nothing."""
    analysed, advised = game_named("on-the-draw"), game_named("three-card-draw")
    advice = advice_json(advised(), CARDS)
    asked = {"cards": CARDS, "board": "", "variant": None, "stake": "5"}
    return {
        Analyzed.__name__: analysis_json(analysed()) | {"seconds": 0.0},
        Advised.__name__: advice,
        TableAdvised.__name__: advice | asked,
        Audited.__name__: audit_json(audit(analysed)),
    }


if __name__ == "__main__":
    FILE.write_bytes(msgspec.json.encode(worked_out()) + b"\n")
