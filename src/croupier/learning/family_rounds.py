"""Rounds dealt by the kernel of a game's family, many at a time: what every way through each of them wins."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK
from croupier.exact.reading.as_draw import HAND
from croupier.exact.reading.chosen_rounds import Unread, Way
from croupier.exact.reading.endings import named_with
from croupier.learning.choice_tree import ChoiceTree
from croupier.learning.env_rounds import EnvTerms, KernelRounds
from croupier.learning.oracle import Asked, Oracle
from croupier.simulate.families.board_kernel import BoardTable
from croupier.simulate.families.draw_kernel import DrawTable
from croupier.simulate.families.poker_showdown_kernel import PokerShowdownTable
from croupier.simulate.families.streets_kernel import StreetsTable
from croupier.simulate.families.three_card_kernel import ThreeCardTable
from croupier.simulate.kernel.stream import Key
from croupier.simulate.runs.prepared import kernel_of
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import SHIFT, Sheet, fixed
from croupier.table.game import Question

Numbers = Callable[[Key, int, int, Sheet], Ints]
"""The numbers of the outcomes of some rounds, by round and way."""
HOLDS: Final = 1 << HAND


class DealtRounds(NamedTuple):
    """Rounds as a player can come to know them, and what every way through them wins."""

    cards: Ints
    """By round, the cards at the places of the tree."""
    rewards: Any
    """By round and way, in units."""


class FamilyDealer:
    """Deals rounds of a game that has a family's kernel; refused with `Unread` where the kernel does not fit."""

    def __init__(self, terms: EnvTerms) -> None:
        self.terms, self.tree = terms, ChoiceTree(terms)
        kernel = kernel_of(terms.game)
        if kernel is None:
            raise Unread(f"{terms.game.name} is of no family that has a kernel")
        setup = Setup(terms.game, 1, (kernel.strategies[-1],), terms.bets, variant=terms.variant or None)
        self.simulation = kernel.simulation(setup)
        self._numbers = self._by_family()
        self._won = self.simulation.outcomes.seat_cents / terms.unit
        self._sheet = self.simulation.sheet(SHIFT, keeps_cards=True)

    def deal(self, key: Key, first: int, rounds: int) -> DealtRounds:
        """Deal at most a shift of rounds; the first has a number that is a multiple of four."""
        numbers = self._numbers(key, first, rounds, self._sheet)
        cards = self._sheet.cards[:rounds][:, self.tree.places].astype(np.int16)
        return DealtRounds(cards, self._won[numbers].astype(np.float32))

    def _by_family(self) -> Numbers:
        table = self.simulation
        if isinstance(table, StreetsTable):
            return self._exits(table, len(table.kernel.read.rows.names))
        if isinstance(table, BoardTable):
            results, rows, _ = table.form
            return self._exits(table, results * rows)
        if isinstance(table, PokerShowdownTable):
            return self._poker(table)
        if isinstance(table, ThreeCardTable):
            return self._three_card(table)
        if isinstance(table, DrawTable):
            return self._draw(table)
        raise Unread(f"{self.terms.game.name} has a kernel of its own, which deals whole rounds only")

    def _exits(self, table: StreetsTable | BoardTable, block: int) -> Numbers:
        """Where no answer changes the cards, one deal says what becomes of every way."""
        place = {way.answers: number for number, way in enumerate(table.kernel.exits)}
        exits = np.array([place[way.answers] for way in self.tree.ways])

        def numbers(key: Key, first: int, rounds: int, sheet: Sheet) -> Ints:
            table.deal(key, first, rounds, sheet)
            ends: Ints = exits * block + sheet.outcomes[:rounds] % block
            return ends

        return numbers

    def _acts(self, table: PokerShowdownTable | ThreeCardTable) -> Ints:
        """What each way does: fold, or wager the least or the most."""
        later = [spot.name for spot in self.terms.game.spots if spot.later]

        def act(way: Way) -> tuple[bool, Fraction]:
            wagers = way.settlement.wagers
            return way.folded, sum((wagers.get(spot, Fraction(0)) for spot in later), Fraction(0))

        of_act = [None if way is None else act(way) for way in table.ways()]
        acts = [act(way) for way in self.tree.ways]
        if any(act not in of_act for act in acts):
            raise Unread("there are wagers between the least and the most, which the kernel does not know")
        return np.array([of_act.index(act) for act in acts])

    def _poker(self, table: PokerShowdownTable) -> Numbers:
        block, acts = table.form[0] * table.form[1], self._acts(table)

        def numbers(key: Key, first: int, rounds: int, sheet: Sheet) -> Ints:
            table.deal(key, first, rounds, sheet)
            ends: Ints = acts * block + sheet.outcomes[:rounds] % block
            return ends

        return numbers

    def _three_card(self, table: ThreeCardTable) -> Numbers:
        """One deal for every card that may be replaced; the kernel counts it from the lowest."""
        block, acts = table.form[0] * table.form[1], self._acts(table)
        gone = [
            next((place for place, slot in enumerate(way.asked[0].seen) if slot not in way.final), -1)
            if not way.folded and table.holds > 1
            else -1
            for way in self.tree.ways
        ]
        every = [fixed(np.full((1, comb(52, 3)), 1 + hold, np.uint8)) for hold in range(table.holds)]

        def numbers(key: Key, first: int, rounds: int, sheet: Sheet) -> Ints:
            ends = np.empty((table.holds, rounds), np.int64)
            for hold, choices in enumerate(every):
                table.choices = choices
                table.deal(key, first, rounds, sheet)
                ends[hold] = sheet.outcomes[:rounds, 0] % block
            order = _places_in_order(sheet.cards[:rounds, self.tree.places])
            found = np.empty((rounds, len(acts)), np.int64)
            for way, place in enumerate(gone):
                held = order[:, place] + 1 if place >= 0 else np.zeros(rounds, np.int64)
                found[:, way] = acts[way] * block + ends[held, np.arange(rounds)]
            return found

        return numbers

    def _draw(self, table: DrawTable) -> Numbers:
        """One deal for every hold; the kernel counts the cards from the lowest."""
        held = [[slot in way.final for slot in way.asked[0].seen] for way in self.tree.ways]
        masks = np.array(held, np.int64)

        def numbers(key: Key, first: int, rounds: int, sheet: Sheet) -> Ints:
            ends = np.empty((HOLDS, rounds), np.int64)
            for hold in range(HOLDS):
                table.tables = fixed(np.full(table.tables.shape, hold, np.uint8))
                table.deal(key, first, rounds, sheet)
                ends[hold] = sheet.outcomes[:rounds, 0]
            order = _places_in_order(sheet.cards[:rounds, self.tree.places])
            holds = (1 << order) @ masks.T
            found: Ints = ends[holds, np.arange(rounds)[:, None]]
            return found

        return numbers


def _places_in_order(cards: Ints) -> Ints:
    """For each card of a row, how many of the row are lower."""
    return np.argsort(np.argsort(cards, axis=1), axis=1)


class FamilyRounds(KernelRounds):
    """Rounds of one player, dealt by the shift."""

    def __init__(self, terms: EnvTerms, dealer: FamilyDealer) -> None:
        super().__init__(terms)
        self.game, self.tree, self.dealer = terms.game, dealer.tree, dealer
        self._after = self.tree.after.tolist()
        self._options = [len(node.asked.options) for node in self.tree.nodes]
        self.restart(0)

    def deal_more(self, rounds: int) -> None:
        self.dealt = self.dealer.deal(self.key, self.first, rounds)
        self._seen = [self.tree.observations(self.dealt.cards, node) for node in range(len(self.tree.nodes))]

    def begin_dealt(self) -> None:
        self.node = 0

    def act(self, action: int) -> None:
        self._last = self.node
        of_node = self._after[self.node]
        self.node = of_node[action if 0 <= action < len(of_node) else 0]

    @property
    def finished(self) -> bool:
        return self.node < 0

    @property
    def legal(self) -> int:
        return 0 if self.node < 0 else self._options[self.node]

    @property
    def observation(self) -> Ints:
        seen: Ints = self._seen[self._last if self.node < 0 else self.node][self.at].copy()
        return seen

    @property
    def reward(self) -> float:
        return float(self.dealt.rewards[self.at, -1 - self.node])

    def oracle(self) -> Oracle:
        return Oracle(self, None if self.node < 0 else (self.node, self.dealt.cards[self.at].tobytes()))

    def asked(self, state: Any) -> Asked | None:
        """The decision at a node with these cards."""
        if state is None:
            return None
        node, cards = state
        return asked_at(self.tree, node, np.frombuffer(cards, np.int16))

    def names(self) -> list[str]:
        asked = self.asked((self.node, self.dealt.cards[self.at].tobytes()))
        return [] if asked is None else list(asked[1])


def asked_at(tree: ChoiceTree, node: int, cards: Ints) -> Asked:
    """The decision at a node, with the cards at the tree's places."""
    asked, terms = tree.nodes[node].asked, tree.terms
    seen = [DECK[card] for card in cards[tree.seen[node]]]
    own = [card for slot, card in zip(asked.seen, seen, strict=False) if slot in asked.own]
    board = [card for card in seen if card not in own]
    names = tuple(named_with(option, seen) for option in asked.options)
    staked = tuple((spot, Fraction(asked.staked.get(spot, 0))) for spot in terms.spots)
    return Question(tuple(own), tuple(board), terms.together, terms.unit), names, staked
