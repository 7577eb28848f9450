"""The command interrupted by somebody who watches its bar."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
from typing import Any

from tests.cli.terminal import COMMAND

DEALT = re.compile(rb"[1-9][\d,]* (rounds|sessions) .*/s")
"""A bar that shows that something has been dealt."""


def interrupted(*words: str) -> dict[str, Any]:
    """Run the command on a terminal, press Ctrl-C once its bar has moved, and read what it says for programs."""
    ours, its_own = pty.openpty()
    running = subprocess.Popen(
        [*COMMAND, *words, "--json"],
        stdout=subprocess.PIPE,
        stderr=its_own,
        text=True,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "120"},
    )
    os.close(its_own)
    seen, pressed = b"", False
    try:
        while shown := _read(ours):
            seen += shown
            if not pressed and DEALT.search(seen):
                running.send_signal(signal.SIGINT)
                pressed = True
        out, _ = running.communicate(timeout=60)
    finally:
        os.close(ours)
        running.kill()
    assert running.returncode == 0, seen.decode()
    said: dict[str, Any] = json.loads(out)
    run = said.pop("run")
    assert run["interrupted"]
    return said


def _read(terminal: int) -> bytes:
    """What is shown next; nothing once the program has ended."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""
