"""Sections of the math report: each wager, what a change does, the method, the published figures."""
