"""What came of exercises that were set, as somebody may see it: a trainee their own, an instructor
everybody's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from croupier.casino.house_views import set_people
from croupier.rulebook.instruments import load
from croupier.school.exercises import Mistake

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from croupier.casino.floor import Floor
    from croupier.casino.house.school import Marked, SetPeople
    from croupier.casino.house_views import SetView


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


def sets_to_answer(seen: Iterable[SetView]) -> list[SetRow]:
    """Return a row for each set that its viewer has to answer."""
    return [set_row(each) for each in seen if each.is_for_viewer and not each.is_withdrawn]


def all_sets(
    floor: Floor, seen: Iterable[SetView], called: Callable[[str], str]
) -> list[InstructorsSet]:
    """Return every set with the progress of those it is for."""
    return [
        InstructorsSet(
            _row(each, trainees=", ".join(map(called, each.trainees)) or "everybody"),
            _people(set_people(floor, each.name), called),
        )
        for each in seen
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


def set_row(seen: SetView) -> SetRow:
    """Return a set for its viewer, with the number of questions they have answered."""
    return _row(seen, seen.done)


def _row(seen: SetView, done: int = 0, trainees: str = "") -> SetRow:
    return SetRow(seen.name, seen.title, len(seen.exercises), done, trainees, seen.is_withdrawn)


def questions_of(seen: SetView) -> list[QuestionRow]:
    """Return the answers of the viewer of a set, question by question."""
    return [
        QuestionRow(
            number, Mistake(marked[0].fact.mistake).words, *_sums(marked), _seconds(marked, 1)
        )
        for number, marked in seen.marks.items()
    ]


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
    marked: Sequence[Marked], seen: Iterable[SetView], called: Callable[[str], str]
) -> dict[str, list[ResultRow]]:
    """Return the results that some marks come to, by their subject; the sets give the titles."""
    titles = {each.name: each.title for each in seen}
    return {
        "by_trainee": by(
            marked, lambda each: each.fact.person, called, results_at
        ),
        "by_instrument": by(
            marked, lambda each: each.fact.instrument, lambda key: load(key).title
        ),
        "by_mistake": by(marked, lambda each: each.fact.mistake, lambda key: Mistake(key).words),
        "by_set": by(marked, lambda each: each.fact.name, lambda key: titles[key]),
    }  # fmt: skip
