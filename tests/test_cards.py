"""A pack of cards: every card under every way to write it, and nothing else."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import DECK, Card, parse_cards, rank_plural, refuse_duplicates
from croupier.errors import Refused

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
OUTLINED = {"c": "♧", "d": "♢", "h": "♡", "s": "♤"}
AS_TEXT, AS_A_PICTURE = "\ufe0e", "\ufe0f"
few = settings(max_examples=200, derandomize=True, deadline=None)


def spellings(card: Card) -> list[str]:
    """Every way to write a card."""
    letter, rank = card.name[1], RANKS[card.rank - 2]
    signs = [SUITS[letter], OUTLINED[letter], SUITS[letter] + AS_TEXT, SUITS[letter] + AS_A_PICTURE]
    written = [either + suit for either in ([rank, "T"] if rank == "10" else [rank]) for suit in (letter, *signs)]
    return [*written, *(word.lower() for word in written), *(word.upper() for word in written)]


KNOWN = {spelling.lower() for card in DECK for spelling in spellings(card)}


def test_a_deck_is_the_52_cards_in_order_twos_first_clubs_first() -> None:
    written = [card.name for card in DECK]
    assert written == [rank.replace("10", "T") + suit for rank in RANKS for suit in SUITS]
    assert [(card.index, card.rank, card.suit) for card in DECK] == [
        (4 * rank + suit, rank + 2, suit) for rank in range(13) for suit in range(4)
    ]


@pytest.mark.parametrize("card", DECK)
def test_every_way_to_write_a_card_is_read_and_prints_the_same_card(card: Card) -> None:
    for word in spellings(card):
        assert Card.parse(word) is card
        assert Card.parse(f" {word}\t") is card
    assert Card.parse(str(card)) is Card.parse(repr(card)) is Card.parse(card.sign) is card


@few
@given(st.text(alphabet="0123TJQKAcdhs♠♦ x", max_size=4))
def test_anything_else_is_refused_with_an_example(word: str) -> None:
    if word.strip().lower() in KNOWN:
        assert Card.parse(word) in DECK
    else:
        with pytest.raises(Refused, match=r"is not a card; write a rank .* as in As"):
            Card.parse(word)


@few
@given(st.lists(st.sampled_from(DECK), unique=True, max_size=12), st.data())
def test_several_cards_are_read_with_spaces_commas_or_nothing_between(cards: list[Card], data: st.DataObject) -> None:
    words = [data.draw(st.sampled_from(spellings(card))) for card in cards]
    between = data.draw(st.sampled_from(["", " ", ",", ", ", "  ", "\n"]))
    assert parse_cards(between.join(words)) == tuple(cards)


@few
@given(st.lists(st.sampled_from(DECK), min_size=2, max_size=8))
def test_a_card_given_twice_is_refused_by_name(cards: list[Card]) -> None:
    twice = next((card for place, card in enumerate(cards) if card in cards[:place]), None)
    words = " ".join(card.sign for card in cards)
    if twice is None:
        assert parse_cards(words) == tuple(cards)
    else:
        with pytest.raises(Refused, match=rf"the {twice.long_name} \({twice}\) is given twice"):
            parse_cards(words)
        with pytest.raises(Refused, match=twice.long_name):
            refuse_duplicates(cards)


@pytest.mark.parametrize("words", ["As K", "As 1d", "10", "A", "As Kd Qx", "11s", "ass"])
def test_half_a_card_among_cards_is_refused(words: str) -> None:
    with pytest.raises(Refused, match="is not a card"):
        parse_cards(words)


def test_no_words_are_no_cards() -> None:
    assert parse_cards("") == parse_cards(" , ") == ()


def test_a_card_in_words_and_with_its_suit_drawn() -> None:
    assert [Card.parse(word).long_name for word in ("As", "10d", "2c", "Jh")] == [
        "ace of spades",
        "ten of diamonds",
        "two of clubs",
        "jack of hearts",
    ]
    assert [Card.parse(word).sign for word in ("As", "Td", "2c", "Jh")] == ["A♠", "10♦", "2♣", "J♥"]
    assert [rank_plural(rank) for rank in (2, 6, 10, 14)] == ["twos", "sixes", "tens", "aces"]


@pytest.mark.parametrize("card", DECK)
def test_there_is_one_object_for_each_card_however_it_is_copied(card: Card) -> None:
    assert Card(card.index) is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.copy(card) is copy.deepcopy(card) is card


@few
@given(st.permutations(DECK))
def test_cards_sort_by_rank_and_then_by_suit(shuffled: list[Card]) -> None:
    assert tuple(sorted(shuffled)) == DECK
