"""A starter: a showdown."""
