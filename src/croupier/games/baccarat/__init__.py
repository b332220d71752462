"""Mini-Baccarat: the round, its rules and its wagers."""
