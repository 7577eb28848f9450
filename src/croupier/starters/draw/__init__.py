"""A starter: a draw."""
