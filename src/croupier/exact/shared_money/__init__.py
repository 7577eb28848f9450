"""Money that several hands compete for: shares of a pot, a payout limit for the whole table."""
