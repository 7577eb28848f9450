"""Hands counted: evaluators, classes of suits, what may still come, who beats whom."""
