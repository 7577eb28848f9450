"""Bets that move with a counted shoe: stakes beside what the cards left before a round were worth to the player.

Before a round each rank has a share of the cards that are left. What a bet is worth beyond its worth in a new shoe is,
to first order, the sum of the excess shares by the effects of removal. A player who looks at no cards puts as much on
rounds with good shares as on others, whatever the order of the stakes: over a shoe, stakes above the player's average
times that worth come to nothing on average. Rounds of one shoe hang together and shoes do not, so the sums of the
shoes are held against their own scatter (Student's t), which needs no model of how a player bets.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import atan, cos, pi, sin, sqrt
from typing import Any, Final

import msgspec
import numpy as np

from croupier.arrays import Floats
from croupier.exact.counting.read_rounds import CannotBeCounted, kept_shoe, read_bets
from croupier.exact.solver import solver_of
from croupier.floor.storage.schema import RANKS, SHARE_PARTS
from croupier.table.game import Game

FEWEST_SHOES: Final = 8
"""Shoes below which nothing is said of a player."""


class ShoeWorth(msgspec.Struct, frozen=True):
    """What the cards left in a shoe are worth to bets."""

    fresh: list[float]
    """The share of each rank in a new shoe, from deuces to aces."""
    worth: dict[str, list[float]]
    """By wager, what a share more of each rank adds to the value of a unit."""


class ShoeStaked(msgspec.Struct, frozen=True, kw_only=True):
    """What an account staked on a wager in the rounds of one shoe, as the pit counts it."""

    account: int
    table: int
    wager: str
    rounds: int
    staked: int
    left: list[int]
    staked_left: list[int]


def shoe_worth(game: Game[Any]) -> ShoeWorth | None:
    """The worth of cards to the bets of a game; none where no shoe is kept, or its bets cannot be counted."""
    shoe = kept_shoe(game)
    if shoe is None:
        return None
    try:
        bets = solver_of(game).mathematics.shoe_bets(1)
        bets = read_bets(game, Fraction(1), shoe) if bets is None else bets
    except CannotBeCounted:
        return None
    ranks = [card.name[0] for card in shoe.pack]
    worth = {}
    for bet in bets:
        of_card = {card: -float(effect) for effect, cards in zip(bet.effects, bet.kinds, strict=True) for card in cards}
        by_rank = {rank: [of_card[card] for card in of_card if card.name[0] == rank] for rank in RANKS}
        worth[bet.name] = [(bet.cards - 1) * sum(each) / max(len(each), 1) for each in by_rank.values()]
    return ShoeWorth([ranks.count(rank) / len(ranks) for rank in RANKS], worth)


def chance_of_moving(shoes: Sequence[ShoeStaked], known: ShoeWorth) -> float | None:
    """How likely stakes go so well with the cards left by chance, of one wager; none if too little is known."""
    if len(shoes) < FEWEST_SHOES or not (rounds := sum(shoe.rounds for shoe in shoes)):
        return None
    worth, fresh = np.array(known.worth[shoes[0].wager]), np.array(known.fresh)
    left, staked_left = (
        np.array(each, float) / SHARE_PARTS for each in zip(*((s.left, s.staked_left) for s in shoes), strict=True)
    )
    times, staked = (np.array(each, float) for each in zip(*((s.rounds, s.staked) for s in shoes), strict=True))
    mean = staked.sum() / rounds
    moved = (staked_left - mean * left - np.outer(staked - mean * times, fresh)) @ worth
    return chance_above(moved)


def chance_above(sums: Floats) -> float | None:
    """How likely independent sums that come to nothing on average come to so much (Student's t); none if all are 0."""
    number, scatter = len(sums), float(np.std(sums, ddof=1))
    if scatter <= 1e-9 * float(np.abs(sums).max(initial=0.0)) or not scatter:
        return None
    return student_above(float(np.mean(sums)) / scatter * sqrt(number), number - 1)


def student_above(t: float, freedom: int) -> float:
    """The chance that Student's t with so many degrees of freedom is so much or more, by its finite series.

    >>> round(student_above(2.998, 7), 4), round(student_above(0.0, 3), 4)
    (0.01, 0.5)
    """
    angle, is_odd = atan(t / sqrt(freedom)), freedom % 2
    term, total = cos(angle) if is_odd else 1.0, 0.0
    for step in range(is_odd, freedom - 1, 2):
        total += term
        term *= (step + 1) / (step + 2) * cos(angle) ** 2
    within = sin(angle) * total
    if is_odd:
        within = (angle + within) * 2 / pi
    return max((1 - within) / 2, 0.0)
