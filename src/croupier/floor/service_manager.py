"""What a service manager is told: systemd's notify protocol, which is a datagram on a socket that it names."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress


def notify(words: str) -> None:
    """Tell whoever started the house; nothing happens where nobody asked to be told."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if sys.platform == "win32" or not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        line.connect(f"\0{address[1:]}" if address.startswith("@") else address)
        line.sendall(words.encode())
