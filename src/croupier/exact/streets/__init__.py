"""The streets family: some cards seen first, more arriving in steps, a choice at each, a paytable at the end.

method.md says how it counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK, Card
from croupier.errors import Refused
from croupier.exact.analysis import Analysis, ReturnRow
from croupier.exact.futures import Futures, Rows, futures
from croupier.exact.hand_counts.suits import hands_from
from croupier.exact.paid import shown
from croupier.exact.prospects import Prospect, prospect
from croupier.exact.seen import Pack
from croupier.odds import PayTable

FOLD: Final = "fold"
CHECK: Final = "check"
LARGEST: Final = 2**63
"""Whole numbers below this are counted as int64."""


Wager = int | Fraction
"""What has been wagered besides the antes; below 0 where some of them have been taken back."""


class StreetOption(NamedTuple):
    """One thing to do at a street."""

    name: str
    wager: Wager | None
    """What will then have been wagered besides the antes; None if one folds."""


class Exit(NamedTuple):
    """How play may end: the last thing that was done, and what had been wagered besides the antes."""

    action: str
    wager: Wager


@dataclass(frozen=True, slots=True)
class Street:
    """A choice: how many cards have been seen, what may be bet, and whether one may fold."""

    seen: int
    bets: tuple[int, ...] = ()
    """What may be added to the wager, in antes; 0 is a check."""
    fold: bool = False
    asked: Mapping[Wager, tuple[StreetOption, ...]] | None = None
    """In place of these, what is asked in so many words of one who has wagered so much; nobody else is asked."""


@dataclass(frozen=True)
class Streets:
    """A game of the family."""

    cards: int
    """In the final hand, of which the best five count."""
    streets: tuple[Street, ...]
    rows: Rows
    settle: Callable[[Wager, str], Fraction]
    """The net result, in antes, with so much wagered besides them and a final hand of that row."""
    forfeit: Callable[[Wager], Fraction]
    """The net result of folding with so much wagered."""
    alive: Callable[[Wager, str], Fraction] | None = None
    """What bets that a fold leaves on the table add to that, with a final hand of that row."""
    antes: Wager = 1
    """What is staked before any card is seen."""
    one_bet: bool = False
    """Whether one who has bet has no further choice."""

    def __post_init__(self) -> None:
        seen = [street.seen for street in self.streets]
        if not seen or seen != sorted(set(seen)) or seen[0] < 2 or seen[-1] >= self.cards:
            raise Refused(
                f"choices with {seen} cards seen out of {self.cards}; the first needs two, each more than the one "
                "before it, and the last card is never seen"
            )
        for street in self.streets:
            if street.asked is not None:
                continue
            if not street.bets or min(street.bets) < 0 or len(set(street.bets)) != len(street.bets):
                raise Refused(f"bets of {street.bets} antes at a street; it needs one or more, different, none below 0")

    def options(self, street: int, wager: Wager) -> tuple[StreetOption, ...]:
        """What one who has wagered so much may do at a street, the smallest wager first."""
        here = self.streets[street]
        if here.asked is not None:
            return here.asked.get(wager, (StreetOption(CHECK, wager),))
        if self.one_bet and wager:
            return (StreetOption(CHECK, wager),)
        bets = tuple(StreetOption(f"play-{bet}x" if bet else CHECK, wager + bet) for bet in sorted(here.bets))
        return (StreetOption(FOLD, None), *bets) if here.fold else bets

    def leave(self, street: int, wager: Wager, option: StreetOption) -> Exit:
        """How one leaves by an option who had wagered so much; unasked, it is named by all that is bet."""
        if option.wager is None:
            return Exit(option.name, wager)
        if self.streets[street].asked is not None:
            return Exit(option.name, option.wager)
        return Exit(f"play-{option.wager}x" if option.wager else CHECK, option.wager)

    def wagers(self, street: int) -> list[Wager]:
        """All that may have been wagered before a street's choice."""
        wagers: set[Wager] = {0}
        for before in range(street):
            after = {option.wager for wager in wagers for option in self.options(before, wager)}
            wagers = {wager for wager in after if wager is not None}
        return sorted(wagers)

    def folding(self, wager: Wager, row: str) -> Fraction:
        """The net result of folding with so much wagered, if the final hand would be of that row."""
        lost = self.forfeit(wager)
        return lost + self.alive(wager, row) if self.alive else lost

    def endings(self) -> dict[tuple[bool, Wager, str], Fraction]:
        """What every ending nets: whether it is a fold, what had been wagered, and the row of the final hand."""
        streets, rows = range(len(self.streets)), self.rows.names
        before = sorted({wager for street in streets for wager in self.wagers(street)})
        nets = {(False, wager, row): self.settle(wager, row) for wager in self.wagers(len(streets)) for row in rows}
        return nets | {(True, wager, row): self.folding(wager, row) for wager in before for row in rows}

    def whole_nets(self) -> tuple[dict[Wager, list[int]], dict[Wager, list[int]], int]:
        """Net results by wager and row, those of folding too, and how many of these whole numbers are an ante."""
        streets = range(len(self.streets))
        nets = {wager: [self.settle(wager, row) for row in self.rows.names] for wager in self.wagers(len(streets))}
        before = {wager for street in streets for wager in self.wagers(street)}
        folds = {wager: [self.folding(wager, row) for row in self.rows.names] for wager in before}
        scale = lcm(*(net.denominator for row in (*nets.values(), *folds.values()) for net in row))
        whole, folded = (
            {wager: [net.numerator * (scale // net.denominator) for net in of] for wager, of in results.items()}
            for results in (nets, folds)
        )
        return whole, folded, scale

    def no_choice_after(self, street: int, wager: Wager) -> bool:
        """Whether all is decided for one who leaves a street with that wager."""
        later = range(street + 1, len(self.streets))
        return all(self.options(street, wager) == (StreetOption(CHECK, wager),) for street in later)


class StreetChoice(NamedTuple):
    """A street's choice, solved, for one who has wagered a certain sum."""

    options: tuple[StreetOption, ...]
    values: list[Ints]
    """What each option is worth with each future, as the Solution scales it."""
    taken: Ints
    """With each future, the place of the best option."""
    value: Ints
    """What that one is worth."""


class StreetCounts(NamedTuple):
    """How play ends, in equally likely cases: the sets of cards seen first, times the orders of those that follow."""

    cases: int
    folded: dict[Exit, list[int]]
    """By row, the best first, of the hand that it would have been."""
    ended: dict[Exit, list[int]]
    """By row of the final hand."""

    def fold(self, way: Exit, counts: Ints) -> None:
        """Count cases that end in a fold, by row."""
        _add(self.folded, way, counts)

    def end(self, way: Exit, counts: Ints) -> None:
        """Count cases that end in a final hand, by row."""
        _add(self.ended, way, counts)

    def check(self) -> None:
        """All cases must have ended."""
        ended = sum(map(sum, (*self.folded.values(), *self.ended.values())))
        if ended != self.cases:
            raise ArithmeticError(f"play ends in {ended} of {self.cases} cases")


def _add(counted: dict[Exit, list[int]], way: Exit, counts: Ints) -> None:
    before = counted.get(way, [0] * len(counts))
    counted[way] = [int(count) + more for count, more in zip(counts, before, strict=True)]


@dataclass(frozen=True)
class Solution:
    """A game solved."""

    game: Streets
    pack: Pack
    scale: int
    """What a net result of one ante counts for each order of the cards to come."""
    choices: Mapping[tuple[int, Wager], StreetChoice]
    """By street and by what has been wagered."""
    futures: Mapping[int, Futures]

    @property
    def expected_value(self) -> Fraction:
        """The net result per ante, averaged over all first cards."""
        first = self.game.streets[0].seen
        sets, value = self.futures[first].sets, self.choices[0, 0].value
        total = (int(sets @ (value >> 32)) << 32) + int(sets @ (value & 0xFFFF_FFFF))
        return Fraction(total, self.scale * _cases(self.game, self.pack))

    def advise(self, cards: Sequence[Card], wager: Wager | None = None) -> dict[str, Fraction]:
        """What each option is worth, net and per ante, with those cards seen and so much wagered; else the least."""
        street, wager, future, orders = self._found(cards, wager)
        choice = self.choices[street, wager]
        return {
            option.name: Fraction(int(value[future]), self.scale * orders)
            for option, value in zip(choice.options, choice.values, strict=True)
        }

    def _found(self, cards: Sequence[Card], wager: Wager | None) -> tuple[int, Wager, int, int]:
        """The street at which those cards are seen, what is wagered there, their future, and the orders to come."""
        seen = [street.seen for street in self.game.streets]
        if len(cards) not in seen:
            counts = ", ".join(map(str, seen[:-1]))
            raise Refused(f"there is a choice with {counts} or {seen[-1]} cards seen; {len(cards)} were given")
        street = seen.index(len(cards))
        wagers = self.game.wagers(street)
        wager = wagers[0] if wager is None else wager
        if wager not in wagers:
            raise Refused(f"{wager} cannot have been wagered with {len(cards)} cards seen")
        future = int(self.futures[len(cards)].of[self.pack.number(cards)])
        return street, wager, future, self.pack.orders(len(cards), self.game.cards - len(cards))

    def leads_to(self, cards: Sequence[Card], table: PayTable, wager: Wager | None = None) -> dict[str, Prospect]:
        """Every ending of each option, with the best choices after it; the paytable says which rows are told apart."""
        street, wager, future, orders = self._found(cards, wager)
        one = np.zeros(len(self.futures[len(cards)].sets), np.int64)
        one[future] = 1
        game, rows, found = self.game, self.game.rows.names, {}
        for place, option in enumerate(self.choices[street, wager].options):
            tally = self._counted(street, {wager: one}, orders, place)
            lines = [
                (FOLD, game.folding(left.wager, row), count)
                for left, counts in tally.folded.items()
                for row, count in zip(rows, counts, strict=True)
            ] + [
                (shown(row, table), game.settle(left.wager, row), count)
                for left, counts in tally.ended.items()
                for row, count in zip(rows, counts, strict=True)
            ]
            found[option.name] = prospect(lines)
        return found

    @cached_property
    def tally(self) -> StreetCounts:
        """How play ends with the best choices."""
        first = self.futures[self.game.streets[0].seen].sets
        return self._counted(0, {0: first}, _cases(self.game, self.pack))

    def _counted(self, first: int, arriving: dict[Wager, Ints], cases: int, answer: int | None = None) -> StreetCounts:
        """How play ends from a street on: from one to the next, how many cases arrive at each future by each wager.

        At the first one it is the answer of that place, if one is given, else the best.
        """
        game = self.game
        tally = StreetCounts(cases, {}, {})
        for street, here in list(enumerate(game.streets))[first:]:
            of_set = self.futures[here.seen]
            going_on: dict[Wager, Ints] = {}
            for wager, counts in arriving.items():
                choice = self.choices[street, wager]
                taken = choice.taken if answer is None or street > first else np.full_like(choice.taken, answer)
                for place, option in enumerate(choice.options):
                    along = np.where(taken == place, counts, 0)
                    if option.wager is None:
                        tally.fold(game.leave(street, wager, option), along @ of_set.endings)
                    elif game.no_choice_after(street, option.wager):
                        tally.end(game.leave(street, wager, option), along @ of_set.endings)
                    else:
                        going_on[option.wager] = going_on.get(option.wager, np.int64(0)) + along
            if going_on:
                for seen in range(here.seen, game.streets[street + 1].seen):
                    size = len(self.futures[seen + 1].sets)
                    going_on = {wager: self.futures[seen].lead_to(along, size) for wager, along in going_on.items()}
            arriving = going_on
        tally.check()
        return tally

    def analysis(self, bet: str, unit: str, table: PayTable) -> Analysis:
        """The game as a bet, played best; the paytable is what the return table prints beside each row."""
        return analyze_tally(self.game, self.tally, self.expected_value, bet, unit, table)


def _cases(game: Streets, pack: Pack) -> int:
    """The sets of cards seen first, times the orders of those that follow."""
    first = game.streets[0].seen
    return comb(len(pack.deck), first) * pack.orders(first, game.cards - first)


def solve(game: Streets, pack: Pack) -> Solution:
    """The best choice with every set of cards seen and every wager."""
    levels = futures(pack, game.cards, game.rows)
    nets, folds, scale = game.whole_nets()
    first = game.streets[0].seen
    largest = max(abs(net) for row in (*nets.values(), *folds.values()) for net in row)
    fits = largest * pack.orders(first, game.cards - first) < LARGEST
    exact = np.dtype(np.int64 if fits else object)
    choices: dict[tuple[int, Wager], StreetChoice] = {}

    def leaving(street: int, wager: Wager) -> Ints:
        """What it is worth to leave a street with that wager."""
        seen = game.streets[street].seen
        if game.no_choice_after(street, wager):
            return levels[seen].endings @ np.array(nets[wager], exact)
        value = choices[street + 1, wager].value
        for cards in range(game.streets[street + 1].seen - 1, seen - 1, -1):
            value = levels[cards].sum_over_next(value)
        return value

    for street in range(len(game.streets) - 1, -1, -1):
        seen = game.streets[street].seen
        sizes = {option.wager for wager in game.wagers(street) for option in game.options(street, wager)}
        left: dict[Wager | None, Ints] = {wager: leaving(street, wager) for wager in sizes if wager is not None}
        for wager in game.wagers(street):
            folding, *others = set(folds[wager])
            left[None] = np.full(len(levels[seen].sets), folding * pack.orders(seen, game.cards - seen), exact)
            if others:
                left[None] = levels[seen].endings @ np.array(folds[wager], exact)
            options = game.options(street, wager)
            choices[street, wager] = _choose(options, [left[option.wager] for option in options])
    return Solution(game, pack, scale, choices, levels)


def _choose(options: tuple[StreetOption, ...], values: list[Ints]) -> StreetChoice:
    """The best option, the first of those that are equal."""
    best, taken = values[0], np.zeros(len(values[0]), np.uint8)
    for place, value in enumerate(values[1:], 1):
        taken[value > best] = place
        best = np.maximum(best, value)
    return StreetChoice(options, values, taken, best)


Plan = Mapping[str, Ints]
"""For each street and wager, written `street/wager`: the place of the option to take with each set of cards seen."""


def plan_by(game: Streets, pack: Pack, choose: Callable[[Sequence[Card], Wager, Sequence[str]], str]) -> Plan:
    """The plan of one who chooses by the cards seen, what has been wagered and the names of the options.

    The choice is asked for only where the choices before it lead; elsewhere the plan has the first option.
    """
    plan: dict[str, Ints] = {}

    def ask(street: int, wager: Wager, reached: Ints) -> Ints:
        seen = game.streets[street].seen
        names = tuple(option.name for option in game.options(street, wager))
        hands = hands_from(pack.bits(seen)[reached], seen).tolist()
        answers = [names.index(choose([DECK[card] for card in hand], wager, names)) for hand in hands]
        taken = plan[f"{street}/{wager}"] = np.zeros(len(pack.bits(seen)), np.uint8)
        taken[reached] = answers
        return taken[reached]

    _follow(game, pack, ask)
    return plan


def play_out(game: Streets, pack: Pack, plan: Plan, came: dict[tuple[int, Wager], Ints] | None = None) -> StreetCounts:
    """How play ends for one who keeps to a plan; `came` is told how many cases come to each street, wager and set."""
    return _follow(game, pack, lambda street, wager, reached: plan[f"{street}/{wager}"][reached], came)


def _follow(
    game: Streets,
    pack: Pack,
    take: Callable[[int, Wager, Ints], Ints],
    came: dict[tuple[int, Wager], Ints] | None = None,
) -> StreetCounts:
    """Follow cases from set to set, for a choice may differ between sets with the same future.

    A class of sets passes on its cases as one of its sets would: each next card takes as many as came to the class.
    """
    levels = futures(pack, game.cards, game.rows)
    tally = StreetCounts(_cases(game, pack), {}, {})
    arriving: dict[Wager, Ints] = {0: pack.ways(game.streets[0].seen).astype(np.int64)}
    for street, here in enumerate(game.streets):
        going_on: dict[Wager, Ints] = {}
        for wager, counts in arriving.items():
            if came is not None:
                came[street, wager] = counts
            options = game.options(street, wager)
            reached = np.flatnonzero(counts)
            taken = take(street, wager, reached) if len(options) > 1 else np.zeros(len(reached), np.uint8)
            for place, option in enumerate(options):
                along = reached[taken == place]
                if option.wager is None or game.no_choice_after(street, option.wager):
                    level = levels[here.seen]
                    by_future = np.zeros(len(level.sets), np.int64)
                    np.add.at(by_future, level.of[along], counts[along])
                    count = tally.fold if option.wager is None else tally.end
                    count(game.leave(street, wager, option), by_future @ level.endings)
                else:
                    before = going_on.setdefault(option.wager, np.zeros(len(counts), np.int64))
                    before[along] += counts[along]
        if going_on:
            for seen in range(here.seen, game.streets[street + 1].seen):
                going_on = {wager: _pass_on(pack, seen, counts) for wager, counts in going_on.items()}
        arriving = going_on
    tally.check()
    return tally


def _pass_on(pack: Pack, seen: int, counts: Ints) -> Ints:
    """How many cases come to each set with one card more."""
    out = np.zeros(len(pack.bits(seen + 1)), np.int64)
    reached = np.flatnonzero(counts)
    following = pack.with_next(seen, reached)
    np.add.at(out, following, counts[reached][:, None])
    return out


def mean(game: Streets, tally: StreetCounts) -> Fraction:
    """The net result per ante, averaged over all cases."""
    ends = (
        *((game.folding, *end) for end in tally.folded.items()),
        *((game.settle, *end) for end in tally.ended.items()),
    )
    total = sum(
        net(way.wager, row) * count
        for net, way, counts in ends
        for row, count in zip(game.rows.names, counts, strict=True)
    )
    return Fraction(total) / tally.cases


def analyze_tally(
    game: Streets, tally: StreetCounts, expected_value: Fraction, bet: str, unit: str, table: PayTable
) -> Analysis:
    """How play ends as a bet, whatever the play."""
    counted: dict[str, int] = defaultdict(int)
    returned: dict[str, int] = defaultdict(int)
    outcomes: dict[int, int] = defaultdict(int)
    actions: dict[str, int] = defaultdict(int)
    ends = [
        (FOLD, way, count, game.folding(way.wager, row))
        for way, counts in tally.folded.items()
        for row, count in zip(game.rows.names, counts, strict=True)
    ]
    for way, counts in sorted(tally.ended.items(), key=lambda ended: ended[0].wager):
        for row, count in zip(game.rows.names, counts, strict=True):
            ends.append((shown(row, table), way, count, game.settle(way.wager, row)))
    scale = lcm(*(net.denominator for *_, net in ends))
    for row, (action, _), count, net in ends:
        counted[row] += count
        actions[action] += count
        if count:
            whole = net.numerator * (scale // net.denominator)
            returned[row] += whole * count
            outcomes[whole] += count
    folds = (FOLD,) if tally.folded else ()
    rows = dict.fromkeys((*(shown(row, table) for row in game.rows.names), *folds))
    return Analysis(
        bet=bet,
        unit=unit,
        outcomes={Fraction(net, scale): Fraction(count, tally.cases) for net, count in sorted(outcomes.items())},
        average_wager=game.antes + Fraction(sum(way.wager * count for _, way, count, _ in ends)) / tally.cases,
        expected_value=expected_value,
        actions={action: Fraction(count, tally.cases) for action, count in actions.items()},
        rows=tuple(
            ReturnRow(
                row=row,
                combinations=counted[row],
                probability=Fraction(counted[row], tally.cases),
                pays=table[row],
                returns=Fraction(returned[row], scale * tally.cases),
            )
            for row in rows
        ),
        cases=tally.cases,
    )
