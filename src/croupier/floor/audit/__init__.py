"""The whole house checked from its books alone: chains, references, balances, every table replayed."""
