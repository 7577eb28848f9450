"""Draw 'n Shoot 21 solved: against the document, against direct recursion, and against rolls written out by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest
from tests.solved_games import advise, analyze

from croupier.cards import DECK, Card, parse_cards
from croupier.errors import Refused
from croupier.exact.shoe import play_out, solve
from croupier.games.draw_n_shoot_21.exact import mathematics, twenty_one_game, twenty_one_pays
from croupier.games.draw_n_shoot_21.exact import played as play_simply
from croupier.games.draw_n_shoot_21.rules import DrawNShoot21
from croupier.games.draw_n_shoot_21.strategy import choose
from croupier.odds import PayTable

SIX_DECKS = DrawNShoot21()
Shoe = tuple[int, ...]
"""Cards left of each value, aces first."""

FULL_DECK: Shoe = (4,) * 9 + (16,)
TWO_DICE = [first + second for first, second in product(range(1, 7), repeat=2)]


def paid(values: tuple[int, ...], roll: int) -> Fraction:
    """A unit's net result by the words of DNS-6 and DNS-7: every way to count the aces is tried, the best one taken."""
    aces = values.count(1)
    scores = [sum(values) + 10 * high + roll for high in range(aces + 1)]
    results = [Fraction(-1)]
    for score in scores:
        if score == 21:
            results.append(Fraction(2) if len(values) == 1 else Fraction(6, 5))
        if score in (18, 19, 20):
            results.append(Fraction(1))
        if score == 17:
            results.append(Fraction(0))
    return max(results)


@cache
def stood(values: tuple[int, ...]) -> Fraction:
    return sum((paid(values, roll) for roll in TWO_DICE), Fraction(0)) / 36


def hits(values: tuple[int, ...], shoe: Shoe) -> Fraction:
    """The value of one more card, by direct recursion over what is left."""
    total = Fraction(0)
    for place, left in enumerate(shoe):
        if left:
            rest = (*shoe[:place], left - 1, *shoe[place + 1 :])
            total += left * played(tuple(sorted((*values, place + 1))), rest)
    return total / sum(shoe)


@cache
def played(values: tuple[int, ...], shoe: Shoe) -> Fraction:
    if sum(values) >= 19 or not any(shoe):
        return stood(values)
    return max(stood(values), hits(values, shoe))


def value_of(card: Card) -> int:
    return 1 if card.rank == 14 else min(card.rank, 10)


def by_recursion(shoe: Shoe) -> Fraction:
    """A round's value per Ante, tripling every first card that is worth anything."""
    expected = Fraction(0)
    for place, left in enumerate(shoe):
        if left:
            first = played((place + 1,), (*shoe[:place], left - 1, *shoe[place + 1 :]))
            expected += left * (3 * first if first > 0 else first)
    return expected / sum(shoe)


def test_a_full_six_deck_shoe_by_direct_recursion_gives_the_same_fraction() -> None:
    twenty_one = analyze(SIX_DECKS)["twenty-one"]
    assert twenty_one.expected_value == by_recursion(tuple(6 * count for count in FULL_DECK))
    assert twenty_one.actions == {"raise-0": Fraction(10, 13), "raise-1": Fraction(0), "raise-2": Fraction(3, 13)}
    assert twenty_one.average_wager == Fraction(19, 13)


@pytest.mark.rule("DNS-4", "DNS-5", "DNS-6")
@pytest.mark.parametrize("text", ["A 2 2 3 4 5 T", "2 2 2 3 3 9 9 T J Q K A A", "A A A A 5 6 7 8", "3 4 4 6 6 8"])
def test_a_stripped_shoe_by_direct_recursion_gives_the_same_fraction(text: str) -> None:
    deck = mathematics(SIX_DECKS).read_cards(text)
    counts = Counter(map(value_of, deck))
    shoe = tuple(counts[value] for value in range(1, 11))
    assert analyze(SIX_DECKS, deck=deck)["twenty-one"].expected_value == by_recursion(shoe)


@pytest.mark.parametrize(("decks", "left"), [(1, 1), (1, 3), (1, 12), (2, 60), (6, 25), (6, 306), (8, 415)])
def test_a_shoe_without_some_cards_is_worth_what_solving_it_alone_says(decks: int, left: int) -> None:
    game = DrawNShoot21.choose({"decks": str(decks)})
    stripped, pays = mathematics(game).stripped(), twenty_one_pays(game)
    assert stripped is not None
    random, as_ever = Random(left), solve(twenty_one_game(game), pays).play
    gained = Fraction(0)
    for _ in range(3):
        deck = tuple(random.sample(stripped.pack, left))
        found, alone = stripped.solve(deck)["twenty-one"], twenty_one_game(game, deck)
        rounds = play_out(alone, as_ever)
        kept = sum(staked * pays[row] * ways for (staked, row), ways in rounds.ways.items()) / rounds.cases
        assert (found.best, found.ordinary) == (solve(alone, pays).value(()), kept)
        gained += found.gain
    assert (gained > 0) == (1 < left < 100)


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_random_hands_are_worth_what_direct_recursion_says(decks: int) -> None:
    game = DrawNShoot21.choose({"decks": str(decks)})
    random = Random(decks)
    for _ in range(4):
        pack = random.sample(DECK * decks, 12)
        cards = [pack.pop()]
        while sum(map(value_of, cards)) < 9:
            cards.append(pack.pop())
        values = tuple(map(value_of, cards))
        shoe = tuple(decks * count - values.count(value) for value, count in enumerate(FULL_DECK, 1))
        said = advise(game, cards)
        assert said["stand"] == stood(values)
        if sum(values) < 19:
            assert said["hit"] == hits(values, shoe)
        else:
            assert "hit" not in said


@pytest.mark.rule("DNS-5")
def test_a_hard_nineteen_takes_no_card_and_a_soft_one_may() -> None:
    assert list(advise(SIX_DECKS, parse_cards("Ts 9d"))) == ["stand"]
    assert list(advise(SIX_DECKS, parse_cards("As 8d"))) == ["stand", "hit"]
    assert list(advise(SIX_DECKS, parse_cards("Ts 8d"))) == ["stand", "hit"]


@pytest.mark.rule("DNS-7")
def test_twenty_one_with_a_single_card_pays_more_than_with_two() -> None:
    single = advise(SIX_DECKS, parse_cards("9s"))["stand"]
    double = advise(SIX_DECKS, parse_cards("4s 5d"))["stand"]
    assert single - double == Fraction(1, 36) * (2 - Fraction(6, 5))


def test_quickcraps_reads_a_flat_prize_at_the_stake() -> None:
    table = PayTable.build("quickcraps", "flat", {"any-craps": "1:1", "seven": "push"}, {"ace-eleven": 50})
    game = DrawNShoot21(paytables={"quickcraps": table})
    assert analyze(game, 1)["quickcraps"].expected_value == Fraction(4 * 13 + 50 * 2 - (468 - 52 - 72 - 6 - 2) - 6, 468)
    assert analyze(game, 5)["quickcraps"].expected_value == Fraction(4 * 13 + 10 * 2 - (468 - 52 - 72 - 6 - 2) - 6, 468)


@pytest.mark.parametrize("decks", ["1", "2", "3", "4", "5", "6", "7", "8", "infinite"])
def test_the_short_strategy_costs_nothing_whatever_the_shoe(decks: str) -> None:
    game = DrawNShoot21.choose({"decks": decks})
    optimal = analyze(game)["twenty-one"]
    assert mathematics(game).strategy_analysis().outcomes == optimal.outcomes
    document = mathematics(game).strategy_analysis("document")
    assert document.expected_value == optimal.expected_value
    assert document.average_wager == Fraction(27, 13)


def test_cards_are_drawn_as_often_as_direct_recursion_says() -> None:
    a_card = {value: next(card for card in DECK if value_of(card) == value) for value in range(1, 11)}

    @cache
    def cards(values: tuple[int, ...]) -> Fraction:
        """The cards that a round ends with, once these are held."""
        if values and choose([a_card[value] for value in values], ["stand", "hit"]) == "stand":
            return Fraction(len(values))
        left = [6 * count - values.count(value) for value, count in enumerate(FULL_DECK, 1)]
        longer = (left[value - 1] * cards(tuple(sorted((*values, value)))) for value in range(1, 11))
        return sum(longer, Fraction(0)) / sum(left)

    assert play_simply(SIX_DECKS, "simple").average_cards == cards(())


def test_the_short_strategy_can_be_wrong_for_another_paytable() -> None:
    stingy = PayTable.build(
        "twenty-one", "stingy", {"blackjack": "9:1", "twenty-one": "5:1", "eighteen-to-twenty": "1:9"}
    )
    game = DrawNShoot21(paytables={"twenty-one": stingy})
    assert mathematics(game).strategy_analysis().expected_value < analyze(game)["twenty-one"].expected_value


def test_the_strategy_card_raises_and_hits_by_the_first_rule_that_fits() -> None:
    raises, draws = ["raise-0", "raise-1", "raise-2"], ["stand", "hit"]
    assert [choose(parse_cards(card), raises) for card in ("As", "2s", "3s", "4s", "Ts")] == ["raise-2"] * 3 + [
        "raise-0"
    ] * 2
    said = {
        "As": "stand",
        "8s": "hit",
        "9s": "stand",
        "As 3d": "stand",
        "As 4d": "hit",
        "As 7d": "hit",
        "As 8d": "stand",
    }
    assert {cards: choose(parse_cards(cards), draws) for cards in said} == said
    assert choose(parse_cards("Ts 9d"), ["stand"]) == "stand"


def test_the_best_action_of_any_hand_is_looked_up() -> None:
    play = mathematics(SIX_DECKS).policy()
    assert [points for points in range(1, 11) if play.raises((points,)) == 2] == [1, 2, 3]
    assert [play.draws(hand) for hand in ((8,), (9,), (1, 3), (1, 4), (1, 2, 5), (8, 1), (10, 9))] == [
        True, False, False, True, True, False, False,
    ]  # fmt: skip


def test_without_a_raise_nothing_is_raised() -> None:
    game = DrawNShoot21.choose({"max_raise": "0"})
    twenty_one = analyze(game)["twenty-one"]
    assert twenty_one.actions == {"raise-0": 1}
    assert twenty_one.average_wager == 1
    assert mathematics(game).strategy_analysis().expected_value == twenty_one.expected_value
    four = analyze(DrawNShoot21.choose({"max_raise": "4"}))["twenty-one"]
    assert list(four.actions) == [f"raise-{antes}" for antes in range(5)]
    assert four.average_wager == 1 + 4 * Fraction(3, 13)


def test_the_best_raise_and_the_best_draw_are_two_decisions() -> None:
    best = mathematics(SIX_DECKS).best
    assert best(advise(SIX_DECKS, parse_cards("2s"))) == ["raise-2", "hit"]
    assert best(advise(SIX_DECKS, parse_cards("Ts"))) == [
        "raise-0",
        "raise-1",
        "raise-2",
        "stand",
    ]
    assert best(advise(SIX_DECKS, parse_cards("5s 2d"))) == ["hit"]


def test_a_bare_rank_is_any_card_that_the_shoe_can_still_give() -> None:
    one_deck = DrawNShoot21.choose({"decks": "1"})
    assert len(set(mathematics(one_deck).read_cards("A A A A"))) == 4
    assert len(set(mathematics(one_deck).read_cards("A Ac A Ah"))) == 4
    with pytest.raises(Refused, match="5 aces are given; the shoe has 4"):
        advise(one_deck, mathematics(one_deck).read_cards("A A A A A"))
    assert mathematics(one_deck).read_cards("A♤ K♥\ufe0f Q♧") == parse_cards("As Kh Qc")
    assert mathematics(one_deck).read_cards("a10K") == mathematics(one_deck).read_cards("A, T, K")


def test_what_the_family_cannot_pay_is_refused() -> None:
    table = PayTable.build("twenty-one", "flat", {"twenty-one": "1:1"}, {"blackjack": 100})
    with pytest.raises(Refused, match="fixed prizes"):
        analyze(DrawNShoot21(paytables={"twenty-one": table}))
    with pytest.raises(Refused, match="no board"):
        advise(SIX_DECKS, parse_cards("As"), parse_cards("Kd"))
    with pytest.raises(Refused, match="unknown strategy"):
        mathematics(SIX_DECKS).strategy_analysis("wild")


def test_the_counting_argument_names_the_totals_that_come_out() -> None:
    argument = (Path(__file__).parents[2] / "docs" / "math" / "draw-n-shoot-21.md").read_text("utf-8")
    twenty_one = analyze(SIX_DECKS)["twenty-one"]
    for count in (twenty_one.cases, *(row.combinations for row in twenty_one.rows)):
        assert f"{count:,}" in argument
    for decks in ("1", "6", "8", "infinite"):
        value = analyze(DrawNShoot21.choose({"decks": decks}))["twenty-one"].expected_value
        assert f"| {value} | {float(value) * 100:.4f} % |" in argument
    hands = solve(twenty_one_game(SIX_DECKS), twenty_one_pays(SIX_DECKS))
    assert f"{len(hands.drawing) - 1:,} such" in argument and f"{len(hands.standing):,} with those" in argument
