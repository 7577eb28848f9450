"""Three Card Draw as a person can remember it: what to discard, and how much to play, by counting points."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from croupier.cards import Card
from croupier.hands import ThreeCard, three_card_hand
from croupier.table.game import Rule, ShortStrategy

HIGH_CARD_POINTS: Final = {14: 3, 13: 2, 12: 1}
SUITED_POINTS: Final = 2

RULES: Final[tuple[Rule, ...]] = (
    Rule("Keep a flush or better and play the most.", "play-2x keep"),
    Rule("With a pair, discard the odd card and play the most.", "play-2x discard"),
    Rule(
        "Otherwise hold the two cards with the most points: three if the higher is an ace, two if a king, one if a "
        "queen; two if they are suited; one for each rank that makes them a straight. Of equals, discard the lowest.",
        "discard",
        6,
    ),
    Rule("With five points or more, play the most.", "play-2x discard"),
    Rule("With two points or more, play the least.", "play-1x discard"),
    Rule("With less, fold.", "fold"),
    Rule(
        "With a Bonus bet alone, keep a flush or better; else hold, in this order, two cards that can make a straight "
        "flush, a pair, two that can make a straight in two ways, two of a suit, two that can make one straight.",
        "discard",
    ),
)
"""The strategy card: the first three rules say what to hold, the next three how much to play."""


def choose(cards: Sequence[Card], legal: Sequence[str]) -> str:
    """The action for three cards; who has no Ante is offered no Play bet and only chooses what to hold."""
    action = rules_for(cards, legal)[-1].action
    if "keep" in legal:
        return _named(_bonus_discard(cards))
    if action == "fold":
        return action
    plays = sorted({int(size[1]) for action in legal if (size := re.match(r"play-(\d+)x ", action))})
    return f"play-{plays[-1 if action.startswith('play-2x') else 0]}x {_named(_discard(cards))}"


def rules_for(cards: Sequence[Card], legal: Sequence[str]) -> tuple[Rule, ...]:
    """The rules that decide: what to hold, and how much to play where that is another rule."""
    flush, pair, points, most, least, fold, bonus = RULES
    if "keep" in legal:
        return (bonus,)
    category = three_card_hand(cards).category
    if category >= ThreeCard.PAIR:
        return (flush if category >= ThreeCard.FLUSH else pair,)
    counted = _points(_without(cards, _discard(cards)))
    return points, most if counted >= 5 else least if counted >= 2 else fold


def _named(thrown: Card | None) -> str:
    return f"discard {thrown}" if thrown else "keep"


def _without(cards: Sequence[Card], thrown: Card | None) -> list[Card]:
    return [card for card in cards if card is not thrown]


def _discard(cards: Sequence[Card]) -> Card | None:
    """The card to throw away, or none."""
    hand = three_card_hand(cards)
    if hand.category >= ThreeCard.FLUSH:
        return None
    if hand.category is ThreeCard.PAIR:
        return next(card for card in cards if card.rank != hand.ranks[0])
    return _leaving_the_most(cards, _points)


def _bonus_discard(cards: Sequence[Card]) -> Card | None:
    if three_card_hand(cards).category >= ThreeCard.FLUSH:
        return None
    return _leaving_the_most(cards, _for_the_bonus)


def _leaving_the_most(cards: Sequence[Card], worth: Callable[[Sequence[Card]], int]) -> Card:
    return max(sorted(cards), key=lambda thrown: worth(_without(cards, thrown)))


def _points(held: Sequence[Card]) -> int:
    """What two different ranks are worth."""
    high = HIGH_CARD_POINTS.get(max(card.rank for card in held), 0)
    return high + SUITED_POINTS * _suited(held) + _straights(held)


def _for_the_bonus(held: Sequence[Card]) -> int:
    """Where two cards stand in the order of the rule for the Bonus alone."""
    straights = _straights(held)
    if _suited(held) and straights:
        return 4 + straights
    if held[0].rank == held[1].rank:
        return 4
    return 3 if straights == 2 else 2 if _suited(held) else straights


def _suited(held: Sequence[Card]) -> bool:
    return held[0].suit == held[1].suit


def _straights(held: Sequence[Card]) -> int:
    """How many ranks make two cards a straight; an ace goes above a king or below a two."""
    ranks = {card.rank for card in held}
    straights = [{14, 2, 3}, *({low, low + 1, low + 2} for low in range(2, 13))]
    return sum(len(ranks) == 2 and ranks < straight for straight in straights)


STRATEGY: Final = ShortStrategy(
    {"": RULES},
    lambda cards, legal, variant: choose(cards, legal),
    fitting=lambda cards, legal, variant: rules_for(cards, legal),
)
