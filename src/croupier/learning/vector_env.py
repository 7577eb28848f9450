"""A vectorised Gymnasium environment that deals and settles many rounds in one call."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.exact.reading.chosen_rounds import Unread
from croupier.exact.store import kernel
from croupier.learning.env_rounds import NO_CARD, EnvTerms
from croupier.learning.family_rounds import FamilyDealer
from croupier.learning.gymnasium_env import SEEDS, CroupierEnv, env_terms
from croupier.learning.value_tables import value_lookup
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.simulated_table import SHIFT
from croupier.table.game import Game

AHEAD: Final = 8
"""About how many rounds are dealt at once for each environment."""


class CroupierVectorEnv(VectorEnv[Ints, Ints, Any]):
    """Many rounds of a game that has a family's kernel, one decision of each a step.

    Actions, observations and rewards are those of `CroupierEnv`. A round that ends is followed by the next in the same
    step (`AutoresetMode.SAME_STEP`): the observation is the new round's, and that of the last decision is in
    `infos["final_obs"]`. `infos["values"]` has what every action is worth, exact but for being floats, `nan` where it
    is not legal, but for shared boards and open cards of the dealer's; `oracle=False` leaves it out.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, terms: EnvTerms, dealer: FamilyDealer, num_envs: int, oracle: bool = True) -> None:
        self.terms, self.dealer, self.tree, self.num_envs = terms, dealer, dealer.tree, num_envs
        widest, slots = terms.shape
        low, high = terms.least_and_most()
        self.single_action_space = spaces.Discrete(widest)
        self.single_observation_space = spaces.Box(low, high, dtype=np.int32)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        tree = self.tree
        depth = np.array([len(node.answers) for node in tree.nodes], np.int32)
        options = np.array([len(node.asked.options) for node in tree.nodes], np.int64)
        self._tables = tree.after, tree.seen, tree.staked, depth, options, slots
        self._lookup = value_lookup(tree) if oracle else None
        self._batch = -(-AHEAD * num_envs // SHIFT) * SHIFT
        self._node = np.zeros(num_envs, np.int64)
        self._cards = np.zeros((num_envs, len(tree.places)), np.int16)
        self._rewards = np.zeros((num_envs, len(tree.ways)), np.float32)
        self._begun = False

    def _restart(self, seed: int) -> None:
        self._key, self._first, self._at = key_of(f"environments {seed}"), 0, self._batch

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Ints, dict[str, Any]]:
        """Begin a round in every environment; they are all dealt from one seed."""
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        if first is not None or not self._begun:
            self._restart(int(self.np_random.integers(SEEDS)) if first is None else first)
        self._begun = True
        self._more()
        rounds = slice(self._at, self._at + self.num_envs)
        self._cards[:], self._rewards[:] = self._dealt_cards[rounds], self._dealt_rewards[rounds]
        self._at += self.num_envs
        self._node[:] = 0
        observations = np.empty((self.num_envs, self.terms.length), np.int32)
        masks = np.empty((self.num_envs, self.terms.shape[0]), np.int8)
        _observe(self._node, self._cards, self._tables, observations, masks)
        self._observations = observations
        return observations, self._infos(masks)

    def step(self, actions: Ints) -> tuple[Ints, Any, Any, Any, dict[str, Any]]:
        """Answer one decision of every round."""
        count, actions = self.num_envs, np.asarray(actions)
        if not self._begun:
            raise Refused("no rounds are dealt; reset() begins them")
        if actions.shape != (count,) or not np.issubdtype(actions.dtype, np.integer):
            raise Refused(f"{count} whole numbers are needed, an action for each round, not {actions!r}")
        self._more()
        rewards, ended = np.zeros(count), np.zeros(count, np.bool_)
        observations = np.empty((count, self.terms.length), np.int32)
        masks = np.empty((count, self.terms.shape[0]), np.int8)
        lanes = self._node, self._cards, self._rewards
        dealt = self._dealt_cards, self._dealt_rewards
        self._at = _step(actions, self._at, self.tree.after, lanes, dealt, rewards, ended)
        _observe(self._node, self._cards, self._tables, observations, masks)
        infos = self._infos(masks) | {"final_obs": self._observations, "_final_obs": ended}
        self._observations = observations
        return observations, rewards, ended, np.zeros(count, np.bool_), infos

    def _infos(self, masks: Ints) -> dict[str, Any]:
        infos: dict[str, Any] = {"action_mask": masks}
        if self._lookup is not None:
            values = np.full(masks.shape, np.nan, np.float32)
            self._lookup(self._node, self._cards, values)
            infos["values"] = values
        return infos

    def _more(self) -> None:
        """See that there is a next round for every environment."""
        if self._at + self.num_envs <= self._batch:
            return
        dealt = []
        for _ in range(self._batch // SHIFT):
            dealt.append(self.dealer.deal(self._key, self._first, SHIFT))
            self._first += SHIFT
        self._dealt_cards = np.concatenate([each.cards for each in dealt])
        self._dealt_rewards = np.concatenate([each.rewards for each in dealt])
        self._at = 0


@kernel
def _step(
    actions: Ints, at: int, after: Ints, lanes: tuple[Any, ...], dealt: tuple[Any, ...], rewards: Any, ended: Any
) -> int:
    """Answer a decision of each round; the next of the rounds dealt takes the place of one that ends."""
    nodes, cards, wins = lanes
    dealt_cards, dealt_wins = dealt
    for lane in range(len(nodes)):
        action = actions[lane]
        if action < 0 or action >= after.shape[1]:
            action = 0
        node = after[nodes[lane], action]
        if node < 0:
            rewards[lane] = wins[lane, -1 - node]
            ended[lane] = True
            node = 0
            for place in range(cards.shape[1]):
                cards[lane, place] = dealt_cards[at, place]
            for way in range(wins.shape[1]):
                wins[lane, way] = dealt_wins[at, way]
            at += 1
        nodes[lane] = node
    return at


@kernel
def _observe(nodes: Ints, cards: Ints, tables: tuple[Any, ...], observations: Ints, masks: Ints) -> None:
    """What each seat sees, and which actions are legal."""
    _, seen, staked, depth, options, slots = tables
    for lane in range(len(nodes)):
        node, place = nodes[lane], 1
        observations[lane, 0] = depth[node]
        for at in range(cards.shape[1]):
            if seen[node, at]:
                observations[lane, place] = cards[lane, at]
                place += 1
        for at in range(place, 1 + slots):
            observations[lane, at] = NO_CARD
        for at in range(staked.shape[1]):
            observations[lane, 1 + slots + at] = staked[node, at]
        for action in range(masks.shape[1]):
            masks[lane, action] = action < options[node]


def make_vector(
    game: str | Game[Any],
    num_envs: int = 1,
    bets: Mapping[str, float | str] | None = None,
    variant: str = "",
    oracle: bool = True,
    kernel: bool = True,
    render_mode: str | None = None,
) -> VectorEnv[Any, Any, Any]:
    """The vectorised environment of a game; where a game has more ways than a tree holds, one environment each."""
    if num_envs < 1:
        raise Refused(f"one environment at least, not {num_envs}")
    terms = env_terms(game, bets, variant)
    if kernel and render_mode is None:
        with suppress(Refused, Unread):
            return CroupierVectorEnv(terms, FamilyDealer(terms), num_envs, oracle)
    made = [lambda: CroupierEnv(game, bets, variant, kernel, render_mode)] * num_envs
    return SyncVectorEnv(made, autoreset_mode=AutoresetMode.SAME_STEP)
