"""The web table in a real browser, against a real house."""
