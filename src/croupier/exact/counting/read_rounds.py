"""The bets of a game from a shoe, read off its procedure: every round of one seat, by the cards that it takes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import perm, prod
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from croupier.cards import DECK, Card
from croupier.dice import Roll
from croupier.errors import InvariantError, Refused
from croupier.exact.by_walk.likeness import Likeness
from croupier.exact.by_walk.replays import SEAT, STACK, ChosenChance, OneSeatTable
from croupier.exact.by_walk.sampled_checks import SEED, Checker, RandomDraws
from croupier.exact.by_walk.solving import at_even_stake, kept_for
from croupier.exact.by_walk.tree_search import OverBudget, TreeSearch
from croupier.exact.by_walk.wagerings import Stake, stakes
from croupier.exact.counting.shoe_bets import Drawn, ShoeBet
from croupier.exact.store import version_of
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import play_automatic_seat

MOST_ROUNDS: Final = 2_000_000
"""Rounds that are dealt for a bet before it is given up."""


class CannotBeCounted(Refused):
    """A game from a shoe whose bets are not known as functions of what is left in it."""


class KeptShoe(NamedTuple):
    """The shoe that a procedure keeps from round to round."""

    pack: tuple[Card, ...]
    behind: int
    """Cards behind the cut card."""


class CutTable(Table):
    """A table that says what shoe it keeps, and whose cut card may be put elsewhere."""

    kept: KeptShoe | None = None
    behind: int | None = None

    def ready_shoe(self, pack: Sequence[Card], behind_cut_card: int) -> None:
        behind = behind_cut_card if self.behind is None else self.behind
        self.kept = KeptShoe(tuple(pack), behind)
        super().ready_shoe(pack, behind)


def kept_shoe(game: Game[Any]) -> KeptShoe | None:
    """The shoe of a game; none where the cards are shuffled for every round, or never run out."""
    table = CutTable(game, Placard())
    table.sit(SEAT, "reader", STACK)
    round = Round(table, ChosenChance((), RandomDraws(Random(SEED))))
    while round.waiting:
        play_automatic_seat(round, next(iter(round.waiting)))
    return table.kept


def read_bets(game: Game[Any], stake: Fraction, shoe: KeptShoe) -> list[ShoeBet]:
    """Every bet of a game, from its procedure alone."""

    def read(unit: int, flat: int) -> list[ShoeBet]:
        return [bet for each in stakes(game, unit) for bet in _bets(game, each, unit, flat, shoe)]

    told = kept_for(game, "counting", (str(stake),), lambda: _encoded(at_even_stake(stake, read)), version_of(__name__))
    return _decoded(told)


def _bets(game: Game[Any], stake: Stake, unit: int, flat: int, shoe: KeptShoe) -> Iterator[ShoeBet]:
    table = OneSeatTable(game, DECK, stake.wagering, unit, flat)
    likeness = Checker(table).likeness()
    if likeness.kinds is None:
        raise CannotBeCounted(f"{game.title} tells the cards of a rank apart, and counts by suit are not looked for")
    search = TreeSearch(table, likeness, MOST_ROUNDS)
    try:
        if stake.asks:
            search.solve()
        worth = _worth(search, likeness, shoe, unit)
    except OverBudget:
        raise CannotBeCounted(
            f"{game.title} has more than {MOST_ROUNDS:,} rounds to count, which is too many"
        ) from None
    fresh = _by_kind(shoe.pack, likeness)
    kinds = tuple(
        tuple(card for card in DECK if likeness.kinds[card] == kind) for kind in sorted(set(likeness.kinds.values()))
    )
    for number, (name, called) in enumerate(zip(stake.wagering.names, stake.units, strict=True)):
        if name in stake.tells:
            yield ShoeBet(name, called, kinds, fresh, worth[number], stake.asks)


def _worth(search: TreeSearch, likeness: Likeness, shoe: KeptShoe, unit: int) -> Mapping[int, dict[Drawn, Fraction]]:
    """By bet and cards taken, what their orders net together."""
    fresh = _by_kind(shoe.pack, likeness)
    cards = len(shoe.pack)
    worth: defaultdict[int, defaultdict[Drawn, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for probability, ended in search.endings():
        drawn = _by_kind([card for at in ended.drawn if not isinstance(at, Roll) for card in at], likeness)
        orders = probability * perm(cards, sum(drawn)) / prod(map(perm, fresh, drawn))
        for bet, net, _, _ in ended.results:
            worth[bet][drawn] += orders * Fraction(net, unit)
    return {bet: dict(found) for bet, found in worth.items()}


def _by_kind(cards: Sequence[Card], likeness: Likeness) -> Drawn:
    if likeness.kinds is None:
        raise InvariantError("cards have no kinds")
    found = Counter(likeness.kinds[card] for card in cards)
    return tuple(found[kind] for kind in sorted(set(likeness.kinds.values())))


class _KeptBet(msgspec.Struct):
    name: str
    unit: str
    kinds: list[list[int]]
    fresh: tuple[int, ...]
    worth: list[tuple[tuple[int, ...], str]]
    chosen: bool


def _encoded(bets: Sequence[ShoeBet]) -> bytes:
    return msgspec.json.encode(
        [
            _KeptBet(
                bet.name,
                bet.unit,
                [[card.index for card in cards] for cards in bet.kinds],
                bet.fresh,
                [(drawn, str(net)) for drawn, net in bet.worth.items()],
                bet.chosen,
            )
            for bet in bets
        ]
    )


def _decoded(told: bytes) -> list[ShoeBet]:
    return [
        ShoeBet(
            was.name,
            was.unit,
            tuple(tuple(map(Card, cards)) for cards in was.kinds),
            was.fresh,
            {drawn: Fraction(net) for drawn, net in was.worth},
            was.chosen,
        )
        for was in msgspec.json.decode(told, type=list[_KeptBet])
    ]
