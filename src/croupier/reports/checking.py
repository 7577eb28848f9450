"""Checking a paper: its digest, its facts computed again, and the paper made again from them."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.checks import Check, Verified
from croupier.contract import Json
from croupier.errors import Refused
from croupier.reports.formats import Format, format_within
from croupier.reports.inputs import TITLES, terms_of
from croupier.reports.papers import facts_of
from croupier.reports.proof import ATTACHED, MARK, Maker, Sealed, canonical, digest_of
from croupier.reports.typesetting import set_in_type

NOT_ASKED_FOR: Final = "simulation"
"""The fact that is not computed again unless somebody asks: it may take minutes."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as it lies in a file."""

    content: bytes
    format: Format
    sealed: Sealed
    marks: dict[str, str]
    """The digests that stand in it, by where they stand."""


def check_paper(path: Path, simulate_again: bool = False) -> Verified:
    """Every check of a paper; a simulation in it is dealt again only if that is asked for."""
    paper = read_paper(path)
    inputs = paper.sealed.inputs
    checks = (_check_digest(paper), *_check_contents(paper, simulate_again))
    return Verified(f"{TITLES[inputs.kind].lower()} of {inputs.game}", checks)


def _check_digest(paper: Paper) -> Check:
    digest = digest_of(paper.sealed.inputs, paper.sealed.facts)
    for where, mark in {"the file within": paper.sealed.digest, **paper.marks}.items():
        if mark != digest:
            return Check("digest", "fails", f"{where} has {mark[:16] or 'none'}…, its inputs and facts {digest[:16]}…")
    return Check("digest", "holds", f"sha256:{digest} stands in {' and '.join(paper.marks)}, and fits inputs and facts")


def _check_contents(paper: Paper, simulate_again: bool) -> Iterator[Check]:
    sealed = paper.sealed
    rounds = 0 if simulate_again else sealed.inputs.simulate
    inputs = msgspec.structs.replace(sealed.inputs, simulate=0) if rounds else sealed.inputs
    facts = msgspec.json.decode(canonical(facts_of(terms_of(inputs))))
    if rounds:
        _lend(sealed.facts, facts)
    differs = next(differences(sealed.facts, facts), None)
    if differs:
        yield Check("facts", "fails", f"computed again, {differs}")
    else:
        yield Check("facts", "holds", "all facts come out the same when they are computed again")
    if rounds:
        yield Check("simulation", "open", f"its {rounds:,} rounds were not dealt again")
    yield _check_setting(paper, facts)


def _lend(given: Any, computed: Any) -> None:
    """Take over what was not computed again, wherever it stands."""
    if isinstance(given, dict) and isinstance(computed, dict):
        for name in computed:
            if name == NOT_ASKED_FOR:
                computed[name] = given.get(name)
            else:
                _lend(given.get(name), computed[name])


def _check_setting(paper: Paper, facts: Json) -> Check:
    here = Maker.here()
    if paper.sealed.maker != here:
        made = f"Croupier {paper.sealed.maker.croupier} and Typst {paper.sealed.maker.typst}"
        return Check("paper", "open", f"it was made by {made}, and not by what is installed here")
    again = Sealed(paper.sealed.inputs, facts, here, digest_of(paper.sealed.inputs, facts))
    if set_in_type(again, paper.format) != paper.content:
        return Check("paper", "fails", "made again from its inputs, it is another file: it has been edited")
    return Check("paper", "holds", "made again from its inputs, it is the same to the last byte")


def differences(given: Any, computed: Any, where: str = "") -> Iterator[str]:
    """Where two facts differ, one line for each.

    >>> list(differences({"edge": "1%", "rows": [1, 2]}, {"edge": "2%", "rows": [1, 3]}))
    ["edge is '2%', not '1%'", 'rows/1 is 3, not 2']
    """
    if isinstance(given, dict) and isinstance(computed, dict):
        for name in sorted({*given, *computed}):
            yield from differences(given.get(name), computed.get(name), f"{where}/{name}".lstrip("/"))
    elif isinstance(given, list) and isinstance(computed, list) and len(given) == len(computed):
        for place, (one, other) in enumerate(zip(given, computed, strict=True)):
            yield from differences(one, other, f"{where}/{place}")
    elif given != computed:
        yield f"{where} is {_short(computed)}, not {_short(given)}"


def _short(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 60 else f"{words[:57]}..."


def read_paper(path: Path) -> Paper:
    """A paper from its file; one that is no paper, or has lost its proof, is refused."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Refused(f"cannot read {path}: {error.strerror}") from None
    format = format_within(content)
    if format is None:
        raise Refused(f"{path} is no paper; `croupier report` writes .pdf, .html and .svg")
    proof, marks = _from_pdf(path, content) if format == "pdf" else _from_text(content)
    if not proof:
        raise Refused(f"{path} has no inputs and facts in it; it was not made by `croupier report`, or has lost them")
    try:
        sealed = msgspec.json.decode(proof, type=Sealed)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(f"the inputs and facts in {path} cannot be read: {error}") from None
    return Paper(content, format, sealed, marks)


def _from_pdf(path: Path, content: bytes) -> tuple[bytes, dict[str, str]]:
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(content))
        proof = next((file.content for file in reader.attachment_list if file.name == ATTACHED), b"")
        keywords = str(reader.metadata.get("/Keywords", "")) if reader.metadata else ""
        text = "".join(page.extract_text() for page in reader.pages)
    except (PyPdfError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused(f"{path} is a damaged PDF: {error}") from None
    return proof, {"the metadata": _mark(keywords), "the text": _mark(re.sub(r"\s", "", text))}


def _from_text(content: bytes) -> tuple[bytes, dict[str, str]]:
    text = content.decode("utf-8", "replace")
    found = re.search(
        r'id="croupier-report">(?:croupier-report-digest: \S+ )?(\{.*?\})</(?:script|metadata)>', text, re.S
    )
    if found is None:
        return b"", {}
    printed = unescape(text[: found.start(1)] + text[found.end(1) :])
    return found[1].encode(), {"the text": _mark(printed)}


def _mark(text: str) -> str:
    """The digest that is marked as such; nothing where none is, or where several differ."""
    found = set(re.findall(re.escape(MARK.replace(" ", "")) + r"([0-9a-f]{64})", text.replace(" ", "")))
    return found.pop() if len(found) == 1 else ""
