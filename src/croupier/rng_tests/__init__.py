"""The generator before a test laboratory: samples, the tests asked of them, and a verdict."""
