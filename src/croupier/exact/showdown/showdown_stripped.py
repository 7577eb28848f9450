"""A showdown for one who knows that some cards are gone, beside one who plays as if none were.

The dealer's hands are counted for the stripped deck as for any other. For every hand that a player may see, or for so
many that are dealt from the deck, the best choice with this deck is then weighed beside the one that is best with the
ordinary deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.exact.seen_cards.informed import Informed
from croupier.exact.seen_cards.seen import some_hands
from croupier.exact.showdown import Counts, Played, Showdown, least_strength
from croupier.exact.showdown.poker_showdown import PokerCounts, count_hands
from croupier.exact.showdown.three_card_showdown import CHOOSE, ThreeCardCounts, count_three

HANDS: Final = 20_000
"""How many poker hands are dealt from a deck that has more."""


def informed(ordinary: Mapping[str, Played], deck: tuple[Card, ...]) -> dict[str, Informed]:
    """What bets on one showdown are worth with a stripped deck, to one who knows it and to one who plays as ever."""
    (showdown,) = {played.counts.showdown for played in ordinary.values()}
    counts = _count(showdown, tuple(sorted(deck)))
    values = {}
    for bet, played in ordinary.items():
        here = Played(counts, played.choices)
        values[bet] = Informed(here.expected_value(here.best), here.expected_value(ordinary_choices(played, counts)))
    return values


def _count(showdown: Showdown, deck: tuple[Card, ...]) -> Counts:
    if showdown.ranking == "three-card":
        three = count_three(showdown.draw, showdown.dealer_cards, showdown.qualifier, deck)
        return Counts(showdown, deck, three.weight, three.ways, three.cases, three)
    least = least_strength(showdown.qualifier) if showdown.qualifier else 0
    hands = some_hands(deck, showdown.seen, HANDS)
    poker = count_hands(hands, showdown.unseen, showdown.dealer_cards, least, [card.index for card in deck])
    return Counts(showdown, deck, poker.classes.weight, poker.ways[:, None], poker.cases, poker)


def ordinary_choices(played: Played, counts: Counts) -> Ints:
    """For each class of the stripped deck, the place of the choice that is best with the ordinary deck."""
    if isinstance(played.counts.source, PokerCounts) and isinstance(counts.source, PokerCounts):
        chosen: Ints = played.best[played.counts.source.classes_of(counts.source.ranks_in_suits())]
        return chosen
    assert isinstance(counts.source, ThreeCardCounts)
    place = np.array([played.counts.deck.index(card) for card in counts.deck])
    hands = place[counts.source.cards]
    numbers = CHOOSE[hands, np.arange(1, 4)].sum(axis=1)
    choices, holds = (of_hand[numbers] for of_hand in played.every_hand())
    same = {(choice.action, choice.hold): at for at, choice in enumerate(played.choices)}
    actions = [choice.action for choice in played.choices]
    return np.array(
        [same[actions[choice], hold] for choice, hold in zip(choices.tolist(), holds.tolist(), strict=True)], np.int8
    )
