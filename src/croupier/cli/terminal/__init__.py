"""A table in lines of text: what is shown of it, what is typed, the coach, the rules to look up."""
