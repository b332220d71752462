"""Mini-Baccarat in the terminal."""
