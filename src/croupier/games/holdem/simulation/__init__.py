"""Ultimate Texas Hold'em played by the million."""
