"""The papers of a game: math report, rules of play, strategy card, table layout, rack card and submission."""
