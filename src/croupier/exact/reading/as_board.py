"""A procedure read as a shared board: own cards, a board turned up in steps, a choice at each, a dealer's hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from croupier.cards import DECK, Card
from croupier.english import in_words
from croupier.errors import InvariantError, Refused
from croupier.exact.analysis import Analysis
from croupier.exact.board import (
    BoardChoice,
    BoardGame,
    BoardLine,
    BoardOption,
    BoardPath,
    BoardSolution,
    solve,
)
from croupier.exact.futures import final_hands, rows_by
from croupier.exact.game_mathematics import AskedHand, CountedEnding, Mathematics
from croupier.exact.paid import analyze_lines, shown
from croupier.exact.prospects import Prospect
from croupier.exact.reading.chosen_rounds import Unread, Way
from croupier.exact.reading.classes import BetsRead, refuse_unread
from croupier.exact.reading.endings import BetGroup, first_group, is_together, staked_together, table_of
from croupier.exact.reading.returns import showdown_lines
from croupier.exact.result import Line, Result
from croupier.exact.seen import Pack
from croupier.odds import PayTable
from croupier.table.game import Game


class BoardReading:
    """Bets on some spots together as a game of the shared board."""

    def __init__(self, reading: BetsRead, spots: frozenset[str]) -> None:
        self.reading, self.spots = reading, spots
        self.ways = {way.names: way for way in reading.ways}
        if len(self.ways) < len(reading.ways):
            raise Unread("two answers to one question begin with the same word")

    @cached_property
    def game(self) -> BoardGame:
        """The game as its family takes it."""
        live = self.reading.live
        return BoardGame(
            choices=self._choices(),
            rows=rows_by(self.reading.form.row_of),
            settle=lambda path, row, result: self.net(self.ways[path], row, result),
            forfeit=lambda path: self.forfeit(self.ways[path]),
            antes=sum(
                (Fraction(units) for spot, units in self.reading.bets.items() if spot in self.spots), Fraction(0)
            ),
            qualifier=self.reading.form.qualifier,
            board=len(live.shared),
            own=len(live.final) - len(live.shared),
            dealer_cards=len(live.dealer),
        )

    def _choices(self) -> dict[BoardPath, BoardChoice]:
        found: dict[BoardPath, tuple[int, dict[str, BoardOption]]] = {}
        for way in self.reading.ways:
            staked = [self._wager(asked.staked) for asked in way.asked] + [self._wager(way.settlement.wagers)]
            for at, asked in enumerate(way.asked):
                seen = len([slot for slot in asked.seen if slot in way.shared])
                folds = way.folded and at + 1 == len(way.asked) and not self._keeps_bets(way)
                option = BoardOption(way.names[at], staked[at + 1] - staked[at], folds)
                found.setdefault(way.names[:at], (seen, {}))[1][option.name] = option
        return {path: BoardChoice(seen, tuple(options.values())) for path, (seen, options) in found.items()}

    def _keeps_bets(self, way: Way) -> bool:
        """Whether a fold leaves bets on the table that still depend on the cards."""
        return len({self.reading.net(way, ending, self.spots) for ending in self.reading.form.dealt}) > 1

    def _wager(self, staked: Mapping[str, Fraction]) -> Fraction:
        return sum((units for spot, units in staked.items() if spot in self.spots), Fraction(0))

    def net(self, way: Way, row: str, result: Result) -> Fraction:
        """What the spots net on a way that ends so; nothing if none can."""
        there_is = (row, result) in self.reading.form.dealt
        return self.reading.net(way, (row, result), self.spots) if there_is else Fraction(0)

    def forfeit(self, way: Way) -> Fraction:
        """What the spots net on a way that folds."""
        return self.reading.net(way, next(iter(self.reading.form.dealt)), self.spots)

    def solve(self, pack: Pack) -> BoardSolution:
        """The best choice everywhere."""
        solution = solve(self.game, pack)
        for ended in solution.counts.ended.values():
            refuse_unread(self.reading.form, self.game.rows.names, ended)
        return solution


class BoardSolver(Mathematics):
    """The mathematics of a game of the shared board."""

    texts = ("board",)

    def __init__(self, game: Game[Any], groups: Sequence[BetGroup]) -> None:
        super().__init__(game)
        self.groups, self.main = groups, groups[0]
        self.bets = {spot: 1 for group in groups for spot in group.opens}

    def check(self) -> None:
        _ = self.read(self.main).game

    def read(self, group: BetGroup, stake: Fraction | int = 1) -> BoardReading:
        """One bet, one unit being on every spot."""
        spots = frozenset[str]().union(*(group.spots for group in self.groups))
        return BoardReading(BetsRead(self.game, self.bets, spots, stake=stake), group.spots)

    def joint(self, words: str, stake: Fraction | int = 1) -> BoardReading:
        """Bets that are named with their stakes."""
        bets, spots = staked_together(words, self.groups, self.game)
        return BoardReading(BetsRead(self.game, bets, spots, stake=stake), spots)

    def together(self, words: str, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> Analysis:
        unit, pack = first_group(words, self.groups).unit, Pack(DECK if deck is None else tuple(deck))
        return self.joint(words, stake).solve(pack).analysis(words, unit)

    @property
    def shared_cards(self) -> int:
        return len(self.read(self.main).reading.live.shared)

    def analyze(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
        """The main bet under its best play, and the others along it."""
        read, pack = self.read(self.main, stake), Pack(DECK if deck is None else tuple(deck))
        solution = read.solve(pack)
        main = solution.analysis(self.main.name, self.main.unit, self._lines(read))
        return {self.main.name: main} | {
            group.name: self.by_row(group, stake, pack) or self._along(group, stake, solution)
            for group in self.groups[1:]
        }

    def _lines(self, read: BoardReading) -> BoardLine:
        line = showdown_lines(read.reading, self.main, read.spots)

        def lines(path: BoardPath, row: str | None, result: Result | None) -> Line:
            return ("fold", None) if row is None or result is None else line(row, result)

        return lines

    def by_row(self, group: BetGroup, stake: Fraction | int, pack: Pack) -> Analysis | None:
        """Another bet, where nothing but the row of the final hand makes a difference to it; nothing if more does."""
        side = self.read(group, stake)
        nets = self._row_nets(side)
        if not nets:
            return None
        table, counts = self._table(group), final_hands(pack, len(side.reading.live.final), side.game.rows)
        lines = [(shown(row, table), counts[row], net) for row, net in nets.items()]
        return analyze_lines(group.name, lines, table, group.unit)

    def _row_nets(self, side: BoardReading) -> dict[str, Fraction]:
        """What each row of the final hand nets, where nothing else makes a difference; nothing if something does."""
        nets: dict[str, set[Fraction]] = {row: set() for row in side.game.rows.names}
        for row, result in side.reading.form.dealt:
            if result is None:
                raise InvariantError("the hand has no result")
            nets[row] |= {side.net(way, row, result) for way in side.reading.ways}
        alike = all(len(of_row) == 1 for of_row in nets.values())
        return {row: next(iter(of_row)) for row, of_row in nets.items()} if alike else {}

    def nets(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, Fraction]:
        side, main = self._named(bet, stake), self.read(self.main, stake).game
        if by_row := self._row_nets(side):
            return {**by_row}
        nets: dict[CountedEnding, Fraction] = {
            (path, row, result): side.net(side.ways[path], row, result)
            for path in main.endings
            for row in main.rows.names
            for result in main.results
        }
        return nets | {path: side.forfeit(side.ways[path]) for path in main.folds}

    def counted(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, int]:
        side = self._named(bet, stake)
        if self._row_nets(side):
            return {**final_hands(Pack(), len(side.reading.live.final), side.game.rows)}
        solution = self.read(self.main, stake).solve(Pack())
        counted: dict[CountedEnding, int] = {
            (path, row, result): int(of_row[result])
            for path, ended in solution.counts.ended.items()
            for row, of_row in zip(solution.game.rows.names, ended, strict=True)
            for result in solution.game.results
        }
        return counted | dict(solution.counts.folded)

    def leaves_choice(self, bet: str) -> bool:
        return bet == self.main.name

    def _named(self, bet: str, stake: Fraction | int) -> BoardReading:
        return self.read(next(group for group in self.groups if group.name == bet), stake)

    def _table(self, group: BetGroup) -> PayTable:
        return table_of(self.game, group)

    def _along(self, group: BetGroup, stake: Fraction | int, solution: BoardSolution) -> Analysis:
        """Another bet as the best main play leaves it."""
        side, table = self.read(group, stake), self._table(group)
        lines = [
            (shown(row, table), int(of_row[result]), side.net(side.ways[path], row, result))
            for path, ended in solution.counts.ended.items()
            for row, of_row in zip(side.game.rows.names, ended, strict=True)
            for result in solution.game.results
        ]
        lines += [("fold", count, side.forfeit(side.ways[path])) for path, count in solution.counts.folded.items()]
        return analyze_lines(group.name, lines, table, group.unit)

    def advise(self, hand: AskedHand) -> dict[str, Fraction]:
        """What each action is worth with these cards and that much of the board, nothing more than need be wagered."""
        read, path = self._asked_of(hand)
        return read.solve(Pack()).advise(hand.cards, hand.board, path)

    def leads_to(self, hand: AskedHand) -> dict[str, Prospect]:
        read, path = self._asked_of(hand)
        return read.solve(Pack()).leads_to(hand.cards, hand.board, path, self._lines(read))

    def _asked_of(self, hand: AskedHand) -> tuple[BoardReading, BoardPath]:
        """The bets that a question is about, and the choice at which they are: that with the least wagered."""
        cards, board, variant = hand.cards, hand.board, hand.variant
        title, read = self.game.title, self.read(self.main, hand.stake)
        if variant is not None and is_together(variant):
            read = self.joint(variant, hand.stake)
        elif variant is not None:
            raise Refused(f"{title} is one game; there is no variant {variant!r}")
        if len(cards) != read.game.own:
            raise Refused(f"a player of {title} holds {in_words(read.game.own)} cards; {len(cards)} were given")
        paths = [path for path, choice in read.game.choices.items() if choice.seen == len(board)]
        if not paths:
            seen = sorted({choice.seen for choice in read.game.choices.values()})
            raise Refused(f"choices come with {', '.join(map(str, seen))} cards on the board; {len(board)} were given")
        path = min(paths, key=lambda path: read.game.wager(path) if path else Fraction(0))
        return read, path

    def strategy_analysis(self, variant: str = "", stake: Fraction | int = 1) -> Analysis:
        raise Refused(f"short strategies of {self.game.title} are not priced: it is a game of the shared board")

    def strategies(self, stake: Fraction | int = 1) -> list[Any]:
        return []
