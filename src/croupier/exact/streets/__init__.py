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
from croupier.exact.paid import shown
from croupier.exact.seen import Pack
from croupier.exact.suits import hands_from
from croupier.odds import PayTable

FOLD: Final = "fold"
CHECK: Final = "check"
LARGEST: Final = 2**63
"""Whole numbers below this are counted as int64."""


@dataclass(frozen=True, slots=True)
class Street:
    """A choice: how many cards have been seen, what may be bet, and whether one may fold."""

    seen: int
    bets: tuple[int, ...]
    """What may be added to the wager, in antes; 0 is a check."""
    fold: bool = False


class StreetOption(NamedTuple):
    """One thing to do at a street."""

    name: str
    wager: int | None
    """What will then have been wagered besides the antes; None if one folds."""


@dataclass(frozen=True)
class Streets:
    """A game of the family."""

    cards: int
    """In the final hand, of which the best five count."""
    streets: tuple[Street, ...]
    rows: Rows
    settle: Callable[[int, str], Fraction]
    """The net result, in antes, with so much wagered besides them and a final hand of that row."""
    forfeit: Callable[[int], Fraction]
    """The net result of folding with so much wagered."""
    antes: int = 1
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
            if not street.bets or min(street.bets) < 0 or len(set(street.bets)) != len(street.bets):
                raise Refused(f"bets of {street.bets} antes at a street; it needs one or more, different, none below 0")

    def options(self, street: int, wager: int) -> tuple[StreetOption, ...]:
        """What one who has wagered so much may do at a street, the smallest wager first."""
        if self.one_bet and wager:
            return (StreetOption(CHECK, wager),)
        here = self.streets[street]
        bets = tuple(StreetOption(f"play-{bet}x" if bet else CHECK, wager + bet) for bet in sorted(here.bets))
        return (StreetOption(FOLD, None), *bets) if here.fold else bets

    def wagers(self, street: int) -> list[int]:
        """All that may have been wagered before a street's choice."""
        wagers = {0}
        for before in range(street):
            after = {option.wager for wager in wagers for option in self.options(before, wager)}
            wagers = {wager for wager in after if wager is not None}
        return sorted(wagers)

    def whole_nets(self) -> tuple[dict[int, list[int]], dict[int, int], int]:
        """Net results by wager and row, those of folding by wager, and how many of these whole numbers are an ante."""
        streets = range(len(self.streets))
        nets = {wager: [self.settle(wager, row) for row in self.rows.names] for wager in self.wagers(len(streets))}
        folds = {wager: self.forfeit(wager) for street in streets for wager in self.wagers(street)}
        scale = lcm(*(net.denominator for row in (*nets.values(), folds.values()) for net in row))
        whole = {wager: [int(net * scale) for net in of_wager] for wager, of_wager in nets.items()}
        return whole, {wager: int(net * scale) for wager, net in folds.items()}, scale

    def no_choice_after(self, street: int, wager: int) -> bool:
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
    folded: dict[int, int]
    """By what had been wagered."""
    ended: dict[int, list[int]]
    """By what had been wagered, then by row."""

    def fold(self, wager: int, count: int) -> None:
        """Count cases that end in a fold."""
        self.folded[wager] = self.folded.get(wager, 0) + count

    def end(self, wager: int, counts: Ints) -> None:
        """Count cases that end in a final hand, by row."""
        before = self.ended.get(wager, [0] * len(counts))
        self.ended[wager] = [int(count) + more for count, more in zip(counts, before, strict=True)]

    def check(self) -> None:
        """All cases must have ended."""
        ended = sum(self.folded.values()) + sum(map(sum, self.ended.values()))
        if ended != self.cases:
            raise ArithmeticError(f"play ends in {ended} of {self.cases} cases")


@dataclass(frozen=True)
class Solution:
    """A game solved."""

    game: Streets
    pack: Pack
    scale: int
    """What a net result of one ante counts for each order of the cards to come."""
    choices: Mapping[tuple[int, int], StreetChoice]
    """By street and by what has been wagered."""
    futures: Mapping[int, Futures]

    @property
    def expected_value(self) -> Fraction:
        """The net result per ante, averaged over all first cards."""
        first = self.game.streets[0].seen
        sets = self.futures[first].sets.tolist()
        total = sum(count * value for count, value in zip(sets, self.choices[0, 0].value.tolist(), strict=True))
        return Fraction(total, self.scale * _cases(self.game, self.pack))

    def advise(self, cards: Sequence[Card], wager: int = 0) -> dict[str, Fraction]:
        """What each option is worth, net and per ante, with those cards seen and so much wagered."""
        seen = [street.seen for street in self.game.streets]
        if len(cards) not in seen:
            counts = ", ".join(map(str, seen[:-1]))
            raise Refused(f"there is a choice with {counts} or {seen[-1]} cards seen; {len(cards)} were given")
        if wager not in self.game.wagers(seen.index(len(cards))):
            raise Refused(f"{wager} cannot have been wagered with {len(cards)} cards seen")
        choice = self.choices[seen.index(len(cards)), wager]
        future = self.futures[len(cards)].of[self.pack.number(cards)]
        orders = self.pack.orders(len(cards), self.game.cards - len(cards))
        return {
            option.name: Fraction(int(value[future]), self.scale * orders)
            for option, value in zip(choice.options, choice.values, strict=True)
        }

    @cached_property
    def tally(self) -> StreetCounts:
        """How play ends with the best choices: from street to street, how many cases arrive at each future."""
        game, pack = self.game, self.pack
        tally = StreetCounts(_cases(game, pack), {}, {})
        arriving = {0: self.futures[game.streets[0].seen].sets}
        for street, here in enumerate(game.streets):
            of_set = self.futures[here.seen]
            going_on: dict[int, Ints] = {}
            for wager, counts in arriving.items():
                choice = self.choices[street, wager]
                for place, option in enumerate(choice.options):
                    along = np.where(choice.taken == place, counts, 0)
                    if option.wager is None:
                        tally.fold(wager, int(along.sum()) * pack.orders(here.seen, game.cards - here.seen))
                    elif game.no_choice_after(street, option.wager):
                        tally.end(option.wager, along @ of_set.endings)
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
    largest = max(abs(net) for row in (*nets.values(), folds.values()) for net in row)
    fits = largest * pack.orders(first, game.cards - first) < LARGEST
    exact = np.dtype(np.int64 if fits else object)
    choices: dict[tuple[int, int], StreetChoice] = {}

    def leaving(street: int, wager: int) -> Ints:
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
        left: dict[int | None, Ints] = {wager: leaving(street, wager) for wager in sizes if wager is not None}
        for wager in game.wagers(street):
            folding = folds[wager] * pack.orders(seen, game.cards - seen)
            left[None] = np.full(len(levels[seen].sets), folding, exact)
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


def plan_by(game: Streets, pack: Pack, choose: Callable[[Sequence[Card], int, Sequence[str]], str]) -> Plan:
    """The plan of one who chooses by the cards seen, what has been wagered and the names of the options.

    The choice is asked for only where the choices before it lead; elsewhere the plan has the first option.
    """
    plan: dict[str, Ints] = {}

    def ask(street: int, wager: int, reached: Ints) -> Ints:
        seen = game.streets[street].seen
        names = tuple(option.name for option in game.options(street, wager))
        hands = hands_from(pack.bits(seen)[reached], seen).tolist()
        answers = [names.index(choose([DECK[card] for card in hand], wager, names)) for hand in hands]
        taken = plan[f"{street}/{wager}"] = np.zeros(len(pack.bits(seen)), np.uint8)
        taken[reached] = answers
        return taken[reached]

    _follow(game, pack, ask)
    return plan


def play_out(game: Streets, pack: Pack, plan: Plan) -> StreetCounts:
    """How play ends for one who keeps to a plan."""
    return _follow(game, pack, lambda street, wager, reached: plan[f"{street}/{wager}"][reached])


def _follow(game: Streets, pack: Pack, take: Callable[[int, int, Ints], Ints]) -> StreetCounts:
    """Follow cases from set to set, for a choice may differ between sets with the same future.

    A class of sets passes on its cases as one of its sets would: each next card takes as many as came to the class.
    """
    levels = futures(pack, game.cards, game.rows)
    tally = StreetCounts(_cases(game, pack), {}, {})
    arriving = {0: pack.ways(game.streets[0].seen).astype(np.int64)}
    for street, here in enumerate(game.streets):
        going_on: dict[int, Ints] = {}
        for wager, counts in arriving.items():
            options = game.options(street, wager)
            reached = np.flatnonzero(counts)
            taken = take(street, wager, reached) if len(options) > 1 else np.zeros(len(reached), np.uint8)
            for place, option in enumerate(options):
                along = reached[taken == place]
                if option.wager is None:
                    tally.fold(wager, int(counts[along].sum()) * pack.orders(here.seen, game.cards - here.seen))
                elif game.no_choice_after(street, option.wager):
                    level = levels[here.seen]
                    by_future = np.zeros(len(level.sets), np.int64)
                    np.add.at(by_future, level.of[along], counts[along])
                    tally.end(option.wager, by_future @ level.endings)
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
    folded = sum(game.forfeit(wager) * count for wager, count in tally.folded.items())
    ended = sum(
        game.settle(wager, row) * count
        for wager, counts in tally.ended.items()
        for row, count in zip(game.rows.names, counts, strict=True)
    )
    return Fraction(folded + ended) / tally.cases


def analyze_tally(
    game: Streets, tally: StreetCounts, expected_value: Fraction, bet: str, unit: str, table: PayTable
) -> Analysis:
    """How play ends as a bet, whatever the play."""
    counted: dict[str, int] = defaultdict(int)
    returned: dict[str, Fraction] = defaultdict(Fraction)
    outcomes: dict[Fraction, int] = defaultdict(int)
    actions: dict[str, int] = defaultdict(int)
    ends = [(FOLD, FOLD, wager, count, game.forfeit(wager)) for wager, count in tally.folded.items()]
    for wager, counts in sorted(tally.ended.items()):
        action = f"play-{wager}x" if wager else CHECK
        for row, count in zip(game.rows.names, counts, strict=True):
            ends.append((shown(row, table), action, wager, count, game.settle(wager, row)))
    for row, action, _, count, net in ends:
        counted[row] += count
        returned[row] += net * count
        if count:
            outcomes[net] += count
        actions[action] += count
    folds = (FOLD,) if tally.folded else ()
    rows = dict.fromkeys((*(shown(row, table) for row in game.rows.names), *folds))
    return Analysis(
        bet=bet,
        unit=unit,
        outcomes={net: Fraction(count, tally.cases) for net, count in sorted(outcomes.items())},
        average_wager=game.antes + Fraction(sum(wager * count for _, _, wager, count, _ in ends), tally.cases),
        expected_value=expected_value,
        actions={action: Fraction(count, tally.cases) for action, count in actions.items()},
        rows=tuple(
            ReturnRow(
                row=row,
                combinations=counted[row],
                probability=Fraction(counted[row], tally.cases),
                pays=table[row],
                returns=returned[row] / tally.cases,
            )
            for row in rows
        ),
        cases=tally.cases,
    )
