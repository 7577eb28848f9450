"""Hands that the pots are played with, and a round of them."""

from collections.abc import Mapping

from croupier.cards import parse_cards
from croupier.hands import Hand, poker_hand
from croupier.table.pot import Awarded, Pot

ROYAL = poker_hand(parse_cards("As Ks Qs Js Ts 2d 3c"))
FLUSH_KING = poker_hand(parse_cards("Kh 9h 7h 4h 2h Ac As"))
FLUSH_KING_AGAIN = poker_hand(parse_cards("Kd 9d 7d 4d 2d Jc Js"))
FLUSH_QUEEN = poker_hand(parse_cards("Qc 9c 7c 4c 2c Ad As"))
STRAIGHT = poker_hand(parse_cards("9c 8d 7h 6s 5c Kd Ks"))
TWO_PAIR = poker_hand(parse_cards("Ks Kd 4c 4h 9d 7s 2c"))
TWO_PAIR_AGAIN = poker_hand(parse_cards("Kc Kh 4s 4d 9h 7d 3s"))
ACES = poker_hand(parse_cards("As Ad 9c 7h 5d 3s 2c"))
ACES_AGAIN = poker_hand(parse_cards("Ac Ah 9s 7d 5h 3c 2d"))
NOTHING = poker_hand(parse_cards("Ks Jd 9c 7h 5d 3s 2c"))


def play(pot: Pot, players: str, hands: Mapping[str, Hand] | None = None) -> Awarded:
    """One round in which each named player pays what it costs."""
    pot.gather({name: pot.price(name) for name in players.split()})
    return pot.award(hands or {})
