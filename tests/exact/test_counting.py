"""Counting against other ways to the same figures: on paper, by the shoe family, and by shoes that are dealt."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest
from tests.exact.toy_games import Toy

from croupier.cards import DECK, Card
from croupier.exact.counting.card_counts import best_count
from croupier.exact.counting.counted_bets import SHOES, CountingTerms
from croupier.exact.counting.favoured import (
    BY_COUNT,
    COUNT_GAIN,
    FAVOURED,
    GAIN,
    LOSS,
    DealtShoes,
    by_cards_gone,
    counted,
    deal_shoes,
    first_favoured,
    sampled,
)
from croupier.exact.counting.read_rounds import kept_shoe, read_bets
from croupier.exact.counting.shoe_bets import ShoeBet
from croupier.exact.solver import solver_of
from croupier.games import game_named
from croupier.odds import EVEN, PUSH
from croupier.table.decisions import Option
from croupier.table.game import Procedure, Spot
from croupier.table.table import Table

SHOOT = "draw-n-shoot-21"


class TwoFromAShoe(Toy):
    """Two cards of a shoe: an ace wins, and one who holds a king may pay for a second chance."""

    name, title = "two-from-a-shoe", "Two from a Shoe"
    spots = (Spot("bet", "Bet", required=True), Spot("more", "More", later=True))

    def largest_later_bet(self, bets: Any) -> int:
        return int(bets.get("bet", 0))

    def round(self, table: Table) -> Procedure:
        shoe = table.pack * 2
        table.ready_shoe(shoe, behind_cut_card=20)
        yield table.betting()
        (seat,) = table.clockwise()
        seat.deal([table.from_shoe(shoe)], face_up=True)
        if seat.cards[0].rank == 13:
            yield seat.choose(Option("stay"), Option("more", "more", seat.bets["bet"]))
        seat.deal([table.from_shoe(shoe)], face_up=True)
        won = seat.cards[1].rank == 14 or seat.cards[0].rank == 14
        seat.settle("bet", EVEN if won else PUSH if seat.cards[1].rank > 7 else None, "shown")
        seat.settle("more", EVEN if seat.cards[1].rank > 7 else None, "shown")


def two_on_paper(shoe: list[Card]) -> Fraction:
    """The same, over all pairs in order; the second chance is always bought, as 28 of 52 cards win it."""
    nets = Fraction(0)
    for first, second in permutations(shoe, 2):
        won = 14 in (first.rank, second.rank)
        nets += 1 if won else 0 if second.rank > 7 else -1
        if first.rank == 13:
            nets += 1 if second.rank > 7 else -1
    return nets / (len(shoe) * (len(shoe) - 1))


def left_of(bet: ShoeBet, shoe: list[Card]) -> list[int]:
    found = Counter(shoe)
    return [sum(found[card] for card in cards) for cards in bet.kinds]


def test_a_bet_read_off_its_procedure_is_worth_what_it_is_on_paper_whatever_is_left() -> None:
    game = TwoFromAShoe()
    shoe = kept_shoe(game)
    assert shoe is not None and (len(shoe.pack), shoe.behind) == (104, 20)
    (bet,) = read_bets(game, Fraction(1), shoe)
    assert bet.chosen and bet.expected_value == two_on_paper(list(DECK * 2))
    random = np.random.default_rng(7)
    for cards in (30, 61):
        left = [(DECK * 2)[at] for at in random.permutation(104)[:cards]]
        assert bet.value(left_of(bet, left)) == two_on_paper(left)
        assert bet.values(np.array([left_of(bet, left)]))[0] == pytest.approx(float(two_on_paper(left)), rel=1e-12)


def test_quickcraps_has_the_effects_that_its_family_and_its_procedure_give_alone() -> None:
    for table in ("recommended", "alternate"):
        game = game_named(SHOOT).choose({}, {"quickcraps": table})
        shoe = kept_shoe(game)
        own = solver_of(game).mathematics.shoe_bets()
        assert shoe is not None and own is not None
        by_family = {bet.name: bet for bet in own}["quickcraps"]
        by_rules = _only(game, "quickcraps")
        effect = {
            card: effect for cards, effect in zip(by_rules.kinds, by_rules.effects, strict=True) for card in cards
        }
        for cards, found in zip(by_family.kinds, by_family.effects, strict=True):
            assert {effect[card] for card in cards} == {found}
        assert by_family.expected_value == solver_of(game).analyze()["quickcraps"].expected_value


def _only(game: Any, name: str) -> ShoeBet:
    """One bet read off its procedure, without the others."""
    from croupier.exact.by_walk.wagerings import stakes
    from croupier.exact.counting import read_rounds

    shoe = kept_shoe(game)
    assert shoe is not None
    (stake,) = (stake for stake in stakes(game, 100) if stake.tells == (name,))
    (bet,) = read_rounds._bets(game, stake, 100, 1, shoe)
    return bet


def test_the_21_bet_on_part_of_a_shoe_is_what_playing_it_out_there_gives() -> None:
    game = game_named(SHOOT).choose({"decks": "1"})
    own, stripped = solver_of(game).mathematics.shoe_bets(), solver_of(game).mathematics.stripped()
    assert own is not None and stripped is not None
    left = tuple(sorted(np.random.default_rng(3).permutation(DECK)[:31].tolist()))
    cards = [Card(card) for card in left]
    assert own[0].value(left_of(own[0], cards)) == stripped.solve(tuple(cards))["twenty-one"].ordinary


SMALL = ShoeBet(
    "small",
    "bet",
    tuple((card,) for card in DECK[:4]),
    (3, 4, 2, 3),
    {(1, 0, 0, 0): Fraction(-3, 2), (0, 1, 0, 0): Fraction(1), (0, 0, 1, 0): Fraction(4), (0, 0, 0, 1): Fraction(-4)},
    chosen=False,
)


def test_favoured_rounds_are_counted_as_every_set_of_cards_gone_has_them() -> None:
    count = best_count(SMALL, 1)
    assert count is not None
    figures = by_cards_gone(SMALL, count)
    shoe = [kind for kind, there in enumerate(SMALL.fresh) for _ in range(there)]
    for gone in (0, 3, 7):
        sets = list(combinations(range(12), 12 - gone))
        found = [Fraction(0)] * 6
        for places in sets:
            left = [sum(shoe[at] == kind for at in places) for kind in range(4)]
            value = SMALL.value(left)
            running = sum((there - now) * tag for there, now, tag in zip(SMALL.fresh, left, count.tags, strict=True))
            bets = Fraction(running * 52, 12 - gone) >= count.key
            found[FAVOURED] += value > 0
            found[GAIN if value > 0 else LOSS] += value
            found[BY_COUNT] += bets
            found[COUNT_GAIN if bets else COUNT_GAIN + 1] += value
        assert figures[gone] == pytest.approx([float(figure / len(sets)) for figure in found], rel=1e-12, abs=1e-15)
    best = next(n for n in range(12) if any(SMALL.value(left) > 0 for left in _parts(12 - n)))
    assert first_favoured(SMALL) == best


def _parts(cards: int) -> list[tuple[int, ...]]:
    return [left for left in product(*(range(there + 1) for there in SMALL.fresh)) if sum(left) == cards]


def test_no_balanced_count_of_small_tags_follows_the_effects_better() -> None:
    count = best_count(SMALL, 2)
    assert count is not None
    mean = sum(there * effect for there, effect in zip(SMALL.fresh, SMALL.effects, strict=True))
    assert mean == 0
    tried = [
        np.corrcoef(np.repeat(tags, SMALL.fresh), np.repeat([float(e) for e in SMALL.effects], SMALL.fresh))[0, 1]
        for tags in product(range(-2, 3), repeat=4)
        if any(tags) and sum(np.array(tags) * SMALL.fresh) == 0
    ]
    assert count.correlation == pytest.approx(max(tried)) and len(tried) == count.tried


def test_a_count_tells_the_value_of_a_bet_that_one_card_decides_as_a_line_through_all_sets() -> None:
    """The least squares line through every part of six cards, by its true count."""
    count = best_count(SMALL, 1)
    assert count is not None
    true_counts, values = [], []
    shoe = [kind for kind, there in enumerate(SMALL.fresh) for _ in range(there)]
    for places in combinations(range(12), 6):
        left = [sum(shoe[at] == kind for at in places) for kind in range(4)]
        running = sum((there - now) * tag for there, now, tag in zip(SMALL.fresh, left, count.tags, strict=True))
        true_counts.append(running * 52 / 6)
        values.append(float(SMALL.value(left)))
    slope, even = np.polyfit(true_counts, values, 1)
    assert (slope, even) == pytest.approx((float(count.slope), float(SMALL.expected_value)))
    assert -even / slope == pytest.approx(float(count.key))


def test_shoes_that_are_dealt_agree_with_all_that_could_be() -> None:
    game = game_named(SHOOT)()
    own = solver_of(game).mathematics.shoe_bets()
    assert own is not None
    bet = own[1]
    count = best_count(bet, 1)
    dealt = deal_shoes(game, bet, ["craps"], 260, 7, 60, "test")
    (shoes,), (all_sets,) = sampled(bet, count, [260], dealt), counted(bet, count, [260], 7)
    assert shoes.rounds == all_sets.rounds == 38 and shoes.errors is not None
    for found, expected, error in zip(shoes.means, all_sets.means, shoes.errors, strict=True):
        assert error > 0 and abs(found - expected) < 4 * error


def test_both_quickcraps_tables_favour_the_player_in_some_rounds_of_a_shoe() -> None:
    """With five of six decks dealt; the figures are counted, so they are the same everywhere."""
    worth = {}
    for table in ("recommended", "alternate"):
        solver = solver_of(game_named(SHOOT).choose({}, {"quickcraps": table}))
        found = {each.bet.name: each for each in solver.counting(1, CountingTerms(shoes=2))}["quickcraps"]
        assert found.exact and found.exposed and found.now.gone == 260
        worth[table] = [round(found.now.means[figure], 8) for figure in (FAVOURED, GAIN)]
    assert worth == {"recommended": [0.07450303, 0.00183914], "alternate": [0.08333399, 0.00195214]}


def shuffled(bet: ShoeBet, shoes: int, seed: int, a_round: int = 7) -> DealtShoes:
    """Shoes that are shuffled here, without the table: what is left before every round of so many cards."""
    fresh = np.array(bet.fresh)
    faces = np.random.default_rng(seed).permuted(np.tile(np.repeat(np.arange(len(fresh)), fresh), (shoes, 1)), axis=1)
    starts = range(0, 260, a_round)
    gone = np.stack([(faces[:, :start, None] == np.arange(len(fresh))).sum(axis=1) for start in starts], axis=1)
    return DealtShoes((fresh - gone).reshape(-1, len(fresh)), np.repeat(np.arange(shoes), len(starts)))


@pytest.mark.parametrize("seeds", [20, pytest.param(200, marks=pytest.mark.confirm)])
def test_the_errors_of_shoes_are_those_of_many_seeds(seeds: int) -> None:
    """Each seed's distance from what is counted, in its standard errors, as a bell curve has them."""
    game = game_named(SHOOT)()
    own = solver_of(game).mathematics.shoe_bets()
    assert own is not None
    bet = own[1]
    count = best_count(bet, 1)
    (expected,) = counted(bet, count, [260], 7)
    scores = []
    for seed in range(seeds):
        (found,) = sampled(bet, count, [260], shuffled(bet, SHOES, seed))
        assert found.errors is not None
        scores.append((np.array(found.means) - expected.means) / found.errors)
    check_scores(np.array(scores))


def check_scores(z: Any) -> None:
    """Distances in standard errors: their mean, their scatter and how many are within two, as far as so many tell."""
    by_chance = 4 / np.sqrt(len(z))
    assert (np.abs(z.mean(axis=0)) < 0.2 + by_chance).all(), z.mean(axis=0)
    assert (np.abs(z.std(axis=0) - 1) < 0.05 + by_chance * 0.7).all(), z.std(axis=0)
    within = (np.abs(z) < 2).mean(axis=0)
    assert (within > 0.95 - 0.22 * by_chance).all(), within
