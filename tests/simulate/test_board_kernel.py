"""Games of the shared board dealt by their kernel: as the engine deals them, chosen as the solver says."""

from __future__ import annotations

from typing import Any

import pytest
from examples.games.casino_holdem.rules import CasinoHoldem
from examples.games.ultimate_holdem.rules import FLOP, TURN_AND_RIVER, UltimateHoldem

from croupier.exact.reading import Unread
from croupier.exact.solver import is_solved, solver_of
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.runs.prepared import kernel_of, simulation_of, strategies_of
from croupier.simulate.setup import OPTIMAL, Setup
from croupier.simulate.table_runs import simulate
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, Procedure
from croupier.table.round import Round
from croupier.table.seat import DEALER_HAND
from croupier.table.table import Table
from croupier.table.view import view
from tests.simulate.dealt_again import Given, new_table, same_rounds

STRATEGIES = {
    CasinoHoldem: (OPTIMAL, "never-fold", "always-call"),
    UltimateHoldem: (OPTIMAL, "never-fold", "always-4x"),
}


class ThreeOnTheBoard(UltimateHoldem):
    """Ultimate Texas Hold'em without turn and river, the board dealt first: its solution takes a moment."""

    __module__ = UltimateHoldem.__module__

    def round(self, table: Table) -> Procedure:
        yield table.betting()
        table.place(FLOP).deal(table.shuffler.deal(3), NOBODY)
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(2))
        table.place(DEALER_HAND).deal(table.shuffler.deal(2), NOBODY)
        yield from self.ask(table, "check", 4, 3)
        table.place(FLOP).turn_up()
        yield from self.ask(table, "fold", 1)
        table.place(DEALER_HAND).turn_up()
        for seat in table.counter_clockwise():
            self.resolve(table, seat)


class EitherPartFirst(UltimateHoldem):
    """The player says which part of the board is turned up before the choice."""

    __module__ = UltimateHoldem.__module__
    seats = 1

    def round(self, table: Table) -> Procedure:
        yield table.betting()
        (seat,) = table.clockwise()
        seat.deal(table.shuffler.deal(2))
        for place, cards in ((DEALER_HAND, 2), (FLOP, 2), (TURN_AND_RIVER, 2)):
            table.place(place).deal(table.shuffler.deal(cards), NOBODY)
        answer = yield seat.choose(Option("first"), Option("last"))
        table.place(FLOP if answer.name == "first" else TURN_AND_RIVER).turn_up()
        yield from self.ask(table, "fold", 1)
        for place in (FLOP, TURN_AND_RIVER, DEALER_HAND):
            table.place(place).turn_up()
        self.resolve(table, seat)


def as_the_engine(kind: type[Game[Any]], strategy: str) -> None:
    """Alone, among others, and erring."""
    for players, error_rate in ((1, 0.0), (3, 0.0), (kind.seats, 0.4)):
        setup = Setup(kind(), players, (strategy,), error_rate=error_rate)
        same_rounds(simulation_of(setup), f"{strategy} {players}", 40)


@pytest.mark.parametrize("kind", STRATEGIES, ids=lambda kind: kind.name)
def test_the_most_whatever_the_cards_is_dealt_as_by_the_engine_before_the_game_is_solved(
    kind: type[Game[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert strategies_of(kind()) == STRATEGIES[kind]
    monkeypatch.setattr("croupier.exact.reading.as_board.solve", None)
    as_the_engine(kind, STRATEGIES[kind][-1])


def test_who_always_wagers_the_most_does_so_and_who_errs_does_everything_else() -> None:
    everything = {"raise-4x", "raise-3x", "raise-2x", "raise-1x", "fold"}
    for error_rate, done in ((0.0, {"raise-4x"}), (0.3, everything)):
        simulation = simulation_of(Setup(UltimateHoldem(), 6, ("always-4x",), error_rate=error_rate))
        sheet = simulation.sheet()
        simulation.deal(key_of("errors"), 0, sheet.rounds, sheet)
        outcomes = [simulation.outcomes.every[number] for number in set(sheet.outcomes.ravel().tolist())]
        assert {outcome.action for outcome in outcomes if outcome} == done


@pytest.mark.confirm
@pytest.mark.parametrize("kind", STRATEGIES, ids=lambda kind: kind.name)
def test_a_classic_of_the_shared_board_is_dealt_as_by_the_engine_and_comes_out_at_its_exact_figures(
    kind: type[Game[Any]],
) -> None:
    for strategy in STRATEGIES[kind]:
        as_the_engine(kind, strategy)
    comes_out(kind, 10_000_000)


def test_a_short_board_is_dealt_as_by_the_engine_by_every_strategy() -> None:
    for strategy in strategies_of(ThreeOnTheBoard()):
        as_the_engine(ThreeOnTheBoard, strategy)
    same_rounds(simulation_of(Setup(ThreeOnTheBoard(), 3, strategies_of(ThreeOnTheBoard()))), "one each", 60)


def comes_out(kind: type[Game[Any]], rounds: int) -> None:
    """The best play comes out at the exact figures of all bets."""
    ((_, found),) = simulate(Setup(kind(), 2), rounds, "a board").strategies.values()
    assert all(result.z is not None and abs(result.z) < 4 for result in found.values()), found


def test_a_short_board_comes_out_at_its_exact_figures() -> None:
    comes_out(ThreeOnTheBoard, 300_000)


def test_trips_are_worth_the_same_whatever_is_done_and_the_main_bet_is_not() -> None:
    simulation = simulation_of(Setup(ThreeOnTheBoard(), strategies=("never-fold",)))
    best = simulation.exact(OPTIMAL)
    assert best.keys() == {"main", "trips"}
    assert simulation.exact("never-fold") == {"trips": best["trips"]}


def test_every_choice_is_the_best_by_the_solver_but_for_folding() -> None:
    game, solver = ThreeOnTheBoard(), solver_of(ThreeOnTheBoard())
    chosen = set()
    for strategy in (OPTIMAL, "never-fold"):
        setup = Setup(game, 3, (strategy,))
        simulation, table = simulation_of(setup), new_table(setup)
        sheet = simulation.sheet(40, keeps_cards=True)
        simulation.deal(key_of("choices"), 0, 40, sheet)
        for number in range(40):
            round = Round(table, Given(simulation.cards(sheet, number), ()))
            answers = iter(simulation.answers(sheet, number))
            while round.waiting:
                seat = next(iter(round.waiting))
                if round.betting:
                    round.bet(seat, dict(setup.bets))
                    continue
                question = game.question(view(round, seat))
                assert question is not None
                values = solver.advise(question.cards, question.board)
                if strategy == "never-fold":
                    values.pop("fold", None)
                answer = next(answers)
                assert answer in solver.best(values)
                chosen.add((strategy, answer))
                round.act(seat, answer)
    assert chosen == {(OPTIMAL, "fold")} | {
        (strategy, answer) for strategy in (OPTIMAL, "never-fold") for answer in ("check", "raise-4x", "raise-1x")
    }


def test_a_board_that_is_seen_as_the_player_says_has_no_kernel() -> None:
    assert is_solved(EitherPartFirst())
    assert kernel_of(EitherPartFirst()) is None


def test_a_round_whose_ending_was_not_read_is_refused() -> None:
    simulation = simulation_of(Setup(ThreeOnTheBoard(), strategies=("always-4x",)))
    simulation.are_read = ~simulation.are_read  # type: ignore[attr-defined]
    with pytest.raises(Unread, match="an ending that no cards were found for"):
        simulation.deal(key_of("unread"), 0, 10, simulation.sheet())
