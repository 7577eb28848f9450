"""The two Cincy Pots: raked with late entry, and the ten-game carryover."""
