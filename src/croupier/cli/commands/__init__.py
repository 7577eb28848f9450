"""One module for each group of words of the `croupier` command."""
