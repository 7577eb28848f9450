"""A page for each module, with its docstrings, and one for each room with what is in it."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PACKAGE = "croupier"
LEFT_OUT = ("__main__",)
WHOLE = os.environ.get("DOCS_WITHOUT_MODULES", "") == ""
"""Modules are most of the work of a build; a build that is only to find bad links can do without them."""


def pages(source: Path) -> Iterator[tuple[str, str]]:
    """Every page: its path below docs, and its text."""
    if not WHOLE:
        yield _page(source, source / PACKAGE / "__init__.py"), f"# {PACKAGE}\n"
        return
    for path in _modules(source / PACKAGE):
        module = _name(source, path)
        text = f"# {module}\n\n::: {module}\n"
        if path.name == "__init__.py":
            text += "\n" + _contents(source, path.parent)
        yield _page(source, path), text


def navigation(source: Path) -> list[Any]:
    """The pages as the tree that the modules form."""
    return _tree(source, source / PACKAGE) if WHOLE else [_page(source, source / PACKAGE / "__init__.py")]


def _tree(source: Path, folder: Path) -> list[Any]:
    entries: list[Any] = [_page(source, folder / "__init__.py")]
    for path in _inside(folder):
        if path.name == "__init__.py":
            entries.append({path.parent.name: _tree(source, path.parent)})
        else:
            entries.append({path.stem: _page(source, path)})
    return entries


def _contents(source: Path, folder: Path) -> str:
    """What a room has: each module with its first sentence."""
    rows = []
    for path in _inside(folder):
        page = Path(_page(source, path)).relative_to(Path(_page(source, folder / "__init__.py")).parent)
        rows.append(f"| [`{_name(source, path)}`]({page.as_posix()}) | {_sentence(path)} |")
    return "\n".join(["| module | what it is for |", "|---|---|", *rows]) + "\n" if rows else ""


def _modules(folder: Path) -> Iterator[Path]:
    yield folder / "__init__.py"
    for path in _inside(folder):
        if path.name == "__init__.py":
            yield from _modules(path.parent)
        else:
            yield path


def _inside(folder: Path) -> list[Path]:
    """The modules of a room, then the rooms in it."""
    modules = [path for path in sorted(folder.glob("*.py")) if path.stem not in ("__init__", *LEFT_OUT)]
    rooms = [path for path in sorted(folder.glob("*/__init__.py")) if path.parent.name not in LEFT_OUT]
    return modules + rooms


def _name(source: Path, path: Path) -> str:
    parts = path.relative_to(source).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _page(source: Path, path: Path) -> str:
    """A module's page; a room's is the index of its folder."""
    parts = path.relative_to(source).with_suffix("").parts
    inside = [*parts[1:-1], "index" if parts[-1] == "__init__" else parts[-1]]
    return "/".join(["reference/python", *inside]) + ".md"


def _sentence(path: Path) -> str:
    said = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return said.partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")
