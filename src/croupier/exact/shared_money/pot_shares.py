"""A pot of three and more hands beside other bets; docs/math/pots.md says what is exact and what is sampled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import hypot, sqrt
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Bools, Floats, Ints
from croupier.cards import DECK, Card
from croupier.exact.analysis import Analysis
from croupier.exact.estimated_bet import EstimatedBet, EstimatedValue
from croupier.exact.hand_counts.contests import CARDS, ROUNDS, Contest, pot_odds
from croupier.exact.hand_counts.evaluate import CATEGORY_SHIFT, strengths
from croupier.exact.shared_money.pot_stake import PotStake
from croupier.exact.valued_bet import ValuedBet

SAMPLED: Final = 200_000
"""Futures that a choice's part of the pot is estimated on."""
_BATCH: Final = 50_000
_SEED: Final = 20_070_815


class Followed(NamedTuple):
    """What comes of an option if certain choices are kept to afterwards."""

    house: Fraction
    """What the bets of the house are worth."""
    given_up: Bools
    """By the shared cards to come, or for all of them, whether the share of the pot is given up."""


class GivenUp(NamedTuple):
    """A way to play that gives up shares of a pot."""

    house: Fraction
    """What the bets of the house are worth."""
    able: Fraction
    """How often a hand is folded that would have been good enough."""
    often: Fraction
    """How often a hand is folded that might have been,"""
    draw: Callable[[np.random.Generator, int], tuple[Ints, Ints]]
    """and so many of these as they come: own cards and shared ones."""


def with_share(
    house: Analysis,
    words: str,
    unit: str,
    pot: PotStake,
    contest: Contest,
    given_up: GivenUp | None = None,
    deck: Sequence[Card] = DECK,
) -> ValuedBet | EstimatedBet:
    """Bets of the house and a pot as one bet: those played best alone, and a play for both if folds give up shares.

    All hands are alike, so each that stays expects the same, and together they lose the rake whenever the pot is won.
    """
    share = pot.rake / pot.hands
    lost = "loses as much of the rake" if share else "gets as much out of it as it put in, on average"
    odds = pot_odds(contest, pot.participants) if share else None
    won, bounds = (Fraction(0), None) if odds is None else (odds.won, odds.bounds)
    least, most = bounds or (Fraction(won), Fraction(won))
    if given_up is not None:
        gained = _gains_given_up(pot, contest, given_up, deck)
        bottom = given_up.house - share * most - pot.prize * given_up.able
        top = house.expected_value - share * least + max(Fraction(0), pot.units - pot.prize)
        error = hypot(float(share) * (odds.standard_error if odds else 0.0), gained.standard_error)
        told = (
            *pot.assumptions,
            f"Each of {pot.hands} hands that stays {lost}; a fold gives up its share. Choices go by that share as if "
            "the other hands did not depend on each other.",
            f"What these choices get of the house is exact; what their folds give up is valued on {SAMPLED:,} sampled "
            f"deals. The value of the best play lies exactly between {bottom} and {top}.",
        )
        estimate = float(given_up.house - share * Fraction(won)) - gained.estimate
        return EstimatedBet(words, unit, estimate, error, SAMPLED, True, told)
    told = (*pot.assumptions, f"No fold gives up a share, so each of {pot.hands} hands {lost}.")
    if odds is None or isinstance(won, Fraction):
        value = house.expected_value - share * Fraction(won)
        return ValuedBet(words, unit, value, house.average_wager + pot.units, house.actions, told)
    bottom, top = house.expected_value - share * most, house.expected_value - share * least
    exact = f"How often {pot.hands} hands win it is estimated; the value lies exactly between {bottom} and {top}."
    estimate = float(min(max(house.expected_value - share * Fraction(won), bottom), top))
    return EstimatedBet(words, unit, estimate, float(share) * odds.standard_error, ROUNDS, False, (*told, exact))


def weighed_with_share(
    options: Mapping[str, Followed],
    pot: PotStake,
    contest: Contest,
    own: Sequence[Card],
    board: Sequence[Card] = (),
    deck: Sequence[Card] = DECK,
) -> dict[str, EstimatedValue]:
    """What each choice is worth with the pot: the house's part is exact, the pot's is sampled, for all the same."""
    shared, stayed, folded = _shares(pot, contest, own, board, deck)
    return {
        action: EstimatedValue(float(option.house) + float(share.mean()), float(share.std() / sqrt(len(share))))
        for action, option in options.items()
        for given_up in [option.given_up[tuple(shared.T)] if option.given_up.ndim else option.given_up]
        for share in [np.where(given_up & (not pot.folded_wins), folded, stayed)]
    }


def _shares(
    pot: PotStake, contest: Contest, own: Sequence[Card], board: Sequence[Card], deck: Sequence[Card]
) -> tuple[Ints, Floats, Floats]:
    """Sampled futures: the shared cards, what the pot nets for a hand that stays in, and for one that has folded."""
    rest = np.array([card for card in deck if card not in (*own, *board)], np.uint8)
    random = np.random.default_rng([_SEED, pot.hands, *map(int, own), *map(int, board)])
    hands, boards = (np.tile(np.array(cards, np.uint8), (_BATCH, 1)) for cards in (own, board))
    parts = []
    for _ in range(SAMPLED // _BATCH):
        dealt = random.permuted(np.tile(rest, (_BATCH, 1)), axis=1)
        parts.append((dealt[:, : contest.shared - len(board)], *_dealt_out(pot, contest, hands, boards, dealt)))
    shared, stayed, folded = (np.concatenate(part) for part in zip(*parts, strict=True))
    return shared, stayed, folded


def _gains_given_up(pot: PotStake, contest: Contest, given_up: GivenUp, deck: Sequence[Card]) -> EstimatedValue:
    """What staying in would have gained where a way to play folds, for a round of it."""
    if not given_up.often:
        return EstimatedValue(0.0, 0.0)
    random = np.random.default_rng([_SEED, pot.hands])
    cards, gained = np.array(deck, np.uint8), []
    for _ in range(SAMPLED // _BATCH):
        own, board = given_up.draw(random, _BATCH)
        seen = np.hstack([own, board])
        keys = random.random((_BATCH, len(cards)))
        keys[(cards[:, None] == seen[:, None]).any(axis=2)] = 1
        stayed, folded = _dealt_out(pot, contest, own, board, cards[np.argsort(keys, axis=1)[:, : -seen.shape[1]]])
        gained.append(stayed - folded)
    all_gained, often = np.concatenate(gained), float(given_up.often)
    return EstimatedValue(often * float(all_gained.mean()), often * float(all_gained.std() / sqrt(len(all_gained))))


def _dealt_out(pot: PotStake, contest: Contest, own: Ints, board: Ints, dealt: Ints) -> tuple[Floats, Floats]:
    """What the pot nets if the cards that are dealt complete the board, the hand and all the others."""
    shared, of_one = contest.shared - board.shape[1], CARDS - contest.shared
    first = shared + of_one - own.shape[1]
    common = np.hstack([board, dealt[:, :shared]])
    ranked = [strengths(np.hstack([own, dealt[:, shared:first], common]))] + [
        strengths(np.hstack([dealt[:, start : start + of_one], common]))
        for start in range(first, first + of_one * (pot.hands - 1), of_one)
    ]
    return pot_nets(np.array(ranked), contest.least << CATEGORY_SHIFT, pot)


def pot_nets(ranked: Ints, least: int, pot: PotStake) -> tuple[Floats, Floats]:
    """What the pot nets for the first of several hands, one row of strengths for each, if it stays and if it folds."""
    able = np.where(ranked >= least, ranked, 0)
    best, others = able.max(axis=0), able[1:].max(axis=0)
    won = np.where(able[0] == best, float(pot.prize) / (able == best).sum(axis=0), 0) - float(pot.units)
    return np.where(best > 0, won, 0), np.where(others > 0, -float(pot.units), 0)
