"""Checking a paper: its digest, its facts computed again, and the paper made again from them."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import typst

from croupier import __version__
from croupier.checks import Check, Verified
from croupier.contract import Json
from croupier.errors import Refused
from croupier.files import MEBIBYTE, read_bounded
from croupier.games import game_named
from croupier.json_figures import digest
from croupier.reports.inputs import TITLES, Format, Inputs, format_within, terms_of
from croupier.reports.papers import EXPOSURE, exposure_facts, facts_of
from croupier.reports.proof import ATTACHED, Maker, Sealed, canonical, digest_of
from croupier.reports.typesetting import set_in_type
from croupier.table.game import Release

T = TypeVar("T")

LARGEST_PAPER: Final = 32 * MEBIBYTE
"""The most that is read of a paper, and of the proof in it; pypdf unpacks no part of a PDF that is over 75 MB."""

NUMBERS: Final = "numbers"
"""The fact that holds a paper's exact numbers, as `analyze --json` gives them."""
NOT_ASKED_FOR: Final = "simulation"
"""The fact whose rounds are not dealt again unless somebody asks: it may take minutes."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as it lies in a file."""

    content: bytes
    format: Format
    sealed: Sealed[Any]


def check_paper(path: Path, partial: bool = False) -> Verified:
    """Return every check of a paper; a partial one does not deal its simulation again."""
    paper = read_paper(path, Sealed[Inputs])
    sealed: Sealed[Inputs] = paper.sealed
    inputs, maker, here = sealed.inputs, sealed.maker, Maker.here(sealed.inputs.game)
    behaviour = maker.behaviour or 0
    try:
        game_named(inputs.game).check_release(Release(maker.croupier, behaviour))
    except Refused as error:
        raise Refused(f"{path} cannot be checked here: {error}") from None
    rounds = inputs.simulate if partial else 0
    again = msgspec.structs.replace(inputs, simulate=0) if rounds else inputs
    facts = msgspec.json.decode(canonical(facts_of(terms_of(again))))
    if rounds:
        _lend(sealed.facts, facts)
    checks = tuple(checks_of(paper, facts, here, _check_undealt(sealed, here) if rounds else ()))
    return Verified(f"{TITLES[inputs.kind].lower()} of {inputs.game}", checks, maker.croupier, behaviour)


def checks_of(paper: Paper, facts: Json, here: Maker, stated: Iterable[Check]) -> Iterator[Check]:
    """Yield every check of a paper against its facts computed here, with those of what it only states."""
    sealed = paper.sealed
    setting = _check_setting(paper, facts, here, sealed.facts == facts)
    yield _check_digest(digest_of(sealed.inputs, sealed.facts, sealed.maker), sealed.digest)
    yield _check_maker(sealed.maker, here, is_same=setting.verdict == "holds")
    yield from _check_facts(sealed, facts, here)
    yield from stated
    yield setting


def _check_digest(digest: str, within: str) -> Check:
    """Compare the digest of inputs, facts and maker with the one that is sealed with them."""
    if within != digest:
        return Check("digest", "fails", f"it has {within[:16] or 'none'}…; its inputs, facts and maker {digest[:16]}…")
    return Check("digest", "holds", f"sha256:{digest} fits inputs, facts and maker")


def _check_maker(maker: Maker, here: Maker, is_same: bool) -> Check:
    """Compare the program that made the paper with this one, which may make the same paper all the same."""
    if maker == here:
        return Check("maker", "holds", f"it was made by {maker}, which is what is installed here")
    if is_same:
        return Check("maker", "holds", f"it was made by {maker}; {here}, which is installed here, makes the same")
    others = "words and layout" if maker.build != here.build else "layout"
    return Check("maker", "open", f"it was made by {maker}; here is {here}: its {others} can be checked with its maker")


def _check_facts(sealed: Sealed[Any], facts: Json, here: Maker) -> Iterator[Check]:
    """Compare facts with those computed again: another build must give the same numbers, but may use other words."""
    given = sealed.facts
    if given == facts:
        yield Check("facts", "holds", "all facts come out the same when they are computed again")
        return
    other = next(name for name in {**given, **facts} if given.get(name) != facts.get(name))
    if sealed.maker.build == here.build:
        yield Check("facts", "fails", f"computed again, its {other!r} comes out otherwise")
        return
    if digest(dict(_numbers(given))) == digest(dict(_numbers(facts))):
        yield Check("numbers", "holds", "its exact numbers come out the same when they are computed again")
    else:
        yield Check("numbers", "fails", "computed again, its exact numbers come out otherwise")
    yield Check("facts", "open", f"its {other!r} reads otherwise here; that can be checked with {sealed.maker}")


def _numbers(facts: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the exact numbers among facts, by where they stand."""
    for name, each in facts.items() if isinstance(facts, dict) else ():
        if name == NUMBERS:
            yield where, each
        elif name != NOT_ASKED_FOR:
            yield from _numbers(each, f"{where}/{name}")


def _check_undealt(sealed: Sealed[Inputs], here: Maker) -> Iterator[Check]:
    """Check a simulation whose rounds are not dealt again."""
    yield Check("simulation", "open", f"its {sealed.inputs.simulate:,} rounds were not dealt again")
    yield from _check_exposure(sealed, here)


def _check_exposure(sealed: Sealed[Inputs], here: Maker) -> Iterator[Check]:
    """Work out again the worth of seen cards: its decks are solved and not dealt, so no round is needed."""
    given = list(_exposures(sealed.facts))
    if not given:
        return
    again = msgspec.json.decode(canonical(exposure_facts(terms_of(sealed.inputs))))
    if all(each == again for each in given):
        yield Check("exposure", "holds", "what seen cards are worth comes out the same when it is worked out again")
    elif sealed.maker.build == here.build:
        yield Check("exposure", "fails", "worked out again, what seen cards are worth comes out otherwise")
    else:
        yield Check("exposure", "open", f"it comes out otherwise here; that can be checked with {sealed.maker}")


def _exposures(facts: Any) -> Iterator[Any]:
    """Yield what a paper says of seen cards, wherever a simulation's facts stand in it."""
    if isinstance(facts, dict):
        for name, each in facts.items():
            if name == NOT_ASKED_FOR and isinstance(each, dict) and each.get(EXPOSURE) is not None:
                yield each[EXPOSURE]
            else:
                yield from _exposures(each)


def _lend(given: Any, computed: Any) -> None:
    """Take over what was not computed again, wherever it stands."""
    if isinstance(given, dict) and isinstance(computed, dict):
        for name in computed:
            if name == NOT_ASKED_FOR:
                computed[name] = given.get(name)
            else:
                _lend(given.get(name), computed[name])


def _check_setting(paper: Paper, facts: Json, here: Maker, same: bool) -> Check:
    """The paper made again; one that another maker made may come out as another file."""
    maker = paper.sealed.maker
    if (same or maker == here) and _set_again(paper, facts) == paper.content:
        return Check("paper", "holds", "made again from its inputs, it is the same to the last byte")
    if maker == here:
        return Check("paper", "fails", "made again from its inputs, it is another file: it has been edited")
    unread = "what is printed on its pages was not held against its facts"
    return Check("paper", "open", f"made again here it is another file: {unread}; that can be checked with {maker}")


def _set_again(paper: Paper, facts: Json) -> bytes | None:
    """The paper from these facts; nothing where they are not such as papers are made of here."""
    sealed = paper.sealed
    try:
        digest = digest_of(sealed.inputs, facts, sealed.maker)
        again = msgspec.structs.replace(sealed, facts=facts, digest=digest)
        return set_in_type(again, paper.format)
    except typst.TypstError:
        return None


@dataclass(frozen=True, slots=True)
class PaperFile:
    """A file with a proof in it, not yet read."""

    path: Path
    content: bytes
    format: Format
    proof: bytes

    @property
    def kind(self) -> str:
        """The kind of paper that it says it is."""
        return self.read(_AnySealed).inputs.kind

    def read(self, kind: type[T]) -> T:
        """Decode its proof as that of a kind of paper."""
        try:
            return msgspec.json.decode(self.proof, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Refused(f"the inputs and facts in {self.path} cannot be read: {error}") from None


class _AnyInputs(msgspec.Struct):
    kind: str


class _AnyMaker(msgspec.Struct):
    croupier: str


class _AnySealed(msgspec.Struct):
    inputs: _AnyInputs
    maker: _AnyMaker


def read_paper(path: Path, kind: type[Sealed[Any]] = Sealed[Inputs]) -> Paper:
    """Read a paper of a kind; one that is no paper, or has lost its proof, is refused."""
    file = open_paper(path)
    return Paper(file.content, file.format, file.read(kind))


def open_paper(path: Path) -> PaperFile:
    """Open a file with a proof in it that this version made; any other is refused."""
    content = read_bounded(path, LARGEST_PAPER)
    format = format_within(content)
    if format is None:
        raise Refused(f"{path} is no paper; `croupier report` writes .pdf, .html and .svg")
    proof = _from_pdf(path, content) if format == "pdf" else _from_text(content)
    if not proof:
        raise Refused(f"{path} has no inputs and facts in it; it was not made by `croupier report`, or has lost them")
    if len(proof) > LARGEST_PAPER:
        raise Refused(f"the inputs and facts in {path} are larger than {LARGEST_PAPER // MEBIBYTE} MiB; no paper's are")
    file = PaperFile(path, content, format, proof)
    if (maker := file.read(_AnySealed).maker.croupier) != __version__:
        raise Refused(f"{path} was made by Croupier {maker}, which can check it; this is Croupier {__version__}")
    return file


def _from_pdf(path: Path, content: bytes) -> bytes:
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(content))
        return next((file.content for file in reader.attachment_list if file.name == ATTACHED), b"")
    except (PyPdfError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused(f"{path} is a damaged PDF: {error}") from None


def _from_text(content: bytes) -> bytes:
    text = content.decode("utf-8", "replace")
    found = re.search(
        r'id="croupier-report">(?:croupier-report-digest: \S+ )?(\{.*?\})</(?:script|metadata)>', text, re.S
    )
    return b"" if found is None else found[1].encode()
