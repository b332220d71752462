"""The console of a table: everything that staff may do there, with what the rules say about it."""
