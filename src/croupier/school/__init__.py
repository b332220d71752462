"""A school for dealers: what to practise before one stands at a table.

`payout_drills` asks what a wager is paid; its answers are the engine's settlements.
"""
