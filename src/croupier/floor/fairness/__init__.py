"""Commit and reveal: the seeds of a round, its transcript, and checking one without the house."""
