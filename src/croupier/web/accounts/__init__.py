"""Accounts: people, sessions and API tokens, and the log-in page."""
