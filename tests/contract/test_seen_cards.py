"""What it is worth to know that cards are gone: the solvers against a count on paper and against the real table.

A small pack is solved, and every part of it that is left when some cards are gone. To one who knows them it is worth
what the best play of that part is worth; to anybody else what the best way with the whole small pack brings there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from examples.games.caribbean_stud.rules import CaribbeanStud

from croupier.cards import DECK, parse_cards
from croupier.exact import draw
from croupier.exact.analysis import Analysis
from croupier.exact.draw.draw_stripped import StrippedDraw
from croupier.exact.draw.rankings import POKER
from croupier.exact.hand_counts.suits import class_of
from croupier.exact.seen import some_hands
from croupier.exact.seen_cards.exposure import cards_to_show, exposure
from croupier.exact.seen_cards.informed import Informed, Stripped
from croupier.exact.showdown import poker_stripped
from croupier.exact.solver import solver_of
from croupier.exact.streets import streets_stripped
from croupier.games import game_named, game_names
from croupier.games.draw_n_shoot_21 import exact as draw_n_shoot_21
from croupier.hands import poker_hand
from croupier.table.walk import best_value
from tests.contract import direct
from tests.contract.direct import Cards, Learned, Way
from tests.contract.test_solvers_against_the_table import together
from tests.contract.walks import PACKS, UNIT, lines, odds, prizes, small_game
from tests.solved_games import as_draw, as_showdown, as_streets

pytestmark = pytest.mark.exhaustive

Count = Callable[[Cards, Way | None], Fraction]
"""A bet counted on paper: with a pack, by a way to play or by the best."""


def count_on_the_draw(left: Cards, way: Way | None) -> Fraction:
    game = small_game("on-the-draw")
    spots = direct.on_the_draw_spots(odds(game, "play"), odds(game, "trips"))
    return direct.on_the_draw(left, way, together(spots["ante"], spots["blind"], spots["play"]))


def count_cincinnati_stud(left: Cards, way: Way | None) -> Fraction:
    game = small_game("cincinnati-stud")
    spots = direct.cincinnati_stud_spots(odds(game, "blind"), odds(game, "trips"))
    return direct.cincinnati_stud(left, way, together(spots["ante"], spots["blind"], spots["play"]))


def count_three_card_draw(bet: str, left: Cards, way: Way | None) -> Fraction:
    game = small_game("three-card-draw")
    spots = direct.three_card_draw_spots(odds(game, "bonus"), odds(game, "ante-bonus"))
    played = [spots[spot] for spot in ("ante", "play", "ante-bonus", *(["bonus"] if bet == "main+bonus" else []))]
    return direct.three_card_draw(left, way, together(*played))


def count_big_draw(variant: str, left: Cards, way: Way | None) -> Fraction:
    game, bet = small_game("big-draw"), f"{variant}/big-draw"
    return direct.big_draw(left, way, direct.five_card_pays(variant, odds(game, bet), prizes(game, bet)))


def count_draw_n_shoot_21(left: Cards, way: Way | None) -> Fraction:
    return direct.draw_n_shoot_21(left, way, odds(small_game("draw-n-shoot-21"), "twenty-one"))


def more(pack: str, cards: str) -> Cards:
    """A small pack with some cards more."""
    return tuple(sorted((*PACKS[pack], *parse_cards(cards))))


@pytest.fixture(params=["some", pytest.param("every", marks=pytest.mark.confirm)])
def checked(request: pytest.FixtureRequest) -> slice:
    """Which parts of a pack are counted on paper: all of them takes `make confirm`."""
    return slice(None, None, 1 if request.param == "every" else 7)


def stripped_of(name: str, stake: Fraction | int = 1, pack: Cards | None = None) -> Stripped:
    """The bets of a game that leave a choice, to be solved on any part of a pack."""
    stripped = solver_of(small_game(name)).mathematics.stripped(stake, pack)
    assert stripped is not None
    return stripped


def check_parts(
    name: str, bet: str, pack: Cards, gone: int, count: Count, checked: slice, way: Learned | None = None
) -> tuple[dict[Cards, Informed], Learned]:
    """Solve every part of the pack that lacks so many cards, and count some on paper, which are given back."""
    way = Learned() if way is None else way
    whole = count(pack, way)
    stripped = stripped_of(name, Fraction(UNIT, 100), pack)
    assert stripped.pack == pack
    found = {left: stripped.solve(left)[bet] for left in combinations(pack, len(pack) - gone)}
    assert sum(informed.ordinary for informed in found.values()) / len(found) == whole
    assert all(informed.gain >= 0 for informed in found.values())
    assert any(informed.gain for informed in found.values()), "in no part does anybody play otherwise"
    by_gain = sorted(found, key=lambda left: -found[left].gain)[checked]
    for left in by_gain:
        assert found[left].best == count(left, None), left
        assert found[left].ordinary == count(left, way), left
    return {left: found[left] for left in by_gain}, way


def check_by_the_table(name: str, spots: Sequence[str], left: Cards, informed: Informed, way: Way) -> None:
    """Deal a part of the pack by the real table: every answer tried, and then those of the way alone."""
    assert best_value(lines(name, tuple(spots), pack=left)) / UNIT == informed.best
    followed = lines(name, tuple(spots), way, left)
    assert sum(line.probability * line.net for line in followed) / UNIT == informed.ordinary


def test_cards_that_are_gone_from_on_the_draw(checked: slice) -> None:
    check_parts("on-the-draw", "main", PACKS["on-the-draw"], 2, count_on_the_draw, checked)


@pytest.mark.confirm
def test_cards_that_are_gone_from_cincinnati_stud(checked: slice) -> None:
    pack = more("cincinnati-stud", "4c")
    check_parts("cincinnati-stud", "main", pack, 1, count_cincinnati_stud, checked)


@pytest.mark.parametrize("bet", ["main", "main+bonus"])
@pytest.mark.sample(2)
def test_cards_that_are_gone_from_three_card_draw(bet: str, checked: slice) -> None:
    name, pack = "three-card-draw", PACKS["three-card-draw"]
    found, way = check_parts(name, bet, pack, 1, partial(count_three_card_draw, bet), checked)
    for left, informed in found.items():
        check_by_the_table(name, bet.replace("main", "ante").split("+"), left, informed, way)


@pytest.mark.parametrize("variant", ["five-card-draw", "deuces-never-loses"])
@pytest.mark.sample(2)
def test_cards_that_are_gone_from_big_draw(variant: str, checked: slice) -> None:
    def most_then_highest(seen: Cards, answer: str) -> tuple[int, int]:
        held = parse_cards(answer.removeprefix("hold"))
        return len(held), sum(1 << place for place, card in enumerate(sorted(seen)) if card in held)

    pack, bet, way = more(variant, "5h"), f"{variant}/big-draw", Learned(most_then_highest)
    check_parts("big-draw", bet, pack, 1, partial(count_big_draw, variant), checked, way)


def test_cards_that_are_gone_from_draw_n_shoot_21(checked: slice) -> None:
    name, pack = "draw-n-shoot-21", more("draw-n-shoot-21", "9c")
    found, way = check_parts(name, "twenty-one", pack, 1, count_draw_n_shoot_21, checked)
    for left, informed in found.items():
        check_by_the_table(name, ["ante"], left, informed, way)


def on_the_draw_as_ever() -> Way:
    bets = as_streets(small_game("on-the-draw")).policy_by_class()
    return lambda seen, legal: legal[bets[len(seen)][class_of(seen)]]


def cincinnati_stud_as_ever() -> Way:
    actions = as_showdown(small_game("cincinnati-stud")).policy_by_class()
    return lambda seen, legal: legal[actions[class_of(seen)]]


def three_card_draw_as_ever(bet: str) -> Way:
    solver = solver_of(small_game("three-card-draw"))
    return lambda seen, legal: solver.best(solver.advise(seen, variant=bet))[0]


def big_draw_as_ever(variant: str) -> Way:
    holds = as_draw(small_game("big-draw")).policy(variant, Fraction(UNIT, 100))

    def hold(seen: Cards, legal: list[str]) -> str:
        number = sum(comb(card.index, place) for place, card in enumerate(seen, 1))
        held = [str(card) for place, card in enumerate(seen) if holds[number] >> place & 1]
        return " ".join(["hold", *held])

    return hold


def draw_n_shoot_21_as_ever() -> Way:
    play = draw_n_shoot_21.mathematics(small_game("draw-n-shoot-21")).policy()

    def answer(seen: Cards, legal: list[str]) -> str:
        hand = tuple(sorted(map(draw_n_shoot_21.points, seen)))
        return f"raise-{play.raises(hand)}" if "stand" not in legal else "hit" if play.draws(hand) else "stand"

    return answer


MIXED = tuple(sorted(parse_cards("As Kd 9h 8c 7s 6d 5h 4c 3s 2d Jh Tc 3d 8h")))
"""Cards of which six are now folded and now bet on with the whole pack."""

WITH_ALL_CARDS: dict[str, tuple[str, str | Cards, Count, Callable[[], Way]]] = {
    "on-the-draw": ("main", "on-the-draw", count_on_the_draw, on_the_draw_as_ever),
    "cincinnati-stud": ("main", MIXED, count_cincinnati_stud, cincinnati_stud_as_ever),
    **{
        f"three-card-draw {bet}": (
            bet,
            "three-card-draw",
            partial(count_three_card_draw, bet),
            partial(three_card_draw_as_ever, bet),
        )
        for bet in ("main", "main+bonus")
    },
    **{
        f"big-draw {variant}": (
            f"{variant}/big-draw",
            variant,
            partial(count_big_draw, variant),
            partial(big_draw_as_ever, variant),
        )
        for variant in ("five-card-draw", "deuces-never-loses")
    },
    "draw-n-shoot-21": (
        "twenty-one",
        "draw-n-shoot-21",
        count_draw_n_shoot_21,
        draw_n_shoot_21_as_ever,
    ),
}


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=[pytest.mark.confirm] * (case == "cincinnati-stud")) for case in WITH_ALL_CARDS]
)
@pytest.mark.sample(3)
def test_the_best_way_with_the_whole_pack_is_followed_with_a_few_of_its_cards(case: str) -> None:
    bet, pack, count, as_ever = WITH_ALL_CARDS[case]
    game, left = small_game(case.split()[0]), PACKS[pack] if isinstance(pack, str) else pack
    informed = stripped_of(game.name, Fraction(UNIT, 100)).solve(left)[bet]
    way, answers = as_ever(), set()

    def noted(seen: Cards, legal: list[str]) -> str:
        answers.add(way(seen, legal))
        return way(seen, legal)

    assert informed.ordinary == count(left, noted)
    assert len(answers) > 1, "a way that is always the same proves little"
    assert informed.best == solver_of(game).analyze(Fraction(UNIT, 100), left)[bet].expected_value
    assert informed.gain > 0


@pytest.mark.rule("OTD-3", "CS-3", "TCD-3", "DNS-2", "BD-6")
def test_the_cards_that_another_player_can_show_are_those_of_the_first_decision() -> None:
    shown = {"on-the-draw": 4, "cincinnati-stud": 6, "three-card-draw": 3, "draw-n-shoot-21": 1, "big-draw": 5}
    found = {name: cards_to_show(game_named(name)()) for name in game_names()}
    assert {name: cards for name, (cards, _) in found.items()} == shown
    assert [name for name, (_, openly) in found.items() if openly] == ["draw-n-shoot-21"]


@pytest.mark.confirm
@pytest.mark.parametrize(
    ("name", "family", "bets"),
    [
        ("on-the-draw", streets_stripped, streets_stripped.StrippedStreets),
        ("cincinnati-stud", poker_stripped, poker_stripped.StrippedPoker),
    ],
)
def test_hands_that_are_dealt_from_a_large_deck_stand_for_all_of_it(
    name: str, family: Any, bets: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, stripped = PACKS[name], stripped_of(name)
    whole = stripped.solve(left)["main"]
    hands = family.some_hands(left, small_game(name).own_cards[0], comb(len(left), 6))
    halves = []
    for half in (hands[::2], hands[1::2]):
        monkeypatch.setattr(family, "some_hands", lambda deck, cards, most, half=half: half)
        monkeypatch.setattr(bets, "totals", lambda bets, cards, half=half: (len(half), 2))
        halves.append(stripped.solve(left)["main"])
    assert halves[0] != halves[1]
    for value in ("best", "ordinary"):
        parts = [getattr(halves[odd], value) * len(hands[odd::2]) for odd in (0, 1)]
        assert sum(parts) / len(hands) == getattr(whole, value)


def test_hands_are_dealt_from_all_cards_alike() -> None:
    dealt = some_hands(DECK, 4, 5200)
    assert dealt.shape == (5200, 4) and (np.diff(dealt, axis=1) > 0).all()
    assert (abs(np.bincount(dealt.ravel(), minlength=52) - 400) < 4 * 400**0.5).all()
    assert (dealt == some_hands(DECK, 4, 5200)).all()


def test_nobody_is_exposed_to_cards_out_of_an_infinite_shoe() -> None:
    assert solver_of(game_named("draw-n-shoot-21").choose({"decks": "infinite"})).exposure() == []


def test_the_gain_is_an_average_over_decks_with_its_standard_error() -> None:
    game = game_named("three-card-draw")()
    ace = parse_cards("As")[0]

    def solve(left: Cards) -> dict[str, Informed]:
        return {"main": Informed(Fraction(ace not in left), Fraction(0))}

    solved = solver_of(game).analyze()
    stripped = Stripped(parse_cards("As Ks Qs Js"), solve, decks=100)
    (found,) = exposure(stripped, solved, hands=2, cards=1).values()
    assert (found.decks, found.cards, found.hands) == (200, 1, 2)
    assert found.standard_error == pytest.approx((found.gain * (1 - found.gain) / 199) ** 0.5)
    assert abs(found.gain - 1 / 4) < 4 * found.standard_error
    assert found.house_edge == float(solved["main"].house_edge) - found.gain
    assert found.winner == "player"
    assert exposure(stripped, solved, 2, 1)["main"] == found
    (one,) = exposure(Stripped(stripped.pack, solve, 0), solved, 1, 4, decks=2).values()
    assert (one.gain, one.standard_error) == (1, 0)


TOLD = {
    ("on-the-draw", 8): ["main"],
    ("on-the-draw", 4): ["main"],
    ("cincinnati-stud", 5): ["main"],
    ("three-card-draw", 11): ["main", "bonus-alone"],
    ("big-draw", 4): ["five-card-draw/big-draw", "deuces-never-loses/big-draw"],
}


@pytest.mark.parametrize(
    ("name", "hands"),
    [told if told == ("on-the-draw", 8) else pytest.param(*told, marks=pytest.mark.confirm) for told in TOLD],
)
def test_the_page_tells_what_is_computed(name: str, hands: int) -> None:
    page = (Path(__file__).parents[2] / "docs" / "math" / "seen-cards.md").read_text("utf-8")
    lines = {line.analysis.bet: line for line in solver_of(game_named(name)()).exposure([hands])}
    for bet in TOLD[name, hands]:
        line = lines[bet]
        shares = " | ".join(
            f"{share:.4%}".replace("%", " %") for share in (line.gain, line.standard_error, line.house_edge)
        )
        assert f"| {line.hands} | {line.cards} | {shares} |" in page


def caribbean_stud_cases(pack: Cards) -> Iterator[tuple[Cards, dict[str, Fraction]]]:
    """The cards seen, and what each answer nets."""
    pays = {row: pay.value for row, pay in CaribbeanStud().paytables["raise"].odds.items()}
    ace_king = poker_hand(parse_cards("As Kd 4h 3c 2s"))
    for five in combinations(pack, 5):
        own = direct.poker_hand(five)
        for up in direct.without(pack, five):
            for hidden in combinations(direct.without(pack, five, (up,)), 4):
                against = direct.poker_hand((up, *hidden))
                won = (own > against) - (own < against)
                raised = 2 * pays.get(own.row, Fraction(1)) if won > 0 else Fraction(2 * won)
                nets = {"fold": Fraction(-1), "raise": Fraction(1) if against < ace_king else won + raised}
                yield (*five, up), nets


@pytest.mark.confirm
def test_cards_that_are_gone_where_one_of_the_dealers_is_open() -> None:
    """Caribbean Stud with twelve cards, of which each in turn is gone."""
    pack = tuple(sorted(parse_cards("As Ad Ks Kd Qh Qc 9s 8d 7h 5c 3s 2d")))

    def worths(cards: Cards) -> tuple[dict[Cards, Counter[str]], int]:
        found: defaultdict[Cards, Counter[str]] = defaultdict(Counter)
        cases = list(caribbean_stud_cases(cards))
        for seen, nets in cases:
            found[seen].update({answer: int(net * UNIT) for answer, net in nets.items()})
        return found, len(cases) * UNIT

    ordinary = {seen: max(of, key=lambda answer: of[answer]) for seen, of in worths(pack)[0].items()}
    stripped = solver_of(CaribbeanStud()).mathematics.stripped(1, pack)
    assert stripped is not None
    for card in pack[::3]:
        left = direct.without(pack, (card,))
        found, cases = worths(left)
        best = Fraction(sum(max(of.values()) for of in found.values()), cases)
        kept = Fraction(sum(of[ordinary[seen]] for seen, of in found.items()), cases)
        assert stripped.solve(left)["main"] == Informed(best, kept)
        assert best > kept


@pytest.mark.confirm
def test_two_hundred_seeds_confirm_the_standard_error_of_exposure() -> None:
    """Two cards of fifteen gone at a draw: the mean over all 105 pairs is known, and estimates lie about it as said."""
    pack = parse_cards("As Ks Qs Js Ah Kh Qh 9h Ad Jd 9d 8d Kc 7c 6c")
    nets = [Fraction(row * row, 4) - 1 for row in range(len(POKER.rows))]
    by_stages = Stripped.by_stages(pack, 40, StrippedDraw("bet", draw.draw_game(POKER, pack), nets))
    solve = cache(lambda left: by_stages.solve(left)["bet"])
    stripped = Stripped(pack, lambda left: {"bet": solve(left)}, decks=40)
    pairs = list(combinations(pack, 2))
    left = [tuple(card for card in sorted(pack) if card not in gone) for gone in pairs]
    exact = float(sum((solve(each).gain for each in left), Fraction(0)) / len(pairs))
    solved = {"bet": Analysis("bet", "bet", {Fraction(0): Fraction(1)}, Fraction(1), Fraction(0), {}, (), 1)}
    found = [exposure(stripped, solved, 1, 2, seed=seed)["bet"] for seed in range(200)]
    away = np.array([(each.gain - exact) / each.standard_error for each in found])
    assert len({each.gain for each in found}) > 150 and exact > 0
    assert abs(away.mean()) < 3.5 / 200**0.5 and 0.8 < away.std(ddof=1) < 1.25
