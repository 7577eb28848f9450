"""Draw 'n Shoot 21: cards from a shoe and one roll of two dice, against pay tables."""
