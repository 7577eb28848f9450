"""The list of mutants is kept true: each edit has its place, still makes Python, and names tests that there are."""

from __future__ import annotations

from collections import Counter

import pytest
from _pytest.mark import Expression, KeywordMatcher

from tests.mutants import ROOT, Mutant, mutants

LIST = mutants()
ROOMS = {"authority", "rules", "settlement", "pots", "kernels", "ledger", "live_tables", "fairness", "audit", "papers"}


def test_there_are_at_least_120_mutants_of_every_part_that_money_goes_through() -> None:
    assert len(LIST) >= 120
    assert {mutant.room for mutant in LIST} == ROOMS
    assert [edit for edit, count in Counter((m.file, m.find, m.replace) for m in LIST).items() if count > 1] == []


@pytest.mark.parametrize("mutant", LIST, ids=str)
def test_a_mutant_has_its_place_in_the_source_and_its_tests(mutant: Mutant) -> None:
    assert mutant.file.startswith("src/croupier/")
    compile(mutant.text(), mutant.file, "exec")
    assert mutant.find != mutant.replace
    assert mutant.tests and [name for name in mutant.tests if not (ROOT / name).is_file()] == []
    assert all(name.startswith("tests/") for name in mutant.tests)


def test_every_keyword_chooses_a_test(request: pytest.FixtureRequest) -> None:
    """Of the files that this run has collected."""
    files: dict[str, list[pytest.Item]] = {}
    for item in request.session.items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    for keyword, tests in {(mutant.keyword, mutant.tests) for mutant in LIST if mutant.keyword}:
        chooses = Expression.compile(keyword).evaluate
        if files.keys() >= set(tests):
            assert any(chooses(KeywordMatcher.from_item(item)) for name in tests for item in files[name]), keyword
