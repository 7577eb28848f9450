"""A table in the terminal: the felt drawn with characters, and what is typed at it."""
