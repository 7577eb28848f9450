"""How bets of one round hang together: those of one seat, and those of seats that share a board, a dealer or dice.

A bet's own variance is exact; what two bets have in common is measured over simulated rounds. Everything is per unit of
each bet, and what the house wins.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.exact.analysis import Analysis
from croupier.json_shapes import FollowedBet, SharedLuck
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.runs.prepared import kernel_of, simulation_of
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import SHIFT
from croupier.table.game import Game

ROUNDS: Final = 1 << 19
PLAYERS: Final = 4


def shared_luck(game: Game[Any], rounds: int = ROUNDS, seed: str = "shared luck") -> SharedLuck:
    """Measured over rounds in which every seat makes every bet; nothing is known of a game that has no kernel."""
    if kernel_of(game) is None:
        return SharedLuck(0, {}, {})
    players = min(PLAYERS, game.seats)
    simulation = simulation_of(Setup(game, players))
    outcomes, exact = simulation.outcomes, simulation.exact("optimal")
    bets = [bet for bet in outcomes.bets if bet.name in exact]
    lost = np.array([-outcomes.bet_cents(bet) / bet.stake for bet in bets])
    made = np.array([outcomes.of_bet(bet) for bet in bets])
    means = np.array([float(exact[bet.name].house_edge) for bet in bets])
    away = np.where(made, lost - means[:, None], 0.0)
    sheet, key = simulation.sheet(), key_of(seed)
    own, table = np.zeros((len(bets), len(bets))), np.zeros((len(bets), len(bets)))
    joint = np.zeros_like(own)
    thirds = np.zeros(3)
    counts = np.zeros(made.shape[1], np.int64)
    for first in range(0, rounds, SHIFT):
        simulation.deal(key, first, SHIFT, sheet)
        each: Floats = away[:, sheet.outcomes]
        counts += np.bincount(sheet.outcomes.ravel(), minlength=len(counts))
        were = made[:, sheet.outcomes]
        sums: Floats = each.sum(axis=2)
        own += np.einsum("wrp,vrp->wv", each, each)
        table += sums @ sums.T
        there = np.asarray(were.any(axis=2), np.float64)
        joint += there @ there.T
        cubes, squares, main = (each[0] ** 3).sum(axis=1), (each[0] ** 2).sum(axis=1), sums[0]
        pairs = squares * main - cubes
        thirds += (pairs.sum(), (main**3 - cubes - 3 * pairs).sum(), there[0].sum())
    times = np.maximum(joint, 1)
    within, between = own / times / players, (table - own) / times / max(players * (players - 1), 1)
    names = [bet.name for bet in bets]
    others = players * (players - 1)
    return SharedLuck(
        rounds,
        {one: {other: float(within[w, v]) for v, other in enumerate(names) if v != w} for w, one in enumerate(names)},
        {one: {other: float(between[w, v]) for v, other in enumerate(names)} for w, one in enumerate(names)},
        float(thirds[0] / max(thirds[2] * others, 1)),
        float(thirds[1] / max(thirds[2] * others * (players - 2), 1)),
        names,
        _followed(names, [bet.stake for bet in bets], [exact[name] for name in names], lost, made, away, counts),
    )


def _followed(
    names: list[str],
    stakes: list[int],
    exact: list[Analysis],
    lost: Floats,
    made: Ints,
    away: Floats,
    counts: Ints,
) -> dict[str, dict[str, FollowedBet]]:
    """What bets win beside the outcomes of the one with the largest prizes that is made with them."""
    largest = np.abs(away).max(axis=1) * stakes
    found: dict[str, dict[str, FollowedBet]] = {}
    taken: set[int] = set()
    for one in np.argsort(-largest).tolist():
        together = made & made[one] & (counts > 0)
        others = [other for other in np.flatnonzero(together.any(axis=1)).tolist() if other not in taken | {one}]
        if one in taken or not others:
            continue
        taken |= {one, *others}
        known = sorted((-float(net), float(chance)) for net, chance in exact[one].outcomes.items() if chance)
        before = np.cumsum([0.0, *(chance for _, chance in known)])
        seen = [(at, np.isclose(lost[one], won)) for at, (won, _) in enumerate(known)]
        found[names[one]] = {}
        for other in others:
            beside = [(at, counts * (is_it & together[other])) for at, is_it in seen]
            rows = [
                (at, float(away[other] @ weight / weight.sum()), weight.sum()) for at, weight in beside if weight.any()
            ]
            times, all_weight = np.array([row[2] for row in rows]), counts * together[other]
            means = np.array([row[1] for row in rows])
            explained = float(means**2 @ times / max(away[other] ** 2 @ all_weight, 1e-12))
            places = [float(before[at] + before[at + 1]) / 2 for at, _, _ in rows]
            found[names[one]][names[other]] = FollowedBet(min(explained, 1.0), places, means.tolist())
    return found
