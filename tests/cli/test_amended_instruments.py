"""Every command that takes an amendment takes one that changes more than values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped] # it comes without types
import msgspec
import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.rulebook.amendments import amended
from croupier.rulebook.instruments import instruments, read_data

BASIS = "act-blackjack-2018"
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "house-edition.toml"
NATURAL = EXAMPLE.parent / "natural.json"


def run(*words: str) -> str:
    """Return the output of a command that succeeds."""
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 0, answer.output
    return answer.output


def run_json(*words: str) -> Any:
    return json.loads(run(*words, "--amend", str(EXAMPLE), "--json"))


def test_rules_shows_new_clauses_and_new_numbers() -> None:
    shown = run("rules", BASIS, "3.6", "--amend", str(EXAMPLE))
    assert "Not in the approved instrument." in " ".join(shown.split())
    shown = run("rules", BASIS, "21.1", "--amend", str(EXAMPLE))
    assert "18.1 in the approved instrument" in " ".join(shown.split())
    (rule,) = run_json("rules", BASIS, "--name", "over_maximum")["rules"]
    assert rule["clauses"] == ["3.5", "3.6"]


def test_options_and_values_are_the_amended_ones() -> None:
    found = {each["name"]: each for each in run_json("options", BASIS)["options"]}
    assert (found["soft_17"]["fixed"], found["soft_17"]["default"]) == (True, "stand")
    assert list(found["side_bets"]["readings"]) == ["pairs-play"]
    values = {each["name"]: each["value"] for each in run_json("values", BASIS)["values"]}
    assert values["players_per_box"] == 2


def test_compare_lists_what_became_of_clauses() -> None:
    found = run_json("compare", BASIS)
    became = {tuple(each["from"]): (each["change"], each["to"]) for each in found["clauses"]}
    assert became["18.1",] == ("renumbered", ["21.1"])
    assert became[()] == ("added", ["3.6"])
    assert became["4.5",] == ("changed", ["4.5"])
    shown = run("compare", BASIS, "--amend", str(EXAMPLE))
    assert "Clauses that differ" in shown
    assert "Options that differ" in shown


def test_compare_shows_the_rules_where_the_edges_cannot_be_known(tmp_path: Path) -> None:
    """Odds represent every bust of the dealer alike, so they refuse a stand-off against 22."""
    limb = {
        "table": "main", "limb": "push_22", "does": "add", "clauses": ["13.1(g)"],
        "when": {"dealer_total": 22, "player_total": "2 to 20"},
        "outcome": "push", "over": ["dealer_bust"],
    }  # fmt: skip
    file = tmp_path / "push.json"
    file.write_text(json.dumps({"amends": BASIS, "id": "push", "title": "P", "limb": [limb]}))
    found = json.loads(run("compare", BASIS, "--amend", str(file), "--json"))
    assert [each["from"] for each in found["clauses"]] == [["13.1(g)"]]
    assert found["edges"] is None
    assert "limb push_22 (13.1(g)) of main" in found["edges_unknown"]
    shown = run("compare", BASIS, "--amend", str(file))
    assert "The edges are not known: the analyses of blackjack" in " ".join(shown.split())


def test_compare_of_values_alone_is_as_before() -> None:
    six_to_five = str(EXAMPLE.with_name("six-to-five.toml"))
    found = json.loads(run("compare", BASIS, "--amend", six_to_five, "--json"))
    assert found["clauses"] is None


def test_a_round_is_settled() -> None:
    answer = json.loads(run("adjudicate", str(NATURAL), "--amend", str(EXAMPLE)))
    assert answer["not_approved"] == f"Not an approved instrument: it amends {BASIS}"


@pytest.mark.parametrize(
    "words",
    [
        ("odds", BASIS, "--option", "side_bets=pairs-play"),
        ("strategy", BASIS),
        ("simulate", BASIS, "--rounds", "200", "--seed", "1"),
    ],
    ids=lambda words: words[0],
)
def test_what_is_worked_out_says_that_it_is_not_approved(words: tuple[str, ...]) -> None:
    shown = run(*words, "--amend", str(EXAMPLE))
    assert f"it amends {BASIS}" in " ".join(shown.split())


# --- the formats


def schema_of(kind: str) -> jsonschema.Draft202012Validator:
    schema = json.loads(run("instruments", "--schema", kind))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_every_data_file_fits_the_schema_and_a_flaw_does_not() -> None:
    validator = schema_of("instrument")
    for name in instruments():
        validator.validate(json.loads(read_data(name)))
    flawed = json.loads(read_data(BASIS))
    flawed["law"]["table"]["over_maximum"] = {"clauses": "3.5"}
    assert not validator.is_valid(flawed)


def test_an_amendment_fits_the_schema_and_a_flaw_does_not() -> None:
    validator = schema_of("amendment")
    amendment = msgspec.to_builtins(amended(EXAMPLE).amendment)
    validator.validate(json.loads(json.dumps(amendment)))
    assert not validator.is_valid({**amendment, "option": [{"option": "decks", "fix": 6}]})
