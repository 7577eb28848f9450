"""Games read off their procedures: classics of the field, and what a reading refuses."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from examples.games.caribbean_stud.rules import CaribbeanStud
from examples.games.let_it_ride.rules import LetItRide
from examples.games.mississippi_stud.rules import MississippiStud
from examples.games.three_card_poker.rules import ThreeCardPoker
from examples.games.ultimate_holdem.rules import UltimateHoldem
from tests.one_seat import best_walked
from tests.solved_games import as_streets

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.exact.game_mathematics import AskedHand
from croupier.exact.reading import Unread, read
from croupier.exact.reading.as_board import BoardSolver
from croupier.exact.reading.as_showdown import ShowdownSolver
from croupier.exact.reading.as_streets import StreetsSolver
from croupier.exact.seen import Pack
from croupier.exact.solver import solver_of
from croupier.exact.streets import solve as solve_streets
from croupier.games import game_named
from croupier.hands import Hand, Poker, ThreeCard
from croupier.odds import EVEN, Odds
from croupier.table.game import Game
from croupier.table.seat import Seat
from croupier.table.table import Table

UNIT = 600


def by_the_table(game: Game[Any], spots: tuple[str, ...], pack: str) -> Fraction:
    """What the best play of one unit on each spot wins through the real table, in units."""

    return best_walked(game, parse_cards(pack), dict.fromkeys(spots, UNIT)) / UNIT


def test_let_it_ride_is_read_with_bets_taken_back_and_rows_of_its_own() -> None:
    solver = read(LetItRide())
    assert isinstance(solver, StreetsSolver)
    main = solver.analyze()["main"]
    assert f"{float(main.house_edge):.4%}" == "3.5057%"
    assert {row.row: str(row.pays) for row in main.rows if row.pays}["tens-or-better"] == "1 to 1"
    assert set(main.actions) == {"pull", "let-it-ride"}
    assert 1 < main.average_wager < 2
    assert solver.advise(AskedHand(parse_cards("As Ks Qs"))).keys() == {"pull", "let-it-ride"}
    pack = "As Ks Qs Ad Kd Qd 2c 3c"
    small = solver.analyze(deck=parse_cards(pack))["main"].expected_value
    assert small == by_the_table(LetItRide(), ("first", "second", "third"), pack)


def test_mississippi_stud_is_read_with_bets_at_every_street() -> None:
    main = read(MississippiStud()).analyze()["main"]
    assert main.expected_value == Fraction(-53223, 1082900)
    assert {row.row: str(row.pays) for row in main.rows if row.pays}["sixes-to-tens"] == "push"


def test_a_later_street_is_advised_on_with_the_least_that_can_have_been_wagered() -> None:
    """With a pair of aces two of 48 cards make three of a kind, six two pair; an Ante and two bets are in."""
    advised = read(MississippiStud()).advise(AskedHand(parse_cards("As Ad"), parse_cards("7c 2h")))
    pays = {row: pay.value for row, pay in MississippiStud().paytables["ante"].odds.items()}
    won = (2 * pays["three-of-a-kind"] + 6 * pays["two-pair"] + 40 * pays["jacks-or-better"]) / Fraction(48)
    assert [*advised.values()] == [-3, *((3 + many) * won for many in (1, 2, 3))]


def test_three_card_poker_is_read_with_its_qualifier_and_its_bonus() -> None:
    solver = read(ThreeCardPoker())
    assert isinstance(solver, ShowdownSolver)
    assert solver.read("main").showdown.qualifier == Hand(ThreeCard.HIGH_CARD, (12,))
    solved = solver.analyze()
    assert solved["main"].expected_value == Fraction(-686689, 20358520)
    pack = "As Kd Qh Js Td 9h 4s 3d 2h"
    small = solver.analyze(deck=parse_cards(pack))["main"].expected_value
    assert small == by_the_table(ThreeCardPoker(), ("ante",), pack)


def test_caribbean_stud_is_read_with_a_card_of_the_dealers_and_equals_the_table_on_a_small_pack() -> None:
    solver = read(CaribbeanStud())
    assert isinstance(solver, ShowdownSolver)
    showdown = solver.read("main").showdown
    assert (showdown.up_cards, showdown.qualifier) == (1, Hand(Poker.HIGH_CARD, (14, 13)))
    pack = "As Ks 9s 8s 7s 6s Kd 9d 8c 7c"
    small = solver.analyze(deck=parse_cards(pack))["main"].expected_value
    assert small == by_the_table(CaribbeanStud(), ("ante",), pack)
    with pytest.raises(Refused, match="Caribbean Stud shows 1 card of the dealer's; give it as the board"):
        solver.advise(AskedHand(parse_cards("As Ks 9s 8s 7s")))


@pytest.mark.confirm
def test_advice_at_caribbean_stud_depends_on_the_dealers_card() -> None:
    solver = solver_of(CaribbeanStud())
    own = parse_cards("As Kd Jc 7h 2d")
    best = {up: solver.best(solver.advise(own, parse_cards(up))) for up in ("2s", "3s")}
    assert best == {"2s": ["raise"], "3s": ["fold"]}


def test_ultimate_holdem_is_read_as_a_shared_board() -> None:
    solver = read(UltimateHoldem())
    assert isinstance(solver, BoardSolver)
    game = solver.read(solver.main).game
    assert [choice.seen for choice in game.choices.values()] == [0, 3, 5]
    assert game.qualifier == Hand(Poker.PAIR)
    assert not solver_of(UltimateHoldem()).knows_exposure, "nobody has counted boards that cards are gone from"
    assert solver_of(game_named("on-the-draw")()).knows_exposure


@pytest.mark.confirm
def test_ultimate_holdem_equals_the_table_on_a_small_pack() -> None:
    pack = "As Ks Qd Jd Th 9h 4c 3c 2s"
    small = read(UltimateHoldem()).analyze(deck=parse_cards(pack))["main"].expected_value
    assert small == by_the_table(UltimateHoldem(), ("ante", "blind"), pack)


class PaysByTheKicker(game_named("on-the-draw")):  # type: ignore[misc]
    """On the Draw with an Ante that looks at more than the hand."""

    __module__ = game_named("on-the-draw").__module__

    def settle_by_schedule(self, table: Table, seat: Seat, hand: Hand) -> None:
        if hand.category >= Poker.TWO_PAIR and len({card.suit for card in seat.cards}) == 1:
            seat.settle("ante", EVEN, "all of a suit")
            seat.settle("play", Odds.parse("50:1"), "all of a suit")
        super().settle_by_schedule(table, seat, hand)


def test_endings_that_are_alike_and_paid_differently_are_refused_with_both_rounds() -> None:
    with pytest.raises(Unread, match=r"the rounds .* and .* end alike, but after play-3x they are paid"):
        read(PaysByTheKicker()).analyze()


@pytest.mark.rule("TCD-5", "TCD-10")
def test_bets_of_different_size_are_played_best_together() -> None:
    """A Bonus of twice the Ante: playing for the Ante alone would throw 2.32 Antes away."""
    solver, cards = solver_of(game_named("three-card-draw")()), parse_cards("8d Ah 6d")
    joint, alone = solver.advise(cards, variant="main=1,bonus=2"), solver.advise(cards)
    (best,), (played,) = solver.best(joint), solver.best(alone)
    assert (best, played) == ("play-1x discard Ah", "play-1x discard 6d")
    assert f"{float(joint[best] - joint[played]):.2f}" == "2.32"
    assert solver.together("main=1,bonus=1") == replace(solver.analyze()["main+bonus"], bet="main=1,bonus=1")


@pytest.mark.rule("OTD-10", "OTD-19")
def test_where_a_fold_gives_up_trips_both_are_worth_more_when_played_together() -> None:
    game = game_named("on-the-draw").choose({"fold_forfeits_trips": "true"})
    solver = solver_of(game)
    apart, joint = solver.analyze(), solver.together("main=1,trips=1/5")
    assert joint.expected_value > apart["main"].expected_value + apart["trips"].expected_value / 5


@pytest.mark.confirm
def test_bets_played_together_come_to_what_the_table_deals() -> None:
    game = game_named("on-the-draw").choose({"fold_forfeits_trips": "true"})
    small = parse_cards("As Ks Qs Ad Kd Qd Ac 2c 3c 4d")
    mathematics, _ = as_streets(game).joint("main=1,trips=1/5")
    value = solve_streets(mathematics.game, Pack(small)).expected_value

    assert value == best_walked(game, small, {"ante": 1000, "blind": 1000, "trips": 200}) / 1000


def test_bets_that_leave_each_other_alone_are_worth_what_they_are_apart() -> None:
    for name in ("on-the-draw", "cincinnati-stud"):
        solver = solver_of(game_named(name)())
        apart = solver.analyze()
        worth = apart["main"].expected_value + 2 * apart["trips"].expected_value
        assert solver.together("main=1,trips=2").expected_value == worth


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("trips=1", "does not take trips without other bets"),
        ("main=1,bonus=1", "unknown bet 'bonus'"),
        ("main=1,trips=none", "is no stake"),
        ("main=1,trips=0", "is no stake"),
        ("main=1,main=2", "two stakes are given for main"),
    ],
)
def test_what_cannot_be_bet_together_is_refused(words: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        solver_of(game_named("on-the-draw")()).together(words)
