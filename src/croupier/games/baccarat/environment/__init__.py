"""Baccarat as a learning environment."""
