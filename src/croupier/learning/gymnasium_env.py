"""Gymnasium environments, one for each game: `gymnasium.make("croupier/OnTheDraw-v0")` once this is imported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.exact.reading.chosen_rounds import Unread
from croupier.games import game_named, game_names
from croupier.learning.env_rounds import EnvRounds, EnvTerms, TableRounds, cards_of
from croupier.learning.family_rounds import FamilyDealer, FamilyRounds
from croupier.learning.shoe_rounds import ShoeRounds
from croupier.money_words import cents_by_spot
from croupier.table.game import Game

NAMESPACE: Final = "croupier"
VERSION: Final = 0
SEEDS: Final = 2**62
"""The seeds that one is drawn from where none is given."""


class CroupierEnv(gymnasium.Env[Ints, np.int64]):
    """One round of a casino table game, played by one seat.

    **Actions.** `Discrete(n)`: the place of an answer among those that the table offers, in the table's order. How many
    are legal now is in `info["action_mask"]`; a number beyond them is answered as for a silent player, with the first.
    `env.unwrapped.names()` says them in words.

    **Observations.** Whole numbers, and nothing that the seat cannot see: how many decisions it has made in the round;
    the cards it sees in the order in which it came to see them (0 is the two of clubs, 51 the ace of spades, those of
    a rank together, 52 none); what it has bet on each spot, in hundredths of a unit.

    **Rewards.** What the round won, net, in units of the first bet, when it ends; 0 before.

    **Info.** `action_mask`, and `oracle`: its `exact()` has the value of every answer as a fraction, worked out when it
    is asked for; `values()` the same as floats.

    **Arguments.** `game`, a name or a game; `bets` in dollars by spot, the least on the main spots if not said;
    `variant`, where a table has two games; `kernel=False` deals every round at the table's engine, as for games of no
    family. A shoe is new in every round. Without a seed the rounds are others every time.

    **Versions.** v0: the first.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game[Any],
        bets: Mapping[str, float | str] | None = None,
        variant: str = "",
        kernel: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.terms = env_terms(game, bets, variant)
        self.rounds: EnvRounds = rounds_of(self.terms, kernel)
        self.render_mode = render_mode
        self._begun = False
        widest, _ = self.terms.shape
        low, high = self.terms.least_and_most()
        self.action_space = spaces.Discrete(widest)
        self.observation_space = spaces.Box(low, high, dtype=np.int32)
        self._masks = np.tri(widest + 1, widest, -1, dtype=np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Ints, dict[str, Any]]:
        """Begin a round."""
        unseeded = self._np_random is None
        super().reset(seed=seed)
        rounds = self.rounds
        if seed is not None or unseeded:
            rounds.restart(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        rounds.deal()
        self._begun = True
        return rounds.observation, self._info()

    def step(self, action: np.int64 | int) -> tuple[Ints, float, bool, bool, dict[str, Any]]:
        """Answer a decision."""
        rounds = self.rounds
        if not self._begun or rounds.finished:
            raise Refused(f"{'the round is over' if self._begun else 'no round is dealt'}; reset() begins the next")
        rounds.act(int(action))
        if rounds.finished:
            return rounds.observation, rounds.reward, True, False, self._info()
        return rounds.observation, 0.0, False, False, self._info()

    def _info(self) -> dict[str, Any]:
        rounds = self.rounds
        return {"action_mask": self._masks[rounds.legal].copy(), "oracle": rounds.oracle()}

    def names(self) -> list[str]:
        """The legal answers in words."""
        return self.rounds.names()

    def render(self) -> Any:
        """What the seat sees, in words."""
        seen = self.rounds.observation
        cards = " ".join(map(str, cards_of(seen[1 : 1 + self.terms.shape[1]])))
        return f"{cards}: {'settled' if self.rounds.finished else ', '.join(self.names())}"


def env_terms(game: str | Game[Any], bets: Mapping[str, float | str] | None, variant: str) -> EnvTerms:
    """What is played, from what people write."""
    if bets is not None and not isinstance(bets, Mapping):
        raise Refused(f"{bets!r} are no bets; write {{spot: dollars}}, as in {{'ante': 5, 'blind': 5}}")
    if not isinstance(game, (str, Game)):
        raise Refused(f"{game!r} is no game; write its name, as in 'on-the-draw'")
    chosen = game_named(game)() if isinstance(game, str) else game
    return EnvTerms.of(chosen, cents_by_spot(bets or {}), variant)


def rounds_of(terms: EnvTerms, kernel: bool = True) -> EnvRounds:
    """Rounds by the family's kernel, where there is one that fits, or at the table."""
    families: list[Callable[[], EnvRounds]] = [
        lambda: FamilyRounds(terms, FamilyDealer(terms)),
        lambda: ShoeRounds(terms),
    ]
    for dealt in families if kernel else []:
        with suppress(Refused, Unread):
            return dealt()
    return TableRounds(terms)


def env_name(game: str) -> str:
    """The name that Gymnasium has a game under.

    >>> env_name("draw-n-shoot-21")
    'croupier/DrawNShoot21-v0'
    """
    return f"{NAMESPACE}/{''.join(part.capitalize() for part in game.split('-'))}-v{VERSION}"


def register_games() -> list[str]:
    """Register every game, those of others too; what is registered already stays as it is."""
    names = {env_name(game): game for game in game_names()}
    for name, game in names.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{__name__}:CroupierEnv",
                vector_entry_point="croupier.learning.vector_env:make_vector",
                kwargs={"game": game},
            )
    return list(names)


register_games()
