"""What showdowns on stripped decks have in common, and those with a card of the dealer's seen.

The dealer's hands are counted for the stripped deck as for any other. For every hand that a player may see, or for so
many that are dealt from the deck, the best choice with this deck is then weighed beside the one that is best with the
ordinary deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.exact.seen import some_hands
from croupier.exact.seen_cards.informed import Informed
from croupier.exact.showdown import Counts, Played, Showdown, least_strength
from croupier.exact.showdown.poker_showdown import PokerCounts
from croupier.exact.showdown.three_card_showdown import (
    CHOOSE,
)
from croupier.exact.showdown.up_card import CARDS, UpCardCounts, count_up_cards
from croupier.exact.store import inner_kernel

HANDS: Final = 20_000
"""How many poker hands are dealt from a deck that has more."""
HANDS_WITH_UP_CARDS: Final = 1024
"""The same where each is looked at with every card of the dealer's that may be open."""


def informed(ordinary: Mapping[str, Played], deck: tuple[Card, ...]) -> dict[str, Informed]:
    """What bets on a showdown with an up card are worth with a stripped deck, to one who knows it and to another."""
    (showdown,) = {played.counts.showdown for played in ordinary.values()}
    deck = tuple(sorted(deck))
    hands = some_hands(deck, showdown.seen, HANDS_WITH_UP_CARDS)
    counts = count_with_up_cards(showdown, hands, deck)
    values = {}
    for bet, played in ordinary.items():
        here = Played(counts, played.choices)
        worth = (CARDS * here.expected_value(chosen) for chosen in (here.best, choices_of_hands(played, hands)))
        values[bet] = Informed(*worth)
    return values


def choices_by_bet(ordinary: Mapping[str, Played]) -> tuple[Ints, Ints, Ints]:
    """Of the choices of all bets together: where each bet's start, and last their number; the holds; the nets."""
    every = ordinary.values()
    return (
        np.cumsum([0, *(len(played.choices) for played in every)]),
        np.concatenate([played.holds for played in every]),
        np.concatenate([played.whole_nets[1] for played in every]),
    )


@inner_kernel
def weigh_choices(ways: Ints, holds: Ints, nets: Ints, starts: Ints, bet: int, taken: int, values: Ints) -> None:
    """What the best choice of a bet is worth with a hand that ends in these ways, and what the one taken is."""
    for choice in range(starts[bet], starts[bet + 1]):
        worth = 0
        for row in range(nets.shape[1]):
            for result in range(nets.shape[2]):
                worth += ways[holds[choice], row, result] * nets[choice, row, result]
        if choice == starts[bet] or worth > values[2 * bet]:
            values[2 * bet] = worth
        if choice - starts[bet] == taken:
            values[2 * bet + 1] = worth


def informed_by(ordinary: Mapping[str, Played], totals: Ints, cases: int) -> dict[str, Informed]:
    """The bets by the two values that each hand has of each of them, over so many cases."""
    values = iter((totals >> 32).sum(axis=0) * Fraction(2**32) + (totals & 0xFFFF_FFFF).sum(axis=0))
    whole = {bet: played.whole_nets[0] * len(totals) * cases for bet, played in ordinary.items()}
    return {bet: Informed(next(values) / of, next(values) / of) for bet, of in whole.items()}


def count_with_up_cards(showdown: Showdown, hands: Ints, deck: tuple[Card, ...]) -> Counts:
    """The showdowns of these hands with a line for each of the 52 cards that may be the dealer's open one."""
    least = least_strength(showdown.qualifier) if showdown.qualifier else 0
    found = count_up_cards(least, [card.index for card in deck], hands)
    ways = np.zeros((len(hands), CARDS, 1, len(showdown.rows), found.ways.shape[2]), np.int64)
    ways[np.arange(len(hands)), :, 0, found.row] = found.ways
    lines = ways.reshape(-1, *ways.shape[2:])
    return Counts(showdown, deck, np.ones(len(lines), np.int64), lines, found.cases, found)


def choices_of_hands(played: Played, hands: Ints) -> Ints:
    """The same for each of these hands, as ascending cards; with every card of the dealer's that may be open."""
    if isinstance(played.counts.source, UpCardCounts):
        chosen: Ints = played.best[played.counts.source.places_of(hands)].ravel()
        return chosen
    if isinstance(played.counts.source, PokerCounts):
        return np.asarray(played.best[played.counts.source.classes_of(_ranks_in_suits(hands))])
    numbers = CHOOSE[np.searchsorted([card.index for card in played.counts.deck], hands), np.arange(1, 4)].sum(axis=1)
    choices, holds = (of_hand[numbers] for of_hand in played.every_hand())
    same = {(choice.action, choice.hold): at for at, choice in enumerate(played.choices)}
    actions = [choice.action for choice in played.choices]
    return np.array(
        [same[actions[choice], hold] for choice, hold in zip(choices.tolist(), holds.tolist(), strict=True)], np.int8
    )


def _ranks_in_suits(hands: Ints) -> Ints:
    """The ranks that each hand has in the four suits, as bits."""
    return np.stack([np.where(hands % 4 == suit, 1 << hands // 4, 0).sum(axis=1) for suit in range(4)], axis=1)
