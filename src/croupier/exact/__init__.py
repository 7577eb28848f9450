"""What the solvers share: evaluators, suit classes, counting, and the Analysis they return."""
