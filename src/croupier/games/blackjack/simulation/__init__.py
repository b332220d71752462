"""Blackjack played by the million."""
