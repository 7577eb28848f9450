"""The reference of the HTTP API, from the document by which the house describes itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from croupier.floor.api import create_app

SHOWN = 1_500
"""The longest example that is shown whole, in characters."""
PARTS = {
    "tables": "Tables",
    "people": "People and wallets",
    "recall": "Rounds that are over",
    "house": "Running the house",
    "mathematics": "Mathematics",
    "health": "Health",
}

Json = dict[str, Any]


def pages() -> Iterator[tuple[str, str]]:
    """The document itself, a page of its operations, and one of its data."""
    document = create_app("sqlite+aiosqlite:///:memory:").openapi()
    yield "reference/openapi.json", json.dumps(document, indent=1, ensure_ascii=False)
    yield "reference/http-api.md", _operations(document)
    yield "reference/http-data.md", _data(document["components"]["schemas"])


def _operations(document: Json) -> str:
    lines = ["# HTTP API", "", "The document is served at `/api/openapi.json`; [this is it](openapi.json).", ""]
    lines += [document["info"]["description"].strip(), ""]
    groups: dict[str, list[tuple[str, str, Json]]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            groups.setdefault(operation["tags"][0], []).append((method.upper(), path, operation))
    for tag in sorted(groups, key=lambda tag: list(PARTS).index(tag) if tag in PARTS else len(PARTS)):
        lines += [f"## {PARTS.get(tag, tag.capitalize())} {{ #{tag} }}", ""]
        for method, path, operation in groups[tag]:
            lines += _operation(method, path, operation)
    return "\n".join(lines) + "\n"


def _operation(method: str, path: str, operation: Json) -> list[str]:
    anchor = operation["operationId"]
    lines = [f"### {operation['summary']} {{ #{anchor} }}", "", f"`{method} {path}`", ""]
    if operation.get("description"):
        lines += [operation["description"], ""]
    if operation.get("parameters"):
        lines += ["| parameter | in | type | |", "|---|---|---|---|"]
        for parameter in operation["parameters"]:
            said = [parameter.get("description") or parameter["schema"].get("description") or ""]
            said += ["required" if parameter.get("required") and parameter["in"] != "path" else ""]
            said += [f"such as `{example}`" for example in parameter["schema"].get("examples", [])[:1]]
            row = (
                f"`{parameter['name']}`",
                parameter["in"],
                _type(parameter["schema"]),
                _cell("; ".join(filter(None, said))),
            )
            lines.append("| " + " | ".join(row) + " |")
        lines.append("")
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body:
        lines += [f"**Body**: {_type(body['schema'])}", ""]
        lines += _example(body)
    refusals = []
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            content = response.get("content", {}).get("application/json", {})
            kind = f" {_type(content['schema'])}" if "schema" in content else ""
            lines += [f"**{status}**{kind}: {response['description']}", "", *_example(content)]
        else:
            refusals.append(f"{status} ({_cell(response['description']).rstrip('.')})")
    if refusals:
        lines += [f'??? note "Refusals"\n    {"; ".join(refusals)}.', ""]
    return lines


def _example(content: Json) -> list[str]:
    if "example" not in content:
        return []
    text = json.dumps(content["example"], indent=2, ensure_ascii=False)
    if len(text) > SHOWN:
        text = text[: text.rindex("\n", 0, SHOWN)] + "\n  ..."
        return ["```text", text, "```", ""]
    return ["```json", text, "```", ""]


def _data(schemas: Json) -> str:
    lines = [
        "# HTTP API: data",
        "",
        "What bodies and answers consist of. Money is whole cents unless a field says otherwise.",
        "",
    ]
    for name in sorted(schemas):
        schema = schemas[name]
        lines += [f"## {name} {{ #{_anchor(name)} }}", ""]
        if schema.get("description"):
            lines += [schema["description"].strip(), ""]
        if "properties" in schema:
            lines += ["| field | type | |", "|---|---|---|"]
            for field, kind in schema["properties"].items():
                said = [kind.get("description") or "", "required" if field in schema.get("required", ()) else ""]
                said += [
                    f"such as `{json.dumps(example, ensure_ascii=False)}`" for example in kind.get("examples", [])[:1]
                ]
                lines.append(f"| `{field}` | {_type(kind)} | {_cell('; '.join(filter(None, said)))} |")
            lines.append("")
        else:
            lines += [_type(schema), ""]
    return "\n".join(lines) + "\n"


def _type(schema: Json) -> str:
    """A kind in a word or a few."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](http-data.md#{_anchor(name)})"
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(map(_type, schema[several])))
    if "allOf" in schema:
        return " and ".join(map(_type, schema["allOf"]))
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    kind = schema.get("type", "anything")
    if kind == "array":
        if "prefixItems" in schema:
            return "list of " + ", ".join(map(_type, schema["prefixItems"]))
        return f"list of {_type(schema['items'])}" if schema.get("items") else "list"
    if kind == "object":
        inside = schema.get("additionalProperties") or next(iter(schema.get("patternProperties", {}).values()), None)
        return f"object of {_type(inside)}" if isinstance(inside, dict) and inside else "object"
    return kind if isinstance(kind, str) else " or ".join(kind)


def _anchor(name: str) -> str:
    return "data-" + name.lower().replace(".", "-").replace("_", "-")


def _cell(words: str) -> str:
    return " ".join(words.split()).replace("|", "\\|")
