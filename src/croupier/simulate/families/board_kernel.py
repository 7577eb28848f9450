"""Games of the shared board dealt by a kernel: every choice looked up by board and own pair, then a showdown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.exact.analysis import Analysis
from croupier.exact.board import BoardPath
from croupier.exact.board.board_branches import read_choice
from croupier.exact.board.board_places import find_place
from croupier.exact.board.board_tree import hands_of
from croupier.exact.hand_counts.evaluate import BIT, KEY, strength_of
from croupier.exact.reading.as_board import BoardSolver
from croupier.exact.reading.chosen_rounds import Unread, Way
from croupier.exact.reading.seating import seating
from croupier.exact.seen import Pack
from croupier.exact.store import inner_kernel, kernel
from croupier.simulate.families.family import NEVER_FOLD, FamilyKernel, always
from croupier.simulate.families.read_outcomes import LonePlayer, read_outcomes
from croupier.simulate.kernel.outcomes import Outcome
from croupier.simulate.kernel.stream import Key, another, card_at, errs, lay_out, words_for
from croupier.simulate.setup import OPTIMAL, Setup
from croupier.simulate.simulated_table import Sheet, Simulation, fixed, looked_up


class BoardNodes(NamedTuple):
    """The choices of a game as its kernel takes them."""

    seen: Ints
    """By node, how many board cards have been seen."""
    options: Ints
    """By node, how many there are: a fold and then the smallest wager first, as the solver has them."""
    after: Ints
    """By node and option, the next node, or -1 less the number of an exit."""
    most: int
    """The most decisions on any way."""


class BoardPlans(NamedTuple):
    """The solver's choices: the plans of all nodes in one piece."""

    plan: Ints
    start: Ints
    """By node, where its plan begins."""
    stride: Ints
    """By node, the bytes of one board."""
    bits: Ints
    """By node, the bits of one pair."""


class BoardKernel(FamilyKernel):
    """A game of the shared board as a tree of choices, whose leaves are the ways through a round."""

    def __init__(self, solver: BoardSolver) -> None:
        super().__init__(solver.game, solver.groups)
        self.solver, self.read = solver, solver.read(solver.main)
        self.board = self.read.game
        self.exits: Sequence[Way] = tuple(self.read.ways.values())
        self.paths = sorted(self.board.choices, key=len)
        self.longest = max((way for way in self.exits if not way.folded), key=lambda way: len(way.asked))
        self._check_sight()
        self.most_at_once = always(self.board.options(())[-1].name)
        folds = any(way.folded for way in self.exits)
        self.strategies = (OPTIMAL, *([NEVER_FOLD] if folds else []), self.most_at_once)

    def simulation(self, setup: Setup) -> Simulation:
        return BoardTable(self, setup)

    def _check_sight(self) -> None:
        """Whoever has seen so many board cards must have seen the same, whatever was answered."""
        shared, order = set(self.read.reading.live.shared), list[int]()
        for seen in (*(asked.seen for asked in self.longest.asked), self.longest.final):
            order += [slot for slot in seen if slot in shared and slot not in order]
        for asked in (asked for way in self.exits for asked in way.asked):
            seen_here = shared & set(asked.seen)
            if seen_here != set(order[: len(seen_here)]):
                raise Unread("which cards of the board are seen depends on the answers")

    @cached_property
    def nodes(self) -> BoardNodes:
        """Its choices, those before each first."""
        numbers = {path: number for number, path in enumerate(self.paths)}
        numbers |= {way.names: -1 - number for number, way in enumerate(self.exits)}
        options = [self.board.options(path) for path in self.paths]
        after = np.zeros((len(self.paths), max(map(len, options))), np.int64)
        for node, path in enumerate(self.paths):
            after[node, : len(options[node])] = [numbers[*path, option.name] for option in options[node]]
        return BoardNodes(
            seen=fixed(np.array([self.board.choices[path].seen for path in self.paths])),
            options=fixed(np.array([len(here) for here in options])),
            after=fixed(after),
            most=len(self.longest.asked),
        )

    def plans(self, setup: Setup) -> BoardPlans:
        """What the solver chooses; nothing where no strategy at the table asks it."""
        if set(setup.groups) == {self.most_at_once}:
            none = fixed(np.zeros(len(self.paths), np.int64))
            return BoardPlans(fixed(np.zeros(1, np.uint8)), none, none, none)
        stake = self.stake(setup, self.groups[0])
        return looked_up(self.game, f"{OPTIMAL} {stake}", lambda: self._plans(setup))

    def _plans(self, setup: Setup) -> BoardPlans:
        policy = self.solver.read(self.groups[0], self.stake(setup, self.groups[0])).solve(Pack()).policy
        every = [policy[path] for path in self.paths]
        return BoardPlans(
            plan=fixed(np.concatenate([of_node.plan.ravel() for of_node in every])),
            start=fixed(np.cumsum([0, *(of_node.plan.size for of_node in every[:-1])])),
            stride=fixed(np.array([of_node.plan.shape[1] for of_node in every])),
            bits=fixed(np.array([of_node.bits for of_node in every])),
        )

    def instead(self, strategy: str) -> Ints:
        """By node and option, what a strategy does where the solver takes that option."""
        nodes = self.nodes
        taken = np.tile(np.arange(nodes.after.shape[1]), (len(self.paths), 1))
        if strategy == self.most_at_once:
            taken[:] = nodes.options[:, None] - 1
        elif strategy == NEVER_FOLD:
            for node, path in enumerate(self.paths):
                folds = [self._folds((*path, option.name)) for option in self.board.options(path)]
                if any(folds) and not all(folds):
                    taken[node, : len(folds)][folds] = folds.index(False)
        return taken

    def _folds(self, path: BoardPath) -> bool:
        return path in self.read.ways and self.read.ways[path].folded

    def outcomes(self, player: LonePlayer) -> list[Outcome | None]:
        """What comes of every exit with each result of the showdown and a final hand of every row."""
        reading, every = self.read.reading, list[Outcome | None]()
        for way in self.exits:
            for result in self.board.results:
                for row in self.board.rows.names:
                    dealt = reading.form.dealt.get((row, result))
                    cards = None if dealt is None else reading.cards(reading.live, dealt[0])
                    every.append(None if cards is None else player.outcome(cards, way.answers, way.names[-1]))
        return every


class BoardTable(Simulation):
    """A table of a game of the shared board, each outcome numbered by the way, the result and the row."""

    def __init__(self, game: BoardKernel, setup: Setup) -> None:
        super().__init__(setup)
        self.kernel = game
        seats = seating(setup.game, dict.fromkeys(setup.bets, 1), setup.players, game.longest.answers)
        self.words_a_round = words_for(seats.cards)
        read = read_outcomes(setup, game.bets(setup), game.outcomes)
        self.outcomes, self.rounded = read.outcomes, read.rounded
        self.are_read = fixed(np.array([outcome is not None for outcome in read.outcomes.every]))
        own = [[place for place in places if place not in seats.shared] for places in seats.seats]
        self.notes_a_shift = len(seats.shared) + 1
        self.layout = fixed(np.array(own)), fixed(np.array(seats.shared)), fixed(np.array(seats.dealer)), seats.cards
        self.choices = game.plans(setup), fixed(np.stack([game.instead(strategy) for strategy in setup.groups]))
        self.rows = fixed(game.board.rows.of_strength)
        hands = hands_of(game.board)
        least = int(np.argmax(hands.number >= hands.least))
        self.form = len(game.board.results), len(game.board.rows.names), least

    @property
    def dealer(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return _deal, (self.layout, self.kernel.nodes, self.choices, (self.form, self.rows))

    def deal_words(self, key: Key, first: int, rounds: int, sheet: Sheet) -> None:
        super().deal_words(key, first, rounds, sheet)
        if not self.are_read[sheet.outcomes[:rounds]].all():
            raise Unread(f"a round of {self.setup.game.title} came to an ending that no cards were found for")

    def answers(self, sheet: Sheet, round: int) -> list[str]:
        results, rows, _ = self.form
        said = [self.kernel.exits[number] for number in (sheet.outcomes[round] // (results * rows)).tolist()]
        return [
            option.name
            for seen in sorted({len(asked.seen) for way in self.kernel.exits for asked in way.asked})
            for way in said
            for asked, option in zip(way.asked, way.options, strict=True)
            if len(asked.seen) == seen
        ]

    def solved(self, strategy: str) -> Mapping[str, Analysis]:
        game, setup = self.kernel, self.setup
        stakes = {group.name: game.stake(setup, group) for group in game.groups}
        if strategy == OPTIMAL:
            played = {stake: game.solver.analyze(stake) for stake in set(stakes.values())}
            return {name: played[stake][name] for name, stake in stakes.items()}
        whatever = [game.solver.by_row(group, stakes[group.name], Pack()) for group in game.groups[1:]]
        return {analysis.bet: analysis for analysis in whatever if analysis is not None}


@kernel
def _deal(
    key: Key,
    first: int,
    rounds: int,
    tables: tuple[Any, BoardNodes, tuple[BoardPlans, Ints], tuple[tuple[int, int, int], Ints]],
    groups: Ints,
    errors: np.uint64,
    sheet: Sheet,
) -> None:
    """Deal rounds; what the board is so far is added up once for all seats."""
    (own, board, dealers, cards), nodes, (plans, instead), showdown = tables
    (results, row_count, least), row_of = showdown
    players, size = len(groups), 2 + len(board)
    seen_bits = sheet.notes
    seen_bits[0] = 0
    for at in range(rounds):
        deck = sheet.cards[at if len(sheet.cards) > 1 else 0]
        lay_out(sheet.words[at], cards, deck)
        board_key = 0
        for dealt in range(len(board)):
            card = card_at(deck, board[dealt])
            board_key += KEY[card]
            seen_bits[dealt + 1] = seen_bits[dealt] + BIT[card]
        board_bits = seen_bits[len(board)]
        a, b = card_at(deck, dealers[0]), card_at(deck, dealers[1])
        dealer = strength_of(size, board_key + KEY[a] + KEY[b], board_bits + BIT[a] + BIT[b])
        unqualified = results // 2 if dealer < least else 0
        sheet.strengths[at, players] = dealer
        for seat in range(players):
            a, b = card_at(deck, own[seat, 0]), card_at(deck, own[seat, 1])
            node, decision = 0, nodes.most * seat
            while node >= 0:
                choice = instead[groups[seat], node, _choice(plans, node, a, b, seen_bits[nodes.seen[node]])]
                if errors and nodes.options[node] > 1 and errs(key, first + at, 2 * decision, errors):
                    choice = another(key, first + at, 2 * decision + 1, choice, nodes.options[node])
                node = nodes.after[node, choice]
                decision += 1
            strength = strength_of(size, board_key + KEY[a] + KEY[b], board_bits + BIT[a] + BIT[b])
            result = int(strength >= dealer) + int(strength > dealer) + unqualified
            sheet.outcomes[at, seat] = ((-1 - node) * results + result) * row_count + row_of[np.uint64(strength)]
            sheet.strengths[at, seat] = strength


@inner_kernel
def _choice(plans: BoardPlans, node: int, a: np.uint64, b: np.uint64, board_bits: int) -> int:
    """What the solver takes at a node; the first option where there are no plans."""
    if not plans.bits[node]:
        return 0
    board, pair = find_place(int(np.int64(a)), int(np.int64(b)), board_bits)
    start = plans.start[node] + board * plans.stride[node]
    return read_choice(plans.plan[start : start + plans.stride[node]], plans.bits[node], pair)
