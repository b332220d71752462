"""Nothing that a user relies on has changed since 1.2.0 but by a named change."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.frozen import outputs
from tests.frozen.groups import GROUPS
from tests.frozen.outputs import Difference

from croupier.rulebook.instruments import load


@pytest.mark.parametrize("group", GROUPS)
def test_the_outputs_of_a_group_are_as_expected(group: str) -> None:
    differences = outputs.compare(group, GROUPS[group]())
    assert not differences, outputs.report(differences)


def test_every_group_is_frozen_and_every_frozen_group_is_compared() -> None:
    assert sorted(GROUPS) == outputs.group_names()


def test_frozen_files_are_those_of_1_2_0() -> None:
    found = {name: outputs.digest(outputs.frozen_path(name)) for name in outputs.frozen_names()}
    assert found == outputs.read_digests()


def test_every_change_says_why_and_alters_something() -> None:
    for change in outputs.read_changes():
        assert change.why.strip(), change.name
        altered = Counter(each.group for each in outputs.read_altered(change.name))
        assert altered == change.outputs != {}, change.name
    stored = {path.name for path in outputs.CHANGES.glob("*")}
    assert stored == {outputs.altered_path(each.name).name for each in outputs.read_changes()}


def test_a_change_that_corrects_a_rule_is_among_the_listed_corrections() -> None:
    for change in outputs.read_changes():
        for clause in change.correction:
            instrument, _, id = clause.partition(":")
            listed = load(instrument).corrected_since("1.2.0")
            assert any(id in each.clauses for each in listed), f"{change.name}: {clause}"


def test_a_different_output_is_reported_with_its_lines() -> None:
    difference = Difference("help", "croupier odds", "one\ntwo\n", "one\nthree\n")
    told = outputs.report([difference])
    assert "1 frozen outputs differ" in told
    assert "-two" in told
    assert "+three" in told


def test_like_differences_are_reported_once_and_json_by_its_parts() -> None:
    differences = [
        Difference("answers", f"{n:04}", f'{{"n":{n},"net":1}}', f'{{"n":{n},"net":2}}')
        for n in range(3)
    ]
    told = outputs.report(differences)
    assert told.count(' "net": 2') == 1
    assert "the same in answers: 0002" in told


def test_the_alterations_of_a_change_follow_the_changes_before_it() -> None:
    (one,) = (
        each
        for each in outputs.differences_of_change("names-of-rules")
        if each.group == "command_line/rulebook-act-mini-baccarat-2016"
    )
    assert one.found is not None
    assert one.expected is not None, "law-in-data-files made this output"
    assert "own_game_in_each_session" in one.found
    assert "own_game_in_each_session" not in one.expected


@pytest.mark.parametrize("change", outputs.read_changes(), ids=lambda change: change.name)
def test_a_change_alters_each_of_its_outputs(change: outputs.Change) -> None:
    same = [
        f"{each.group}: {each.id}"
        for each in outputs.differences_of_change(change.name)
        if each.expected == each.found
    ]
    assert same == []
