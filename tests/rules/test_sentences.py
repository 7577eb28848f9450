"""The map of the documents' sentences: whole by itself and, where the documents are at hand, whole beside them."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from tests import sentences
from tests.sentences import (
    DOCUMENTS,
    ROOT,
    Entry,
    Sentence,
    SentenceMap,
    document_faults,
    map_faults,
    sha256,
    split,
    unstated,
)

GAMES = ["big-draw", "cincinnati-stud", "draw-n-shoot-21", "on-the-draw", "three-card-draw"]
AT_HAND = pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the documents are not at hand")
PAGE = """## **Title**

1. Bet. Then wait (or "leave." It ends.) Mr. A vs. B, e.g. 5
 - ii. Two <u>words</u> .the rest\u00a0of  it
Row. One\t2\tto 1
|---|
| Cell. A | 1 |
"""
TEXTS = ["Title", "Bet.", 'Then wait (or "leave."', "It ends.)", "Mr. A vs. B, e.g. 5", "Two words .", "the rest of it"]
TEXTS += ["Row. One 2 to 1", "Cell. A 1"]
ROWS = {"X-1": "| X-1 | It is bet. | |", "X-2": "| X-2 | It is left. | *Ruling:* so. |"}


def mapped(texts: list[str]) -> SentenceMap:
    """A map of these sentences, all of rule X-1."""
    entries = [Entry(n, f"our words {n}", sha256(text), rules=["X-1"]) for n, text in enumerate(texts, start=1)]
    return SentenceMap("x.txt", len(texts), sha256("".join(entry.sha256 for entry in entries)), entries)


def test_a_document_is_cut_by_the_written_rules() -> None:
    assert [sentence.text for sentence in split(PAGE)] == TEXTS
    assert split(PAGE)[5] == Sentence(line=4, text="Two words .")


def test_the_maps_of_the_five_documents_are_whole() -> None:
    assert sorted(sentences.sentence_maps(ROOT)) == GAMES
    assert sentences.faults_of_the_maps(ROOT) == []


@AT_HAND
def test_every_sentence_of_the_documents_is_in_the_maps() -> None:
    assert sentences.faults_against(DOCUMENTS, ROOT) == []


@AT_HAND
def test_the_maps_quote_no_sentence() -> None:
    for found in sentences.sentence_maps(ROOT).values():
        texts = split((DOCUMENTS / found.document).read_text("utf-8"))
        for entry, sentence in zip(found.sentence, texts, strict=True):
            ours, theirs = (re.findall(r"\w+", words.lower()) for words in (entry.says, sentence.text))
            runs = {tuple(ours[start : start + 6]) for start in range(len(ours) - 5)}
            assert ours != theirs, f"{found.document} sentence {entry.n}"
            assert runs.isdisjoint(tuple(theirs[start : start + 6]) for start in range(len(theirs) - 5)), entry.says


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("Bet.", "Bet!", ["x.txt sentence 2 is not in the document", "x.txt line 3: sentence 2 is not in the map"]),
        ("Bet. ", "", ["x.txt sentence 2 is not in the document"]),
        ("Bet. ", "Bet. More. ", ["x.txt line 3: sentence 3 is not in the map"]),
        ("to 1", "to 2", ["x.txt sentence 8 is not in the document", "x.txt line 5: sentence 8 is not in the map"]),
        ("\n\n1.", "\n\n\n 7. ", []),
    ],
)
def test_a_sentence_that_differs_is_named_with_its_place(old: str, new: str, faults: list[str]) -> None:
    found = list(document_faults(mapped(TEXTS), PAGE.replace(old, new)))
    assert [fault.partition(":")[0] if "document" in fault else fault.partition(";")[0] for fault in found] == faults


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"n": 3}, "not numbered 1 to 9"),
        ({"sha256": sha256("another")}, "the digest of the hashes"),
        ({"rules": []}, "sentence 2 is mapped to nothing"),
        ({"not_a_rule": "heading"}, "or to a rule and to not_a_rule"),
        ({"rules": [], "not_a_rule": "joke"}, "'joke' is none of the kinds"),
        ({"rules": ["X-3"]}, "docs/rules has no rule X-3"),
        ({"rulings": ["X-1"]}, "docs/rules has no ruling at X-1"),
        ({"figures": ["bet/edge"]}, "the game's tables have no bet/edge"),
        ({"says": "Bet."}, "sentence 2 is not said in our own words"),
    ],
)
def test_a_map_that_is_not_well_formed_is_found(change: dict[str, object], fault: str) -> None:
    found = mapped(TEXTS)
    assert list(map_faults(found, ROWS, ["bet/row"])) == []
    found.sentence[1] = msgspec.structs.replace(found.sentence[1], **change)
    assert fault in "\n".join(map_faults(found, ROWS, ["bet/row"]))


def test_a_rule_needs_a_sentence_unless_it_is_a_ruling() -> None:
    assert list(unstated(mapped(TEXTS), ROWS)) == []
    assert list(unstated(mapped([]), ROWS)) == ["rule X-1 is stated by no sentence and is not marked as a ruling"]


def test_a_figure_needs_a_sentence_and_a_shared_one_needs_one() -> None:
    kept = {"a": {"bet/row": Path("shared.toml")}, "b": {"bet/row": Path("shared.toml"), "bet/edge": Path("b.toml")}}
    maps = {"a": mapped(["Row."]), "b": mapped([])}
    maps["a"].sentence[0].figures = ["bet/row"]
    assert [fault.partition(": ")[2] for fault in sentences.unclaimed(maps, kept)] == [
        "bet/edge is claimed by no sentence"
    ]
