"""The lobby: the tables on the floor, and what is announced."""
