"""What `import croupier as cr` gives: games, and results that show themselves in a notebook."""
