"""`croupier tournament`: what conditions lack, and tournaments held by them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.tournament.support import ACT_2006, ACT_2018, INSTRUMENTS, conditions_for
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.tournament import law_of
from croupier.tournament.conditions import ConditionsError, read_conditions
from croupier.tournament.conditions_review import spoken_of

EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples" / "tournaments"


def run(*words: str, given: bytes = b"") -> tuple[int, str, str]:
    answer = CliRunner().invoke(app, ["tournament", *words], input=given)
    if answer.exception is not None and not isinstance(answer.exception, SystemExit):
        raise answer.exception
    return answer.exit_code, answer.stdout, answer.stderr


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_the_examples_have_what_their_instruments_ask_for(instrument: str) -> None:
    status, said, _ = run("check", str(EXAMPLES / f"{instrument}.json"))
    assert status == 0
    assert f"has what {instrument} asks for" in said
    assert "Before entries: " in said


def test_what_is_missing_is_listed_with_its_clause() -> None:
    given = msgspec.json.encode(conditions_for(ACT_2018, groups="", statement=False))
    status, said, _ = run("check", "-", given=given)
    assert status == 1
    assert "groups: say restrictions on groups" in said
    assert "19.3(a)(vi)" in said
    assert "Summer Cup: 2 to put right under act-blackjack-2018." in said
    status, said, _ = run("check", "-", "--json", given=given)
    told = json.loads(said)
    assert status == 1
    assert [each["field"] for each in told["lacking"]] == ["groups", "statement"]


def test_an_empty_document_lists_each_field_once() -> None:
    given = b'{"name": "Cup", "instrument": "act-blackjack-2018"}'
    _, said, _ = run("check", "-", "--json", given=given)
    fields = [each["field"] for each in json.loads(said)["lacking"]]
    assert len(fields) == len(set(fields))
    assert {"starts", "sessions", "chips", "prizes", "statement"} <= set(fields)


def test_it_says_which_prevails() -> None:
    for instrument, winner in ((ACT_2006, "conditions"), (ACT_2018, "rules")):
        given = msgspec.json.encode(conditions_for(instrument, overrides={"blackjack_pays": "2:1"}))
        _, said, _ = run("check", "-", given=given)
        assert f"blackjack_pays 2:1: the {winner} prevail" in said


def test_a_file_that_is_not_conditions_is_an_error() -> None:
    with pytest.raises(ConditionsError, match="fee: there is no such field"):
        run("check", "-", given=b'{"name": "Cup", "instrument": "x", "fee": 1}')
    with pytest.raises(LookupError, match="there is no instrument"):
        run("check", "-", given=b'{"name": "Cup", "instrument": "x"}')
    with pytest.raises(FileNotFoundError):
        run("simulate", "nowhere.json", "--players", "8")


def simulated(*words: str) -> dict[str, Any]:
    file = str(EXAMPLES / f"{ACT_2018}.json")
    status, said, _ = run("simulate", file, "--json", *words)
    assert status == 0
    return dict(json.loads(said))


def test_tournaments_are_held_from_a_seed() -> None:
    told = simulated("--players", "20", "--runs", "2", "--seed", "3")
    first, second = told["runs"]
    assert first["players"] == 20
    assert first["paid"] == first["pool"] == 20 * 90_00
    assert first["chips_issued"] == first["chips_returned"]
    assert first["head"] != second["head"]
    assert simulated("--players", "20", "--runs", "2", "--seed", "3") == told
    assert simulated("--players", "20", "--seed", "4")["runs"][0]["head"] != first["head"]


def test_the_report_says_how_each_habit_did() -> None:
    file = str(EXAMPLES / f"{ACT_2018}.json")
    status, said, _ = run("simulate", file, "--players", "16")
    assert status == 0
    for word in ("one tournament of 16 players", "minimum", "steady", "chaser", "bold"):
        assert word in said
    assert "All chips came back, and all of the pool was paid." in said


def test_too_few_or_too_many_players_are_refused() -> None:
    file = str(EXAMPLES / f"{ACT_2018}.json")
    for players in ("2", "701"):
        status, _, said = run("simulate", file, "--players", players)
        assert status == 1
        assert "--players: from 8 to 700" in said


def test_conditions_that_lack_something_are_not_simulated() -> None:
    given = msgspec.json.encode(conditions_for(ACT_2018, groups=""))
    status, _, said = run("simulate", "-", "--players", "8", given=given)
    assert status == 1
    assert "19.3(a)(vi)" in said


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_conditions_are_shown_as_patrons_read_them(instrument: str) -> None:
    file = str(EXAMPLES / f"{instrument}.json")
    status, said, _ = run("show", file)
    assert status == 0
    for words in ("Entry fee: $100", "Prize pool: 1. 50 %, 2. 30 %, 3. 20 %", "Limits: "):
        assert words in said
    _, as_data, _ = run("show", file, "--json")
    told = json.loads(as_data)
    shown = {c for s in told["sections"] for each in s["statements"] for c in each["clauses"]}
    conditions = read_conditions((EXAMPLES / f"{instrument}.json").read_bytes())
    law = law_of(instrument)
    asked = set(spoken_of(conditions, law)) - set(law.must_contain.clauses)
    assert asked <= shown
