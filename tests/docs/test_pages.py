"""Every code block of every page does what the page says; nothing is left out because nobody knew how to check it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, SLOW, Unread, blocks, pages, read
from tests.docs.commands import carry_out_in, check, lines, runs
from tests.docs.house import PageHouse
from tests.docs.reading import Reader
from tests.mutants import mutants
from tests.rule_matrix import rules

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
WITH_SLOW_BLOCKS = [page for page in pages() if SLOW in (ROOT / page).read_text("utf-8").splitlines()]


def _read(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch, with_slow: bool) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("CROUPIER_GAMES", raising=False)
    with PageHouse(folder) as house:
        Reader(blocks(page), folder, house).read(with_slow)


@pytest.mark.parametrize("page", pages())
def test_a_page_does_what_it_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _read(page, tmp_path, monkeypatch, with_slow=False)


@pytest.mark.confirm
@pytest.mark.parametrize("page", WITH_SLOW_BLOCKS)
def test_a_page_does_what_it_says_where_it_takes_time(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _read(page, tmp_path, monkeypatch, with_slow=True)


def test_programs_of_pages_are_clean(tmp_path: Path) -> None:
    for page in pages():
        program = "\n".join(block.text for block in blocks(page) if block.language == "python")
        (tmp_path / f"{page.replace('/', '-')}.py").write_text(program, "utf-8")
    words = ["check", "--isolated", "--select", "E7,E9,F,UP,C4", "--ignore", "F811", "--target-version", "py311"]
    found = subprocess.run([sys.executable, "-m", "ruff", *words, tmp_path], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("words", [["check"], ["format", "--check"]], ids=["ruff check", "ruff format"])
def test_the_programs_that_make_the_site_are_clean(words: list[str]) -> None:
    found = subprocess.run(
        [sys.executable, "-m", "ruff", *words, ROOT / "docs" / "site"], capture_output=True, text=True
    )
    assert found.returncode == 0, found.stdout


def test_commands_in_the_sentences_and_tables_of_the_readme_exist() -> None:
    named = re.findall(r"`((?:croupier|make) [^`]+)`", (ROOT / "README.md").read_text("utf-8"))
    assert len(named) > 5
    for command in named:
        check(command)


def test_the_readme_counts_rules_and_mutants_as_the_project_does() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"{len(rules(ROOT))} rules" in readme
    assert len(mutants()) > 300 and "in over 300 ways" in readme


@pytest.mark.confirm
def test_the_readme_counts_published_figures_as_the_audit_does(tmp_path: Path) -> None:
    verdicts = json.loads(carry_out_in(tmp_path, "croupier audit --json").output)["verdicts"]
    computed = sum(verdicts.values()) - verdicts["not derivable"]
    words = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert (
        f"print {computed} figures that can be computed: {verdicts['reproduced']} come out as printed, "
        f"{verdicts['reproduced under another reading']} under another reading of the rules, "
        f"{verdicts['not reproduced']} do not."
    ) in words


def test_links_of_the_projects_own_pages_lead_somewhere() -> None:
    for page in (page for page in pages() if "/" not in page):
        for address in LINK.findall((ROOT / page).read_text("utf-8")):
            assert (ROOT / address).exists(), f"{page} links to {address}"


@pytest.mark.parametrize(
    "text",
    ["```\ncroupier games\n```\n", "```rust\nfn main() {}\n```\n", "    croupier games\n"],
    ids=["no language", "unknown language", "indented"],
)
def test_a_block_that_nobody_can_check_is_refused(text: str) -> None:
    with pytest.raises(Unread):
        list(read("docs/page.md", text))


@pytest.mark.parametrize(
    "command",
    [
        "croupier analyse on-the-draw",
        "croupier serve --prot 8021",
        "croupier simulate on-the-draw --round 1e9",
        "make tea",
    ],
)
def test_a_command_that_is_only_looked_at_must_have_the_right_words(command: str) -> None:
    with pytest.raises(Exception, match=r"(?i)no such|there is no"):
        check(command)


def test_a_program_that_nothing_is_known_of_is_refused() -> None:
    with pytest.raises(Unread, match="'rm'"):
        check("rm -r house")


@pytest.mark.parametrize(
    "text",
    [
        "```python\nprint(1)\n```\n\n```text\n2\n```\n",
        "```pycon\n>>> 1\n2\n```\n",
        "```sh\ncroupier analyze no-such-game\n```\n",
        "```console\n$ croupier --version\ncroupier 999\n```\n",
        '```toml\nbet = "play"\nname = "x"\n[pays]\ntwo-pair = "one"\n```\n',
        "```json\n{,}\n```\n",
    ],
    ids=["python", "pycon", "sh", "console", "paytable", "json"],
)
def test_a_page_that_says_what_is_not_so_is_found_out(text: str, tmp_path: Path) -> None:
    with PageHouse(tmp_path) as house, pytest.raises((AssertionError, ValueError)):
        Reader(list(read("docs/page.md", text)), tmp_path, house).read(with_slow=False)


def test_commands_that_cannot_end_in_a_test_are_known() -> None:
    assert not runs("croupier serve") and not runs("croupier simulate on-the-draw --rounds 1e9")
    assert runs("croupier simulate on-the-draw --rounds 1e6")
    assert list(lines("croupier games \\\n  --json\n# a remark\n")) == ["croupier games    --json"]
