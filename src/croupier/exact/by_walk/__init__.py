"""Games of no family, solved by dealing their procedure: exactly where that fits a budget, else estimated."""
