"""Blackjack in the terminal."""
