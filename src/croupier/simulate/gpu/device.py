"""Kernels of the processor compiled for the device from the same source.

A kernel is its Python function with what it names: other kernels, tables, numbers. For the device the same function
is compiled with other names: kernels are compiled likewise, tables lie in the device's memory (they are too large for
its constants), and a few kernels have a substitute: threads of the device count into the same table at once.

Under Numba's simulator of the device, which runs a kernel's threads in Python, kernels are called as the processor has
them, but for those that need a substitute: these run as the Python functions that they are."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from types import CellType, FunctionType
from typing import Any, Final

import numba.cuda
import numpy as np
from numba.core.registry import CPUDispatcher

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.simulate.kernel import stream
from croupier.simulate.kernel.outcomes import add_at
from croupier.simulate.kernel.stream import DECK_CARDS

cuda: Any = numba.cuda
_settings: Any = numba.config
SIMULATED: Final = bool(_settings.ENABLE_CUDASIM)

FOURS: Final = DECK_CARDS // 4
FIRST_FOUR: Final = 0x03020100
NEXT_FOUR: Final = 0x04040404


def _add_at_once(counts: Any, row: Any, column: Any, amount: Any) -> None:
    cuda.atomic.add(counts, (np.int64(row), np.int64(column)), amount)


def _lay_four_in_order(deck: Any) -> None:
    """A deck as it comes, laid four cards at a time: a quarter of the work."""
    fours = deck[:DECK_CARDS].view(np.uint32)
    for four in range(FOURS):
        fours[four] = FIRST_FOUR + NEXT_FOUR * four


def _substitutes() -> dict[int, Any]:
    """By what they stand for; the product of words is the same code under the device's own registry."""
    found: dict[int, Any] = {id(add_at): cuda.jit(_add_at_once, device=True)}
    if not SIMULATED:
        from numba.cuda.extending import intrinsic

        found[id(stream.product)] = intrinsic(stream.multiply_words)
        found[id(stream.lay_in_order)] = cuda.jit(_lay_four_in_order, device=True, forceinline=True)
    return found


class DeviceFunctions:
    """The kernels and tables that have been made ready for the device."""

    def __init__(self) -> None:
        self.substitutes = _substitutes()
        self.functions: dict[int, Any] = {}
        self.tables: dict[int, tuple[Ints, Any]] = {}
        self.kernels: dict[Hashable, Any] = {}

    def __call__(self, compiled: Any) -> Callable[..., Any]:
        """A kernel of the processor as one that the device can call."""
        if id(compiled) not in self.functions:
            self.functions[id(compiled)] = self._compile(compiled)
        found: Callable[..., Any] = self.functions[id(compiled)]
        return found

    def kernel(self, form: Hashable, make: Callable[[], Any]) -> Any:
        """The kernel of that form, compiled once."""
        if form not in self.kernels:
            self.kernels[form] = make()
        return self.kernels[form]

    def table(self, table: Ints) -> Any:
        """A table in the device's memory, in the smallest numbers with a sign that hold it."""
        if SIMULATED:
            return table
        if id(table) not in self.tables:
            self.tables[id(table)] = table, cuda.to_device(_narrow(table))
        return self.tables[id(table)][1]

    def _compile(self, compiled: Any) -> Any:
        plain = compiled.py_func
        code = plain.__code__
        if SIMULATED and not self._needs_substitute(compiled):
            return compiled
        names = {name: self._bound(value) for name, value in plain.__globals__.items() if name in code.co_names}
        cells = tuple(CellType(self._bound(cell.cell_contents)) for cell in plain.__closure__ or ())
        bound = FunctionType(code, {**plain.__globals__, **names}, plain.__name__, plain.__defaults__, cells)
        if SIMULATED:
            return bound
        inline = bool(compiled.targetoptions.get("forceinline"))
        return cuda.jit(bound, device=True, forceinline=inline)

    def _needs_substitute(self, compiled: Any) -> bool:
        plain = compiled.py_func
        named = [plain.__globals__.get(name) for name in plain.__code__.co_names]
        return any(id(value) in self.substitutes for value in named)

    def _bound(self, value: Any) -> Any:
        """What a name stands for on the device."""
        if id(value) in self.substitutes:
            return self.substitutes[id(value)]
        if isinstance(value, CPUDispatcher):
            return self(value)
        return self.table(value) if isinstance(value, np.ndarray) else value


def to_device(given: Any, functions: DeviceFunctions) -> Any:
    """Tables in tuples, and tuples of them, in the device's memory."""
    if isinstance(given, tuple):
        parts = [to_device(part, functions) for part in given]
        return type(given)(*parts) if hasattr(given, "_fields") else tuple(parts)
    return functions.table(given) if isinstance(given, np.ndarray) else given


def _narrow(table: Ints) -> Ints:
    """Numbers with a sign, so that sums and products of them are as before."""
    if table.dtype != np.int64 or not table.size:
        return np.ascontiguousarray(table)
    for smaller in (np.int16, np.int32):
        if np.iinfo(smaller).min <= table.min() and table.max() <= np.iinfo(smaller).max:
            return np.ascontiguousarray(table.astype(smaller))
    return np.ascontiguousarray(table)


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
