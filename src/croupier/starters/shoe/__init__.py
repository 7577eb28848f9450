"""A starter: a game from a shoe."""
