"""The showdown family: a player's hand against a dealer's, with or without a draw."""

from croupier.exact.showdown.showdown_family import (
    KEEP,
    Choice,
    Counts,
    Line,
    Net,
    Played,
    Result,
    Showdown,
)

__all__ = [
    "KEEP",
    "Choice",
    "Counts",
    "Line",
    "Net",
    "Played",
    "Result",
    "Showdown",
]
