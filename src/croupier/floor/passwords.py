"""How hard a password is to guess: common words, rows of keys, repetitions and years count for little."""

from __future__ import annotations

import string
from typing import Final

from croupier.errors import Refused

SHORTEST: Final = 10
LONGEST: Final = 200
LEAST_BITS: Final = 36.0

_TRIED_FIRST: Final = """
password passwort passphrase secret welcome login letmein changeme iloveyou loveyou trustno hello access admin
administrator root user guest test default master manager supervisor auditor dealer croupier casino poker blackjack
roulette jackpot royal flush straight fullhouse house table chips money lucky dollar monday tuesday wednesday
thursday friday saturday sunday january february march april june july august september october november december
spring summer autumn winter qwerty azerty qwertz dragon monkey princess sunshine football baseball basketball hockey
soccer superman batman spiderman pokemon starwars computer internet google facebook michael michelle jennifer
jessica ashley daniel thomas charlie george jordan robert william matthew andrew chocolate flower butterfly cookie
cheese banana orange purple yellow silver golden freedom forever whatever shadow killer hunter ranger tigger pepper
ginger mustang corvette ferrari mercedes yamaha london paris berlin america canada england germany las vegas angel
angels family friends friend mother father sister brother baby love lover sweet sexy babe girl boys girls king queen
prince jesus christ heaven god bless please thank thanks open sesame abc company office work school student teacher
public private system server database network the and you my is me for not this that one two three new old big good
cool hot nice ninja
"""
COMMON: Final = frozenset(_TRIED_FIRST.split())
"""Words that are tried first; those of our trade and of a sign-in among them."""
_ROWS: Final = (
    string.ascii_lowercase,
    "01234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
    "azertyuiop",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "!@#$%^&*()",
)
_SPOKEN: Final = str.maketrans("0134578@$!", "oleastbasi")
_WORD_BITS: Final = 8.0
_RUN_BITS: Final = 6.0
_AGAIN_BITS: Final = 2.0


def check_password(password: str, name: str) -> None:
    """Refuse a password that is too short, too long, or soon guessed by whoever knows the account's name."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused(f"a password has {SHORTEST} to {LONGEST} characters")
    if bits(password, name) < LEAST_BITS:
        raise Refused("that password is among the first that are tried; take a sentence of your own, or random letters")


def bits(password: str, name: str = "") -> float:
    """About how many bits whoever guesses needs: the least over all ways to cut a password into pieces.

    >>> [round(bits(tried)) for tried in ("Password2024!", "1q2w3e4r5t6y", "aaaaaaaaaaaaaa")]
    [18, 6, 6]
    >>> bits("correct horse battery staple") > 100
    True
    """
    plain = password.casefold()
    spoken = plain.translate(_SPOKEN)
    words = COMMON | {word for word in (name.casefold(), *name.casefold().split()) if len(word) > 2}
    longest = max(map(len, words))
    least = [0.0] + [float("inf")] * len(plain)
    for end in range(1, len(plain) + 1):
        least[end] = least[end - 1] + _bits_of(plain[end - 1])
        for start in range(max(0, end - 60), end - 1):
            piece = plain[start:end]
            if len(piece) <= longest and (piece in words or spoken[start:end] in words):
                least[end] = min(least[end], least[start] + _WORD_BITS)
            if len(piece) > 2 and _is_run(piece):
                least[end] = min(least[end], least[start] + _RUN_BITS)
            if start >= len(piece) and plain[start - len(piece) : start] == piece:
                least[end] = min(least[end], least[start] + _AGAIN_BITS)
    return least[-1]


def _bits_of(letter: str) -> float:
    if letter.isdigit():
        return 3.3
    return 4.7 if letter.isalpha() else 4.0


def _is_run(piece: str) -> bool:
    """Whether keys lie beside each other, forwards or backwards, or are one and the same; or it is a year."""
    if len(piece) == 4 and piece.isdigit() and piece[:2] in ("19", "20"):
        return True
    return len(set(piece)) == 1 or any(piece in row or piece[::-1] in row for row in _ROWS)
