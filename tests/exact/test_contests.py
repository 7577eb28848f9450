"""How often a pot is won, against hands dealt at random and ranked by hands.py."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from random import Random

import pytest

from croupier.cards import DECK
from croupier.exact.hand_counts.contests import Contest, PotOdds, pot_bounds, pot_odds
from croupier.hands import Poker, poker_hand

FLUSH_OR_BETTER = 4_047_644 + 3_473_184 + 224_848 + 37_260 + 4_324
TWO_PAIR_OR_BETTER = FLUSH_OR_BETTER + 6_180_020 + 6_461_620 + 31_433_400


def dealt(contest: Contest, hands: int, rounds: int) -> float:
    """The share of rounds, dealt one by one, in which one of the hands is good enough."""
    random, own, won = Random(f"{contest}{hands}"), 7 - contest.shared, 0
    for _ in range(rounds):
        cards = random.sample(DECK, contest.shared + hands * own)
        shared, rest = cards[: contest.shared], cards[contest.shared :]
        best = max(poker_hand(shared + rest[own * hand : own * (hand + 1)]) for hand in range(hands))
        won += best.category >= contest.least
    return won / rounds


def test_one_hand_wins_as_often_as_the_categories_of_seven_cards_say() -> None:
    assert pot_odds(Contest(Poker.FLUSH, shared=2), 1).won == Fraction(FLUSH_OR_BETTER, comb(52, 7))
    assert pot_odds(Contest(Poker.TWO_PAIR), 1).won == Fraction(TWO_PAIR_OR_BETTER, comb(52, 7))


@pytest.mark.parametrize("contest", [Contest(Poker.FLUSH, shared=2), Contest(Poker.TWO_PAIR)], ids=["shared", "apart"])
@pytest.mark.parametrize("hands", [2, 3])
def test_several_hands_win_as_often_as_when_they_are_dealt(contest: Contest, hands: int) -> None:
    rounds = 20_000
    odds = pot_odds(contest, hands)
    assert odds.is_exact == (hands == 2)
    won = float(odds.won)
    assert abs(dealt(contest, hands, rounds) - won) < 4 * sqrt(won * (1 - won) / rounds + odds.standard_error**2)


def test_a_dealer_who_competes_is_one_hand_more() -> None:
    assert pot_odds(Contest(Poker.TWO_PAIR, dealer=True), 1).won == pot_odds(Contest(Poker.TWO_PAIR), 2).won


def test_a_pot_lasts_until_it_is_won_or_divided() -> None:
    odds = PotOdds(1, Fraction(1, 2), 0.0, 3)
    assert (odds.rounds, odds.divided) == (Fraction(7, 4), Fraction(1, 8))
    assert PotOdds(1, Fraction(1, 8), 0.0, None).rounds == 8


def test_bounds_hold_the_odds_of_more_hands_between_them() -> None:
    contest = Contest(Poker.FLUSH, shared=2)
    two = pot_odds(contest, 2).won
    assert pot_bounds(contest, 2) == (two, two), "two hands are counted, so nothing lies between"
    for hands in (3, 9):
        odds = pot_odds(contest, hands)
        assert odds.bounds is not None
        least, most = odds.bounds
        off = 4 * odds.standard_error
        assert two < least < odds.won + off and odds.won - off < most < hands * Fraction(FLUSH_OR_BETTER, comb(52, 7))
