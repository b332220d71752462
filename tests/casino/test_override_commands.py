"""Overrides: which acts they are, and a house that takes none of them on one person's word."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.casino.test_house import ANA, BOB, DAN, OLGA, SUE, opened, refusal
from tests.table.forging import with_body

from croupier.aggregate.acts import Acts
from croupier.aggregate.record import Entry
from croupier.aggregate.record_lines import split
from croupier.aggregate.roles import Person, Role, WrongRole
from croupier.casino.floor.house_policy import confirm_house_command
from croupier.casino.floor.patron_approvals import Backing
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import (
    Appoint,
    ApproveProgram,
    BuyIn,
    CageTerms,
    CloseOut,
    Confirm,
    DelegatePower,
    Dismiss,
    Enrol,
    ForgetPerson,
    HouseCommand,
    IssueChips,
    RequireSecondPerson,
    RetireChips,
    SetCageTerms,
    SetLargeWin,
    SetPassword,
)
from croupier.casino.house.house import House, read_entry
from croupier.casino.override_commands import (
    Override,
    Unconfirmed,
    is_override,
    name_of,
    needed_for,
    overrides,
    overriding,
)
from croupier.casino.record_names import HOUSE
from croupier.game_rules import GAMES, game_of
from croupier.games.baccarat.acts.irregularities import RuleOnRound
from croupier.games.baccarat.facts import LateRuling
from croupier.games.holdem.acts.conduct import SanctionCollusion
from croupier.promotion.acts import ACTS as PROMOTION_ACTS
from croupier.rulebook.citations import Refused
from croupier.tournament.acts import ACTS as TOURNAMENT_ACTS

OTTO = Person("otto", Role.OPERATOR)
OVERRIDES: tuple[HouseCommand, ...] = (
    Enrol(person="zoe", roles=(Role.DEALER,)),
    Appoint(person="ana", role=Role.DEALER),
    Dismiss(person="dan", role=Role.DEALER),
    SetPassword(person="ana"),
    IssueChips(amount=5_00),
    RetireChips(amount=5_00),
    SetCageTerms(terms=CageTerms(reserve=20)),
    ForgetPerson(person="bob", reason="asked to"),
    CloseOut(record="tables/bj-1/1", reason="its record leads elsewhere"),
    ApproveProgram(program="another"),
    DelegatePower(power="void-rounds", role=Role.OPERATOR),
    RequireSecondPerson(required=False),
)
"""Every command that is an override, asked for by an operator; the last ends the rule."""
NORMAL: tuple[tuple[HouseCommand, Person], ...] = (
    (Enrol(person="zoe", roles=(Role.PLAYER,)), OLGA),
    (SetPassword(person="ana"), ANA),
    (SetPassword(person="bob"), OLGA),  # his first
    (BuyIn(person="ana", amount=5_00), SUE),
    (SetLargeWin(amount=5_00), OLGA),
)
"""What looks like one, and is none."""


def of_two(lines: list[bytes] | None = None) -> House:
    """A house with two operators that wants a second person for overrides."""
    house = opened(lines)
    house.do(Enrol(person="otto", roles=(Role.OPERATOR,)), OLGA, 4)
    house.do(SetPassword(person="ana"), OLGA, 5)
    house.do(RequireSecondPerson(required=True), OLGA, 6)
    return house


def confirmed(house: House, command: HouseCommand, by: Person, **other: Any) -> Confirm:
    said: dict[str, Any] = {
        "override": name_of(type(command)), "record": HOUSE, "line": house.length + 2,
        "asked_by": by.name, "needs": Role.OPERATOR,
    }  # fmt: skip
    return Confirm(**(said | other))


# --- which they are


def test_every_override_exists_takes_a_role_and_has_a_reason() -> None:
    games: list[Acts[Any, Any]]
    games = [game_of(each).acts for each in GAMES.instruments]
    for kind, why in overriding().items():
        there = [acts for acts in (*games, TOURNAMENT_ACTS, PROMOTION_ACTS) if kind in acts]
        assert issubclass(kind, HouseCommand) != bool(there), kind
        assert needed_for(kind) in (Role.SUPERVISOR, Role.OPERATOR)
        assert why
        same = [other for other in overriding() if name_of(other) == name_of(kind)]
        assert {needed_for(other) for other in same} == {needed_for(kind)}
    assert overrides()[0] == Override(
        "void-round", Role.SUPERVISOR,
        "a round does not count because somebody finds it impractical or fraudulent",
    )  # fmt: skip


@pytest.mark.parametrize("command", OVERRIDES, ids=lambda command: name_of(type(command)))
def test_a_command_that_is_an_override_takes_an_operator(command: HouseCommand) -> None:
    refused = of_two().check(command, SUE)
    assert isinstance(refused, WrongRole)
    assert refused.needs is needed_for(type(command))


def test_the_commands_here_are_all_there_are() -> None:
    assert {type(command) for command in OVERRIDES} == {
        kind for kind in overriding() if issubclass(kind, HouseCommand)
    }


def test_what_the_rules_prescribe_is_no_override() -> None:
    prescribed = {
        "reconstruct", "machine-failed", "device-failed", "out-of-cards", "wrong-count",
        "wrong-deck", "find-wrong-cards", "dealt-to-nobody", "void-wager", "void-out-of-order",
        "exclude", "close-table", "collect", "rule-on-dispute",
    }  # fmt: skip
    known = {name_of(kind) for instrument in GAMES.instruments for kind in game_of(instrument).acts}
    assert prescribed <= known
    assert not prescribed & {each.name for each in overrides()}


def test_some_are_overrides_only_by_what_they_say() -> None:
    house = of_two()
    for ruling in LateRuling:
        ruled = RuleOnRound(round=1, ruling=ruling, reason="seen")
        assert is_override(house, ruled, SUE) == (ruling is not LateRuling.STAND)
    for sanction in ("void-round", "exclude-from-round"):
        done = SanctionCollusion(player="ana", sanction=sanction, reason="seen")
        assert is_override(house, done, SUE) == (sanction == "void-round")


# --- the house


@pytest.mark.parametrize("command", OVERRIDES, ids=lambda command: name_of(type(command)))
def test_where_nobody_wants_a_second_person_one_is_enough(command: HouseCommand) -> None:
    house = opened()
    house.do(SetPassword(person="ana"), OLGA, 4)
    if isinstance(command, RequireSecondPerson):
        assert "that is so already" in refusal(house, command, OLGA)
    else:
        house.do(command, OLGA, 5)


@pytest.mark.parametrize("command", OVERRIDES, ids=lambda command: name_of(type(command)))
def test_a_house_of_two_refuses_it_until_the_line_before_confirms_it(command: HouseCommand) -> None:
    lines: list[bytes] = []
    house = of_two(lines)
    said = refusal(house, command, OLGA)
    assert f"{name_of(type(command))} is an override: a second person has to confirm it" in said
    assert "operator and not whoever asks" in said
    for wrong in ({"asked_by": "sue"}, {"line": house.length + 1}, {"override": "other"}):
        house.do(confirmed(house, command, OLGA, **wrong), OTTO, 7)
        assert isinstance(house.check(command, OLGA), Unconfirmed), wrong
    house.do(confirmed(house, command, OLGA, record="tables/one/1"), OTTO, 7)
    assert isinstance(house.check(command, OLGA), Unconfirmed)
    house.do(confirmed(house, command, OLGA), OTTO, 7)
    house.do(command, OLGA, 8)
    assert House.restore(lines).head == house.head


def test_a_confirmation_is_good_for_one_override() -> None:
    house = of_two()
    command = IssueChips(amount=5_00)
    house.do(confirmed(house, command, OLGA), OTTO, 7)
    house.do(command, OLGA, 8)
    assert isinstance(house.check(command, OLGA), Unconfirmed)


def test_a_record_without_the_confirmation_makes_no_house() -> None:
    lines: list[bytes] = []
    house = of_two(lines)
    command = IssueChips(amount=5_00)
    house.do(confirmed(house, command, OLGA), OTTO, 7)
    house.do(command, OLGA, 8)
    assert House.restore(_chained_anew(lines)).head == house.head
    without = [line for line in lines if b'"do":"confirm"' not in line]
    with pytest.raises(ValueError, match=r"line 11: it would be refused: issue-chips is an"):
        House.restore(with_body(without, 11, b'"n":11', b'"n":10'))


def _chained_anew(lines: list[bytes]) -> list[bytes]:
    return with_body(lines, 1, b"", b"")


@pytest.mark.parametrize(("command", "by"), NORMAL, ids=lambda each: str(each)[:16])
def test_the_normal_course_takes_nobody_else(command: HouseCommand, by: Person) -> None:
    house = of_two()
    assert not is_override(house, command, by)
    house.do(command, by, 7)


def test_who_confirms_is_somebody_else_with_the_role_that_it_takes() -> None:
    house = of_two()
    command = IssueChips(amount=5_00)
    said = refusal(house, confirmed(house, command, OLGA), OLGA)
    assert said == "olga asks for issue-chips: somebody else has to confirm it"
    said = refusal(house, confirmed(house, command, OLGA), SUE)
    assert said == "issue-chips is confirmed by operator, and sue is none of these"
    assert "no account" in refusal(house, confirmed(house, command, OLGA), Person("sue", OTTO.role))


def test_the_program_acts_alone() -> None:
    house = of_two()
    house.do(RequireSecondPerson(required=False), ITSELF, 7)
    assert not house.second_person


def test_two_operators_are_needed_and_stay() -> None:
    house = opened()
    want = RequireSecondPerson(required=True)
    assert "there is one operator" in refusal(house, want, OLGA)
    house.do(Enrol(person="otto", roles=(Role.OPERATOR,)), OLGA, 4)
    house.do(want, OLGA, 5)
    for person in ("olga", "otto"):
        leaves = Dismiss(person=person, role=Role.OPERATOR)
        assert "one of two operators" in refusal(house, leaves, OLGA)
    third = Appoint(person="sue", role=Role.OPERATOR)
    house.do(confirmed(house, third, OLGA), OTTO, 6)
    house.do(third, OLGA, 6)
    leaves = Dismiss(person="otto", role=Role.OPERATOR)
    house.do(confirmed(house, leaves, OLGA), OTTO, 7)  # who confirms that they leave
    house.do(leaves, OLGA, 7)


# --- whatever anybody tries

PEOPLE = (OLGA, OTTO, SUE, DAN, ANA, BOB)
ASKED = st.sampled_from(
    [*OVERRIDES[:-1], *(command for command, _ in NORMAL), SetPassword(person="bob")]
)
SECOND = st.sampled_from([None, *(person.name for person in PEOPLE), "nobody"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(ASKED, st.sampled_from(PEOPLE), SECOND), max_size=12))
def test_no_override_is_in_the_record_without_another_persons_word(
    asked: list[tuple[HouseCommand, Person, str | None]],
) -> None:
    lines: list[bytes] = []
    house = of_two(lines)
    begun = len(lines)
    for command, by, second in asked:
        before = house.head
        try:
            confirm_house_command(house, command, by, 7, Backing(second))
            house.do(command, by, 7)
        except Refused:
            assert house.head == before, "what was refused has changed something"
    entries = [_entry(line) for line in lines[begun:]]
    again = House.restore(lines[:begun])
    for number, entry in enumerate(entries):
        by = Person(entry.by, entry.role)
        if is_override(again, entry.command, by):
            word = entries[number - 1]
            assert isinstance(word.command, Confirm)
            assert (word.command.override, word.command.asked_by) == (
                name_of(type(entry.command)), entry.by,
            )  # fmt: skip
            assert word.by != entry.by
            assert Role.OPERATOR in again.people[word.by]
        again.do(entry.command, by, entry.at)
    assert again.head == house.head


def _entry(line: bytes) -> Entry:
    parts = split(line)
    assert parts is not None
    return read_entry(parts[1])
