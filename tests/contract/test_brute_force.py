"""Every deal of a small pack through the real table: the probabilities add up to 1, and every spot wins what a count
on paper says it must."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

import pytest

from croupier.table.events import Dealt
from croupier.table.walk import Line, best_value, walk
from tests.contract import direct
from tests.contract.direct import Cards
from tests.contract.walks import PACKS, UNIT, lines, nets, odds, prizes, small_game
from tests.one_seat import one_seat

pytestmark = pytest.mark.exhaustive


def tally(walked: Iterator[Line]) -> tuple[Fraction, dict[str, Fraction]]:
    """The sum of the probabilities, and what each spot wins on average, in units."""
    total = Fraction(0)
    average: dict[str, Fraction] = defaultdict(Fraction)
    for line in walked:
        total += line.probability
        for spot, cents in nets(line).items():
            average[spot] += line.probability * cents / UNIT
    return total, average


def check(walked: Iterator[Line], expected: dict[str, Fraction]) -> None:
    """Fail unless the lines are all there and each spot wins exactly what is expected."""
    total, average = tally(walked)
    assert total == 1
    assert {spot: average[spot] for spot in expected} == expected
    assert not set(average) - set(expected)


def hold_the_most_alike(cards: Cards, legal: list[str]) -> str:
    """Hold the cards of the rank or suit that there are most of."""
    of_a_rank = [[card for card in cards if card.rank == one.rank] for one in cards]
    of_a_suit = [[card for card in cards if card.suit == one.suit] for one in cards]
    held = max(of_a_rank + of_a_suit, key=lambda alike: (len(alike), alike))
    return next(answer for answer in legal if set(answer.split()[1:]) == {card.name for card in held})


@pytest.mark.parametrize("variant", ["five-card-draw", "deuces-never-loses"])
def test_every_deal_of_big_draw_pays_what_a_count_on_paper_says(variant: str) -> None:
    game, pack = small_game("big-draw"), PACKS[variant]
    pays: dict[str, Callable[[Cards], Fraction]] = {
        spot: direct.five_card_pays(variant, odds(game, f"{variant}/{spot}"), prizes(game, f"{variant}/{spot}"))
        for spot in ("big-draw", "first-5")
    }
    expected = {
        "big-draw": direct.big_draw(pack, hold_the_most_alike, pays["big-draw"]),
        "first-5": direct.first_five(pack, pays["first-5"]),
    }
    check(lines("big-draw", ("big-draw", "first-5"), hold_the_most_alike, variant, opening=(variant,)), expected)


def test_a_shoe_without_end_gives_every_card_every_time() -> None:
    game = type(small_game("draw-n-shoot-21")).choose({"decks": "infinite"})
    shoe = PACKS["draw-n-shoot-21"][2:]

    probabilities: dict[Cards, Fraction] = defaultdict(Fraction)
    for line in walk(partial(one_seat, game, shoe), {"ante": UNIT}, tries=lambda sight, legal: [legal[-1]]):
        probabilities[tuple(line.round.table.seats[1].cards)] += line.probability
    assert sum(probabilities.values()) == 1
    assert all(chance == Fraction(1, 3) ** len(cards) for cards, chance in probabilities.items())
    assert any(len(set(cards)) < len(cards) for cards in probabilities)


def test_the_best_play_is_the_best_by_what_can_be_seen() -> None:
    """Somebody who could see the dealer's cards and the draw card would win more than the best play does."""
    walked = list(lines("three-card-draw", ("ante",), pack="three-card-draw with a bonus"))
    most: dict[tuple[tuple[str, ...], ...], int] = {}
    for line in walked:
        deal = tuple(event.cards for event in line.round.events if isinstance(event, Dealt))
        most[deal] = max(line.net, most.get(deal, line.net))
    seeing_all = Fraction(sum(most.values()), len(most))
    assert -UNIT < best_value(walked) < seeing_all, "to fold always, to play well, to see everything"
