"""Whether a page can be used by everybody: axe's rules, and no scrolling from side to side."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
NOTHING_FADES = "Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => true)"
FINDINGS = """
async () => {
  const { violations } = await axe.run(document, { preload: false, resultTypes: ["violations"] });
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.slice(0, 3).map((node) => node.target[0])})`);
}
"""


@cache
def _axe() -> str:
    return AXE.read_text()


def barriers(page: Page) -> list[str]:
    """What axe finds wrong with the page as it is, when nothing fades any more, each with the first places of it."""
    page.wait_for_timeout(50)
    page.evaluate(NOTHING_FADES)
    if page.evaluate("!window.axe"):
        page.evaluate(_axe())
    found: list[str] = page.evaluate(FINDINGS)
    return found


def too_wide(page: Page) -> bool:
    """Whether the page has to be scrolled from side to side."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))
