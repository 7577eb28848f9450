"""Games that a reading would get wrong if it looked at too little: they are read right, or refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from examples.games.three_card_poker import rules as three_card_poker
from examples.games.three_card_poker.rules import ThreeCardPoker
from examples.games.ultimate_holdem.rules import UltimateHoldem
from tests.one_seat import best_walked

from croupier.cards import parse_cards
from croupier.dice import Roll
from croupier.errors import Refused
from croupier.exact.reading import Unread, read
from croupier.exact.reading.endings import Endings
from croupier.exact.solver import solver_of
from croupier.games import game_named
from croupier.hands import Hand, Poker, ThreeCard, three_card_hand
from croupier.odds import PUSH, Odds, Prize
from croupier.table.game import Game
from croupier.table.seat import Seat
from croupier.table.table import Table

OnTheDraw: Any = game_named("on-the-draw")
Settle = Callable[[Any, Table, Seat, Hand], None]


def on_the_draw(before: Settle) -> type[Game[Any]]:
    """On the Draw with something settled before the schedule is."""

    def settle_by_schedule(self: Any, table: Table, seat: Seat, hand: Hand) -> None:
        before(self, table, seat, hand)
        super(changed, self).settle_by_schedule(table, seat, hand)

    changed: Any = type(
        "Changed", (OnTheDraw,), {"__module__": OnTheDraw.__module__, "settle_by_schedule": settle_by_schedule}
    )
    return changed  # type: ignore[no-any-return]


def aces_up(game: Any, table: Table, seat: Seat, hand: Hand) -> None:
    if hand.category is Poker.TWO_PAIR and hand.ranks[0] == 14:
        seat.settle("ante", Odds.parse("3:1"), "aces up")


def test_a_row_is_split_by_rank_though_the_paytable_pays_it_by_one_row() -> None:
    pack = parse_cards("As Ks Qs Ad Kd Qd Ac 2c 3c 4d")
    assert solver_of(on_the_draw(aces_up)()).analyze(deck=pack)["main"].expected_value == Fraction(701, 140)


def full_house_bonus(game: Any, table: Table, seat: Seat, hand: Hand) -> None:
    if hand.category >= Poker.FULL_HOUSE:
        seat.pay_bonus("full-house-bonus", seat.bets["ante"], Odds.parse("5:1"), "full house")


def prize(game: Any, table: Table, seat: Seat, hand: Hand) -> None:
    if hand.category >= Poker.FULL_HOUSE:
        seat.settle("ante", Prize(6000), "full house")


@pytest.mark.parametrize("before", [full_house_bonus, prize])
def test_what_no_bet_can_count_and_what_does_not_grow_with_the_bets_is_refused(before: Settle) -> None:
    with pytest.raises(Unread):
        read(on_the_draw(before)())


def needing(least: Hand) -> type[Game[Any]]:
    """Three Card Poker with another qualifier."""

    class Needing(ThreeCardPoker):
        __module__ = ThreeCardPoker.__module__

        def resolve(self, seat: Seat, dealers: Hand) -> None:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(three_card_poker, "QUEEN_HIGH", least)
                super().resolve(seat, dealers)

    return Needing


NEIGHBOURS = "As Qd 2h, As Jd Th, Ks 9d 2h, Ks 8d 7h, Qs 6d 4h, Qs 6d 3h, 7s 7d 2h, 6s 6d Ah, 2s 2d 3h, As Kd Jh"


@pytest.mark.parametrize(
    "least",
    [
        Hand(ThreeCard.HIGH_CARD, (14, 12)),
        Hand(ThreeCard.HIGH_CARD, (13, 9)),
        Hand(ThreeCard.HIGH_CARD, (12, 6, 4)),
        Hand(ThreeCard.PAIR, (7,)),
        Hand(ThreeCard.PAIR, (2,)),
    ],
)
def test_a_dealer_qualifies_with_the_very_hand_that_the_rules_say(least: Hand) -> None:
    solver: Any = read(needing(least)())
    found = solver.read("main").showdown.qualifier
    hands = [three_card_hand(parse_cards(cards)) for cards in NEIGHBOURS.split(",")]
    assert [hand < found for hand in hands] == [hand < least for hand in hands]


def test_a_high_qualifier_comes_to_what_the_table_deals() -> None:
    game, pack = needing(Hand(ThreeCard.HIGH_CARD, (14, 12)))(), parse_cards("As Kd Ah Qs 8d 9h 4s 3d 6h")

    dealt = best_walked(game, pack, {"ante": 600}) / 600
    assert solver_of(game).analyze(deck=pack)["main"].expected_value == dealt == Fraction(59, 840)


class TensWinMore(ThreeCardPoker):
    """A win with a pair of tens or better pays the Play bet 3 to 1."""

    __module__ = ThreeCardPoker.__module__

    def resolve(self, seat: Seat, dealers: Hand) -> None:
        hand = three_card_hand(seat.cards)
        if hand > dealers and hand.category is ThreeCard.PAIR and hand.ranks[0] >= 10:
            seat.settle("play", Odds.parse("3:1"), "tens")
        super().resolve(seat, dealers)


class StraightsForgive(ThreeCardPoker):
    """A loss to a straight or better returns the Play bet, besides the qualifier."""

    __module__ = ThreeCardPoker.__module__

    def resolve(self, seat: Seat, dealers: Hand) -> None:
        if dealers.category >= ThreeCard.STRAIGHT and three_card_hand(seat.cards) < dealers:
            seat.settle("play", PUSH, "forgiven")
        super().resolve(seat, dealers)


class AcesUpHoldem(UltimateHoldem):
    """Two aces among the seven cards pay the Blind 5 to 1."""

    __module__ = UltimateHoldem.__module__

    def resolve(self, table: Table, seat: Seat) -> None:
        board = [card for name in ("flop", "turn and river") for card in table.place(name).cards]
        if not seat.folded and sum(card.rank == 14 for card in (*seat.cards, *board)) == 2:
            seat.settle("blind", Odds.parse("5:1"), "aces")
        super().resolve(table, seat)


@pytest.mark.parametrize("kind", [TensWinMore, StraightsForgive, AcesUpHoldem])
def test_what_a_family_cannot_tell_apart_is_refused(kind: type[Game[Any]]) -> None:
    with pytest.raises(Unread):
        read(kind())


def test_spaces_in_stakes_do_not_matter_and_a_stake_over_nothing_is_refused() -> None:
    solver = solver_of(OnTheDraw())
    assert solver.together(" main = 1, trips=1").expected_value == solver.together("main=1,trips=1").expected_value
    with pytest.raises(Refused):
        solver.together("main=1,trips=1/0")


def test_a_round_that_falls_over_spoils_no_other_reading_of_its_game() -> None:
    game, bets, craps = game_named("draw-n-shoot-21")(), {"ante": 1, "craps": 1}, frozenset({"craps"})
    deuce, six = parse_cards("2c"), Roll(2, 4)
    paid = Endings(game, bets).read("begun", deuce, [0, 0], [six])
    with pytest.raises(Unread, match="dice are rolled"):
        Endings(game, bets).read("without a roll", deuce, [0, 0], [])
    assert Endings(game, bets).read("once more", deuce, [0, 0], [six]).net(craps) == paid.net(craps)
