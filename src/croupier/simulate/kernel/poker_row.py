"""The paytable row of a poker hand, as kernels tell it."""

from __future__ import annotations

from typing import Final

from croupier.exact.hand_counts.evaluate import CATEGORY_SHIFT, IN_CATEGORY
from croupier.exact.store import inner_kernel
from croupier.hands import Poker

JACKS: Final = (Poker.PAIR << CATEGORY_SHIFT) + IN_CATEGORY[Poker.PAIR] * 9 // 13
"""The strength of the lowest pair of jacks: of the thirteen ranks, nine are lower."""


@inner_kernel
def row_of(strength: int) -> int:
    """The place in `POKER_ROWS` of a hand of this strength: its category, and one more from a pair of jacks on."""
    return (strength >> CATEGORY_SHIFT) + (strength >= JACKS)
