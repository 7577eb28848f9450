"""What cards are worth that a player should not know: neighbours' hands, flashed and marked cards."""
