"""The tests in `played` need the game to be installed, which `test_installed_game.py` sees to."""

from __future__ import annotations

from importlib.metadata import entry_points

collect_ignore = [] if entry_points(group="croupier.games", name="high-card") else ["played"]
