"""What the solvers share: the Analysis they return, a game's mathematics, what is kept of it."""
