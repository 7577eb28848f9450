"""A newcomer to a running pot: pays for the rounds missed, and stays, as all the others do, until the pot is won.

Rounds are independent, so a pot that has not been won in m rounds is as good as one that begins with m rounds paid for
by everybody: dealt rounds are cut into pots, and each is played for every number of missed rounds at once.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.exact.hand_counts.evaluate import CATEGORY_SHIFT
from croupier.exact.store import kernel
from croupier.pots.raked import RakedPot
from croupier.simulate.pot_runs.pot_kernel import PotTable
from croupier.simulate.simulated_table import Sheet

LATE: Final = (0, 1, 2, 3, 4, 6, 8, 10, 15, 20)
"""The missed rounds that late entry is priced for."""
_MISSED: Final = np.array(LATE, np.int64)

Terms = tuple[int, int, int, int]
"""The unit, the rake and the chip in cents, and the least hand that wins."""


def join_late(pot: PotTable, dealt: Sheet, rounds: int, out: Ints) -> None:
    """Add up, for each number of missed rounds, pots and the cents that whoever sits last came out ahead.

    A pot that nobody may join adds up to nothing.
    """
    if terms := late_terms(pot):
        count_late(dealt.outcomes[:rounds], dealt.strengths, pot.cannot_win, terms, out)


def late_terms(pot: PotTable) -> Terms | None:
    """What coming in late goes by, where it may be done."""
    if not isinstance(pot.pot, RakedPot):
        return None
    terms = pot.pot.terms
    return terms.unit, terms.rake, terms.chip, int(terms.least)


@kernel
def count_late(outcomes: Ints, strengths: Ints, cannot_win: Ints, terms: Terms, out: Ints) -> None:
    """Play pot after pot; of tied winners the last is remembered, and the newcomer sits last."""
    unit, rake, chip, least = terms
    rounds, players = outcomes.shape
    newcomer = players - 1
    since = 0
    for at in range(rounds):
        since += 1
        best, winners, winner = -1, 0, -1
        for seat in range(players):
            if not cannot_win[outcomes[at, seat]] and strengths[at, seat] >= best:
                winners = 1 if strengths[at, seat] > best else winners + 1
                best, winner = strengths[at, seat], seat
        if best >> CATEGORY_SHIFT < least:  # OTD-P2
            continue
        for place in range(len(_MISSED)):
            paid = unit * (_MISSED[place] + since)  # OTD-P8
            share = (paid * players - min(rake, paid * players)) // winners  # OTD-P3, P6
            if winners > 1:
                share -= share % chip
            out[place, 0] += 1
            out[place, 1] += share * (winner == newcomer) - paid
        since = 0
