"""The words that answer with numbers: analyze, solve, tune, simulate, hold."""
