"""High Card: one card for each box, one for the dealer, and the higher card wins."""
