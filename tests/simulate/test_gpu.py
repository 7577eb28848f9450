"""Simulations on a graphics processor: under Numba's simulator of one, the figures of the processor; without one, one
line. Figures of a real device come from `python -m bench gpu`."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from numba import cuda

from croupier import extras
from croupier.cli import BAD_INPUT, carry_out
from croupier.games import game_names

TWO_SHIFTS = "4300"
"""A whole shift and the beginning of another."""


def _on_simulated_device(*words: str) -> str:
    command = [sys.executable, "-m", "tests.simulate.simulated_device", *words]
    simulated = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    return subprocess.run(command, env=simulated, capture_output=True, text=True, check=True).stdout


def test_threads_of_a_device_count_what_the_processor_counts() -> None:
    assert _on_simulated_device(TWO_SHIFTS, "2", "optimal", "three-card-draw") == "three-card-draw True\n"


@pytest.mark.confirm
def test_every_game_is_dealt_alike_by_seats_that_play_differently() -> None:
    names = game_names()
    said = _on_simulated_device(TWO_SHIFTS, "3", "optimal,optimal,simple", *names)
    assert said.splitlines() == [f"{name} True" for name in names]


def test_without_a_device_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    if cuda.is_available():
        pytest.skip("there is a device")
    assert carry_out(["simulate", "three-card-draw", "--rounds", "1e4", "--engine", "gpu"]) == BAD_INPUT
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    assert "needs an NVIDIA GPU and its driver, and none is found here" in said.err


def test_without_its_packages_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(extras.PACKAGES, "gpu", ("no_such_package",))
    with pytest.raises(extras.Refused, match=r"--engine gpu needs no_such_package.*croupier\[gpu\]"):
        extras.need("gpu")
