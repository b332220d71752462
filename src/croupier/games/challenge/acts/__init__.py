"""What may be done at a table of Blackjack Challenge alone, by subject."""
