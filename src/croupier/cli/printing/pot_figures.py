"""Pots for people and programs: what was simulated with its standard error, beside what is exact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Final

from rich.table import Table as Grid
from rich.text import Text

from croupier.chips import dollars
from croupier.cli.printing.grids import grid, plain_console
from croupier.cli.printing.hold_figures import PACE_WORDS
from croupier.english import counted
from croupier.exact.hand_counts.contests import PotOdds
from croupier.json_figures import as_exact, as_float
from croupier.pots.carryover import CarryoverPot
from croupier.pots.raked import RakedPot
from croupier.simulate.estimates import Estimate
from croupier.simulate.pot_runs.pot_study import JOINING, MOST_MISSED, STEADY, PotStudy

PERCENTILES: Final = (50, 75, 95, 99)
CLOSED: Final = "by CS-P6 nobody can come into a pot that has started"

Exact = Fraction | float | None


@dataclass(frozen=True)
class PotFigures:
    """What is said about a table's pots."""

    study: PotStudy
    odds: PotOdds | None
    fold_policy: str
    joining: str
    rounds_per_hour: Fraction
    pace_assumed: bool
    seed: str

    @property
    def carries_over(self) -> bool:
        """Whether the pot is divided after so many games, and closed to newcomers."""
        return isinstance(self.study.pot.pot, CarryoverPot)

    @property
    def bounds(self) -> tuple[Fraction, Fraction] | None:
        """What the chance that a round wins the pot exactly lies between, where it is not counted."""
        return self.study.bounds()

    @property
    def dealer_percent(self) -> int:
        """The dealer's share of the rake."""
        pot = self.study.pot.pot
        return pot.terms.dealer_percent if isinstance(pot, RakedPot) else 0

    def figures(self) -> dict[str, tuple[str, Estimate, Exact, Callable[[float], str]]]:
        """By name: what it is in words, as simulated, exactly where that is known, and how it is written."""
        found, odds, an_hour = self.study, self.odds, self.rounds_per_hour
        rake = found.rake_exactly()
        to_dealer = None if rake is None else rake * an_hour * self.dealer_percent / 100
        to_house = None if rake is None or to_dealer is None else rake * an_hour - to_dealer
        won = odds.won if odds else None
        said: dict[str, tuple[str, Estimate, Exact, Callable[[float], str]]] = {
            "won_in_a_round": ("a round wins the pot", found.won_in_a_round, won, _percent),
            "rounds": ("rounds a pot has", found.length, odds.rounds if odds else None, "{:.4f}".format),
            "size_cents": ("a pot when it ends", found.size, None, _money),
            "house_cents_an_hour": ("the house, an hour", found.house_an_hour(an_hour), to_house, _money),
        }
        if self.dealer_percent:
            dealer = found.dealer_an_hour(an_hour)
            said["dealer_cents_an_hour"] = ("the dealer in person, an hour", dealer, to_dealer, _money)
        if self.carries_over:
            divided = odds.divided if odds else None
            said["won"] = ("pots won", found.won, None if divided is None else 1 - divided, _percent)
            said["divided"] = ("pots divided after the last game", found.divided, divided, _percent)
            for who, share in (("house", found.house_of_a_division), ("players", found.players_of_a_division)):
                if share is not None:
                    said[f"{who}_cents_of_a_division"] = (f"the {who}, of a pot that is divided", share, None, _money)
        return said

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        found, exactly = self.study, self.study.late_exactly()
        return {
            "participants": found.setup.players,
            "fold_policy": self.fold_policy,
            "joining": {"name": self.joining} | asdict(JOINING[self.joining]),
            **as_float("rounds_per_hour", self.rounds_per_hour),
            "pace": PACE_WORDS if self.pace_assumed else "as said",
            "unit_cents": found.pot.unit,
            "seed": self.seed,
            "rounds": found.rounds,
            "pots": found.pots,
            "figures": {name: _figure(simulated, exact) for name, (_, simulated, exact, _) in self.figures().items()},
            "percentiles": {
                str(percent): {
                    "rounds": found.percentile(found.lengths, percent),
                    "units": found.percentile(found.sizes, percent),
                }
                for percent in PERCENTILES
            },
            "lengths": _counts(found.lengths),
            "sizes_in_units": _counts(found.sizes),
            "entered": {
                str(missed): {"times": times} | _figure(cents, None)
                for missed, (times, cents) in found.entered().items()
            },
            "assumptions": found.assumptions(),
            "won_in_a_round_between": None if self.bounds is None else [str(bound) for bound in self.bounds],
            "won_in_a_round_between_float": None if self.bounds is None else [float(bound) for bound in self.bounds],
            "entering_together": {
                str(more): as_exact("entrant_cents", each) | as_exact("who_was_in_cents", others)
                for more, (each, others) in found.entering_together().items()
            },
            "late_entry": {
                str(missed): {"price_cents": found.pot.unit * (missed + 1)} | _figure(cents, exactly)
                for missed, cents in found.entered_late().items()
            },
            "closed": CLOSED if self.carries_over else None,
        }


def show_pot(told: PotFigures, run: str) -> None:
    """Print everything that is said about the pots; `run` says how many rounds were dealt in which time."""
    console = plain_console()
    found = told.study
    pace = PACE_WORDS if told.pace_assumed else "as said"
    players = counted(found.setup.players, "participant")
    console.print(
        Text.assemble(
            (f"{found.setup.game.title}, the pot", "bold"),
            f": {players}, {dollars(found.pot.unit)} a round; {told.fold_policy} folding, {told.joining} joining\n",
            (
                "".join(f"{sentence}\n" for sentence in found.assumptions())
                + f"pace {float(told.rounds_per_hour):g} rounds an hour ({pace})\n"
                f"{run}, {found.pots:,} pots, --seed {told.seed}\n",
                "dim",
            ),
        )
    )
    console.print(_figures(told))
    if told.bounds is not None:
        least, most = map(float, told.bounds)
        console.print(f"Exactly, a round wins the pot between {_percent(least)} and {_percent(most)} of the time.")
    console.print("", _spread(found), "")
    if found.late is not None:
        console.print(_late(found), "", _entering(found), "")
    if told.joining != STEADY:
        console.print(_entered(found))
    if told.carries_over:
        console.print(f"Late entry: {CLOSED}.")


def _figures(told: PotFigures) -> Grid:
    table = grid("figure", "simulated", "standard error", "exact", "z", title="what becomes of pots")
    for words, estimate, exact, write in told.figures().values():
        table.add_row(words, *_beside_exact(estimate, exact, write))
    return table


def _beside_exact(estimate: Estimate, exact: Exact, write: Callable[[float], str]) -> list[str]:
    z = None if exact is None else estimate.z(exact)
    deviation = ["" if exact is None else write(float(exact)), "" if z is None else f"{z:+.2f}"]
    return [write(estimate.value), write(estimate.standard_error), *deviation]


def _spread(found: PotStudy) -> Grid:
    table = grid("of all pots", "rounds, at most", "dollars, at most", title="how long and how large, simulated")
    for percent in PERCENTILES:
        units = found.percentile(found.sizes, percent)
        rounds = found.percentile(found.lengths, percent)
        table.add_row(f"{percent} %", str(rounds), dollars(units * found.pot.unit))
    return table


def _entering(found: PotStudy) -> Grid:
    """What it is worth to each when several come in at once, exactly but for odd chips of a tie."""
    table = grid("come in at once", "worth to each of them", "worth to each who was in", title="late entry, exact")
    for more, (each, others) in found.entering_together().items():
        table.add_row(str(more), _money(float(each)), _money(float(others)))
    return table


def _late(found: PotStudy) -> Grid:
    """What the price of OTD-P8 buys."""
    exactly = found.late_exactly()
    others = counted(found.setup.players - 1, "other")
    columns = ("missed", "price", "worth, simulated", "standard error", "exact, but for odd chips", "z")
    table = grid(*columns, title=f"coming in late, {others}, all staying until the pot is won")
    for missed, cents in found.entered_late().items():
        table.add_row(str(missed), dollars(found.pot.unit * (missed + 1)), *_beside_exact(cents, exactly, _money))
    return table


def _entered(found: PotStudy) -> Grid:
    title = "coming in as these players do, who sit out and leave, simulated"
    table = grid("missed", "price", "times", "worth", "standard error", title=title)
    for missed, (times, cents) in found.entered().items():
        more = missed == MOST_MISSED
        price = dollars(found.pot.unit * (missed + 1))
        table.add_row(
            f"{missed} or more" if more else str(missed),
            f"{price} or more" if more else price,
            f"{times:,}",
            _money(cents.value),
            _money(cents.standard_error),
        )
    return table


def _figure(estimate: Estimate, exact: Exact) -> dict[str, Any]:
    said = estimate.to_json()
    if exact is not None:
        said |= {"exact": str(exact), "exact_value": float(exact), "z": estimate.z(exact)}
    return said


def _counts(counts: Any) -> dict[str, int]:
    return {str(number): int(count) for number, count in enumerate(counts) if count}


def _percent(share: float) -> str:
    return f"{share:.4%}"


def _money(cents: float) -> str:
    return f"{'-' if cents < 0 else ''}${abs(cents) / 100:,.4f}"
