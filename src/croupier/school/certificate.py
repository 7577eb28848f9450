"""A certificate of an exam: its score, seed and every act in one page, which anybody can mark again."""

from __future__ import annotations

import datetime
import re
from fractions import Fraction
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Annotated, Final

import msgspec

from croupier import __version__
from croupier.checks import Check, Verified
from croupier.english import counted
from croupier.errors import Refused
from croupier.games import game_named
from croupier.school.sitting import Attempt, SchoolResult, Sitting, SittingTerms, sit_again
from croupier.table.game import Release

MARK: Final = '<meta name="generator" content="croupier certificate">'
"""What stands near the beginning of a certificate's file."""
LOOKED_AT: Final = 512
LONGEST_NAME: Final = 60


class ExamTaken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exam: who took it when, its terms and its acts, and what it came to."""

    trainee: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    day: datetime.date
    terms: SittingTerms
    attempts: list[Attempt]
    result: SchoolResult
    release: Release


class Certificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exam with the digest of everything in it."""

    exam: ExamTaken
    digest: str


def certify(sitting: Sitting, trainee: str, day: datetime.date) -> Certificate:
    """The certificate of a finished sitting, whether or not it was passed."""
    if not sitting.over:
        raise Refused("the exam is not over; a certificate is written when every round is dealt")
    trainee = " ".join(trainee.split())
    if not 1 <= len(trainee) <= LONGEST_NAME or not trainee.isprintable():
        raise Refused(f"a certificate needs the trainee's name, in 1 to {LONGEST_NAME} characters")
    release = Release(__version__, sitting.table.game.behaviour)
    exam = ExamTaken(trainee, day, sitting.terms, sitting.attempts, sitting.result(), release)
    return Certificate(exam, digest_of_exam(exam))


def digest_of_exam(exam: ExamTaken) -> str:
    """The SHA-256 of an exam as JSON, its keys in order."""
    return sha256(msgspec.json.encode(exam, order="sorted")).hexdigest()


def page(certificate: Certificate) -> bytes:
    """The certificate as a page to print; the exam itself is within it."""
    exam, result = certificate.exam, certificate.exam.result
    game = game_named(exam.terms.game)
    score = Fraction(result.score)
    rows = {
        "Game": game.title,
        "Score": f"{float(score):.1%}: {result.right} of {counted(result.acts, 'act')} right at the first try",
        "Mistakes": str(len(result.mistakes)),
        "Rounds": f"{exam.terms.rounds} with {counted(exam.terms.players, 'player')}",
        "Time": f"{result.seconds} seconds; a house expects {result.house_seconds}",
        "Seed": exam.terms.seed,
        "Day": str(exam.day),
        "Made by": f"Croupier {exam.release.croupier}, behaviour version {exam.release.behaviour}",
        "Digest": f"sha256:{certificate.digest}",
    }
    lines = "\n".join(f"<tr><th>{escape(what)}</th><td>{escape(said)}</td></tr>" for what, said in rows.items())
    wrong = "\n".join(
        f"<li>Round {each.round}, {escape(each.rule)}: <q>{escape(each.act)}</q>; right: <q>{escape(each.due)}</q></li>"
        for each in result.mistakes
    )
    mistakes = f"<h2>Mistakes</h2>\n<ol>\n{wrong}\n</ol>\n" if wrong else ""
    verdict = "has passed the exam of the dealer school" if result.passed else "has not passed the exam"
    proof = msgspec.json.encode(certificate).decode().replace("<", "\\u003c")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
{MARK}
<meta name="viewport" content="width=device-width">
<title>Dealer's certificate: {escape(exam.trainee)}, {escape(game.title)}</title>
<style>
body {{ max-width: 44rem; margin: 3rem auto; padding: 0 1.5rem; font: 16px/1.5 Georgia, serif; color: #1d1a16; }}
h1 {{ font-size: 2.1rem; margin: 0 0 .3rem; }}
p {{ font-size: 1.15rem; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-top: 1px solid #d9d2c3; }}
td {{ overflow-wrap: anywhere; }}
</style>
</head>
<body>
<h1>{escape(exam.trainee)}</h1>
<p>{verdict} in {escape(game.title)}.</p>
<table>
{lines}
</table>
{mistakes}<p><small>The exam is within this page. <code>croupier verify FILE</code> deals its rounds again from the
seed, marks every act again and holds the score and this page against them. It shows what was done, not who did
it.</small></p>
<script type="application/json" id="croupier-certificate">{proof}</script>
</body>
</html>
""".encode()


def is_certificate(path: Path) -> bool:
    """Whether a file is a certificate, to tell it from a paper."""
    try:
        with path.open("rb") as file:
            return MARK.encode() in file.read(LOOKED_AT)
    except OSError:
        return False


def read_certificate(path: Path) -> tuple[bytes, Certificate]:
    """A certificate from its file, with the bytes of it."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Refused(f"cannot read {path}: {error.strerror}") from None
    found = re.search(rb'id="croupier-certificate">(\{.*?\})</script>', content, re.DOTALL)
    if found is None:
        raise Refused(f"{path} has no exam in it; it has lost what it was written with")
    try:
        certificate = msgspec.json.decode(found[1], type=Certificate)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(f"the exam in {path} cannot be read: {error}") from None
    score = certificate.exam.result.score
    if not re.fullmatch(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?", score):
        raise Refused(f"the exam in {path} cannot be read: {score[:20]!r} is not a score, as 19/20 is")
    return content, certificate


def check_certificate(path: Path) -> Verified:
    """Every check of a certificate: its digest, its rounds dealt and marked again, its page made again."""
    content, certificate = read_certificate(path)
    exam = certificate.exam
    game_named(exam.terms.game).check_release(exam.release)
    checks = [_check_exam_digest(certificate)]
    try:
        again = sit_again(exam.terms, exam.attempts).result()
    except Refused as error:
        checks.append(Check("acts", "fails", f"dealt again, its acts do not fit: {error}"))
    else:
        same = again == exam.result
        found = f"{counted(len(exam.attempts), 'act')} marked again: {again.right} of {again.acts} right"
        said = "" if same else f", and it says {exam.result.right} of {exam.result.acts}, or something else is other"
        checks.append(Check("acts", "holds" if same else "fails", found + said))
    if page(certificate) == content:
        checks.append(Check("page", "holds", "made again from the exam, it is the same to the last byte"))
    elif exam.release.croupier == __version__:
        checks.append(Check("page", "fails", "made again from the exam, it is another page: it has been edited"))
    else:
        checks.append(Check("page", "open", f"Croupier {exam.release.croupier} made it; {__version__} is here"))
    title = f"dealer's certificate of {exam.trainee} in {exam.terms.game}"
    return Verified(title, tuple(checks), exam.release.croupier, exam.release.behaviour)


def _check_exam_digest(certificate: Certificate) -> Check:
    digest = digest_of_exam(certificate.exam)
    if digest != certificate.digest:
        return Check("digest", "fails", f"it says {certificate.digest[:16]}…, and its exam has {digest[:16]}…")
    return Check("digest", "holds", f"sha256:{digest} fits the exam")
