"""The documentation is built without a warning, with a page for every module and every command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli import COMMANDS
from croupier.games import game_names
from tests.docs.blocks import ROOT


def build(folder: Path, **settings: str) -> Path:
    """Build the site into a folder, as `make docs` builds it."""
    words = ["-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"} | settings
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    return folder


@pytest.mark.confirm
def test_the_site_is_built_without_a_warning_and_asks_nobody_else_for_anything(tmp_path: Path) -> None:
    site = build(tmp_path, DOCS_WITHOUT_MODULES="1")
    commands, games = ((site / "reference" / page).read_text("utf-8") for page in ("commands.html", "games.html"))
    assert [command for command in COMMANDS if f'id="{command}"' not in commands] == []
    assert [game for game in game_names() if f'id="{game}"' not in games] == []
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        for loaded in ('src="http', 'src="//', 'rel="stylesheet" href="http', 'rel="preconnect"'):
            assert loaded not in text, f"{page.relative_to(site)} has {loaded}"


@pytest.mark.confirm
def test_every_module_has_its_page(tmp_path: Path) -> None:
    site = build(tmp_path)
    source = ROOT / "src" / "croupier"
    for module in source.rglob("*.py"):
        if module.name != "__main__.py":
            page = str(module.relative_to(source).with_suffix(".html")).replace("__init__", "index")
            assert (site / "reference" / "python" / page).is_file(), module
