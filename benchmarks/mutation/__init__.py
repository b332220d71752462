"""Breaks of the rules, clause by clause, and whether the tests that claim a clause notice them."""
