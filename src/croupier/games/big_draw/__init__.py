"""Big Draw Poker: five-card draw or deuces wild, as the player with the button chooses."""
