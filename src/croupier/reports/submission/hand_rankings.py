"""The hands of a game from the best down, each with an example whose cards are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from croupier.cards import Card, parse_cards
from croupier.contract import Json
from croupier.errors import Refused
from croupier.hands import Deuces, Hand, deuces_hand, poker_hand, three_card_hand
from croupier.reports.paper_words import result_words
from croupier.reports.rules_of_play.equipment_list import Equipment
from croupier.table.events import Dealt, Decided
from croupier.table.game import PayBet
from croupier.table.round import Round
from croupier.table.seat import HAND

FIVE: Final = (
    "As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "Qc Qd Qh Qs 5d", "Kc Kd Kh 8s 8d", "Ad Jd 8d 6d 3d", "9c 8d 7h 6s 5h",
    "7c 7d 7h Ks 4d", "Kc Kd 8h 8s 4d", "Jc Jd 9h 6s 4d", "8c 8d Kh 6s 4d", "Ac Jd 9h 6s 4d",
)  # fmt: skip
WITH_DEUCES: Final = (
    "2c 2d 2h 2s 9d", "2h Ks Qs Js Ts", "9c 9d 9h 9s 2d", "2c 9h 8h 6h 5h", "2c 2d Qh Qs 5d", "2c Kd Kh 8s 8d",
    "2c Ad Jd 8d 6d", "2c 9d 8h 6s 5h", "2c 7d 7h Ks 4d", *FIVE,
)  # fmt: skip
THREE: Final = ("As Ks Qs", "9h 8h 7h", "7c 7d 7h", "9c 8d 7h", "Ad Jd 6d", "Kc Kd 8h", "Ac Jd 6h")
"""Hands of which the first that a ranking gives a row to is its example."""

MOST_IN_HAND: Final = 7

Ranking = Callable[[Sequence[Card]], Hand]


def hand_rankings(equipment: Equipment) -> list[Json]:
    """The rankings that the game's paytables go by, best hand first; nothing where no row is a hand of cards."""
    game = equipment.game
    rows = {row for bet in game.pay_bets for row in bet.rows}
    told = []
    for title, ranking, examples in _rankings(equipment, rows):
        found: dict[str, tuple[Hand, str]] = {}
        for cards in examples:
            hand = ranking(parse_cards(cards))
            found.setdefault(hand.row, (hand, cards))
        ordered = sorted(found.items(), key=lambda one: one[1][0], reverse=True)
        told.append(
            {
                "title": title,
                "hands": [
                    {
                        "hand": result_words(game, row),
                        "cards": [card.sign for card in parse_cards(cards)],
                        "paid": row in rows,
                    }
                    for row, (_, cards) in ordered
                ],
            }
        )
    return told


def _rankings(equipment: Equipment, rows: set[str]) -> list[tuple[str, Ranking, tuple[str, ...]]]:
    """The rankings by which some row of a paytable is named; three cards where no more are held."""
    wild = {each.row for each in Deuces} - {poker_hand(parse_cards(cards)).row for cards in FIVE}
    found: list[tuple[str, Ranking, tuple[str, ...]]] = []
    if max(hand_sizes(equipment), default=0) <= 4:
        threes = [bet for bet in equipment.game.pay_bets if _are_hands(bet, three_card_hand, THREE)]
        return [("Three cards", three_card_hand, THREE)] if threes else []
    if any(_are_hands(bet, poker_hand, FIVE) for bet in equipment.game.pay_bets if not wild & set(bet.rows)):
        found.append(("Five cards", poker_hand, FIVE))
    if rows & wild:
        found.append(("Five cards with twos wild", deuces_hand, WITH_DEUCES))
    return found


def _are_hands(bet: PayBet, ranking: Ranking, examples: Sequence[str]) -> bool:
    """Whether most rows of a paytable, and not one alone, are hands of a ranking: any two cards may be a `pair`."""
    hands = {_row(ranking, cards) for cards in examples} & set(bet.rows)
    return len(hands) > max(1, len(bet.rows) // 2)


def _row(ranking: Ranking, cards: str) -> str:
    try:
        return ranking(parse_cards(cards)).row
    except Refused:
        return ""


def hand_sizes(equipment: Equipment) -> list[int]:
    """Of how many cards hands were made in a few rounds: first held, and, where none are changed, in the end."""
    sizes: set[int] = set()
    for round in equipment.rounds:
        dealt = [event for event in round.events if isinstance(event, Dealt)]
        own = [len(event.cards) for event in dealt if event.seat == 1]
        sizes |= {_first_held(round)}
        if not equipment.discards:
            shared = sum(len(event.cards) for event in dealt if not event.seat and event.place in equipment.shared)
            sizes |= {sum(own), sum(own) + shared}
    return sorted(size for size in sizes if 0 < size <= MOST_IN_HAND)


def _first_held(round: Round) -> int:
    """The cards that the first player has when something is first decided with them."""
    held = 0
    for event in round.events:
        if isinstance(event, Dealt) and event.seat == 1 and event.place == HAND:
            held += len(event.cards)
        elif isinstance(event, Decided) and held:
            break
    return held
