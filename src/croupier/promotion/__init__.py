"""Promotional prizes: their terms, the draw, the winners, and what is refused and why."""
