"""Overrides: which commands they are, and whether they take a second person."""
