"""Pages of the site that nobody writes: made from modules, commands, games and the API's description at every build."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import commands_page
import games_page
import http_pages
import python_pages
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

COPIED = {
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "LICENSE": "project/licence.md",
    "NOTICE": "project/licence.md",
    "README.md": "index.md",
    "examples/player.py": "reference/player.md",
}
"""Files outside docs, and the pages that show them."""

LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
FENCE = re.compile(r"^(```.*?^```)", re.MULTILINE | re.DOTALL)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fill in the parts of the navigation that follow from what there is."""
    _fill(config.nav or [], "Python", python_pages.navigation(ROOT / "src"))
    records = sorted((DOCS / "decisions").glob("[0-9]*.md"))
    decisions = [{_title(path): f"decisions/{path.name}"} for path in records]
    _fill(config.nav or [], "Decisions", ["decisions/README.md", *decisions])
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    for path, text in generated():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Lead links that leave docs to the pages of the site."""
    path = page.file.src_uri
    home = {copy: name for name, copy in COPIED.items() if name != "NOTICE"}.get(path)
    source = DOCS / path if (DOCS / path).exists() or home is None else ROOT / home
    return _outside_fences(markdown, lambda text: LINK.sub(lambda link: _led(link, source, path), text))


def generated() -> Iterator[tuple[str, str]]:
    """Every generated page: its path below docs, and its text."""
    yield from python_pages.pages(ROOT / "src")
    yield from commands_page.pages()
    yield from games_page.pages()
    yield from http_pages.pages()
    for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"):
        yield COPIED[name], (ROOT / name).read_text("utf-8")
    notice, licence = ((ROOT / name).read_text("utf-8") for name in ("NOTICE", "LICENSE"))
    yield COPIED["LICENSE"], f"# Licence\n\n```text\n{notice}```\n\n## Apache License 2.0\n\n```text\n{licence}```\n"
    example = (ROOT / "examples" / "player.py").read_text("utf-8")
    yield COPIED["examples/player.py"], f"# A player over the API\n\n```python\n{example}```\n"


def _led(link: re.Match[str], source: Path, path: str) -> str:
    """A link as the site has it: to the page that shows its file; to no page, where the site shows none."""
    words, address, anchor = link[1], link[2], link[3] or ""
    if re.match(r"[a-z]+:", address):
        return link[0]
    target = Path(os.path.normpath(source.parent / address))
    if not target.is_relative_to(ROOT):
        raise PluginError(f"{path}: the link {address} leaves the project")
    name = target.relative_to(ROOT).as_posix()
    if name.startswith("docs/") and not target.is_dir():
        copied = name.removeprefix("docs/")
    elif name in COPIED:
        copied = COPIED[name]
    elif target.exists():
        return f"`{name}`"
    else:
        raise PluginError(f"{path}: there is no {name}, to which [{words}] leads")
    return f"[{words}]({os.path.relpath(copied, Path(path).parent)}{anchor})"


def _outside_fences(markdown: str, change: Callable[[str], str]) -> str:
    parts = FENCE.split(markdown)
    return "".join(part if part.startswith("```") else change(part) for part in parts)


def _fill(nav: list[Any], heading: str, pages: list[Any]) -> bool:
    """Put pages under a heading that the navigation leaves open."""
    for entry in nav:
        for name, below in entry.items() if isinstance(entry, dict) else ():
            if name == heading and not below:
                entry[name] = pages
                return True
            if isinstance(below, list) and _fill(below, heading, pages):
                return True
    return False


def _title(path: Path) -> str:
    return path.read_text("utf-8").splitlines()[0].removeprefix("# ")
