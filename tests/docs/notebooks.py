"""The notebooks of the documentation: their cells run one after the other, and what each shows.

`python -m tests.docs.notebooks` runs them and writes down what they show.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"


def notebooks() -> list[Path]:
    """Every notebook."""
    return sorted(FOLDER.glob("*.ipynb"))


def run(notebook: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """What each code cell shows, in the form that notebooks keep it."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            yield _shown("".join(cell["source"]), names)


def _shown(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    tree, printed, value = ast.parse(source), StringIO(), None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": _lines(repr(value))}
        for kind, method in {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}.items():
            if hasattr(value, method):
                data[kind] = _lines(getattr(value, method)())
        outputs.append({"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data})
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def write() -> None:
    """Run every notebook and keep what its cells show."""
    for path in notebooks():
        notebook = json.loads(path.read_text("utf-8"))
        code = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
        for cell, outputs in zip(code, run(notebook), strict=True):
            cell["outputs"] = outputs
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    write()
