"""The `croupier` command."""

from croupier.cli.app import BAD_INPUT, COMMANDS, STOPPED, carry_out, main

__all__ = ["BAD_INPUT", "COMMANDS", "STOPPED", "carry_out", "main"]
