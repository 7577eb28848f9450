"""The decision of a showdown, as a strategy card has to answer it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.cards import Card
from croupier.errors import InvariantError
from croupier.exact.analysis import Analysis
from croupier.exact.hand_counts.evaluate import BIT
from croupier.exact.hand_counts.suits import hands_from
from croupier.exact.reading.as_showdown import ShowdownSolver
from croupier.exact.showdown import KEEP, UpCardPlayed
from croupier.exact.showdown.poker_showdown import PokerCounts
from croupier.exact.showdown.three_card_showdown import ThreeCardCounts
from croupier.exact.showdown.up_card import UpCardCounts
from croupier.exact.strategy_cards.card_questions import IMPOSSIBLE, CardAnswer, CardQuestions, always, option_words
from croupier.exact.strategy_cards.hand_words import SUITS, HandWord, SeenCards, rank_words
from croupier.exact.strategy_cards.up_card_words import states_of, up_vocabulary
from croupier.hands import ACE

Held = Callable[[SeenCards], Ints]
"""Which of three cards to replace, the lowest being 1; 0 for none, -1 where the words mean no card."""


class ShowdownQuestions(CardQuestions):
    """One decision, with or without an exchange."""

    def __init__(self, solver: ShowdownSolver, stake: Fraction | int, deck: Sequence[Card] | None = None) -> None:
        self.solver, self.bet = solver, solver.main.name
        self.read = solver.read(self.bet, stake)
        self.played = self.read.played(deck)
        counts = self.played.counts
        source, straight = counts.source, 5 if counts.showdown.ranking == "poker" else 3
        self.up = states_of(source) if isinstance(source, UpCardCounts) else None
        if self.up is not None:
            self.stages = (self.up.hands,)
        elif isinstance(source, PokerCounts):
            bits = (source.ranks_in_suits() << 16 * np.arange(SUITS)).sum(axis=1)
            self.stages = (SeenCards(bits, counts.showdown.seen, straight),)
        elif isinstance(source, ThreeCardCounts):
            bits = BIT[np.array([int(card) for card in counts.deck])[source.cards]].sum(axis=1)
            self.stages = (SeenCards(bits, counts.showdown.seen, straight),)
        self.answers = tuple(self._answers())
        self.fine_words = not counts.showdown.draw

    def words(self) -> list[HandWord]:
        return super().words() if self.up is None else up_vocabulary()

    def _answers(self) -> list[CardAnswer]:
        """Every action, and where cards are exchanged each with every way to say which."""
        places: dict[str, dict[int, int]] = {}
        for place, choice in enumerate(self.played.choices):
            places.setdefault(choice.action, {})[choice.hold] = place
        answers = []
        for action, by_hold in zip(option_words(list(places)), places.values(), strict=True):
            if len(by_hold) == 1:
                answers.append(always([action], list(by_hold.values())))
                continue
            for words, held in _exchanges().items():
                answers.append(CardAnswer((f"{action} and {words}",), _of_hold(by_hold, held), two_words=False))
        return answers

    def losses(self, taken: Sequence[Ints] | None) -> list[Floats]:
        if self.up is None:
            return [self.played.regrets()]
        if not isinstance(self.played, UpCardPlayed):
            raise InvariantError("hands of another game")
        return [self.played.regrets_by(self.up.state)]

    def analysis(self, taken: Sequence[Ints]) -> Analysis:
        main, chosen = self.solver.main, taken[0] if self.up is None else taken[0][self.up.state]
        return self.played.analysis(main.name, main.unit, chosen=chosen.astype(np.int8))

    def named(self, cards: Sequence[Card], stage: int, place: int) -> str:
        return self.read.names(cards)[place]


def _of_hold(by_hold: dict[int, int], held: Held) -> Callable[[int, SeenCards], Ints]:
    place = np.array([*(by_hold[hold] for hold in sorted(by_hold)), IMPOSSIBLE])
    return lambda stage, hands: place[held(hands)]


def _keep(hands: SeenCards) -> Ints:
    return np.full(len(hands.bits), KEEP, np.int64)


def _without_odd(hands: SeenCards) -> Ints:
    """The card that is not of the pair: the lowest or the highest."""
    one_pair = (hands.pairs == 1) & (hands.of_a_kind == 2)
    return np.where(one_pair, np.where(hands.paired == hands.highest(0), 1, 3), IMPOSSIBLE)


def _two(suited: bool, ranks: int, highest: int) -> Held:
    """The highest two of three different ranks that are of a suit, make a straight with so many, and so high."""

    def held(hands: SeenCards) -> Ints:
        cards = hands_from(hands.bits, hands.seen).astype(np.int64)
        found = np.full(len(cards), IMPOSSIBLE)
        for gone, (low, high) in _PAIRS.items():
            two = SeenCards(1 << cards[:, low] // SUITS | 1 << cards[:, high] // SUITS, 2, 3)
            fits = (hands.pairs == 0) & (two.completing >= ranks) & (cards[:, high] // SUITS >= highest - 2)
            if suited:
                fits &= cards[:, low] % SUITS == cards[:, high] % SUITS
            found[fits & (found == IMPOSSIBLE)] = gone
        return found

    return held


_PAIRS: Final = {1: (1, 2), 2: (0, 2), 3: (0, 1)}
"""The two cards that are left without the lowest, the middle and the highest, the highest two first."""
_TO_A_STRAIGHT: Final = ("", " to a straight", " to a straight that two ranks would complete")
_HIGH: Final = (2, 9, 10, 11, 12, 13, ACE)


def _exchanges() -> dict[str, Held]:
    """The ways to say which of three cards to replace."""
    ways: dict[str, Held] = {"keep all cards": _keep, "hold the pair": _without_odd}
    for suited in (True, False):
        for ranks, straight in enumerate(_TO_A_STRAIGHT):
            for highest in _HIGH:
                kind = "two of a suit" if suited else "two cards" if ranks == 0 else "two"
                high = (
                    ""
                    if highest == 2
                    else ", one an ace"
                    if highest == ACE
                    else f", one {rank_words(highest)} or higher"
                )
                ways[f"hold {kind}{straight}{high}"] = _two(suited, ranks, highest)
    return ways
