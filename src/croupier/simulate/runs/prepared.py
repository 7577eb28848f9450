"""A game made ready to be simulated: by the kernel of its family, or by what the simulation.py of its folder gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from croupier.errors import Refused, one_of
from croupier.exact.solver import beside, has_beside, solver_of
from croupier.simulate.families import family_kernel
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import GameKernel, Simulation
from croupier.table.game import Game


@lru_cache(maxsize=8)
def kernel_of(game: Game[Any]) -> GameKernel | None:
    """The kernel that deals a game; none if it is of no known family and brings none of its own."""
    if has_beside(game, "simulation"):
        own: GameKernel = beside(game, "simulation").kernel(game)
        return own
    return family_kernel(game)


def simulation_of(setup: Setup) -> Simulation:
    """The table made ready."""
    check_strategies(setup.game, setup.strategies)
    check_variant(setup)
    return _kernel(setup.game).simulation(for_kernel(setup))


def unread_spots(setup: Setup) -> list[str]:
    """The spots of a setup that a kernel of its game's family cannot pay: their bets are solved by themselves."""
    if has_beside(setup.game, "simulation"):
        return []
    unread = solver_of(setup.game).mathematics.unread
    return [spot for spot in setup.bets if any(spot in group.spots for group in unread)]


def for_kernel(setup: Setup) -> Setup:
    """The setup without bets that a kernel cannot pay."""
    unread = unread_spots(setup)
    return replace(setup, bets={spot: cents for spot, cents in setup.bets.items() if spot not in unread})


def strategies_of(game: Game[Any]) -> tuple[str, ...]:
    """The strategies that a game's kernel knows, the best first."""
    return _kernel(game).strategies


def check_strategies(game: Game[Any], strategies: Sequence[str]) -> None:
    """Refuse a strategy that the game's kernel does not know."""
    known = strategies_of(game)
    for strategy in strategies:
        if strategy not in known:
            raise one_of("strategy", strategy, known, f"{game.name}, besides FILE.py:FUNCTION")


def check_variant(setup: Setup) -> None:
    """Refuse a game that players cannot call."""
    kernel = kernel_of(setup.game)
    if setup.variant is None or kernel is None:
        return
    if not kernel.variants:
        raise Refused(f"{setup.game.title} is one game; there is no variant {setup.variant!r}")
    if setup.variant not in kernel.variants:
        raise one_of("variant", setup.variant, kernel.variants, setup.game.name)


def _kernel(game: Game[Any]) -> GameKernel:
    kernel = kernel_of(game)
    if kernel is None:
        raise Refused(f"{game.name} is of no family that has a kernel, and has no simulation.py beside its rules")
    return kernel
