"""Cincinnati Stud: seven cards each, head to head with the dealer, and a pot that carries over ten games."""
