"""What choices are worth with one more card gone, against the same game solved with a deck that lacks it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from examples.games.caribbean_stud.rules import CaribbeanStud

from croupier.cards import DECK, parse_cards
from croupier.exact.draw import draw_game, hold_values
from croupier.exact.draw.rankings import POKER
from croupier.exact.game_mathematics import AskedHand
from croupier.exact.seen import Pack
from croupier.exact.showdown import play
from croupier.exact.showdown.up_card import count_up_cards, ways_with_one_gone
from croupier.exact.solver import solver_of
from croupier.exact.streets import solve
from croupier.floor.pit.shown_hands import is_watched
from croupier.games import game_named

SMALL = tuple(card for card in DECK if card.rank >= 11)


def test_a_hold_is_worth_what_it_is_with_a_deck_that_lacks_the_card() -> None:
    nets = [Fraction(row - 3, 2) for row in range(len(POKER.rows))]
    hand = parse_cards("Ks Qd Kc Ah Jd")
    found = draw_game(POKER, SMALL).hold_values_without(hand, np.array(nets, np.float64))
    for place, gone in enumerate(SMALL):
        if gone in hand:
            continue
        there = hold_values(draw_game(POKER, [card for card in SMALL if card != gone]), nets, hand)
        for held, value in there.items():
            assert found[held][place] == pytest.approx(float(value), abs=1e-12), (held, gone)


@pytest.mark.confirm
def test_a_showdown_is_worth_what_it_is_with_a_deck_that_lacks_the_card() -> None:
    """Also of pairs, whose cards change places when suits change names."""
    mathematics = solver_of(game_named("three-card-draw")()).mathematics
    hands = [parse_cards(words) for words in ("As Kd 7c", "7c 7s 2h", "9h 9d 9c")]
    told = mathematics.with_one_gone(hands)
    assert told is not None
    read = mathematics.read("main")  # type: ignore[attr-defined]
    for gone in parse_cards("7d Qs"):
        counts = read.showdown.count([card for card in DECK if card != gone])
        for cards, found in zip(hands, told, strict=True):
            values = dict(zip(read.names(cards), play(counts, read.choices).values(cards), strict=True))
            assert {name: found[name][gone.index] for name in values} == pytest.approx(
                {name: float(value) for name, value in values.items()}
            )


def test_the_last_street_is_worth_what_it_is_with_a_deck_that_lacks_the_card() -> None:
    mathematics = solver_of(game_named("on-the-draw")()).mathematics
    game = mathematics.main_read().game  # type: ignore[attr-defined]
    cards = parse_cards("As Kd Ac Jh Jd Qc")
    deck = tuple(card for card in DECK if card.rank >= 10)
    found = solve(game, Pack(deck)).advise_without(cards)
    for gone in parse_cards("Ad Ts"):
        there = solve(game, Pack(tuple(card for card in deck if card != gone))).advise(cards)
        assert {name: found[name][gone.index] for name in there} == pytest.approx(
            {name: float(value) for name, value in there.items()}
        )


def test_the_first_street_is_nearly_what_it_is_with_a_deck_that_lacks_the_card() -> None:
    """Exactly for a bet that is made at once; a check leaves choices open, which change with the deck."""
    game = solver_of(game_named("on-the-draw")()).mathematics.main_read().game  # type: ignore[attr-defined]
    cards, deck = parse_cards("As Kd Ac Jh"), tuple(card for card in DECK if card.rank >= 9)
    found = solve(game, Pack(deck)).advise_without(cards)
    for gone in parse_cards("Ad 9s"):
        there = solve(game, Pack(tuple(card for card in deck if card != gone))).advise(cards)
        assert found["play-3x"][gone.index] == pytest.approx(float(there["play-3x"]))
        assert found["check"][gone.index] == pytest.approx(float(there["check"]), abs=0.1)


def test_with_a_card_of_the_dealers_seen_showdowns_are_those_of_a_deck_that_lacks_the_card() -> None:
    deck = [card.index for card in DECK if card.rank >= 11]
    hand, up = [card.index for card in parse_cards("As Kd Ac Jh Jd")], parse_cards("Kh")[0].index
    for qualifier in (0, 4096):
        row, found = ways_with_one_gone(hand, up, qualifier, deck)
        for gone in parse_cards("Ad Qs"):
            there = count_up_cards(qualifier, [card for card in deck if card != gone.index])
            number, at = divmod(there.place_of([DECK[card] for card in hand], DECK[up]), len(DECK))
            assert row == there.row[number] and found[gone.index].tolist() == there.ways[number, at].tolist()


def test_a_game_with_a_card_of_the_dealers_seen_knows_what_a_missing_card_is_worth() -> None:
    """Beside an ace of the dealer's, aces that others hold are in favour of a raise with a small pair."""
    mathematics = solver_of(CaribbeanStud()).mathematics
    assert is_watched(CaribbeanStud())
    (told,) = mathematics.with_one_gone([parse_cards("4s 4d 9c 7h 2d Ah")]) or []
    others = [card.index for card in DECK if card not in parse_cards("4s 4d 9c 7h 2d Ah")]
    assert set(told) == {"fold", "raise"} and (told["fold"][others] == -1).all()
    effects = told["raise"] - told["raise"][others].mean()
    aces, tens = (effects[[card.index for card in parse_cards(words)]] for words in ("As Ad Ac", "Ts Td Tc Th"))
    assert aces.min() > tens.max()


@pytest.mark.parametrize(("name", "variant", "hands"), [
    ("on-the-draw", None, ["As Kd 9c 2h", "As Kd 9c 2h 3d", "As Kd 9c 2h 3d 9h"]),
    ("big-draw", "five-card-draw", ["As Kd 9c 9h 3d"]),
])  # fmt: skip
def test_on_average_over_the_cards_it_is_what_it_is_without_any_gone(
    name: str, variant: str | None, hands: list[str]
) -> None:
    mathematics = solver_of(game_named(name)()).mathematics
    own = 4 if name == "on-the-draw" else 5
    for hand in map(parse_cards, hands):
        told = mathematics.with_one_gone([hand], variant)
        assert told is not None
        values = mathematics.advise(AskedHand(hand[:own], hand[own:], variant))
        others = [card.index for card in DECK if card not in hand]
        assert {action: told[0][action][others].mean() for action in values} == pytest.approx(
            {action: float(value) for action, value in values.items()}
        )
        assert all(told[0][action][card.index] == 0 for action in values for card in hand)


@pytest.mark.confirm
def test_poker_showdowns_are_what_they_are_with_a_deck_that_lacks_the_card() -> None:
    """Hands and cards of every kind at Cincinnati Stud, on average over the cards and beside the whole count."""
    mathematics = solver_of(game_named("cincinnati-stud")()).mathematics
    hands = [parse_cards(words) for words in ("As Kd 7c 2h 9h 4d", "9c 9d 5c 5d 2c 2d", "Ah Kh 9h 4h 2c 3d")]
    told = mathematics.with_one_gone(hands)
    assert told is not None
    for hand, values in zip(hands, told, strict=True):
        others = [card.index for card in DECK if card not in hand]
        assert {action: each[others].mean() for action, each in values.items()} == pytest.approx(
            {action: float(value) for action, value in mathematics.advise(AskedHand(hand)).items()}
        )
