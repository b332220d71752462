"""The school of the house: who sets exercises, who answers them, and who marks the answers."""

from __future__ import annotations

import pytest

from croupier.aggregate.roles import Person, Role
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import Dismiss, Enrol, HouseCommand
from croupier.casino.house.house import House
from croupier.casino.house.school import (
    MOST_EXERCISES,
    AskExercise,
    MarkAnswer,
    SchoolPart,
    SetExercise,
    SetExercises,
    SetPeople,
    WithdrawExercises,
    people_of,
)
from croupier.rulebook.citations import Refused

OLGA, SUE = Person("olga", Role.OPERATOR), Person("sue", Role.SUPERVISOR)
DAN, DEE = Person("dan", Role.DEALER), Person("dee", Role.DEALER)
ANA = Person("ana", Role.PLAYER)
ONE = SetExercise("all-in-order", "act-blackjack-2018")
WEEK = SetExercises(name="week", title="First week", exercises=(ONE, ONE), trainees=("dan",))
MARK = MarkAnswer(
    name="week", person="dan", number=1, part=SchoolPart.ACT, mistake="nothing", right=1, of=2
)
PAID = MarkAnswer(
    name="week", person="dan", number=1, part=SchoolPart.PAYMENTS, mistake="nothing", right=2, of=2
)


def house(lines: list[bytes] | None = None) -> House:
    made = House("the house", None if lines is None else lines.append)
    made.do(Enrol(person="olga", roles=(Role.OPERATOR,)), OLGA, 1)
    for person in (SUE, DAN, DEE, ANA):
        made.do(Enrol(person=person.name, roles=(person.role,)), OLGA, 2)
    return made


def why_not(made: House, command: HouseCommand, by: Person) -> str:
    refusal = made.check(command, by)
    assert isinstance(refusal, Refused)
    return refusal.reason


def ask(number: int = 1, person: Person = DAN) -> AskExercise:
    return AskExercise(name="week", person=person.name, number=number)


def test_an_instructor_sets_what_a_trainee_answers_and_the_record_makes_it_again() -> None:
    lines: list[bytes] = []
    made = house(lines)
    made.do(WEEK, SUE, 1_000)
    made.do(ask(), DAN, 2_000)
    made.do(MARK, ITSELF, 9_000)
    made.do(PAID, ITSELF, 12_500)
    for each in (made, House.restore(lines)):
        school = each.school
        assert [(m.fact.right, m.fact.of, m.milliseconds) for m in school.marked()] == [
            (1, 2, 7_000), (2, 2, 3_500),
        ]  # fmt: skip
        assert school.next_for("week", "dan") == 2
        assert school.sets["week"].is_for("dan")
        assert not school.sets["week"].is_for("dee")
        assert [*school.marked(person="dee")] == []
    assert made.books.places == house().books.places


def test_a_set_knows_who_has_finished_begun_and_not_begun() -> None:
    made = house()
    everybody = SetExercises(name="all", title="For all", exercises=(ONE,))
    for command in (WEEK, everybody):
        made.do(command, SUE, 3)
    assert people_of(made, "week") == SetPeople((), (), ("dan",))  # dee was not set it
    assert people_of(made, "all") == SetPeople((), (), ("dan", "dee"))  # sue does not deal
    made.do(ask(), DAN, 4)
    assert people_of(made, "week") == SetPeople((), ("dan",), ())
    for person in (SUE, DEE):
        made.do(AskExercise(name="all", person=person.name, number=1), person, 5)
    for part in SchoolPart:
        made.do(
            MarkAnswer(
                name="all", person="dee", number=1, part=part, mistake="nothing", right=1, of=2
            ), ITSELF, 6,
        )  # fmt: skip
    assert people_of(made, "all") == SetPeople(("dee",), ("sue",), ("dan",))
    made.do(WithdrawExercises(name="all"), SUE, 7)
    assert people_of(made, "all") == SetPeople(("dee",), ("sue",), ())


def test_nobody_waits_for_a_trainee_who_deals_no_more() -> None:
    made = house()
    made.do(WEEK, SUE, 3)
    made.do(Dismiss(person="dan", role=Role.DEALER), OLGA, 4)
    assert people_of(made, "week") == SetPeople((), (), ())


def test_what_the_house_refuses() -> None:
    made = house()
    assert "takes a supervisor" in why_not(made, WEEK, DAN)
    for change, says in (
        ({"name": "First week"}, "name"), ({"title": ""}, "title"), ({"exercises": ()}, "from 1"),
        ({"exercises": (ONE,) * (MOST_EXERCISES + 1)}, "from 1"),
        ({"exercises": (SetExercise("x", "whist"),)}, "no instrument"),
        ({"trainees": ("ana",)}, "does not deal"),
    ):  # fmt: skip
        command = SetExercises(**{**_fields(WEEK), **change})  # type: ignore[arg-type]
        assert says in why_not(made, command, SUE)
    assert "no set" in why_not(made, ask(), DAN)
    made.do(WEEK, SUE, 3)
    assert "already" in why_not(made, WEEK, SUE)
    assert "is for others" in why_not(made, ask(person=DEE), DEE)
    assert "by themselves" in why_not(made, ask(), SUE)
    assert "not the next" in why_not(made, ask(2), DAN)
    assert "has not been asked" in why_not(made, MARK, ITSELF)
    made.do(ask(), DAN, 4)
    assert "not the next" in why_not(made, ask(), DAN)
    for nobody in (DAN, SUE, OLGA):
        assert "the program itself" in why_not(made, MARK, nobody)
    made.do(MARK, ITSELF, 5)
    assert "answered already" in why_not(made, MARK, ITSELF)
    made.do(WithdrawExercises(name="week"), SUE, 6)
    assert "withdrawn" in why_not(made, ask(2), DAN)
    assert len([*made.school.marked("week")]) == 1


def _fields(command: SetExercises) -> dict[str, object]:
    return {name: getattr(command, name) for name in command.__struct_fields__}


def test_more_points_than_there_are_cannot_be_given() -> None:
    made = house()
    made.do(WEEK, SUE, 3)
    made.do(ask(), DAN, 4)
    too_many = MarkAnswer(
        name="week", person="dan", number=1, part=SchoolPart.ACT, mistake="x", right=3, of=2
    )
    assert "right" in why_not(made, too_many, ITSELF)
    with pytest.raises(Refused):
        made.do(too_many, ITSELF, 5)
