"""Blackjack as a learning environment."""
