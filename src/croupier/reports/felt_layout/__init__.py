"""The table layout at real scale."""
