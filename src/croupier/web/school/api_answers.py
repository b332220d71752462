"""What the school's operations have in common: asking the worker, and a set in short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Response

from croupier.casino.house.acts import LONGEST_TEXT
from croupier.casino.house.school import may_instruct
from croupier.school.answers import MOST_ACTS
from croupier.school.exercises import Entry
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.school.asking import asked
from croupier.web.school.results import done_by
from croupier.web.school.sets import school_of

if TYPE_CHECKING:
    from croupier.casino.house.school import ExerciseSet
    from croupier.web.school.orders import DATA_ORDERS, SchoolAnswer

Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
Cents = Annotated[int, msgspec.Meta(ge=-(10**15), le=10**15)]
Payments = Annotated[list[Cents | None], msgspec.Meta(max_length=1000)]
Acts = Annotated[list[Entry], msgspec.Meta(max_length=MOST_ACTS)]


class SetSummary(msgspec.Struct, frozen=True):
    """A set of exercises as somebody may know it."""

    name: str
    title: str
    questions: int
    done: int
    """How many of them whoever asks has answered."""
    withdrawn: bool
    trainees: tuple[str, ...] | None
    """Whom it is for, for instructors; nobody named is everybody who deals."""


def instructs(request: Request) -> bool:
    return may_instruct(request.access.by.role)


def summary(request: Request, name: str, found: ExerciseSet) -> SetSummary:
    school, person = school_of(request), request.access.by.name
    return SetSummary(
        name, found.command.title, len(found.command.exercises), done_by(school, name, person),
        found.withdrawn, found.command.trainees if instructs(request) else None,
    )  # fmt: skip


async def told(request: Request, order: DATA_ORDERS) -> SchoolAnswer:
    answer = await asked(request, order)
    if answer.missing:
        raise HttpError(ProblemType.NOT_FOUND, answer.error)
    if answer.error:
        said = answer.error.removeprefix(f"{answer.field}: ")
        raise HttpError(ProblemType.INVALID, said, field=answer.field or None)
    return answer


async def answered(request: Request, order: DATA_ORDERS) -> Response[Any]:
    answer = await told(request, order)
    return Response(answer.data.encode(), media_type="application/json")
