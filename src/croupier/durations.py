"""Lengths of time in milliseconds, as every moment of a record is counted."""

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
