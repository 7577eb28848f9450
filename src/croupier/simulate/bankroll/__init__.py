"""Sessions with a bankroll: simulated, and by the churn formula."""
