"""The meetings of mechanisms: each pair is a case with its clauses, or cannot meet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.meetings.table import (
    MECHANISMS,
    NAMES,
    OPTIONS,
    PAIRS,
    Meeting,
    clauses_of,
    files,
    meetings,
    nets,
    pair_of,
    round_file,
    unknown_mechanisms,
)

from croupier.adjudication import Answer, adjudicate
from croupier.cli.coverage import PREFIXES
from croupier.rulebook import coverage
from croupier.rulebook.instruments import load
from croupier.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _pytest.mark import ParameterSet
    from tests.conftest import Witness

    from croupier.aggregate.facts import Fact

_MARKS = {instrument: prefix for prefix, instrument in PREFIXES.items()}


def _cases() -> Iterator[ParameterSet]:
    for instrument in OPTIONS:
        for file, meeting in meetings(instrument):
            if meeting.cannot is None and meeting.test is None:
                claimed = clauses_of(meeting, instrument)
                marks = [pytest.mark.clause(*(f"{_MARKS[instrument]}:{each}" for each in claimed))]
                if meeting.until:
                    marks.append(pytest.mark.xfail(reason=meeting.until))
                place = files()[file].meeting.index(meeting) + 1
                name = f"{file}-{place}-{_MARKS[instrument]}: {', '.join(meeting.pairs)}"
                yield pytest.param(instrument, meeting, id=name, marks=marks)


@pytest.mark.parametrize(("case_of", "meeting"), list(_cases()))
def test_the_law_decides_the_meeting(
    case_of: str, meeting: Meeting, witness: Witness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The witness of the suite fails a case whose clauses were not cited."""
    watch_tables(witness, monkeypatch)
    file, refused = round_file(meeting, case_of)
    answer = adjudicate(file)
    assert isinstance(answer, Answer), answer
    entries = answer.script or ()
    found = {place: each.refused for place, each in enumerate(entries, 1) if each.refused}
    assert set(found) == set(refused), found
    for place, by in refused.items():
        assert by in found[place].clauses, found[place]
    if isinstance(meeting.net, str):
        assert answer.net == nets(meeting.net)
    elif meeting.net is not None:
        rounds = {number: each.net for number, each in answer.rounds.items()}
        assert rounds == {str(n): nets(each) for n, each in enumerate(meeting.net, 1)}


def watch_tables(witness: Witness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell the witness what the facts of tables cite, the facts before the script too."""
    do = Table.do

    def watched(self: Table, *args: Any, **kwargs: Any) -> tuple[Fact, ...]:
        facts = do(self, *args, **kwargs)
        for fact in facts:
            witness.others.update(fact.clauses)
        return facts

    monkeypatch.setattr(Table, "do", watched)


@pytest.mark.parametrize("part", MECHANISMS)
@pytest.mark.parametrize("name", OPTIONS)
def test_each_pair_has_an_entry(name: str, part: str) -> None:
    """A pair with a mechanism of tournaments belongs to the half of tournaments."""
    unknown = unknown_mechanisms(name)
    answered = {pair_of(pair) for _, meeting in meetings(name) for pair in meeting.pairs}
    missing = [
        " / ".join(pair)
        for pair in PAIRS
        if bool({*pair} & {*MECHANISMS["tournament"]}) == (part == "tournament")
        and pair not in answered
        and not {*pair} & {*unknown}
    ]
    assert not missing, f"{len(missing)} pairs have no entry"


@pytest.mark.parametrize("name", OPTIONS)
def test_each_entry_is_whole(name: str) -> None:
    """An entry states the law and its clauses, or a reason; a pair is not both."""
    cannot, cases = set(), set()
    for _, meeting in meetings(name):
        pairs = {pair_of(pair) for pair in meeting.pairs}
        assert meeting.pairs, meeting
        if meeting.cannot is not None:
            cannot |= pairs
            assert meeting.cannot.strip().endswith("."), meeting
            continue
        cases |= pairs
        clauses = clauses_of(meeting, name)
        assert meeting.law.strip().endswith("."), meeting
        assert clauses, meeting
        assert all(clause in load(name).by_id for clause in clauses), meeting
        assert (meeting.test is None) == bool(meeting.round or meeting.cards or meeting.script), (
            meeting
        )
    assert not cannot & cases, "pairs that are said to meet and not to meet"
    assert not {*unknown_mechanisms(name)} & {each for pair in cases for each in pair}
    assert {*unknown_mechanisms(name)} <= {*NAMES}


def test_the_tests_elsewhere_exist_and_claim_the_clauses() -> None:
    claimed = coverage.tests_in(Path(__file__).parents[1], PREFIXES)
    for instrument in OPTIONS:
        for _, meeting in meetings(instrument):
            if meeting.test is not None:
                for clause in clauses_of(meeting, instrument):
                    assert meeting.test in claimed[instrument].get(clause, ()), (meeting, clause)


def test_the_instruments_are_all_there() -> None:
    assert set(OPTIONS) == set(PREFIXES.values())
