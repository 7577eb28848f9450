"""Three Card Draw Poker: three cards and an unseen fourth to draw, against the best three of the dealer's four."""
