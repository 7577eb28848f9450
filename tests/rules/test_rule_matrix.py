"""The rule matrix itself: that a rule without a test, and a test of no rule, do not go unnoticed."""

from __future__ import annotations

import os
import re
from pathlib import Path
from textwrap import dedent

import pytest

from croupier.games import game_named, game_names
from tests import rule_matrix

pytest_plugins = ["pytester"]

PROVING = """
    import pytest

    @pytest.mark.rule("OTD-1")
    def test_one(): pass

    @pytest.mark.rule("OTD-2", "OTD-P1")
    def test_two(): pass
"""
LACKING = PROVING.replace(', "OTD-P1"', "")


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with three rules and nothing to test."""
    pytester.makeini("[pytest]\naddopts = -p tests.rule_matrix\ntestpaths = tests\nmarkers =\n    rule\n    confirm\n")
    rules, tests = pytester.path / "src/croupier/games/on_the_draw", pytester.path / "tests"
    rules.mkdir(parents=True)
    tests.mkdir()
    (rules / "rules.md").write_text("| id | rule |\n|---|---|\n| OTD-1 | A. |\n| OTD-2 | B. | x |\n| OTD-P1 | C. |\n")
    (tests / "test_other.py").write_text("def test_other(): pass\n")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(rule_matrix.ROOT), str(rule_matrix.ROOT / "src")]))
    return tests


def test_a_suite_that_proves_every_rule_passes(project: Path, pytester: pytest.Pytester) -> None:
    (project / "test_rules.py").write_text(dedent(PROVING))
    result = pytester.runpytest_inprocess()
    assert result.ret == 0
    result.stdout.no_fnmatch_line("*rule*has no test*")


@pytest.mark.parametrize("name", game_names())
def test_a_game_has_its_rules_and_cites_no_other(name: str) -> None:
    folder = rule_matrix.ROOT / "src" / "croupier" / "games" / name.replace("-", "_")
    page = folder / "rules.md"
    assert page.is_file(), f"write the rules of {name} down in {page}, a table row for each id"
    assert (rule_matrix.ROOT / "docs" / "rules" / f"{name}.md").samefile(page), f"link docs/rules/{name}.md to {page}"
    known = {rule for rule, _ in rule_matrix.ROW.findall(page.read_text("utf-8"))}
    own_id = re.compile(rf"\b({game_named(name).document}-P?[1-9]\d*)")
    cited = {rule for source in folder.glob("*.py") for rule in own_id.findall(source.read_text("utf-8"))}
    assert cited - known == set(), f"{name} cites rules that {page.name} does not have"


@pytest.mark.parametrize("arguments", [[], ["tests"], ["."], ["-k", "other"], ["--co"]])
def test_a_rule_without_a_test_fails_a_run_over_the_whole_suite(
    arguments: list[str], project: Path, pytester: pytest.Pytester
) -> None:
    (project / "test_rules.py").write_text(dedent(LACKING))
    result = pytester.runpytest_inprocess(*arguments)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["rule OTD-P1 has no test: C."])
    result.stdout.no_fnmatch_line("rule OTD-[12] has no test*")


@pytest.mark.parametrize("arguments", [["tests/test_other.py"], ["--ignore=tests/test_other.py"], ["--lf"]])
def test_a_run_over_part_of_the_suite_is_not_asked_for_the_rest(
    arguments: list[str], project: Path, pytester: pytest.Pytester
) -> None:
    (project / "test_rules.py").write_text(dedent(LACKING))
    assert pytester.runpytest_inprocess(*arguments).ret == 0


@pytest.mark.parametrize("mark", ["skip", "xfail", "confirm"])
def test_a_test_that_an_ordinary_run_leaves_out_proves_nothing(
    mark: str, project: Path, pytester: pytest.Pytester
) -> None:
    source = dedent(LACKING) + f'\n@pytest.mark.{mark}\n@pytest.mark.rule("OTD-P1")\ndef test_three(): pass\n'
    (project / "test_rules.py").write_text(source)
    result = pytester.runpytest_inprocess()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["rule OTD-P1 has no test: C."])


@pytest.mark.parametrize("arguments", [[], ["tests/test_rules.py"]])
def test_a_marker_that_names_no_rule_fails_any_run(
    arguments: list[str], project: Path, pytester: pytest.Pytester
) -> None:
    (project / "test_rules.py").write_text(dedent(PROVING).replace("OTD-1", "OTD-99"))
    result = pytester.runpytest_inprocess(*arguments)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        ["tests/test_rules.py::test_one is marked with rule 'OTD-99', which no game's rules.md has"]
    )


@pytest.mark.parametrize(
    ("prefix", "count"),
    [("OTD-", 20), ("OTD-P", 13), ("CS-", 12), ("CS-P", 11), ("TCD-", 12), ("DNS-", 16), ("BD-", 18)],
)
def test_the_pages_have_every_rule_of_the_documents_in_order(prefix: str, count: int) -> None:
    listed = [rule for rule in rule_matrix.rules(rule_matrix.ROOT) if rule.rstrip("0123456789") == prefix]
    assert listed == [f"{prefix}{number}" for number in range(1, count + 1)]


def test_every_rule_has_a_place_in_the_code() -> None:
    known = rule_matrix.rules(rule_matrix.ROOT)
    cited = rule_matrix.places(rule_matrix.ROOT, known)
    assert [rule for rule in known if rule not in cited] == []
