"""Sets of cards put in order and numbered without a branch."""

from __future__ import annotations

from math import comb
from random import Random

import numpy as np
import pytest

from croupier.simulate.kernel import numbering


def in_order(cards: list[int]) -> list[int]:
    """Cards in order, as kernels put them: a network, and then one after the other."""
    if len(cards) == 3:
        return list(numbering.in_order3(*unsigned(cards)))
    held = numbering.in_order4(*unsigned(cards[:4]))
    if len(cards) > 4:
        held = numbering.insert5(*unsigned([*held, cards[4]]))
    return list(held)


def unsigned(cards: list[int]) -> list[np.uint64]:
    return [np.uint64(card) for card in cards]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_cards_in_any_order_are_put_in_order_and_numbered(size: int) -> None:
    random = Random(size)
    number = {3: numbering.number3, 4: numbering.number4, 5: numbering.number5}[size]
    for _ in range(300):
        cards = random.sample(range(52), size)
        held = in_order(cards)
        assert held == sorted(cards)
        assert number(*unsigned(held)) == sum(comb(card, place) for place, card in enumerate(sorted(cards), 1))


def test_bits_and_pairs_are_read_in_the_order_they_are_packed() -> None:
    choices = np.random.default_rng(1).integers(0, 4, 203).astype(np.uint8)
    assert [numbering.pair_of_bits(numbering.pairs_of_bits(choices), place) for place in range(203)] == choices.tolist()
    bits = choices & 1
    assert [numbering.bit_of(numbering.bits_of(bits), place) for place in range(203)] == bits.tolist()
