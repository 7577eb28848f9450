"""Games of streets dealt by a kernel: cards seen in steps, every choice looked up, the final hand told by its row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.exact.analysis import Analysis
from croupier.exact.game_mathematics import SIMPLE
from croupier.exact.hand_counts.evaluate import BIT, KEY, strength_of
from croupier.exact.hand_counts.suits import class_number
from croupier.exact.reading.as_streets import StreetsSolver
from croupier.exact.reading.chosen_rounds import Unread, Way, word
from croupier.exact.reading.seating import seating
from croupier.exact.store import kernel
from croupier.exact.streets import StreetOption, Wager
from croupier.simulate.families.family import NEVER_FOLD, FamilyKernel, always, by_short_strategy
from croupier.simulate.families.read_outcomes import LonePlayer, read_outcomes
from croupier.simulate.kernel.numbering import bit_of, bits_of, pair_of_bits, pairs_of_bits
from croupier.simulate.kernel.outcomes import Outcome
from croupier.simulate.kernel.stream import Key, another, card_at, errs, lay_out, words_for
from croupier.simulate.setup import OPTIMAL, Setup
from croupier.simulate.simulated_table import Sheet, Simulation, fixed, looked_up

MOST_OPTIONS: Final = 4


@dataclass(frozen=True)
class StreetNode:
    """A choice, for one who has come to it by these answers."""

    answers: tuple[int, ...]
    street: int
    seen: int
    wager: Wager
    options: tuple[StreetOption, ...]
    """Folding first, then the smallest wager, as the solver has them."""
    follow: tuple[tuple[int, ...], ...]
    """The answers with which each option is taken."""


class StreetsKernel(FamilyKernel):
    """A game of streets as a tree of choices, whose leaves are the ways through a round."""

    def __init__(self, solver: StreetsSolver) -> None:
        super().__init__(solver.game, solver.groups)
        self.solver, self.read = solver, solver.main_read()
        self.exits: Sequence[Way] = self.read.ways[::-1]
        self.nodes = self._nodes()
        self.width = max(len(node.options) for node in self.nodes)
        self.at_once = always(self.nodes[0].options[-1].name)
        folds = any(way.folded for way in self.exits)
        self.strategies = (*self.solved_strategies, *([NEVER_FOLD] if folds else []), self.at_once)

    def simulation(self, setup: Setup) -> Simulation:
        return StreetsTable(self, setup)

    def _nodes(self) -> list[StreetNode]:
        """Every choice, those before it first."""
        nodes = dict[tuple[int, ...], StreetNode]()
        for way in self.read.ways:
            for depth, asked in enumerate(way.asked):
                before = way.answers[:depth]
                street = self.read.seen.index(len(asked.seen))
                wager = self.read.wager(asked.staked)
                options = self.read.game.options(street, wager)
                if len(options) > MOST_OPTIONS:
                    raise Unread(f"{len(options)} options with {len(asked.seen)} cards seen; {MOST_OPTIONS} are known")
                words = [word(option) for option in asked.options]
                follow = tuple((*before, words.index(option.name)) for option in options)
                nodes[before] = StreetNode(before, street, len(asked.seen), wager, options, follow)
        return sorted(nodes.values(), key=lambda node: len(node.answers))

    @cached_property
    def form(self) -> StreetsForm:
        """What its kernel is compiled for."""
        numbers = {node.answers: number for number, node in enumerate(self.nodes)}
        numbers |= {way.answers: -1 - number for number, way in enumerate(self.exits)}
        after = tuple(
            numbers[(*node.follow, *node.follow[:1] * self.width)[at]]
            for node in self.nodes
            for at in range(self.width)
        )
        return StreetsForm(
            self.read.cards,
            tuple(self.read.seen),
            self.width,
            tuple(node.street for node in self.nodes),
            tuple(len(node.options) for node in self.nodes),
            after,
        )

    @cached_property
    def row_of_strength(self) -> Ints:
        """The row of each strength, the lowest being 0."""
        rows = self.read.rows
        return fixed((len(rows.names) - 1 - rows.of_strength).astype(np.uint8))

    def choices(self, strategy: str, setup: Setup) -> list[Ints]:
        """What to do at every node with each class of cards."""
        if strategy == SIMPLE:
            names = [[option.name for option in node.options] for node in self.nodes]
            return [
                by_short_strategy(self.game, node.seen, legal) for node, legal in zip(self.nodes, names, strict=True)
            ]
        best = looked_up(self.game, f"{OPTIMAL} {self.stake(setup, self.groups[0])}", lambda: self._best(setup))
        chosen = []
        for node, taken in zip(self.nodes, best, strict=True):
            if strategy == NEVER_FOLD and node.options[0].wager is None:
                taken = np.maximum(taken, 1)
            if strategy == self.at_once and node.answers in self._at_once:
                taken = np.full_like(taken, len(node.options) - 1)
            chosen.append(taken)
        return chosen

    @cached_property
    def _at_once(self) -> set[tuple[int, ...]]:
        """The answers of one who has always wagered the most."""
        found: set[tuple[int, ...]] = {()}
        for node in self.nodes:
            if node.answers in found:
                found.add(node.follow[-1])
        return found

    def _best(self, setup: Setup) -> list[Ints]:
        solution = self.solver.solved(self.stake(setup, self.groups[0]))
        return [
            solution.choices[node.street, node.wager].taken[solution.futures[node.seen].of].astype(np.uint8)
            for node in self.nodes
        ]

    def outcomes(self, player: LonePlayer) -> list[Outcome]:
        """What comes of every exit with a final hand of every row, the lowest first."""
        reading = self.read.reading
        dealt = [reading.form.dealt[row, None][0] for row in reversed(self.read.rows.names)]
        rounds = [reading.cards(reading.live, cards) for cards in dealt]
        return [player.outcome(cards, way.answers, way.names[-1]) for way in self.exits for cards in rounds]


class StreetsTable(Simulation):
    """A table of a game of streets with a bit for every class of cards that a player may have seen."""

    def __init__(self, game: StreetsKernel, setup: Setup) -> None:
        super().__init__(setup)
        self.kernel = game
        longest = max((way for way in game.exits if not way.folded), key=lambda way: len(way.asked))
        seats = seating(setup.game, dict.fromkeys(setup.bets, 1), setup.players, longest.answers)
        self.words_a_round = words_for(seats.cards)
        read = read_outcomes(setup, game.bets(setup), game.outcomes)
        self.outcomes, self.rounded = read.outcomes, read.rounded
        self.layout = fixed(np.array(seats.seats)), seats.cards
        packed, in_a_byte = (bits_of, 8) if game.width == 2 else (pairs_of_bits, 4)
        tables = [[packed(taken) for taken in game.choices(strategy, setup)] for strategy in setup.groups]
        starts = np.cumsum([0, *(len(table) * in_a_byte for table in tables[0][:-1])])
        self.choices = fixed(starts), fixed(np.stack([np.concatenate(of_node) for of_node in tables]))

    @property
    def dealer(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        game, rows = self.kernel, (self.kernel.row_of_strength, len(self.kernel.read.rows.names))
        return _dealer(game.form), (self.layout, self.choices, rows)

    def answers(self, sheet: Sheet, round: int) -> list[str]:
        exits = sheet.outcomes[round] // len(self.kernel.read.rows.names)
        said = [self.kernel.exits[number] for number in exits.tolist()]
        return [
            way.options[place].name
            for street in self.kernel.read.seen
            for way in said
            for place, asked in enumerate(way.asked)
            if len(asked.seen) == street
        ]

    def solved(self, strategy: str) -> Mapping[str, Analysis]:
        game, setup = self.kernel, self.setup
        main, *others = game.groups
        solved: dict[str, Analysis] = {}
        if strategy == OPTIMAL:
            solved[main.name] = game.solver.analyze(game.stake(setup, main))[main.name]
        elif strategy == SIMPLE:
            solved[main.name] = game.solver.strategy_analysis("", game.stake(setup, main))
        for group in others:
            if strategy == OPTIMAL or self._is_settled_whatever_is_done(group.spots):
                solved[group.name] = game.solver.analyze(game.stake(setup, group))[group.name]
        return solved

    def _is_settled_whatever_is_done(self, spots: frozenset[str]) -> bool:
        """Whether bets on some spots come to the same on every way that ends with a hand of the same row."""
        rows = len(self.kernel.read.rows.names)
        nets = [[outcome.nets.get(spot) for spot in spots] for outcome in self.outcomes.every if outcome]
        return all(nets[number] == nets[number % rows] for number in range(len(nets)))


class StreetsForm(NamedTuple):
    """What a kernel is compiled for."""

    cards: int
    """In the final hand."""
    seen: tuple[int, ...]
    """How many of them are seen at each street."""
    width: int
    """The most options of a node: two, which are a bit, or up to four."""
    street: tuple[int, ...]
    """By node."""
    options: tuple[int, ...]
    """By node, how many."""
    after: tuple[int, ...]
    """By node and option, the next node, or -1 less the number of an exit."""


@cache
def _dealer(form: StreetsForm) -> Callable[..., None]:
    """The kernel of all games that have this form."""
    size, width, streets = form.cards, form.width, len(form.seen)
    seen, street, options, after = form.seen, form.street, form.options, form.after

    @kernel
    def deal(
        key: Key,
        first: int,
        rounds: int,
        tables: tuple[tuple[Ints, int], tuple[Ints, Ints], tuple[Ints, int]],
        groups: Ints,
        errors: np.uint64,
        sheet: Sheet,
    ) -> None:
        (places, cards), (starts, choices), (row_of, row_count) = tables
        for at in range(rounds):
            deck = sheet.cards[at if len(sheet.cards) > 1 else 0]
            lay_out(sheet.words[at], cards, deck)
            for seat in range(len(groups)):
                table, mine = choices[groups[seat]], places[seat]
                cards_key, bits = 0, 0
                for dealt in range(size):
                    card = card_at(deck, mine[dealt])
                    cards_key += KEY[card]
                    bits += BIT[card]
                strength = strength_of(size, cards_key, bits)
                row = row_of[np.uint64(strength)]
                node, dealt, bits = 0, 0, 0
                for here in range(streets):
                    while dealt < seen[here]:
                        bits += BIT[card_at(deck, mine[dealt])]
                        dealt += 1
                    if street[node] == here:
                        number = starts[node] + class_number(bits)
                        decision = streets * seat + here
                        if width == 2:
                            choice = bit_of(table, number)
                            if errors:
                                choice ^= errs(key, first + at, decision, errors)
                        else:
                            choice = pair_of_bits(table, number)
                            if errors and errs(key, first + at, 2 * decision, errors):
                                choice = another(key, first + at, 2 * decision + 1, choice, options[node])
                        node = after[width * node + choice]
                        if node < 0:
                            break
                sheet.outcomes[at, seat] = (-1 - node) * row_count + row
                sheet.strengths[at, seat] = strength

    return deal
