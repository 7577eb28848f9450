"""Chance comes from a stream that anybody can check, and favours nothing."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, parse_cards
from croupier.dice import ROLLS, Roll
from croupier.errors import Refused
from croupier.table.chance import WORDS, Seeded, Stacked, derive, seed_from


def stream(seed: bytes, count: int) -> list[int]:
    """The first words of a seed's stream, by the definition alone: blocks of HMAC-SHA256, each read from its end."""
    words: list[int] = []
    block = 0
    while len(words) < count:
        digest = hmac.new(seed, f"croupier-1/{block}".encode(), sha256).digest()
        words += [int.from_bytes(digest[at : at + 4], "big") for at in range(28, -1, -4)]
        block += 1
    return words


def test_a_shuffle_can_be_checked_with_nothing_but_hmac() -> None:
    seed = seed_from("a deck that anybody can shuffle")
    words = iter(stream(seed, 200))
    order = list(DECK)
    for place in range(51, 0, -1):
        word = next(word for word in words if word < WORDS - WORDS % (place + 1))
        other = word % (place + 1)
        order[place], order[other] = order[other], order[place]
    assert Seeded(seed).shuffle(DECK) == order


def test_a_word_that_would_favour_some_results_is_thrown_away() -> None:
    assert WORDS % 3 == 1
    chance = Seeded(b"")
    chance._words = [7, WORDS - 1]
    assert chance.below(3) == 1, "the last word of all would make 0 likelier than 1 and 2"
    chance._words = [7, WORDS - 1]
    assert chance.below(4) == 3, "of a power of two every word is fair"


@given(st.binary(max_size=40), st.integers(1, 1000))
def test_a_number_below_a_limit_is_below_it(seed: bytes, limit: int) -> None:
    chance = Seeded(seed)
    assert all(0 <= chance.below(limit) < limit for _ in range(5))


@given(st.binary(max_size=40))
def test_a_shuffled_deck_is_the_same_cards_and_the_same_for_the_same_seed(seed: bytes) -> None:
    assert sorted(Seeded(seed).shuffle(DECK)) == list(DECK)
    assert Seeded(seed).shuffle(DECK) == Seeded(seed).shuffle(DECK)


def test_every_card_is_as_likely_to_be_dealt_first() -> None:
    chance = Seeded(b"fair")
    rounds = 100 * len(DECK)
    first = Counter(chance.shuffle(DECK)[-1] for _ in range(rounds))
    chi_square = sum((first[card] - 100) ** 2 / 100 for card in DECK)
    assert chi_square < 100, "51 degrees of freedom: above 100 happens once in 20,000 seeds"


def test_every_roll_is_as_likely_as_any_other() -> None:
    chance = Seeded(b"dice")
    rolls = Counter(chance.roll() for _ in range(100 * 36))
    assert set(rolls) == set(ROLLS)
    assert sum((rolls[roll] - 100) ** 2 / 100 for roll in ROLLS) < 75, "35 degrees of freedom"


def test_seeds_for_two_purposes_have_nothing_in_common() -> None:
    seed = seed_from("one table")
    round, shoe = Seeded(derive(seed, "round")), Seeded(derive(seed, "shoe"))
    assert round.shuffle(DECK) != shoe.shuffle(DECK)
    assert derive(seed, "round") != seed != derive(seed, "shoe")


def test_cards_are_taken_from_the_top_and_are_then_gone() -> None:
    chance = Seeded(b"")
    stock = list(parse_cards("2c 3c 4c 5c 6c"))
    assert chance.take(stock, 2) == list(parse_cards("6c 5c"))
    chance.burn(stock, 1)
    assert chance.take(stock, 0) == []
    assert stock == list(parse_cards("2c 3c"))
    with pytest.raises(Refused, match="3 cards are needed and 2 are left"):
        chance.take(stock, 3)
    assert len(stock) == 2


def test_stacked_cards_and_dice_come_in_the_order_given_and_then_run_out() -> None:
    chance = Stacked(parse_cards("As Kd"), [Roll(6, 5)])
    stock = chance.shuffle(DECK)
    assert chance.take(stock, 2) == list(parse_cards("As Kd"))
    assert sorted(stock) == sorted(set(DECK) - set(parse_cards("As Kd")))
    assert chance.roll() == Roll(6, 5)
    with pytest.raises(Refused, match="run out"):
        chance.roll()
    assert [chance.pick(DECK), chance.pick(DECK)] == list(parse_cards("As Kd"))
    with pytest.raises(Refused, match="run out"):
        chance.pick(DECK)
    with pytest.raises(Refused, match="no As left"):
        Stacked([*parse_cards("As"), *parse_cards("As")]).shuffle(DECK)
