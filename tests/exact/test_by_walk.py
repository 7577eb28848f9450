"""Games solved from their procedure alone: exactly where it fits, else estimated, and said which."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import msgspec
import pytest
from examples.games.baccarat.rules import Baccarat
from pytest import approx
from tests.contract.walks import PACKS, UNIT, lines, small_game
from tests.exact.test_prospects import by_net
from tests.exact.toy_games import (
    Colour,
    Duel,
    HeldBack,
    Match,
    Spades,
    UpCard,
    baccarat_values,
    up_card_value,
)
from tests.one_seat import best_walked

from croupier.cards import DECK, Card, parse_cards
from croupier.contract import solved_told
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.by_walk.advising import advise_by_walk
from croupier.exact.by_walk.likeness import Likeness
from croupier.exact.by_walk.replays import OneSeatTable, Wagering
from croupier.exact.by_walk.sampled_checks import Checker
from croupier.exact.by_walk.solving import ByWalk, at_even_stake, smaller_packs, solve_by_walk
from croupier.exact.by_walk.tree_search import TreeSearch, estimated_rounds
from croupier.exact.by_walk.wagerings import bets_of, stakes
from croupier.exact.estimated_bet import EstimatedBet, EstimatedValue
from croupier.exact.prospects import NamedEnding, mean_net
from croupier.exact.solved_game import SmallPack, Unwatched, worth
from croupier.exact.solver import AskedHand, solver_of
from croupier.exact.strategy_cards import card_to_print, cards_of
from croupier.games import game_named
from croupier.table.game import Game
from croupier.table.walk import best_value


def search(
    game: Game[Any], pack: tuple[Card, ...], bets: Mapping[str, tuple[str, ...]], opening: tuple[str, ...] = ()
) -> tuple[TreeSearch, OneSeatTable]:
    """A search for one bet of several spots, with everything merged that may be."""
    later = {spot.name for spot in game.spots if spot.later}
    told = {name: frozenset(spots) | later for name, spots in bets.items()}
    table = OneSeatTable(game, pack, Wagering(opening, tuple(s for spots in bets.values() for s in spots), told), UNIT)
    return TreeSearch(table, Checker(table).likeness()), table


SMALL = [
    ("three-card-draw", ("ante",), "three-card-draw with a bonus", ()),
    ("three-card-draw", ("bonus",), "three-card-draw with a bonus", ()),
    ("draw-n-shoot-21", ("ante",), "draw-n-shoot-21", ()),
    ("draw-n-shoot-21", ("craps",), "draw-n-shoot-21", ()),
    pytest.param("on-the-draw", ("ante", "blind"), "on-the-draw", (), marks=pytest.mark.confirm),
    pytest.param("cincinnati-stud", ("ante", "blind"), "cincinnati-stud", (), marks=pytest.mark.confirm),
    pytest.param("big-draw", ("big-draw",), "five-card-draw", ("five-card-draw",), marks=pytest.mark.confirm),
]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "spots", "pack", "opening"), SMALL)
def test_the_search_finds_what_every_line_through_the_table_is_worth(
    name: str, spots: tuple[str, ...], pack: str, opening: tuple[str, ...]
) -> None:
    found, _ = search(small_game(name), PACKS[pack], {"bet": spots}, opening)
    assert found.solve().value == best_value(lines(name, spots, pack=pack, opening=opening))


def test_merging_cards_of_a_kind_leaves_the_value_and_saves_rounds() -> None:
    pack = tuple(card for card in DECK if card.rank in (3, 8, 12))
    merged, table = search(UpCard(), pack, {"main": ("ante",)})
    values = [merged.solve().value]
    dealt = merged.rounds
    plain = TreeSearch(table, Likeness(pack))
    values.append(plain.solve().value)
    assert values == [up_card_value(pack) * UNIT] * 2
    assert dealt * 20 < plain.rounds


def test_answers_that_differ_by_the_name_of_a_suit_are_weighed_together() -> None:
    pack = tuple(card for card in DECK if card.rank > 11)

    found, _ = search(Match(), pack, {"main": ("bet",)})
    assert found.likeness.suits
    assert found.solve().value == best_walked(Match(), pack, {"bet": UNIT})


def test_a_game_without_choices_is_exact_on_the_full_pack() -> None:
    solved = solve_by_walk(Duel(), seconds=5)
    tie = Fraction(3, 51)
    bet, same = solved.bets["main"], solved.bets["same"]
    assert isinstance(bet, Analysis)
    assert isinstance(same, Analysis)
    assert bet.expected_value == tie * Fraction(1, 3)
    assert bet.outcomes == {Fraction(1): (1 - tie) / 2, Fraction(1, 3): tie, Fraction(-1): (1 - tie) / 2}
    assert same.expected_value == 11 * tie - (1 - tie)
    assert solved.smaller_packs == ()
    assert all("exact on the full pack" in sentence for sentence in solved.statement)


def test_the_order_of_the_cards_of_one_draw_counts_where_it_matters() -> None:
    """One raises with a card that more than a quarter of the others beat: fold loses one, a raise wins or loses two."""
    solved = solve_by_walk(HeldBack(), seconds=5)
    (main,) = solved.exact.values()
    higher = [Fraction(4 * better, 51) for better in range(13)]
    assert main.expected_value == sum(max(Fraction(-1), 4 * won - 2) for won in higher) / 13


def test_the_one_answer_that_costs_least_is_a_card_with_its_exact_cost() -> None:
    """A raise always made wins two in 24 of 51 rounds and loses two in the others; a fold always loses one."""
    (card,) = cards_of(HeldBack())
    assert [rule.sentence for rule in card.rules] == ["Whenever you are asked, answer raise."]
    assert card.analysis.expected_value == 4 * Fraction(24, 51) - 2
    assert card.analysis.actions == {"raise": 1}
    best = solver_of(HeldBack()).outcomes_of()
    assert card_to_print(HeldBack(), best) is None, "it costs too much to be printed"
    with pytest.raises(Refused, match="Duel asks nothing of the player, so there is nothing to remember"):
        cards_of(Duel())
    with pytest.raises(Refused, match="Colour is of no family, and main has too many rounds for the cost of a"):
        cards_of(Colour())


@pytest.mark.confirm
def test_a_choice_after_an_upcard_is_exact_on_the_full_pack_where_time_allows() -> None:
    solved = solve_by_walk(UpCard(), seconds=20)
    main = solved.bets["main"]
    assert isinstance(main, Analysis)
    assert main.expected_value == up_card_value(DECK)
    assert set(main.actions) == {"fold", "raise"}
    assert main.unit == "ante"
    assert main.average_wager == 1 + main.actions["raise"]


@pytest.mark.confirm
def test_with_less_time_it_is_exact_on_a_small_pack_and_estimated_on_the_full_one() -> None:
    solved = solve_by_walk(UpCard(), seconds=8)
    main = solved.bets["main"]
    assert isinstance(main, EstimatedBet)
    best = float(up_card_value(DECK))
    assert abs(main.estimate - best) < 4 * main.standard_error
    assert 0 < main.standard_error < 0.15
    (small,) = solved.smaller_packs
    assert len(small.cards) < len(DECK)
    assert small.bets["main"].expected_value == up_card_value(small.cards)
    assert any("lower bound" in sentence for sentence in solved.statement)
    assert any(small.words in sentence for sentence in solved.statement)


def test_an_estimate_is_not_flattered_by_what_the_seat_cannot_see() -> None:
    main = solve_by_walk(Colour(), seconds=3).bets["main"]
    assert isinstance(main, EstimatedBet)
    best = sum(comb(26, red) * comb(26, 3 - red) * abs(3 - 2 * red) for red in range(4)) / comb(52, 3) / 49
    assert main.standard_error < 0.05
    assert abs(main.estimate - best) < 4 * main.standard_error


def test_an_estimate_tells_programs_that_it_is_one() -> None:
    game = UpCard()
    told = msgspec.to_builtins(solved_told(game, solve_by_walk(game, seconds=8), 1.0))
    main = told["bets"]["main"]
    assert main["exact"] is False
    assert set(main) == {"unit", "estimate", "standard_error", "rounds", "lower_bound", "exact"}
    exact = msgspec.to_builtins(solved_told(Duel(), solve_by_walk(Duel(), seconds=5), 1.0))["bets"]["main"]
    assert set(told["smaller_packs"][0]["bets"]["main"]) == set(exact), "what is exact is told as ever"
    assert "exact" not in told["smaller_packs"][0]["bets"]["main"]


def test_what_was_solved_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    first = solve_by_walk(Duel(), seconds=5)
    monkeypatch.setattr(ByWalk, "solve", lambda self: pytest.fail("it is not solved again"))
    assert solve_by_walk(Duel(), seconds=5) == first


def test_suits_are_not_merged_where_one_of_them_wins_more() -> None:
    found, _ = search(Spades(), DECK, {"main": ("bet",)})
    assert found.likeness.kinds is None
    value = at_even_stake(Fraction(1), lambda unit, flat: ByWalk(Spades(), unit, flat, 8000, Unwatched()).solve())
    main = value.bets["main"]
    assert isinstance(main, Analysis)
    hands = comb(52, 2)
    assert main.expected_value == Fraction(100 + 3 * 50 - (hands - 4), hands)


def test_the_number_of_rounds_is_known_beforehand() -> None:
    found, table = search(UpCard(), tuple(card for card in DECK if card.rank > 8), {"main": ("ante",)})
    before = estimated_rounds(table, found.likeness, 400)
    found = TreeSearch(table, found.likeness)
    found.solve()
    assert 0.8 < before / found.rounds < 1.1, "but for the rounds that check others"


def test_smaller_packs_are_parts_of_the_pack_the_largest_first() -> None:
    for hands in (False, True):
        packs = list(smaller_packs(DECK, hands))
        assert all(set(pack) < set(DECK) for pack in packs)
        assert [len(pack) for pack in packs] == sorted((len(pack) for pack in packs), reverse=True)
        assert all(len({card.suit for card in pack}) >= (4 if hands else 2) for pack in packs)
        assert all(len({card.rank for card in pack}) >= 5 for pack in packs)
    assert SmallPack(packs[-1], {}).words == "20 cards only, T J Q K A in all four suits"


@pytest.mark.parametrize(
    ("name", "bets"),
    [
        ("on-the-draw", ["main", "trips"]),
        ("cincinnati-stud", ["main", "trips"]),
        ("three-card-draw", ["main", "bonus", "bonus-alone"]),
        ("draw-n-shoot-21", ["twenty-one", "quickcraps"]),
        (
            "big-draw",
            [f"{game}/{bet}" for game in ("five-card-draw", "deuces-never-loses") for bet in ("big-draw", "first-5")],
        ),
    ],
)
def test_bets_are_named_as_the_games_name_them(name: str, bets: list[str]) -> None:
    found = [told for stake in stakes(game_named(name)(), 100) for told in stake.tells]
    assert found == bets


def test_spots_that_may_be_bet_by_themselves_are_bets_of_their_own() -> None:
    assert list(bets_of(Baccarat())) == ["player", "banker", "tie"]
    (stake,) = stakes(Baccarat(), 100)
    assert stake.tells == ("player", "banker", "tie")
    assert not stake.asks


def test_baccarat_is_exact_on_a_small_shoe() -> None:
    pack = tuple(card for card in DECK if card.rank in (14, 5, 8, 9, 13))
    spots = {name: (name,) for name in ("player", "banker", "tie")}
    found, _ = search(Baccarat.choose({"decks": "2"}), pack, spots)
    assert found.likeness.together == ((0, 2), (1, 3))
    results = found.solve().results
    for number, (name, value) in enumerate(baccarat_values([*pack, *pack]).items()):
        won = sum(net * likely for (bet, net, _, _), likely in results.items() if bet == number)
        assert won / UNIT == value, name


@pytest.mark.confirm
def test_baccarat_is_exact_on_eight_decks() -> None:
    solved = solve_by_walk(Baccarat(), seconds=60)
    values = {name: bet.expected_value for name, bet in solved.bets.items() if isinstance(bet, Analysis)}
    assert values == {
        "player": Fraction(-241149546272, 19524993263685),
        "banker": Fraction(-114753351728, 10847218479825),
        "tie": Fraction(-103841353768, 723147898655),
    }
    assert values == baccarat_values([*DECK] * 8)


def test_advice_is_exact_where_all_that_is_hidden_can_be_dealt() -> None:
    cards, board = parse_cards("Ts 6d"), parse_cards("9h")
    left = [card.rank for card in DECK if card not in (*cards, *board)]
    raised = Fraction(2 * sum((9 + rank < 16) - (9 + rank > 16) for rank in left), len(left))
    weighed = advise_by_walk(UpCard(), cards, board)
    assert {answer: of_answer.value for answer, of_answer in weighed.items()} == {"fold": -1, "raise": raised}
    assert {mean_net(of_answer.leads_to) for of_answer in weighed.values()} == {-1, raised}
    lost = Fraction(sum(9 + rank > 16 for rank in left), len(left))
    assert weighed["raise"].leads_to[NamedEnding("lose", Fraction(-2))] == lost


def test_advice_is_for_the_smallest_bets_that_lead_to_the_decision() -> None:
    game, cards = game_named("draw-n-shoot-21")(), parse_cards("Ts 5d")
    searched, solver = advise_by_walk(game, cards, seconds=4)["stand"], solver_of(game)
    assert searched.value == solver.advise(cards)["stand"]
    assert by_net(searched.leads_to) == by_net(solver.leads_to(AskedHand(cards))["stand"])


def test_advice_is_estimated_where_it_cannot() -> None:
    game = game_named("cincinnati-stud")()
    advised = advise_by_walk(game, parse_cards("As Ad 9c 9h 4s 2d"), seconds=1)
    assert set(advised) == {"fold", "play-1x", "play-2x"}
    assert advised["fold"].value == EstimatedValue(-2.0, 0.0)
    assert all(isinstance(weighed.value, EstimatedValue) for weighed in advised.values())
    assert all(float(mean_net(weighed.leads_to)) == approx(worth(weighed.value)) for weighed in advised.values())


def test_advice_on_cards_that_nobody_decides_on_is_refused_in_one_line() -> None:
    with pytest.raises(Refused, match="no decision of up-card is made with 3 cards of one's own and 0 on the board"):
        advise_by_walk(UpCard(), parse_cards("Ts 6d 2c"))
    with pytest.raises(Refused, match="there is no variant 'deuces'"):
        advise_by_walk(UpCard(), parse_cards("Ts 6d"), parse_cards("2c"), "deuces")


def test_a_game_of_no_family_has_the_mathematics_of_the_search() -> None:
    solver = solver_of(Duel())
    solved = solver.solve(seconds=5)
    assert (solved.method, solved.statement[0]) == ("walk", "No family of games fits: nothing is asked of the player.")
    assert solver.analyze() == solved.exact
    assert [row.row for row in solved.exact["main"].rows] == ["win 1", "win 1/3", "lose 1"]
    assert (solver.strategies(), solver.pot(), solver.reading()) == ([], [], [])


def test_bets_of_a_game_of_no_family_are_solved_together_at_their_stakes() -> None:
    tie = Fraction(3, 51)
    both = solver_of(Duel()).together("main=1,same=1/3")
    assert isinstance(both, Analysis)
    assert both.expected_value == tie / 3 + (11 * tie - (1 - tie)) / 3
    assert both.outcomes[Fraction(4)] == tie, "a third on the bet, eleven thirds on Same"
    assert both.average_wager == Fraction(4, 3)


def test_an_analysis_that_must_be_exact_is_refused_where_bets_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = solver_of(UpCard())
    found = solver.solve(seconds=1)
    monkeypatch.setattr(type(solver.mathematics), "solve", lambda self, *asked: found)
    with pytest.raises(Refused, match="up-card is of no family, and only an estimate is known of main"):
        solver.analyze()
