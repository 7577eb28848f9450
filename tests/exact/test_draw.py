"""The draw family against direct ranking, direct enumeration and the returns everybody knows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import comb, factorial, prod
from pathlib import Path

import numpy as np
import pytest
from tests.exact.drawing_by_hand import STRIPPED, ends, number, play_every_hold

from croupier.cards import DECK, Card, parse_cards
from croupier.errors import Refused
from croupier.exact.draw import analyze_deal, analyze_draw, draw_game, hold_values, net_results
from croupier.exact.draw.rankings import DEUCES, POKER, Ranking
from croupier.hands import Hand, deuces_hand, poker_hand
from croupier.odds import PayTable
from croupier.table.game import read_paytable_file

PAYTABLES = Path(__file__).parent / "paytables"
JACKS_OR_BETTER = read_paytable_file(PAYTABLES / "jacks-or-better-9-6.toml")
DEUCES_WILD = read_paytable_file(PAYTABLES / "deuces-wild-full-pay.toml")

GAMES: list[tuple[Ranking, Callable[[Sequence[Card]], Hand], PayTable]] = [
    (POKER, poker_hand, JACKS_OR_BETTER),
    (DEUCES, deuces_hand, DEUCES_WILD),
]
BOTH = pytest.mark.parametrize(("ranking", "judge", "paytable"), GAMES, ids=["poker", "deuces"])


@cache
def suit_classes() -> list[tuple[tuple[Card, ...], int]]:
    """One hand for each class, built suit by suit from sets of ranks, and how many hands it stands for."""
    classes = []
    sets = {size: list(combinations(range(13), size)) for size in range(6)}
    for sizes in product(range(5, -1, -1), repeat=4):
        if sum(sizes) == 5 and sorted(sizes, reverse=True) == list(sizes):
            for chosen in product(*(sets[size] for size in sizes)):
                if all(a >= b for a, b in pairwise(chosen) if len(a) == len(b)):
                    hand = tuple(DECK[4 * rank + suit] for suit, ranks in enumerate(chosen) for rank in ranks)
                    alike = Counter(chosen).values()
                    classes.append((hand, factorial(4) // prod(map(factorial, alike))))
    return classes


def test_hands_up_to_suits_are_134459_classes_that_stand_for_all_hands() -> None:
    game = draw_game(POKER)
    assert len(game.hands) == len(suit_classes()) == 134_459
    mine = Counter(game.weights.tolist())
    assert mine == Counter(weight for _, weight in suit_classes())
    assert sum(weight * count for weight, count in mine.items()) == comb(52, 5)


def test_first_hands_of_poker_are_counted_as_everybody_counts_them() -> None:
    assert dict(zip(POKER.rows, draw_game(POKER).dealt(), strict=True)) == {
        "royal-flush": 4,
        "straight-flush": 36,
        "four-of-a-kind": 624,
        "full-house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three-of-a-kind": 54_912,
        "two-pair": 123_552,
        "jacks-or-better": 4 * 84_480,
        "pair": 9 * 84_480,
        "high-card": 1_302_540,
    }


@pytest.mark.parametrize(
    ("ranking", "judge"), [(POKER, poker_hand), pytest.param(DEUCES, deuces_hand, marks=pytest.mark.confirm)]
)
def test_rows_of_all_classes_are_those_of_the_table(ranking: Ranking, judge: Callable[[Sequence[Card]], Hand]) -> None:
    every = ranking.categories(np.arange(52, dtype=np.int8))
    totals: Counter[str] = Counter()
    for hand, weight in suit_classes():
        row = judge(hand).row
        assert row == ranking.rows[every[number(hand)]], hand
        totals[row] += weight
    assert [totals[row] for row in ranking.rows] == draw_game(ranking).dealt()


@BOTH
@pytest.mark.rule("BD-7", "BD-9")
def test_holds_of_random_hands_end_where_drawing_every_card_ends(
    ranking: Ranking, judge: Callable[[Sequence[Card]], Hand], paytable: PayTable
) -> None:
    game = draw_game(ranking)
    pick = random.Random(52)
    checked = 0
    for cards in (pick.sample(DECK, 5) for _ in range(15)):
        counted = game.hold_ends(cards)
        assert len(counted) == 32
        for held, counts in counted.items():
            assert sum(counts) == comb(47, 5 - len(held))
            few = len(held) >= 3
            if few or (len(held) == 2 and pick.random() < 0.02):
                assert ends(cards, held, DECK, judge) == Counter(dict(zip(ranking.rows, counts, strict=True))), held
                checked += 1
    assert checked > 240


@BOTH
def test_a_draw_of_four_ends_where_drawing_every_card_ends(
    ranking: Ranking, judge: Callable[[Sequence[Card]], Hand], paytable: PayTable
) -> None:
    cards = parse_cards("Kd 2h 3c 7s 9h")
    held = (cards[1],) if ranking is DEUCES else (cards[0],)
    counts = draw_game(ranking).hold_ends(cards)[held]
    assert ends(cards, held, DECK, judge) == Counter(dict(zip(ranking.rows, counts, strict=True)))


@BOTH
@pytest.mark.rule("BD-7", "BD-14")
def test_a_stripped_deck_is_worth_what_trying_everything_finds(
    ranking: Ranking, judge: Callable[[Sequence[Card]], Hand], paytable: PayTable
) -> None:
    value, rows, draws = play_every_hold(STRIPPED, judge, paytable)
    solved = analyze_draw(draw_game(ranking, STRIPPED), paytable)
    assert solved.expected_value == value
    assert {row.row: row.probability for row in solved.rows if row.combinations} == rows
    assert {action: share for action, share in solved.actions.items() if share} == {
        f"draw-{cards}": share for cards, share in sorted(draws.items())
    }


def kept(held: Sequence[Card]) -> tuple[int, list[int]]:
    """How many cards are kept, and how high they are."""
    return len(held), sorted((card.rank for card in held), reverse=True)


@BOTH
def test_the_hold_looked_up_for_a_hand_is_its_best_and_of_equals_keeps_more_and_higher_cards(
    ranking: Ranking, judge: Callable[[Sequence[Card]], Hand], paytable: PayTable
) -> None:
    game = draw_game(ranking)
    nets = [Fraction(-1) if paytable[row] is None else paytable.odds[row].value for row in ranking.rows]
    holds, _ = game.best_holds(nets)
    everywhere = game.everywhere(holds)
    assert len(everywhere) == comb(52, 5)
    pick = random.Random(7)
    two_pair = parse_cards("4c 4d 9c Kc Kd")
    for cards in (two_pair, *(sorted(pick.sample(DECK, 5)) for _ in range(300))):
        values = hold_values(game, net_results(game, paytable), cards)
        mask = int(everywhere[number(cards)])
        held = tuple(card for place, card in enumerate(cards) if mask >> place & 1)
        best = [hold for hold, value in values.items() if value == max(values.values())]
        assert held in best, cards
        assert kept(held) == max(map(kept, best)), cards


def test_equally_good_holds_keep_more_cards() -> None:
    """When nothing pays, every hold is as good as every other."""
    nothing_pays = PayTable.build("draw", "nothing", {})
    solved = analyze_draw(draw_game(POKER, STRIPPED), nothing_pays)
    assert solved.expected_value == -1
    assert solved.actions["draw-0"] == 1


def test_given_holds_are_played_and_not_improved() -> None:
    game = draw_game(POKER)
    stand_pat = game.holds_by(lambda cards: cards)
    stood = analyze_draw(game, JACKS_OR_BETTER, holds=stand_pat)
    assert stood.expected_value == analyze_deal(game, JACKS_OR_BETTER).expected_value
    redrawn = analyze_draw(game, JACKS_OR_BETTER, holds=np.zeros_like(stand_pat))
    assert redrawn.expected_value == stood.expected_value
    assert redrawn.actions["draw-5"] == 1


def test_a_ranking_of_ones_own_counts_as_the_kernel_does() -> None:
    own = Ranking.by_hand(POKER.rows, lambda cards: poker_hand(cards).row)
    deck = np.array([card.index for card in STRIPPED], np.int8)
    assert np.array_equal(np.sort(deck), deck)
    assert np.array_equal(own.categories(deck), POKER.categories(deck))
    whole = np.arange(52, dtype=np.int8)
    assert np.array_equal(own.categories(whole), POKER.categories(whole))


def test_a_ranking_that_looks_at_the_names_of_suits_is_refused() -> None:
    by_hand = Ranking.by_hand(("other", "spades"), lambda cards: "spades" if cards[-1].suit == 3 else "other")
    by_number = Ranking(
        ("other", "spades"),
        lambda deck: np.repeat(np.array([0, 0, 0, 1] * 13, np.uint8), [comb(place, 4) for place in range(52)]),
    )
    for ranking in (by_hand, by_number):
        with pytest.raises(Refused, match="the names of suits"):
            draw_game(ranking)


def test_odds_too_fine_for_the_integers_are_refused() -> None:
    fine = PayTable.build("draw", "fine", {"flush": "1:1000000007", "straight": "1:998244353"})
    with pytest.raises(Refused, match="too large or too fine"):
        analyze_draw(draw_game(POKER, STRIPPED), fine)


def test_large_pays_are_still_exact() -> None:
    """A pay so large that the total over all hands does not fit into a machine integer."""
    huge = PayTable.build("draw", "huge", {"royal-flush": "100000000000:1", "jacks-or-better": "1:3"})
    solved = analyze_draw(draw_game(POKER), huge)
    assert solved.expected_value * solved.cases > 2**63


def test_a_row_the_ranking_does_not_have_is_refused() -> None:
    with pytest.raises(Refused, match="unknown row 'five-of-a-kind'"):
        analyze_draw(draw_game(POKER, STRIPPED), PayTable.build("draw", "mine", {"five-of-a-kind": "9:1"}))


def test_a_deck_too_small_to_draw_five_from_is_refused() -> None:
    with pytest.raises(Refused, match="at least 10 cards"):
        draw_game(POKER, DECK[:9])
    with pytest.raises(Refused, match="given twice"):
        draw_game(POKER, (*DECK[:11], DECK[0]))
