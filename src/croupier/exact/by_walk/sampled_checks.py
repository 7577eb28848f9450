"""Which cards, rolls and orders come to the same at a table, found on sampled rounds.

A round and its image, in which cards are changed for others that seem alike, must show the seat the same decisions and
end the same. Half of the rounds are dealt mostly from one suit or from few ranks, so that rare hands come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any, Final, TypeVar

from croupier.cards import Card
from croupier.dice import ROLLS, Roll
from croupier.errors import InvariantError, Refused
from croupier.exact.by_walk.likeness import SUITS_THERE_ARE, Likeness, Position
from croupier.exact.by_walk.replays import (
    SEAT,
    Chooser,
    ChosenChance,
    Drawn,
    Ending,
    OneSeatTable,
    cards_in,
    words_of,
)

SEED: Final = "croupier walk"
"""All samples come from it, so that the same question has the same answer."""
SCREENED: Final = 6
"""Rounds that show most differences."""
CHECKED: Final = 160
"""Rounds after which cards are taken for alike; the search goes on checking."""
ROLLS_CHECKED: Final = 100
CONCLUSIVE: Final = 20
MOST_SINGLES: Final = 12
FAVOUR: Final = 0.8

T = TypeVar("T")


@dataclass(frozen=True)
class PlayedRound:
    """A round that was played to its end."""

    drawn: tuple[Drawn, ...]
    answers: tuple[str, ...]
    positions: tuple[tuple[int, Position], ...]
    """Each decision, and how many draws came before it."""
    ending: Ending
    places: tuple[Any, ...] = ()
    """Where each card lay in the end."""


class RandomDraws:
    """Cards and dice at random; some may be favoured."""

    def __init__(self, rng: Random, favoured: Callable[[Card], bool] | None = None) -> None:
        self.rng = rng
        self.favoured = favoured

    def cards(self, chance: ChosenChance, stock: Sequence[Card], count: int, puts_back: bool) -> tuple[Card, ...]:
        if self.favoured is not None and self.rng.random() < FAVOUR:
            liked = [card for card in stock if self.favoured(card)]
            if len(liked) >= count:
                return tuple(self.rng.sample(liked, count))
        return tuple(self.rng.sample(stock, count))

    def dice(self, chance: ChosenChance) -> Roll:
        return self.rng.choice(ROLLS)


class ImageDraws(RandomDraws):
    """What came in another round, every card and roll changed for one that is alike."""

    def __init__(self, rng: Random, likeness: Likeness, of: Sequence[Drawn]) -> None:
        super().__init__(rng)
        self.likeness = likeness
        self.of = list(of)
        for class_of in likeness.together:
            there = [index for index in class_of if index < len(self.of)]
            for index, other in zip(there, rng.sample([self.of[index] for index in there], len(there)), strict=True):
                self.of[index] = other
        self.renamed = renaming(likeness, rng)

    def cards(self, chance: ChosenChance, stock: Sequence[Card], count: int, puts_back: bool) -> tuple[Card, ...]:
        at = len(chance.drawn)
        wanted = self.of[at] if at < len(self.of) else ()
        if isinstance(wanted, Roll) or len(wanted) != count:
            return super().cards(chance, stock, count, puts_back)
        if self.likeness.kinds is None:
            return tuple([self.renamed[card] for card in wanted])
        kinds, free, chosen = self.likeness.kinds, list(stock), []
        for card in wanted:
            alike = [other for other in free if kinds[other] == kinds[card]]
            if not alike:
                raise Refused(f"no card like {card} is left")
            chosen.append(self.rng.choice(alike))
            free.remove(chosen[-1])
        return tuple(chosen)

    def dice(self, chance: ChosenChance) -> Roll:
        at = len(chance.drawn)
        wanted = self.of[at] if at < len(self.of) else None
        kinds = self.likeness.rolls
        return self.rng.choice([roll for roll in ROLLS if not isinstance(wanted, Roll) or kinds[roll] == kinds[wanted]])


def renaming(likeness: Likeness, rng: Random) -> dict[Card, Card]:
    """Cards with their suits named anew, where that leaves the pack as it is."""
    pack = set(likeness.pack)
    by_suit = [frozenset(card.rank for card in pack if card.suit == suit) for suit in SUITS_THERE_ARE]
    to = list(SUITS_THERE_ARE)
    if likeness.suits:
        for ranks in set(by_suit):
            alike = [suit for suit in SUITS_THERE_ARE if by_suit[suit] == ranks]
            for suit, other in zip(alike, rng.sample(alike, len(alike)), strict=True):
                to[suit] = other
    return {card: Card(4 * (card.rank - 2) + to[card.suit]) for card in pack}


def play(
    table: OneSeatTable,
    likeness: Likeness,
    choose: Chooser,
    answer: Callable[[int, Position], str],
    given: Sequence[Drawn] = (),
) -> PlayedRound:
    """A round played to its end."""
    chance = ChosenChance(given, choose)
    round = table.begin(chance)
    answers: list[str] = []
    positions = []
    while round.decision is not None:
        position = likeness.position(round, table, chance, answers)
        positions.append((len(chance.drawn), position))
        answers.append(answer(len(answers), position))
        round.act(SEAT, answers[-1])
    own = round.table.seats[SEAT]
    places = tuple(
        (whose, name, tuple(place.cards))
        for whose, there in ((0, round.table.places), (SEAT, own.boxes))
        for name, place in there.items()
    )
    return PlayedRound(tuple(chance.drawn), tuple(answers), tuple(positions), table.ending(round), places)


class Unalike(Exception):
    """Two rounds that should have come to the same have not."""


class Checker:
    """Rounds and their images at one table."""

    def __init__(self, table: OneSeatTable) -> None:
        self.table = table
        self.rng = Random(SEED)

    def likeness(self) -> Likeness:
        """All that may be merged at the table."""
        pack, rng = self.table.pack, self.rng
        by_rank = Likeness(pack, kinds={card: card.rank for card in pack}, ordered=False)
        if all(self.same(by_rank) for _ in range(CHECKED)):
            found = self._merge_ranks(by_rank)
        else:
            found = Likeness(pack, suits=True, ordered=False)
            if not all(self.same(found) for _ in range(CHECKED)):
                found = replace(found, suits=False)
        found = self._merge_rolls(found)
        found = replace(found, together=self._together(found))
        found = replace(found, ordered=not self._order_is_nothing(found), within=self._order_within(found))
        rng.seed(SEED)
        return found

    def round(self, likeness: Likeness, given: Sequence[Drawn] = ()) -> PlayedRound:
        """A round with any answers; every other one mostly of one suit, or of a few ranks."""
        rng = self.rng
        favoured = None
        if rng.random() < 0.5:
            suit, low = rng.randrange(4), rng.randrange(2, 13)
            span = rng.choice((1, 2, 5))
            favoured = rng.choice(
                (lambda card: card.suit == suit, lambda card: low <= card.rank < low + span, lambda card: card.rank > 9)
            )
        return play(self.table, likeness, RandomDraws(rng, favoured), self._any_answer, given)

    def _any_answer(self, number: int, position: Position) -> str:
        return self.rng.choice(position.options[self.rng.choice(sorted(position.options))])

    def same(self, likeness: Likeness, one: PlayedRound | None = None) -> bool:
        """Whether a round and an image of it come to the same."""
        one = one or self.round(likeness)
        return self.agrees(likeness, one, ImageDraws(self.rng, likeness, one.drawn))

    def agrees(self, likeness: Likeness, one: PlayedRound, image: ImageDraws) -> bool:
        """Whether a round with these draws, answered alike, comes to the same."""

        def answer(number: int, position: Position) -> str:
            if number >= len(one.positions) or position.key != one.positions[number][1].key:
                raise Unalike
            return same_answer(likeness, position, one.positions[number][1], one.answers[number], image.renamed)

        try:
            other = play(self.table, likeness, image, answer)
        except (Unalike, Refused):
            return False
        return other.ending == one.ending and len(other.drawn) == len(one.drawn)

    def _changed(self, likeness: Likeness, first: Card, second: Card) -> bool | None:
        """Whether it is the same to have one card in a round and to have another; None if there was none."""
        by_rank = replace(likeness, kinds={card: card.rank for card in self.table.pack})
        started = self.round(likeness)
        places = [at for at, drawn in enumerate(started.drawn) if not isinstance(drawn, Roll)]
        if not places:
            return None
        at = self.rng.choice(places)
        try:
            draws = ImageDraws(self.rng, by_rank, _with(started.drawn, at, (first,)))
            one = play(self.table, likeness, draws, self._any_answer)
        except Refused:
            return None
        if at >= len(one.drawn) or isinstance(one.drawn[at], Roll):
            return None
        return self.agrees(likeness, one, ImageDraws(self.rng, by_rank, _with(one.drawn, at, (second,))))

    def _alike(self, likeness: Likeness, first: Card, second: Card) -> bool:
        found, enough = 0, CHECKED // 2
        for trial in range(3 * enough):
            same = self._changed(likeness, first, second)
            if same is False:
                return False
            found += same is True
            if found >= enough or (trial > 3 * SCREENED and not found):
                break
        return found >= enough

    def _merge_ranks(self, likeness: Likeness) -> Likeness:
        """Ranks that come to the same, such as tens and faces where points are counted."""
        card_of = {card.rank: card for card in self.table.pack}
        merged = classes(
            sorted(card_of),
            lambda low, high: self._alike(_one_kind(likeness, low, high), card_of[low], card_of[high]),
        )
        kind = {rank: min(group) for group in merged for rank in group}
        found = replace(likeness, kinds={card: kind[card.rank] for card in self.table.pack})
        return found if all(self.same(found) for _ in range(CHECKED)) else likeness

    def _merge_rolls(self, likeness: Likeness) -> Likeness:
        """Rolls that end alike in every round that is tried with all of them."""
        ends: dict[Roll, list[Ending]] = {roll: [] for roll in ROLLS}
        for _ in range(ROLLS_CHECKED):
            one = self.round(likeness)
            rolled = [at for at, drawn in enumerate(one.drawn) if isinstance(drawn, Roll)]
            if not rolled or any(before > rolled[0] for before, _ in one.positions):
                return likeness
            at = self.rng.choice(rolled)
            for roll in ROLLS:
                again = play(
                    self.table,
                    likeness,
                    RandomDraws(self.rng),
                    lambda number, position, said=one.answers: said[number],  # type: ignore[misc]
                    _with(one.drawn, at, roll),
                )
                ends[roll].append(again.ending)
        merged = classes(ROLLS, lambda one, other: ends[one] == ends[other])
        return replace(likeness, rolls={roll: place for place, group in enumerate(merged) for roll in group})

    def _together(self, likeness: Likeness) -> tuple[tuple[int, ...], ...]:
        """Single cards drawn before the first decision whose order does not matter."""
        rounds = [self.round(likeness) for _ in range(CONCLUSIVE)]
        first = min(one.positions[0][0] if one.positions else len(one.drawn) for one in rounds)
        singles = [at for at in range(first) if all(len(one.drawn[at]) == 1 for one in rounds)][:MOST_SINGLES]

        def exchangeable(low: int, high: int) -> bool:
            tried = replace(likeness, together=((low, high),))
            return all(self.same(tried) for _ in range(CHECKED // 2))

        return tuple(tuple(group) for group in classes(singles, exchangeable) if len(group) > 1)

    def _order_is_nothing(self, likeness: Likeness) -> bool:
        """Whether cards that come to a place one after the other may come the other way round."""
        conclusive = 0
        for _ in range(3 * CHECKED):
            one = self.round(likeness)
            pairs = [pair for pair in combinations(range(len(one.drawn)), 2) if _one_place(one, *pair)]
            if not pairs or not one.positions:
                continue
            low, high = self.rng.choice(pairs)
            other = list(one.drawn)
            other[low], other[high] = other[high], other[low]
            swapped = self._with_other_draws(likeness, one, other)
            if swapped is None:
                continue
            if swapped.ending != one.ending:
                return False
            conclusive += 1
        return conclusive >= CONCLUSIVE

    def _order_within(self, likeness: Likeness) -> bool:
        """Whether a round was seen to end otherwise with the cards of its draws in other orders, answered alike."""
        for _ in range(CHECKED):
            one = self.round(likeness)
            other = [
                drawn if isinstance(drawn, Roll) else tuple(self.rng.sample(drawn, len(drawn))) for drawn in one.drawn
            ]
            if other != list(one.drawn):
                shuffled = self._with_other_draws(likeness, one, other)
                if shuffled is not None and shuffled.ending != one.ending:
                    return True
        return False

    def _with_other_draws(self, likeness: Likeness, one: PlayedRound, drawn: Sequence[Drawn]) -> PlayedRound | None:
        """A round with the answers of another but other draws; nothing if they cannot be given."""

        def answer(number: int, position: Position) -> str:
            if number >= len(one.answers) or one.answers[number] not in position.answers:
                raise Unalike
            return one.answers[number]

        try:
            return play(self.table, likeness, RandomDraws(self.rng), answer, drawn)
        except (Unalike, Refused):
            return None


def same_answer(
    likeness: Likeness, position: Position, before: Position, answer: str, renamed: dict[Card, Card]
) -> str:
    """The answer to an image of a decision that is the same as one to the decision itself."""
    (option,) = [option for option, answers in before.options.items() if answer in answers]
    answers = position.options[option]
    if likeness.kinds is not None:
        return answers[0]
    wanted = (words_of(answer), sorted(renamed[card] for card in cards_in(answer)))
    for other in answers:
        if (words_of(other), sorted(cards_in(other))) == wanted:
            return other
    raise Unalike


def classes(things: Sequence[T], alike: Callable[[T, T], bool]) -> list[list[T]]:
    """Things put together with the first that they are like."""
    found: list[list[T]] = []
    for thing in things:
        for group in found:
            if alike(group[0], thing):
                group.append(thing)
                break
        else:
            found.append([thing])
    return found


def _one_kind(likeness: Likeness, low: int, high: int) -> Likeness:
    if likeness.kinds is None:
        raise InvariantError("cards have no kinds")
    return replace(likeness, kinds={card: low if kind == high else kind for card, kind in likeness.kinds.items()})


def _with(drawn: Sequence[Drawn], at: int, what: Drawn) -> list[Drawn]:
    """Draws with another roll, or another first card, at a place."""
    changed, there = list(drawn), drawn[at]
    changed[at] = what if isinstance(what, Roll) or isinstance(there, Roll) else (*what, *there[1:])
    return changed


def _one_place(one: PlayedRound, low: int, high: int) -> bool:
    """Whether two single cards lie in one place in the end."""
    first, second = one.drawn[low], one.drawn[high]
    if isinstance(first, Roll) or isinstance(second, Roll) or (len(first), len(second)) != (1, 1):
        return False
    return first != second and any({*first, *second} <= set(cards) for _, _, cards in one.places)
