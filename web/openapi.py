"""Write the kinds of the house's OpenAPI document, without examples, for the types that are generated from it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from croupier.floor.api import create_app


def bare(part: Any) -> Any:
    """A part of the document without its examples."""
    if isinstance(part, dict):
        return {name: bare(value) for name, value in part.items() if name not in ("example", "examples")}
    return [bare(value) for value in part] if isinstance(part, list) else part


if __name__ == "__main__":
    document = create_app("sqlite+aiosqlite:///:memory:").openapi()
    kinds = bare(document) | {"paths": {}}
    Path(sys.argv[1]).write_text(json.dumps(kinds), "utf-8")
