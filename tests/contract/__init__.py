"""What every game must keep, whatever its rules: one suite over all games, seat counts and settings."""
