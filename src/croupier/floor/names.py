"""Letters as people see them: what is blank, and which names look alike."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category, normalize
from unicodedata import name as unicode_name

FILLERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs by their kind that are drawn as nothing."""


def is_blank(text: str) -> bool:
    """Whether nothing of a text is seen: no letter, digit or sign.

    >>> is_blank("\\u200b \\u200e"), is_blank("?"), is_blank("\\u05d0")
    (True, False, False)
    """
    return not any(category(letter)[0] in "LNPS" and letter not in FILLERS for letter in text)


def tidy(name: str) -> str:
    """A name with its letters in one form and single spaces."""
    return " ".join(normalize("NFKC", name).split())


def in_short(name: str) -> str:
    """What two names have in common that people would take for one: letters in one form, and no capitals.

    >>> in_short("Mr  Supervisor") == in_short("mr \\uff33upervisor")
    True
    """
    return tidy(normalize("NFKC", name).casefold())


_LOOKS_LIKE: Final = str.maketrans(
    dict(zip("аӓѐвеёнікмопрстухӏјѕԁɡԛԝѵһп", "aaebeehikmonpctyxljsdgqwvhn", strict=True))
    | dict(zip("αβγεικνορτυχωϲϳ", "abyeiknoptuxwcj", strict=True))
    | dict(zip("ıłøđħŧɩʟɪ", "ilodhtlli", strict=True))
    | dict(zip("01358|!$@", "olesbllsa", strict=True))
)
"""Letters and digits that are drawn like a plain letter."""
_TWO_AS_ONE: Final = (("rn", "m"), ("vv", "w"), ("i", "l"))
_BETWEEN: Final = re.compile(r"[\s._'-]+")
_ALPHABETS: Final = ("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE")
"""Alphabets that share shapes; nobody's name is written in two of them."""
_OF_STAFF: Final = ("supervisor", "auditor", "dealer", "croupier", "administrator", "moderator", "cashier", "pitboss")
_OF_STAFF_ALONE: Final = ("admin", "house", "staff", "support", "system", "security", "manager", "root", "casino")
"""Words for those who run a house: wherever they stand in a name, and only as a word of it."""


def skeleton(name: str) -> str:
    """A name as it looks at a glance: accents, capitals and what stands between words left out, look-alikes as one.

    >>> skeleton("Ann Barnes") == skeleton("ANN.BAMES") == skeleton("\u0410nn_B\u0430rn\u0435s")
    True
    """
    plain = normalize("NFKD", normalize("NFKC", name).casefold())
    letters = "".join(letter for letter in plain if not category(letter).startswith("M")).translate(_LOOKS_LIKE)
    for two, one in _TWO_AS_ONE:
        letters = letters.replace(two, one)
    return _BETWEEN.sub("", letters)


def looks_like_staff(name: str) -> bool:
    """Whether players would take a name for that of somebody who runs the house, or of a guest or automatic seat.

    >>> looks_like_staff("Superv1sor Ann"), looks_like_staff("\u0410dmin"), looks_like_staff("Adminton")
    (True, True, False)
    """
    words = [skeleton(word) for word in _BETWEEN.split(tidy(name))]
    whole = skeleton(name)
    return (
        any(skeleton(word) in whole for word in _OF_STAFF)
        or any(skeleton(word) in (*words, whole) for word in _OF_STAFF_ALONE)
        or words[0] in (skeleton("guest"), skeleton("auto"))
    )


def mixes_alphabets(name: str) -> bool:
    """Whether letters of two alphabets that share shapes stand in one name.

    >>> mixes_alphabets("P\u0430ul"), mixes_alphabets("\u041f\u0430\u0432\u0435\u043b"), mixes_alphabets("Paul")
    (True, False, False)
    """
    found = {unicode_name(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}
    return len(found.intersection(_ALPHABETS)) > 1
