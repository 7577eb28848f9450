"""What each ending of a round pays, read by dealing one, and remembered for paytables that say the same of it."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain
from threading import Lock
from typing import Any, Final, TypeVar

from croupier.cards import DECK, Card
from croupier.dice import Roll
from croupier.english import listed
from croupier.errors import Refused, one_of
from croupier.exact.reading.chosen_rounds import ALL_ROWS, DecisionAsked, Note, Scene, Settlement, Unread, Way, word
from croupier.exact.reading.kept_readings import kept_reading
from croupier.exact.shared_money.pot_stake import PotUncounted
from croupier.odds import Odds, Pay, PayTable, Prize
from croupier.table.decisions import Option
from croupier.table.game import BetGroup as BetGroup
from croupier.table.game import Game
from croupier.table.game import bet_groups as bet_groups
from croupier.table.table import Table

V = TypeVar("V")

MOST_REMEMBERED: Final = 64
"""How many games, each with settings and bets of its own, are remembered."""
MOST_ALIKE: Final = 6
"""How many readings of one ending, under paytables that differ, are remembered."""
BACKWARDS: Final = DECK[::-1]


@dataclass
class _Remembered:
    """What came of an ending, under which paytables, and what was looked up in them."""

    tables: tuple[PayTable, ...]
    notes: frozenset[Note]
    settlement: Settlement


@dataclass
class _Memory:
    ways: list[Way] = field(default_factory=list)
    table: Table | None = None
    endings: dict[Hashable, list[_Remembered]] = field(default_factory=dict)
    derived: dict[Hashable, Any] = field(default_factory=dict)


_MEMORIES: OrderedDict[Hashable, _Memory] = OrderedDict()
_DEALING = Lock()
"""Tables are shared by those who read the same game: one round at a time."""


class Endings:
    """A player with certain bets: the ways through a round, and what comes of each with certain cards."""

    def __init__(
        self, game: Game[Any], bets: Mapping[str, Fraction | int], opening: str = "", stake: Fraction | int = 1
    ) -> None:
        self.game, self.bets, self.opening = game, dict(bets), opening
        flat = any(table.fixed for table in game.paytables.values())
        self.stake = Fraction(stake) if flat or game.cashier else Fraction(1)
        self._tables = tuple(game.paytables.values())
        self._changes: dict[int, tuple[tuple[PayTable, ...], frozenset[Note]]] = {}
        key = type(game), game.settings, opening, tuple(self.bets.items()), self.stake, game.cashier
        self._memory = _MEMORIES.setdefault(key, _Memory())
        _MEMORIES.move_to_end(key)
        if len(_MEMORIES) > MOST_REMEMBERED:
            _MEMORIES.popitem(last=False)

    @cached_property
    def scene(self) -> Scene:
        """The table that rounds are dealt at."""
        return Scene(self.game, self.bets, self.opening, self.stake, self._memory.table)

    @property
    def ways(self) -> list[Way]:
        """Every way through the decisions, which must be the same with any cards."""
        if not self._memory.ways:
            self._memory.ways = self.scene.ways(BACKWARDS)
            shape = [_shape(way) for way in self._memory.ways]
            for cards in (DECK, DECK[26:] + DECK[:26]):
                if [_shape(way) for way in self.scene.ways(cards)] != shape:
                    self._memory.ways = []
                    raise Unread("what is dealt and asked depends on the cards")
        return self._memory.ways

    def derived(self, key: Hashable, derive: Callable[[], V]) -> V:
        """Something that follows from the ways alone, whatever the paytables say; remembered by its key."""
        known = self._memory.derived
        if key not in known:
            known[key] = derive()
        found: V = known[key]
        return found

    def read(
        self,
        key: Hashable,
        cards: Sequence[Card] | Callable[[], Sequence[Card]],
        answers: Sequence[int],
        rolls: Sequence[Roll] = (),
    ) -> Settlement:
        """What comes of a round with these cards, found if need be; `key` is the ending that it stands for."""
        alike = self._memory.endings.setdefault(key, [])
        for known in alike:
            if known.notes.isdisjoint(self._changed(known.tables)):
                known.tables = self._tables
                return known.settlement
        with _DEALING:
            settlement = self.scene.settle(cards() if callable(cards) else cards, answers, rolls)
            self._memory.table = self.scene.table
            alike.insert(0, _Remembered(self._tables, frozenset(self.scene.notes), settlement))
        del alike[MOST_ALIKE:]
        return settlement

    def _changed(self, tables: tuple[PayTable, ...]) -> frozenset[Note]:
        """All that these paytables say otherwise than other ones."""
        known = self._changes.get(id(tables))
        if known is None:
            known = tables, frozenset(chain.from_iterable(map(_differences, self._tables, tables)))
            self._changes[id(tables)] = known
        return known[1]


def _differences(one: PayTable, other: PayTable) -> Iterator[Note]:
    """What two paytables of a bet say otherwise."""
    if one is other:
        return
    told: list[tuple[str, Mapping[str, object], Mapping[str, object]]]
    told = [("pays", one.odds, other.odds), ("fixed", one.fixed, other.fixed)]
    for what, rows, others in told:
        yield from ((one.bet, what, row) for row in {**rows, **others} if rows.get(row) != others.get(row))
        if rows.keys() != others.keys():
            yield one.bet, what, ALL_ROWS


def _shape(way: Way) -> tuple[object, ...]:
    """What must not depend on the cards."""
    asked = [(asked.seen, asked.upcards, _prices(asked)) for asked in way.asked]
    return way.answers, asked, way.final, way.shared, way.dealer, way.folded, way.cards, way.names


def _prices(asked: DecisionAsked) -> list[tuple[str, str, int]]:
    return [(word(option), option.spot, option.cents) for option in asked.options]


def table_of(game: Game[Any], group: BetGroup) -> PayTable:
    """The paytable that a bet's return table shows; an empty one for a bet that has none."""
    return game.paytables.get(group.table) or PayTable(group.name, "none", {})


def first_group(words: str, groups: Sequence[BetGroup]) -> BetGroup:
    """The bet that is named first with its stake."""
    name = words.partition("=")[0].strip()
    return next(group for group in groups if group.name == name)


def takes(game: Game[Any], bets: Mapping[str, Fraction | int], opening: str = "") -> bool:
    """Whether these may be bet together."""
    return _takes(type(game), game.settings, tuple(bets.items()), opening)


@kept_reading
def _takes(kind: type[Game[Any]], settings: Any, bets: tuple[tuple[str, Fraction | int], ...], opening: str) -> bool:
    scene = Scene(kind(settings), dict(bets), opening)
    return scene.open(BACKWARDS).takes(1, scene.bets)


def pay_of(words: str) -> Pay:
    """What a spot was paid, as a settlement tells it.

    >>> pay_of("3 to 2"), pay_of("$1,000"), pay_of("")
    (Odds('3 to 2'), Prize(cents=100000), None)
    """
    if words.startswith("$"):
        return Prize(int(Fraction(words[1:].replace(",", "")) * 100))
    return Odds.parse(words) if words else None


def named_with(option: Option, cards: Sequence[Card]) -> str:
    """What an option of a way is called when these cards are dealt first, and not those that it was read with."""
    slot = {card.name: at for at, card in enumerate(BACKWARDS[: len(cards)])}
    return " ".join(cards[slot[name]].name if name in slot else name for name in option.name.split())


def is_together(words: str | None) -> bool:
    """Whether bets are named with their stakes: `main=1,trips=1/5`."""
    return words is not None and "=" in words


def variant_of_bets(words: str) -> str:
    """The variant that bets named with their stakes are of, as in `five-card-draw/first-5=1`; empty if none is."""
    return words.partition("=")[0].strip().rpartition("/")[0]


def staked_together(
    words: str, groups: Sequence[BetGroup], game: Game[Any], opening: str = ""
) -> tuple[dict[str, Fraction], frozenset[str]]:
    """The bets that are named with their stakes, in units of the first, and all the spots that they are on."""
    units: dict[str, Fraction] = {}
    for pair in words.split(","):
        name, _, amount = (part.strip() for part in pair.partition("="))
        if name in [spot.name for spot in game.spots if spot.pot]:
            raise PotUncounted(f"the pot of {game.title} is not counted beside its other bets")
        if name not in [group.name for group in groups]:
            raise one_of("bet", name, [group.name for group in groups], f"{game.name} --together")
        if name in units:
            raise Refused(f"two stakes are given for {name}; give one")
        written = re.fullmatch(r"[0-9]+(/[1-9][0-9]*|\.[0-9]+)?", amount)
        units[name] = Fraction(amount) if written else Fraction(0)
        if not units[name]:
            raise Refused(f"{pair.strip()!r} is no stake; write bets with units above zero, as in main=1,trips=1/5")
    first = next(iter(units.values()))
    named = [group for group in groups if group.name in units]
    bets = {spot: units[group.name] / first for group in named for spot in group.opens}
    if not takes(game, bets, opening):
        raise Refused(f"{game.title} does not take {listed(units)} without other bets")
    return bets, frozenset[str]().union(*(group.spots for group in named))
