"""Tabular Q-learning on Three Card Draw, until it is within a thousandth of an Ante of the best play.

    pip install 'croupier[gym]'
    python examples/q_learning.py            # a minute or two; writes q_learning.svg

Nothing is known to the learner but what it sees and what it wins. A state is three cards, their suits named in the
order in which they come; there are some thousands. Every step tries, in each of many rounds, the action that may be
best: its mean so far and an allowance for how seldom it was tried; every other step, the one besides the best so far
that may be best, because what is to be told apart is the best from the next. How much the greedy policy gives away is
then counted exactly, over every hand.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import gymnasium
import numpy as np

import croupier as cr
import croupier.learning  # registers the names
from croupier.cards import Card
from croupier.shown.svg_plots import line_plot

ENVIRONMENTS = 32_768
ROUNDS = 2048 * ENVIRONMENTS
ACTIONS = 9
"""Fold; then a Play bet of one and of two Antes, keeping all cards or replacing the first, second or third."""
STATES = 13**3 * 6
ALLOWANCE = 1.0
"""How many of its standard errors an action may be better than it looks, times a root that grows with the rounds."""
PRIOR = 4.0
"""What is assumed of the squares of an action that was not tried yet."""


def states_of(cards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The state of each hand, and the order of its cards, the highest first."""
    order = np.argsort(-cards, axis=1)
    high = np.take_along_axis(cards, order, axis=1)
    ranks, suits = high // 4, high % 4
    second = (suits[:, 1] != suits[:, 0]).astype(np.int64)
    third = np.where(suits[:, 2] == suits[:, 0], 0, np.where(suits[:, 2] == suits[:, 1], second, 1 + second))
    return ((ranks[:, 0] * 13 + ranks[:, 1]) * 13 + ranks[:, 2]) * 6 + second * 3 + third, order


def as_dealt(actions: np.ndarray, order: np.ndarray) -> np.ndarray:
    """The table's number of an action that counts the cards from the highest."""
    replaced = (actions - 1) % 4 - 1
    place = np.take_along_axis(order, np.maximum(replaced, 0)[:, None], axis=1)[:, 0]
    return np.where((actions == 0) | (replaced < 0), actions, actions - replaced + place)


class Learner:
    """What has been won with each action in each state, its squares, and how often it was tried."""

    def __init__(self) -> None:
        self.won = np.zeros(STATES * ACTIONS)
        self.squares = np.zeros(STATES * ACTIONS)
        self.tries = np.zeros(STATES * ACTIONS)

    def learn(self, rounds: int, seed: int = 1) -> Iterator[tuple[int, float]]:
        """Play so many rounds; after each doubling, what the greedy policy gives away, per Ante."""
        envs = gymnasium.make_vec("croupier/ThreeCardDraw-v0", num_envs=ENVIRONMENTS, oracle=False)
        seen, _ = envs.reset(seed=seed)
        played, next_look = 0, ENVIRONMENTS * 8
        while played < rounds:
            states, order = states_of(seen[:, 1:4])
            cells = states[:, None] * ACTIONS + np.arange(ACTIONS)
            tries = self.tries[cells]
            means = self.won[cells] / np.maximum(tries, 1)
            spread = np.sqrt(np.maximum(self.squares[cells] - tries * means**2, 0) + PRIOR) / np.sqrt(tries + 1)
            often = np.log1p(tries.sum(axis=1, keepdims=True))
            hopes = means + ALLOWANCE * spread * np.sqrt(often / (tries + 0.01))
            if played // ENVIRONMENTS % 2:
                best = np.where(tries > 0, means, -np.inf).argmax(axis=1)
                np.put_along_axis(hopes, best[:, None], -np.inf, axis=1)
            actions = hopes.argmax(axis=1)
            seen, rewards, *_ = envs.step(as_dealt(actions, order))
            taken = states * ACTIONS + actions
            self.won += np.bincount(taken, rewards, len(self.won))
            self.squares += np.bincount(taken, rewards**2, len(self.won))
            self.tries += np.bincount(taken, minlength=len(self.tries))
            played += ENVIRONMENTS
            if played >= next_look or played >= rounds:
                yield played, self.regret()
                next_look *= 2

    def policy(self, cards: Sequence[Card], legal: Sequence[str]) -> str:
        """The answer with the best mean so far."""
        hand = np.array([[card.index for card in cards]])
        (state,), order = states_of(hand)
        cells = slice(state * ACTIONS, (state + 1) * ACTIONS)
        means = np.where(self.tries[cells] > 0, self.won[cells] / np.maximum(self.tries[cells], 1), -np.inf)
        action = int(means.argmax())
        if action == 0:
            return "fold"
        size, replaced = 1 + (action - 1) // 4, (action - 1) % 4 - 1
        return f"play-{size}x " + ("keep" if replaced < 0 else f"discard {cards[order[0, replaced]]}")

    def regret(self) -> float:
        """What the policy gives away against the best play, counted over every hand."""
        return float(cr.game("three-card-draw").regret(self.policy))


def main() -> None:
    """Learn, say what came of it, and plot the regret."""
    rounds = int(float(sys.argv[1])) if len(sys.argv) > 1 else ROUNDS
    curve = []
    for played, regret in Learner().learn(rounds):
        print(f"{played:>13,} rounds: {regret:.6f} of an Ante given away", flush=True)
        curve.append((played, regret))
    drawn = line_plot(
        {"regret": [(played / 1e6, regret) for played, regret in curve]}, "millions of rounds", "regret", log_up=True
    )
    Path("q_learning.svg").write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
