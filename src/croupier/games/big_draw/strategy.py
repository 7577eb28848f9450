"""Which cards to hold at Big Draw Poker, in rules that a person can remember."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from croupier.cards import Card
from croupier.errors import Refused, one_of
from croupier.hands import ACE, JACK, Deuces, Poker, deuces_hand, poker_hand
from croupier.table.strategy import Rule

Cards = tuple[Card, ...]
Finder = Callable[[Cards], Cards | None]
"""Finds the cards that a rule says to hold, or nothing where the rule does not fit."""

DEUCE: Final = 2


def _split(cards: Cards) -> tuple[Cards, Cards]:
    """The wild deuces of a hand, and the other cards."""
    return tuple(card for card in cards if card.rank == DEUCE), tuple(card for card in cards if card.rank != DEUCE)


def _span(cards: Cards) -> int:
    """How many ranks a straight must cover to hold these cards, ace high or low; 99 where two are of a rank."""
    high = {card.rank for card in cards}
    low = {1 if rank == ACE else rank for rank in high}
    return min(max(ranks) - min(ranks) + 1 for ranks in (high, low)) if len(high) == len(cards) else 99


def _suited(cards: Cards) -> bool:
    return len({card.suit for card in cards}) == 1


def _is_royal(cards: Cards) -> bool:
    return _suited(cards) and min(card.rank for card in cards) >= 10


def _of_a_kind(count: int, lowest: int = DEUCE) -> Finder:
    """Exactly so many cards of the highest such rank, at least `lowest`."""

    def find(cards: Cards) -> Cards | None:
        ranks = [card.rank for card in cards]
        kinds = [rank for rank in ranks if ranks.count(rank) == count and rank >= lowest]
        return tuple(card for card in cards if card.rank == max(kinds)) if kinds else None

    return find


def _two_pair(cards: Cards) -> Cards | None:
    ranks = [card.rank for card in cards]
    paired = tuple(card for card in cards if ranks.count(card.rank) == 2)
    return paired if len(paired) == 4 else None


def _best(cards: Cards, count: int, fits: Callable[[Cards], bool]) -> Cards | None:
    """Of the sets of so many cards that fit, the one with the fewest gaps, then with the most high cards."""
    sets = [held for held in combinations(cards, count) if fits(held)]
    if not sets:
        return None
    return min(sets, key=lambda held: (_span(held), -sum(card.rank >= JACK for card in held), held))


def _high_cards(count: int, fits: Callable[[Cards], bool]) -> Finder:
    """The lowest so many high cards that fit."""

    def find(cards: Cards) -> Cards | None:
        high = sorted(card for card in cards if card.rank >= JACK)
        return next((held for held in combinations(high, count) if fits(held)), None)

    return find


def _towards(count: int, fits: Callable[[Cards], bool]) -> Finder:
    return lambda cards: _best(cards, count, fits)


def _wild(deuces: int, find: Finder) -> Finder:
    """The rule for hands with exactly so many deuces: they are held besides what is found in the rest."""

    def find_with_deuces(cards: Cards) -> Cards | None:
        wild, rest = _split(cards)
        held = find(rest) if len(wild) == deuces else None
        return None if held is None else wild + held

    return find_with_deuces


def _made(*categories: Deuces) -> Finder:
    return lambda cards: cards if deuces_hand(cards).category in categories else None


def _straight_or_better(cards: Cards) -> Cards | None:
    return cards if poker_hand(cards).category >= Poker.STRAIGHT else None


def _nothing(cards: Cards) -> Cards:
    return ()


def _suited_within(span: int, lowest: int = DEUCE) -> Callable[[Cards], bool]:
    return lambda held: _suited(held) and _span(held) <= span and min(card.rank for card in held) >= lowest


def _outside_straight(held: Cards) -> bool:
    """Four in a row that can be completed at either end."""
    return _span(held) == 4 and not any(card.rank == ACE for card in held)


_FIVE_CARD_DRAW: Final[tuple[tuple[Rule, Finder], ...]] = (
    (Rule("a straight or better", "hold all five"), _straight_or_better),
    (Rule("three of a kind", "hold the three"), _of_a_kind(3)),
    (Rule("four to a royal flush", "hold the four"), _towards(4, _is_royal)),
    (Rule("four to a straight flush", "hold the four"), _towards(4, _suited_within(5))),
    (Rule("two pair", "hold the four"), _two_pair),
    (Rule("a pair of jacks or better", "hold the pair"), _of_a_kind(2, JACK)),
    (Rule("four to a flush", "hold the four"), _towards(4, _suited)),
    (Rule("a pair of tens or less", "hold the pair"), _of_a_kind(2)),
    (Rule("three to a royal flush", "hold the three"), _towards(3, _is_royal)),
    (Rule("four to a straight, open at both ends", "hold the four"), _towards(4, _outside_straight)),
    (Rule("three to a straight flush", "hold the three"), _towards(3, _suited_within(5))),
    (Rule("two high cards of a suit", "hold the two"), _high_cards(2, _suited)),
    (Rule("two or more high cards", "hold the lowest two"), _high_cards(2, lambda held: True)),
    (Rule("one high card", "hold it"), _high_cards(1, lambda held: True)),
    (Rule("anything else", "draw five"), _nothing),
)

_DEUCES_NEVER_LOSES: Final[tuple[tuple[Rule, Finder], ...]] = (
    (Rule("four deuces", "hold all five"), _made(Deuces.FOUR_DEUCES)),
    (Rule("three deuces", "hold the deuces alone"), _wild(3, _nothing)),
    (
        Rule("a straight flush or better", "hold all five"),
        _made(Deuces.NATURAL_ROYAL, Deuces.WILD_ROYAL, Deuces.FIVE_OF_A_KIND, Deuces.STRAIGHT_FLUSH),
    ),
    (Rule("two deuces and a pair", "hold the four"), _wild(2, _of_a_kind(2))),
    (Rule("two deuces and two to a royal flush", "hold the four"), _wild(2, _towards(2, _is_royal))),
    (Rule("two deuces", "hold the deuces alone"), _wild(2, _nothing)),
    (Rule("one deuce and three of a kind", "hold the four"), _wild(1, _of_a_kind(3))),
    (Rule("no deuce and four of a kind", "hold the four"), _wild(0, _of_a_kind(4))),
    (Rule("no deuce and four to a royal flush", "hold the four"), _wild(0, _towards(4, _is_royal))),
    (Rule("one deuce and three to a royal flush", "hold the four"), _wild(1, _towards(3, _is_royal))),
    (
        Rule("a full house, flush or straight", "hold all five"),
        _made(Deuces.FULL_HOUSE, Deuces.FLUSH, Deuces.STRAIGHT),
    ),
    (Rule("one deuce and three to a straight flush", "hold the four"), _wild(1, _towards(3, _suited_within(5)))),
    (Rule("one deuce and a pair", "hold the three"), _wild(1, _of_a_kind(2))),
    (Rule("one deuce and two to a royal flush", "hold the three"), _wild(1, _towards(2, _suited_within(5, 10)))),
    (Rule("one deuce", "hold the deuce alone"), _wild(1, _nothing)),
    (Rule("three of a kind", "hold the three"), _of_a_kind(3)),
    (Rule("four to a straight flush", "hold the four"), _towards(4, _suited_within(5))),
    (Rule("three to a royal flush", "hold the three"), _towards(3, _is_royal)),
    (Rule("one or two pairs", "hold the higher pair"), _of_a_kind(2)),
    (Rule("four to a flush", "hold the four"), _towards(4, _suited)),
    (Rule("four to a straight, open at both ends", "hold the four"), _towards(4, _outside_straight)),
    (Rule("three to a straight flush", "hold the three"), _towards(3, _suited_within(5))),
    (Rule("two to a royal flush", "hold the two"), _towards(2, _is_royal)),
    (Rule("anything else", "draw five"), _nothing),
)

_ORDERED: Final = {"five-card-draw": _FIVE_CARD_DRAW, "deuces-never-loses": _DEUCES_NEVER_LOSES}

RULES: Final[dict[str, tuple[Rule, ...]]] = {
    variant: tuple(rule for rule, _ in ordered) for variant, ordered in _ORDERED.items()
}
"""The strategy of each game in order: the first rule that fits decides."""


def choose(cards: Sequence[Card], variant: str) -> tuple[Card, ...]:
    """The cards to hold, in the order they were given.

    >>> from croupier.cards import parse_cards
    >>> choose(parse_cards("9s Kd 9c Kh 4d"), "five-card-draw")
    (9s, Kd, 9c, Kh)
    >>> choose(parse_cards("9s 2d 2c Kh 4d"), "deuces-never-loses")
    (2d, 2c)
    """
    if variant not in _ORDERED:
        raise one_of("variant", variant, list(_ORDERED), "big-draw")
    if len(cards) != 5:
        raise Refused(f"a Big Draw hand is five cards; {len(cards)} were given")
    hand = tuple(cards)
    for _, find in _ORDERED[variant]:
        held = find(hand)
        if held is not None:
            return tuple(card for card in hand if card in held)
    raise AssertionError(f"no rule of {variant} fits {hand}")
