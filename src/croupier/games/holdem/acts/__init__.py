"""What may be done at a Hold'em table alone, by subject: each command with its judge."""
