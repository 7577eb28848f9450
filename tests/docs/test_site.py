"""The documentation is built without a warning, with a page for every module and every command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli import ROOMS
from tests.docs.blocks import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    words = ["-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    return folder


@pytest.mark.confirm
def test_every_module_and_command_has_its_place(site: Path) -> None:
    commands = (site / "reference" / "commands.html").read_text("utf-8")
    for command in ROOMS:
        assert f'id="{command}"' in commands
    for module in (ROOT / "src" / "croupier").rglob("*.py"):
        if "migrations" not in module.parts and module.name != "__main__.py":
            page = module.relative_to(ROOT / "src" / "croupier").with_suffix(".html")
            assert (site / "reference" / "python" / str(page).replace("__init__", "index")).is_file(), module


@pytest.mark.confirm
def test_the_site_asks_nobody_else_for_anything(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        for loaded in ('src="http', 'src="//', 'rel="stylesheet" href="http', 'rel="preconnect"'):
            assert loaded not in text, f"{page.relative_to(site)} has {loaded}"
