"""What happened at a table, in words: facts one by one, and rounds as a whole."""
