"""Small games to begin with, one of each family: `croupier new` writes a copy of one under a name of its own."""
