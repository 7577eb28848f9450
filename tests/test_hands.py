"""What beats what, against rankings written down here in the plainest way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import DECK, Card, parse_cards
from croupier.errors import Refused
from croupier.hands import best_three_of_four, deuces_hand, poker_hand, three_card_hand

POKER = [
    "high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush",
    "full-house", "four-of-a-kind", "straight-flush", "royal-flush",
]  # fmt: skip
THREE_CARD = ["high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush", "mini-royal"]
DEUCES = [
    "nothing", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind",
    "straight-flush", "five-of-a-kind", "wild-royal", "four-deuces", "natural-royal",
]  # fmt: skip
SHAPES = {(4, 1): "four-of-a-kind", (3, 2): "full-house", (3, 1, 1): "three-of-a-kind", (2, 2, 1): "two-pair",
          (2, 1, 1, 1): "pair"}  # fmt: skip
few = settings(max_examples=150, derandomize=True, deadline=None)

Ranked = tuple[int, tuple[int, ...]]
"""The place of a kind of hand, and the ranks that break a tie."""


def top_of_run(ranks: Sequence[int], length: int) -> int:
    """The highest rank if the ranks follow each other, an ace also going below the two; otherwise 0."""
    for ranks_so in (sorted(ranks), sorted(1 if rank == 14 else rank for rank in ranks)):
        if ranks_so == list(range(ranks_so[0], ranks_so[0] + length)):
            return ranks_so[-1]
    return 0


def direct_five(cards: Sequence[Card]) -> Ranked:
    """Five cards, as one would rank them on paper."""
    ranks = [card.rank for card in cards]
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    by_group = tuple(rank for rank, _ in groups)
    flush = len({card.suit for card in cards}) == 1
    top = top_of_run(ranks, 5)
    if flush and top:
        return POKER.index("royal-flush" if top == 14 else "straight-flush"), (top,)
    kind = SHAPES.get(tuple(count for _, count in groups))
    if kind not in ("four-of-a-kind", "full-house"):
        if flush:
            return POKER.index("flush"), by_group
        if top:
            return POKER.index("straight"), (top,)
    return POKER.index(kind or "high-card"), by_group


def direct(cards: Sequence[Card]) -> Ranked:
    """The best five of five to seven cards, by trying them all."""
    return max(direct_five(five) for five in combinations(cards, 5))


def direct_three(cards: Sequence[Card]) -> Ranked:
    """Three cards, as one would rank them on paper."""
    ranks = [card.rank for card in cards]
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    by_group = tuple(rank for rank, _ in groups)
    flush, top = len({card.suit for card in cards}) == 1, top_of_run(ranks, 3)
    if flush and top:
        return THREE_CARD.index("mini-royal" if top == 14 else "straight-flush"), (top,)
    if len(groups) == 1:
        return THREE_CARD.index("three-of-a-kind"), by_group
    if top:
        return THREE_CARD.index("straight"), (top,)
    return THREE_CARD.index("flush" if flush else "pair" if len(groups) == 2 else "high-card"), by_group


@cache
def direct_with_wild_cards(ranks: tuple[int, ...], suited: bool) -> str:
    """Five cards of which some stand for others, by the first of the paytable's lines that fits."""
    shape = sorted(Counter(ranks).values(), reverse=True)
    top = top_of_run(ranks, 5)
    lines = {
        "wild-royal": suited and top == 14,
        "five-of-a-kind": shape[0] == 5,
        "straight-flush": suited and top > 0,
        "four-of-a-kind": shape[0] >= 4,
        "full-house": shape == [3, 2],
        "flush": suited,
        "straight": top > 0,
        "three-of-a-kind": shape[0] >= 3,
    }
    return next((line for line, fits in lines.items() if fits), "nothing")


def direct_deuces(cards: Sequence[Card]) -> str:
    """The best line of Deuces Never Loses, each two standing for every card in turn."""
    natural = [card for card in cards if card.rank != 2]
    wild = 5 - len(natural)
    if wild == 4:
        return "four-deuces"
    best = 0
    for stand_ins in combinations_with_replacement(DECK, wild):
        hand = [*natural, *stand_ins]
        line = direct_with_wild_cards(tuple(sorted(card.rank for card in hand)), len({card.suit for card in hand}) == 1)
        best = max(best, DEUCES.index(line))
    return "natural-royal" if DEUCES[best] == "wild-royal" and wild == 0 else DEUCES[best]


def ranked(hand: tuple[object, ...]) -> Ranked:
    """A hand of the package in the same terms."""
    category, ranks = hand
    return int(category), tuple(ranks)  # type: ignore[call-overload,arg-type]


@pytest.mark.parametrize("count", [5, 6, 7])
def test_five_thousand_random_hands_rank_as_on_paper(count: int) -> None:
    chance = Random(count)
    for _ in range(5_000):
        cards = chance.sample(DECK, count)
        assert ranked(poker_hand(cards)) == direct(cards), cards


@pytest.mark.parametrize("count", [5, 6, 7])
def test_hands_from_a_crowded_pack_rank_as_on_paper(count: int) -> None:
    chance = Random(-count)
    for _ in range(1_000):
        lowest = chance.randint(1, 8)
        ranks = {14 if rank == 1 else rank for rank in range(lowest, lowest + 7)}
        suits = chance.sample(range(4), chance.choice((2, 3)))
        cards = chance.sample([card for card in DECK if card.rank in ranks and card.suit in suits], count)
        assert ranked(poker_hand(cards)) == direct(cards), cards


@few
@given(st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True), st.permutations(range(4)))
def test_neither_the_order_of_the_cards_nor_the_names_of_the_suits_matter(cards: list[Card], suits: list[int]) -> None:
    renamed = [DECK[4 * (card.rank - 2) + suits[card.suit]] for card in cards]
    assert poker_hand(cards) == poker_hand(sorted(cards)) == poker_hand(renamed)


def test_all_22100_three_card_hands_rank_as_on_paper_and_are_as_many_as_they_should_be() -> None:
    counts: Counter[str] = Counter()
    for cards in combinations(DECK, 3):
        hand = three_card_hand(cards)
        assert ranked(hand) == direct_three(cards), cards
        counts[hand.category.row] += 1
    assert counts == {
        "mini-royal": 4,
        "straight-flush": 44,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high-card": 16_440,
    }


def test_the_best_three_of_four_is_the_best_of_the_four_ways_to_leave_one_out() -> None:
    chance = Random(3)
    for _ in range(2_000):
        cards = chance.sample(DECK, 4)
        assert ranked(best_three_of_four(cards)) == max(direct_three(three) for three in combinations(cards, 3))


@pytest.mark.parametrize(("wild", "hands"), [(0, 3_000), (1, 1_000), (2, 300), (3, 40)])
def test_deuces_stand_for_whatever_card_makes_the_best_hand(wild: int, hands: int) -> None:
    chance = Random(wild)
    for number in range(hands):
        lowest = chance.randint(3, 10)
        crowded = [card for card in DECK if lowest <= card.rank <= lowest + 5 and card.suit < 3]
        pack = crowded if number % 2 else DECK[4:]
        cards = chance.sample(DECK[:4], wild) + chance.sample(pack, 5 - wild)
        assert deuces_hand(cards).row == direct_deuces(cards), cards


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("9s 8s 7s 6s 5s", "straight flush, nine high"),
        ("As 2s 3s 4s 5s", "straight flush, five high"),
        ("6s 6d 6h 6c 5s", "four of a kind, sixes"),
        ("As Ad Ah Kc Ks", "full house, aces over kings"),
        ("Js 9s 7s 5s 3s", "flush, jack high"),
        ("As Kd Qs Js Ts", "straight, ace high"),
        ("7s 7d 7h Kc 5s", "three of a kind, sevens"),
        ("Ks Kd 4h 4c 5s", "two pair, kings and fours"),
        ("6s 6d 9h Kc 5s", "pair of sixes"),
        ("Qs 6d 9h Kc 5s", "king high"),
    ],
)
def test_a_hand_explains_itself(words: str, said: str) -> None:
    assert str(poker_hand(parse_cards(words))) == said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("As Ks Qs", "mini royal"),
        ("As Kd Qs", "straight, ace high"),
        ("As 2d 3s", "straight, three high"),
        ("6s 6d 6h", "three of a kind, sixes"),
        ("Js 9s 4s", "flush, jack high"),
        ("2s 2d Ah", "pair of twos"),
        ("Ts 9d 7h", "ten high"),
    ],
)
def test_a_three_card_hand_explains_itself(words: str, said: str) -> None:
    assert str(three_card_hand(parse_cards(words))) == said


def test_jacks_or_better_has_a_row_and_lesser_pairs_have_another() -> None:
    rows = {rank: poker_hand(parse_cards(f"{rank}s {rank}d 8h 5c 3s")).row for rank in "29TJQKA"}
    assert rows == {**dict.fromkeys("29T", "pair"), **dict.fromkeys("JQKA", "jacks-or-better")}


def test_a_hand_of_the_wrong_size_is_refused() -> None:
    for count in (0, 4, 8):
        with pytest.raises(Refused, match=f"five to seven cards; {count} were given"):
            poker_hand(DECK[:count])
    for count in (2, 4):
        with pytest.raises(Refused, match=f"a three-card hand is three cards; {count} were given"):
            three_card_hand(DECK[:count])
    for count in (3, 5):
        with pytest.raises(Refused, match=f"needs four cards; {count} were given"):
            best_three_of_four(DECK[:count])
    for count in (4, 6):
        with pytest.raises(Refused, match=f"a deuces-wild hand is five cards; {count} were given"):
            deuces_hand(DECK[:count])
