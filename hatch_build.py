"""Steps of hatchling before it packs an sdist or a wheel: the web pages are built unless they are there and new."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesHook(BuildHookInterface[Any]):
    """Packs the pages, which git does not keep, and the example games.

    An sdist has the pages built, so that a wheel is made of it without Node. A wheel has the games in its package.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages and pack them; an editable install is left to `make serve`."""
        if version == "editable":
            return
        if subprocess.run([sys.executable, Path(self.root, "web", "build.py")]).returncode:
            self.app.abort("the web pages could not be built, and a package is not whole without them")
        build_data["artifacts"].append("/src/croupier/floor/site/")
        if self.target_name == "wheel":
            build_data["force_include"][str(Path(self.root, "examples", "games"))] = "croupier/example_games"
