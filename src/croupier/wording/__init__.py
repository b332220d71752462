"""Facts and commands in plain words, for terminal, pages, explanations and records alike.

Begin with `teller`: `say` tells any fact. The sentences are in `table`, in a module for each game
(`blackjack`, `baccarat`, `holdem`), and in `tournament` and `promotion`. `replayed_rounds` tells
the rounds of a record that is played again, `options` what a table has chosen, `commands` what can
be asked.
"""
