"""Limits by place and date."""
