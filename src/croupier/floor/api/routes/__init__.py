"""The API's operations, grouped by who asks."""
