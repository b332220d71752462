"""A school for dealers: what to practise before one stands at a table.

`payout_drills` asks what a wager is paid; its answers are the engine's settlements. `exercises`
has tables at which something went wrong, and judges what a trainee does about it; `by_chance` makes
more of them, and finds one by its name.
"""
