"""Gymnasium environments for every game: rounds by the table or by a family's kernel."""
