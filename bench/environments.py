"""Steps a second of the learning environments on one core, beside Gymnasium's own Blackjack in the same run."""

from __future__ import annotations

from importlib.util import find_spec
from time import process_time
from typing import Any

GAMES = ("three-card-draw", "on-the-draw", "cincinnati-stud", "big-draw", "draw-n-shoot-21")
"""Games with a family's kernel."""
VECTORISED = {"three-card-draw": 1e6, "on-the-draw": 1e6}
"""Steps a second that must be reached."""
ENVIRONMENTS = 8192
SECONDS = 2.0


def run() -> None:
    """Print what was measured and whether it is enough."""
    if find_spec("gymnasium") is None:
        print("gymnasium is not installed; pip install 'croupier[gym]'")
        return
    import gymnasium

    from croupier.learning.gymnasium_env import env_name

    peer = _rounds_a_second(gymnasium.make("Blackjack-v1"))
    print(f"{'Blackjack-v1':24} {peer:>12,.0f} rounds/s")
    for game in GAMES:
        rate = _rounds_a_second(gymnasium.make(env_name(game)))
        print(f"{game:24} {rate:>12,.0f} rounds/s {'ok' if rate >= peer else 'BELOW Blackjack-v1'}")
    for game, target in VECTORISED.items():
        for oracle in (True, False):
            rate = _steps_a_second(gymnasium.make_vec(env_name(game), num_envs=ENVIRONMENTS, oracle=oracle))
            with_it = "with oracle" if oracle else "without"
            print(f"{game:24} {rate:>12,.0f} steps/s, {with_it} {'ok' if rate >= target else f'BELOW {target:,.0f}'}")


def _rounds_a_second(env: Any) -> float:
    """Whole rounds with random actions; the last may be cut short."""
    env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(20_000):
        if env.step(env.action_space.sample())[2]:
            env.reset()
    rounds, start = 0, process_time()
    while process_time() - start < SECONDS:
        for _ in range(1_000):
            if env.step(env.action_space.sample())[2]:
                env.reset()
                rounds += 1
    return rounds / (process_time() - start)


def _steps_a_second(envs: Any) -> float:
    import numpy as np

    envs.reset(seed=1)
    random = np.random.default_rng(1)
    actions = [random.integers(0, envs.single_action_space.n, ENVIRONMENTS) for _ in range(16)]
    for each in actions:
        envs.step(each)
    steps, start = 0, process_time()
    while process_time() - start < SECONDS:
        for each in actions:
            envs.step(each)
        steps += len(actions) * ENVIRONMENTS
    return steps / (process_time() - start)
