"""Numbers and clauses of the law stand in the data files, not in Python."""

from __future__ import annotations

import ast
from collections import Counter

import pytest
from tests.rulebook.numbers_in_python import LISTED, everything_found, listed, literals


def test_every_number_in_a_procedure_is_listed_with_the_reason() -> None:
    """A number that a clause states is a named value, so an amendment reaches it."""
    found = Counter((place, what) for place, each in everything_found().items() for what in each)
    known = Counter(
        (place, what)
        for places in listed().values()
        for place, each in places.items()
        for what in each
    )
    hint = f"name it in the instrument's data file, or say in {LISTED.name} why it is not law"
    assert [*(found - known)] == [], hint
    assert [*(known - found)] == [], f"{LISTED.name} lists what Python does not have any more"


def test_no_clause_is_named_in_python() -> None:
    clauses = [
        (place, what)
        for places in listed().values()
        for place, each in places.items()
        for what in each
        if what.startswith("clause ") and not place.startswith("tournament/conditions.py:")
    ]
    assert clauses == []  # there, 0.2.0 and 1.3.0 are versions of the program


DISGUISES = {
    "arithmetic": "def f(law, n):\n    return Refused('too many', law.box) if n - 3 > 0 else None",
    "keyword default": "def f(law, *, most=3):\n    return Cited(most, law.players_per_box)",
    "f-string": "def f(law):\n    raise Refused(f'at most {3} may bet', law.players_per_box)",
    "text": "def f(law):\n    raise Refused('at most three may bet', law.players_per_box)",
    "tuple": "LIMITS = (('players_per_box', 3),)",
    "comparison": "def f(law, bets):\n    return law.players_per_box if len(bets) >= 3 else None",
    "class attribute": "class Box:\n    most = 3",
    "annotated attribute": "class Box:\n    most: int = 3",
    "number read from text": "def f(law):\n    return Cited(int('3'), law.players_per_box)",
    "one, cited": "def f(law):\n    return Cited(value=1, clauses=law.players_per_box)",
    "fraction": "def f(stake):\n    return stake * 0.5",
    "range": "PLAYERS = range(1, 4)",
    "pattern": "def f(n):\n    match n:\n        case 3:\n            return True",
    "clause": "def f():\n    return cite('14.6')",
    "clause in arithmetic": "def f():\n    return cite('14' + '.6')",
    "clause in an f-string": "def f(part):\n    return cite(f'{part}.5(b)')",
    "clause of numbers": "def f():\n    return cite(f'{4}.{5}')",
    "clause in a tuple": "CITED = ('13.1(g)', 'A:Stand off')",
    "clause as default": "def f(clause='A:Box'):\n    return Clauses((clause,))",
    "clause compared": "def f(clause):\n    return clause == '8.1(a)'",
    "clause as class attribute": "class Law:\n    box = 'A:' + 'Box'",
    "clause as bytes": "CLAUSE = b'4.5'",
    "clause as a key": "WHY = {'4.5': 'too many'}",
}


@pytest.mark.parametrize("name", DISGUISES)
def test_a_number_or_a_clause_is_found_in_every_disguise(name: str) -> None:
    found = [what for _, what, _ in literals(ast.parse(DISGUISES[name]))]
    assert found, DISGUISES[name]
    wants = name.startswith("clause") and name not in (
        "clause in arithmetic", "clause in an f-string", "clause of numbers",
    )  # fmt: skip
    assert any(what.startswith("clause") for what in found) is wants


def test_comments_types_and_counting_from_one_are_no_law() -> None:
    source = '''"""Clause 4.5 allows three."""
def f(law: Cited[int], cards: list) -> None:
    """At most 3 (4.5)."""
    return cards[0], cards[1:], Cited(0, NOTHING)
'''
    assert [*literals(ast.parse(source))] == []
