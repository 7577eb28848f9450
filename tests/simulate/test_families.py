"""Games without a simulation.py, dealt by the kernel of their family: classics, and games with one rule changed."""

from __future__ import annotations

from typing import Any

import pytest
from examples.games.caribbean_stud.rules import CaribbeanStud
from examples.games.let_it_ride.rules import LetItRide
from examples.games.mississippi_stud.rules import MississippiStud
from examples.games.three_card_poker.rules import ThreeCardPoker

from croupier.errors import Refused
from croupier.games import game_named
from croupier.games.cincinnati_stud.rules import SEVENTH
from croupier.hands import Hand, Poker, poker_hand
from croupier.odds import EVEN, PUSH, PayTable
from croupier.simulate.runs.prepared import kernel_of, simulation_of, strategies_of
from croupier.simulate.runs.runner import KernelJob, Stretch
from croupier.simulate.setup import OPTIMAL, Setup
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.seat import Seat
from croupier.table.table import Table
from tests.exact.toy_games import UpCard
from tests.simulate.dealt_again import same_rounds

CLASSICS = {
    LetItRide: (OPTIMAL, "always-let-it-ride"),
    MississippiStud: (OPTIMAL, "never-fold", "always-bet-3"),
    ThreeCardPoker: (OPTIMAL, "never-fold", "always-play"),
    CaribbeanStud: (OPTIMAL, "never-fold", "always-raise"),
}


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, id=kind.name, marks=[pytest.mark.confirm] if kind is CaribbeanStud else [])
        for kind in CLASSICS
    ],
)
def test_a_classic_is_dealt_by_the_kernel_of_its_family_as_by_the_engine(kind: type[Game[Any]]) -> None:
    assert strategies_of(kind()) == CLASSICS[kind]
    for strategy in CLASSICS[kind]:
        for players, error_rate in ((1, 0.0), (3, 0.0), (3, 0.4)):
            setup = Setup(kind(), players, (strategy,), error_rate=error_rate)
            same_rounds(simulation_of(setup), f"{strategy} {players}", 40)


def test_a_game_of_no_family_that_has_a_kernel_is_told_so() -> None:
    assert kernel_of(UpCard()) is None
    with pytest.raises(Refused, match="up-card is of no family that has a kernel"):
        simulation_of(Setup(UpCard()))


class TiesLose(game_named("cincinnati-stud")):  # type: ignore[misc]
    """Cincinnati Stud in which a hand as good as the dealer's loses, and the Ante pushes if the dealer has no pair."""

    __module__ = game_named("cincinnati-stud").__module__

    def resolve(self, table: Table, seat: Seat, dealer_hand: Hand) -> Hand:
        hand = poker_hand(seat.cards + seat.box(SEVENTH).cards)
        if not seat.folded and hand == dealer_hand:
            for spot in ("ante", "play", "blind"):
                seat.take(spot, "a tie")
        if not seat.folded and dealer_hand.category < Poker.PAIR:
            won, why = hand > dealer_hand, "the dealer does not qualify"
            seat.settle("ante", PUSH, why)
            seat.settle("play", EVEN if won else None, why)
            seat.settle("blind", self.blind_pays(hand) if won else None, why)
        shown: Hand = super().resolve(table, seat, dealer_hand)
        return shown


def test_a_rule_changed_in_the_procedure_is_the_kernels_at_once() -> None:
    simulation = simulation_of(Setup(TiesLose(), 3, error_rate=0.3))
    same_rounds(simulation, "ties lose", 120)
    nets = [outcome.nets for outcome in simulation.outcomes.every if outcome and outcome.action == "play-1x"]
    assert {net["ante"] for net in nets} == {-500, 0, 500}
    assert {net["play"] for net in nets} == {-500, 500}
    assert len(simulation.outcomes) == 3 * 6 * 11, "three actions; three results and a qualifier; eleven rows"


def test_a_payout_that_a_limit_cuts_short_is_read_for_a_lone_player_and_has_no_exact_figure_beside_it() -> None:
    kind = game_named("on-the-draw")
    free, limited = (Placard(aggregate_payout=most) for most in (None, 25_000_00))
    bets = {"ante": 500_00, "blind": 500_00, "trips": 500_00}
    most = [
        max(
            sum(outcome.nets.values())
            for outcome in simulation_of(Setup(kind(), players, bets=bets, placard=terms)).outcomes.every
            if outcome
        )
        for players, terms in ((1, free), (1, limited), (2, limited))
    ]
    assert most[0] > 25_000_00 == most[1]
    assert most[2] == most[0], "what several players leave each other of a limit is not told seat by seat"
    assert simulation_of(Setup(kind(), bets=bets, placard=free)).exact(OPTIMAL)
    assert not simulation_of(Setup(kind(), bets=bets, placard=limited)).exact(OPTIMAL)


def test_a_payout_that_is_rounded_down_has_no_exact_figure_beside_it() -> None:
    kind = game_named("three-card-draw")
    halves = PayTable.build("bonus", "halves", {"flush": "3:2"})
    for bonus, rounded in ((700, True), (600, False)):
        setup = Setup(
            kind.choose(custom=(halves,)), bets={"ante": 500, "bonus": bonus}, placard=Placard(breakage="down-to-chip")
        )
        simulation = simulation_of(setup)
        assert simulation.rounded is rounded
        assert bool(simulation.exact(OPTIMAL)) is not rounded


@pytest.mark.parametrize("name", ["on-the-draw", "three-card-draw"])
def test_a_job_can_be_sent_to_another_machine(name: str) -> None:
    cloudpickle: Any = pytest.importorskip("ray.cloudpickle")
    job = KernelJob.of(simulation_of(Setup(game_named(name)())), "sent", 60)
    job.deal(Stretch(0, 1))
    sent = cloudpickle.loads(cloudpickle.dumps(job))
    assert (sent.deal(Stretch(0, 64)).counts == job.deal(Stretch(0, 64)).counts).all()


def test_a_job_is_sent_without_what_was_looked_up_for_other_games() -> None:
    cloudpickle: Any = pytest.importorskip("ray.cloudpickle")
    simulation_of(Setup(LetItRide()))
    sent = cloudpickle.dumps(KernelJob.of(simulation_of(Setup(game_named("draw-n-shoot-21")())), "sent", 60))
    assert b"LetItRide" not in sent
