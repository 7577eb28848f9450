"""A digest of what was found, whoever found it and however long it took."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

NOT_FIGURES: Final = frozenset({"run", "seconds", "digest", "version", "code"})
"""What may differ although every figure is the same."""


def digest_of(said: Mapping[str, Any]) -> str:
    """The digest of figures as JSON tells them, without engine, seconds and versions.

    >>> digest_of({"rounds": 5, "run": {"seconds": 1}}) == digest_of({"rounds": 5, "run": {"seconds": 2}})
    True
    """
    figures = {name: value for name, value in said.items() if name not in NOT_FIGURES}
    return sha256(json.dumps(figures, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
