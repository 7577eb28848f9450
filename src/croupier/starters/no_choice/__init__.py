"""A starter: a game without a choice."""
