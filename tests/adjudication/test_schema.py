"""The JSON Schema of round files takes what adjudication reads, and turns away what it does not."""

from __future__ import annotations

import json
from typing import Any

import jsonschema  # type: ignore[import-untyped] # it comes without types
import pytest
from tests.adjudication.files import round_file
from tests.adjudication.irregular_evenings import IrregularEvening
from tests.adjudication.test_scripts import EXAMPLE
from tests.casino.evenings import INSTRUMENTS
from tests.cli.test_adjudicate import run

from croupier.adjudication.export import BeyondTheFormat, one_line, round_files
from croupier.adjudication.schema import round_file_schema

SCHEMA = round_file_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_it_is_a_schema_and_the_command_line_prints_it() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    status, out, err = run("--schema")
    assert (status, err) == (0, "")
    assert json.loads(out) == SCHEMA


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_every_file_that_is_exported_fits(instrument: str) -> None:
    files = [
        file
        for seed in range(3)
        for _, file in round_files(
            IrregularEvening(instrument, seed, trouble=0.4).play(6).table.record.lines
        )
        if not isinstance(file, BeyondTheFormat)
    ]
    assert len(files) > 8
    for file in files:
        VALIDATOR.validate(json.loads(one_line(file)))


def test_both_editions_fit() -> None:
    VALIDATOR.validate(EXAMPLE)
    VALIDATOR.validate(
        round_file(
            "act-blackjack-2018", "1 P 20; 1 Q 10", "8S AD 9H KC", "P insures 1 for 10; 1 stand"
        )
    )


@pytest.mark.parametrize(
    "change",
    [
        {"instrument": "poker"}, {"cards": ["1X"]}, {"bets": []}, {"decisions": []},
        {"script": [{"do": "hti"}]}, {"script": [{"do": "hit", "box": "one"}]},
        {"script": [{"action": "fold", "box": 1}]}, {"script": [{"deal": 0}]},
        {"script": [{"next": False}]}, {"options": {"deks": 6}}, {"boxes": 13},
        {"paid": [{"player": "ana", "net": 5}]}, {"chips": {"ana": -1}}, {"stop": 1},
        {"wagers": [{"box": 0, "player": "ana", "wager": "main", "amount": 5}]},
    ],
)  # fmt: skip
def test_what_is_no_round_does_not_fit(change: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate({**EXAMPLE, **change})
