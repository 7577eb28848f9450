"""The dealer school: a trainee deals rounds of the real procedure and is marked, step by step."""
