"""What keeps secrets and signs: the key and where it comes from, sealed seeds, the house's signature."""
