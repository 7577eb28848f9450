"""Set the examples of docstrings as sessions: in Markdown, `>>>` would be a quotation of a quotation of a quotation."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).+)*", re.MULTILINE)


class Sessions(Extension):
    """Puts a fence around each example."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Change an object's docstring in place."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
