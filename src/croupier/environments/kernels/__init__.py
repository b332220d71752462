"""The compiled tables, a module for each game, so that no more is compiled than is played.

Each is loaded by `croupier.odds.kernel_loader.load` and imported by nothing else.
"""
