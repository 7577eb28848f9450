"""The exact value of every answer as floats, looked up for many rounds at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from croupier.arrays import Arrays, Floats, Ints
from croupier.cards import DECK
from croupier.errors import InvariantError
from croupier.exact.draw import draw_game
from croupier.exact.draw.draw_counts import number_hand, smaller_sets, value_holds
from croupier.exact.hand_counts.evaluate import BIT
from croupier.exact.hand_counts.suits import class_number
from croupier.exact.reading.as_draw import HAND, DrawSolver
from croupier.exact.reading.as_showdown import ShowdownReading, ShowdownSolver
from croupier.exact.reading.as_streets import StreetsReading, StreetsSolver
from croupier.exact.reading.chosen_rounds import Way, word
from croupier.exact.seen import Pack
from croupier.exact.showdown import Played
from croupier.exact.showdown.dealer_counts import SUITS
from croupier.exact.showdown.poker_showdown import PokerCounts, find_class
from croupier.exact.showdown.three_card_showdown import ThreeCardCounts
from croupier.exact.solver import solver_of
from croupier.exact.store import kernel
from croupier.exact.streets import solve
from croupier.learning.choice_tree import ChoiceTree
from croupier.simulate.kernel.numbering import in_order3, number3

Lookup = Callable[[Ints, Ints, Any], None]
"""Given the node and the cards of each round, fill in what each action is worth; nothing where it is not legal."""


def value_lookup(tree: ChoiceTree) -> Lookup | None:
    """The values of a game of streets, of draws or of a showdown; none with an open card of the dealer's or a board."""
    mathematics = solver_of(tree.terms.game).mathematics
    if isinstance(mathematics, StreetsSolver):
        return _streets(tree, mathematics)
    if isinstance(mathematics, DrawSolver):
        return _draws(tree, mathematics)
    if isinstance(mathematics, ShowdownSolver):
        return _showdowns(tree, mathematics)
    return None


def _streets(tree: ChoiceTree, solver: StreetsSolver) -> Lookup:
    """By node, option and class of the cards seen."""
    stake, words = Fraction(tree.terms.unit, 100), tree.terms.together
    read: StreetsReading = solver.main_read(stake) if words is None else solver.joint(words, stake)[0]
    solution = solve(read.game, Pack())
    tables, starts, widest, start = [], [], tree.terms.shape[0], 0
    for node in tree.nodes:
        seen, wager = len(node.asked.seen), read.wager(node.asked.staked)
        street = read.seen.index(seen)
        choice, futures = solution.choices[street, wager], solution.futures[seen].of
        whole = solution.scale * solution.pack.orders(seen, solution.game.cards - seen)
        by_name = {
            option.name: (values / whole).astype(np.float32)[futures]
            for option, values in zip(choice.options, choice.values, strict=True)
        }
        table = np.full((len(futures), widest), np.nan, np.float32)
        for action, option in enumerate(node.asked.options):
            table[:, action] = by_name[word(option)]
        tables.append(table)
        starts.append(start)
        start += len(table)
    every, first = np.concatenate(tables), np.array(starts)
    seen_at = np.array([len(node.asked.seen) for node in tree.nodes])
    return lambda nodes, cards, out: _fill_streets(nodes, cards, seen_at, first, every, out)


@kernel
def _fill_streets(nodes: Ints, cards: Ints, seen: Ints, first: Ints, table: Any, out: Any) -> None:
    for at in range(len(nodes)):
        node, bits = nodes[at], 0
        for place in range(seen[node]):
            bits += BIT[cards[at, place]]
        number = first[node] + class_number(bits)
        for action in range(out.shape[1]):
            out[at, action] = table[number, action]


def _showdowns(tree: ChoiceTree, solver: ShowdownSolver) -> Lookup | None:
    read = solver.read(tree.terms.together or solver.main.name, Fraction(tree.terms.unit, 100))
    if read.showdown.up_cards:
        return None
    played, (node,) = read.played(), tree.nodes
    ways = {way.answers[0]: way for way in tree.ways}
    of_actions = [ways[action] for action in range(len(node.asked.options))]
    if isinstance(played.counts.source, PokerCounts):
        return _poker_hands(read, played.counts.source, played.worths(), of_actions)
    return _three_cards(read, played, of_actions)


def _poker_hands(read: ShowdownReading, source: PokerCounts, worths: Floats, of_actions: Sequence[Way]) -> Lookup:
    """By class and action."""
    names = [way.names[0] for way in read.ways]
    table = worths[[names.index(way.names[0]) for way in of_actions]].T.astype(np.float32)
    return lambda nodes, cards, out: _fill_poker(cards, source.by_suits, table, out)


@kernel
def _fill_poker(cards: Ints, by_suits: Arrays, table: Any, out: Any) -> None:
    ranks, room = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    for at in range(len(cards)):
        for suit in range(SUITS):
            ranks[suit] = 0
        for place in range(cards.shape[1]):
            ranks[cards[at, place] % SUITS] |= 1 << cards[at, place] // SUITS
        number = find_class(ranks, room, by_suits)
        for action in range(table.shape[1]):
            out[at, action] = table[number, action]


def _three_cards(read: ShowdownReading, played: Played, of_actions: Sequence[Way]) -> Lookup:
    """By three cards, what is done, and which of them, counted from the lowest, is replaced."""
    source, worths = played.counts.source, played.worths()
    if not isinstance(source, ThreeCardCounts):
        raise InvariantError("hands of other counts")
    of_class = source.class_of_every_hand()
    holds = 1 + max(choice.hold for choice in read.choices)
    names = [way.names[0] for way in read.ways]
    acts = list(dict.fromkeys(names))
    table = np.full((comb(52, 3), len(acts), holds), np.nan, np.float32)
    for place, name in enumerate(names):
        _, held = played.every_hand(np.full(len(played.counts.weight), place, np.int8))
        table[np.arange(len(table)), acts.index(name), held] = worths[place, of_class]
    gone = [_replaced(way) for way in of_actions]
    done = [acts.index(way.names[0]) for way in of_actions]
    what = np.array(done), np.array(gone)
    return lambda nodes, cards, out: _fill_three(cards, table, *what, out)


def _draws(tree: ChoiceTree, solver: DrawSolver) -> Lookup | None:
    """By hold, each hand by itself: what the sets of its cards are paid is known, so that is quick."""
    read = solver.asked_about(tree.terms.together, Fraction(tree.terms.unit, 100))
    (drawing, *others), (node,) = ([bet for bet in read if bet.draws], tree.nodes)
    if others:
        return None
    tables, whole = draw_game(drawing.ranking).to_value_holds(drawing.nets)
    before = np.array([float(sum(nets)) for nets in zip(*(bet.nets for bet in read if not bet.draws), strict=True)])
    first = before if len(before) else np.zeros(len(drawing.ranking.rows))
    ways, seen = {way.answers[0]: way for way in tree.ways}, node.asked.seen
    held = [[slot in ways[action].final for slot in seen] for action in range(len(node.asked.options))]
    smaller = smaller_sets(len(DECK))
    return lambda nodes, cards, out: _fill_draws(cards, smaller, tables, whole, first, np.array(held), out)


@kernel
def _fill_draws(cards: Ints, smaller: Ints, tables: Arrays, whole: int, first: Floats, held: Any, out: Any) -> None:
    categories, paid, pays, share = tables
    places, hand = np.empty(HAND, np.int64), np.empty(HAND, np.int64)
    subsets, values = np.empty(1 << HAND, np.int64), np.empty(1 << HAND, np.int64)
    for at in range(len(cards)):
        for card in range(HAND):
            places[card] = 0
            for other in range(HAND):
                places[card] += cards[at, other] < cards[at, card]
            hand[places[card]] = cards[at, card]
        number_hand(hand, smaller, subsets)
        value_holds(subsets, categories, paid, pays, share, values)
        before = first[categories[subsets[-1]]]
        for action in range(len(held)):
            hold = 0
            for card in range(HAND):
                hold |= held[action, card] << places[card]
            out[at, action] = before + values[hold] / whole


def _replaced(way: Way) -> int:
    """The place among the cards seen of the one that is replaced; -1 if none is."""
    if way.folded:
        return -1
    return next((place for place, slot in enumerate(way.asked[0].seen) if slot not in way.final), -1)


@kernel
def _fill_three(cards: Ints, table: Any, done: Ints, gone: Ints, out: Any) -> None:
    for at in range(len(cards)):
        a, b, c = in_order3(np.uint64(cards[at, 0]), np.uint64(cards[at, 1]), np.uint64(cards[at, 2]))
        number = number3(a, b, c)
        for action in range(len(done)):
            hold = 0
            if gone[action] >= 0:
                card = np.uint64(cards[at, gone[action]])
                hold = 1 + int(card > a) + int(card > b)
            out[at, action] = table[number, done[action], hold]
