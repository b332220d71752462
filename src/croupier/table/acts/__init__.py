"""What may be done at a table, by subject: each command with the act that judges it."""
