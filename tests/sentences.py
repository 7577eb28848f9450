r"""Every sentence of the games' documents accounted for: `python -m tests.sentences` prints what is not.

The documents are not part of the project. `docs/rules/sentences/<game>.toml` says of each sentence of a game's
document, by its number and the SHA-256 of its text and in our own words, one or more of these:

    rules       the rules of `docs/rules/<game>.md` that it states
    rulings     the rules whose ruling decides how it is read, or that it is not followed
    figures     what `paytables.toml` and `published.toml` hold of it: `bet/row`, `bet/claim`, or a published figure
    not_a_rule  why it is none, one of KINDS

`digest` is the SHA-256 of all hashes of the document in a row. Where the documents are at hand, in
`../shared/seeds` or in the folder that the command is given, the map is held against them.

How a document is cut into sentences, so that their numbers stay what they are:

1. A sentence never goes beyond its line. What has neither letter nor digit is none.
2. Taken out first: HTML tags, `**`, backslashes, the bars of tables, and at the start of a line the marks of a heading
   or a list (`##`; a dash or a bullet; `12.`, `a.` or `ii.`). Characters are put in Unicode's NFKC form, quotation
   marks made straight, and white space reduced to single spaces. The hash is of the text so reduced, in UTF-8.
3. A row of a table (a line with a tab, or that begins with a bar) is one sentence.
4. Any other line ends a sentence at `.`, `!` or `?`, with the closing quotation marks and brackets that follow, before
   a space and then a capital, a digit, a quotation mark or an opening bracket, unless the word before is `Mr`, `vs` or
   `e.g`; and at a full stop between a space and a letter.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

import msgspec

from tests.rule_matrix import ROW

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ROOT.parent / "shared" / "seeds"
KINDS = {
    "address": "names, addresses and dates",
    "advertising": "praise of the game",
    "courtesy": "what a letter says to be polite, or about other business",
    "heading": "the title of what follows",
    "layout": "what is printed on the felt to name a place or a table",
    "lead-in": "announces what follows and says nothing itself",
    "legal": "notices of rights",
    "letterhead": "what is printed on letter paper",
    "service": "whom to call for help",
}
TAG = re.compile(r"</?\w+>")
LEADING = re.compile(r"^\s*#*\s*(?:[-•❖]\s+)*(?:(?:\d{1,2}|[a-z]|i{1,3})\.\s+)?")
STRAIGHT = str.maketrans("‘’“”", "''\"\"", "\\|")
END = re.compile(r"""(?<!\bMr)(?<!\bvs)(?<!\be\.g)[.!?]["')\]]*\s+(?=[A-Z0-9"'(\[])|\s\.(?=[A-Za-z])""")


class Sentence(NamedTuple):
    """A sentence of a document, reduced as above, and the line on which it stands."""

    line: int
    text: str


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """What the map says of one sentence."""

    n: int
    says: str
    sha256: str
    rules: list[str] = []
    rulings: list[str] = []
    figures: list[str] = []
    not_a_rule: str = ""


class SentenceMap(msgspec.Struct, forbid_unknown_fields=True):
    """The map of one document."""

    document: str
    sentences: int
    digest: str
    sentence: list[Entry]


def reduced(text: str) -> str:
    """The text without markup, in straight quotation marks and single spaces."""
    plain = LEADING.sub("", TAG.sub("", unicodedata.normalize("NFKC", text)).replace("**", ""))
    return " ".join(plain.translate(STRAIGHT).split())


def split(document: str) -> list[Sentence]:
    """The sentences of a document in their order; the first has number 1."""
    found: list[Sentence] = []
    for number, line in enumerate(document.splitlines(), start=1):
        text = reduced(line)
        ends = [] if "\t" in line or line.startswith("|") else [match.end() for match in END.finditer(text)]
        pieces = (text[start:end].strip() for start, end in zip([0, *ends], [*ends, len(text)], strict=True))
        found += [Sentence(number, piece) for piece in pieces if any(character.isalnum() for character in piece)]
    return found


def sha256(text: str) -> str:
    """The hash by which a sentence is known."""
    return hashlib.sha256(text.encode()).hexdigest()


def sentence_maps(root: Path) -> dict[str, SentenceMap]:
    """The map of each game that has one."""
    return {
        page.stem: msgspec.convert(tomllib.loads(page.read_text("utf-8")), SentenceMap)
        for page in sorted((root / "docs" / "rules" / "sentences").glob("*.toml"))
    }


def rule_rows(root: Path, game: str) -> dict[str, str]:
    """Every rule of a game's page with its whole row."""
    lines = (root / "docs" / "rules" / f"{game}.md").read_text("utf-8").splitlines()
    return {found[1]: line for line in lines if (found := ROW.match(line))}


def kept_figures(root: Path, game: str) -> dict[str, Path]:
    """What a game's tables hold of its document, by name, each with its file: rows, claims, published figures."""
    folder = root / "src" / "croupier" / "games" / game.replace("-", "_")
    own = folder / "paytables.toml"
    shared = [folder.parent / name for name in tomllib.loads(own.read_text("utf-8")).get("shared", [])]
    figures = {}
    for file in (own, *shared):
        for table in tomllib.loads(file.read_text("utf-8"))["paytable"]:
            for part in ("pays", "fixed", "claims"):
                figures |= {f"{table['bet']}/{name}": file for name in table.get(part, {})}
    published = folder / "published.toml"
    if published.exists():
        data = tomllib.loads(published.read_text("utf-8"))
        figures |= {entry["figure"]: published for kind in ("table", "figure") for entry in data.get(kind, [])}
    return figures


def map_faults(found: SentenceMap, rows: Mapping[str, str], figures: Iterable[str]) -> Iterator[str]:
    """What is wrong with a map by itself, a line for each fault."""
    if [entry.n for entry in found.sentence] != list(range(1, found.sentences + 1)):
        yield f"{found.document}: the sentences are not numbered 1 to {found.sentences}"
    digest = sha256("".join(entry.sha256 for entry in found.sentence))
    if digest != found.digest:
        yield f"{found.document}: the digest of the hashes is {digest}, not {found.digest}"
    for entry in found.sentence:
        place = f"{found.document} sentence {entry.n}"
        if bool(entry.not_a_rule) == bool(entry.rules or entry.rulings or entry.figures):
            yield f"{place} is mapped to nothing, or to a rule and to not_a_rule"
        if entry.not_a_rule and entry.not_a_rule not in KINDS:
            yield f"{place}: {entry.not_a_rule!r} is none of the kinds {', '.join(KINDS)}"
        yield from (f"{place}: docs/rules has no rule {rule}" for rule in entry.rules if rule not in rows)
        for rule in entry.rulings:
            if "*Ruling" not in rows.get(rule, ""):
                yield f"{place}: docs/rules has no ruling at {rule}"
        yield from (f"{place}: the game's tables have no {name}" for name in entry.figures if name not in figures)
        if not entry.says or sha256(entry.says) == entry.sha256:
            yield f"{place} is not said in our own words"


def unstated(found: SentenceMap, rows: Mapping[str, str]) -> Iterator[str]:
    """The rules that no sentence states and that are no ruling of ours."""
    stated = {rule for entry in found.sentence for rule in entry.rules + entry.rulings}
    for rule, row in rows.items():
        if rule not in stated and "*Ruling" not in row:
            yield f"rule {rule} is stated by no sentence and is not marked as a ruling"


def unclaimed(maps: Mapping[str, SentenceMap], figures: Mapping[str, Mapping[str, Path]]) -> Iterator[str]:
    """The figures of the games' tables that no sentence claims; a table that games share needs one sentence."""
    named = ((game, name) for game, found in maps.items() for entry in found.sentence for name in entry.figures)
    claimed = {(figures[game].get(name), name) for game, name in named}
    for file, name in sorted({(file, name) for kept in figures.values() for name, file in kept.items()} - claimed):
        yield f"{file.parent.name}/{file.name}: {name} is claimed by no sentence"


def document_faults(found: SentenceMap, document: str) -> Iterator[str]:
    """Where a map and its document part, a line for each sentence that only one of them has."""
    sentences = split(document)
    hashes = [sha256(sentence.text) for sentence in sentences]
    mapped = [entry.sha256 for entry in found.sentence]
    for kind, old, old_end, new, new_end in SequenceMatcher(None, mapped, hashes, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        for entry in found.sentence[old:old_end]:
            yield f"{found.document} sentence {entry.n} is not in the document: {entry.says}"
        for index in range(new, new_end):
            place = f"{found.document} line {sentences[index].line}"
            yield f"{place}: sentence {index + 1} is not in the map; its sha256 is {hashes[index]}"


def faults_of_the_maps(root: Path) -> list[str]:
    """All that can be said without the documents."""
    maps = sentence_maps(root)
    figures = {game: kept_figures(root, game) for game in maps}
    faults = list(unclaimed(maps, figures))
    for game, found in maps.items():
        rows = rule_rows(root, game)
        faults += [*map_faults(found, rows, figures[game]), *unstated(found, rows)]
    return faults


def faults_against(folder: Path, root: Path) -> list[str]:
    """All that the documents of a folder show to be wrong."""
    maps = {found.document: found for found in sentence_maps(root).values()}
    names = {path.name for path in folder.glob("*.txt")}
    faults = [f"{name} has no map" for name in sorted(names - maps.keys())]
    faults += [f"{name} is not in {folder.name}" for name in sorted(maps.keys() - names)]
    for name in sorted(names & maps.keys()):
        faults += document_faults(maps[name], (folder / name).read_text("utf-8"))
    return faults


def main(arguments: list[str]) -> int:
    """Print all faults; 1 if there is one, 2 if the folder that is named is none."""
    folder = Path(arguments[0]) if arguments else DOCUMENTS
    if arguments and not folder.is_dir():
        print(f"there is no folder {folder}; give the folder of the documents, or none", file=sys.stderr)
        return 2
    faults = faults_of_the_maps(ROOT) + (faults_against(folder, ROOT) if folder.is_dir() else [])
    for fault in faults:
        print(fault)
    maps = sentence_maps(ROOT)
    held = "held against the documents" if folder.is_dir() else "the documents are not at hand"
    print(f"{sum(found.sentences for found in maps.values())} sentences of {len(maps)} documents, {held}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
