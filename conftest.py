"""What every test run needs to know: what is left aside, and which tests lean on the machine they run on."""

from __future__ import annotations

import os

import pytest

collect_ignore_glob = ["src/croupier/floor/storage/migrations/*", "web/*"]

LEANING = ("tests/web/", "tests/floor/", "tests/simulate/test_cluster")
"""Tests with browsers, servers and clusters of their own: a busy machine can starve one, so each has a second try."""
RERUNS = int(os.environ.get("RERUNS", "2"))
"""With RERUNS=0 no test has one."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give those tests their second try."""
    for item in items:
        if item.nodeid.startswith(LEANING):
            item.add_marker(pytest.mark.flaky(reruns=RERUNS))
