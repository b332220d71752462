"""A school for dealers: what to practise before one stands at a table.

`payout_drills` asks what a wager is paid; its answers are the engine's settlements. `exercises` has
tables at which something went wrong, and `by_chance` makes more of them. An exercise is looked at
and played on (`practice_table`), answered (`answers`) and judged (`judging`); `checking` says which
files can be one.
"""
