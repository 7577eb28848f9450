"""Whether a page can be used by everybody: axe's rules, and no scrolling from side to side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def barriers(page: Page) -> list[str]:
    """What axe finds wrong with the page as it is, each with the first places where it is."""
    page.wait_for_timeout(300)  # colours are judged when nothing fades any more
    page.evaluate(AXE.read_text())
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{rule['id']}: {rule['help']} ({', '.join(str(node['target'][0]) for node in rule['nodes'][:3])})"
        for rule in found["violations"]
    ]


def too_wide(page: Page) -> bool:
    """Whether the page has to be scrolled from side to side."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))
