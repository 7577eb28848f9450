"""What every test run needs to know: what is left aside, what a thin run takes, and what is tried a second time."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from zlib import crc32

import pytest
from _pytest.doctest import DoctestModule

TESTS = Path(__file__).parent / "tests"
collect_ignore_glob = ["web/*"]

WITH_INFRASTRUCTURE = ("tests/web/", "tests/floor/", "tests/simulate/test_cluster")
"""Tests that start browsers, servers, databases and clusters: when one does not come up, they are tried once more."""
TRIED_ONCE = ("leak", "race", "kill", "ledger", "fairness", "audit")
"""Files with these words in their names prove what must never happen: they are never tried again, whatever failed."""
SAMPLED = {
    "tests/exact/": 3,
    "tests/reports/": 3,
    "tests/simulate/test_confirm.py": 2,
    "tests/docs/": 3,
    "tests/cli/": 2,
    "tests/web/": 3,
    "tests/contract/test_read_games.py": 2,
    "tests/contract/test_seen_cards.py": 2,
    "tests/contract/test_solvers_against_the_table.py": 2,
    "tests/floor/test_accounts.py": 2,
    "tests/floor/test_api.py": 2,
    "tests/floor/test_looking_things_up.py": 2,
    "tests/floor/test_way_in.py": 2,
    "tests/floor/test_websocket.py": 2,
    "tests/install/": 2,
}
"""Where one in so many cases of each test is run by `make test`, unless the test says otherwise, and all by `make
confirm`: the cases of one test differ in a game, a database or a screen."""
INFRASTRUCTURE_FAILURE = r"^InfrastructureFailure: "


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--thin`."""
    parser.addoption("--thin", type=int, default=1, metavar="N", help="run one in N of the cases of each test")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Leave tests out when examples in docstrings are collected: they have none."""
    found = yield
    return [each for each in found if not (isinstance(each, DoctestModule) and TESTS in file_path.parents)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep a thin sample where one is asked for, leave most of a sampled test's cases to `make confirm`, and mark what
    has a second try."""
    items[:] = thinned(items, config.getoption("thin"))
    for share, cases in sampled(items).items():
        for item in set(cases).difference(thinned(cases, share)):
            item.add_marker(pytest.mark.confirm)
    for item in items:
        if item.nodeid.startswith(WITH_INFRASTRUCTURE) and not any(word in item.path.stem for word in TRIED_ONCE):
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=[INFRASTRUCTURE_FAILURE]))


def pytest_collection_finish() -> None:
    """Set aside what is there to stay: thousands of tests need not be searched for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def sampled(items: list[pytest.Item]) -> dict[int, list[pytest.Item]]:
    """The cases of tests of which one in N is run, by N; those that are left aside anyway do not count."""
    found = defaultdict[int, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("confirm") or item.get_closest_marker("soak"):
            continue
        mark = item.get_closest_marker("sample")
        shares = (share for place, share in SAMPLED.items() if item.nodeid.startswith(place))
        found[mark.args[0] if mark else next(shares, 1)].append(item)
    return found


def thinned(items: list[pytest.Item], share: int) -> list[pytest.Item]:
    """One in `share` of each test's cases, at least one, always the same; which ones differs from test to test."""
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    kept = {
        item for test, every in cases.items() for item in every[crc32(test.encode()) % min(share, len(every)) :: share]
    }
    return [item for item in items if item in kept]


@pytest.fixture(autouse=True)
def games_are_named_for_one_test() -> Iterator[None]:
    """What a test says of the games of others ends with it."""
    before = os.environ.get("CROUPIER_GAMES")
    yield
    os.environ.pop("CROUPIER_GAMES", None)
    if before is not None:
        os.environ["CROUPIER_GAMES"] = before
