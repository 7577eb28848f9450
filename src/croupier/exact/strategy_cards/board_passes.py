"""The passes over all boards that strategy cards need: what answers give away by mark, and what comes of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import cpu_count
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.exact.board.board_branches import (
    FIELD,
    Tree,
    arrived,
    collect,
    count_ending,
    pairs_beside,
    value_showdowns,
)
from croupier.exact.board.board_places import Places, boards, places
from croupier.exact.board.board_showdowns import Hands, count_dealers, rank_pairs, room_for
from croupier.exact.board.board_sweeps import dealer_pairs, leave, on_cores, orders_left
from croupier.exact.board.board_tree import BoardForm
from croupier.exact.seen import Pack
from croupier.exact.store import inner_kernel, kept, kernel, version_of
from croupier.exact.strategy_cards.board_marks import EMPTY, Marks, find_slot, mark_pairs, numbered

_CORES: Final = cpu_count() or 1
_SHARE: Final = 512
_MOST_MARKS: Final = 1 << 20


def _shares(count: int) -> Iterator[tuple[int, int]]:
    """Stretches of boards, from which several cores may take."""
    return iter([(start, min(start + _SHARE, count)) for start in range(0, count, _SHARE)])


def marks_beside(pack: Pack, size: int, whole: bool) -> Ints:
    """The different marks of all pairs beside boards of a size, ascending."""
    bits, _ = boards(pack, size)

    def find() -> dict[str, Ints]:
        slots = np.full(_MOST_MARKS, EMPTY, np.int64)
        if _find_marks(bits, whole, places(pack), slots) > _MOST_MARKS // 2:
            raise ArithmeticError("there are more marks than there is room for")
        return {"marks": np.sort(slots[slots >= 0])}

    return kept(f"board-marks-{size}-{whole}", version_of(__name__), find)["marks"] if pack.whole else find()["marks"]


@kernel
def _find_marks(bits: Ints, whole: bool, places: Places, slots: Ints) -> int:
    marks, pairs = np.zeros(len(places.low), np.int64), np.empty(len(places.low), np.uint16)
    found = 0
    for board in range(len(bits)):
        mark_pairs(bits[board], whole, places, marks)
        for pair in pairs[: pairs_beside(bits[board], places, pairs)]:
            slot = find_slot(slots, marks[pair])
            if slots[slot] == EMPTY:
                slots[slot] = marks[pair]
                found += 1
                if found > len(slots) // 2:
                    return found
    return found


def plan_by_marks(form: BoardForm, pack: Pack, level: int, marks: Marks, taken: Ints) -> Ints:
    """The plan of the choices of a level for one who goes by marks, the same for each choice."""
    bits, _ = boards(pack, int(form.tree.sizes[level]))
    cards, width = places(pack), form.bits[level]
    plan = np.zeros((len(bits), (len(cards.low) * width + 7) // 8), np.uint8)
    _write_plan(bits, level == len(form.tree.sizes) - 1, cards, marks, taken, width, plan)
    return np.array([plan] * form.tree.level.tolist().count(level))


@kernel
def _write_plan(
    bits: Ints, whole: bool, places: Places, marks: Marks, taken: Ints, bits_per_choice: int, plan: Ints
) -> None:
    here, pairs = np.zeros(len(places.low), np.int64), np.empty(len(places.low), np.uint16)
    for board in range(len(bits)):
        mark_pairs(bits[board], whole, places, here)
        for pair in pairs[: pairs_beside(bits[board], places, pairs)]:
            place = taken[marks.number[find_slot(marks.mark, here[pair])]]
            plan[board, pair * bits_per_choice >> 3] |= place << (pair * bits_per_choice & 7)


def regrets(
    form: BoardForm, hands: Hands, pack: Pack, marks: Sequence[Marks | None], sums: Ints, plans: Sequence[Ints]
) -> list[Ints]:
    """By level, option and mark: what it gives away for one who keeps to the plans before the last level.

    In whole numbers, over all cases. Levels without a choice have none.
    """
    tree, cards, last = form.tree, places(pack), len(form.tree.sizes) - 1
    leaving, _ = leave(form, pack, plans)
    options = np.diff(tree.first)
    lost = [
        np.zeros((int(options[tree.level == level].max(initial=0)), len(of.mark) if of else 0), np.int64)
        for level, of in enumerate(marks)
    ]
    for level in form.levels:
        of = marks[level]
        if of is not None:
            bits, ways = boards(pack, int(tree.sizes[level]))
            left = orders_left(form, pack, level) * dealer_pairs(form, pack)
            _regret_level(level, bits, ways, left, cards, tree, sums, leaving, of, lost[level])
    of = marks[last]
    if of is not None:
        bits, ways = boards(pack, int(tree.sizes[last]))
        shares = _shares(len(bits))

        def one_core() -> Ints:
            mine = np.zeros_like(lost[last])
            for start, end in shares:
                _regret_boards(start, end, bits, ways, cards, hands, tree, leaving, of, mine)
            return mine

        lost[last] = np.asarray(np.sum(on_cores(one_core, _CORES), axis=0))
    return [
        here[:, np.flatnonzero(of.mark >= 0)[np.argsort(of.number[of.mark >= 0])]] if of else here
        for here, of in zip(lost, marks, strict=True)
    ]


@kernel
def _regret_level(
    level: int,
    bits: Ints,
    ways: Ints,
    orders: int,
    places: Places,
    tree: Tree,
    sums: Ints,
    leaving: Ints,
    marks: Marks,
    lost: Ints,
) -> None:
    here, pairs = np.zeros(len(places.low), np.int64), np.empty(len(places.low), np.uint16)
    arriving, worth = np.zeros((leaving.shape[1], len(places.low)), np.int64), np.zeros(len(lost), np.int64)
    for board in range(len(bits)):
        collect(bits[board], level, places, tree, leaving, arriving)
        mark_pairs(bits[board], False, places, here)
        found = pairs_beside(bits[board], places, pairs)
        first = tree.first_sum[level] + board * tree.starting[level]
        for choice in range(len(tree.level)):
            if tree.level[choice] != level:
                continue
            for pair in pairs[:found]:
                came = 1 if tree.branch_to[choice] < 0 else arrived(arriving, tree.branch_to[choice], pair)
                if came == 0:
                    continue
                options = tree.first[choice + 1] - tree.first[choice]
                for place in range(options):
                    option = tree.first[choice] + place
                    branch = tree.branch[option]
                    worth[place] = (
                        sums[first + tree.slot[branch], pair] if branch >= 0 else tree.forfeit[option] * orders
                    )
                _add_regrets(worth[:options], came * ways[board], lost[:, find_slot(marks.mark, here[pair])])


@inner_kernel
def _add_regrets(worth: Ints, came: int, lost: Ints) -> None:
    best = worth.max()
    for place in range(len(worth)):
        lost[place] += (best - worth[place]) * came


@kernel
def _regret_boards(
    start: int,
    end: int,
    bits: Ints,
    ways: Ints,
    places: Places,
    hands: Hands,
    tree: Tree,
    leaving: Ints,
    marks: Marks,
    lost: Ints,
) -> None:
    last = len(tree.sizes) - 1
    ranked, scratch = room_for(places)
    values = np.zeros((len(tree.starts), len(places.low)), np.int64)
    here = np.zeros(len(places.low), np.int64)
    arriving, worth = np.zeros((leaving.shape[1], len(places.low)), np.int64), np.zeros(len(lost), np.int64)
    cards = len(places.deck) - 2 - tree.sizes[last]
    dealers = cards * (cards - 1) // 2
    for board in range(start, end):
        pairs = rank_pairs(bits[board], places, hands, ranked, scratch)
        count_dealers(pairs, places, hands.least, ranked, scratch)
        collect(bits[board], last, places, tree, leaving, arriving)
        mark_pairs(bits[board], True, places, here)
        for branch in range(len(tree.starts)):
            if tree.ends[branch] and tree.starts[branch] == last:
                value_showdowns(pairs, ranked, hands.kind, tree.terms[branch], values[branch])
        for choice in range(len(tree.level)):
            if tree.level[choice] != last:
                continue
            first, options = tree.first[choice], tree.first[choice + 1] - tree.first[choice]
            for pair in ranked.pair[:pairs]:
                came = arrived(arriving, tree.branch_to[choice], pair) * ways[board]
                if came == 0:
                    continue
                for place in range(options):
                    branch = tree.branch[first + place]
                    worth[place] = values[branch, pair] if branch >= 0 else tree.forfeit[first + place] * dealers
                _add_regrets(worth[:options], came, lost[:, find_slot(marks.mark, here[pair])])


def follow_cards(
    form: BoardForm, hands: Hands, pack: Pack, marks: Sequence[Marks | None], taken: Sequence[Sequence[Ints]]
) -> tuple[Ints, Ints]:
    """For each card, by level and mark the options that it takes: how its cases end, as `follow` tells it."""
    tree, cards, last = form.tree, places(pack), len(form.tree.sizes) - 1
    early: dict[bytes, int] = {}
    folded_early, of_card = [], []
    coming = np.flatnonzero((tree.starts < last) & (tree.comes_to == last))
    words: list[Ints] = []
    for of in taken:
        key = b"/".join(places.tobytes() for places in of[:last])
        if key not in early:
            leaving, folded = leave(form, pack, early_plans(form, pack, marks, of))
            for at, branch in enumerate(coming.tolist(), len(early) * len(coming)):
                if at % FIELD == 0:
                    words.append(np.zeros((len(leaving), len(cards.low)), np.int64))
                words[-1] |= _orders_by(leaving, branch) << FIELD * (at % FIELD)
            folded_early.append(folded[0])
            early[key] = len(early)
        of_card.append(early[key])
    leaving, at_end = np.stack(words, axis=1), marks[last] or numbered(())
    chosen = np.array([of[last] if marks[last] else np.zeros(0, np.int64) for of in taken], np.uint8)
    bits, ways = boards(pack, int(tree.sizes[last]))
    shares, which = _shares(len(bits)), np.array(of_card)

    def one_core() -> tuple[Ints, Ints]:
        mine = np.zeros((len(taken), *tree.terms.shape), np.int64), np.zeros((len(taken), len(form.options)), np.int64)
        for start, end in shares:
            _follow_boards(start, end, bits, ways, cards, hands, tree, leaving, coming, which, at_end, chosen, *mine)
        return mine

    found = on_cores(one_core, _CORES)
    ended, folded = (np.sum([of[part] for of in found], axis=0) for part in range(2))
    return ended, folded + np.array([folded_early[at] for at in of_card])


def _orders_by(leaving: Ints, branch: int) -> Ints:
    """How many orders leave each board and pair by a branch."""
    return np.asarray(leaving[:, branch // FIELD] >> FIELD * (branch % FIELD) & (1 << FIELD) - 1)


def early_plans(form: BoardForm, pack: Pack, marks: Sequence[Marks | None], taken: Sequence[Ints]) -> list[Ints]:
    """The plans before the last level of one who takes these options, by level and mark."""
    return [
        np.zeros((0, 1, 1), np.uint8)
        if here is None
        else plan_by_marks(form, pack, level, here, taken[level].astype(np.uint8))
        for level, here in enumerate(marks[:-1])
    ]


@kernel
def _follow_boards(
    start: int,
    end: int,
    bits: Ints,
    ways: Ints,
    places: Places,
    hands: Hands,
    tree: Tree,
    leaving: Ints,
    coming: Ints,
    of_card: Ints,
    marks: Marks,
    chosen: Ints,
    ended: Ints,
    folded: Ints,
) -> None:
    """Follow cards to the end on some whole boards, those that are alike before the last level from one count.

    The orders by which each of them comes to a board, by each branch that comes to the last level, are up to eight in
    one number, so that they are collected together.
    """
    last = len(tree.sizes) - 1
    ranked, scratch = room_for(places)
    here, number = np.zeros(len(places.low), np.int64), np.zeros(len(places.low), np.int64)
    arriving = np.zeros(leaving.shape[1:], np.int64)
    choice_at = np.full(len(tree.starts), -1, np.int64)
    for choice in range(len(tree.level)):
        if tree.level[choice] == last:
            choice_at[tree.branch_to[choice]] = choice
    for board in range(start, end):
        pairs = rank_pairs(bits[board], places, hands, ranked, scratch)
        count_dealers(pairs, places, hands.least, ranked, scratch)
        collect(bits[board], last, places, tree, leaving, arriving)
        if chosen.shape[1]:
            mark_pairs(bits[board], True, places, here)
            for pair in ranked.pair[:pairs]:
                number[pair] = marks.number[find_slot(marks.mark, here[pair])]
        for at in range(len(coming)):
            branch = coming[at]
            choice = choice_at[branch]
            for card in range(len(of_card)):
                for i in range(pairs):
                    pair, ending = ranked.pair[i], branch
                    came = arrived(arriving, of_card[card] * len(coming) + at, pair) * ways[board]
                    if came == 0:
                        continue
                    if choice >= 0:
                        option = tree.first[choice] + chosen[card, number[pair]]
                        ending = tree.branch[option]
                        if ending < 0:
                            folded[card, option] += came
                            continue
                    count_ending(came, i, ranked, ended[card, ending, hands.kind[ranked.strength[i]]])
