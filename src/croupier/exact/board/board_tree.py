"""A game of the shared board in the numbers that kernels take."""

from __future__ import annotations

from functools import cache
from math import factorial
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK
from croupier.errors import Refused
from croupier.exact.board.board_branches import Tree
from croupier.exact.board.board_game import BoardGame, BoardPath
from croupier.exact.board.board_places import boards
from croupier.exact.board.board_showdowns import TERMS, Hands
from croupier.exact.hand_counts.evaluate import STRENGTHS, strengths
from croupier.exact.hand_counts.suits import classes, hands_from
from croupier.exact.seen import Pack
from croupier.hands import Hand, poker_hand

_MOST_OPTIONS: Final = 256


class BoardForm(NamedTuple):
    """A game's choices as kernels take them, and the names of what is numbered there."""

    tree: Tree
    choices: list[BoardPath]
    branches: list[BoardPath]
    """The path of each branch; that of the deal to a first choice is empty."""
    options: list[BoardPath]
    bits: list[int]
    """How many bits an option takes in the plans of each level."""

    @property
    def levels(self) -> range:
        """The levels before the last."""
        return range(len(self.tree.sizes) - 1)


def form_of(game: BoardGame, pack: Pack) -> BoardForm:
    """The tree of a game."""
    sizes = sorted({0, game.board, *(choice.seen for choice in game.choices.values())})
    choices = sorted(game.choices, key=lambda path: (game.choices[path].seen, len(path)))
    levels = [sizes.index(game.choices[path].seen) for path in choices]
    level, last = dict(zip(choices, levels, strict=True)), len(sizes) - 1
    options = [(*path, option.name) for path in choices for option in game.options(path)]
    folds = set(game.folds)
    branches = [() for _ in range(level[()] > 0)] + [path for path in options if path not in folds]
    number = {path: at for at, path in enumerate(branches)}
    starts = [level[path[:-1]] if path else 0 for path in branches]
    comes_to = [level.get(path, last) for path in branches]
    starting = [starts.count(at) for at in range(last)]
    listed = [len(boards(pack, size)[0]) for size in sizes[:last]]
    nets, forfeits, _ = game.whole_nets
    none = np.zeros((2 * len(game.rows.names), TERMS), np.int64)
    tree = Tree(
        sizes=np.array(sizes),
        first_board=np.cumsum([0, *listed]),
        first_sum=np.cumsum([0, *(count * branches for count, branches in zip(listed, starting, strict=True))]),
        starting=np.array(starting),
        starts=np.array(starts),
        slot=np.array([starts[:at].count(start) for at, start in enumerate(starts)]),
        comes_to=np.array(comes_to),
        orders=np.array([factorial(sizes[to] - sizes[start]) for start, to in zip(starts, comes_to, strict=True)]),
        ends=np.array([path in nets for path in branches]),
        terms=np.array([_terms(nets[path], game.dealer_pairs(pack)) if path in nets else none for path in branches]),
        level=np.array(levels),
        of_level=np.array([levels[:at].count(here) for at, here in enumerate(levels)]),
        branch_to=np.array([number.get(path, -1) for path in choices]),
        first=np.cumsum([0, *(len(game.options(path)) for path in choices)]),
        branch=np.array([number.get(path, -1) for path in options]),
        forfeit=np.array([forfeits.get(path, 0) for path in options], np.int64),
    )
    most = [
        max((len(game.options(path)) for path in choices if level[path] == at), default=1) for at in range(last + 1)
    ]
    if max(most) > _MOST_OPTIONS:
        raise Refused(f"a choice between {max(most)} options; {_MOST_OPTIONS} is the most")
    bits = [next(bits for bits in (1, 2, 4, 8) if options <= 1 << bits) for options in most]
    return BoardForm(tree, choices, branches, options, bits)


def _terms(nets: Ints, dealers: int) -> Ints:
    """What showdowns are worth by kind of hand, in the terms of the kernels."""
    lose, tie, win, lost, tied, beaten = nets.T
    qualified = np.array([dealers * lose, win - lose, tie - lose, beaten - win])
    unqualified = np.array([dealers * lose, beaten - lost, tied - lost, lost - lose])
    return np.concatenate((qualified.T, unqualified.T)).astype(np.int64)


def results_of(terms: Ints, dealers: int) -> Ints:
    """How often hands of each row come to each result, from the terms that the kernels count by kind."""
    (met, below, equal, unqualified), (less, lower, same, missing) = (kinds.T for kinds in np.split(terms, 2))
    return np.array(
        [
            dealers * met - below - equal + dealers * less - missing,
            equal,
            below - unqualified,
            missing - lower - same,
            same,
            unqualified + lower,
        ]
    ).T


@cache
def _one_of_each() -> tuple[Ints, Ints]:
    """Every strength, lowest first, and a hand of five cards that has it."""
    hands = hands_from(classes(5).bits, 5)
    found, one_of_each = np.unique(strengths(hands), return_index=True)
    return found, hands[one_of_each]


def hands_of(game: BoardGame) -> Hands:
    """The kinds of hands that a game tells apart."""
    found, _ = _one_of_each()
    number = np.zeros(STRENGTHS, np.uint16)
    number[found] = np.arange(len(found))
    least = 0 if game.qualifier is None else _least_number(game.qualifier)
    kind = game.rows.of_strength[found] + len(game.rows.names) * (np.arange(len(found)) < least)
    return Hands(number, kind.astype(np.uint16), least)


@cache
def _least_number(qualifier: Hand) -> int:
    """The least number of a hand that is as good; what its ranks leave open counts as lowest."""
    _, examples = _one_of_each()
    return [poker_hand([DECK[card] for card in hand]) >= qualifier for hand in examples].index(True)
