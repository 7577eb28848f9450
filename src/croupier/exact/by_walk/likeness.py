"""What need not be told apart: cards, rolls and sights that come to the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise, permutations
from math import comb, factorial, prod
from typing import Any, NamedTuple

from croupier.cards import Card
from croupier.dice import ROLLS, Roll
from croupier.english import listed
from croupier.errors import InvariantError
from croupier.exact.by_walk.replays import (
    BY_NAME,
    SEAT,
    ChosenChance,
    OneSeatTable,
    cards_in,
    words_of,
)
from croupier.table.events import Dealt, Moved, Rolled, TurnedUp, may_see
from croupier.table.round import Round
from croupier.table.seat import Place

SUITS_THERE_ARE = range(4)

Slot = tuple[object, Sequence[Card]]
"""Cards with what they are: the place they lie in, the answer that names them."""


class Branch(NamedTuple):
    """What chance may give, and in how many of so many equally likely ways something like it comes."""

    drawn: Any
    ways: int
    of: int

    @property
    def probability(self) -> Fraction:
        """How likely it is."""
        return Fraction(self.ways, self.of)


class Position(NamedTuple):
    """A decision as the seat sees it; all that have one key are one information set."""

    key: tuple[Any, ...]
    options: dict[Any, list[str]]
    """The answers that are alike, by what they are."""
    all_seen: bool
    """Whether the seat has seen every card that was drawn."""

    @property
    def answers(self) -> list[str]:
        """Every answer."""
        return [answer for alike in self.options.values() for answer in alike]


@dataclass(frozen=True)
class Likeness:
    """Which cards are alike at a table: those of one kind; or all that differ by the names of suits; or none.

    Cards of a kind may stand for each other one by one, suits only all at once.
    """

    pack: tuple[Card, ...]
    kinds: Mapping[Card, int] | None = None
    """The kind of each card, where only that matters."""
    suits: bool = False
    """Whether the names of suits do not matter."""
    rolls: Mapping[Roll, int] = field(default_factory=lambda: {roll: place for place, roll in enumerate(ROLLS)})
    """The kind of each roll."""
    together: tuple[tuple[int, ...], ...] = ()
    """Draws of single cards, by number, whose order does not matter."""
    ordered: bool = True
    """Whether the order in which cards have come to a place matters at later decisions."""
    within: bool = False
    """Whether the order of the cards of one draw matters, as of two of which the first is laid elsewhere."""

    @cached_property
    def first_of_together(self) -> dict[int, tuple[int, ...]]:
        """The later draws that are chosen with a draw."""
        return {first: tuple(rest) for first, *rest in self.together}

    @cached_property
    def _pack_by_suit(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(sorted(card.rank for card in self.pack if card.suit == suit)) for suit in SUITS_THERE_ARE)

    @cached_property
    def rolled(self) -> list[Branch]:
        """The rolls, one for each kind."""
        counts = Counter(self.rolls.values())
        first = {self.rolls[roll]: roll for roll in reversed(ROLLS)}
        return [Branch(first[kind], count, len(ROLLS)) for kind, count in counts.items()]

    def branches(
        self, stock: Sequence[Card], count: int, marks: Sequence[Sequence[Card]], puts_back: bool
    ) -> list[Branch]:
        """The sets of cards that may come, one for each class of those alike; in every order if that matters."""
        of = len(stock) if puts_back else comb(len(stock), count)
        found = self._classes(stock, count, marks)
        if not self.within:
            return [Branch(cards, ways, of) for cards, ways in found]
        return [Branch(order, ways, of * self.orders(count)) for cards, ways in found for order in permutations(cards)]

    def orders(self, count: int) -> int:
        """In how many orders so many cards of one draw are told apart."""
        return factorial(count) if self.within else 1

    def _classes(
        self, stock: Sequence[Card], count: int, marks: Sequence[Sequence[Card]]
    ) -> Iterator[tuple[tuple[Card, ...], int]]:
        if self.kinds is not None:
            by_kind: dict[int, list[Card]] = {}
            for card in stock:
                by_kind.setdefault(self.kinds[card], []).append(card)
            yield from _some_of(sorted(by_kind.values()), count)
            return
        by_card: dict[Card, list[Card]] = {}
        for card in stock:
            by_card.setdefault(card, []).append(card)
        classes = self._suit_classes(marks)
        for cards, ways in _some_of(sorted(by_card.values()), count):
            images = _images(classes, _by_suit(cards))
            if images:
                yield cards, ways * images

    def ways(self, stock: Sequence[Card], cards: Sequence[Card], marks: Sequence[Sequence[Card]]) -> int:
        """In how many ways cards like these come out of a stock, whether or not they stand for their class."""
        if self.kinds is not None:
            there, chosen = Counter(self.kinds[card] for card in stock), Counter(self.kinds[card] for card in cards)
            return prod(comb(there[kind], many) for kind, many in chosen.items())
        there_are, drawn = Counter(stock), Counter(cards)
        ways = prod(comb(there_are[card], many) for card, many in drawn.items())
        by_suit = _by_suit(cards)
        for suits in self._suit_classes(marks):
            same = Counter(by_suit[suit] for suit in suits)
            ways *= factorial(len(suits)) // prod(factorial(many) for many in same.values())
        return ways

    def _suit_classes(self, marks: Sequence[Sequence[Card]]) -> list[list[int]]:
        """The suits that nothing has told apart yet, together."""
        classes: dict[Any, list[int]] = {}
        for suit, signature in enumerate(self._signatures([("", cards) for cards in marks])):
            classes.setdefault(signature, []).append(suit)
        return list(classes.values())

    def _signatures(self, slots: Sequence[Slot]) -> list[tuple[Any, ...]]:
        """For each suit, its ranks in the pack and in each slot."""
        found: list[list[Any]] = [
            [own if self.suits else suit, own] for suit, own in zip(SUITS_THERE_ARE, self._pack_by_suit, strict=True)
        ]
        for _, cards in slots:
            for suit, ranks in enumerate(_by_suit(cards)):
                found[suit].append(ranks)
        return [tuple(signature) for signature in found]

    def position(self, round: Round, table: OneSeatTable, chance: ChosenChance, answers: Sequence[str]) -> Position:
        """The decision that a round waits for, as the seat sees it."""
        slots, facts, all_seen = self._seen(round, table, chance, answers)
        decision = round.decision
        if decision is None:
            raise InvariantError("nobody is asked")
        if self.kinds is not None:
            kinds = self.kinds
            sight: tuple[Any, ...] = tuple(tuple(sorted([kinds[card] for card in cards])) for _, cards in slots)
            named = [
                ((words_of(answer), tuple(sorted([kinds[card] for card in cards_in(answer)]))), answer)
                for answer in decision.legal
            ]
        else:
            signatures = self._signatures(slots)
            sight = tuple(sorted(signatures))
            named = [(_option(answer, signatures), answer) for answer in decision.legal]
        options: dict[Any, list[str]] = {}
        for option, answer in named:
            options.setdefault(option, []).append(answer)
        tags = tuple([tag for tag, _ in slots])
        return Position((tags, sight, facts, tuple(sorted(options))), options, all_seen)

    def _seen(
        self, round: Round, table: OneSeatTable, chance: ChosenChance, answers: Sequence[str]
    ) -> tuple[list[Slot], tuple[Any, ...], bool]:
        """The cards that the seat has seen and where, what else it knows, and whether that is every card drawn."""
        in_order = [(place, [BY_NAME[name] for name in names]) for place, names in shown_to_seat(round)]
        seen = Counter(card.name for _, cards in in_order for card in cards)
        rolls = [self.rolls[Roll(event.first, event.second)] for event in round.events if isinstance(event, Rolled)]
        laid, own = round.table, round.table.seats[SEAT]
        slots: list[Slot] = []
        for whose, places in ((0, laid.places), (SEAT, own.boxes)):
            slots += [_slot(whose, name, place, seen) for name, place in sorted(places.items()) if place.cards]
        slots.append(("gone", [BY_NAME[name] for name in seen.elements()]))
        slots += [(words_of(answer), cards_in(answer)) for answer in answers]
        if self.ordered:
            slots += in_order
        if self.within:
            slots += [((place, at), [card]) for place, cards in in_order for at, card in enumerate(cards)]
        facts = (tuple(own.bets.items()), tuple(laid.named.items()), tuple(rolls), table.ending(round).nets)
        drawn = sum(len(cards) for cards in chance.drawn if not isinstance(cards, Roll))
        return slots, facts, drawn == sum(len(cards) for _, cards in in_order)

    def words(self) -> str:
        """What is merged, in a sentence."""
        merged = []
        if self.kinds is not None:
            groups: dict[int, list[Card]] = {}
            for card in sorted(set(self.pack)):
                groups.setdefault(self.kinds[card], []).append(card)
            merged.append("cards of one kind (" + " ".join(_kind_words(cards) for cards in groups.values()) + ")")
        elif self.suits:
            merged.append("hands that differ by the names of suits")
        if len(set(self.rolls.values())) < len(ROLLS):
            merged.append(f"rolls of one kind ({len(set(self.rolls.values()))} kinds)")
        if self.together:
            merged.append("cards dealt to one place in another order")
        if not self.ordered:
            merged.append("sights whose cards came in another order")
        return listed(merged) if merged else "nothing"


def shown_to_seat(round: Round) -> list[tuple[tuple[int | None, str], tuple[str, ...]]]:
    """The cards that the seat has come to see, by name, and the place where they lay then, in order."""
    found = []
    shown: dict[tuple[int | None, str], bool] = {}
    for event in round.events:
        if isinstance(event, Dealt | TurnedUp):
            visible, place = may_see(SEAT, event.eyes), (event.seat, event.place)
            if visible and not (isinstance(event, TurnedUp) and shown.get(place)):
                found.append((place, event.cards))
            shown[place] = visible
        elif isinstance(event, Moved):
            shown[event.seat, event.to] = may_see(SEAT, event.eyes)
    return found


def _slot(whose: int, name: str, place: Place, seen: Counter[str]) -> Slot:
    """What lies in a place and, taken from what has been seen, which cards."""
    visible = place.cards if may_see(SEAT, place.eyes) else []
    for card in visible:
        seen[card.name] -= 1
    return (whose, name, len(place.cards)), visible


def _by_suit(cards: Sequence[Card]) -> list[tuple[int, ...]]:
    found: list[list[int]] = [[], [], [], []]
    for card in cards:
        found[card.suit].append(card.rank)
    return [tuple(sorted(ranks)) for ranks in found]


def _images(classes: Sequence[Sequence[int]], by_suit: Sequence[tuple[int, ...]]) -> int:
    """How many sets of cards one stands for when suits of a class change places; none if another stands for it."""
    images = 1
    for suits in classes:
        if len(suits) > 1:
            ranks = [by_suit[suit] for suit in suits]
            if any(before < after for before, after in pairwise(ranks)):
                return 0
            images *= factorial(len(suits)) // prod(factorial(many) for many in Counter(ranks).values())
    return images


def _some_of(groups: Sequence[list[Card]], count: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every way to take so many cards when those of a group are alike, with the number of ways to do it."""

    def further(at: int, left: int, taken: tuple[Card, ...], ways: int) -> Iterator[tuple[tuple[Card, ...], int]]:
        if not left:
            yield taken, ways
            return
        if cards_from[at] < left:
            return
        group = groups[at]
        for many in range(min(left, len(group)), -1, -1):
            yield from further(at + 1, left - many, taken + tuple(group[:many]), ways * comb(len(group), many))

    if all(len(group) == 1 for group in groups):
        return ((cards, 1) for cards in combinations([card for (card,) in groups], count))
    cards_from = [sum(len(group) for group in groups[at:]) for at in range(len(groups) + 1)]
    return further(0, count, (), 1)


def _option(answer: str, signatures: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    """An answer, with the cards it names, where only what has been seen tells suits apart."""
    named = cards_in(answer)
    if not named:
        return (words_of(answer), ())
    return (words_of(answer), tuple(ranks for _, ranks in sorted(zip(signatures, _by_suit(named), strict=True))))


def _kind_words(cards: Sequence[Card]) -> str:
    return "".join(dict.fromkeys(card.name[0] for card in cards))
