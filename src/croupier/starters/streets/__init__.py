"""A starter: a game of streets."""
