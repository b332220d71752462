"""Baccarat played by the million."""
