"""Blackjack Challenge at a live table."""
