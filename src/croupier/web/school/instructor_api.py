"""What instructors set and read by programs: sets of exercises, and everybody's marks."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from croupier.casino.house.acts import LONGEST_TEXT
from croupier.casino.house.school import (
    INSTRUCTOR,
    MOST_EXERCISES,
    SchoolPart,
    SetExercise,
    SetExercises,
    WithdrawExercises,
)
from croupier.casino.house_views import marks_given, set_seen
from croupier.school.exercises import Mistake
from croupier.web.http.policies import needs
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.school.instructor import must_be_an_exercise, own_exercise
from croupier.web.school.sets_api import SetSummary, summary

INSTRUCTORS = needs(INSTRUCTOR)
MARKS = 200
"""How many marks are sent together."""
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
After = Annotated[int, QueryParameter(ge=0, le=10**12)]


class OwnExercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round file of the instructor's own, put right."""

    file: dict[str, Any]
    mistake: Mistake
    told: Text
    """What the trainee is told."""
    act: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None
    """At which entry of the script the trainee comes in; left out, at the first that puts right."""


class ChosenExercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question of a set: by instrument and name, or one's own."""

    instrument: Annotated[str, msgspec.Meta(max_length=100)] = ""
    exercise: Text = ""
    own: OwnExercise | None = None


class NewSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Exercises that an instructor sets."""

    name: Text
    """In its address: small letters, digits and dashes."""
    title: Text
    exercises: Annotated[
        list[ChosenExercise], msgspec.Meta(min_length=1, max_length=MOST_EXERCISES)
    ]
    trainees: Annotated[list[Text], msgspec.Meta(max_length=1000)] = []
    """Nobody named is everybody who deals."""


class GivenMark(msgspec.Struct, frozen=True):
    """How one part of a question was answered by somebody."""

    set: str
    trainee: str
    number: int
    part: SchoolPart
    instrument: str
    mistake: Mistake
    right: int
    of: int
    milliseconds: int
    """Since it was asked, or since the part before it was answered."""
    at: int


class MarksPage(msgspec.Struct, frozen=True):
    marks: list[GivenMark]
    next: int | None
    """After how many marks to go on reading; nothing if this was all."""


@post("/api/school/sets", policy=INSTRUCTORS, status_code=201, summary="Set exercises", cost=40)
async def set_exercises(request: Request, data: JSONBody[NewSet]) -> SetSummary:
    """A file of one's own is played through once before it is set."""
    chosen = [
        await _chosen(request, each, f"exercises[{place}]")
        for place, each in enumerate(data.exercises, 1)
    ]
    command = SetExercises(
        name=data.name, title=data.title, exercises=tuple(chosen), trainees=tuple(data.trainees)
    )
    services, by = request.services, request.access.by
    await services.command_house(command, by, request.key)
    seen = set_seen(services.floor, data.name, by.name)
    assert seen is not None  # sets are withdrawn, and never removed
    return summary(request, seen)


async def _chosen(request: Request, each: ChosenExercise, field: str) -> SetExercise:
    if each.own is None:
        must_be_an_exercise(each.instrument, each.exercise, field)
        return SetExercise(each.exercise, each.instrument)
    if each.instrument or each.exercise:
        raise HttpError(ProblemType.INVALID, "an exercise of one's own has no name", field=field)
    file = msgspec.json.encode(each.own.file).decode()
    return await own_exercise(
        request, file, each.own.mistake, each.own.told, each.own.act, f"{field}.own"
    )


@delete(
    "/api/school/sets/{name:str}",
    policy=INSTRUCTORS,
    status_code=204,
    summary="Withdraw a set",
)
async def withdraw(request: Request, name: FromPath[str]) -> None:
    """What was answered stays."""
    command = WithdrawExercises(name=name)
    await request.services.command_house(command, request.access.by, request.key)


@get("/api/school/marks", policy=INSTRUCTORS, summary="How trainees answered")
async def marks(request: Request, after: After = 0) -> MarksPage:
    """Everybody's, in the order in which they were answered."""
    ordered = sorted(marks_given(request.services.floor), key=lambda each: each.at)
    found = [
        GivenMark(
            each.fact.name, each.fact.person, each.fact.number, each.fact.part,
            each.fact.instrument, Mistake(each.fact.mistake), each.fact.right, each.fact.of,
            each.milliseconds, each.at,
        )
        for each in islice(ordered, after, after + MARKS)
    ]  # fmt: skip
    read = after + len(found)
    return MarksPage(found, read if read < len(ordered) else None)


router = Router(
    "/",
    route_handlers=[set_exercises, withdraw, marks],
    tags=["school"],
)
