"""`croupier rules --name`: a rule by the name that code has for it."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.cli.named_rules import named_rules
from croupier.rulebook.instruments import instruments, load


def run(*words: str) -> str:
    """Return the output of a command that succeeds."""
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_a_rule_is_shown_with_its_value_clauses_options_and_readers() -> None:
    found = json.loads(run("rules", "act-blackjack-2018", "--name", "players_per_box", "--json"))
    (rule,) = found["rules"]
    assert rule == {
        "section": "table",
        "path": "players_per_box",
        "clauses": ["4.5"],
        "value": 3,
        "value_name": "players_per_box",
    }
    assert any(place.startswith("croupier/table/") for place in found["code"])
    shown = run("rules", "act-blackjack-2018", "--name", "players_per_box")
    assert "amend it as players_per_box" in shown
    assert "4.5" in shown


def test_the_readings_of_options_and_of_a_choice_are_shown() -> None:
    words = ("rules", "act-blackjack-2018", "--name", "over_maximum")
    found = json.loads(run(*words, "--json"))
    assert found["readings"]["box_max_scope"] == {
        "total": "All wagers on the box together.",
        "each": "Each owner's wager by itself.",
    }
    assert "each   Each owner's wager by itself." in run(*words)
    shown = run("rules", "nsw-blackjack-challenge", "--name", "soft_17")
    assert "hit: The dealer draws on a soft 17 too" in shown


def test_a_group_of_rules_is_shown_by_its_name() -> None:
    found = named_rules(load("act-blackjack-2018"), "perfect-pairs")
    assert {rule.path for rule in found} >= {
        "side_bets.perfect-pairs.window",
        "side_bets.perfect-pairs.most_per_box",
    }


@pytest.mark.parametrize("instrument", instruments())
def test_every_clause_of_a_rule_exists_and_every_section_has_rules(instrument: str) -> None:
    book = load(instrument)
    rules = named_rules(book)
    assert {rule.section for rule in rules} == set(book.law)
    for rule in rules:
        assert set(rule.clauses) <= set(book.by_id), rule.path


def test_an_unknown_name_is_refused_with_its_near_misses() -> None:
    with pytest.raises(LookupError, match=r"did you mean over_maximum\?"):
        named_rules(load("act-blackjack-2018"), "over_maximun")


def test_the_number_of_a_clause_finds_its_rules_and_the_entries_that_amend_them() -> None:
    found = {rule.path for rule in named_rules(load("act-blackjack-2018"), "13.1(d)")}
    assert found == {"player_bust", "limbs.main.player_bust.clauses"}
    shown = run("rules", "act-blackjack-2018", "--name", "13.1(g)")
    assert 'Amend it with [[limb]], table = "main", limb = "stand_off".' in shown
    shown = run("rules", "act-blackjack-2018", "--name", "3.4")
    assert 'Amend it with [[rule]], section = "table", rule = "under_minimum".' in shown
