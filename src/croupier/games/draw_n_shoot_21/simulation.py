"""What the kernel of shoes needs to know of Draw 'n Shoot 21, and the game's own strategies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from croupier.dice import Roll
from croupier.exact.shoe import LOSES, Hand, Play
from croupier.games.draw_n_shoot_21.exact import (
    OF_POINTS,
    STRATEGIES,
    cards_of,
    mathematics,
    points,
    score_of,
    shot_of,
    twenty_one_game,
)
from croupier.games.draw_n_shoot_21.rules import DrawNShoot21
from croupier.simulate.families.shoe_kernel import ShoeForm, ShoeKernel
from croupier.simulate.setup import OPTIMAL
from croupier.simulate.simulated_table import GameKernel, looked_up

SCORES: Final = (LOSES, *DrawNShoot21.pay_bet("twenty-one").rows[::-1])
SHOTS: Final = (LOSES, *DrawNShoot21.pay_bet("quickcraps").rows)


def kernel(game: DrawNShoot21) -> GameKernel:
    """The game as the kernel deals it."""
    form = ShoeForm(
        hands=twenty_one_game(game),
        kind=points,
        scores=SCORES,
        score=_score,
        shots=SHOTS,
        shot=lambda kind, roll: shot_of(OF_POINTS[kind], roll),
    )
    return ShoeKernel(mathematics(game), form, _plays(game))


def _plays(game: DrawNShoot21) -> dict[str, Callable[[], Play]]:
    """The best play, the short strategy, the document's, two ways to raise, and a blackjack dealer's way to draw."""

    def best() -> Play:
        return looked_up(game, OPTIMAL, mathematics(game).policy)

    short = {name: partial(play, game) for name, play in STRATEGIES.items()}
    return {
        OPTIMAL: best,
        **short,
        "always-raise": lambda: replace(best(), raises=lambda hand: game.settings.max_raise),
        "never-raise": lambda: replace(best(), raises=lambda hand: 0),
        "mimic-dealer": lambda: Play(_below_seventeen),
    }


def _score(hand: Hand, total: int) -> str:
    """The row of a hand's score; hands alike in these three score alike with dice of the same total."""
    alike = sum(hand), 1 in hand, len(hand) == 1, total
    if alike not in _KNOWN_SCORES:
        _KNOWN_SCORES[alike] = score_of(cards_of(hand), Roll(total // 2, total - total // 2))
    return _KNOWN_SCORES[alike]


_KNOWN_SCORES: dict[tuple[int, bool, bool, int], str] = {}


def _below_seventeen(hand: Hand) -> bool:
    """A blackjack dealer's way to draw."""
    soft = 1 in hand and sum(hand) <= 11
    return sum(hand) + (10 if soft else 0) < 17
