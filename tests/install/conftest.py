"""The packages, and environments with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.infrastructure import one_at_a_time
from tests.install import packages
from tests.install.packages import Environment
from tests.web.conftest import browser, new_guest
from tests.web.house import WebHouse

__all__ = ["browser", "new_guest"]

LINKED_OR_INSTALLED = [packages.link, pytest.param(packages.install, marks=pytest.mark.confirm)]
"""How an environment comes by what the wheel requires: from this environment, or, to confirm it, by pip."""


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist of the tree."""
    with one_at_a_time():
        return packages.build_sdist(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="session")
def wheel(sdist: Path) -> Path:
    """The wheel of the sdist."""
    return packages.build_wheel(sdist)


@pytest.fixture(scope="session", params=LINKED_OR_INSTALLED)
def bare(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment after `pip install croupier`."""
    made: Environment = request.param(wheel, (), tmp_path_factory.mktemp("bare") / "environment")
    return made


@pytest.fixture(scope="session", params=LINKED_OR_INSTALLED)
def house(request: pytest.FixtureRequest, wheel: Path) -> Iterator[WebHouse]:
    """A house that is open after `pip install 'croupier[server]'`."""
    with TemporaryDirectory(prefix="croupier-install-") as folder:
        made = request.param(wheel, ("server",), Path(folder) / "environment")
        house = WebHouse(Path(folder), (*made.python, "-m", "croupier"))
        house.open()
        yield house
        house.close()
