"""Golden rounds: one readable playthrough of each game, as every seat and somebody who stands by see it."""
