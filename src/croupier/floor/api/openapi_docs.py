"""The API's own description: FastAPI's, with the structs that routes return and an example of each."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.routing import BaseRoute

from croupier.floor.api.authorization import COOKIE
from croupier.floor.api.responses import Problem, TuneProgress
from croupier.floor.api.struct_route import SCHEMA, StructRoute
from croupier.floor.tables.seat_messages import LiveMessage
from croupier.json_shapes import BetAnalyzed, BetEstimated

EXAMPLES: Final = Path(__file__).with_name("openapi_examples.json")
"""An example of each kind of answer by the name of its struct; `python -m tests.floor.write_examples` writes it."""
ABOUT: Final = """Casino table games: tables in real time, an exact mathematician, and books that add up.

**Sessions.** `POST /api/guests` makes a guest with play money. The token goes into `Authorization: Bearer ...`.

**Commands** carry an `Idempotency-Key`. Sent again with the same key and body a command is not carried out again: the
stored answer is given. The same key with another body is refused.

**Live tables.** A WebSocket at `/api/tables/{table}/live` sends a `LiveMessage`: first how the table looks, then what
happens, in order. Connected with `?after=N`, where N is the last entry seen, it begins with what was missed. Nothing is
taken from the client but the text `ping`; commands go over HTTP.

**Roles.** A *player* opens tables, sits down and plays. A *dealer* starts rounds at any table and sees what a watcher
sees. A *supervisor* does that too, and pauses tables, calls rounds off and settles disputes. An *auditor* sees the
books, the log and every finished round, and changes nothing. Only players sit. While a round is open, nobody sees more
of it than their seat does: supervisors and auditors see what a watcher sees, and its log when it is over.
"""


def describe(app: FastAPI, routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """The OpenAPI document of an application with these routes."""
    document: dict[str, Any] = get_openapi(title=app.title, version=app.version, description=ABOUT, routes=app.routes)
    shown: dict[str, Any] = msgspec.json.decode(EXAMPLES.read_bytes())
    returned = [route.struct for route in routes if isinstance(route, StructRoute) and route.struct is not None]
    _, schemas = msgspec.json.schema_components(
        [*returned, BetAnalyzed, BetEstimated, Problem, LiveMessage, TuneProgress], ref_template=SCHEMA
    )
    for name, schema in schemas.items():
        if name in shown:
            schema["examples"] = [shown[name]]
    document["components"]["schemas"] = dict(sorted((document["components"]["schemas"] | schemas).items()))
    document["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
    }
    _show_examples(document, shown)
    return document


def _show_examples(document: dict[str, Any], shown: dict[str, Any]) -> None:
    """Put beside each answer the example of its kind."""
    for operations in document["paths"].values():
        for operation in operations.values():
            for answer in operation["responses"].values():
                for content in answer.get("content", {}).values():
                    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
                    if name in shown:
                        content["example"] = shown[name]
