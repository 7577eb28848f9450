"""On the Draw: seven cards against a pay schedule, three chances to bet while still on the draw."""
