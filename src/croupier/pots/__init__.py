"""The two Cincy Pots: raked with late entry, and the ten-game carryover."""

from croupier.pots.carryover import CarryoverPot
from croupier.pots.raked import RakedPot

__all__ = ["CarryoverPot", "RakedPot"]
