"""Every numbered outcome of every kernel against the table's engine, one by one, for every setting.

A kernel deals rounds whose cards are chosen so that every number comes up, players erring half of the time; one round
of each number is then dealt again by the engine, and what every bet staked and won is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from croupier.cards import DECK, Card
from croupier.exact.solver import SIMPLE
from croupier.games import game_named
from croupier.hands import best_three_of_four, deuces_hand, poker_hand, three_card_hand
from croupier.odds import PayTable
from croupier.simulate.kernel.stream import CALL, fill_words, key_of
from croupier.simulate.runs.prepared import kernel_of, simulation_of
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import Sheet, Simulation
from croupier.table.chance import Shoe
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.settings import settings_of
from tests.contract.cases import GAMES, other_values
from tests.simulate.chosen_cards import Cards, disjoint, hands_by_row, in_other_suits, words_of
from tests.simulate.dealt_again import Given, compare, new_table

KERNELS = [kind.name for kind in GAMES]
KEY = key_of("every outcome")
HELD = "held"
"""With a Bonus alone, keeping and discarding are one action to the kernel of Three Card Draw."""
UNEVEN = Placard(breakage="down-to-chip")

TOGETHER = {
    "three-card-draw": ("rule_9a", "ties"),
    "on-the-draw": ("play_multiples", "fold_forfeits_trips"),
    "cincinnati-stud": ("play_multiples", "blind_below_straight"),
    "big-draw": ("deal_style", "draw_style"),
    "draw-n-shoot-21": (),
}
"""The settings whose values settlement looks at together: each is tried with each of the others'."""


def seven_cards_and_streets() -> Iterator[Cards]:
    """On the Draw: seven cards of every row."""
    for hands in hands_by_row(7, poker_hand, 40, "seven").values():
        yield from hands


def seven_cards_against_seven() -> Iterator[Cards]:
    """Cincinnati Stud: hands of every row against every row, and against hands as good as they are."""
    rows = hands_by_row(7, poker_hand, 40, "against")
    for hands in rows.values():
        for hand in hands:
            yield from ([*hand, *same] for same in in_other_suits(hand)[:1])
        for others in rows.values():
            for hand in hands[:6]:
                yield from ([*hand, *other] for other in disjoint(hand, others)[:6])


def three_cards_against_four() -> Iterator[Cards]:
    """Three Card Draw: the dealer's four of every row, and as good as the player's, against kept and drawn hands."""
    random = Random("three")
    rows, fours = hands_by_row(3, three_card_hand, 12, "three"), hands_by_row(4, best_three_of_four, 12, "four")
    for hand in (hand for hands in rows.values() for hand in hands):
        dealers = [[*same, random.choice(_rest(hand, same))] for same in in_other_suits(hand) * 2]
        dealers += [other for others in fours.values() for other in disjoint(hand, others)[:3]]
        for dealer in dealers:
            yield [*hand, random.choice(_rest(hand, dealer)), *dealer]
            *held, drawn = random.sample(sorted(hand), 3)
            if higher := [card for card in _rest(hand, dealer) if card > max(held)]:
                yield [*held, random.choice(higher), drawn, *dealer]


def _rest(*hands: Cards) -> list[Card]:
    dealt = {card for hand in hands for card in hand}
    return [card for card in DECK if card not in dealt]


def five_cards_and_a_draw(variant: str) -> Iterator[Cards]:
    """Big Draw: from a first hand of every row to a final one of every row, by as many drawn cards as may be."""
    rows = hands_by_row(5, poker_hand if variant == "five-card-draw" else deuces_hand, 300, variant)
    bits = {row: np.array([sum(1 << card.index for card in hand) for hand in hands]) for row, hands in rows.items()}
    for first, final in product(rows, rows):
        drawn = np.bitwise_count(bits[final][None, :] & ~bits[first][:, None])
        for count in range(6):
            if (drawn == count).any():
                at, to = np.argwhere(drawn == count)[0]
                hand = rows[first][at]
                yield [*hand, *(card for card in rows[final][to] if card not in hand)]


DEALS: dict[str, Callable[[str], Iterator[Cards]]] = {
    "big-draw": five_cards_and_a_draw,
    "cincinnati-stud": lambda _: seven_cards_against_seven(),
    "on-the-draw": lambda _: seven_cards_and_streets(),
    "three-card-draw": lambda _: three_cards_against_four(),
}
"""The cards that are chosen, of those games that are not dealt from a shoe."""

TIMES = {"big-draw": 400, "cincinnati-stud": 16, "on-the-draw": 16, "three-card-draw": 64}
"""How often each deal comes, so that by errors a player does everything with it."""
FROM_A_SHOE = 600_000


@cache
def chosen_words(game: str, variant: str, words: int) -> Any:
    """The words of the rounds in which the chosen cards come up."""
    return np.array([words_of(cards, words) for cards in DEALS[game](variant)], np.uint64)


def dealt(setup: Setup) -> tuple[Simulation, Sheet]:
    """Rounds of one player in which every number comes up."""
    simulation, game = simulation_of(setup), setup.game.name
    if game not in DEALS:
        sheet = simulation.sheet(FROM_A_SHOE, keeps_cards=True)
        simulation.deal(KEY, 0, FROM_A_SHOE, sheet)
        return simulation, sheet
    chosen = chosen_words(game, setup.variant or "", simulation.words_a_round)
    rounds = len(chosen) * TIMES[game]
    sheet = simulation.sheet(rounds, keeps_cards=True)
    sheet.words[:rounds] = np.tile(chosen, (TIMES[game], 1))
    fill_words(KEY, 0, rounds, CALL, sheet.calls)
    simulation.deal_words(KEY, 0, rounds, sheet)
    return simulation, sheet


def check(setup: Setup, by_number: bool = True, more: int = 0) -> int:
    """Deal one round of each number, or of each thing that numbers stand for, again; how many there were.

    As many more rounds are dealt again, of other cards each.
    """
    simulation, sheet = dealt(setup)
    numbers, rounds = np.unique(sheet.outcomes[:, 0], return_index=True)
    found = {}
    for number, round in zip(numbers.tolist(), rounds.tolist(), strict=True):
        found.setdefault(number if by_number else _told(simulation, number), round)
    table, kernel = new_table(setup), kernel_of(setup.game)
    assert kernel is not None
    for number in (*found.values(), *range(more)):
        outcome = simulation.outcomes.every[sheet.outcomes[number, 0]]
        table.shoe = Shoe([], 0)
        round = Round(table, Given(simulation.cards(sheet, number), simulation.rolls(sheet, number)))
        compare(round, simulation, sheet, number)
        assert outcome is not None
        if outcome.action not in ("", HELD):
            assert kernel.action(_said(round)) == outcome.action
        if outcome.bets:
            assert {bet.partition("/")[0] for bet in outcome.bets} == {table.named["game"]}
    return len(found)


def _told(simulation: Simulation, number: int) -> str:
    return repr(simulation.outcomes.every[number])


def _said(round: Round) -> list[str]:
    """What the player has said after betting."""
    said = [answer for _, answer in round.answers]
    return said[1 + next(place for place, answer in enumerate(said) if answer.startswith("bet ")) :]


def setups(
    game: str, words: Mapping[str, str] | None = None, custom: tuple[PayTable, ...] = (), **more: Any
) -> list[Setup]:
    """A player with all bets who errs; in each of a game's variants, if it has several."""
    kernel = kernel_of(game_named(game)())
    assert kernel is not None
    fresh = game == "draw-n-shoot-21"
    chosen = game_named(game).choose(words or {}, custom=custom)
    return [
        Setup(chosen, strategies=(SIMPLE,), variant=variant, error_rate=0.5, fresh_shoe=fresh, **more)
        for variant in kernel.variants or (None,)
    ]


def house_rules(game: str) -> list[dict[str, str]]:
    """Every other value of every setting by itself, and all of those that are looked at together with each other."""
    kind: type[Game[Any]] = game_named(game)
    values = {s.name: [s.default, *other_values(kind, s)] for s in settings_of(kind.Settings)}
    alone = [{name: value} for name, of in values.items() for value in of[1:]]
    names = TOGETHER[game]
    combined = [dict(zip(names, chosen, strict=True)) for chosen in product(*(values[name] for name in names))]
    return alone + [words for words in combined if sum(words[name] != values[name][0] for name in names) > 1]


DEALT = {
    # From each of eleven rows to each, in both games, by every number of drawn cards that can do it.
    "big-draw": 532 + 523,
    # Three actions; a royal flush does not lose, and no two hands are as good with the same three or four of a kind.
    "cincinnati-stud": 3 * (3 * 11 - 1 - 3),
    # Three raises, with every score that goes with a shot, and up to eight hits.
    "draw-n-shoot-21": 462,
    # Four ways to go and eleven rows.
    "on-the-draw": 4 * 11,
    # A fold or two Play bets; a mini royal does not lose, and no two hands have the same three of a kind.
    "three-card-draw": 3 * (3 * 7 - 1 - 1),
}
"""How many numbers are dealt; the others stand for what cannot happen, or in a shoe hardly ever does."""


@pytest.mark.parametrize("game", KERNELS)
def test_every_numbered_outcome_is_what_the_engine_makes_of_the_same_round(game: str) -> None:
    assert sum(check(setup) for setup in setups(game)) == DEALT[game]


@pytest.mark.sample(4)
@pytest.mark.parametrize(("game", "words"), [(game, words) for game in KERNELS for words in house_rules(game)], ids=str)
def test_every_outcome_is_the_engines_under_every_setting(game: str, words: dict[str, str]) -> None:
    for setup in setups(game, words):
        check(setup, by_number=False)


@pytest.mark.parametrize("game", KERNELS)
def test_every_outcome_is_the_engines_with_each_bet_alone_and_payouts_rounded_down(game: str) -> None:
    kind: type[Game[Any]] = game_named(game)
    every = {spot.name: 700 for spot in kind.spots if not spot.later and not spot.pot}
    for spot in every:
        alone = {other.name: 700 for other in kind.spots if spot in (other.name, other.equals)}
        for bets in (every, alone):
            if all(rule.name in bets for rule in kind.spots if rule.required):
                for setup in setups(game, bets=bets, placard=UNEVEN):
                    check(setup, by_number=False)


@pytest.mark.parametrize("game", KERNELS)
def test_every_outcome_is_the_engines_where_every_row_pays_otherwise(game: str) -> None:
    kind: type[Game[Any]] = game_named(game)
    tables = tuple(
        PayTable.build(bet.name, "every row", {row: f"{2 + place}:1" for place, row in enumerate(bet.rows[::-1])})
        for bet in kind.pay_bets
    )
    for setup in setups(game, custom=tables):
        check(setup, by_number=False, more=400)


@pytest.mark.confirm
@pytest.mark.parametrize("game", KERNELS)
def test_every_numbered_outcome_is_the_engines_under_every_setting(game: str) -> None:
    for setup in (setup for words in house_rules(game) for setup in setups(game, words)):
        check(setup)
