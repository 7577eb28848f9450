"""Write the house's OpenAPI document, without examples and refusals, for the types that are generated from it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from croupier.floor.api import create_app


def bare(part: Any) -> Any:
    """A part of the document without its examples and without answers that refuse."""
    if isinstance(part, dict):
        return {name: bare(value) for name, value in part.items() if not _left_out(name)}
    return [bare(value) for value in part] if isinstance(part, list) else part


def _left_out(name: str) -> bool:
    return name in ("example", "examples") or (name.isdecimal() and int(name) >= 400)


if __name__ == "__main__":
    document = create_app("sqlite+aiosqlite:///:memory:").openapi()
    Path(sys.argv[1]).write_text(json.dumps(bare(document)), "utf-8")
