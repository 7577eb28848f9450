"""Choices that are right only for one who knows the neighbours' cards, found in rounds that are over.

A choice that is not the best with the cards that a player sees is held beside the best one. Every unseen card, if it is
gone, moves the difference of the two by something: its effect; over all unseen cards effects come to nothing. For one
who knows only his own cards the neighbours' cards are any of the unseen, so the sum of their effects is nothing on
average whatever he chose and however badly he plays, and its deviation is that of so many cards drawn without
replacement. One who knows them errs where the sum is in favour of the error. Sums are counted in their own deviations,
one for each seat and round; over many rounds their mean is normal.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, Final

import msgspec
import numpy as np

from croupier.arrays import Floats
from croupier.cards import BACK, DECK, Card
from croupier.errors import Refused
from croupier.exact.game_mathematics import AskedHand, GoneValues, Mathematics
from croupier.exact.seen_cards.exposure import cards_to_show
from croupier.exact.solver import is_solved, solver_of
from croupier.floor.pit.shown_scores import PARTS, RoundPlayed, ShownScore
from croupier.games import game_named
from croupier.table.game import Game
from croupier.table.record import Record, deal_again
from croupier.table.round import Round
from croupier.table.view import view

_LEAST: Final = 1e-9
"""What a choice must cost, in units, to be held against anything."""


class ChoiceMade(msgspec.Struct, frozen=True):
    """A choice that a seat made, with what it saw and what its neighbours could have shown."""

    seat: int
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    variant: str | None
    answer: str
    shown: tuple[Card, ...]

    @property
    def seen(self) -> tuple[Card, ...]:
        """All cards that the seat saw."""
        return (*self.cards, *self.board)


def is_watched(game: Game[Any]) -> bool:
    """Whether it is known what neighbours' cards are worth in a game, and they are not open to all."""
    cards, openly = cards_to_show(game)
    kind = type(solver_of(game).mathematics) if is_solved(game) else Mathematics
    return cards > 0 and not openly and kind.with_one_gone is not Mathematics.with_one_gone


def choices_of(played: RoundPlayed) -> Iterator[ChoiceMade]:
    """The choices of people in a round that can be advised on; cards of automatic seats nobody can show."""
    found: list[ChoiceMade] = []

    def look(round: Round, seat: int, answer: str) -> None:
        seen = view(round, seat)
        asked = round.table.game.question(seen) if seat in played.accounts and len(seen.legal) > 1 else None
        if asked is None or answer not in seen.legal:
            return
        shown = [card for other in played.accounts if other != seat for card in _own_cards(round, other)]
        variant = None if asked.variant is None or "=" in asked.variant else asked.variant
        found.append(ChoiceMade(seat, asked.cards, asked.board, variant, answer, tuple(shown)))

    deal_again(played.record, game_named, look)
    yield from found


def _own_cards(round: Round, number: int) -> list[Card]:
    """The cards before a seat that it sees itself."""
    (seat,) = (seat for seat in view(round, number).seats if seat.number == number)
    return [Card.parse(name) for cards in seat.places.values() for name in cards if name != BACK]


def scored(rounds: Sequence[RoundPlayed]) -> list[ShownScore]:
    """The scores of all who chose against their own cards in rounds of one table; of a round the first such choice."""
    if not rounds or not is_watched(game := _game_of(rounds[0].record)):
        return []
    mathematics = solver_of(game).mathematics
    against: defaultdict[str | None, list[tuple[tuple[int, int], ChoiceMade]]] = defaultdict(list)
    for played in rounds:
        counted = set[int]()
        for choice in choices_of(played):
            if choice.shown and choice.seat not in counted and _costs(mathematics, choice):
                counted.add(choice.seat)
                against[choice.variant].append(((played.hour, played.accounts[choice.seat]), choice))
    choices, scores = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for variant, made in against.items():
        known = mathematics.with_one_gone([choice.seen for _, choice in made], variant) or []
        for (whose, choice), values in zip(made, known, strict=True):
            spoke = deviations_for(values, choice.answer, choice.seen, choice.shown)
            if spoke is not None:
                choices[whose] += 1
                scores[whose] += round(PARTS * spoke)
    return [ShownScore(*whose, number, scores[whose]) for whose, number in sorted(choices.items())]


def _game_of(record: Record) -> Game[Any]:
    paytables = tuple(words.paytable() for words in record.before.paytables)
    return game_named(record.before.game).choose(record.before.settings, custom=paytables)


def _costs(mathematics: Mathematics, choice: ChoiceMade) -> bool:
    values = mathematics.advise(AskedHand(choice.cards, choice.board, choice.variant))
    return choice.answer in values and float(max(values.values()) - values[choice.answer]) > _LEAST


def deviations_for(values: GoneValues, answer: str, seen: Sequence[Card], shown: Sequence[Card]) -> float | None:
    """By how many of its deviations the sum of the effects of cards shown speaks for an answer against the best one."""
    unseen = np.array([card.index for card in DECK if card not in seen])
    best = max(values, key=lambda name: float(values[name][unseen].mean()))
    return _spoke_for(values[answer] - values[best], unseen, [card.index for card in shown])


def _spoke_for(difference: Floats, unseen: Floats, shown: Sequence[int]) -> float | None:
    number, of = len(shown), len(unseen)
    effects = difference - difference[unseen].mean()
    spread = float(np.mean(effects[unseen] ** 2)) * number * (of - number) / (of - 1)
    return float(effects[list(shown)].sum()) / sqrt(spread) if spread > _LEAST**2 else None


def score_rounds(rounds: bytes) -> bytes:
    """The JSON of scores, from the JSON of rounds; of rounds that cannot be read or solved there are none."""
    try:
        return msgspec.json.encode(scored(msgspec.json.decode(rounds, type=list[RoundPlayed])))
    except Refused:
        return b"[]"
