"""A payout limit that several players share, against rounds that are dealt and paid here, without the table."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from tests.cli.terminal import croupier

from croupier.cards import DECK
from croupier.chips import Cashier, Payment
from croupier.exact.shared_money.shared_limit import SharedLimit, shared_limit
from croupier.games import game_named
from croupier.hands import poker_hand


def trips(limit: int, players: int) -> SharedLimit:
    game = game_named("on-the-draw")().paid(Payment(Cashier("exact", 100), limit))
    return next(each for each in shared_limit(game, players) if each.bet == "trips")


def dealt(limit: int, players: int, rounds: int) -> tuple[float, float]:
    """The mean edge of Trips for a dollar, and its standard error: two streets are shared, payouts go round in turn."""
    pays = game_named("on-the-draw")().paytables["trips"].pays
    random, kept = Random(17), []
    for _ in range(rounds):
        cards = random.sample(DECK, 2 + 5 * players)
        left, net = limit, Fraction(0)
        for seat in range(players):
            row = poker_hand([*cards[:2], *cards[2 + 5 * seat : 7 + 5 * seat]]).row
            won = min(int(100 * pays[row].value), left) if row in pays else 0
            left -= won
            net += Fraction(won, 100) if row in pays else -1
        kept.append(-float(net) / players)
    return float(np.mean(kept)), float(np.std(kept) / np.sqrt(rounds))


def test_the_mean_edge_of_seats_that_share_a_limit_is_within_its_bounds() -> None:
    found = trips(400, 3)
    edge, error = dealt(400, 3, 6_000)
    assert float(found.least) - 3 * error < edge < float(found.most) + 3 * error
    assert found.least < found.first < found.most and not found.exact
    assert found.least + 5 * Fraction(error) < found.most, "the bounds would say nothing"


def test_a_limit_that_cannot_bind_leaves_one_exact_figure() -> None:
    free = trips(10**9, 1).first
    assert trips(3 * 5_000, 3) == SharedLimit("trips", "bet", 3, free, free, free)
    assert not trips(3 * 5_000 - 3, 3).exact
    assert trips(200, 1).exact


def test_players_are_those_who_share_a_limit() -> None:
    refused = croupier("analyze", "on-the-draw", "--players", "3")
    assert refused.status == 2 and "give --aggregate-payout too" in refused.err


@pytest.mark.confirm
def test_more_rounds_say_the_same() -> None:
    edge, error = dealt(400, 3, 200_000)
    assert float(trips(400, 3).least) - 3 * error < edge < float(trips(400, 3).most) + 3 * error
