"""The words that a strategy card may use of two own cards beside a board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK, RANK_NAMES, Card, rank_plural
from croupier.english import in_words
from croupier.exact.board.board_game import OWN
from croupier.exact.board.board_places import places
from croupier.exact.seen import Pack
from croupier.exact.strategy_cards.board_marks import FLUSH, FULL, PAIR, STRAIGHT, THREE, TWO_PAIR, mark_of, parts_of
from croupier.exact.strategy_cards.hand_words import ANY, HandWord, SeenCards, rank_words
from croupier.hands import ACE

_MADE: Final = {
    TWO_PAIR: "two pair with both hole cards",
    THREE: "three of a kind with a hole card",
    STRAIGHT: "a straight with a hole card",
    FLUSH: "a flush with a hole card",
    FULL: "a full house with a hole card",
}
_LEAST_HIGH: Final = 7
"""The lowest high card of a threshold such as `queen-six or better`."""


@dataclass(frozen=True)
class BoardSeen(SeenCards):
    """Two own cards beside a board, by their marks."""

    board: int = 5
    """How many cards a whole board has."""

    def like(self, cards: Sequence[Card]) -> Self:
        """One hand, the own cards first."""
        own, board = cards[:OWN], cards[OWN:]
        mark = mark_of(own, board, len(board) == self.board, places(Pack(DECK)))
        return replace(self, bits=np.array([mark]), seen=len(cards))

    @cached_property
    def parts(self) -> dict[str, Ints]:
        """What the marks say."""
        return parts_of(self.bits)

    @cached_property
    def high(self) -> Ints:
        """The rank of the higher own card."""
        return self.parts["high"] + 2

    @cached_property
    def low(self) -> Ints:
        """The rank of the lower own card."""
        return self.parts["low"] + 2

    @cached_property
    def made(self) -> Ints:
        """What is made with a hole card, from a pair to a full house or better; nothing if the board has it all."""
        return self.parts["made"]

    @cached_property
    def pair(self) -> Ints:
        """The rank of the pair that is made with a hole card; 0 without one."""
        return np.where(self.made >= PAIR, np.where(self.parts["by_low"] == 1, self.low, self.high), 0)

    @cached_property
    def to_flush(self) -> Ints:
        """The rank of the highest hole card that is one of four to a flush; 0 if none is."""
        there = self.parts["to_flush"] == 2
        return np.where(there, np.where(self.parts["flush_by_low"] == 1, self.low, self.high), 0)


def board_vocabulary() -> list[HandWord]:
    """What may be said of two own cards beside a board, first what is said of any."""
    words = [
        ANY,
        *(_word(f"{name} or better", _made(step)) for step, name in _MADE.items()),
        _word("a pair with a hole card or better", lambda seen: seen.made >= PAIR),
        _word("a pocket pair", lambda seen: seen.high == seen.low),
        _word("two of a suit in the hole", lambda seen: seen.parts["suited"] == 1),
        _word("a pair above the board with a hole card or better", _pair_over(0)),
        _word("a pair with a hole card, one board card above it at most, or better", _pair_over(1)),
        _word("four to a flush with a hole card", lambda seen: seen.to_flush > 0),
        _word("three to a flush with both hole cards", lambda seen: seen.parts["to_flush"] == 1),
        _word("a straight draw with a hole card that two ranks would complete", _to_straight(2)),
        _word("a straight draw with a hole card, inside or out", _to_straight(1)),
        _word("a hole card above the board", lambda seen: (seen.made == 0) & (seen.parts["over"] >= 1)),
        _word("both hole cards above the board", lambda seen: (seen.made == 0) & (seen.parts["over"] >= 2)),
        _word("no pair on the board", lambda seen: seen.parts["on_board"] == 0),
        _word("a pair on the board or better", lambda seen: seen.parts["on_board"] >= 1),
        _word("two pair on the board or better", lambda seen: seen.parts["on_board"] >= 2),
        _word("three of a kind on the board", lambda seen: seen.parts["on_board"] >= 3),
        _word("at most two of a suit on the board", lambda seen: seen.parts["board_suit"] == 0),
        _word("four of a suit on the board", lambda seen: seen.parts["board_suit"] >= 2),
        _word("four to a straight on the board", lambda seen: seen.parts["board_straight"] == 1),
        _word("no four to a straight on the board", lambda seen: seen.parts["board_straight"] == 0),
    ]
    words += [_kicker(better) for better in range(7)]
    words += [of(rank) for of in (_pair, _pocket) for rank in range(3, ACE + 1)]
    words += [_four_to_flush(rank) for rank in range(8, ACE + 1)]
    words += [_highest(rank) for rank in range(_LEAST_HIGH, ACE + 1)]
    words += [_both(rank) for rank in range(5, 13)]
    return words + [_least(high, low) for high in range(ACE, _LEAST_HIGH - 1, -1) for low in range(3, high)]


def _word(words: str, fits: Callable[[BoardSeen], Ints]) -> HandWord:
    def of(hands: SeenCards) -> Ints:
        assert isinstance(hands, BoardSeen)
        return np.asarray(fits(hands))

    return HandWord(words, of)


def _made(step: int) -> Callable[[BoardSeen], Ints]:
    return lambda seen: seen.made >= step


def _pair_over(cards: int) -> Callable[[BoardSeen], Ints]:
    return lambda seen: (seen.made > PAIR) | (seen.made == PAIR) & (seen.parts["over"] <= cards)


def _to_straight(ranks: int) -> Callable[[BoardSeen], Ints]:
    return lambda seen: seen.parts["to_straight"] >= ranks


def _kicker(better: int) -> HandWord:
    """The higher own card beside the ranks that the board leaves: the best kicker, one of the two best and so on."""
    words = "the best kicker there can be" if better == 0 else f"one of the {in_words(better + 1)} best kickers"
    return _word(words, lambda seen: seen.parts["kickers"] <= better)


def _pair(rank: int) -> HandWord:
    words = f"a pair of {rank_plural(rank)} or better with a hole card"
    return _word(words, lambda seen: ((seen.made > PAIR) | (seen.pair >= rank)) & (seen.seen > OWN))


def _pocket(rank: int) -> HandWord:
    """Before the board; beside it a pair is what `_pair` says."""
    words = f"a pocket pair of {rank_plural(rank)}{' or better' if rank < ACE else ''}"
    return _word(words, lambda seen: (seen.high == seen.low) & (seen.high >= rank) & (seen.seen == OWN))


def _four_to_flush(rank: int) -> HandWord:
    words = f"four to a flush with {_or_higher(rank)} in the hole"
    return _word(words, lambda seen: seen.to_flush >= rank)


def _highest(rank: int) -> HandWord:
    return _word(f"{_or_higher(rank)} in the hole", lambda seen: seen.high >= rank)


def _both(rank: int) -> HandWord:
    return _word(f"two hole cards {RANK_NAMES[rank - 2]} or higher", lambda seen: seen.low >= rank)


def _least(high: int, low: int) -> HandWord:
    """Before the board, where the second card tells more than it does later."""
    words = f"{RANK_NAMES[high - 2]}-{RANK_NAMES[low - 2]} or better"

    def fits(seen: BoardSeen) -> Ints:
        return np.asarray(((seen.high > high) | (seen.high == high) & (seen.low >= low)) & (seen.seen == OWN))

    return _word(words, fits)


def _or_higher(rank: int) -> str:
    return rank_words(rank) if rank == ACE else f"{rank_words(rank)} or higher"
