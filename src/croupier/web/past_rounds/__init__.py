"""Rounds of the past: the record of a table and each round seen again."""
