"""What every table has, whatever its game: people, boxes, wagers, limits, commands and its record.

Begin with `table.py` (the state) and `acts/` (what changes it, by subject). A game joins in through
the hooks of `game_protocol.py`; who may see what is said in `views.py`.
"""
