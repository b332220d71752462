"""What may be done at a baccarat table alone, by subject: each command with its judge."""
