"""Results set out in tables for people."""
