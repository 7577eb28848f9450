"""Simulations on a graphics processor: under Numba's simulator of one, the figures of the processor; without one, one
line. Figures of a real device come from `python -m bench gpu`."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from numba import cuda
from numba.cuda.cudadrv.error import NvvmSupportError

from croupier import extras
from croupier.cli import BAD_INPUT, carry_out
from croupier.games import game_names
from croupier.simulate.gpu import gpu_runner

TWO_SHIFTS = "4300"
"""A whole shift and the beginning of another."""


def _on_simulated_device(*words: str) -> list[str]:
    return _said("simulated_device", *words, NUMBA_ENABLE_CUDASIM="1")


def _said(module: str, *words: str, **settings: str) -> list[str]:
    command = [sys.executable, "-m", f"tests.simulate.{module}", *words]
    done = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_threads_of_a_device_count_what_the_processor_counts() -> None:
    said = _on_simulated_device("1500", "2", "optimal", "three-card-draw")
    assert said == [f"three-card-draw {kind} True" for kind in ("table", "sessions")]


@pytest.mark.confirm
def test_every_game_is_dealt_alike_by_seats_that_play_differently() -> None:
    said = _on_simulated_device(TWO_SHIFTS, "3", "optimal,optimal,simple", *game_names())
    assert said == [f"{name} {kind} True" for name in game_names() for kind in ("table", "sessions")]


@pytest.mark.confirm
@pytest.mark.parametrize(
    ("words", "kernels"),
    [
        ("on-the-draw hold tables", ["play_session", "deal_shift"]),
        *((f"{name} tables", ["deal_shift"]) for name in game_names() if name != "on-the-draw"),
    ],
)
def test_kernels_can_be_compiled_for_a_device(words: str, kernels: list[str]) -> None:
    assert _said("lowered_kernels", *words.split()) == kernels


@pytest.mark.parametrize("words", ["simulate three-card-draw --rounds 1e4", "hold three-card-draw"])
def test_without_a_device_there_is_one_line(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    if cuda.is_available():
        pytest.skip("there is a device")
    assert carry_out([*words.split(), "--engine", "gpu"]) == BAD_INPUT
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    assert "needs an NVIDIA GPU and its driver, and none is found here" in said.err


def test_without_a_compiler_for_it_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    class Uncompiled:
        """A driver without libNVVM: there is a device, and nothing can be made for it."""

        is_available = staticmethod(lambda: True)

        def jit(self, function: Any) -> Any:
            raise NvvmSupportError("libNVVM cannot be found. Do `conda install cudatoolkit`:\nlibnvvm.so: no such file")

    monkeypatch.setattr(gpu_runner, "cuda", Uncompiled())
    with pytest.raises(extras.Refused, match=r"^[^\n]*compiler libraries[^\n]*numba-cuda\[cu13\][^\n]*$"):
        gpu_runner.Gpu()


def test_without_its_packages_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(extras.PACKAGES, "gpu", ("no_such_package",))
    with pytest.raises(extras.Refused, match=r"--engine gpu needs no_such_package.*croupier\[gpu\]"):
        extras.need("gpu")
