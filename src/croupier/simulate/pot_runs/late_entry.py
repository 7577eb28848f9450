"""A newcomer to a running pot: pays for the rounds missed, and stays, as all the others do, until the pot is won.

Rounds are independent, so a pot that has not been won in m rounds is as good as one that begins with m rounds paid for
by everybody: dealt rounds are cut into pots, and each is played for every number of missed rounds at once.
"""

from __future__ import annotations

from croupier.arrays import Ints
from croupier.exact.hand_counts.evaluate import CATEGORY_SHIFT
from croupier.exact.store import kernel
from croupier.pots.raked import RakedPot
from croupier.simulate.pot_runs.pot_kernel import PotTable
from croupier.simulate.simulated_table import Sheet


def join_late(pot: PotTable, dealt: Sheet, rounds: int, missed: Ints, out: Ints) -> None:
    """Add up, for each number of missed rounds, pots and the cents that whoever sits last came out ahead.

    A pot that nobody may join adds up to nothing.
    """
    if isinstance(pot.pot, RakedPot):
        terms = pot.pot.terms
        hands = dealt.outcomes[:rounds], dealt.strengths[:rounds], pot.cannot_win
        _join_late(*hands, terms.unit, terms.rake, terms.chip, int(terms.least), missed, out)


@kernel
def _join_late(
    outcomes: Ints,
    strengths: Ints,
    cannot_win: Ints,
    unit: int,
    rake: int,
    chip: int,
    least: int,
    missed: Ints,
    out: Ints,
) -> None:
    """Play pot after pot; of tied winners the last is remembered, and the newcomer sits last."""
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
        for place in range(len(missed)):
            paid = unit * (missed[place] + since)  # OTD-P8
            share = (paid * players - min(rake, paid * players)) // winners  # OTD-P3, P6
            if winners > 1:
                share -= share % chip
            out[place, 0] += 1
            out[place, 1] += share * (winner == newcomer) - paid
        since = 0
