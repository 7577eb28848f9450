"""Croupier as somebody gets it who installs it."""
