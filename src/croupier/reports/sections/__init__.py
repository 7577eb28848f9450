"""The sections of the papers: each gathers the facts of one, and prints nothing."""
