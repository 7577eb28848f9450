"""The types of arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

Ints = np.ndarray[Any, np.dtype[Any]]
"""Whole numbers of any width: kernels take and give several."""
Floats = np.ndarray[Any, np.dtype[np.float64]]
Bools = np.ndarray[Any, np.dtype[np.bool_]]
Arrays = tuple[Any, ...]
"""Arrays, whole numbers and tuples of them, as kernels take them."""
