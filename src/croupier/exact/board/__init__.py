"""The shared board family: two own cards, a board turned up in steps with a choice at each, and a dealer's two cards.

method.md says how it counts.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card, refuse_duplicates
from croupier.errors import Refused
from croupier.exact.analysis import Analysis, ReturnRow
from croupier.exact.board.board_branches import read_choice
from croupier.exact.board.board_game import OWN
from croupier.exact.board.board_game import BoardChoice as BoardChoice
from croupier.exact.board.board_game import BoardGame as BoardGame
from croupier.exact.board.board_game import BoardOption as BoardOption
from croupier.exact.board.board_game import BoardPath as BoardPath
from croupier.exact.board.board_look_ahead import BoardEnds, BoardLookAhead
from croupier.exact.board.board_places import find_place, pair_number, places
from croupier.exact.board.board_showdowns import Hands
from croupier.exact.board.board_sweeps import choose_best, follow, follow_each
from croupier.exact.board.board_tree import BoardForm, form_of, hands_of, results_of
from croupier.exact.hand_counts.evaluate import BIT
from croupier.exact.prospects import Prospect, prospect
from croupier.exact.result import Line, Result
from croupier.exact.seen import Pack
from croupier.exact.store import kept, version_of
from croupier.odds import Pay

_LARGEST: Final = 2**63

BoardLine = Callable[[BoardPath, str | None, Result | None], Line]
"""Names the line of the return table for a showdown after a path with a row and result, or for a fold with neither."""


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
        self._refuse(own, board, path)
        options = self.game.options(path)
        cases = self.pack.orders(OWN + len(board), self.game.board - len(board)) * self.game.dealer_pairs(self.pack)
        if not board:
            low, high = sorted(self.pack.deck.index(card) for card in own)
            values = [int(value[pair_number(low, high)]) for value in self.values]
        else:
            values = BoardLookAhead(self.game, self.pack).values(sorted(own), sorted(board), path)
        return {option.name: Fraction(value, self.unit * cases) for option, value in zip(options, values, strict=True)}

    def takes(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath = ()) -> int:
        """The place of the best option among those after a path."""
        plan, bits = self.policy[path]
        low, high = sorted(self.pack.deck.index(card) for card in own)
        number, pair = self.pack.number(board) if board else 0, pair_number(low, high)
        if self.pack.whole:
            number, pair = find_place(low, high, int(sum(BIT[card] for card in board)))
        return int(read_choice(plan[number], bits, pair))

    def leads_to(
        self, own: Sequence[Card], board: Sequence[Card], path: BoardPath, line: BoardLine
    ) -> dict[str, Prospect]:
        """Every ending of each option, with the best choices after it; `line` names it as for `analysis`."""
        self._refuse(own, board, path)
        game, names = self.game, [option.name for option in self.game.options(path)]
        ahead = BoardLookAhead(game, self.pack)
        found = ahead.ends(sorted(own), sorted(board), path) if board else self._ends_before_the_board(own)
        return {name: self._told(ends, line) for name, ends in zip(names, found, strict=True)}

    def _ends_before_the_board(self, own: Sequence[Card]) -> list[BoardEnds]:
        """How each option ends, over own pairs that are alike, every order of the board and every pair of the dealer's:
        there are too many boards to deal out for one pair, but one sweep counts all pairs, and is kept.
        """
        game, pack, form, hands = self.game, self.pack, form_of(self.game, self.pack), hands_of(self.game)

        def work_out() -> dict[str, Ints]:
            ended, folded, group = follow_each(form, hands, pack, _plans(form, self.policy))
            return {"ended": ended, "folded": folded, "group": group}

        arrays = kept(_name(form, hands, "ends"), version_of(__name__), work_out) if pack.whole else work_out()
        low, high = sorted(pack.deck.index(card) for card in own)
        of, dealers = arrays["group"][pair_number(low, high)], game.dealer_pairs(pack)
        cases = int((arrays["group"] == of).sum()) * pack.orders(OWN, game.board) * dealers
        found: list[BoardEnds] = []
        for option in game.options(()):
            first = (option.name,)
            ends: BoardEnds = {first: np.full((1, 1), cases)} if option.folds else {}
            for path in (path for path in game.endings if path[:1] == first):
                ends[path] = results_of(arrays["ended"][of, form.branches.index(path)], dealers)
            for path in (path for path in game.folds if path[:1] == first and path != first):
                ends[path] = np.full((1, 1), arrays["folded"][of, form.options.index(path)] * dealers)
            if (counted := sum(int(counts.sum()) for counts in ends.values())) != cases:
                raise ArithmeticError(f"{option.name} ends in {counted} of {cases} cases")
            found.append(ends)
        return found

    def _told(self, found: BoardEnds, line: BoardLine) -> Prospect:
        game, lines = self.game, list[tuple[str, Fraction | int, int]]()
        for path, counts in found.items():
            if path in game.folds:
                lines.append((line(path, None, None)[0], game.forfeit(path), int(counts.sum())))
                continue
            for row, result in product(game.rows.names, game.results):
                count = int(counts[game.rows.names.index(row), result])
                if count:
                    lines.append((line(path, row, result)[0], game.settle(path, row, result), count))
        return prospect(lines)

    def _refuse(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> None:
        """Refuse cards that are not those of a choice."""
        refuse_duplicates([*own, *board])
        seen = self.game.choices[path].seen if self.game.options(path) else 0
        if (len(own), len(board)) != (OWN, seen):
            raise Refused(
                f"{len(own)} own cards and {len(board)} of the board were given; at the choice after {path} one has "
                f"seen {OWN} and {seen}"
            )
        missing = [card for card in (*own, *board) if card not in self.pack.deck]
        if missing:
            raise Refused(
                f"the {missing[0].long_name} ({missing[0]}) is not in this deck of {len(self.pack.deck)} cards"
            )

    def analysis(
        self,
        bet: str,
        unit: str,
        line: BoardLine | None = None,
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
    line: BoardLine | None = None,
    action: Callable[[BoardPath], str] = lambda path: path[-1],
) -> Analysis:
    """How play ends as a bet, whatever the play."""
    outcomes: dict[Fraction, int] = defaultdict(int)
    actions: dict[str, int] = defaultdict(int)
    lines: dict[str, tuple[Pay, int, Fraction]] = {}
    ended = {path: int(results.sum()) for path, results in counts.ended.items()} | counts.folded
    for path, count in ended.items():
        actions[action(path)] += count
    for path, row, result, count in _in_table_order(game, counts):
        net = Fraction(game.forfeit(path) if row is None or result is None else game.settle(path, row, result))
        outcomes[net] += count
        if line is not None:
            name, pays = line(path, row, result)
            _, so_far, returned = lines.get(name, (pays, 0, Fraction(0)))
            lines[name] = pays, so_far + count, returned + net * count
    return Analysis(
        bet=bet,
        unit=unit,
        outcomes={net: Fraction(count, counts.cases) for net, count in sorted(outcomes.items())},
        average_wager=sum((game.wager(path) * count for path, count in ended.items()), Fraction(0)) / counts.cases,
        expected_value=expected_value,
        actions={name: Fraction(count, counts.cases) for name, count in actions.items()},
        rows=tuple(
            ReturnRow(name, count, Fraction(count, counts.cases), pays, returned / counts.cases)
            for name, (pays, count, returned) in lines.items()
        ),
        cases=counts.cases,
    )


def _in_table_order(game: BoardGame, counts: BoardCounts) -> Iterator[tuple[BoardPath, str | None, Result | None, int]]:
    """The endings there are and how often they come, as in a return table: wins before losses, better hands first."""
    for result in sorted(game.results, key=lambda result: (-(result % 3), result)):
        for row, (path, ended) in product(range(len(game.rows.names)), counts.ended.items()):
            if ended[row, result]:
                yield path, game.rows.names[row], result, int(ended[row, result])
    for path, count in counts.folded.items():
        if count:
            yield path, None, None, count


def solve(game: BoardGame, pack: Pack) -> BoardSolution:
    """The best choice with every two own cards, every board seen and every path."""
    if len(pack.deck) < game.board + 2 * OWN:
        raise Refused(f"a deck of {len(pack.deck)} cards does not give a board of {game.board} and two hands of two")
    _, _, unit = game.whole_nets
    orders = pack.orders(OWN, game.board) * game.dealer_pairs(pack) * len(places(pack).there)
    if game.largest_net * orders >= _LARGEST:
        raise Refused(
            f"a net result of {game.largest_net // unit:,} units, in parts of 1/{unit}, is more than can be counted"
        )
    form, hands = form_of(game, pack), hands_of(game)

    def work_out() -> dict[str, Ints]:
        values, plans = choose_best(form, hands, pack)
        ended, folded = follow(form, hands, pack, plans)
        told = {"values": values, "ended": ended, "folded": folded}
        return told | {f"plan/{level}": plan for level, plan in enumerate(plans)}

    arrays = kept(_name(form, hands), version_of(__name__), work_out) if pack.whole else work_out()
    plans = [arrays[f"plan/{level}"] for level in range(len(form.tree.sizes))]
    counts = counts_of(game, pack, form, arrays["ended"], arrays["folded"])
    return BoardSolution(game, pack, unit, arrays["values"], _policies(form, plans), counts)


def play_out(game: BoardGame, pack: Pack, policy: Mapping[BoardPath, Policy]) -> BoardCounts:
    """How play ends for one who keeps to a policy."""
    form = form_of(game, pack)
    return counts_of(game, pack, form, *follow(form, hands_of(game), pack, _plans(form, policy)))


def _plans(form: BoardForm, policy: Mapping[BoardPath, Policy]) -> list[Ints]:
    """A policy by level, as the kernels take it."""
    plans = [np.zeros((0, 1, 1), np.uint8) for _ in form.tree.sizes]
    for level in set(form.tree.level.tolist()):
        here = [path for path, at in zip(form.choices, form.tree.level, strict=True) if at == level]
        plans[level] = np.array([policy[path].plan for path in here])
    return plans


def _name(form: BoardForm, hands: Hands, of: str = "") -> str:
    """The name under which something of a game is kept: another for another game."""
    told_by = hashlib.sha256(repr((form.choices, form.options, form.tree.sizes.tolist(), hands.least)).encode())
    for array in (*form.tree, hands.kind):
        told_by.update(array.tobytes())
    return f"board-{of}{'-' if of else ''}{told_by.hexdigest()[:12]}"


def mean(game: BoardGame, counts: BoardCounts) -> Fraction:
    """The net result per unit, averaged over all cases."""
    nets, folds, unit = game.whole_nets
    total = sum(folds[path] * count for path, count in counts.folded.items())
    total += sum(int((nets[path] * ended).sum()) for path, ended in counts.ended.items())
    return Fraction(total, unit * counts.cases)


def _policies(form: BoardForm, plans: list[Ints]) -> dict[BoardPath, Policy]:
    level, at = form.tree.level, form.tree.of_level
    return {path: Policy(plans[level[i]][at[i]], form.bits[level[i]]) for i, path in enumerate(form.choices)}


def counts_of(game: BoardGame, pack: Pack, form: BoardForm, ended: Ints, folded: Ints) -> BoardCounts:
    """How play ends, from what the kernels count."""
    dealers = game.dealer_pairs(pack)
    counts = BoardCounts(
        game.cases(pack),
        {path: results_of(ended[form.branches.index(path)], dealers) for path in game.endings},
        {path: int(folded[form.options.index(path)]) * dealers for path in game.folds},
    )
    counts.check()
    return counts
