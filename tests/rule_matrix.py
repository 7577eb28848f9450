"""Which test proves which rule: a pytest plugin, and the whole matrix from `python -m tests.rule_matrix`.

The rules are the table rows of the games' `rules.md` that begin with an id. A test proves a rule by carrying it in a
marker, `@pytest.mark.rule("OTD-16")`. Tests count as they are collected, before `-k` or `-m` choose among them; a test
that an ordinary run skips (`skip`, `xfail`, `confirm`) does not count. A run that collects all of tests/ fails, naming
it, if a rule has no test; any run fails if a marker names a rule that is not there.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| ([A-Z]+-P?\d+) \| (.+?) \|", re.MULTILINE)
NOT_RUN = ("skip", "xfail", "confirm")


def rules(root: Path) -> dict[str, str]:
    """Every rule of the games' pages in the order it stands there, with its words."""
    found: dict[str, str] = {}
    for page in sorted((root / "src" / "croupier" / "games").glob("*/rules.md")):
        for rule, words in ROW.findall(page.read_text("utf-8")):
            if rule in found:
                raise pytest.UsageError(f"rule {rule} stands twice, the second time in {page.relative_to(root)}")
            found[rule] = words
    return found


def places(root: Path, known: Iterable[str]) -> dict[str, list[str]]:
    """Where the code cites each rule, as file and line; `CS-7a` is a part of CS-7."""
    wanted = set(known)
    cited: dict[str, list[str]] = defaultdict(list)
    folder = root / "src" / "croupier"
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            for rule in dict.fromkeys(re.findall(r"\b([A-Z]+-P?\d+)", line)):
                if rule in wanted:
                    cited[rule].append(f"{path.relative_to(root)}:{number}")
    return cited


@dataclass
class Proofs:
    """By rule, the collected tests that are marked with it."""

    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, items: Iterable[pytest.Item]) -> None:
        """Count these tests."""
        for item in items:
            if not any(item.get_closest_marker(name) for name in NOT_RUN):
                for marker in item.iter_markers("rule"):
                    for rule in marker.args:
                        self.tests[rule].append(item.nodeid)

    def merge(self, counted: Mapping[str, list[str]]) -> None:
        """Count what another process has collected."""
        for rule, tests in counted.items():
            self.tests[rule] += [test for test in tests if test not in self.tests[rule]]

    def faults(self, known: Mapping[str, str], whole: bool) -> list[str]:
        """One line for each marker that names no rule and, of a whole suite, for each rule that has no test."""
        unknown = [
            f"{tests[0]} is marked with rule {rule!r}, which no game's rules.md has"
            for rule, tests in self.tests.items()
            if rule not in known
        ]
        unproved = [f"rule {rule} has no test: {words}" for rule, words in known.items() if rule not in self.tests]
        return unknown + (unproved if whole else [])


PROOFS = pytest.StashKey[Proofs]()
FAULTS = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Begin to count."""
    config.stash[PROOFS] = Proofs()
    config.stash[FAULTS] = []


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Count what was collected, before anything is deselected; a worker hands its count to whoever started it."""
    proofs = config.stash[PROOFS]
    proofs.add(items)
    if hasattr(config, "workeroutput"):
        config.workeroutput["proofs"] = dict(proofs.tests)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Take a worker's count."""
    node.config.stash[PROOFS].merge(getattr(node, "workeroutput", {}).get("proofs", {}))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run that is whole and well but for a rule without a test, and any run with a marker that names no rule."""
    config = session.config
    if hasattr(config, "workerinput"):
        return
    collected = session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
    faults = config.stash[PROOFS].faults(rules(config.rootpath), whole=collected and is_whole(config))
    config.stash[FAULTS] = faults
    if faults and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say what is missing."""
    for fault in config.stash[FAULTS]:
        terminalreporter.write_line(fault, red=True)


def is_whole(config: pytest.Config) -> bool:
    """Whether all of tests/ is collected: it, or a folder above it, is asked for, and no option leaves files out."""
    tests = config.rootpath / "tests"
    asked_for = [(config.invocation_params.dir / argument).resolve() for argument in config.args]
    left_out = any(config.getoption(option, None) for option in ("ignore", "ignore_glob", "lf"))
    return not left_out and any(path == tests or path in tests.parents for path in asked_for)


class Collected:
    """Keeps what a run that only collects has found."""

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.stash = session.config.stash


def matrix(known: Mapping[str, str], cited: Mapping[str, list[str]], proofs: Proofs) -> list[str]:
    """For each rule its first sentence, its places in the code and its tests, as lines."""
    lines = []
    for rule, words in known.items():
        lines.append(f"{rule:8}{words.split('. ')[0].rstrip('.')}.")
        lines += [f"{'':8}code  {place}" for place in cited.get(rule, [])]
        for test, cases in Counter(test.partition("[")[0] for test in proofs.tests.get(rule, [])).items():
            lines.append(f"{'':8}test  {test}" + (f"  ({cases} cases)" if cases > 1 else ""))
    return lines


def main() -> int:
    """Print the matrix; 1 if a rule has no test or no place in the code, or a marker names no rule."""
    collected, said = Collected(), StringIO()
    with redirect_stdout(said):
        status = pytest.main(["--collect-only", "--quiet", "--rootdir", str(ROOT), str(ROOT / "tests")], [collected])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        print(said.getvalue(), file=sys.stderr)
        return 1

    from tests import rule_matrix  # this module, as pytest has loaded it and keyed its count by it

    proofs: Proofs = collected.stash[rule_matrix.PROOFS]
    known = rules(ROOT)
    cited = places(ROOT, known)
    print("\n".join(matrix(known, cited, proofs)))
    faults = proofs.faults(known, whole=True)
    faults += [f"rule {rule} has no place in the code: {words}" for rule, words in known.items() if rule not in cited]
    proving = {test for tests in proofs.tests.values() for test in tests}
    print(f"\n{len(known)} rules, {len(proving)} tests that prove them")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
