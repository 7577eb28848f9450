"""The API's own description: every answer with its schema and an example, every refusal, who may ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from croupier.floor.api.authorization import COOKIE, KEY, LONGEST_KEY, SHORTEST_KEY, commands, roles
from croupier.floor.api.responses import Problem

SCHEMA: Final = "#/components/schemas/{name}"

REFUSALS: Final = {
    401: "There is no session, or it has ended.",
    403: "The role does not allow it, or another site asks.",
    404: "There is no such table, round or game.",
    408: "The body was too long in coming.",
    409: "Refused as things stand; the sentence says why and what would be right.",
    413: "The body is too large.",
    422: "The request cannot be understood.",
    429: "Too many requests; wait a second.",
    500: "Something is wrong with the house.",
    503: "The house closes, or its books are out of reach; a command sent again with the same key is carried out once.",
}
ALWAYS: Final = (429, 500, 503)
WITH_BODY: Final = (403, 408, 413, 422)

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

KEY_PARAMETER: Final = {
    "name": KEY,
    "in": "header",
    "required": True,
    "description": "A key of the client's own making, new for every command: sent again with the same key, a command "
    "is not carried out again but answered again.",
    "schema": {"type": "string", "minLength": SHORTEST_KEY, "maxLength": LONGEST_KEY},
    "example": "7b1c0c1e-3f6e-4f0e-9a55-3f5e9a0b6f11",
}

Responses = dict[int | str, dict[str, Any]]


def told(kind: Any, *refusals: int, status: int = 200, csv: bool = False) -> Responses:
    """How a route answers: a kind of answer, and the refusals that it has besides those that all have."""
    content: dict[str, Any] = {"application/json": {"schema": {"$ref": SCHEMA.format(name=kind.__name__)}}}
    if csv:
        content["text/csv"] = {"schema": {"type": "string"}}
    answer = {"description": (kind.__doc__ or "").strip(), "content": content}
    return {status: answer} | refused(*refusals)


def refused(*refusals: int) -> Responses:
    """The refusals of a route, with those that all have."""
    problem = {"application/json": {"schema": {"$ref": SCHEMA.format(name=Problem.__name__)}}}
    return {status: {"description": REFUSALS[status], "content": problem} for status in sorted({*refusals, *ALWAYS})}


def describe(app: FastAPI, kinds: Iterable[Any]) -> dict[str, Any]:
    """The OpenAPI document."""
    from croupier.floor.api.openapi_examples import examples

    document: dict[str, Any] = get_openapi(title=app.title, version=app.version, description=ABOUT, routes=app.routes)
    components = document["components"]
    shown = examples()
    _, schemas = msgspec.json.schema_components(kinds, ref_template=SCHEMA)
    for name, schema in schemas.items():
        if name in shown:
            schema["examples"] = [shown[name]]
        components["schemas"][name] = schema
    for unused in ("HTTPValidationError", "ValidationError"):
        components["schemas"].pop(unused, None)
    components["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
    }
    for route in _endpoints(app.routes):
        for method in route.methods or ():
            _say_what_it_needs(document["paths"][route.path][method.lower()], route.dependant)
    _show_examples(document, shown)
    return document


def _endpoints(routes: Iterable[Any]) -> Iterator[APIRoute]:
    """Every endpoint, also those of included routers, which newer releases of FastAPI keep whole."""
    for route in routes:
        if isinstance(route, APIRoute):
            yield route
        else:
            yield from _endpoints(getattr(getattr(route, "original_router", None), "routes", ()))


def _say_what_it_needs(operation: dict[str, Any], dependant: Dependant) -> None:
    """A session, and for commands their key."""
    guards = {getattr(part.call, "__qualname__", "").partition(".")[0] for part in dependant.dependencies}
    if guards & {roles.__name__, commands.__name__}:
        operation["security"] = [{"token": []}, {"cookie": []}]
    if commands.__name__ in guards:
        operation.setdefault("parameters", []).append(KEY_PARAMETER)


def _show_examples(document: dict[str, Any], shown: dict[str, Any]) -> None:
    """Put beside each answer the example of its kind."""
    for operations in document["paths"].values():
        for operation in operations.values():
            for answer in operation["responses"].values():
                for content in answer.get("content", {}).values():
                    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
                    if name in shown:
                        content["example"] = shown[name]
