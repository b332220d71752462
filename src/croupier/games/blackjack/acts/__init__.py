"""What may be done at a blackjack table alone: each command with its judge."""
