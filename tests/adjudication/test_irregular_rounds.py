"""Irregular rounds in which several mechanisms meet, with results worked out by hand beforehand."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.meetings.table import Meeting, nets, round_file
from tests.meetings.test_meetings import watch_tables

from croupier.adjudication import Answer, adjudicate
from croupier.cli.coverage import PREFIXES

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet
    from tests.conftest import Witness

ROUNDS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("irregular_rounds.toml").read_text()
)["round"]
_MARKS = {instrument: prefix for prefix, instrument in PREFIXES.items()}


def _case(place: int, given: dict[str, Any]) -> ParameterSet:
    fields = {key: value for key, value in given.items() if key != "instrument"}
    instrument, clauses = given["instrument"], given["clauses"]
    mark = _MARKS[instrument]
    return pytest.param(
        instrument,
        Meeting(pairs=[], **fields),
        id=f"{mark}-{place}",
        marks=pytest.mark.clause(*(f"{mark}:{each}" for each in clauses)),
    )


@pytest.mark.parametrize(
    ("case_of", "meeting"), [_case(place, each) for place, each in enumerate(ROUNDS, 1)]
)
def test_an_irregular_round_settles_as_the_law_says(
    case_of: str, meeting: Meeting, witness: Witness, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch_tables(witness, monkeypatch)
    file, refused = round_file(meeting, case_of)
    answer = adjudicate(file)
    assert isinstance(answer, Answer), answer
    entries = answer.script or ()
    found = {place: each.refused for place, each in enumerate(entries, 1) if each.refused}
    assert set(found) == set(refused), found
    assert all(by in found[place].clauses for place, by in refused.items()), found
    expected = meeting.net if isinstance(meeting.net, list) else [meeting.net or ""]
    results = {number: each.net for number, each in answer.rounds.items()}
    assert results == {str(n): nets(each) for n, each in enumerate(expected, 1)}
