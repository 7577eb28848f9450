"""Showdowns of poker hands dealt by a kernel: a whole table against the dealer, every decision looked up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.exact.hand_counts.evaluate import BIT, KEY, strength_of
from croupier.exact.hand_counts.suits import ORDERS, class_number, order_of
from croupier.exact.showdown import Played, least_strength
from croupier.exact.store import kernel
from croupier.simulate.families.showdown_kernel import ACTS, ShowdownKernel, ShowdownTable
from croupier.simulate.kernel.numbering import pair_of_bits, pairs_of_bits
from croupier.simulate.kernel.poker_row import row_of
from croupier.simulate.kernel.stream import Key, another, card_at, errs, lay_out
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import Sheet, Simulation, fixed

NO_UP_CARD: Final = -1


class PokerShowdownKernel(ShowdownKernel):
    """A showdown of poker hands."""

    def simulation(self, setup: Setup) -> Simulation:
        return PokerShowdownTable(self, setup)

    def everywhere(self, played: Played, chosen: Ints) -> tuple[Ints, Ints]:
        places = chosen if played.counts.showdown.up_cards else played.counts.by_class_number(chosen)
        return places, np.zeros_like(places)


class PokerShowdownTable(ShowdownTable):
    """A table with two bits for every class of cards that a player may see, and for each card of the dealer's."""

    def __init__(self, game: ShowdownKernel, setup: Setup) -> None:
        super().__init__(game, setup)
        self.acts = fixed(np.stack([pairs_of_bits(table) for table in self.tables]))
        qualifier = self.read.showdown.qualifier
        least = 0 if qualifier is None else least_strength(qualifier)
        (up,) = self.seats.up or (NO_UP_CARD,)
        self.form = self.results, len(self.read.showdown.rows), least, up

    @property
    def dealer(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        deal = _dealer(self.read.showdown.seen, len(self.seats.seats[0]), len(self.seats.dealer))
        return deal, (self.layout, self.form, self.acts)

    def answers(self, sheet: Sheet, round: int) -> list[str]:
        results, rows, _, _ = self.form
        ways = [self.ways()[acted] for acted in (sheet.outcomes[round] // (results * rows)).tolist()]
        return [way.options[0].name for way in ways if way is not None]


@cache
def _dealer(seen: int, size: int, dealers_size: int) -> Callable[..., None]:
    """The kernel of all showdowns in which so many cards are seen, of so many, against so many of the dealer's."""

    @kernel
    def deal(
        key: Key,
        first: int,
        rounds: int,
        tables: tuple[tuple[Ints, Ints, int], tuple[int, int, int, int], Ints],
        groups: Ints,
        errors: np.uint64,
        sheet: Sheet,
    ) -> None:
        """Deal rounds; `acts` are by strategy, four classes of the cards seen a byte."""
        (places, dealers, cards), (results, rows, least, up), acts = tables
        players = len(groups)
        for at in range(rounds):
            deck = sheet.cards[at if len(sheet.cards) > 1 else 0]
            lay_out(sheet.words[at], cards, deck)
            cards_key, bits = 0, 0
            for dealt in range(dealers_size):
                card = card_at(deck, dealers[dealt])
                cards_key += KEY[card]
                bits += BIT[card]
            dealer = strength_of(dealers_size, cards_key, bits)
            unqualified = results // 2 if dealer < least else 0
            sheet.strengths[at, players] = dealer
            for seat in range(players):
                cards_key, bits = 0, 0
                for dealt in range(seen):
                    card = card_at(deck, places[seat, dealt])
                    cards_key += KEY[card]
                    bits += BIT[card]
                number = class_number(bits)
                if up != NO_UP_CARD:
                    card = card_at(deck, up)
                    number = number * 52 + (card & ~3) + ORDERS[order_of(bits), card & 3]
                acted = pair_of_bits(acts[groups[seat]], number)
                if errors and errs(key, first + at, 2 * seat, errors):
                    acted = another(key, first + at, 2 * seat + 1, acted, ACTS)
                for dealt in range(seen, size):
                    card = card_at(deck, places[seat, dealt])
                    cards_key += KEY[card]
                    bits += BIT[card]
                strength = strength_of(size, cards_key, bits)
                result = int(strength >= dealer) + int(strength > dealer) + unqualified
                sheet.outcomes[at, seat] = (acted * results + result) * rows + row_of(strength)
                sheet.strengths[at, seat] = strength

    return deal
