"""What staying in wins of a pot, as far as it is counted against one other hand: choices go by it, values do not.

Against one other hand it is the count itself. Several are taken as independent of each other, each as likely to be
better, as good, or able to win as one alone is. docs/math/pots.md says what that leaves open.
"""

from __future__ import annotations

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.exact.store import inner_kernel, kernel


@inner_kernel
def shared_with(above: int, tied: int, able: int, hands: int, rivals: int) -> tuple[int, int]:
    """Twice the pots that a hand wins, and those that no other could have won, in as many as another's hands.

    Of the hands that one other may have so many are above this one, as good, and able to win at all. With t of the
    rivals as good and none above, 1 / (1 + t) of a pot is won; the mean over t of independent ones has a closed form.
    """
    if rivals == 1:
        return 2 * (hands - above - tied) + tied, hands - able
    not_above, below = 1 - above / hands, 1 - (above + tied) / hands
    part = not_above**rivals
    if tied:
        part = (not_above ** (rivals + 1) - below ** (rivals + 1)) * hands / ((rivals + 1) * tied)
    return int(2 * hands * part + 0.5), int(hands * (1 - able / hands) ** rivals + 0.5)


def gained_by_class(ways: Ints, least: int, rivals: int, prize: float, units: float) -> Floats:
    """By class of cards seen, what staying in gains over folding, in units and summed over all that is unseen.

    `ways` are by class, row and result against one other hand, which qualifies if it can win the pot.
    """
    gained = np.zeros(len(ways))
    _gained(ways, least, rivals, prize, units, gained)
    return gained


@kernel
def _gained(ways: Ints, least: int, rivals: int, prize: float, units: float, gained: Floats) -> None:
    for number in range(len(ways)):
        for row in range(least, ways.shape[1]):
            lost, tied, won, lost_too, tied_too, won_too = ways[number, row]
            able = lost + tied + won
            hands = able + lost_too + tied_too + won_too
            if hands:
                shares, unable = shared_with(lost + lost_too, tied + tied_too, able, hands, rivals)
                gained[number] += prize * shares / 2 - units * unable
