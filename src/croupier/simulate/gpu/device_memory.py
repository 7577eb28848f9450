"""Tables in the memory of the device, and back; under the simulator of one, ordinary arrays."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.simulate.gpu.device_functions import SIMULATED, cuda

BLOCK: Final = 1 if SIMULATED else 256
"""Threads of a block; the simulator runs blocks one after the other."""
THREADS: Final = 1024
"""Threads of a wave for each multiprocessor of the device, which runs about so many at once."""
FEW: Final = 32
"""Threads of a simulated device: each of them is one of Python's."""
ROOM: Final = 0.6
"""The part of the device's free memory that the tables of threads may take."""

Shapes = dict[str, tuple[tuple[int, ...], Any]]
"""By name, the shape and the kind of number of a table."""


def side_by_side(shapes: Shapes, threads: int) -> dict[str, Any]:
    """The tables that every thread has of its own, the same place of every thread side by side."""
    return {name: empty((*shape, threads), dtype) for name, (shape, dtype) in shapes.items()}


def most_threads(*shapes: Shapes) -> int:
    """The threads that a wave can have that each take such tables: whole blocks."""
    if SIMULATED:
        return FEW
    every = [each for some in shapes for each in some.values()]
    one = sum(int(np.prod(shape)) * np.dtype(dtype).itemsize for shape, dtype in every)
    free, _ = cuda.current_context().get_memory_info()
    room = int(free * ROOM) // one // BLOCK * BLOCK
    if not room:
        raise Refused("the GPU has no room for what its threads write down; --engine local gives the same figures")
    return min(room, int(cuda.get_current_device().MULTIPROCESSOR_COUNT) * THREADS)


def empty(shape: tuple[int, ...], dtype: Any) -> Any:
    """Room on the device; no less than one place, because none cannot be had there."""
    room = tuple(max(size, 1) for size in shape)
    return np.zeros(room, dtype) if SIMULATED else cuda.device_array(room, dtype)


def zeros(shape: tuple[int, ...]) -> Any:
    """Nothing, to count into."""
    nothing = np.zeros(shape, np.int64)
    return nothing if SIMULATED else cuda.to_device(nothing)


def back(table: Any) -> Ints:
    """A table of the device as an array of ours."""
    found: Ints = table if SIMULATED else table.copy_to_host()
    return found
