"""A starter: a game with a shared board."""
