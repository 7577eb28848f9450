"""Which cards to hold at Big Draw Poker, in rules that a person can remember."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from croupier.cards import Card
from croupier.errors import Refused, one_of
from croupier.hands import ACE, JACK, Deuces, Poker, deuces_hand, poker_hand
from croupier.table.game import Rule, ShortStrategy

Cards = tuple[Card, ...]
Finder = Callable[[Cards], Cards | None]
"""Finds the cards that a rule says to hold; None where the rule does not fit."""

DEUCE: Final = 2
SIX: Final = 6


def _ranks_covered(cards: Cards) -> int:
    """How many ranks there are from the lowest card to the highest, an ace being high or low; 14 if two are equal."""
    high = {card.rank for card in cards}
    if len(high) < len(cards):
        return ACE
    low = {1 if rank == ACE else rank for rank in high}
    return min(max(ranks) - min(ranks) + 1 for ranks in (high, low))


def _suited(cards: Cards) -> bool:
    return len({card.suit for card in cards}) == 1


def _fits_straight_flush(cards: Cards) -> bool:
    return _suited(cards) and _ranks_covered(cards) <= 5


def _open_straight(cards: Cards) -> bool:
    return _ranks_covered(cards) == 4 and all(card.rank != ACE for card in cards)


def _high_straight(cards: Cards) -> bool:
    """Whether the cards fit into a straight without an ace as its low end, where wild deuces have taken the two."""
    return _ranks_covered(cards) <= 5 and max(card.rank for card in cards) - min(card.rank for card in cards) <= 4


def _suited_neighbours(cards: Cards) -> bool:
    return _suited(cards) and _ranks_covered(cards) == 2 and all(SIX <= card.rank <= JACK for card in cards)


def _some(count: int, fits: Callable[[Cards], bool]) -> Finder:
    """So many cards that fit together; if there is a choice, those with the fewest gaps, then with most high cards."""

    def find(cards: Cards) -> Cards | None:
        fitting = [held for held in combinations(cards, count) if fits(held)]
        if len(fitting) < 2:
            return fitting[0] if fitting else None
        return min(fitting, key=lambda held: (_ranks_covered(held), -sum(card.rank >= JACK for card in held), held))

    return find


def _high_cards(count: int, fits: Callable[[Cards], bool] = lambda held: True) -> Finder:
    """So many high cards that fit together, the lowest there are."""

    def find(cards: Cards) -> Cards | None:
        high = sorted(card for card in cards if card.rank >= JACK)
        return next((held for held in combinations(high, count) if fits(held)), None)

    return find


def _of_a_kind(count: int, lowest: int = DEUCE) -> Finder:
    """Exactly so many cards of a rank, the highest there is."""

    def find(cards: Cards) -> Cards | None:
        ranks = [card.rank for card in cards]
        kinds = [rank for rank in ranks if ranks.count(rank) == count and rank >= lowest]
        return tuple(card for card in cards if card.rank == max(kinds)) if kinds else None

    return find


def _two_pair(cards: Cards) -> Cards | None:
    ranks = [card.rank for card in cards]
    paired = tuple(card for card in cards if ranks.count(card.rank) == 2)
    return paired if len(paired) == 4 else None


def _nothing(cards: Cards) -> Cards:
    return ()


def _split(cards: Cards) -> tuple[Cards, Cards]:
    """The deuces of a hand, and its other cards."""
    return tuple(card for card in cards if card.rank == DEUCE), tuple(card for card in cards if card.rank != DEUCE)


def _with_deuces(deuces: int, find: Finder) -> Finder:
    """The deuces, if there are exactly so many, and what is found among the other cards."""

    def find_both(cards: Cards) -> Cards | None:
        wild, natural = _split(cards)
        held = find(natural) if len(wild) == deuces else None
        return None if held is None else wild + held

    return find_both


def _wild_of_a_kind(count: int) -> Finder:
    """So many of a kind, deuces helping."""

    def find(cards: Cards) -> Cards | None:
        wild, natural = _split(cards)
        held = _of_a_kind(count - len(wild))(natural)
        return None if held is None else wild + held

    return find


def _at_least(category: Poker | Deuces) -> Finder:
    """All five cards, if they are that good."""
    judge = poker_hand if isinstance(category, Poker) else deuces_hand
    return lambda cards: cards if judge(cards).category >= category else None


_FIVE_CARD_DRAW: Final[tuple[tuple[Rule, Finder], ...]] = (
    (Rule("a straight or better", "hold all five"), _at_least(Poker.STRAIGHT)),
    (Rule("three of a kind", "hold the three"), _of_a_kind(3)),
    (Rule("four to a straight flush or royal flush", "hold the four"), _some(4, _fits_straight_flush)),
    (Rule("two pair", "hold the four"), _two_pair),
    (Rule("a pair of jacks or better", "hold the pair"), _of_a_kind(2, JACK)),
    (Rule("four to a flush", "hold the four"), _some(4, _suited)),
    (Rule("a lower pair", "hold the pair"), _of_a_kind(2)),
    (Rule("four to a straight, open at both ends", "hold the four"), _some(4, _open_straight)),
    (Rule("three to a straight flush or royal flush", "hold the three"), _some(3, _fits_straight_flush)),
    (Rule("two cards of a suit, jack or higher", "hold the two"), _high_cards(2, _suited)),
    (Rule("two cards or more, jack or higher", "hold the lowest two"), _high_cards(2)),
    (Rule("one card, jack or higher", "hold it"), _high_cards(1)),
    (Rule("anything else", "draw five"), _nothing),
)

_DEUCES_NEVER_LOSES: Final[tuple[tuple[Rule, Finder], ...]] = (
    (Rule("three deuces", "hold the deuces alone"), _with_deuces(3, _nothing)),
    (Rule("a straight flush or better, or four deuces", "hold all five"), _at_least(Deuces.STRAIGHT_FLUSH)),
    (Rule("four of a kind", "hold the four"), _wild_of_a_kind(4)),
    (Rule("two deuces", "hold the deuces alone"), _with_deuces(2, _nothing)),
    (Rule("a straight, flush or full house", "hold all five"), _at_least(Deuces.STRAIGHT)),
    (Rule("three of a kind", "hold the three"), _wild_of_a_kind(3)),
    (
        Rule("a deuce and three to a straight flush or royal flush", "hold the four"),
        _with_deuces(1, _some(3, _fits_straight_flush)),
    ),
    (
        Rule("a deuce and two neighbours of a suit, from six-seven to ten-jack", "hold the three"),
        _with_deuces(1, _some(2, _suited_neighbours)),
    ),
    (Rule("a deuce", "hold the deuce alone"), _with_deuces(1, _nothing)),
    (Rule("four to a flush", "hold the four"), _some(4, _suited)),
    (Rule("a pair, or two", "hold one pair"), _of_a_kind(2)),
    (Rule("three to a straight flush or royal flush", "hold the three"), _some(3, _fits_straight_flush)),
    (Rule("four to a straight, but not ace-three-four-five", "hold the four"), _some(4, _high_straight)),
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
    _, held = _decided(cards, variant)
    return tuple(card for card in cards if card in held)


def _decided(cards: Sequence[Card], variant: str) -> tuple[Rule, Cards]:
    """The first rule that fits, and the cards that it says to hold."""
    if variant not in _ORDERED:
        raise one_of("variant", variant, list(_ORDERED), "big-draw")
    if len(cards) != 5:
        raise Refused(f"a Big Draw hand is five cards; {len(cards)} were given")
    hand = tuple(cards)
    return next((rule, held) for rule, find in _ORDERED[variant] if (held := find(hand)) is not None)


def hold(cards: Sequence[Card], variant: str) -> str:
    """The same as an answer: `hold 9s 9c`."""
    return " ".join(["hold", *(card.name for card in choose(cards, variant))])


STRATEGY: Final = ShortStrategy(
    RULES,
    lambda cards, legal, variant: hold(cards, variant),
    fitting=lambda cards, legal, variant: (_decided(cards, variant)[0],),
)
