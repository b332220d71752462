"""The casino above the tables and their games: its house, its floor, and the store of its records.

`house/` has the accounts, people and books; `store/` keeps every record in a database; `floor/`
runs all of it and is where commands come in. `house_views.py` and `cage.py` have what the web may
know of the house. `disclosure.py` says who is told which fact. The rest is read out of records, as
`store_verification.py`, `significant_events.py`, `meters.py` and `past_rounds.py`.
"""
