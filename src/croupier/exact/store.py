"""Where work done once is kept: arrays and compiled kernels, in the user's cache folder.

Kernels are unpickled and run, so nothing is read from a folder or file that anybody else may write to.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeVar

import llvmlite
import msgspec
import numba
import numpy as np
from numba import njit
from numba.core import serialize
from platformdirs import user_cache_path

from croupier.arrays import Ints
from croupier.files import written_whole
from croupier.game_folders import Stamps, stamps

F = TypeVar("F", bound=Callable[..., Any])

FOLDER_VARIABLE: Final = "CROUPIER_CACHE"
"""The environment variable that names another cache folder."""

_MAGIC: Final = b"croupier arrays\n"
_KERNEL_MAGIC: Final = (
    f"croupier kernel of numba {numba.__version__}, llvmlite {llvmlite.__version__}, numpy {np.__version__}\n".encode()
)
_DIGEST_BYTES: Final = 32
OURS: Final = "croupier"


@cache
def folder() -> Path:
    """The folder things are kept in: the user's, or a private temporary one where that cannot be written to."""
    named = os.environ.get(FOLDER_VARIABLE)
    own = Path(named) if named else user_cache_path("croupier")
    if _writable(own):
        if _is_ours_alone(own.stat()):
            return own
        print(f"croupier: others may write to {own}: what is kept there is not used", file=sys.stderr)
    temporary = _temporary_folder()
    if temporary is not None and _writable(temporary):
        return temporary
    return Path(tempfile.mkdtemp(prefix="croupier-"))


def _temporary_folder() -> Path | None:
    """A temporary folder that outlives the process, unless somebody else could write to it."""
    if not hasattr(os, "getuid"):
        return Path(tempfile.gettempdir(), "croupier-cache")
    mine = Path(tempfile.gettempdir(), f"croupier-{os.getuid()}")
    try:
        mine.mkdir(mode=0o700, exist_ok=True)
        status = mine.lstat()
    except OSError:
        return None
    return mine if status.st_uid == os.getuid() and not status.st_mode & 0o077 else None


def _is_ours_alone(status: os.stat_result) -> bool:
    """Return True if nobody but this user and the superuser may write to a file or folder."""
    return not hasattr(os, "getuid") or (status.st_uid in (os.getuid(), 0) and not status.st_mode & 0o022)


def _writable(candidate: Path) -> bool:
    try:
        candidate.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=candidate):
            return True
    except OSError:
        return False


class _Shape(msgspec.Struct):
    name: str
    dtype: str
    shape: tuple[int, ...]


class _Header(msgspec.Struct):
    name: str
    version: int
    arrays: list[_Shape]


def kept_file(name: str) -> Path:
    """The file that arrays of that name are kept in."""
    return folder() / f"{name}.arrays"


def kept(name: str, version: int, build: Callable[[], Mapping[str, Ints]]) -> dict[str, Ints]:
    """The arrays of that name and version as they were kept; built, and kept, where they are not there whole.

    The file carries a checksum of everything in it. One that is damaged, or of another version, is built anew.
    """
    file = kept_file(name)
    arrays = _read(file, name, version)
    if arrays is None:
        arrays = {key: np.ascontiguousarray(array) for key, array in build().items()}
        _write(file, name, version, arrays)
    for array in arrays.values():
        array.flags.writeable = False
    return arrays


def kept_value(name: str, version: str, build: Callable[[], Any]) -> Any:
    """A value of that name and version as it was kept; built, and kept, where it is not there whole."""
    file, magic = folder() / f"{name}.value", f"croupier value {name} {version}\n".encode()
    body = _unseal(file, magic)
    if body is None:
        body = memoryview(pickle.dumps(build()))
        _seal(file, magic, [body])
    return pickle.loads(body)


def _read(file: Path, name: str, version: int) -> dict[str, Ints] | None:
    body = _unseal(file, _MAGIC)
    if body is None:
        return None
    length = int.from_bytes(body[:8], "little")
    try:
        header = msgspec.json.decode(body[8 : 8 + length], type=_Header)
    except msgspec.DecodeError:
        return None
    if (header.name, header.version) != (name, version):
        return None
    arrays, place = {}, 8 + length
    for shape in header.arrays:
        count = int(np.prod(shape.shape, dtype=np.int64))
        array = np.frombuffer(body, np.dtype(shape.dtype), count, place).reshape(shape.shape)
        arrays[shape.name] = array if array.flags.aligned else array.copy()
        place += array.nbytes
    return arrays


def _write(file: Path, name: str, version: int, arrays: Mapping[str, Ints]) -> None:
    shapes = [_Shape(key, array.dtype.str, array.shape) for key, array in arrays.items()]
    header = msgspec.json.encode(_Header(name, version, shapes))
    header += b" " * (-(len(_MAGIC) + _DIGEST_BYTES + 8 + len(header)) % 64)
    flat = [array.reshape(-1).view(np.uint8).data for array in arrays.values()]
    _seal(file, _MAGIC, [memoryview(len(header).to_bytes(8, "little")), memoryview(header), *flat])


def _unseal(file: Path, magic: bytes) -> memoryview | None:
    """What a file holds below its checksum, or None if it is not whole, not of this kind, or not ours alone."""
    try:
        with open(file, "rb") as opened:
            if not _is_ours_alone(os.fstat(opened.fileno())):
                return None
            content = opened.read()
    except OSError:
        return None
    start = len(magic) + _DIGEST_BYTES
    body = memoryview(content)[start:]
    if content[: len(magic)] != magic or content[len(magic) : start] != hashlib.sha256(body).digest():
        return None
    return body


def _seal(file: Path, magic: bytes, pieces: Sequence[bytes | memoryview]) -> None:
    """Write a file whole; if the disk refuses, nothing is kept."""
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    with suppress(OSError), written_whole(file, cached=True) as out:
        out.write(magic + digest.digest())
        for piece in pieces:
            out.write(piece)


def kernel(function: F) -> F:
    """Compile a function when it is first called, and keep the machine code for the next process."""
    return _compiled(function)


def inner_kernel(function: F) -> F:
    """A small kernel that is compiled into the kernels that call it, where a call would cost more than its work."""
    return _compiled(function, forceinline=True)


class _SealedKernel:
    """The files of a kernel: an index of what it has been compiled for, and the machine code of each.

    They are unpickled and run as they are, so each carries a checksum and the versions it was compiled by, and machine
    code says which line of the index it is for. What is not as it was written is as good as not there.
    """

    def __init__(self, plain: Any) -> None:
        """Stand in for the files of a cache of Numba's, which looks for these three methods."""
        self.folder = Path(plain.cache_path)
        self.name: str = plain._impl.filename_base
        self.stamp = plain._impl.locator.get_source_stamp()

    def load(self, compiled_for: Any) -> Any:
        """The machine code for a signature and processor, if it is kept."""
        name = self._index().get(compiled_for)
        stamp, code = self._read(name) if name else (None, None)
        return code if stamp == (self.stamp, compiled_for) else None

    def save(self, compiled_for: Any, code: Any) -> None:
        """Keep machine code."""
        names = self._index()
        if compiled_for not in names:
            numbered = (f"{self.name}.{number}.nbc" for number in count(1))
            names[compiled_for] = next(name for name in numbered if name not in names.values())
        self._write(names[compiled_for], (self.stamp, compiled_for), code)
        self._write(f"{self.name}.nbi", self.stamp, names)

    def flush(self) -> None:
        """Forget everything."""
        self._write(f"{self.name}.nbi", self.stamp, {})

    def _index(self) -> dict[Any, str]:
        stamp, names = self._read(f"{self.name}.nbi")
        return names if stamp == self.stamp else {}

    def _read(self, name: str) -> tuple[Any, Any]:
        body = _unseal(self.folder / name, _KERNEL_MAGIC)
        return (None, None) if body is None else pickle.loads(body)

    def _write(self, name: str, stamp: Any, content: Any) -> None:
        dump: Callable[[Any], bytes] = serialize.dumps
        _seal(self.folder / name, _KERNEL_MAGIC, [dump((stamp, content))])


def _compiled(function: F, *, forceinline: bool = False) -> F:
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(_kernel_folder(function.__module__))
    try:
        compile_lazily: Any = njit(cache=True, nogil=True, error_model="numpy", forceinline=forceinline)
        compiled = compile_lazily(function)
        if not config.DISABLE_JIT:
            compiled._cache._cache_file = _SealedKernel(compiled._cache)
        return compiled  # type: ignore[no-any-return]
    finally:
        config.CACHE_DIR = before


def _kernel_folder(module: str) -> Path:
    """The folder of a module's machine code; another one when its source, or that of a module it imports, changes.

    Numba looks only at the file a kernel is written in, and would keep one that has an old evaluator compiled into it.
    """
    return folder() / "kernels" / f"{module}-{version_of(module):012x}"


def version_of(module: str) -> int:
    """A number that is another when the source of a module, or of one that it imports of its package or of ours, is.

    Of a game of somebody else every module and table in its folder counts.
    """
    outside = _outside(module.rpartition(".")[0])
    return _version(module, outside, None if outside is None else stamps(outside))


@cache
def _version(module: str, outside: Path | None, stamps: Stamps | None) -> int:
    digest = hashlib.sha256()
    files = [] if outside is None else sorted([*outside.rglob("*.py"), *outside.rglob("*.toml")])
    for file in files:
        digest.update(b"%s\0%d\0" % (str(file.relative_to(outside or file)).encode(), file.stat().st_size))
        digest.update(file.read_bytes())
    ours = [name for file in files if file.suffix == ".py" for name in _named_in(file.read_bytes(), OURS)]
    for name in sorted(_imported([module, *ours])):
        digest.update(_source(name))
    return int.from_bytes(digest.digest()[:6], "big")


def _outside(package: str) -> Path | None:
    """The folder of a package that does not lie where its name says: of a game from somewhere else."""
    loaded = sys.modules.get(package)
    places = [Path(place) for place in getattr(loaded, "__path__", ())]
    within = Path(__file__).parent.parent.parent
    return None if not places or places[0] == within.joinpath(*package.split(".")) else places[0]


def _imported(modules: list[str]) -> set[str]:
    """Modules and, directly or not, every module of ours and of their own packages that they import, if only for its
    types.
    """
    packages = {OURS, *(module.partition(".")[0] for module in modules)}
    wanted, found = list(modules), set()
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            wanted += [other for package in packages for other in _named_in(_source(name), package)]
    return found


@cache
def _named_in(source: bytes, package: str) -> list[str]:
    """The modules of a package that import statements name, and what they import of them, which may be modules."""
    statement = rf"^\s*(?:from|import)\s+({re.escape(package)}(?:\.\w+)*)(?:\s+import\s+(?:\(([^)]*)\)|(.*)))?"
    found = re.findall(statement, source.decode(errors="replace"), re.MULTILINE)
    return [
        name
        for parent, several, few in found
        for name in (parent, *(f"{parent}.{child}" for child in re.findall(r"\w+", several + few)))
    ]


@cache
def _source(module: str) -> bytes:
    """The text of a module; nothing if there is no module of that name where it says."""
    package, *inside = module.split(".")
    spec = find_spec(package)
    for folder_of_package in (spec and spec.submodule_search_locations) or ():
        path = Path(folder_of_package, *inside)
        for file in (path / "__init__.py", path.with_name(f"{path.name}.py")):
            if file.is_file():
                return file.read_bytes()
    return b""
