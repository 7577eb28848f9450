"""Figures as programs are told them: every rational number exactly, as `p/q`, and as a float; and their digest.

A figure that is told as a float `x` has `x_exact` beside it; one that is told exactly has `x_float`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec

EXACT: Final = "exact"
Exact = Annotated[str, msgspec.Meta(extra={EXACT: True})]
"""A rational number as `p/q`, in the shapes of `json_shapes`."""

NOT_FIGURES: Final = frozenset({"code", "digest", "engine", "piece", "run", "schema", "seconds", "spans", "version"})
"""What is left out of the digest wherever it stands: how, how fast and by which release figures were worked out."""


def as_float(name: str, value: Fraction | None) -> dict[str, Any]:
    """A figure told as a float, and exactly beside it.

    >>> as_float("house_edge", Fraction(5, 117))
    {'house_edge': 0.042735042735042736, 'house_edge_exact': '5/117'}
    """
    return {name: None if value is None else float(value), f"{name}_exact": None if value is None else str(value)}


def as_exact(name: str, value: Fraction) -> dict[str, Any]:
    """A figure told exactly, and as a float beside it."""
    return {name: str(value), f"{name}_float": float(value)}


def told(shape: Any) -> Any:
    """A struct of `json_shapes` as plain values, each of its exact figures with a float beside it."""
    if isinstance(shape, msgspec.Struct):
        plain = msgspec.to_builtins(shape)
        said: dict[str, Any] = {}
        for name, told_as in zip(shape.__struct_fields__, shape.__struct_encode_fields__, strict=True):
            if told_as not in plain:
                continue
            value = getattr(shape, name)
            said[told_as] = told(value)
            if name in exact_fields(type(shape)):
                said[f"{told_as}_float"] = _floats(value)
            if name == "house_edge" and (twin := edge_twin(type(shape))):
                said["house_edge_exact"] = str(twin[1] * Fraction(plain[twin[0]]))
        return said
    if isinstance(shape, Mapping):
        return {name: told(value) for name, value in shape.items()}
    return [told(value) for value in shape] if isinstance(shape, list | tuple) else shape


@cache
def exact_fields(kind: type[msgspec.Struct]) -> frozenset[str]:
    """The fields of a struct that are exact figures, or have them by name."""
    return frozenset(name for name, hint in get_type_hints(kind, include_extras=True).items() if _is_exact(hint))


def edge_twin(kind: type[msgspec.Struct]) -> tuple[str, int] | None:
    """The exact field of a struct that its house edge is, and with which sign."""
    hints = get_type_hints(kind)
    if "expected_value" in hints:
        return "expected_value", -1
    return ("exact", 1) if hints.get("exact") is str else None


def digest(said: Mapping[str, Any]) -> str:
    """The SHA-256 of all figures, whatever engine, worker or second they come from.

    >>> digest({"seed": "x", "mean": 0.5, "run": {"seconds": 3}}) == digest({"mean": 0.5, "seed": "x"})
    True
    """
    words = json.dumps(_figures_only(said), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(words.encode()).hexdigest()


def _figures_only(said: Any) -> Any:
    if isinstance(said, Mapping):
        return {name: _figures_only(value) for name, value in said.items() if name not in NOT_FIGURES}
    return [_figures_only(value) for value in said] if isinstance(said, list | tuple) else said


def _is_exact(hint: Any) -> bool:
    if get_origin(hint) is Annotated:
        return any(isinstance(meta, msgspec.Meta) and (meta.extra or {}).get(EXACT) for meta in get_args(hint)[1:])
    return any(_is_exact(part) for part in get_args(hint)) and get_origin(hint) is not list


def _floats(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: float(Fraction(exact)) for name, exact in value.items()}
    return None if value is None else float(Fraction(value))
