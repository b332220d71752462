"""A table in the terminal: the session that plays, and two ways of showing it."""
