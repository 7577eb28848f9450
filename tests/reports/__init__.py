"""Papers: that they say what is true, always in the same bytes, and can be checked."""
