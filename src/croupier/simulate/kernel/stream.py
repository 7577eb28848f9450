"""Counter-based chance for kernels: every word of every round is a function of the seed, and of nothing dealt before.

Words come from Philox 4x64 with ten rounds (Salmon, Moraes, Dror and Shaw, 2011), the generator that NumPy has under
that name: a block cipher that turns a counter of four words, under a key of two, into four words. The key is made of
the seed. The counter of word j of round n is (n // 4, j, purpose, 0), and lane n % 4 of the block is the word, so that
four rounds share a block; the words of a shoe lie one after the other in the blocks (shift, shoe * 2^32 + block, SHOE,
0). No two words have the same place, whatever is dealt, and rounds can be dealt in any order, by anybody.

A word x stands for the fraction x / 2^64. Multiplied by n, its whole part is a number below n, and what is left over is
a fraction again: k numbers below n1, n2, ..., nk are taken from one word. Of the 2^64 words, either the floor or the
ceiling of 2^64 / P lead to each of the P = n1 n2 ... nk results, so no result's probability is off by more than the
P / 2^64 part of itself. Seven cards of a deck are P < 2^40: a part in 16 million, and less than what 10^14 rounds could
find out. Four cards of a shoe of eight decks are P < 2^35.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.exact.store import inner_kernel, kernel

Key = tuple[np.uint64, np.uint64]

DECK: Final = 0
"""The purpose of the words that shuffle a round's deck, or pick from a shoe without end."""
DICE: Final = 1
SHOE: Final = 2
ERROR: Final = 3
"""Whether a player errs, and how."""
CALL: Final = 4
"""What the players with the button say."""
POT: Final = 5
"""Who comes into a pot, sits it out and leaves."""

DECK_CARDS: Final = 52
CARDS_OF_A_WORD: Final = 7
SHOE_CARDS_OF_A_WORD: Final = 4
LANES: Final = 4

_FIRST_MULTIPLIER: Final = np.uint64(0xD2E7470EE14C6C93)
_SECOND_MULTIPLIER: Final = np.uint64(0xCA5A826395121157)
_FIRST_KEY_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_SECOND_KEY_STEP: Final = np.uint64(0xBB67AE8584CAA73B)
_CIPHER_ROUNDS: Final = 10
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)


def key_of(seed: str) -> Key:
    """The key that the words of a seed stand for: the first 128 bits of their SHA-256."""
    try:
        digest = sha256(seed.encode()).digest()
    except UnicodeEncodeError:
        raise Refused(f"the seed {seed!a} is not text that can be written; use letters, digits and spaces") from None
    return np.uint64(int.from_bytes(digest[:8], "little")), np.uint64(int.from_bytes(digest[8:16], "little"))


def words_for(cards: int) -> int:
    """How many words it takes to deal so many cards of a deck."""
    return -(-cards // CARDS_OF_A_WORD)


def multiply_words(typing_context: Any, first: Any, second: Any) -> tuple[Any, Callable[..., Any]]:
    """The upper and the lower word of the product of two words."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        word, two_words = ir.IntType(64), ir.IntType(128)
        product = builder.mul(*(builder.zext(factor, two_words) for factor in given))
        upper = builder.trunc(builder.lshr(product, ir.Constant(two_words, 64)), word)
        return context.make_tuple(builder, signature.return_type, (upper, builder.trunc(product, word)))

    several: Any = types.UniTuple
    word: Any = types.uint64
    return several(word, 2)(word, word), generate


product: Any = intrinsic(multiply_words)


@inner_kernel
def block(key: Key, first: np.uint64, second: np.uint64, purpose: int) -> Any:
    """The four words of one counter."""
    a, b, c, d = first, second, np.uint64(purpose), _ZERO
    first_key, second_key = key
    for _ in range(_CIPHER_ROUNDS):
        upper_a, lower_a = product(_FIRST_MULTIPLIER, a)
        upper_c, lower_c = product(_SECOND_MULTIPLIER, c)
        a, b, c, d = upper_c ^ b ^ first_key, lower_c, upper_a ^ d ^ second_key, lower_a
        first_key += _FIRST_KEY_STEP
        second_key += _SECOND_KEY_STEP
    return a, b, c, d


@inner_kernel
def word(key: Key, number: int, place: int, purpose: int) -> Any:
    """One word of a round."""
    a, b, c, d = block(key, np.uint64(number >> 2), np.uint64(place), purpose)
    first, second = (c, d) if number & 2 else (a, b)
    return second if number & 1 else first


@kernel
def errs(key: Key, number: int, decision: int, errors: np.uint64) -> bool:
    """Whether a player errs at a round's decision; `errors` is how many of the 2^64 words say so."""
    return bool(word(key, number, decision, ERROR) < errors)


@kernel
def another(key: Key, number: int, decision: int, choice: int, choices: int) -> int:
    """Any other of so many choices, for a player who errs."""
    ahead, _ = product(word(key, number, decision, ERROR), np.uint64(choices - 1))
    other = np.int64(ahead)
    return int(other + (other >= choice))


@kernel
def fill_words(key: Key, first: int, rounds: int, purpose: int, words: Ints) -> None:
    """The words of consecutive rounds, as many for each as `words` has columns; the first round is lane 0 of a block.

    `words` has a row for every lane of the last block.
    """
    for at in range(0, rounds, LANES):
        for place in range(words.shape[1]):
            a, b, c, d = block(key, np.uint64((first + at) >> 2), np.uint64(place), purpose)
            words[at, place] = a
            words[at + 1, place] = b
            words[at + 2, place] = c
            words[at + 3, place] = d


@inner_kernel
def lay_in_order(deck: Ints) -> None:
    """A deck as it comes."""
    for card in range(DECK_CARDS):
        deck[card] = card


@inner_kernel
def lay_out(words: Ints, cards: int, deck: Ints) -> None:
    """Shuffle as many cards as are needed to the front of a deck: each place takes any of those from it on."""
    lay_in_order(deck)
    place = _ZERO
    for taken in range(len(words)):
        fraction = words[taken]
        end = min(np.uint64(CARDS_OF_A_WORD * (taken + 1)), np.uint64(cards))
        while place < end:
            ahead, fraction = product(fraction, np.uint64(DECK_CARDS) - place)
            _exchange(deck, place, place + ahead)
            place += _ONE


@inner_kernel
def _exchange(cards: Ints, place: np.uint64, other: np.uint64) -> None:
    card = cards[other]
    cards[other] = cards[place]
    cards[place] = card


@inner_kernel
def card_at(cards: Ints, place: int) -> Any:
    """A card as a number to look up with: without a sign, so that no place from the end can be meant."""
    return np.uint64(cards[np.uint64(place)])


@kernel
def shuffle_shoe(key: Key, shift: int, shoe: int, cards: int, needed: int, stock: Ints) -> None:
    """Shuffle so many cards of a stock, whatever they are, for a shift's shoe of that number, the next card first.

    Only the cards that are needed are shuffled to the front; those behind them lie as they come.
    """
    a, b, c, d, place = _ZERO, _ZERO, _ZERO, _ZERO, _ZERO
    for taken in range(-(-needed // SHOE_CARDS_OF_A_WORD)):
        if taken % LANES == 0:
            a, b, c, d = block(key, np.uint64(shift), np.uint64(shoe << 32 | taken // LANES), SHOE)
        fraction = a
        a, b, c = b, c, d
        end = min(np.uint64(SHOE_CARDS_OF_A_WORD * (taken + 1)), np.uint64(needed))
        while place < end:
            ahead, fraction = product(fraction, np.uint64(cards) - place)
            _exchange(stock, place, place + ahead)
            place += _ONE
