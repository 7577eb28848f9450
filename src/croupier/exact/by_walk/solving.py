"""Any game that can be dealt, solved: exactly where a budget of rounds allows, else on a small pack and by sampling.

The budget is counted in rounds at a fixed pace, and all samples have fixed seeds: the same question has the same answer
on every machine, whatever time it takes there.
"""

from __future__ import annotations

import hashlib
import inspect
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
import numpy as np

from croupier.cards import DECK, Card
from croupier.chips import dollars
from croupier.english import counted
from croupier.errors import Refused
from croupier.exact.analysis import Analysis, ReturnRow
from croupier.exact.by_walk.likeness import Likeness
from croupier.exact.by_walk.look_ahead import LookAhead
from croupier.exact.by_walk.replays import OneSeatTable, UnevenPayout
from croupier.exact.by_walk.sampled_checks import Checker, Unalike
from croupier.exact.by_walk.tree_search import OverBudget, Result, Solved, TreeSearch, estimated_rounds
from croupier.exact.by_walk.wagerings import Stake, staked, stakes
from croupier.exact.estimated_bet import EstimatedBet
from croupier.exact.solved_game import Bet, SmallPack, SolvedGame, Unwatched, Watcher
from croupier.exact.store import kept, version_of
from croupier.odds import Odds
from croupier.table.game import Game
from croupier.table.record import paytable_words
from croupier.table.settings import as_words

METHOD: Final = "walk"
ROUNDS_A_SECOND: Final = 4000
"""The pace by which seconds are turned into rounds."""
MOST_STAKE: Final = 10**9
FEWEST_ROUNDS: Final = 1000
PROMISING: Final = 1 / 40
"""The part of a search that a quarter of the budget must have done for it to go on."""
MERGED: Final = 20
"""How many times smaller a search may be than its size, where sights come again by other ways."""
FEWEST_RANKS: Final = 5
FEWEST_SUITS: Final = 2
"""A part of the pack with fewer ranks or suits says nothing of a game."""
PROBES: Final = 400
SMALL_PROBES: Final = 60

T = TypeVar("T")


class OnlyEstimated(Exception):
    """A bet that must be exact has more rounds than its budget."""


class Search(NamedTuple):
    """An exact search that was carried out."""

    solved: Solved
    likeness: Likeness
    rounds: int


class Size(NamedTuple):
    """About how many rounds an exact search deals, and how many seconds each takes here."""

    likeness: Likeness
    rounds: float
    seconds: float


@dataclass(frozen=True)
class ByWalk:
    """A game at a stake, in cents, with a budget of rounds for each of its bets."""

    game: Game[Any]
    unit: int
    flat: int
    """How many times the stake of the question the unit is: flat prizes are paid as many times."""
    rounds: int
    watcher: Watcher
    together: str = ""
    """Bets with their stakes that are solved instead of each by itself: `main=1,trips=1/5`."""
    exactly: str = ""
    """A bet that nothing is estimated for: as soon as its search is too large, it ends with `OnlyEstimated`."""
    without: tuple[str, ...] = ()
    """Bets that are not searched for: the others have their part of the budget."""

    def solve(self) -> SolvedGame:
        """Every bet; small searches come first, so that large ones have what they leave of the budget."""
        bets: dict[str, Bet] = {}
        statement: dict[str, list[str]] = {}
        smaller: dict[str, SmallPack | None] = {}
        asked = [staked(self.game, self.unit, self.together)] if self.together else stakes(self.game, self.unit)
        asked = [stake for stake in asked if not set(stake.tells) <= set(self.without)]
        sized = [self._sized(stake) for stake in asked]
        left = self.rounds
        for number, (stake, size) in enumerate(sorted(sized, key=lambda pair: pair[1].rounds)):
            each = replace(self, rounds=max(left // (len(sized) - number), FEWEST_ROUNDS))
            told, said, small, spent = each._stake(stake, size)
            left -= spent
            bets |= told
            statement[stake.tells[0]], smaller[stake.tells[0]] = said, small
        order = [name for stake, _ in sized for name in stake.tells]
        return SolvedGame(
            METHOD,
            tuple(sentence for name in order for sentence in statement.get(name, ())),
            {name: bets[name] for name in order},
            tuple(small for name in order if (small := smaller.get(name))),
        )

    def _sized(self, stake: Stake) -> tuple[Stake, Size]:
        self.watcher.stage(f"{', '.join(stake.tells)}: looking for cards that are alike", 2.0)
        table = self.table(stake)
        size = self._size(table, Checker(table).likeness(), PROBES)
        if self.exactly in stake.tells and out_of_reach(size.rounds, size.likeness, self.rounds):
            raise OnlyEstimated
        return stake, size

    def table(self, stake: Stake, pack: tuple[Card, ...] = DECK) -> OneSeatTable:
        """A table for these bets."""
        return OneSeatTable(self.game, pack, stake.wagering, self.unit, self.flat)

    def _stake(self, stake: Stake, size: Size) -> tuple[dict[str, Bet], list[str], SmallPack | None, int]:
        """Some bets: what they come to, the sentences about it, a small pack if need be, and the rounds it took."""
        names = ", ".join(stake.tells)
        if stake.wagering.names[0] not in stake.tells:
            names += f" (along the best play found for {stake.wagering.names[0]})"
        found = self._search(stake, DECK, size, self.rounds)
        if isinstance(found, Search):
            merged = f"merged: {found.likeness.words()}"
            said = f"{names}: exact on the full pack; {found.rounds:,} rounds were dealt; {merged}."
            return dict(self._analyses(stake, found)), [said], None, found.rounds
        if self.exactly in stake.tells:
            raise OnlyEstimated
        why = (
            f"an exact search on the full pack would deal about {_about(found.rounds)} rounds "
            f"({_long(found.rounds / ROUNDS_A_SECOND)} at {ROUNDS_A_SECOND:,} a second), "
            f"and the budget is {self.rounds:,}"
        )
        likeness = found.likeness
        small = self._small(stake, likeness, self.rounds // 2)
        estimated, how = self._estimated(stake, likeness, self.rounds // 2, size.seconds)
        if any(bet.chosen for bet in estimated.values()):
            how += "; in expectation the estimate is no more than the best play is worth, so that it is a lower bound"
        sentences = [f"{names}: estimated on the full pack, for {why}; {how}."]
        if small is None:
            kept = "all four suits" if likeness.kinds is None else f"{FEWEST_SUITS} suits or more"
            sentences.append(f"{names}: no smaller pack of {FEWEST_RANKS} ranks or more in {kept} fits the budget.")
        else:
            sentences.append(f"{names}: exact on {small.words}.")
        return dict(estimated), sentences, small, self.rounds

    def _size(self, table: OneSeatTable, likeness: Likeness, probes: int) -> Size:
        begun = time.perf_counter()
        rounds = estimated_rounds(table, likeness, probes)
        return Size(likeness, rounds, (time.perf_counter() - begun) / probes)

    def _search(self, stake: Stake, pack: tuple[Card, ...], size: Size, most: int) -> Search | Size:
        """The exact search, if it fits; else its size, as far as that was found out.

        Where sights come again by other ways the search is smaller than probes say; then a quarter of the budget shows
        whether it can be done.
        """
        likeness = size.likeness
        fits = size.rounds <= most
        if out_of_reach(size.rounds, likeness, most):
            return size
        words = f"{', '.join(stake.tells)}: exact on {counted(len(pack), 'card')}"
        self.watcher.stage(words, min(size.rounds, most) * size.seconds)
        search = TreeSearch(self.table(stake, pack), likeness, tell=self.watcher.advance)
        try:
            for limit in (2 * most,) if fits else (most // 4, most):
                search.most_rounds, search.done = limit, 0.0
                try:
                    return Search(search.solve(), likeness, search.rounds)
                except OverBudget as over:
                    if over.done < PROMISING:
                        break
            return size._replace(rounds=max(size.rounds, search.rounds))
        except Unalike:
            table = self.table(stake, pack)
            weaker = next(weaker_than(likeness), None)
            if weaker is None:
                raise
            return self._search(stake, pack, self._size(table, weaker, SMALL_PROBES), most)

    def _small(self, stake: Stake, likeness: Likeness, most: int) -> SmallPack | None:
        """The bets on the largest part of the pack that fits the budget."""
        for pack in smaller_packs(DECK, likeness.kinds is None):
            try:
                size = self._size(self.table(stake, pack), on_pack(likeness, pack), SMALL_PROBES)
                found = self._search(stake, pack, size, most) if size.rounds <= most else size
            except Refused:  # it runs out of cards
                continue
            if isinstance(found, Search):
                return SmallPack(pack, dict(self._analyses(stake, found)))
        return None

    def _estimated(
        self, stake: Stake, likeness: Likeness, most: int, pace: float
    ) -> tuple[dict[str, EstimatedBet], str]:
        self.watcher.stage(f"{', '.join(stake.tells)}: sampling deals of the full pack", most * pace)
        ahead = LookAhead(self.table(stake), likeness, lambda rounds: self.watcher.advance(rounds / most))
        told = [number for number, name in enumerate(stake.wagering.names) if name in stake.tells]
        sampled, how = ahead.estimate(most, stake.asks, told)
        bets = enumerate(zip(stake.wagering.names, stake.units, sampled.means, sampled.errors, strict=True))
        return {
            name: EstimatedBet(
                name, unit, mean / self.unit, error / self.unit, sampled.rounds, stake.asks and not number
            )
            for number, (name, unit, mean, error) in bets
            if name in stake.tells
        }, how

    def _analyses(self, stake: Stake, search: Search) -> Iterator[tuple[str, Analysis]]:
        for number, (name, unit) in enumerate(zip(stake.wagering.names, stake.units, strict=True)):
            if name in stake.tells:
                results = {result: likely for result, likely in search.solved.results.items() if result[0] == number}
                yield name, analysis(name, unit, results, self.unit, stake.asks and number == 0)


def out_of_reach(rounds: float, likeness: Likeness, most: int) -> bool:
    """Whether a search of about so many rounds cannot fit a budget, even where sights come again by other ways."""
    return rounds > most * (1 if likeness.ordered else MERGED)


def analysis(name: str, unit: str, results: Mapping[Result, Fraction], cents: int, acts: bool) -> Analysis:
    """The Analysis of a bet by the probability of each of its results."""
    outcomes: dict[Fraction, Fraction] = defaultdict(Fraction)
    actions: dict[str, Fraction] = defaultdict(Fraction)
    wagered = expected = Fraction(0)
    for (_, net, wager, last), likely in results.items():
        outcomes[Fraction(net, cents)] += likely
        actions[last] += likely
        wagered += likely * Fraction(wager, cents)
        expected += likely * Fraction(net, cents)
    shares = dict(sorted(actions.items())) if acts else {}
    return Analysis(name, unit, dict(outcomes), wagered, expected, shares, *rows_by_net(outcomes))


def rows_by_net(outcomes: Mapping[Fraction, Fraction]) -> tuple[tuple[ReturnRow, ...], int]:
    """A return table with a row for each net result, and the fewest equally likely cases that it can be counted from.

    >>> rows, cases = rows_by_net({Fraction(-1): Fraction(2, 3), Fraction(3, 2): Fraction(1, 3)})
    >>> [(row.row, row.combinations, str(row.pays)) for row in rows], cases
    ([('win 3/2', 1, '3 to 2'), ('lose 1', 2, 'None')], 3)
    """
    cases = lcm(*(likely.denominator for likely in outcomes.values()))

    def row(net: Fraction, likely: Fraction) -> ReturnRow:
        name = "push" if net == 0 else f"{'win' if net > 0 else 'lose'} {abs(net)}"
        return ReturnRow(name, int(likely * cases), likely, Odds(net) if net >= 0 else None, net * likely)

    return tuple(row(*outcome) for outcome in sorted(outcomes.items(), reverse=True)), cases


def weaker_than(likeness: Likeness) -> Iterator[Likeness]:
    """The same with less taken for alike, once two rounds have shown that it was too much."""
    plain = Likeness(likeness.pack, within=likeness.within)
    for weaker in (
        replace(likeness, rolls=plain.rolls),
        replace(likeness, rolls=plain.rolls, together=(), ordered=True),
        replace(plain, suits=likeness.kinds is not None),
        plain,
    ):
        if weaker != likeness and (likeness.kinds is not None or weaker.suits <= likeness.suits):
            yield weaker


def on_pack(likeness: Likeness, pack: tuple[Card, ...]) -> Likeness:
    """What was found alike on the whole pack, for a part of it."""
    kinds = likeness.kinds and {card: likeness.kinds[card] for card in pack}
    return replace(likeness, pack=pack, kinds=kinds)


def smaller_packs(pack: tuple[Card, ...], hands: bool) -> Iterator[tuple[Card, ...]]:
    """Parts of a pack that leave a game what it needs, the largest first.

    Where suits matter, and so hands may, they have all suits and the highest ranks, so that straights and flushes come;
    else ranks that are evenly spread, of two suits or more.
    """
    ranks, suits = sorted({card.rank for card in pack}), sorted({card.suit for card in pack})
    fewest = len(suits) if hands else FEWEST_SUITS
    sizes = [(many, few) for many in range(FEWEST_RANKS, len(ranks) + 1) for few in range(fewest, len(suits) + 1)]
    for many, few in sorted(sizes, key=lambda size: (-size[0] * size[1], -size[1]))[1:]:
        step = 1 if hands else (len(ranks) - 1) / max(many - 1, 1)
        left = {ranks[-1 - round(step * place)] for place in range(many)}
        yield tuple(card for card in pack if card.rank in left and card.suit in suits[-few:])


def at_even_stake(stake: Fraction, work: Callable[[int, int], T]) -> T:
    """Something done at a stake, in cents, at which all payouts come out even: the stake said, or a multiple of it."""
    said = int(stake * 100)
    unit = said
    while True:
        try:
            return work(unit, unit // said)
        except UnevenPayout as uneven:
            unit *= uneven.parts // gcd(unit, uneven.parts)
            if unit > MOST_STAKE:
                raise Refused(f"payouts do not come out even at {dollars(said)} or a multiple of it") from None


def solve_by_walk(
    game: Game[Any],
    stake: Fraction = Fraction(1),
    seconds: float = 60,
    watcher: Watcher | None = None,
    together: str = "",
    exactly: str = "",
    without: Sequence[str] = (),
) -> SolvedGame:
    """Every bet of a game, or some together, from its procedure alone.

    It is kept for the next time where the source of the game's rules is known. It ends with `OnlyEstimated` where a bet
    that must be exact is not, before anything is estimated for it.
    """
    rounds = int(seconds * ROUNDS_A_SECOND)

    def at(unit: int, flat: int) -> SolvedGame:
        return ByWalk(game, unit, flat, rounds, watcher or Unwatched(), together, exactly, tuple(without)).solve()

    def solve() -> SolvedGame:
        return at_even_stake(stake, at)

    told = kept_for(
        game, "walk", (str(stake), rounds, together, *without), lambda: encoded(solve()), version_of(__name__)
    )
    found = decoded(told)
    if exactly and exactly not in found.exact:
        raise OnlyEstimated
    return found


def kept_for(game: Game[Any], what: str, question: tuple[Any, ...], build: Callable[[], bytes], version: int) -> bytes:
    """What was found of a game with its paytables and settings, kept where the source of its rules is known."""
    source = _source(game)
    if source is None:
        return build()
    asked = msgspec.json.encode(
        (
            game.name,
            game.behaviour,
            as_words(game.settings),
            [paytable_words(table) for table in game.paytables.values()],
            *question,
            str(game.cashier or ""),
            source,
        )
    )
    name = f"{what}-{game.name}-{hashlib.sha256(asked).hexdigest()[:16]}"
    return kept(name, version, lambda: {"told": np.frombuffer(build(), np.uint8)})["told"].tobytes()


def _source(game: Game[Any]) -> str | None:
    """A fingerprint of the files that a game's rules are in."""
    digest = hashlib.sha256()
    for kind in type(game).__mro__:
        if kind.__module__ in (Game.__module__, "abc", "typing", "builtins"):
            continue
        try:
            file = inspect.getsourcefile(kind)
            digest.update(Path(file).read_bytes() if file else b"")
        except (OSError, TypeError):
            return None
        digest.update(f"{kind.__qualname__} {version_of(kind.__module__)}".encode())
    return digest.hexdigest()


class _KeptBet(msgspec.Struct):
    bet: str
    unit: str
    outcomes: list[tuple[str, str]] = []
    average_wager: str = ""
    actions: dict[str, str] = {}
    expected_value: str = ""
    estimate: float = 0.0
    standard_error: float = 0.0
    rounds: int = 0
    chosen: bool = False


class _KeptGame(msgspec.Struct):
    statement: list[str]
    bets: list[_KeptBet]
    smaller: list[tuple[list[int], list[_KeptBet]]]


def _kept_bet(bet: Bet) -> _KeptBet:
    if isinstance(bet, EstimatedBet):
        error = bet.standard_error
        return _KeptBet(
            bet.bet, bet.unit, estimate=bet.estimate, standard_error=error, rounds=bet.rounds, chosen=bet.chosen
        )
    return _KeptBet(
        bet.bet,
        bet.unit,
        [(str(net), str(likely)) for net, likely in sorted(bet.outcomes.items())],
        str(bet.average_wager),
        {action: str(share) for action, share in bet.actions.items()},
        str(bet.expected_value),
    )


def _bet(was: _KeptBet) -> Bet:
    if not was.expected_value:
        return EstimatedBet(was.bet, was.unit, was.estimate, was.standard_error, was.rounds, was.chosen)
    outcomes = {Fraction(net): Fraction(likely) for net, likely in was.outcomes}
    return Analysis(
        was.bet,
        was.unit,
        outcomes,
        Fraction(was.average_wager),
        Fraction(was.expected_value),
        {action: Fraction(share) for action, share in was.actions.items()},
        *rows_by_net(outcomes),
    )


def encoded(solved: SolvedGame) -> bytes:
    """What was found, to be kept."""
    smaller = [
        ([card.index for card in small.cards], [_kept_bet(bet) for bet in small.bets.values()])
        for small in solved.smaller_packs
    ]
    return msgspec.json.encode(_KeptGame(list(solved.statement), [_kept_bet(b) for b in solved.bets.values()], smaller))


def decoded(told: bytes) -> SolvedGame:
    """What was kept."""
    was = msgspec.json.decode(told, type=_KeptGame)
    smaller = []
    for cards, bets in was.smaller:
        exact = {bet.bet: _bet(bet) for bet in bets}
        smaller.append(
            SmallPack(tuple(map(Card, cards)), {n: bet for n, bet in exact.items() if isinstance(bet, Analysis)})
        )
    return SolvedGame(METHOD, tuple(was.statement), {bet.bet: _bet(bet) for bet in was.bets}, tuple(smaller))


def _about(rounds: float) -> str:
    return f"{rounds:,.0f}" if rounds < 1e7 else f"{rounds:.1e}"


def _long(seconds: float) -> str:
    """A time in the largest unit that it has one of."""
    for size, unit in ((31_557_600, "years"), (86_400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return (
                f"about {seconds / size:,.0f} {unit}" if seconds / size < 1e6 else f"about {seconds / size:.0e} {unit}"
            )
    return f"about {max(seconds, 1):.0f} s"
