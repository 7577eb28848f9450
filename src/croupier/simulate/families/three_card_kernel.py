"""Showdowns of three cards dealt by a kernel, with a draw or without: every decision looked up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb
from typing import Any

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK
from croupier.exact.showdown import Played
from croupier.exact.showdown.three_card_showdown import rank_hands
from croupier.exact.store import kernel
from croupier.simulate.families.showdown_kernel import ShowdownKernel, ShowdownTable
from croupier.simulate.kernel.numbering import in_order3, in_order4, number3, number4
from croupier.simulate.kernel.stream import Key, another, card_at, errs, lay_out
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import Sheet, Simulation, fixed


class ThreeCardKernel(ShowdownKernel):
    """A showdown of three cards."""

    def simulation(self, setup: Setup) -> Simulation:
        return ThreeCardTable(self, setup)

    def everywhere(self, played: Played, chosen: Ints) -> tuple[Ints, Ints]:
        return played.every_hand(chosen)


class ThreeCardTable(ShowdownTable):
    """A table with a choice for every three cards."""

    def __init__(self, game: ShowdownKernel, setup: Setup) -> None:
        super().__init__(game, setup)
        self.choices, self.rankings = fixed(self.tables), _rankings()
        fold, _, most = self.ways()
        lowest = 1 if fold is None else 0
        self.legal = lowest, 1 - lowest + self.holds * (1 if most is None else 2)
        chosen = np.arange(1 + 2 * self.holds)
        self.meaning = fixed((chosen + self.holds - 1) // self.holds), fixed((chosen - 1) % self.holds)
        qualifier, hands = self.read.showdown.qualifier, rank_hands(DECK).hands
        least = 0 if qualifier is None else next(place for place, hand in enumerate(hands) if hand >= qualifier)
        self.form = self.results, len(self.read.showdown.rows), least

    @property
    def dealer(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return _deal, (self.layout, (self.form, self.legal), (self.choices, *self.meaning), self.rankings)

    def answers(self, sheet: Sheet, round: int) -> list[str]:
        said, cards = [], self.cards(sheet, round)
        plays = range(len(self.read.ways) - len(self.plays), len(self.read.ways))
        for places, choice in zip(self.seats.seats, sheet.choices[round].tolist(), strict=True):
            acted, hold = (int(table[choice]) for table in self.meaning)
            of_choice = (0, plays[hold], plays[-self.holds :][hold])[acted]
            said.append(self.read.names([cards[place] for place in places[:3]])[of_choice])
        return said


@cache
def _rankings() -> tuple[Ints, Ints, Ints]:
    """How good every three cards are, the row of each strength, and how good the best three of every four are."""
    ranking = rank_hands(DECK)
    three = fixed(ranking.strength.astype(np.uint16))
    four = np.empty(comb(52, 4), np.uint16)
    _best_of_four(three, four)
    return three, fixed(ranking.row.astype(np.uint8)), fixed(four)


@kernel
def _best_of_four(three: Ints, four: Ints) -> None:
    number = 0
    for d in range(3, 52):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    w, x, y, z = np.uint64(a), np.uint64(b), np.uint64(c), np.uint64(d)
                    best = max(three[number3(w, y, z)], three[number3(x, y, z)])
                    four[number] = max(best, max(three[number3(w, x, y)], three[number3(w, x, z)]))
                    number += 1


@kernel
def _deal(
    key: Key,
    first: int,
    rounds: int,
    tables: tuple[Any, ...],
    groups: Ints,
    errors: np.uint64,
    sheet: Sheet,
) -> None:
    """Deal rounds; choices are by strategy and three cards."""
    layout, terms, (choices, act_of, hold_of), (three, rows, four) = tables
    places, dealers, cards = layout
    (results, row_count, least), (lowest, legal) = terms
    players, size = places.shape
    for at in range(rounds):
        kept_at = at if len(sheet.cards) > 1 else 0
        deck = sheet.cards[kept_at]
        lay_out(sheet.words[at], cards, deck)
        a, b, c = card_at(deck, dealers[0]), card_at(deck, dealers[1]), card_at(deck, dealers[2])
        if len(dealers) == 4:
            a, b, c, d = in_order4(a, b, c, card_at(deck, dealers[3]))
            dealer = four[number4(a, b, c, d)]
        else:
            a, b, c = in_order3(a, b, c)
            dealer = three[number3(a, b, c)]
        unqualified = results // 2 if dealer < least else 0
        for seat in range(players):
            a, b, c = in_order3(
                card_at(deck, places[seat, 0]), card_at(deck, places[seat, 1]), card_at(deck, places[seat, 2])
            )
            choice = int(np.int64(choices[groups[seat], number3(a, b, c)]))
            if errors and errs(key, first + at, 2 * seat, errors):
                choice = lowest + another(key, first + at, 2 * seat + 1, choice - lowest, legal)
            sheet.choices[kept_at, seat] = choice
            if size == 4:
                draw, hold = card_at(deck, places[seat, 3]), hold_of[choice]
                a, b, c = in_order3(draw if hold == 1 else a, draw if hold == 2 else b, draw if hold == 3 else c)
            strength = three[number3(a, b, c)]
            result = int(strength >= dealer) + int(strength > dealer) + unqualified
            sheet.outcomes[at, seat] = (act_of[choice] * results + result) * row_count + rows[strength]
