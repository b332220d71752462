"""The law as data: clauses, options, corrections, and citing a rule by its name.

Begin with `instruments.py`, which loads an instrument from `data/`, and `citations.py`, by which
code names the clauses that it goes by.
"""
