"""The sweeps over all boards: from the last choice to the first what is best, and back to the end what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import comb
from os import cpu_count
from typing import Final, TypeVar

import numpy as np

from croupier.arrays import Ints
from croupier.exact.board.board_branches import FIELD, follow_boards, follow_level, solve_boards, solve_level
from croupier.exact.board.board_game import OWN
from croupier.exact.board.board_places import boards, places
from croupier.exact.board.board_showdowns import Hands
from croupier.exact.board.board_tree import BoardForm
from croupier.exact.hand_counts.suits import ORDERS
from croupier.exact.seen import Pack

_Found = TypeVar("_Found")

CORES: Final = cpu_count() or 1
SHARE: Final = 512
"""How many boards a core takes at a time."""
_MOST_ROOM: Final = 1 << 31
"""In how many bytes at most the cores add up what they find, each by itself."""


def orders_left(form: BoardForm, pack: Pack, level: int) -> int:
    """In how many orders the rest of the board can come at a level."""
    seen = int(form.tree.sizes[level])
    return pack.orders(OWN + seen, int(form.tree.sizes[-1]) - seen)


def choose_best(form: BoardForm, hands: Hands, pack: Pack) -> tuple[Ints, list[Ints]]:
    """What options before the board are worth to each pair, and by level the plans of its choices."""
    sums, plans = branch_sums(form, hands, pack)
    tree = form.tree
    if tree.level[0] > 0:
        return sums[:1].copy(), plans
    folding = np.full(sums.shape[1], orders_left(form, pack, 0) * dealer_pairs(form, pack))
    first = range(tree.first[1])
    worth = [sums[tree.slot[tree.branch[at]]] if tree.branch[at] >= 0 else folding * tree.forfeit[at] for at in first]
    return np.array(worth), plans


def dealer_pairs(form: BoardForm, pack: Pack) -> int:
    """How many pairs the dealer can have beside a whole board and two own cards."""
    return comb(len(pack.deck) - OWN - int(form.tree.sizes[-1]), OWN)


def branch_sums(form: BoardForm, hands: Hands, pack: Pack) -> tuple[Ints, list[Ints]]:
    """What each branch is worth to each pair beside each board where it starts, and by level the best plans."""
    tree, cards = form.tree, places(pack)
    pairs = len(cards.low)
    by_level = [boards(pack, int(size)) for size in tree.sizes]
    plans = [
        np.zeros((tree.level.tolist().count(level), len(bits), (pairs * form.bits[level] + 7) // 8), np.uint8)
        for level, (bits, _) in enumerate(by_level)
    ]
    bits, ways = by_level[-1]
    shares = iter(range(0, len(bits), SHARE))

    def one_core() -> tuple[Ints, int, int]:
        sums = np.zeros((int(tree.first_sum[-1]), pairs), np.int64)
        own_pairs = errors = 0
        for start in shares:
            end = min(start + SHARE, len(bits))
            counted, wrong = solve_boards(start, end, bits, ways, cards, hands, tree, form.bits[-1], plans[-1], sums)
            own_pairs, errors = own_pairs + counted, errors + wrong
        return sums, own_pairs, errors

    room = 8 * int(tree.first_sum[-1]) * pairs
    found = on_cores(one_core, max(1, min(CORES, _MOST_ROOM // room)))
    sums = found[0][0]
    for more, _, _ in found[1:]:
        sums += more
    board = int(tree.sizes[-1])
    expected = comb(len(pack.deck), board) * comb(len(pack.deck) - board, OWN)
    if sum(own_pairs for _, own_pairs, _ in found) != expected or any(errors for _, _, errors in found):
        raise ArithmeticError(f"not each of {expected} own pairs beside a board met every dealer pair once")
    dealers = dealer_pairs(form, pack)
    for level in reversed(form.levels):
        bits, ways = by_level[level]
        same = orders_that_keep(bits, len(cards.there))
        left = orders_left(form, pack, level) * dealers
        if solve_level(level, bits, ways, left, same, cards, tree, form.bits[level], plans[level], sums):
            raise ArithmeticError(f"with {tree.sizes[level]} board cards seen not every class adds up to its pairs")
    return sums, plans


def on_cores(work: Callable[[], _Found], cores: int) -> list[_Found]:
    """What so many cores find that all do the same work, sharing it among them."""
    with ThreadPoolExecutor(cores) as pool:
        return [core.result() for core in [pool.submit(work) for _ in range(cores)]]


def orders_that_keep(bits: Ints, orders: int) -> Ints:
    """For each board, which orders of the suits leave it as it is, as set bits."""
    same = np.ones(len(bits), np.int64)
    suits = [bits >> 16 * suit & 0x1FFF for suit in range(4)]
    for number, order in enumerate(ORDERS[:orders]):
        moved = np.zeros_like(bits)
        for suit, to in zip(suits, order.tolist(), strict=True):
            moved |= suit << 16 * to
        same |= (moved == bits).astype(np.int64) << number
    return same


def follow(form: BoardForm, hands: Hands, pack: Pack, plans: Sequence[Ints]) -> tuple[Ints, Ints]:
    """How many cases end by each branch in each row and result, and by each option that folds."""
    together = np.zeros(len(places(pack).low), np.int64)
    ended, folded = _followed(form, hands, pack, plans, together, leave(form, pack, plans))
    return ended[0], folded[0]


def follow_each(form: BoardForm, hands: Hands, pack: Pack, plans: Sequence[Ints]) -> tuple[Ints, Ints, Ints]:
    """The same by own pairs, for every option of a choice before the board as if it were always taken.

    Pairs that orders of the suits exchange are counted together: the third array has the number of each pair's group.
    What follows after different options ends by different branches, so that one sweep counts all of them.
    """
    _, group = np.unique(places(pack).there.min(axis=0), return_inverse=True)
    leaving, folded = leave(form, pack, plans, group, every=True)
    return *_followed(form, hands, pack, plans, group, (leaving, folded)), group


def _followed(
    form: BoardForm, hands: Hands, pack: Pack, plans: Sequence[Ints], group: Ints, left: tuple[Ints, Ints]
) -> tuple[Ints, Ints]:
    tree, cards = form.tree, places(pack)
    leaving, folded = left
    bits, ways = boards(pack, int(tree.sizes[-1]))
    shares = iter(range(0, len(bits), SHARE))

    def one_core() -> tuple[Ints, Ints]:
        mine = np.zeros((len(folded), *tree.terms.shape), np.int64), np.zeros_like(folded)
        for start in shares:
            end = min(start + SHARE, len(bits))
            follow_boards(start, end, bits, ways, cards, hands, tree, form.bits[-1], plans[-1], leaving, group, *mine)
        return mine

    found = on_cores(one_core, CORES)
    ended = np.sum([ended for ended, _ in found], axis=0)
    return ended, folded + np.sum([more for _, more in found], axis=0)


def leave(
    form: BoardForm, pack: Pack, plans: Sequence[Ints], group: Ints | None = None, *, every: bool = False
) -> tuple[Ints, Ints]:
    """Before the last level: how often each branch is taken from where, and how many cases of each group of own pairs
    fold by each option; with every option of a choice before the board taken at once, if that is asked for.
    """
    tree, cards = form.tree, places(pack)
    words = (len(form.branches) + FIELD - 1) // FIELD
    group = np.zeros(len(cards.low), np.int64) if group is None else group
    leaving = np.zeros((int(tree.first_board[-1]), words, len(cards.low)), np.int64)
    folded = np.zeros((int(group.max()) + 1, len(form.options)), np.int64)
    if form.branches[0] == ():
        leaving[0, 0] = tree.orders[0]
    for level in form.levels:
        if every and level == 0:
            for branch in np.flatnonzero(tree.starts == 0):
                leaving[0, branch // FIELD] |= tree.orders[branch] << FIELD * (branch % FIELD)
            continue
        bits, ways = boards(pack, int(tree.sizes[level]))
        left = orders_left(form, pack, level)
        follow_level(level, bits, ways, left, cards, tree, form.bits[level], plans[level], leaving, group, folded)
    return leaving, folded
