"""The games that this program knows, each a package of its own.

What they share is in `croupier.game_rules`.
"""
