"""Only what did not come up is tried again, and never a test of what must not happen once in a thousand runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import TRIED_ONCE, thinned

ROOT = Path(__file__).parents[1]
FAILS_ONCE = """
class InfrastructureFailure(Exception): ...

tries = []

def test_falls():
    tries.append(1)
    if len(tries) == 1:
        raise {failure}
"""
DID_NOT_COME_UP = 'InfrastructureFailure("no port")'


def pytest_says(folder: Path, *words: str) -> str:
    """What a run of pytest prints."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "0", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout


def test_only_what_did_not_come_up_is_tried_again_and_the_summary_says_so(tmp_path: Path) -> None:
    tried_again = ["tests/web/test_lobby.py", "tests/floor/test_api.py", "tests/simulate/test_cluster.py"]
    failures = dict.fromkeys(tried_again, DID_NOT_COME_UP) | {
        "tests/web/test_cards.py": 'AssertionError("a card was seen")',
        "tests/web/test_words.py": 'TimeoutError("InfrastructureFailure: only said so")',
        "tests/table/test_view.py": DID_NOT_COME_UP,
        **{f"tests/floor/test_{word}.py": DID_NOT_COME_UP for word in TRIED_ONCE},
    }
    (tmp_path / "conftest.py").write_text((ROOT / "conftest.py").read_text())
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -rfER --import-mode=importlib\n")
    for file, failure in failures.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(FAILS_ONCE.format(failure=failure))
    said = pytest_says(tmp_path)
    for file in failures:
        again = file in tried_again
        assert (f"RERUN {file}::" in said, f"FAILED {file}::" in said) == (again, not again), said
    assert f"{len(failures) - 3} failed, 3 passed, 3 rerun" in said


def test_no_test_of_what_must_not_happen_has_a_second_try(request: pytest.FixtureRequest) -> None:
    for word in TRIED_ONCE:
        assert list((ROOT / "tests").rglob(f"test_*{word}*.py")), f"there is no test of {word}"
    again = {item.path for item in request.session.items if item.get_closest_marker("flaky")}
    assert [file for file in again if any(word in file.stem for word in TRIED_ONCE)] == []
    played = {item.path for item in request.session.items if item.path.stem == "test_play" and "web" in item.path.parts}
    assert played <= again


def test_a_thin_run_takes_some_cases_of_every_test(request: pytest.FixtureRequest) -> None:
    whole = request.session.items
    assert thinned(whole, 1) == whole
    thin = [item.nodeid.partition("[")[0] for item in thinned(whole, 10**6)]
    assert len(thin) == len({*thin}), "a test has more than one case among so many"
    assert {*thin} == {item.nodeid.partition("[")[0] for item in whole}
