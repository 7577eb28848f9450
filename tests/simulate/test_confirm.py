"""Exact figures confirmed by simulation, and the simulation of Draw 'n Shoot 21's document beside ours.

The ordinary tests deal a million rounds with a fixed seed; `make confirm` deals 10^8 of every printed paytable.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from threading import Event
from typing import Any

import pytest

from croupier.exact.claims import audit
from croupier.games import game_named, game_names
from croupier.odds import PayTable, Prize
from croupier.simulate.results import BetResult
from croupier.simulate.runs.prepared import simulation_of
from croupier.simulate.runs.runner import KernelJob, Local, Stretch
from croupier.simulate.setup import Setup
from croupier.simulate.table_runs import simulate
from croupier.table.game import Game


@dataclass(frozen=True)
class Figure:
    """A table and the bets whose exact figures it must come out at."""

    game: str
    bets: tuple[str, ...]
    paytables: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    staked: Mapping[str, int] = field(default_factory=dict)
    strategy: str = "optimal"
    variant: str | None = None
    fresh_shoe: bool = False
    players: int = 1
    custom: tuple[PayTable, ...] = ()

    def __str__(self) -> str:
        names = [table.name for table in self.custom]
        words = [
            *names,
            *self.paytables.values(),
            *self.settings.values(),
            *self.staked,
            self.variant or "",
            self.strategy,
        ]
        return "-".join([self.game, *filter(None, words), str(self.players)])

    def chosen(self) -> Game[Any]:
        return game_named(self.game).choose(self.settings, self.paytables, self.custom)

    def simulate(self, rounds: int) -> dict[str, BetResult]:
        setup = Setup(
            self.chosen(),
            self.players,
            (self.strategy,),
            self.staked,
            variant=self.variant,
            fresh_shoe=self.fresh_shoe,
        )
        job = KernelJob.of(simulation_of(setup), f"confirm {self}", 60)
        ((_, found),) = job.results(
            Local(1).run(job, Stretch(0, rounds), lambda dealt: None, Event())
        ).strategies.values()
        return found


@pytest.mark.parametrize("name", game_names())
def test_every_game_comes_out_at_its_exact_figures(name: str) -> None:
    setup = Setup(game_named(name)(), fresh_shoe=True)
    ((_, found),) = simulate(setup, 300_000, "every game").strategies.values()
    exact = {bet: result.z for bet, result in found.items() if result.exact}
    assert exact and all(z is not None and abs(z) < 4 for z in exact.values()), exact


def both(game: str) -> tuple[str, str]:
    return f"{game}/big-draw", f"{game}/first-5"


FIVE, DEUCES = "five-card-draw", "deuces-never-loses"
ANTE_AND_BONUS = {"ante": 500, "bonus": 500}

ONE_OF_EACH = [
    Figure("on-the-draw", ("main", "trips")),
    Figure("on-the-draw", ("main", "trips"), strategy="simple", players=9),
    Figure("cincinnati-stud", ("main", "trips")),
    Figure("three-card-draw", ("main", "bonus"), players=3),
    Figure("three-card-draw", ("bonus-alone",), staked={"bonus": 500}),
    Figure("three-card-draw", ("main+bonus",), staked=ANTE_AND_BONUS, strategy="optimal-with-bonus"),
    Figure("draw-n-shoot-21", ("twenty-one", "quickcraps"), fresh_shoe=True),
    Figure("draw-n-shoot-21", ("twenty-one", "quickcraps"), settings={"decks": "infinite"}, strategy="document"),
    Figure("big-draw", both(FIVE) + both(DEUCES), staked={"big-draw": 500, "first-5": 100}),
]


def flat(game: str, table: str, row: str, dollars: int, bet: str, **given: Any) -> Figure:
    """A table on which one row pays a flat prize, at a bet of five dollars."""
    printed = game_named(game)().paytables[table]
    pays = {name: odds for name, odds in printed.odds.items() if name != row}
    paytable = replace(printed, name="flat", odds=pays, fixed={row: Prize(100 * dollars)})
    return Figure(game, (bet,), custom=(paytable,), **given)


FLAT_PRIZES = [
    flat("on-the-draw", "play", "straight", 15, "main"),
    flat("cincinnati-stud", "blind", "jacks-or-better", 6, "main", settings={"blind_below_straight": "pay"}),
    flat("three-card-draw", "bonus", "straight", 60, "bonus-alone", staked={"bonus": 500}),
    flat(
        "three-card-draw", "bonus", "straight", 60, "main+bonus", staked=ANTE_AND_BONUS, strategy="optimal-with-bonus"
    ),
    flat("big-draw", f"{FIVE}/big-draw", "straight", 60, f"{FIVE}/big-draw", staked={"big-draw": 500}, variant=FIVE),
]

PRINTED = [
    *(
        Figure("on-the-draw", ("main", "trips"), {"play": f"OTD-0{n}", "trips": f"trips-{(n - 1) % 3 + 1}"})
        for n in range(1, 8)
    ),
    Figure("on-the-draw", ("main", "trips"), strategy="simple"),
    *(Figure("cincinnati-stud", ("main", "trips"), {"trips": f"trips-{n}"}) for n in range(1, 4)),
    Figure("cincinnati-stud", ("main",), strategy="simple"),
    Figure("three-card-draw", ("main", "bonus")),
    Figure("three-card-draw", ("main",), strategy="simple"),
    Figure("three-card-draw", ("bonus-alone",), staked={"bonus": 500}),
    Figure("three-card-draw", ("main+bonus",), staked=ANTE_AND_BONUS, strategy="optimal-with-bonus"),
    *(
        Figure(
            "draw-n-shoot-21", ("twenty-one", "quickcraps"), {"quickcraps": name}, settings, {}, strategy, None, True
        )
        for name, settings, strategy in (
            ("recommended", {}, "optimal"),
            ("alternate", {}, "document"),
            ("recommended", {"decks": "infinite"}, "document"),
        )
    ),
    *(
        Figure("big-draw", both(game), {}, {}, {"big-draw": 500, "first-5": 100 * dollars}, strategy, game)
        for game in (FIVE, DEUCES)
        for dollars, strategy in ((1, "optimal"), (10, "simple"))
    ),
]


def within_four_standard_errors(figure: Figure, rounds: int) -> None:
    found = figure.simulate(rounds)
    for bet in figure.bets:
        result = found[bet]
        assert result.exact is not None, bet
        assert result.z is not None
        assert abs(result.z) < 4, f"{bet} is {result.z:.2f} standard errors off"
        spread = result.exact.standard_deviation / sqrt(result.observations)
        assert abs(float(result.mean - result.exact.expected_value)) < 4 * spread * sqrt(figure.players), bet
        for net, chance in result.exact.outcomes.items():
            error = sqrt(chance * (1 - chance) / result.rounds)
            off = abs(result.nets.get(net, 0) / result.observations - float(chance))
            assert off < 5 * error + 5 / result.rounds, f"{bet} comes to {net}"
        assert set(result.nets) <= set(result.exact.outcomes)
        assert float(result.average_wager) == pytest.approx(float(result.exact.average_wager), rel=0.01)


@pytest.mark.parametrize("figure", ONE_OF_EACH, ids=str)
def test_a_million_rounds_come_out_at_the_exact_figure(figure: Figure) -> None:
    within_four_standard_errors(figure, 1_000_000 // figure.players)


@pytest.mark.parametrize("figure", FLAT_PRIZES, ids=str)
def test_flat_prizes_are_played_for_at_the_stake_that_is_bet(figure: Figure) -> None:
    within_four_standard_errors(figure, 300_000)


def test_every_printed_paytable_is_confirmed() -> None:
    printed = {
        (game, bet, table)
        for game in game_names()
        for bet, tables in game_named(game).printed().items()
        for table in tables
    }
    confirmed = {
        (figure.game, bet, table.name) for figure in PRINTED for bet, table in figure.chosen().paytables.items()
    }
    assert confirmed == printed


@pytest.mark.confirm
@pytest.mark.parametrize("figure", PRINTED, ids=str)
def test_a_hundred_million_rounds_come_out_at_the_exact_figure_of_every_printed_paytable(figure: Figure) -> None:
    within_four_standard_errors(figure, 100_000_000)


@pytest.mark.confirm
def test_the_shoe_with_a_cut_card_reproduces_the_documents_simulation_of_six_decks() -> None:
    """Both simulate 10^9 rounds, so each printed cell may be off by the errors of both and half its last digit."""
    figure = Figure("draw-n-shoot-21", (), staked={"ante": 500}, strategy="document")
    found = figure.simulate(1_000_000_000)["twenty-one"]
    beside = 0
    for finding in audit(game_named("draw-n-shoot-21")):
        place, _, column = finding.figure.rpartition("/")
        if place.startswith("21/six-decks/") and column == "p" and finding.printed and finding.exact:
            chances = {_slug(net): count / found.observations for net, count in found.nets.items()}
            ours = chances[place.removeprefix("21/six-decks/")]
            error = sqrt(2 * ours * (1 - ours) / found.observations)
            assert abs(ours - float(finding.printed.value)) < 4 * error + float(finding.printed.last_place) / 2, place
            beside += 1
    assert beside == 9


def _slug(net: object) -> str:
    """A net result as the document's rows are named."""
    units = Fraction(str(net))
    if not units:
        return "push"
    amount = f"{float(abs(units)):g}".replace(".", "-")
    return f"{'win' if units > 0 else 'lose'}-{amount}-unit{'' if abs(units) == 1 else 's'}"
