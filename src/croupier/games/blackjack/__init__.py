"""Blackjack: the round as a coroutine, its rules by name, its settlement, its irregularities."""
