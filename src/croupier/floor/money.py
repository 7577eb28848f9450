"""Money as the log and the ledger speak of it: the names of books, transfers between them, and holds of bets."""

from __future__ import annotations

import re
from typing import Final, Literal

import msgspec

MINT = "mint"
"""Where play money comes from; it owes what everybody else has."""

HoldState = Literal["held", "settled", "released"]

TransferKind = Literal[
    "play-money",
    "refill",
    "bought-in",
    "bought-chips",
    "left",
    "correction",
    "voided",
    "pot-collected",
    "pot-wagers",
    "dealer-wager",
    "pot-won",
    "house-share",
    "dealer-share",
    "bet",
    "lost",
    "returned",
    "paid",
    "other",
]
_REASONS: Final[dict[TransferKind, str]] = {
    "play-money": "play money",
    "refill": "refill of play money",
    "bought-in": "bought in",
    "bought-chips": "bought chips",
    "left": "left the table",
    "correction": "correction: {}",
    "voided": "round voided: {}",
    "pot-collected": "pot collected",
    "pot-wagers": "pot wagers",
    "dealer-wager": "the dealer's pot wager",
    "pot-won": "pot won",
    "house-share": "the house's part of the pot",
    "dealer-share": "the dealer's part of the rake",
    "bet": "bet on {}",
    "lost": "{} lost",
    "returned": "{} returned",
    "paid": "{} paid {}",
}
"""How the reason of each kind of transfer is written. The ledger stores only the sentence and its kind is read back by
these, in this order: sentences that go on with a person's own words come before those that end with fixed ones."""
_READ: Final = [
    (kind, re.compile(re.escape(words).replace(r"\{\}", ".*"), re.DOTALL)) for kind, words in _REASONS.items()
]


def why(kind: TransferKind, *words: object) -> str:
    """The reason of a transfer as the ledger stores it.

    >>> why("paid", "ante", "1 to 1")
    'ante paid 1 to 1'
    """
    return _REASONS[kind].format(*words)


def kind_of(reason: str) -> TransferKind:
    """The kind of a transfer by its stored reason; `other` if the house writes no such reason.

    >>> kind_of("ante paid 1 to 1"), kind_of("correction: the ante was lost")
    ('paid', 'correction')
    """
    return next((kind for kind, written in _READ if written.fullmatch(reason)), "other")


def wallet(account: int) -> str:
    """A person's own money."""
    return f"wallet:{account}"


def stack(table: int, seat: int) -> str:
    """The chips in front of a seat."""
    return f"stack:{table}:{seat}"


def bets(table: int) -> str:
    """The chips on a table's betting spots."""
    return f"bets:{table}"


def pot(table: int) -> str:
    """A table's pot."""
    return f"pot:{table}"


def house(table: int) -> str:
    """What the house has won or lost at a table."""
    return f"house:{table}"


def bank(table: int) -> str:
    """Where all chips come from and go back to at a table whose paytables are somebody's own."""
    return f"bank:{table}"


def dealer(table: int) -> str:
    """What the dealers of a table have been given of its rakes."""
    return f"dealer:{table}"


OF_TABLES: Final = ("stack", "bets", "pot", "house", "dealer", "bank")
"""What the books of a table are called before its number."""


def books_of_table(table: int, seats: int) -> list[str]:
    """Every book that a table needs."""
    own = [bets(table), pot(table), house(table), dealer(table)]
    return own + [stack(table, seat) for seat in range(1, seats + 1)]


class Transfer(msgspec.Struct, frozen=True):
    """Cents from one book to another, and why."""

    debit: str
    credit: str
    cents: int
    why: str
    table: int | None = None
    round: int | None = None


class Hold(msgspec.Struct, frozen=True):
    """A bet of an account, kept while its round is open."""

    table: int
    round: int
    account: int
    spot: str
    cents: int


def may_owe(book: str) -> bool:
    """Only the mint, the house and the banks of tables may ever owe."""
    return book == MINT or book.startswith(("house:", "bank:"))
