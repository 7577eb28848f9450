"""Classics of the field, each written as its rules and its paytables alone."""
