"""A showdown for one who knows some cards by their backs; seen_cards/informed.md says how it is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.errors import Refused
from croupier.exact.seen import some_hands
from croupier.exact.seen_cards.informed import DEALERS, MARKED, TO_COME, Flash, mean_flash
from croupier.exact.showdown import Counts, Played, Showdown
from croupier.exact.showdown.showdown_stripped import (
    HANDS,
    HANDS_WITH_UP_CARDS,
    choices_of_hands,
    count_in_order,
    count_with_up_cards,
)
from croupier.exact.showdown.three_card_showdown import count_three, ways_of
from croupier.exact.showdown.up_card import CARDS

MOST_MARKS: Final = 4
"""For so many the decks without each set of them are counted, sixteen in all."""


def flashed(ordinary: Mapping[str, Played], marks: Sequence[Card]) -> dict[tuple[str, str], Flash]:
    """By bet, what it is worth to know where marked cards lie; of a single one, by where it was seen too."""
    (counts,) = {id(played.counts): played.counts for played in ordinary.values()}.values()
    if len(marks) > MOST_MARKS:
        raise Refused("what marked cards are worth at a showdown is counted for one rank at a time; name one")
    showdown, alone = counts.showdown, len(marks) == 1
    pool = tuple(card for card in counts.deck if not (alone and card in marks))
    hands, weight = _hands(showdown, pool)
    sampled = int(weight.sum()) < comb(len(pool), showdown.seen)
    others, drawn = _by_marks(showdown, counts.deck, hands, marks)
    cases = _cases_of_one(showdown, len(pool) - showdown.seen)
    found = {}
    for bet, played in ordinary.items():
        chosen = choices_of_hands(played, hands)

        def gains(ways: Ints, played: Played = played, chosen: Ints = chosen) -> tuple[Ints, int]:
            lines = np.repeat(weight, len(chosen) // len(weight))
            here = Counts(showdown, counts.deck, lines, ways, counts.cases, counts.source)
            gained, unit = Played(here, played.choices).gains(chosen)
            return gained.reshape(len(weight), -1).sum(axis=1), unit

        for place, ways in ((DEALERS, others[0]), (TO_COME, drawn[0])):
            if alone and cases[place]:
                if (ways.sum(axis=(2, 3)).reshape(len(weight), -1, ways.shape[1]).sum(axis=1) != cases[place]).any():
                    raise ArithmeticError(f"with the {marks[0].long_name} seen, not each hand has {cases[place]} cases")
                gained, unit = gains(ways)
                found[bet, place] = mean_flash(gained, Fraction(1, unit * cases[place]), sampled, weight)
        each = [gains(ways) for ways in (*others, *drawn)]
        there = Fraction(len(counts.deck) - showdown.seen, len(counts.deck)) if alone else Fraction(1)
        share = there / (each[0][1] * counts.cases)
        found[bet, MARKED] = mean_flash(np.sum([gained for gained, _ in each], axis=0), share, sampled, weight)
    return found


def _hands(showdown: Showdown, pool: tuple[Card, ...]) -> tuple[Ints, Ints]:
    """Some hands or all, as ascending cards, and how many each stands for."""
    if showdown.ranking == "three-card" and _dealt(showdown) <= len(pool):
        source = count_three(showdown.draw, showdown.dealer_cards, showdown.qualifier, pool)
        return np.array([card.index for card in pool])[source.cards], source.weight
    hands = some_hands(pool, showdown.seen, HANDS_WITH_UP_CARDS if showdown.up_cards else HANDS)
    return hands, np.ones(len(hands), np.int64)


def _dealt(showdown: Showdown) -> int:
    """How many cards a round takes."""
    return showdown.seen + showdown.unseen + showdown.dealer_cards


def _cases_of_one(showdown: Showdown, others: int) -> dict[str, int]:
    """In how many cases one marked card is the dealer's, face down, and in how many the card to come."""
    unseen, up, hidden = showdown.unseen, showdown.up_cards, showdown.dealer_cards - showdown.up_cards
    return {
        DEALERS: comb(others, unseen) * comb(others - unseen, up) * comb(others - unseen - up, hidden - 1),
        TO_COME: comb(others, up) * comb(others - up, hidden) if unseen else 0,
    }


def _by_marks(
    showdown: Showdown, deck: tuple[Card, ...], hands: Ints, marks: Sequence[Card]
) -> tuple[list[Ints], list[Ints]]:
    """The showdowns of hands by how many of the marks are nowhere: with an unmarked card to come, or a marked one."""
    shape = _ways(showdown, hands, deck).shape
    others, drawn = ([np.zeros(shape, np.int64) for _ in range(len(marks) + 1)] for _ in range(2))
    lines = shape[0] // len(hands)
    for gone in (gone for many in range(len(marks) + 1) for gone in combinations(marks, many)):
        left, there = tuple(card for card in deck if card not in gone), _lacking(hands, gone)
        if len(left) < _dealt(showdown):
            continue  # No round lacks all of these.
        others[len(gone)][np.repeat(there, lines)] += _ways(showdown, hands[there], left)
        for card in (card for card in marks if card not in gone) if showdown.unseen else ():
            here = there & _lacking(hands, [card])
            ways = _ways(showdown, hands[here], left, card)
            drawn[len(gone)][here] += ways
            others[len(gone)][here] -= ways
    if showdown.up_cards and len(marks) == 1:
        for ways in others:
            ways.reshape(len(hands), CARDS, *shape[1:])[:, marks[0].index] = 0
    return _exactly(others), _exactly(drawn)


def _exactly(without: list[Ints]) -> list[Ints]:
    """From the showdowns without some sets of marks, summed by their size: those that lack so many and no more."""
    sizes = range(len(without))
    return [sum((-1) ** (more - many) * comb(more, many) * without[more] for more in sizes[many:]) for many in sizes]


def _lacking(hands: Ints, cards: Sequence[Card]) -> Ints:
    return np.asarray(~np.isin(hands, [card.index for card in cards]).any(axis=1))


def _ways(showdown: Showdown, hands: Ints, deck: tuple[Card, ...], drawn: Card | None = None) -> Ints:
    """The showdowns of hands with every card to come or with this one: by hand, hold, row and result.

    Where a card of the dealer's is open, a hand has a line for each card that it may be.
    """
    if showdown.up_cards:
        return count_with_up_cards(showdown, hands, deck).ways
    if drawn is not None and showdown.ranking == "three-card":
        places = np.searchsorted([card.index for card in deck], hands)
        return ways_of(places, showdown.draw, showdown.dealer_cards, showdown.qualifier, deck, deck.index(drawn))
    if drawn is not None:
        showdown = replace(showdown, seen=showdown.seen + 1, unseen=0)
        hands = np.sort(np.column_stack([hands, np.full(len(hands), drawn.index)]), axis=1)
    return count_in_order(showdown, hands, deck).ways
