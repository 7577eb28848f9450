"""A procedure read as a showdown: one choice, with or without an exchange, and a hand against the dealer's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, Literal

from croupier.cards import Card
from croupier.english import in_words
from croupier.errors import Refused, one_of
from croupier.exact.analysis import Analysis
from croupier.exact.informed import Stripped
from croupier.exact.paid import analyze_lines, shown
from croupier.exact.reading.chosen_rounds import Way
from croupier.exact.reading.classes import BetsRead, Ending
from croupier.exact.reading.endings import BACKWARDS, BetGroup, pay_of, takes
from croupier.exact.result import Line, Result
from croupier.exact.showdown import KEEP, Choice, Net, Played, Showdown, showdown_stripped
from croupier.odds import Odds, Pay, PayTable
from croupier.table.game import Game

ALONE: Final = "alone"


class ShowdownReading:
    """Bets on some spots together, at certain stakes, as a showdown."""

    def __init__(self, reading: BetsRead, spots: frozenset[str]) -> None:
        self.reading, self.spots = reading, spots
        self.ways = sorted(reading.ways, key=lambda way: (not way.folded, _wagered(way), _hold(way)))

    @cached_property
    def showdown(self) -> Showdown:
        """Who gets what."""
        live, form = self.reading.live, self.reading.form
        seen, draw = len(live.asked[0].seen), any(map(_hold, self.ways))
        ranking: Literal["poker", "three-card"] = "poker" if form.ranking == "poker" else "three-card"
        unseen = 1 if draw else len(live.final) - seen
        return Showdown(ranking, seen, len(live.dealer), unseen, draw, form.qualifier)

    @cached_property
    def choices(self) -> list[Choice]:
        """Everything that may be done, folding first and then the least wager."""
        kept: dict[tuple[str, Fraction], Way] = {}
        choices = []
        for way in self.ways:
            like = kept.setdefault((way.names[0], _wagered(way)), way)
            wager = sum((units for spot, units in way.settlement.wagers.items() if spot in self.spots), Fraction(0))
            choices.append(Choice(way.names[0], _plain(wager), self._net(like), _hold(way), way.folded))
        return choices

    def _net(self, way: Way) -> Net:
        return lambda row, result: self.net(way, row, result)

    def net(self, way: Way, row: str, result: Result) -> Fraction:
        """What the spots net on a way that ends so; nothing if none can."""
        there_is = (row, result) in self.reading.form.dealt
        return self.reading.net(way, (row, result), self.spots) if there_is else Fraction(0)

    def played(self, deck: Sequence[Card] | None = None) -> Played:
        """Every showdown counted, with the best choice of each hand."""
        return Played(self.showdown.count(deck), self.choices)

    def names(self, cards: Sequence[Card]) -> list[str]:
        """What the table calls each choice with these cards."""
        rest = [card for card in BACKWARDS if card not in cards]
        decision = self.reading.endings.scene.deal([*cards, *rest]).decision
        assert decision is not None
        answer = {(way.names[0], _wagered(way), _gone(way)): way.answers[0] for way in self.ways}
        ascending = sorted(range(len(cards)), key=lambda slot: cards[slot])
        named = []
        for way in self.ways:
            gone = ascending[_hold(way) - 1] if _hold(way) else None
            named.append(decision.options[answer[way.names[0], _wagered(way), gone]].name)
        return named


class ShowdownSolver:
    """The mathematics of a showdown."""

    def __init__(self, game: Game[Any], groups: Sequence[BetGroup]) -> None:
        self.game, self.groups, self.main = game, groups, groups[0]
        self.bets = {spot: 1 for group in groups for spot in group.opens}
        self.apart = [group for group in groups[1:] if takes(game, group.staked())]
        """Bets that may also be made without the main one, and then leave choices of their own."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The bets, or bets together, that leave a choice."""
        alone = [f"{group.name}-{ALONE}" for group in self.apart]
        return (self.main.name, *alone, *(f"{self.main.name}+{group.name}" for group in self.apart))

    def read(self, bet: str, stake: Fraction | int = 1) -> ShowdownReading:
        """A bet by its name: the main one, another alone, both together, or another along the main one."""
        by_name = {group.name: group for group in self.groups}
        alone = bet.removesuffix(f"-{ALONE}")
        if alone != bet:
            group = by_name[alone]
            return ShowdownReading(BetsRead(self.game, group.staked(), group.spots, stake=stake), group.spots)
        together = frozenset[str]().union(*(by_name[name].spots for name in bet.split("+")))
        spots = frozenset[str]().union(*(group.spots for group in self.groups))
        return ShowdownReading(BetsRead(self.game, self.bets, spots, stake=stake), together)

    def analyze(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
        """Every bet: the main one, the others along its best play, and those that may be made without it."""
        main_read = self.read(self.main.name, stake)
        main = main_read.played(deck)
        line = self._line(self.main, main_read)
        solved = {self.main.name: main.analysis(self.main.name, self.main.unit, line)}
        for group in self.groups[1:]:
            solved[group.name] = self._along(group, main, stake)
        for group in self.apart:
            alone, both = f"{group.name}-{ALONE}", f"{self.main.name}+{group.name}"
            read = self.read(alone, stake)
            solved[alone] = read.played(deck).analysis(alone, group.unit, self._row_line(group))
            solved[both] = self.read(both, stake).played(deck).analysis(both, self.main.unit, line)
        return solved

    def _along(self, group: BetGroup, main: Played, stake: Fraction | int) -> Analysis:
        """Another bet as the best main play leaves it: on every hand, where nothing else makes a difference to it."""
        read, table = self.read(group.name, stake), self.game.paytables[group.table]
        by_row: dict[str, set[Fraction]] = {}
        for row, result in read.reading.form.dealt:
            assert result is not None
            by_row.setdefault(row, set()).update(read.net(way, row, result) for way in read.ways)
        if read.showdown.ranking == "poker" and all(len(nets) == 1 for nets in by_row.values()):
            best_first = reversed(main.counts.complete.items())
            lines = [(shown(row, table), count, next(iter(by_row[row]))) for row, count in best_first]
            return analyze_lines(group.name, lines, table, group.unit)
        return Played(main.counts, read.choices).analysis(group.name, group.unit, self._row_line(group), main.best)

    def _row_line(self, group: BetGroup) -> Callable[[Choice, str, Result], Line]:
        """Results of a bet on the player's hand alone."""
        table = self.game.paytables[group.table]
        return lambda choice, row, result: ("fold", None) if choice.folds else (row, table[row])

    def _line(self, group: BetGroup, read: ShowdownReading) -> Callable[[Choice, str, Result], Line]:
        """Results by name, those apart by row that the paytable has a say in, with what it says.

        A paytable of a spot has a say in a result if it has one in any row of it; one that is paid besides, or in place
        of, what a spot wins has it in the rows that it lists.
        """
        if not group.table:
            return lambda choice, row, result: ("fold" if choice.folds else result.words, None)
        reading, live, table = read.reading, read.reading.live, self.game.paytables[group.table]
        rows = self.game.pay_bet(group.table).rows
        lavish = {row: Odds(Fraction(1009 + 2 * at)) for at, row in enumerate(rows)}
        readings = [reading.paying(PayTable(group.table, "probe", pays)) for pays in (lavish, {})]
        says = {
            ending
            for ending in reading.form.dealt
            if len({other.net(live, ending, read.spots) for other in readings}) == 2
        }
        on_a_spot = any(spot.name == group.table for spot in self.game.spots)
        if on_a_spot:
            results = {result for _, result in says}
            says = {ending for ending in reading.form.dealt if ending[1] in results}

        def line(choice: Choice, row: str, result: Result) -> Line:
            if choice.folds:
                return "fold", None
            listed = table[row]
            apart = (row, result) in says and (on_a_spot or (isinstance(listed, Odds) and listed.value > 0))
            pay = listed if apart and not on_a_spot else self._paid(reading, group, live, (row, result), on_a_spot)
            return f"{result.words} with {row}" if apart else result.words, pay

        return line

    def _paid(self, reading: BetsRead, group: BetGroup, way: Way, ending: Ending, on_a_spot: bool) -> Pay:
        words = reading.settled(way, ending).pays.get(group.table if on_a_spot else group.unit, "")
        return self.game.paytables[group.table][ending[0]] if words.startswith("$") else pay_of(words)

    def advise(
        self,
        cards: Sequence[Card],
        board: Sequence[Card] = (),
        variant: str | None = None,
        stake: Fraction | int = 1,
    ) -> dict[str, Fraction]:
        """What each action is worth with the cards seen, per unit; the variant is the bet, if not the main one."""
        title = self.game.title
        bet = self.main.name if variant is None else variant
        if len(self.variants) == 1 and (board or variant is not None):
            raise Refused(f"{title} has no board and no variants; give only the player's cards")
        if bet not in self.variants:
            raise one_of("variant", bet, self.variants, self.game.name)
        if board:
            raise Refused(f"{title} has no board; give only the player's cards")
        read = self.read(bet, stake)
        if len(cards) != read.showdown.seen:
            raise Refused(f"a player of {title} sees {in_words(read.showdown.seen)} cards; {len(cards)} were given")
        return dict(zip(read.names(cards), read.played().values(cards), strict=True))

    def stripped(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> Stripped:
        """The bets that leave a choice, for one who knows that cards are gone."""
        ordinary = {bet: self.read(bet, stake).played(deck) for bet in self.variants}
        counts = ordinary[self.main.name].counts
        decks = 6 if counts.showdown.ranking == "poker" else 8
        return Stripped(counts.deck, lambda left: showdown_stripped.informed(ordinary, left), decks)


def _wagered(way: Way) -> Fraction:
    return sum(way.settlement.wagers.values(), Fraction(0))


def _gone(way: Way) -> int | None:
    """The place in the deal of the card that is replaced; none if all are kept."""
    gone = [slot for slot in way.asked[0].seen if slot not in way.final]
    return None if way.folded or not gone else gone[0]


def _hold(way: Way) -> int:
    """Which of the cards seen, counted from the lowest, is replaced; ways are read with the highest card first."""
    gone = _gone(way)
    return KEEP if gone is None else len(way.asked[0].seen) - gone


def _plain(units: Fraction) -> Fraction | int:
    return int(units) if units.denominator == 1 else units
