"""Views of the house: accounts, the tables it has set up, confirmations and the school.

The web reads the house through these functions, and the chips through `cage.py`. What they return
does not change any more and holds no part of the house that a command changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.aggregate.roles import who_may
from croupier.casino.account_names import why_unfit
from croupier.casino.house.school import SchoolPart, people_of, trainees

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Bar
    from croupier.aggregate.roles import Person, Role
    from croupier.casino.floor import Floor
    from croupier.casino.house.commands import Enrol
    from croupier.casino.house.facts import DoneForPatron
    from croupier.casino.house.school import Marked, SetExercise, SetPeople
    from croupier.rulebook.citations import Refused


# --- accounts


def has_people(floor: Floor) -> bool:
    """Return True if anybody has an account: a house that has nobody is new."""
    return bool(floor.house.people)


def list_people(floor: Floor) -> tuple[str, ...]:
    """Return everybody with an account, also those whose particulars were removed."""
    return tuple(floor.house.people)


def has_account(floor: Floor, person: str) -> bool:
    """Return True if somebody has an account, even one without any role."""
    return person in floor.house.people


def is_forgotten(floor: Floor, person: str) -> bool:
    """Return True if somebody's particulars were removed for good."""
    return person in floor.house.forgotten


def roles_held(floor: Floor, person: str) -> frozenset[Role]:
    """Return the roles that somebody may act in."""
    return floor.house.people.get(person, frozenset())


def may_act(floor: Floor, person: Person) -> bool:
    """Return True if somebody with an account may act in a role."""
    return floor.house.may_act(person)


def count_account_changes(floor: Floor, person: str) -> int:
    """Return how often something has changed that decides who is let in as somebody."""
    return floor.house.account_changes.get(person, 0)


def count_passwords(floor: Floor, person: str) -> int:
    """Return how often somebody was given a password."""
    return floor.house.passwords.get(person, 0)


def list_barred(floor: Floor) -> dict[str, tuple[Bar, ...]]:
    """Return everybody who plays nowhere in the casino, with their bars in order."""
    return {person: tuple(sorted(bars)) for person, bars in floor.house.barred.items()}


def list_staff(floor: Floor, least: Role) -> tuple[str, ...]:
    """Return everybody who may act in a role or in one above it."""
    may = set(who_may(least))
    return tuple(person for person, roles in floor.house.people.items() if roles & may)


def why_name_unfit(floor: Floor, enrol: Enrol) -> Refused | None:
    """Return the reason why nobody new may have the name in a command, or None."""
    return why_unfit(floor.house, enrol, floor.references.alike(enrol.person))


# --- confirmations


def needs_second_person(floor: Floor) -> bool:
    """Return True if overrides take a second person, who confirms them."""
    return floor.house.second_person


def must_be_confirmed(floor: Floor, asked: Command, by: Person) -> bool:
    """Return True if a second person has to confirm a command of somebody's."""
    return floor.house.takes_two(asked, by)


def done_for_patron(floor: Floor, person: str) -> list[tuple[int, DoneForPatron]]:
    """List the latest acts of staff for a patron with their moments, newest first."""
    return [*reversed(floor.house.done_for.get(person, ()))]


# --- tables


def tables_set_up(floor: Floor) -> tuple[str, ...]:
    """Return the names of the tables that the house has on the floor."""
    return tuple(floor.house.tables)


def is_set_up(floor: Floor, table: str) -> bool:
    """Return True if the house has a table of that name on the floor."""
    return table in floor.house.tables


def count_sessions(floor: Floor, table: str) -> int:
    """Return how often a table has been set up; 0 if there never was one of that name."""
    return floor.house.sessions.get(table, 0)


def tables_ever_set_up(floor: Floor) -> dict[str, int]:
    """Return how often each table has been set up, in the order of their names."""
    return dict(sorted(floor.house.sessions.items()))


# --- the school


@dataclass(frozen=True, slots=True, kw_only=True)
class SetView:
    """A set of exercises with the progress of the person who looks at it."""

    name: str
    title: str
    exercises: tuple[SetExercise, ...]
    trainees: tuple[str, ...]
    """Everybody whom the set names; if it names nobody, it is for all who deal."""
    is_withdrawn: bool
    is_for_viewer: bool
    asked: int
    """The number of questions that the viewer was asked. They are asked in their order."""
    marks: Mapping[int, tuple[Marked, ...]]
    """The marks of the viewer's answers to each question, in the order of the answers."""

    @property
    def done(self) -> int:
        """Return how many questions the viewer has answered to their end."""
        return sum(len(parts) == len(SchoolPart) for parts in self.marks.values())

    @property
    def next(self) -> int | None:
        """Return the first question that the viewer was not asked."""
        return self.asked + 1 if self.asked < len(self.exercises) else None

    @property
    def unfinished(self) -> int | None:
        """Return the first question that the viewer was asked and has not answered to its end."""
        numbers = range(1, self.asked + 1)
        return next((n for n in numbers if len(self.marks.get(n, ())) < len(SchoolPart)), None)

    def is_marked(self, number: int, part: SchoolPart) -> bool:
        """Return True if the viewer has answered one part of a question."""
        return any(each.fact.part == part for each in self.marks.get(number, ()))


def set_seen(floor: Floor, name: str, viewer: str) -> SetView | None:
    """Return a set of exercises as somebody sees it, or None if there is none of that name."""
    school = floor.house.school
    found = school.sets.get(name)
    if found is None:
        return None
    questions, upcoming = len(found.command.exercises), school.next_for(name, viewer)
    asked = questions if upcoming is None else upcoming - 1
    marks = {n: school.marks.get((name, viewer, n), {}) for n in range(1, asked + 1)}
    return SetView(
        name=name,
        title=found.command.title,
        exercises=found.command.exercises,
        trainees=found.command.trainees,
        is_withdrawn=found.withdrawn,
        is_for_viewer=found.is_for(viewer),
        asked=asked,
        marks={number: tuple(parts.values()) for number, parts in marks.items() if parts},
    )


def sets_seen(floor: Floor, viewer: str) -> list[SetView]:
    """Return every set of exercises as somebody sees it, the newest first."""
    seen = (set_seen(floor, name, viewer) for name in reversed(floor.house.school.sets))
    return [each for each in seen if each is not None]


def set_people(floor: Floor, name: str) -> SetPeople:
    """Return who has finished a set, who has begun it, and who still has to."""
    return people_of(floor.house, name)


def list_trainees(floor: Floor) -> list[str]:
    """Return everybody who deals, or may."""
    return trainees(floor.house)


def marks_given(
    floor: Floor, name: str | None = None, person: str | None = None
) -> tuple[Marked, ...]:
    """Return the marks of a set, of a person, or all; those of one question stand together."""
    return tuple(floor.house.school.marked(name, person))
