"""Learning environments for Gymnasium and OpenSpiel, for every game: rounds by the table or by a family's kernel."""
