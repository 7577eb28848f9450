"""What cards are worth that a player should not know: neighbours' hands and cards that were seen outside the round."""
