"""A pot of three and more hands beside other bets; docs/math/pots.md says what is exact and what is sampled."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Final

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.cards import DECK, Card
from croupier.exact.analysis import Analysis
from croupier.exact.estimated_bet import EstimatedBet, EstimatedValue
from croupier.exact.hand_counts.contests import CARDS, ROUNDS, Contest, pot_odds
from croupier.exact.hand_counts.evaluate import CATEGORY_SHIFT, strengths
from croupier.exact.shared_money.pot_stake import PotStake, PotUncounted
from croupier.exact.valued_bet import ValuedBet

SAMPLED: Final = 200_000
"""Futures that a choice's part of the pot is estimated on."""
_BATCH: Final = 50_000
_SEED: Final = 20_070_815


def refuse_given_up(gives_up: bool, pot: PotStake) -> None:
    """Refuse a pot to which the best play without it gives up a share: then what it is worth is not known."""
    if gives_up and not pot.folded_wins:
        raise PotUncounted(
            f"without the pot hands are folded that may come to {pot.least.words}; against more than one other hand "
            "the best play with it is then not known"
        )


def with_share(house: Analysis, words: str, unit: str, pot: PotStake, contest: Contest) -> ValuedBet | EstimatedBet:
    """Bets of the house and a pot as one bet, where no fold gives up a share of it.

    All hands are alike, so each expects the same, and together they lose the rake whenever the pot is won.
    """
    share = pot.rake / pot.hands
    lost = "loses as much of the rake" if share else "gets as much out of it as it put in, on average"
    told = (*pot.assumptions, f"No fold gives up a share, so each of {pot.hands} hands {lost}.")
    odds = pot_odds(contest, pot.participants) if share else None
    won = Fraction(0) if odds is None else odds.won
    if odds is None or isinstance(won, Fraction):
        value = house.expected_value - share * Fraction(won)
        return ValuedBet(words, unit, value, house.average_wager + pot.units, house.actions, told)
    assert odds.bounds is not None
    least, most = (house.expected_value - share * won for won in reversed(odds.bounds))
    exact = f"How often {pot.hands} hands win it is estimated; the value lies exactly between {least} and {most}."
    estimate = float(min(max(house.expected_value - share * Fraction(odds.won), least), most))
    error = float(share) * odds.standard_error
    return EstimatedBet(words, unit, estimate, error, ROUNDS, False, (*told, exact))


def weighed_with_share(
    house: Mapping[str, Fraction],
    folds: Collection[str],
    pot: PotStake,
    contest: Contest,
    own: Sequence[Card],
    board: Sequence[Card] = (),
) -> dict[str, EstimatedValue]:
    """What each choice is worth with the pot: the house's part is exact, the pot's is sampled, for all the same."""
    stayed, folded = _shares(pot, contest, own, board)
    return {
        action: EstimatedValue(float(value) + float(share.mean()), float(share.std() / sqrt(len(share))))
        for action, value in house.items()
        for share in [folded if action in folds and not pot.folded_wins else stayed]
    }


def _shares(pot: PotStake, contest: Contest, own: Sequence[Card], board: Sequence[Card]) -> tuple[Floats, Floats]:
    """What the pot nets in sampled futures of a hand that stays in, and of one that has folded."""
    shared, of_one = contest.shared - len(board), CARDS - contest.shared
    rest = np.array([card for card in DECK if card not in (*own, *board)], np.uint8)
    mine = of_one - len(own)
    needed = shared + mine + of_one * (pot.hands - 1)
    random = np.random.default_rng([_SEED, pot.hands, *map(int, own), *map(int, board)])
    parts: list[tuple[Floats, Floats]] = []
    for _ in range(SAMPLED // _BATCH):
        dealt = random.permuted(np.tile(rest, (_BATCH, 1)), axis=1)[:, :needed]
        common = np.hstack([np.tile(np.array(board, np.uint8), (_BATCH, 1)), dealt[:, :shared]])
        hand = np.hstack([np.tile(np.array(own, np.uint8), (_BATCH, 1)), dealt[:, shared : shared + mine], common])
        ranked = [strengths(hand)] + [
            strengths(np.hstack([dealt[:, first : first + of_one], common]))
            for first in range(shared + mine, needed, of_one)
        ]
        parts.append(pot_nets(np.array(ranked), contest.least << CATEGORY_SHIFT, pot))
    stayed, folded = (np.concatenate(part) for part in zip(*parts, strict=True))
    return stayed, folded


def pot_nets(ranked: Ints, least: int, pot: PotStake) -> tuple[Floats, Floats]:
    """What the pot nets for the first of several hands, one row of strengths for each, if it stays and if it folds."""
    able = np.where(ranked >= least, ranked, 0)
    best, others = able.max(axis=0), able[1:].max(axis=0)
    won = np.where(able[0] == best, float(pot.prize) / (able == best).sum(axis=0), 0) - float(pot.units)
    return np.where(best > 0, won, 0), np.where(others > 0, -float(pot.units), 0)
