"""`croupier options`: what an instrument leaves for a table to choose."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.rulebook.instruments import instruments, load


def options(*words: str) -> str:
    answer = CliRunner().invoke(app, ["options", *words], env={"COLUMNS": "80"})
    assert answer.exit_code == 0
    return answer.stdout


@pytest.mark.parametrize("instrument", instruments())
def test_every_option_is_listed_with_its_clauses_and_readings(instrument: str) -> None:
    lines = [line.strip() for line in options(instrument).splitlines()]
    for option in load(instrument).options:
        assert f"{option.name}  {', '.join(option.clauses)}".rstrip() in lines
        assert all(any(line.startswith(value) for line in lines) for value in option.readings)
    assert all(len(line) <= 80 for line in lines)


def test_one_option_alone_in_words_and_as_data() -> None:
    told = options("act-mini-baccarat-2016", "dealing")
    assert "face_down" in told
    assert "settlement" not in told
    data = json.loads(options("act-mini-baccarat-2016", "dealing", "--json"))
    (dealing,) = data["options"]
    assert (dealing["name"], dealing["default"]) == ("dealing", "face_up")


def test_an_option_that_is_not_there_names_its_near_miss() -> None:
    answer = CliRunner().invoke(app, ["options", "act-blackjack-2018", "soft17"])
    assert str(answer.exception) == (
        "act-blackjack-2018 has no option soft17; did you mean soft_17?"
    )
