"""The shared board family: two own cards, a board turned up in steps with a choice at each, and a dealer's two cards.

method.md says how it counts.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, factorial, lcm
from os import cpu_count
from typing import Final, NamedTuple, TypeVar

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK, Card, refuse_duplicates
from croupier.errors import Refused
from croupier.exact.analysis import Analysis, ReturnRow
from croupier.exact.board.board_places import boards, pair_number, places
from croupier.exact.board.board_showdowns import (
    FIELD,
    TERMS,
    Hands,
    Tree,
    deal_out,
    follow_boards,
    follow_level,
    solve_boards,
    solve_level,
)
from croupier.exact.evaluate import BIT, STRENGTHS, strengths
from croupier.exact.futures import Rows
from croupier.exact.result import Line, Result
from croupier.exact.seen import Pack
from croupier.exact.store import kept, version_of
from croupier.exact.suits import ORDERS, classes, hands_from
from croupier.hands import Hand, poker_hand
from croupier.odds import Pay

BoardPath = tuple[str, ...]
"""The names of the options taken, first to last."""

_OWN: Final = 2
_CORES: Final = cpu_count() or 1
_SHARE: Final = 512
"""How many boards a core takes at a time."""
_MOST_ROOM: Final = 1 << 31
"""In how many bytes at most the cores add up what they find, each by itself."""
_LARGEST: Final = 2**63


@dataclass(frozen=True, slots=True)
class BoardOption:
    """One thing to do at a choice."""

    name: str
    wager: Fraction | int = 0
    """What it adds to the wager, in units."""
    folds: bool = False
    """Whether it ends the hand without a showdown."""


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A choice: how many board cards have been seen, and what one may do."""

    seen: int
    options: tuple[BoardOption, ...]


@dataclass(frozen=True)
class BoardGame:
    """A game of the family. An option that leads to no further choice and does not fold leads to the showdown."""

    choices: Mapping[BoardPath, BoardChoice]
    """By the options taken before; the first choice is that of the empty path."""
    rows: Rows
    settle: Callable[[BoardPath, str, Result], Fraction | int]
    """The net result, in units, of a showdown after those options with a final hand of that row."""
    forfeit: Callable[[BoardPath], Fraction | int]
    """The net result of folding, which is the last option of the path."""
    antes: Fraction | int = 1
    """What is staked before any card is seen, in units."""
    qualifier: Hand | None = None
    """The least hand with which the dealer qualifies; none means always."""
    board: int = 5
    own: int = _OWN
    dealer_cards: int = _OWN

    def __post_init__(self) -> None:
        if (self.own, self.dealer_cards) != (_OWN, _OWN) or not 3 <= self.board <= 5:
            raise Refused(
                f"{self.own} own cards against {self.dealer_cards} on a board of {self.board} cannot be counted; two "
                "against two on a board of three to five can"
            )
        if () not in self.choices:
            raise Refused("a game of the shared board needs a first choice, that of the empty path")
        for path, choice in self.choices.items():
            names = [option.name for option in choice.options]
            if not names or len(set(names)) < len(names):
                raise Refused(f"the options after {path} are {names}; there must be one or more, of different names")
            before = self.choices.get(path[:-1]) if path else None
            leads_here = [option for option in before.options if option.name == path[-1]] if before else []
            if path and not any(not option.folds for option in leads_here):
                raise Refused(f"there is a choice after {path}, but no option that leads to it")
            least = before.seen + 1 if before else 0
            if not least <= choice.seen <= self.board:
                raise Refused(
                    f"the choice after {path} has {choice.seen} board cards seen; it can have {least} to {self.board}"
                )

    def options(self, path: BoardPath) -> tuple[BoardOption, ...]:
        """What one may do after those options, a fold and then the smallest wager first."""
        if path not in self.choices:
            raise Refused(f"there is no choice after {path}; there is one after {', '.join(map(str, self.choices))}")
        return tuple(sorted(self.choices[path].options, key=lambda option: (not option.folds, option.wager)))

    @property
    def endings(self) -> tuple[BoardPath, ...]:
        """The paths that end in a showdown."""
        return tuple(path for path, option in self._taken() if not option.folds and path not in self.choices)

    @property
    def folds(self) -> tuple[BoardPath, ...]:
        """The paths that end in a fold."""
        return tuple(path for path, option in self._taken() if option.folds)

    def _taken(self) -> Iterator[tuple[BoardPath, BoardOption]]:
        for path in self.choices:
            for option in self.options(path):
                yield (*path, option.name), option

    def wager(self, path: BoardPath) -> Fraction:
        """All that is wagered with those options, in units."""
        added = {taken: option.wager for taken, option in self._taken()}
        return Fraction(self.antes + sum(added[path[: length + 1]] for length in range(len(path))))

    def whole_nets(self) -> tuple[dict[BoardPath, Ints], dict[BoardPath, int], int]:
        """The net results by row and result, those of folding, and how many of these whole numbers are a unit."""
        nets = {
            path: [[Fraction(self.settle(path, row, result)) for result in Result] for row in self.rows.names]
            for path in self.endings
        }
        folds = {path: Fraction(self.forfeit(path)) for path in self.folds}
        every = [net for by_row in nets.values() for row in by_row for net in row] + list(folds.values())
        unit = lcm(*(net.denominator for net in every))
        whole = {
            path: np.array([[int(net * unit) for net in row] for row in by_row], object)
            for path, by_row in nets.items()
        }
        return whole, {path: int(net * unit) for path, net in folds.items()}, unit


class Policy(NamedTuple):
    """What to do at a choice, for every board seen and pair of own cards, as `read_choice` reads it."""

    plan: Ints
    """By board, numbered as `find_place` does: the places of the options, in the order of `BoardGame.options`."""
    bits: int
    """How many bits of the plan each pair has."""


class BoardCounts(NamedTuple):
    """How play ends, in equally likely cases: two own cards, the board in order, two of the dealer's."""

    cases: int
    ended: dict[BoardPath, Ints]
    """By row and result."""
    folded: dict[BoardPath, int]

    def check(self) -> None:
        """All cases must have ended."""
        ended = sum(self.folded.values()) + sum(int(counts.sum()) for counts in self.ended.values())
        if ended != self.cases:
            raise ArithmeticError(f"play ends in {ended} of {self.cases} cases")


class _Form(NamedTuple):
    """A game's choices as kernels take them, and the names of what is numbered there."""

    tree: Tree
    choices: list[BoardPath]
    branches: list[BoardPath]
    """The path of each branch; that of the deal to a first choice is empty."""
    options: list[BoardPath]
    bits: int
    """How many bits an option takes in a plan."""

    @property
    def levels(self) -> range:
        """The levels before the last."""
        return range(len(self.tree.sizes) - 1)


def _form(game: BoardGame, pack: Pack) -> _Form:
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
    nets, forfeits, _ = game.whole_nets()
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
        terms=np.array([_terms(nets[path], _dealers(game, pack)) if path in nets else none for path in branches]),
        level=np.array(levels),
        of_level=np.array([levels[:at].count(here) for at, here in enumerate(levels)]),
        branch_to=np.array([number.get(path, -1) for path in choices]),
        first=np.cumsum([0, *(len(game.options(path)) for path in choices)]),
        branch=np.array([number.get(path, -1) for path in options]),
        forfeit=np.array([forfeits.get(path, 0) for path in options], np.int64),
    )
    most = max(len(game.options(path)) for path in choices)
    bits = next((bits for bits in (1, 2, 4, 8) if most <= 1 << bits), None)
    if bits is None:
        raise Refused(f"a choice between {most} options; 256 is the most")
    return _Form(tree, choices, branches, options, bits)


def _terms(nets: Ints, dealers: int) -> Ints:
    """What showdowns are worth by kind of hand, in the terms of the kernels."""
    lose, tie, win, lost, tied, beaten = nets.T
    qualified = np.array([dealers * lose, win - lose, tie - lose, beaten - win])
    unqualified = np.array([dealers * lose, beaten - lost, tied - lost, lost - lose])
    return np.concatenate((qualified.T, unqualified.T)).astype(np.int64)


def _results(terms: Ints, dealers: int) -> Ints:
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


def _hands(game: BoardGame) -> Hands:
    found, examples = _one_of_each()
    number = np.zeros(STRENGTHS, np.uint16)
    number[found] = np.arange(len(found))
    least = 0
    if game.qualifier is not None:
        qualifies = [poker_hand([DECK[card] for card in hand]) >= game.qualifier for hand in examples]
        least = qualifies.index(True)
    kind = game.rows.of_strength[found] + len(game.rows.names) * (np.arange(len(found)) < least)
    return Hands(number, kind, least)


@dataclass(frozen=True)
class BoardSolution:
    """A game solved."""

    game: BoardGame
    pack: Pack
    unit: int
    """How many whole numbers are a unit in the values below."""
    values: Ints
    """What each option of a choice before any board card is seen is worth to each own pair, over all that can follow;
    where the first choice comes later, what the pair is worth."""
    policy: Mapping[BoardPath, Policy]
    counts: BoardCounts

    @property
    def expected_value(self) -> Fraction:
        """The net result per unit, averaged over all cases."""
        return Fraction(sum(self.values.max(axis=0).tolist()), self.unit * self.counts.cases)

    def advise(self, own: Sequence[Card], board: Sequence[Card] = (), path: BoardPath = ()) -> dict[str, Fraction]:
        """What each option is worth, net and in units, with those cards seen and those options taken."""
        refuse_duplicates([*own, *board])
        options, seen = self.game.options(path), self.game.choices[path].seen
        if (len(own), len(board)) != (_OWN, seen):
            raise Refused(
                f"{len(own)} own cards and {len(board)} of the board were given; at the choice after {path} one has "
                f"seen {_OWN} and {seen}"
            )
        missing = [card for card in (*own, *board) if card not in self.pack.deck]
        if missing:
            raise Refused(
                f"the {missing[0].long_name} ({missing[0]}) is not in this deck of {len(self.pack.deck)} cards"
            )
        cases = self.pack.orders(_OWN + len(board), self.game.board - len(board)) * _dealers(self.game, self.pack)
        if not board:
            low, high = sorted(self.pack.deck.index(card) for card in own)
            values = [int(value[pair_number(low, high)]) for value in self.values]
        else:
            values = _LookAhead(self.game, self.pack).values(sorted(own), sorted(board), path)
        return {option.name: Fraction(value, self.unit * cases) for option, value in zip(options, values, strict=True)}

    def analysis(
        self,
        bet: str,
        unit: str,
        line: Callable[[BoardPath, str | None, Result | None], Line] | None = None,
        action: Callable[[BoardPath], str] = lambda path: path[-1],
    ) -> Analysis:
        """The game as a bet, played best.

        `line` names the line of the return table for a showdown after a path with a row and result, and for a fold,
        which has neither; without it there is no such table. `action` names a path among the final actions.
        """
        return analyze_counts(self.game, self.counts, self.expected_value, bet, unit, line, action)


def analyze_counts(
    game: BoardGame,
    counts: BoardCounts,
    expected_value: Fraction,
    bet: str,
    unit: str,
    line: Callable[[BoardPath, str | None, Result | None], Line] | None = None,
    action: Callable[[BoardPath], str] = lambda path: path[-1],
) -> Analysis:
    """How play ends as a bet, whatever the play."""
    outcomes: dict[Fraction, int] = defaultdict(int)
    actions: dict[str, int] = defaultdict(int)
    lines: dict[str, tuple[Pay, int, Fraction]] = {}
    wagered = Fraction(0)
    for path, row, result, count in _in_table_order(game, counts):
        if row is None or result is None:
            net = Fraction(game.forfeit(path))
        else:
            net = Fraction(game.settle(path, row, result))
        actions[action(path)] += count
        wagered += game.wager(path) * count
        if count:
            outcomes[net] += count
            if line is not None:
                name, pays = line(path, row, result)
                _, so_far, returned = lines.get(name, (pays, 0, Fraction(0)))
                lines[name] = pays, so_far + count, returned + net * count
    return Analysis(
        bet=bet,
        unit=unit,
        outcomes={net: Fraction(count, counts.cases) for net, count in sorted(outcomes.items())},
        average_wager=wagered / counts.cases,
        expected_value=expected_value,
        actions={name: Fraction(count, counts.cases) for name, count in actions.items()},
        rows=tuple(
            ReturnRow(name, count, Fraction(count, counts.cases), pays, returned / counts.cases)
            for name, (pays, count, returned) in lines.items()
        ),
        cases=counts.cases,
    )


def _in_table_order(game: BoardGame, counts: BoardCounts) -> Iterator[tuple[BoardPath, str | None, Result | None, int]]:
    """Every ending and how often it comes, in the order of a return table: wins before losses, better hands first."""
    for result in sorted(Result, key=lambda result: (-(result % 3), result)):
        for row, (path, ended) in product(range(len(game.rows.names)), counts.ended.items()):
            yield path, game.rows.names[row], result, int(ended[row, result])
    for path, count in counts.folded.items():
        yield path, None, None, count


def _dealers(game: BoardGame, pack: Pack) -> int:
    """How many pairs the dealer can have when two own cards and the whole board are known."""
    return comb(len(pack.deck) - _OWN - game.board, _OWN)


def _cases(game: BoardGame, pack: Pack) -> int:
    return comb(len(pack.deck), _OWN) * pack.orders(_OWN, game.board) * _dealers(game, pack)


def solve(game: BoardGame, pack: Pack) -> BoardSolution:
    """The best choice with every two own cards, every board seen and every path."""
    if len(pack.deck) < game.board + 2 * _OWN:
        raise Refused(f"a deck of {len(pack.deck)} cards does not give a board of {game.board} and two hands of two")
    form, hands = _form(game, pack), _hands(game)
    nets, folds, unit = game.whole_nets()
    largest = max(abs(net) for net in (*folds.values(), *(net for by_row in nets.values() for net in by_row.flat)))
    if largest * pack.orders(_OWN, game.board) * _dealers(game, pack) * len(places(pack).there) >= _LARGEST:
        raise Refused(f"a net result of {largest // unit:,} units, in parts of 1/{unit}, is more than can be counted")

    def work_out() -> dict[str, Ints]:
        values, plans = _choose_best(form, hands, pack)
        ended, folded = _follow(form, hands, pack, plans)
        told = {"values": values, "ended": ended, "folded": folded}
        return told | {f"plan/{level}": plan for level, plan in enumerate(plans)}

    if pack.whole:
        told_by = hashlib.sha256(repr((form.choices, form.options, form.tree.sizes.tolist(), hands.least)).encode())
        for array in (*form.tree, hands.kind):
            told_by.update(array.tobytes())
        arrays = kept(f"board-{told_by.hexdigest()[:12]}", version_of(__name__), work_out)
    else:
        arrays = work_out()
    plans = [arrays[f"plan/{level}"] for level in range(len(form.tree.sizes))]
    counts = _counts(game, pack, form, arrays["ended"], arrays["folded"])
    return BoardSolution(game, pack, unit, arrays["values"], _policies(form, plans), counts)


def play_out(game: BoardGame, pack: Pack, policy: Mapping[BoardPath, Policy]) -> BoardCounts:
    """How play ends for one who keeps to a policy."""
    form = _form(game, pack)
    plans = [
        np.array([policy[path].plan for path, at in zip(form.choices, form.tree.level, strict=True) if at == level])
        for level in range(len(form.tree.sizes))
    ]
    return _counts(game, pack, form, *_follow(form, _hands(game), pack, plans))


def _policies(form: _Form, plans: list[Ints]) -> dict[BoardPath, Policy]:
    level, at = form.tree.level, form.tree.of_level
    return {path: Policy(plans[level[i]][at[i]], form.bits) for i, path in enumerate(form.choices)}


def _counts(game: BoardGame, pack: Pack, form: _Form, ended: Ints, folded: Ints) -> BoardCounts:
    dealers = _dealers(game, pack)
    counts = BoardCounts(
        _cases(game, pack),
        {path: _results(ended[form.branches.index(path)], dealers) for path in game.endings},
        {path: int(folded[form.options.index(path)]) * dealers for path in game.folds},
    )
    counts.check()
    return counts


def _orders_left(form: _Form, pack: Pack, level: int) -> int:
    """In how many orders the rest of the board can come at a level."""
    seen = int(form.tree.sizes[level])
    return pack.orders(_OWN + seen, int(form.tree.sizes[-1]) - seen)


def _choose_best(form: _Form, hands: Hands, pack: Pack) -> tuple[Ints, list[Ints]]:
    """What options before the board are worth to each pair, and by level the plans of its choices."""
    tree, cards = form.tree, places(pack)
    pairs = len(cards.low)
    width = (pairs * form.bits + 7) // 8
    by_level = [boards(pack, int(size)) for size in tree.sizes]
    plans = [
        np.zeros((tree.level.tolist().count(level), len(bits), width), np.uint8)
        for level, (bits, _) in enumerate(by_level)
    ]
    bits, ways = by_level[-1]
    shares = iter(range(0, len(bits), _SHARE))

    def one_core() -> tuple[Ints, int, int]:
        sums = np.zeros((int(tree.first_sum[-1]), pairs), np.int64)
        own_pairs = errors = 0
        for start in shares:
            end = min(start + _SHARE, len(bits))
            counted, wrong = solve_boards(start, end, bits, ways, cards, hands, tree, form.bits, plans[-1], sums)
            own_pairs, errors = own_pairs + counted, errors + wrong
        return sums, own_pairs, errors

    room = 8 * int(tree.first_sum[-1]) * pairs
    found = _on_cores(one_core, max(1, min(_CORES, _MOST_ROOM // room)))
    sums = found[0][0]
    for more, _, _ in found[1:]:
        sums += more
    board = int(tree.sizes[-1])
    expected = comb(len(pack.deck), board) * comb(len(pack.deck) - board, _OWN)
    if sum(own_pairs for _, own_pairs, _ in found) != expected or any(errors for _, _, errors in found):
        raise ArithmeticError(f"not each of {expected} own pairs beside a board met every dealer pair once")
    dealers = comb(len(pack.deck) - _OWN - board, _OWN)
    for level in reversed(form.levels):
        bits, ways = by_level[level]
        same = _orders_that_keep(bits, len(cards.there))
        left = _orders_left(form, pack, level) * dealers
        if solve_level(level, bits, ways, left, same, cards, tree, form.bits, plans[level], sums):
            raise ArithmeticError(f"with {tree.sizes[level]} board cards seen not every class adds up to its pairs")
    if tree.level[0] > 0:
        return sums[:1].copy(), plans
    folding = np.full(pairs, _orders_left(form, pack, 0) * dealers)
    first = range(tree.first[1])
    worth = [sums[tree.slot[tree.branch[at]]] if tree.branch[at] >= 0 else folding * tree.forfeit[at] for at in first]
    return np.array(worth), plans


T = TypeVar("T")


def _on_cores(work: Callable[[], T], cores: int) -> list[T]:
    with ThreadPoolExecutor(cores) as pool:
        return [core.result() for core in [pool.submit(work) for _ in range(cores)]]


def _orders_that_keep(bits: Ints, orders: int) -> Ints:
    """For each board, which orders of the suits leave it as it is, as set bits."""
    same = np.ones(len(bits), np.int64)
    suits = [bits >> 16 * suit & 0x1FFF for suit in range(4)]
    for number, order in enumerate(ORDERS[:orders]):
        moved = np.zeros_like(bits)
        for suit, to in zip(suits, order.tolist(), strict=True):
            moved |= suit << 16 * to
        same |= (moved == bits).astype(np.int64) << number
    return same


def _follow(form: _Form, hands: Hands, pack: Pack, plans: Sequence[Ints]) -> tuple[Ints, Ints]:
    """How many cases end by each branch in each row and result, and by each option that folds."""
    tree, cards = form.tree, places(pack)
    words = (len(form.branches) + FIELD - 1) // FIELD
    leaving = np.zeros((int(tree.first_board[-1]), words, len(cards.low)), np.int64)
    folded = np.zeros(len(form.options), np.int64)
    if form.branches[0] == ():
        leaving[0, 0] = tree.orders[0]
    for level in form.levels:
        bits, ways = boards(pack, int(tree.sizes[level]))
        left = _orders_left(form, pack, level)
        follow_level(level, bits, ways, left, cards, tree, form.bits, plans[level], leaving, folded)
    bits, ways = boards(pack, int(tree.sizes[-1]))
    shares = iter(range(0, len(bits), _SHARE))

    def one_core() -> tuple[Ints, Ints]:
        mine = np.zeros(tree.terms.shape, np.int64), np.zeros_like(folded)
        for start in shares:
            end = min(start + _SHARE, len(bits))
            follow_boards(start, end, bits, ways, cards, hands, tree, form.bits, plans[-1], leaving, *mine)
        return mine

    found = _on_cores(one_core, _CORES)
    ended = np.sum([ended for ended, _ in found], axis=0)
    return ended, folded + np.sum([more for _, more in found], axis=0)


class _LookAhead:
    """What options are worth with a board seen, found by dealing out all that can follow."""

    def __init__(self, game: BoardGame, pack: Pack) -> None:
        self.game, self.pack = game, pack
        self.hands, self.places = _hands(game), places(pack)
        self.nets, self.forfeits, _ = game.whole_nets()

    def values(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> list[int]:
        """The options' values, over every order of the rest of the board and every pair of the dealer's."""
        game, more = self.game, self.game.board - len(board)
        orders = self.pack.orders(_OWN + len(board), more) * _dealers(game, self.pack)
        values = []
        for option in game.options(path):
            then = (*path, option.name)
            if option.folds:
                values.append(self.forfeits[then] * orders)
            elif then not in game.choices:
                values.append(factorial(more) * sum(self._showdowns(own, board, then)))
            elif game.choices[then].seen == game.board:
                values.append(factorial(more) * sum(self._last_choice(own, board, then)))
            else:
                values.append(self._next_choice(own, board, then))
        return values

    def _next_choice(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> int:
        more = self.game.choices[path].seen - len(board)
        left = [card for card in self.pack.deck if card not in own and card not in board]
        best = (max(self.values(own, [*board, *cards], path)) for cards in combinations(left, more))
        return factorial(more) * sum(best)

    def _last_choice(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> list[int]:
        """The best that can be done on each whole board."""
        dealers = _dealers(self.game, self.pack)
        ways = comb(len(self.pack.deck) - _OWN - len(board), self.game.board - len(board))
        tried = []
        for option in self.game.options(path):
            then = (*path, option.name)
            folding = option.folds
            tried.append([self.forfeits[then] * dealers] * ways if folding else self._showdowns(own, board, then))
        return [max(values) for values in zip(*tried, strict=True)]

    def _showdowns(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> list[int]:
        """What a showdown after those options is worth on each whole board, over the dealer's pairs."""
        more = self.game.board - len(board)
        ways = comb(len(self.pack.deck) - _OWN - len(board), more)
        kinds, counts = np.zeros(ways, np.int64), np.zeros((ways, len(Result)), np.int64)
        at = np.array([self.pack.deck.index(card) for card in own])
        seen = int(sum(BIT[card] for card in board))
        deal_out(at, seen, more, self.places, self.hands, kinds, counts)
        nets = self.nets[path].astype(np.int64)
        worth: list[int] = (nets[kinds % len(nets)] * counts).sum(axis=1).tolist()
        return worth
