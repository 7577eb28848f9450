"""The paytable rows of poker, best first, for every game that pays poker hands."""

from typing import Final

TWO_PAIR_OR_BETTER: Final = (
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "two-pair",
)
JACKS_OR_BETTER: Final = (*TWO_PAIR_OR_BETTER, "jacks-or-better")
