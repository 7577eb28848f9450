"""The `croupier` command: help and version at once, everything else by the module of the command."""

from __future__ import annotations

import sys

from croupier import __version__
from croupier.cli.registry import ASKS_FOR_HELP, BAD_INPUT, COMMANDS, STOPPED, command_asked, help_page, nobody_reads

__all__ = ["BAD_INPUT", "COMMANDS", "STOPPED", "carry_out", "main"]


def main() -> None:
    """Carry out the command line."""
    sys.exit(carry_out(sys.argv[1:]))


def carry_out(words: list[str]) -> int:
    """Carry out a command; its exit status is 2 for words that cannot be right, which are answered in one line."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if command_asked(words) is None and not {*words} - {*ASKS_FOR_HELP, "--version"}:
        try:
            print(f"croupier {__version__}" if words[:1] == ["--version"] else help_page(), flush=True)
        except BrokenPipeError:
            return nobody_reads()
        return 0
    from croupier.cli.dispatch import dispatch

    return dispatch(words)
