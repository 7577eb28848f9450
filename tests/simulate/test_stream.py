"""The random words of kernels: those of NumPy, no two in one place, and cards from them that are equally likely."""

from __future__ import annotations

from itertools import product as every
from math import perm, sqrt

import numpy as np
import pytest

from croupier.cards import DECK as CARDS
from croupier.errors import Refused
from croupier.simulate.kernel import kernel_chance, stream
from croupier.simulate.kernel.stream import CALL, DECK, DICE, ERROR, POT, SHOE, key_of

KEY = key_of("a seed")


def words(first: int, rounds: int, columns: int, purpose: int = DECK, seed: str = "a seed") -> np.ndarray:
    out = np.zeros((-(-rounds // 4) * 4, columns), np.uint64)
    stream.fill_words(key_of(seed), first, rounds, purpose, out)
    return out[:rounds]


def test_a_seed_is_text() -> None:
    assert key_of("") != key_of("a") != key_of("♠")
    with pytest.raises(Refused, match="is not text"):
        key_of("\udcff")


@pytest.mark.parametrize("first", [0, 4, 4096, 2**40])
def test_words_are_those_of_numpys_philox(first: int) -> None:
    ours = words(first, 10, 3, DICE)
    for number, place in every(range(10), range(3)):
        theirs = kernel_chance.block(KEY, (first + number) // 4, place, DICE)[(first + number) % 4]
        assert int(ours[number, place]) == theirs


def test_one_word_is_the_same_as_that_word_among_many() -> None:
    many = words(8, 6, 2, ERROR)
    for number, place in every(range(6), range(2)):
        assert stream.errs(KEY, 8 + number, place, many[number, place] + np.uint64(1))
        assert not stream.errs(KEY, 8 + number, place, many[number, place])


def test_words_of_other_rounds_places_purposes_and_seeds_are_all_different() -> None:
    drawn = [
        words(first, 64, 4, purpose, seed)
        for first in (0, 64)
        for purpose in (DECK, DICE, SHOE, ERROR, CALL, POT)
        for seed in ("a seed", "b seed")
    ]
    assert len(np.unique(np.concatenate(drawn))) == 2 * 6 * 2 * 64 * 4


@pytest.mark.parametrize("cards", [1, 7, 8, 23, 52])
def test_a_deck_is_laid_out_as_the_engine_shuffles_it(cards: int) -> None:
    for number in (0, 3, 5):
        theirs = kernel_chance.RoundChance(KEY, number).shuffle(CARDS)[::-1]
        deck = np.zeros(52, np.uint8)
        stream.lay_out(words(number // 4 * 4, 4, stream.words_for(cards))[number % 4], cards, deck)
        assert [CARDS[card] for card in deck[:cards]] == theirs[:cards]
        assert sorted(deck.tolist()) == list(range(52))


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_a_shoe_is_shuffled_as_the_engine_shuffles_it(decks: int) -> None:
    pack = CARDS * decks
    shoes = kernel_chance.ShoeChance(KEY, 5)
    for shoe in range(3):
        stock = np.array([card.index for card in pack], np.uint8)
        begun = stock.copy()
        stream.shuffle_shoe(KEY, 5, shoe, len(pack), len(pack), stock)
        theirs = shoes.shuffle(pack)[::-1]
        assert [CARDS[card] for card in stock] == theirs
        stream.shuffle_shoe(KEY, 5, shoe, len(pack), 23, begun)
        assert [CARDS[card] for card in begun[:23]] == theirs[:23]
        assert sorted(begun) == sorted(stock)


def test_every_card_comes_equally_often_to_every_place() -> None:
    places = np.zeros((10, 52))
    deck = np.zeros(52, np.uint8)
    for row in words(0, 26_000, 2):
        stream.lay_out(row, 10, deck)
        places[np.arange(10), deck[:10]] += 1
    expected = 26_000 / 52
    chi_square = ((places - expected) ** 2 / expected).sum(axis=1)
    assert (np.abs(chi_square - 51) < 5 * sqrt(2 * 51)).all()


@pytest.mark.parametrize(("draws", "limit"), [(perm(52, 7), 2**40), (52**7, 2**40), (416**4, 2**35)])
def test_what_is_taken_from_a_word_leaves_a_bias_of_less_than_a_part_in_sixteen_million(draws: int, limit: int) -> None:
    assert draws < limit <= 2**64 // 2**24
    assert stream.CARDS_OF_A_WORD == 7
    assert stream.SHOE_CARDS_OF_A_WORD == 4


def test_numbers_from_a_word_are_off_by_no_more_than_one_word_in_all() -> None:
    """With words of eight bits in place of 64: every pair below 5 and 4 is led to by 12 or 13 of the 256 words."""
    led = np.zeros((5, 4), int)
    for word in range(256):
        first, rest = divmod(word * 5, 256)
        led[first, rest * 4 // 256] += 1
    assert led.min() == 256 // (5 * 4) == 12
    assert led.max() == 13
