"""Papers set in type: facts and a template in, the same bytes out every time, written whole or not at all."""

from __future__ import annotations

import tempfile
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

import typst

from croupier.errors import Refused
from croupier.files import written_whole
from croupier.reports.inputs import FORMATS, TITLES, Format, Inputs, endings, terms_of
from croupier.reports.papers import NO_CALLBACKS, ProgressCallbacks, facts_of
from croupier.reports.proof import MARK, Maker, Sealed, canonical, seal


def make(inputs: Inputs, format: Format = "pdf", progress: ProgressCallbacks = NO_CALLBACKS) -> bytes:
    """A paper, gathered and set."""
    facts = facts_of(terms_of(inputs), progress)
    progress.working_on("setting the paper in type")
    return set_in_type(seal(inputs, facts, Maker.here(inputs.game)), format)


def set_in_type(sealed: Sealed[Any], format: Format) -> bytes:
    """A paper's facts in its template."""
    kind = sealed.inputs.kind
    if format not in FORMATS[kind]:
        raise Refused(f"a {TITLES[kind].lower()} is not made as .{format}; write {endings(kind)}")
    with as_file(files(__package__) / "templates") as templates:
        made = typst.compile(
            templates / f"{kind}.typ",
            root=templates,
            format=format,
            ignore_system_fonts=True,
            sys_inputs={"sealed": canonical(sealed).decode()},
        )
    page = made if isinstance(made, bytes) else made[0]
    match format:
        case "html":
            return _with_proof(page, sealed, "</head>", _HTML)
        case "svg":
            return _with_proof(page, sealed, "</svg>", _SVG)
        case _:
            return page


_HTML: Final = """<style>{style}</style>
<script type="application/json" id="croupier-report">{proof}</script>
{mark}"""
_SVG: Final = """<metadata id="croupier-report">{digest} {proof}</metadata>{mark}"""


def _with_proof(page: bytes, sealed: Sealed[Any], before: str, words: str) -> bytes:
    """A page with its inputs and facts written into it, since it can hold no file."""
    text = page.decode()
    place = text.rindex(before)
    said = words.format(
        style=(files(__package__) / "templates" / "paper.css").read_text("utf-8"),
        proof=_harmless(canonical(sealed).decode()),
        digest=MARK + sealed.digest,
        mark=before,
    )
    return (text[:place] + said + text[place + len(before) :]).encode()


def _harmless(json: str) -> str:
    """JSON that cannot end the element it stands in; these signs mean the same to a reader of JSON."""
    return json.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def check_writable(path: Path) -> None:
    """Refuse a path that nothing can be written to, before any work is done for it."""
    folder = path.parent
    if path.is_dir():
        raise Refused(f"{path} is a folder; name a file, as in {path / 'paper.pdf'}")
    if not folder.is_dir():
        raise Refused(f"cannot write {path}: there is no folder {folder}")
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise Refused(f"cannot write {path}: {error.strerror}") from None


def write(path: Path, paper: bytes) -> None:
    """Write a paper whole or not at all."""
    check_writable(path)
    try:
        with written_whole(path) as out:
            out.write(paper)
    except OSError as error:
        raise Refused(f"cannot write {path}: {error.strerror}") from None
