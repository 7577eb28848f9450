"""Counting: what is known of a shoe's cards is worth before the next round, bet by bet; counting.md says how."""
