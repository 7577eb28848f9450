"""A bet for one who knows which cards are gone, or has seen one that was to stay hidden, and for one who does not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from time import perf_counter
from typing import Any, Final, NamedTuple, Protocol

import msgspec
import numpy as np

from croupier.arrays import Arrays, Ints
from croupier.cards import DECK, Card
from croupier.exact.solved_game import Watcher


@dataclass(frozen=True, slots=True)
class Informed:
    """What a bet is worth with a stripped deck, net and per unit."""

    best: Fraction
    """To one who knows which cards are gone."""
    ordinary: Fraction
    """To one who plays as is best with the whole pack."""

    @property
    def gain(self) -> Fraction:
        """What the knowledge is worth."""
        return self.best - self.ordinary


class Pieces(NamedTuple):
    """Numbered pieces of the work on a deck, to be done in any order once the stages before it are done."""

    kernel: Callable[..., None]
    """Of the first piece and the end, a deck as it is laid, tables, what is kept of it, scratch room and its totals."""
    first: int
    end: int


class Room(NamedTuple):
    """Room for a table of whole numbers."""

    shape: tuple[int, ...]
    kind: Any


class InStages(Protocol):
    """Bets that are solved on a stripped deck piece by piece: in turn on a processor, side by side on a device."""

    @staticmethod
    def own(scratch: Arrays, at: int) -> Arrays:
        """Of the scratch room of many threads, side by side in the last place, that of one."""

    def stages(self, cards: int) -> list[Pieces]:
        """The work on a deck of so many cards; the pieces of the last stage write the totals."""

    def tables(self, cards: int) -> Arrays:
        """What is looked up for decks of so many cards."""

    def laid(self, deck: tuple[Card, ...]) -> Ints:
        """A deck as the kernels read it, in lines."""

    def kept(self, cards: int) -> tuple[Room, ...]:
        """What the stages of a deck write down for those that follow."""

    @staticmethod
    def of(kept: Arrays, deck: int) -> Arrays:
        """Of what is kept of many decks, side by side in the last place, that of one."""

    def scratch(self, cards: int) -> tuple[Ints, ...]:
        """What a piece writes down for itself."""

    def totals(self, cards: int) -> tuple[int, int]:
        """The pieces of the last stage, and how many numbers each of them comes to."""

    def told(self, cards: int, totals: Ints) -> dict[str, Informed]:
        """The bets of such a deck by these numbers."""


@dataclass(frozen=True)
class Stripped:
    """The bets of a game that leave a choice once cards are seen, to be solved on any part of its pack."""

    pack: tuple[Card, ...]
    solve: Callable[[tuple[Card, ...]], dict[str, Informed]]
    """Each of these bets, by name, on what is left of the pack."""
    decks: int
    """How many decks are solved, for each hand that is known, unless somebody asks for others: what seconds allow."""
    in_stages: tuple[InStages, ...] = ()
    """The same in stages, where all bets can be solved so."""

    @classmethod
    def by_stages(cls, pack: tuple[Card, ...], decks: int, *bets: InStages) -> Stripped:
        """Bets that are solved in stages."""
        return cls(
            pack, lambda left: {name: value for bet in bets for name, value in _solved(bet, left).items()}, decks, bets
        )


def _solved(bets: InStages, deck: tuple[Card, ...]) -> dict[str, Informed]:
    cards, laid = len(deck), bets.laid(deck)
    kept = tuple(np.empty(room.shape, room.kind) for room in bets.kept(cards))
    totals, tables, scratch = np.zeros(bets.totals(cards), np.int64), bets.tables(cards), bets.scratch(cards)
    for stage in bets.stages(cards):
        stage.kernel(stage.first, stage.end, laid, tables, kept, scratch, totals)
    return bets.told(cards, totals)


SolveDecks = Callable[[Stripped, Sequence[tuple[Card, ...]]], Iterable[Mapping[str, Informed]]]
"""Solves decks of one size, in their order."""


DEALERS: Final = "one of the dealer's cards"
TO_COME: Final = "the player's own card to come"
MARKED: Final = "the back of one marked card"
"""Its owner knows it wherever it lies face down before him, and that it does not lie there."""


class Flash(NamedTuple):
    """What it is worth to have seen a certain card in a certain place, per unit."""

    gain: Fraction
    variance: float
    """Of the gain, where hands were sampled; else nothing."""


def mean_flash(gains: Ints, share: Fraction, sampled: bool, weight: Ints | None = None) -> Flash:
    """The mean of what each hand gains, in so large parts of a unit, and its variance where they are some of many."""
    weight = np.ones(len(gains), np.int64) if weight is None else weight
    total = sum(gain * often for gain, often in zip(gains.tolist(), weight.tolist(), strict=True))
    variance = float((gains * float(share)).var(ddof=1)) / len(gains) if sampled else 0.0
    return Flash(total * share / int(weight.sum()), variance)


@dataclass(frozen=True)
class Flashed:
    """The bets of a game for one who has seen a card that lies face down when the first choice is made."""

    pack: tuple[Card, ...]
    solve: Callable[[tuple[Card, ...]], dict[tuple[str, str], Flash]]
    """By bet, what it is worth to know these cards by their backs; of a single one also by place, to know it there."""
    averages: Callable[[], dict[tuple[str, str], Fraction]] = dict
    """By bet and place, the same on average over the cards that it may be, where these are looked at together."""

    def cards(self) -> list[Card]:
        """The cards that it may be, all as likely; of a whole deck those of one suit stand for all."""
        return [card for card in self.pack if len(self.pack) < len(DECK) or card.suit == 0]


class FlashedCard(msgspec.Struct, frozen=True):
    """What it is worth to have seen one hidden card of a place, on average over the cards that it may be."""

    bet: str
    place: str
    gain: Fraction
    standard_error: float
    """Nothing where all hands were counted."""
    by_rank: dict[str, float]
    """Where it is a card of this rank; nothing where all were looked at together, or several are marked."""


def flashed_cards(flashed: Flashed, watcher: Watcher) -> list[FlashedCard]:
    """Every bet and place."""
    watcher.stage("solving the game with one card more seen", 0)
    found = [FlashedCard(bet, place, gain, 0.0, {}) for (bet, place), gain in flashed.averages().items()]
    cards, seen, start = flashed.cards(), {}, perf_counter()
    words = f"counting hands with one of {len(cards)} cards seen"
    watcher.stage(words, 0)
    for card in cards:
        seen[card] = flashed.solve((card,))
        if len(seen) == 1:
            watcher.stage(words, (perf_counter() - start) * (len(cards) - 1))
        watcher.advance(1 / len(cards))
    return found + [
        _averaged(bet, place, {card: flashes[bet, place] for card, flashes in seen.items()})
        for bet, place in seen[cards[0]]
    ]


def marked_cards(flashed: Flashed, ranks: Collection[int]) -> list[FlashedCard]:
    """What it is worth to each bet to tell the cards of these ranks by their backs, wherever they lie face down."""
    marks = tuple(card for card in flashed.pack if card.rank in ranks)
    return [
        FlashedCard(bet, place, flash.gain, sqrt(flash.variance), {})
        for (bet, place), flash in flashed.solve(marks).items()
        if place == MARKED
    ]


def _averaged(bet: str, place: str, seen: Mapping[Card, Flash]) -> FlashedCard:
    ranks = {card.name[0]: [flash for other, flash in seen.items() if other.rank == card.rank] for card in seen}
    return FlashedCard(
        bet,
        place,
        sum((flash.gain for flash in seen.values()), Fraction(0)) / len(seen),
        sqrt(sum(flash.variance for flash in seen.values())) / len(seen),
        {rank: float(sum(flash.gain for flash in of) / len(of)) for rank, of in ranks.items()},
    )
