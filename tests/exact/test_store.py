"""What is kept: read back whole, built anew when damaged or old, and done without where nothing can be written."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier.exact import store
from croupier.exact.store import FOLDER_VARIABLE, folder, kept, kernel, version_of


class Builder:
    """Builds two arrays and counts how often it had to."""

    def __init__(self) -> None:
        self.built = 0

    def __call__(self) -> dict[str, np.ndarray]:
        self.built += 1
        return {"ways": np.arange(12, dtype=np.uint8).reshape(3, 4), "nothing": np.zeros((0, 5)), "sum": np.array(66)}


@pytest.fixture(autouse=True)
def kept_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(store, "folder", lambda: tmp_path)
    return tmp_path / "counts.arrays"


def is_whole(arrays: dict[str, np.ndarray]) -> bool:
    return (
        arrays["ways"].tolist() == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
        and arrays["ways"].dtype == np.uint8
        and arrays["nothing"].shape == (0, 5)
        and arrays["sum"] == 66
    )


def test_what_is_kept_is_built_once_and_read_back_whole(kept_here: Path) -> None:
    build = Builder()
    assert is_whole(kept("counts", 1, build))
    assert is_whole(kept("counts", 1, build))
    assert build.built == 1
    assert [file.name for file in kept_here.parent.iterdir()] == ["counts.arrays"]


def test_what_is_kept_cannot_be_written_to() -> None:
    build = Builder()
    for _ in range(2):
        with pytest.raises(ValueError, match="read-only"):
            kept("counts", 1, build)["ways"][0, 0] = 1


def test_another_version_is_built_anew_and_replaces_the_old() -> None:
    build = Builder()
    for version in (1, 2, 2, 1):
        assert is_whole(kept("counts", version, build))
    assert build.built == 3


def test_a_file_under_another_name_is_not_taken_for_it(kept_here: Path) -> None:
    build = Builder()
    kept("counts", 1, build)
    kept_here.rename(kept_here.with_name("other.arrays"))
    kept("other", 1, build)
    assert build.built == 2


def test_a_damaged_file_is_built_anew_wherever_the_damage_is(kept_here: Path) -> None:
    build = Builder()
    kept("counts", 1, build)
    whole = kept_here.read_bytes()
    places = [0, len(store._MAGIC), len(store._MAGIC) + 40, len(whole) // 2, len(whole) - 1]
    for count, place in enumerate(places, 2):
        kept_here.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert is_whole(kept("counts", 1, build))
        assert build.built == count
        assert kept_here.read_bytes() == whole
    for cut in (0, 10, 60, len(whole) - 1):
        kept_here.write_bytes(whole[:cut])
        assert is_whole(kept("counts", 1, build))
    assert build.built == len(places) + 5


def test_where_the_file_cannot_be_replaced_the_arrays_are_built_each_time(kept_here: Path) -> None:
    kept_here.mkdir()
    build = Builder()
    assert is_whole(kept("counts", 1, build))
    assert is_whole(kept("counts", 1, build))
    assert build.built == 2
    assert list(kept_here.parent.iterdir()) == [kept_here]


def test_a_folder_that_cannot_be_made_gives_way_to_a_private_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    monkeypatch.setenv(FOLDER_VARIABLE, str(in_the_way / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = folder.__wrapped__()
    assert found.parent == tmp_path
    assert found.is_dir()
    if os.name == "posix":
        assert found.stat().st_mode & 0o077 == 0
        found.chmod(0o777)
        another = folder.__wrapped__()
        assert another != found
        assert another.stat().st_mode & 0o077 == 0


def test_the_named_folder_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "mine"))
    assert folder.__wrapped__() == tmp_path / "mine"


@pytest.mark.skipif(os.name != "posix", reason="who may write is said in another way")
@pytest.mark.parametrize("mode", [0o770, 0o757, 0o1777])
def test_a_folder_that_others_can_write_to_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], mode: int
) -> None:
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(mode)
    monkeypatch.setenv(FOLDER_VARIABLE, str(open_to_all))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert folder.__wrapped__() != open_to_all
    said = capsys.readouterr().err
    assert said == f"croupier: others may write to {open_to_all}: what is kept there is not used\n"


@pytest.mark.skipif(os.name != "posix", reason="whose a file is is said in another way")
def test_a_folder_of_somebody_else_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "theirs"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    made = folder.__wrapped__()
    assert made == tmp_path / "theirs" and made.stat().st_mode & 0o077 == 0
    me = os.getuid()
    os.chown(made, me, -1) if me else os.chown(made, 12345, -1)
    monkeypatch.setattr("os.getuid", lambda: me + 1 if me else 0)
    assert folder.__wrapped__() != made


@pytest.mark.parametrize(
    "statement",
    [
        "from cardroom import deal",
        "from cardroom.deal import SIZE",
        "import cardroom.deal",
        "from cardroom import (\n deal,\n)",
    ],
)
def test_a_module_has_another_version_when_one_that_it_imports_changes(
    statement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "cardroom"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "pack.py").write_text("SIZE = 52\n")
    (package / "deal.py").write_text("from cardroom.pack import SIZE\n")
    (package / "game.py").write_text(f"import math\n{statement}\nfrom os import path\n")
    (package / "other.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)

    def version() -> int:
        store._version.cache_clear()
        store._source.cache_clear()
        return version_of("cardroom.game")

    before = version()
    (package / "other.py").write_text("SIZE = 1\n")
    assert version() == before
    (package / "pack.py").write_text("SIZE = 48\n")
    assert version() != before


def test_with_a_package_and_a_home_that_cannot_be_written_to_kernels_still_compile(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("not a folder")
    program = "from croupier.exact.hand_counts.evaluate import strength5; print(strength5(51, 47, 43, 39, 35) >> 12)"
    surroundings = os.environ | {
        "HOME": str(blocked),
        "XDG_CACHE_HOME": str(blocked),
        FOLDER_VARIABLE: str(blocked / "cache"),
        "TMPDIR": str(tmp_path),
        "NUMBA_CACHE_DIR": "",
    }
    done = subprocess.run(
        [sys.executable, "-c", program], env=surroundings, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("9\n", "")
    assert list(tmp_path.glob("croupier-*/kernels/*"))


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda whole: b"",
    "cut short": lambda whole: whole[: len(whole) // 2],
    "without its last byte": lambda whole: whole[:-1],
    "garbage": lambda whole: b"garbage" * 20,
    "with its first bit turned": lambda whole: bytes([whole[0] ^ 1]) + whole[1:],
    "with a bit turned in the middle": lambda whole: _turned(whole, len(whole) // 2),
    "with its last bit turned": lambda whole: _turned(whole, len(whole) - 1),
}


def _turned(whole: bytes, place: int) -> bytes:
    return whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]


def double(number: Any) -> Any:
    return 2 * number


@pytest.fixture
def kernels(kept_here: Path) -> Iterator[Path]:
    """The folder that kernels are kept in."""
    yield kept_here.parent / "kernels"


def compiled_anew(number: int = 21) -> bool:
    """Whether a kernel that no dispatcher has yet had to be compiled, and its answer is right."""
    fresh: Any = kernel(double)
    assert fresh(number) == 2 * number
    return bool(fresh.stats.cache_misses)


def test_a_kernel_is_compiled_once(kernels: Path) -> None:
    assert compiled_anew()
    assert not compiled_anew()
    assert sorted(file.suffix for file in kernels.rglob("*") if file.is_file()) == [".nbc", ".nbi"]


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_damaged_kernel_is_compiled_anew_and_replaced(kind: str, damage: str, kernels: Path) -> None:
    compiled_anew()
    (file,) = kernels.rglob(f"*.{kind}")
    file.write_bytes(DAMAGE[damage](file.read_bytes()))
    assert compiled_anew()
    assert not compiled_anew()


@pytest.mark.skipif(os.name != "posix", reason="who may write is said in another way")
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_kernel_that_others_could_have_written_is_not_loaded(kind: str, kernels: Path) -> None:
    compiled_anew()
    (file,) = kernels.rglob(f"*.{kind}")
    file.chmod(0o620)
    assert compiled_anew()
    assert file.stat().st_mode & 0o077 == 0
    assert not compiled_anew()


def test_a_kernel_kept_by_other_versions_of_what_compiles_it_is_compiled_anew(
    kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(store, "_KERNEL_MAGIC", b"croupier kernel of numba 0.1\n")
        compiled_anew()
    assert compiled_anew()


def test_machine_code_for_something_else_is_not_run(kernels: Path) -> None:
    compiled_anew()
    (whole,) = kernels.rglob("*.nbc")
    for_floats: Any = kernel(double)
    assert for_floats(0.5) == 1.0
    (other,) = (file for file in kernels.rglob("*.nbc") if file != whole)
    whole.write_bytes(other.read_bytes())
    assert compiled_anew()


def test_where_kernels_cannot_be_kept_they_are_compiled_each_time(kernels: Path) -> None:
    compiled_anew()
    for file in [file for file in kernels.rglob("*") if file.is_file()]:
        file.unlink()
        file.mkdir()
    assert compiled_anew()
    assert compiled_anew()
