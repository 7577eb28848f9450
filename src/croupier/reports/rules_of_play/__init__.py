"""Sections of the rules of play: equipment, procedure, limits, examples, what is done when something goes wrong."""
