"""The pit: what tables and players should bring by the exact mathematics, and what is too far from it to be chance."""
