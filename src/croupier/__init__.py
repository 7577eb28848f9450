"""Croupier makes casino table games executable: one definition deals, proves, simulates and certifies each game."""

__version__ = "0.2.0"
