"""Routes whose handlers return msgspec structs: encoded here, and described from the handler's signature."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final, get_args, get_type_hints

import msgspec
from fastapi.routing import APIRoute
from starlette.responses import Response

from croupier.floor.api.authorization import KEY, LONGEST_KEY, SHORTEST_KEY, CommandGuard, RoleGuard
from croupier.floor.api.middleware import SAFE
from croupier.floor.api.responses import Csv, JsonResponse, Problem

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
UNSAFE: Final = (403, 408, 413, 422)
"""What the request guard refuses a request with that may change something: its origin, or its body."""

KEY_PARAMETER: Final = {
    "name": KEY,
    "in": "header",
    "required": True,
    "description": "A key of the client's own making, new for every command: sent again with the same key, a command "
    "is not carried out again but answered again.",
    "schema": {"type": "string", "minLength": SHORTEST_KEY, "maxLength": LONGEST_KEY},
    "example": "7b1c0c1e-3f6e-4f0e-9a55-3f5e9a0b6f11",
}

BYTES: Final = {"schema": {"type": "string", "format": "binary"}}
"""How a file is described."""

Handler = Callable[..., Awaitable[Any]]


class StructRoute(APIRoute):
    """A route described by its handler's signature.

    The handler returns `Kind`, a struct, which is sent as JSON; `Kind | Csv`; or `Annotated[Response, Kind]`, a
    response that it has made itself with the JSON of that kind. Refusals follow from the method, the parameters and
    the guards; those that only the handler knows of are given as `responses=refused(...)`.
    """

    def __init__(self, path: str, endpoint: Handler, **options: Any) -> None:
        status = options["status_code"] or 200
        options["response_model"] = None
        super().__init__(path, _encoding(endpoint, status), **options)
        kinds = get_args(returned := get_type_hints(endpoint, include_extras=True)["return"]) or (returned,)
        self.struct = next((kind for kind in kinds if issubclass(kind, msgspec.Struct)), None)
        self.responses = refused(*self._refusals()) | self.responses
        if self.struct is not None:
            other_forms = self.responses.get(status, {}).get("content", {})
            self.responses[status] = _described(self.struct, Csv in kinds)
            self.responses[status]["content"] |= other_forms
        guards = [part.call for part in self.dependant.dependencies]
        if any(isinstance(guard, RoleGuard | CommandGuard) for guard in guards):
            self.openapi_extra = {"security": [{"token": []}, {"cookie": []}]}
            if any(isinstance(guard, CommandGuard) for guard in guards):
                self.openapi_extra["parameters"] = [KEY_PARAMETER]

    def _refusals(self) -> set[int]:
        found = set(ALWAYS)
        if not set(SAFE).issuperset(self.methods or ()):
            found.update(UNSAFE)
        for part in (self.dependant, *self.dependant.dependencies):
            if isinstance(part.call, RoleGuard):
                found.update((401, 403) if part.call.allowed else (401,))
            if isinstance(part.call, CommandGuard):
                found.update((401, 409))
            if part.path_params:
                found.update((404, 422))
            if part.query_params:
                found.add(422)
        return found


def refused(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The description of these refusals."""
    return {status: {"description": REFUSALS[status], "content": _json(Problem)} for status in sorted(statuses)}


def _described(kind: type[msgspec.Struct], csv: bool) -> dict[str, Any]:
    content = _json(kind) | ({"text/csv": {"schema": {"type": "string"}}} if csv else {})
    return {"description": (kind.__doc__ or "").strip(), "content": content}


def _json(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": SCHEMA.format(name=kind.__name__)}}}


def _encoding(handler: Handler, status: int) -> Callable[..., Awaitable[Response]]:
    @wraps(handler)
    async def encoded(**values: Any) -> Response:
        answer = await handler(**values)
        return answer if isinstance(answer, Response) else JsonResponse(answer, status)

    return encoded
