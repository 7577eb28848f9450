"""Gymnasium environments for every game, registered by this import: `croupier/OnTheDraw-v0` and so on."""

from croupier.extras import need

need("gym")

from croupier.learning.gymnasium_env import CroupierEnv  # noqa: E402

__all__ = ["CroupierEnv"]
