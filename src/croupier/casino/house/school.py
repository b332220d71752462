"""The school of the house: exercises that an instructor sets, and what trainees made of them.

An instructor is a supervisor, or whoever may do what a supervisor does; a trainee deals. What is
asked and how it is judged belongs to `croupier.school`: the house keeps who was set what, when each
question was asked and answered, and how it was marked. None of it is about a table on the floor.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role, who_may
from croupier.casino.house.acts import ITSELF, LONGEST_TEXT, TABLE_NAME, acts, refused
from croupier.casino.house.commands import HouseCommand
from croupier.casino.house.facts import HouseFact
from croupier.rulebook.instruments import instruments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.acts import Facts
    from croupier.aggregate.roles import Person
    from croupier.casino.house.house import House

INSTRUCTOR, TRAINEE = Role.SUPERVISOR, Role.DEALER
"""The least role that sets exercises, and the least that is set any."""
MOST_SETS = 500
MOST_EXERCISES = 40
"""How many questions a set has at most."""
LONGEST_OWN = 40_000
"""How many letters of an exercise of one's own are kept."""


class SchoolPart(StrEnum):
    """A question has two parts, each answered and marked by itself."""

    ACT = "act"
    PAYMENTS = "payments"


class SetExercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One question of a set: by its name, and if it is the instructor's own, the whole of it."""

    exercise: str
    instrument: str
    own: str = ""


# --- what is asked of the house


class SetExercises(HouseCommand, frozen=True, tag="set-exercises"):
    """An instructor sets exercises for some who deal, or for all of them."""

    name: str
    title: Text
    exercises: tuple[SetExercise, ...]
    trainees: tuple[str, ...] = ()
    """Nobody named is everybody who deals."""


class WithdrawExercises(HouseCommand, frozen=True, tag="withdraw-exercises"):
    """A set is over; what was answered stays."""

    name: str


class AskExercise(HouseCommand, frozen=True, tag="ask-exercise"):
    """A trainee goes on to a question of a set, and the time for it begins."""

    name: str
    person: str
    number: int


class MarkAnswer(HouseCommand, frozen=True, tag="mark-answer"):
    """The program has judged what a trainee answered."""

    name: str
    person: str
    number: int
    part: SchoolPart
    mistake: str
    right: int
    of: int


# --- what follows


class ExercisesSet(HouseFact, frozen=True, tag="exercises-set"):
    name: str
    exercises: int


class ExercisesWithdrawn(HouseFact, frozen=True, tag="exercises-withdrawn"):
    name: str


class ExerciseAsked(HouseFact, frozen=True, tag="exercise-asked"):
    name: str
    person: str
    number: int


class AnswerMarked(HouseFact, frozen=True, tag="answer-marked"):
    name: str
    person: str
    number: int
    part: SchoolPart
    instrument: str
    mistake: str
    right: int
    of: int


SCHOOL_FACTS = ExercisesSet | ExercisesWithdrawn | ExerciseAsked | AnswerMarked


# --- what the house remembers


class ExerciseSet(msgspec.Struct):
    """A set as it stands."""

    command: SetExercises
    at: int
    withdrawn: bool = False

    def is_for(self, person: str) -> bool:
        return not self.command.trainees or person in self.command.trainees


class Marked(msgspec.Struct, frozen=True):
    """How one part of a question was answered by somebody."""

    fact: AnswerMarked
    at: int
    milliseconds: int
    """Since it was asked, or since the part before it was answered."""


class School:
    """Sets by name, and what came of them."""

    def __init__(self) -> None:
        self.sets: dict[str, ExerciseSet] = {}
        self.asked: dict[tuple[str, str, int], int] = {}
        """By set, trainee and number: when it was."""
        self.marks: dict[tuple[str, str, int], dict[SchoolPart, Marked]] = {}

    def apply(self, fact: HouseFact, command: object, at: int) -> None:
        if isinstance(fact, ExercisesSet):
            assert isinstance(command, SetExercises)
            self.sets[fact.name] = ExerciseSet(command, at)
        elif isinstance(fact, ExercisesWithdrawn):
            self.sets[fact.name].withdrawn = True
        elif isinstance(fact, ExerciseAsked):
            self.asked[fact.name, fact.person, fact.number] = at
        elif isinstance(fact, AnswerMarked):
            question = (fact.name, fact.person, fact.number)
            parts = self.marks.setdefault(question, {})
            began = max([self.asked[question], *(each.at for each in parts.values())])
            parts[fact.part] = Marked(fact, at, at - began)

    def next_for(self, name: str, person: str) -> int | None:
        """The first question of a set that somebody has not been asked; nothing if all were."""
        for number in range(1, len(self.sets[name].command.exercises) + 1):
            if (name, person, number) not in self.asked:
                return number
        return None

    def has_begun(self, name: str, person: str) -> bool:
        """Questions are asked in their order: whoever has begun was asked the first."""
        return (name, person, 1) in self.asked

    def has_finished(self, name: str, person: str) -> bool:
        return self.done_by(name, person) == len(self.sets[name].command.exercises)

    def done_by(self, name: str, person: str) -> int:
        """How many questions of a set somebody has answered to their end."""
        numbers = range(1, len(self.sets[name].command.exercises) + 1)
        return sum(self.is_done(name, person, number) for number in numbers)

    def is_done(self, name: str, person: str, number: int) -> bool:
        """Whether both parts of a question were answered."""
        return len(self.marks.get((name, person, number), {})) == len(SchoolPart)

    def marked(self, name: str | None = None, person: str | None = None) -> Iterator[Marked]:
        """How answers were marked, in the order in which their questions were answered first."""
        for (of_set, of_person, _), parts in self.marks.items():
            if name in (None, of_set) and person in (None, of_person):
                yield from parts.values()


# --- how it is judged


def may_instruct(role: Role) -> bool:
    return role in who_may(INSTRUCTOR)


def trainees(house: House) -> list[str]:
    """Everybody who deals, or may."""
    allowed = set(who_may(TRAINEE))
    return [person for person, roles in house.people.items() if not allowed.isdisjoint(roles)]


class SetPeople(msgspec.Struct, frozen=True):
    """How far those are whom a set is for."""

    finished: tuple[str, ...]
    begun: tuple[str, ...]
    not_begun: tuple[str, ...]


def people_of(house: House, name: str) -> SetPeople:
    """Who has finished a set, who has begun it, and who still has to.

    A set for everybody waits for those who deal here; whoever only may, such as a supervisor, is
    listed once they have begun. Nobody has to begin what is withdrawn.
    """
    school, found = house.school, house.school.sets[name]
    named, deal = found.command.trainees, trainees(house)
    begun = [each for each in named or deal if school.has_begun(name, each)]
    due = [
        each
        for each in deal
        if (each in named if named else TRAINEE in house.people[each]) and each not in begun
    ]
    return SetPeople(
        tuple(each for each in begun if school.has_finished(name, each)),
        tuple(each for each in begun if not school.has_finished(name, each)),
        () if found.withdrawn else tuple(due),
    )


@acts.act(SetExercises, INSTRUCTOR, clauses=None)
def _set_exercises(house: House, command: SetExercises, by: Person) -> Facts:
    if not TABLE_NAME.fullmatch(command.name):
        raise refused(
            f"name: {command.name!r} is not a name of small letters, digits and dashes, 1 to 40"
        )
    if command.name in house.school.sets:
        raise refused(f"name: there is a set {command.name!r} already")
    if len(house.school.sets) >= MOST_SETS:
        raise refused(f"name: there are {MOST_SETS} sets already")
    if not 0 < len(command.title) <= LONGEST_TEXT or not command.title.isprintable():
        raise refused(f"title: one line of 1 to {LONGEST_TEXT} characters")
    if not 0 < len(command.exercises) <= MOST_EXERCISES:
        raise refused(f"exercises: from 1 to {MOST_EXERCISES}")
    for each in command.exercises:
        if each.instrument not in instruments():
            raise refused(f"exercises: there is no instrument {each.instrument!r}")
        if not 0 < len(each.exercise) <= LONGEST_TEXT or len(each.own) > LONGEST_OWN:
            raise refused(f"exercises: {each.exercise[:40]!r} is too long")
    deal = trainees(house)
    for person in command.trainees:
        if person not in deal:
            raise refused(f"trainees: {person} does not deal here")
    yield ExercisesSet(command.name, len(command.exercises))


@acts.act(WithdrawExercises, INSTRUCTOR, clauses=None)
def _withdraw_exercises(house: House, command: WithdrawExercises, by: Person) -> Facts:
    if _open_set(house, command.name):
        yield ExercisesWithdrawn(command.name)


@acts.act(AskExercise, None, clauses=None)
def _ask_exercise(house: House, command: AskExercise, by: Person) -> Facts:
    """Questions are asked in their order, so that nobody looks at all of them first."""
    person = command.person
    if by.name != person or by.role not in who_may(TRAINEE):
        raise refused("person: trainees go on by themselves")
    if not _open_set(house, command.name).is_for(person):
        raise refused(f"name: {command.name!r} is for others")
    if house.school.next_for(command.name, person) != command.number:
        raise refused(f"number: {command.number} is not the next question")
    yield ExerciseAsked(command.name, person, command.number)


@acts.act(MarkAnswer, None, clauses=None)
def _mark_answer(house: House, command: MarkAnswer, by: Person) -> Facts:
    """Whoever asks has judged the answer; the house minds that it was asked for, and marks once."""
    if by != ITSELF:
        raise refused("the program itself marks what is answered")
    question = (command.name, command.person, command.number)
    if question not in house.school.asked:
        raise refused(f"number: {command.number} has not been asked")
    if command.part in house.school.marks.get(question, {}):
        raise refused(f"part: {command.part} has been answered already")
    if not 0 <= command.right <= command.of:
        raise refused("right: no more than there is to get right")
    asked = house.school.sets[command.name].command.exercises[command.number - 1]
    yield AnswerMarked(
        command.name, command.person, command.number, command.part, asked.instrument,
        command.mistake, command.right, command.of,
    )  # fmt: skip


def _open_set(house: House, name: str) -> ExerciseSet:
    found = house.school.sets.get(name)
    if found is None:
        raise refused(f"name: there is no set {name!r}")
    if found.withdrawn:
        raise refused(f"name: {name!r} is withdrawn")
    return found
