"""What can be asked of a promotion, by subject."""
