"""The browser: Debian's Chromium without windows, or with them, or the one that Playwright brought along."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

PARTS_LEFT_OUT: Final = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""The suggestions of the address bar, which every window would load pages for, and what Playwright leaves out.

Chromium reads only the last list that it is given, so Playwright's is named again.
"""
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(PARTS_LEFT_OUT)}",
)
WITHOUT_WINDOWS: Final = "chromium-headless-shell"
"""Debian's package and its command: the same engine for half the processor time."""
NAMES: Final = (WITHOUT_WINDOWS, "chromium", "chromium-browser", "google-chrome")


class NoBrowser(Exception):
    """There is no Chromium and it cannot be installed."""


def chromium(brought_along: Path) -> str:
    """Where Chromium is: on the machine, or brought along by Playwright, or else installed, if that is allowed."""
    found = _on_the_machine(brought_along)
    if found is None:
        said = _install()
        found = _on_the_machine(brought_along)
        if found is None:
            raise NoBrowser(f"the web tests need Chromium: apt-get install {WITHOUT_WINDOWS} ({said})")
    return found


def _on_the_machine(brought_along: Path) -> str | None:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return found or (str(brought_along) if brought_along.is_file() else None)


def _install() -> str:
    """Install Debian's Chromium if this process may; what came of it."""
    if shutil.which("apt-get") is None:
        return "there is no apt-get here"
    if os.geteuid() != 0:
        return "only root may install it"
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update"], capture_output=True, env=quiet)
    for package in (WITHOUT_WINDOWS, "chromium"):
        command = ["apt-get", "install", "-y", "--no-install-recommends", package]
        done = subprocess.run(command, capture_output=True, env=quiet, text=True)
        if done.returncode == 0:
            break
    return (done.stderr or done.stdout).strip().rpartition("\n")[2]


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A browser, closed at the end."""
    with sync_playwright() as playwright:
        path = chromium(Path(playwright.chromium.executable_path))
        windowless = [] if path.endswith(WITHOUT_WINDOWS) else ["--headless=new"]
        browser = playwright.chromium.launch(executable_path=path, args=[*windowless, *ARGUMENTS])
        yield browser
        browser.close()
