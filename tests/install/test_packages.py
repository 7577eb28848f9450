"""What is in the sdist and in the wheel: the package with its pages and papers, and nothing from around it."""

from __future__ import annotations

import re
import tarfile
from email import message_from_bytes
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from croupier.games import game_names

LARGEST: Final = 1792 * 1024
AROUND: Final = {".gitignore", "LICENSE", "NOTICE", "PKG-INFO", "README.md", "hatch_build.py", "pyproject.toml"}
"""What an sdist may have beside the folders."""


def in_sdist(sdist: Path) -> set[str]:
    """The files of an sdist, which has nothing but files."""
    with tarfile.open(sdist) as opened:
        members = opened.getmembers()
    assert all(member.isfile() for member in members)
    return {member.name.partition("/")[2] for member in members}


def in_wheel(wheel: Path) -> set[str]:
    """The files of a wheel."""
    return set(ZipFile(wheel).namelist())


def test_the_sdist_is_the_package_and_the_sources_of_its_pages(sdist: Path) -> None:
    names = in_sdist(sdist)
    assert {name for name in names if not name.startswith(("src/croupier/", "examples/games/", "web/"))} <= AROUND
    assert {
        "web/build.py",
        "web/package-lock.json",
        "web/src/App.svelte",
        "src/croupier/floor/site/index.html",
    } <= names
    assert not [name for name in names if re.search(r"node_modules|__pycache__|\.pyc$|\.png$|(^|/)tests?/", name)]
    assert sdist.stat().st_size < LARGEST


def test_the_wheel_has_what_the_sdist_has_of_the_package(sdist: Path, wheel: Path) -> None:
    package = {name for name in in_wheel(wheel) if name.startswith("croupier/")}
    sources = {name.replace("examples/games/", "src/croupier/example_games/") for name in in_sdist(sdist)}
    assert package == {name.removeprefix("src/") for name in sources if name.startswith("src/croupier/")}
    assert "croupier/py.typed" in package
    assert wheel.stat().st_size < LARGEST


def test_the_wheel_has_the_pages_and_all_that_they_load(wheel: Path) -> None:
    site = "croupier/floor/site"
    page = ZipFile(wheel).read(f"{site}/index.html").decode()
    loaded = re.findall(r'(?:src|href)="\.?/?([^"#]+)"', page)
    assert len(loaded) > 2 and {f"{site}/{name}" for name in loaded} <= in_wheel(wheel)


def test_the_wheel_has_the_licences_of_what_the_pages_contain(wheel: Path) -> None:
    licences = {name: ZipFile(wheel).read(name).decode() for name in in_wheel(wheel) if "/site/licences/" in name}
    fonts = {Path(name).name.partition("-latin")[0] for name in in_wheel(wheel) if name.endswith(".woff2")}
    assert len(fonts) > 1 and len(licences) > len({font.partition("-")[0] for font in fonts})
    assert all("SIL" in text or "MIT" in text or "permission" in text for text in licences.values())


@pytest.mark.parametrize("name", game_names())
def test_the_wheel_has_the_rules_of_every_game(wheel: Path, name: str) -> None:
    assert len(ZipFile(wheel).read(f"croupier/games/{name.replace('-', '_')}/rules.md").splitlines()) > 10


def test_the_metadata_says_what_there_is_to_know_and_names_no_address(wheel: Path) -> None:
    (name,) = [name for name in in_wheel(wheel) if name.endswith(".dist-info/METADATA")]
    told = message_from_bytes(ZipFile(wheel).read(name))
    assert (told["Author"], told["License-Expression"]) == ("the Croupier developers", "Apache-2.0")
    assert (
        told["Requires-Python"] == ">=3.11" and told["Keywords"] and "Typing :: Typed" in told.get_all("Classifier", [])
    )
    assert not {"Home-page", "Project-URL", "Download-URL", "Author-email"} & set(told.keys())
