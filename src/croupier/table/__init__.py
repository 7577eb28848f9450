"""The round engine: seats, bet spots, procedure steps, events and views."""
