"""A showdown for one who has seen a card that was to stay hidden; showdown_flashed.md says how it is counted."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.exact.seen import some_hands
from croupier.exact.seen_cards.informed import DEALERS, MARKED, TO_COME, Flash
from croupier.exact.showdown import Counts, Played, Showdown, least_strength
from croupier.exact.showdown.poker_showdown import PokerCounts, count_hands
from croupier.exact.showdown.showdown_stripped import HANDS, ordinary_choices
from croupier.exact.showdown.three_card_showdown import count_three, ways_of


def flashed(ordinary: Mapping[str, Played], card: Card) -> dict[tuple[str, str], Flash]:
    """By bet and by where the card was seen, what that is worth; and what it is to know its back, wherever it lies."""
    (counts,) = {id(played.counts): played.counts for played in ordinary.values()}.values()
    showdown, left = counts.showdown, tuple(other for other in counts.deck if other != card)
    three = showdown.ranking == "three-card"
    without, drawn, dealers = (_three_cards if three else _poker)(showdown, counts.deck, left, card)
    others, unseen, dealt = len(left) - showdown.seen, showdown.unseen, showdown.dealer_cards
    places = {DEALERS: (dealers, comb(others, unseen) * comb(others - unseen, dealt - 1))}
    if drawn is not None:
        places[TO_COME] = drawn, comb(others, dealt)
    found = {}
    for bet, played in ordinary.items():
        chosen = ordinary_choices(played, without)
        known, unit = Played(without, played.choices).gains(chosen)
        for place, (ways, cases) in places.items():
            if (ways.sum(axis=(2, 3), dtype=np.int64) != cases).any():
                raise ArithmeticError(f"with the {card.long_name} seen, a hand does not come to {cases} cases")
            here = Counts(showdown, left, without.weight, ways, cases, without.source)
            gains, unit = Played(here, played.choices).gains(chosen)
            found[bet, place] = _flash(gains, here, Fraction(1, unit * cases))
            known = known + gains
        share = Fraction(others + 1, len(counts.deck)) / (unit * counts.cases)
        found[bet, MARKED] = _flash(known, without, share)
    return found


def _flash(gains: Ints, here: Counts, share: Fraction) -> Flash:
    """The mean of what each hand gains, in so large parts of a unit, and its variance where they are some of many."""
    total = sum(gain * weight for gain, weight in zip(gains.tolist(), here.weight.tolist(), strict=True))
    sampled = here.hands < comb(len(here.deck), here.showdown.seen)
    variance = float((gains * float(share)).var(ddof=1)) / len(gains) if sampled else 0.0
    return Flash(total * share / here.hands, variance)


def _poker(
    showdown: Showdown, deck: tuple[Card, ...], left: tuple[Card, ...], card: Card
) -> tuple[Counts, Ints | None, Ints]:
    """Some hands or all: their ways without a card, with it as the card to come, and with it among the dealer's."""
    hands = some_hands(left, showdown.seen, HANDS)
    least = least_strength(showdown.qualifier) if showdown.qualifier else 0

    def count(hands: Ints, unseen: int, deck: tuple[Card, ...]) -> PokerCounts:
        return count_hands(hands, unseen, showdown.dealer_cards, least, [each.index for each in deck])

    every = _in_order(count(hands, showdown.unseen, deck))
    drawn = None
    if showdown.unseen:
        drawn = _in_order(count(np.column_stack([hands, np.full(len(hands), card.index)]), 0, deck), card)
    source = count(hands, showdown.unseen, left)
    back = np.argsort(_order(source))
    every, drawn = every[back], None if drawn is None else drawn[back]
    without = Counts(showdown, left, source.classes.weight, source.ways[:, None], source.cases, source)
    return without, drawn, every - without.ways - (0 if drawn is None else drawn)


def _order(counts: PokerCounts, but: Card | None = None) -> Ints:
    """The places of the hands, by their cards but one: in the same order whatever deck they were counted with."""
    ranks = counts.ranks_in_suits()
    if but is not None:
        ranks[:, but.suit] &= ~(1 << but.rank - 2)
    return np.lexsort(ranks.T)


def _in_order(counts: PokerCounts, but: Card | None = None) -> Ints:
    return counts.ways[_order(counts, but)][:, None]


def _three_cards(
    showdown: Showdown, deck: tuple[Card, ...], left: tuple[Card, ...], card: Card
) -> tuple[Counts, Ints | None, Ints]:
    """The same for every three cards."""
    draw, cards, qualifier, place = showdown.draw, showdown.dealer_cards, showdown.qualifier, deck.index(card)
    source = count_three(draw, cards, qualifier, left)
    hands = source.cards + (source.cards >= place)
    drawn = ways_of(hands, draw, cards, qualifier, deck, place) if draw else None
    every = ways_of(hands, draw, cards, qualifier, deck)
    without = Counts(showdown, left, source.weight, source.ways, source.cases, source)
    return without, drawn, every - source.ways - (0 if drawn is None else drawn)
