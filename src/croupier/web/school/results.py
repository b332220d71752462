"""What came of exercises that were set, as somebody may see it: a trainee their own, an instructor
everybody's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from croupier.casino.house.school import people_of
from croupier.rulebook.instruments import load
from croupier.school.exercises import Mistake

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.casino.house.house import House
    from croupier.casino.house.school import ExerciseSet, Marked, School, SetPeople


@dataclass(frozen=True, slots=True)
class SetRow:
    """A set in a list."""

    name: str
    title: str
    questions: int
    done: int = 0
    trainees: str = ""
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class InstructorsSet:
    """A set in the list of instructors, with those it is for."""

    row: SetRow
    people: list[tuple[str, list[tuple[str, str]]]]
    """Under finished, begun and not begun: everybody's name, and where their results are."""

    @property
    def counts(self) -> str:
        return ", ".join(f"{len(people)} {state}" for state, people in self.people)


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """What became of one question, for whoever answered it."""

    number: int
    mistake: str
    right: int
    of: int
    seconds: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What became of all answers about something."""

    name: str
    questions: int
    right: int
    of: int
    percent: int
    seconds: str
    href: str = ""


def sets_for(school: School, person: str) -> list[SetRow]:
    """The sets that somebody has to answer, the newest first."""
    return [
        _row(name, each, school.done_by(name, person))
        for name, each in reversed(school.sets.items())
        if each.is_for(person) and not each.withdrawn
    ]


def all_sets(house: House, called: Callable[[str], str]) -> list[InstructorsSet]:
    return [
        InstructorsSet(
            _row(name, each, trainees=", ".join(map(called, each.command.trainees)) or "everybody"),
            _people(people_of(house, name), called),
        )
        for name, each in reversed(house.school.sets.items())
    ]


def _people(
    people: SetPeople, called: Callable[[str], str]
) -> list[tuple[str, list[tuple[str, str]]]]:
    states = {
        "finished": people.finished, "begun": people.begun, "not begun": people.not_begun,
    }  # fmt: skip
    return [
        (state, sorted((called(each), results_at(each)) for each in some))
        for state, some in states.items()
    ]


def results_at(person: str) -> str:
    """Where an instructor sees somebody's results."""
    return f"/school/instructor/trainees/{quote(person, safe='')}"


def _row(name: str, each: ExerciseSet, done: int = 0, trainees: str = "") -> SetRow:
    command = each.command
    return SetRow(name, command.title, len(command.exercises), done, trainees, each.withdrawn)


def questions_of(school: School, name: str, person: str) -> list[QuestionRow]:
    """How somebody answered a set, question by question."""
    rows = []
    for number in range(1, len(school.sets[name].command.exercises) + 1):
        marked = [*school.marks.get((name, person, number), {}).values()]
        if marked:
            mistake = Mistake(marked[0].fact.mistake).words
            rows.append(QuestionRow(number, mistake, *_sums(marked), _seconds(marked, 1)))
    return rows


def by(
    marked: Iterable[Marked],
    about: Callable[[Marked], str],
    called: Callable[[str], str],
    href: Callable[[str], str] = lambda _: "",
) -> list[ResultRow]:
    """Answers by what they have in common, the weakest first."""
    groups: dict[str, list[Marked]] = {}
    for each in marked:
        groups.setdefault(about(each), []).append(each)
    rows = []
    for key, group in groups.items():
        right, of = _sums(group)
        questions = len({(each.fact.name, each.fact.person, each.fact.number) for each in group})
        percent = round(100 * right / of) if of else 0
        seconds = _seconds(group, questions)
        rows.append(ResultRow(called(key), questions, right, of, percent, seconds, href(key)))
    return sorted(rows, key=lambda row: (row.percent, row.name))


def _sums(marked: Iterable[Marked]) -> tuple[int, int]:
    facts = [each.fact for each in marked]
    return sum(fact.right for fact in facts), sum(fact.of for fact in facts)


def _seconds(marked: Iterable[Marked], questions: int) -> str:
    return f"{sum(each.milliseconds for each in marked) / 1000 / max(questions, 1):.1f}"


def results(
    school: School, called: Callable[[str], str], person: str | None = None
) -> dict[str, list[ResultRow]]:
    """Everybody's results, or somebody's, by what they are about."""
    marked = [*school.marked(person=person)]
    return {
        "by_trainee": by(
            marked, lambda each: each.fact.person, called, results_at
        ),
        "by_instrument": by(
            marked, lambda each: each.fact.instrument, lambda key: load(key).title
        ),
        "by_mistake": by(marked, lambda each: each.fact.mistake, lambda key: Mistake(key).words),
        "by_set": by(
            marked, lambda each: each.fact.name, lambda key: school.sets[key].command.title
        ),
    }  # fmt: skip
