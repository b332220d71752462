"""Ultimate Texas Hold'em as a learning environment."""
