"""Values of the rules: each defined once, read exactly, and told in the texts that state them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from croupier.money import Odds
from croupier.rulebook.instruments import instruments, load, read_data
from croupier.rulebook.rule_values import NotAValue, Value


def rule(type: Any, value: object, **more: Any) -> Value:
    return Value(name="rule", says="A rule", clauses=("1.1",), type=type, value=value, **more)


@pytest.mark.parametrize(
    ("asked", "parsed", "words"),
    [
        (rule("odds", "3 to 2"), Odds(3, 2), "3 to 2"),
        (rule("odds", "6:5"), Odds(6, 5), "6 to 5"),
        (rule("odds", 5000), Odds(5000), "5,000 to 1"),
        (rule("number", 4), 4, "four"),
        (rule("number", 20), 20, "20"),
        (rule("per cent", 5), Fraction(5), "5 per cent"),
        (rule("per cent", "2.5"), Fraction(5, 2), "2.5 per cent"),
        (rule("multiples", [4, 3]), (3, 4), "three times or four times"),
        (rule("multiples", [1, 2]), (1, 2), "as much as or twice"),
        (rule("points", [0, 1, 2], minimum=0), frozenset({0, 1, 2}), "0 to 2"),
        (rule("points", [], minimum=0), frozenset(), "no total"),
        (
            rule("third cards", ["none", 6, 7], minimum=0, maximum=9),
            frozenset({None, 6, 7}),
            "draws against 6 and 7, and if the player's hand stood",
        ),
        (
            rule("third cards", ["none"], minimum=0, maximum=9),
            frozenset({None}),
            "draws if the player's hand stood, and then alone",
        ),
        (
            rule("third cards", ["none", *range(2, 10)], minimum=0, maximum=9),
            frozenset({None, *range(2, 10)}),
            "draws, except against a 0 and 1",
        ),
        (rule("choice", "a", readings={"a": "So.", "b": "Or so."}), "a", "So."),
    ],
)
def test_a_value_is_read_and_told(asked: Value, parsed: object, words: str) -> None:
    assert asked.parsed == parsed
    assert asked.words == words
    assert asked.with_value(asked.value).parsed == parsed


@pytest.mark.parametrize(
    ("type", "given", "said"),
    [
        ("odds", 1.2, "1.2 is a decimal fraction; values are exact"),
        ("odds", "1.2 to 1", "not odds"),
        ("odds", "0 to 1", "not odds"),
        ("odds", "3 to 0", "not odds"),
        ("odds", True, "true is not odds"),
        ("odds", None, "null is not odds"),
        ("odds", 10_000_000, "not odds"),
        ("number", 4.0, "4.0 is a decimal fraction"),
        ("number", "4", '"4" is not a whole number from 1 to 9'),
        ("number", 10, "10 is not between 1 and 9"),
        ("number", False, "false is not a whole number"),
        ("per cent", 2.5, "2.5 is a decimal fraction"),
        ("per cent", "10", "from 1 to 9"),
        ("per cent", "1/2", "from 1 to 9"),
        ("multiples", [], "not a list of different whole numbers"),
        ("multiples", [2, 2], "not a list of different whole numbers"),
        ("multiples", 3, "3 is not a list"),
        ("multiples", ["none"], "not a list of different whole numbers"),
        ("points", [0], "not a list of different totals from 1 to 9"),
        ("points", ["none"], "not a list of different totals"),
        ("third cards", ["nothing"], 'points from 1 to 9 and "none"'),
        ("choice", "c", '"c" is not one of a, b'),
    ],
)
def test_what_a_rule_cannot_have_is_refused(type: Any, given: object, said: str) -> None:
    asked = rule(type, None, maximum=9, readings={"a": "So.", "b": "Or so."})
    with pytest.raises(NotAValue, match=re.escape(said)):
        asked.read(given)


@pytest.mark.parametrize("name", instruments())
def test_each_clause_that_states_a_value_tells_it(name: str) -> None:
    """A text of the rulebook has the value by its name; nothing is typed a second time."""
    book, file = load(name), read_data(name).decode()
    for value in book.values:
        assert f"{{{value.name}}}" in file, value.name
        texts = [book.clause(clause).says.casefold() for clause in value.clauses]
        assert any(value.words.casefold() in text for text in texts), value.name


@pytest.mark.parametrize("name", instruments())
def test_no_odds_stand_in_a_text_of_the_rulebook_but_as_a_value(name: str) -> None:
    typed = re.findall(
        r'"says": "[^"]*?\b(?:pays?|paid) [0-9,]+ to [0-9]', read_data(name).decode()
    )
    assert typed == []
