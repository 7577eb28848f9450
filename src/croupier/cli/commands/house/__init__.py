"""The words of those who run a house: serve, back up, migrate, close the day."""
