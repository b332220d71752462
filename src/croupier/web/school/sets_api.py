"""Sets of exercises for programs of those they were set for: asked, answered and marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody

from croupier.casino.house.school import SchoolPart, SetPeople, may_instruct
from croupier.casino.house_views import marks_given, set_people, sets_seen
from croupier.school.answers import ExerciseAnswer
from croupier.school.exercises import Mistake
from croupier.school.judging import ActVerdict, PaymentVerdict
from croupier.school.questions import ExerciseEnding, ExerciseQuestion
from croupier.web.http.policies import DEALERS
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.school.asking import asked_for_data, data_response
from croupier.web.school.orders import AnswerData, EndingData, QuestionData
from croupier.web.school.practice_api import Acts, Payments
from croupier.web.school.sets import TRAINEES, SetQuestion, ask_next, set_of

if TYPE_CHECKING:
    from croupier.casino.house_views import SetView


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
    people: SetPeople | None
    """Who has finished, begun and not begun, for instructors."""


class QuestionMark(msgspec.Struct, frozen=True):
    """How one part of a question was answered."""

    number: int
    part: SchoolPart
    mistake: Mistake
    right: int
    of: int
    milliseconds: int
    at: int


class SetProgress(msgspec.Struct, frozen=True):
    """How far somebody is in a set."""

    set: SetSummary
    unfinished: int | None
    """The question that was asked and is not answered to its end."""
    next: int | None
    """The first that was not asked."""
    marks: list[QuestionMark]


class AskedQuestion(msgspec.Struct, frozen=True):
    number: int
    of: int


class SentAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody says is wrong, and does about it."""

    mistake: Mistake | None = None
    acts: Acts = []


class SentPayments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each wager wins or loses, in cents and in their order."""

    payments: Payments


def instructs(request: Request) -> bool:
    return may_instruct(request.access.by.role)


def summary(request: Request, seen: SetView) -> SetSummary:
    sees_all = instructs(request)
    return SetSummary(
        seen.name,
        seen.title,
        len(seen.exercises),
        seen.done,
        seen.is_withdrawn,
        seen.trainees if sees_all else None,
        set_people(request.services.floor, seen.name) if sees_all else None,
    )


@get("/api/school/sets", policy=DEALERS, summary="Sets of exercises")
async def list_sets(request: Request) -> list[SetSummary]:
    """What was set for oneself, the newest first; for instructors, all there are."""
    sees_all = instructs(request)
    return [
        summary(request, each)
        for each in sets_seen(request.services.floor, request.access.by.name)
        if sees_all or (each.is_for_viewer and not each.is_withdrawn)
    ]


@get("/api/school/sets/{name:str}", policy=DEALERS, summary="How far one is in a set")
async def progress(request: Request, name: FromPath[str]) -> SetProgress:
    """One's own answers, and nobody else's."""
    seen, floor = set_of(request, name), request.services.floor
    marks = [
        QuestionMark(
            each.fact.number, each.fact.part, Mistake(each.fact.mistake), each.fact.right,
            each.fact.of, each.milliseconds, each.at,
        )
        for each in marks_given(floor, name, request.access.by.name)
    ]  # fmt: skip
    return SetProgress(summary(request, seen), seen.unfinished, seen.next, marks)


@post(
    "/api/school/sets/{name:str}/questions",
    policy=TRAINEES,
    status_code=201,
    summary="Go on to the next question of a set",
)
async def ask(request: Request, name: FromPath[str]) -> AskedQuestion:
    """Its time begins now."""
    found = set_of(request, name)
    number = await ask_next(request, name)
    if number is None:
        raise HttpError(ProblemType.REFUSED, "every question of the set has been asked")
    return AskedQuestion(number, len(found.exercises))


@get(
    "/api/school/sets/{name:str}/questions/{number:int}",
    policy=TRAINEES,
    summary="A question of a set",
    cost=20,
)
async def question(
    request: Request, name: FromPath[str], number: FromPath[int]
) -> Response[ExerciseQuestion]:
    """Once it was asked; without its name, and without what is settled in the end."""
    found = SetQuestion.asked(request, name, number)
    return await data_response(request, QuestionData(found.named, with_payments=False))


@post(
    "/api/school/sets/{name:str}/questions/{number:int}/act",
    policy=TRAINEES,
    status_code=200,
    summary="What is wrong and what is done, judged and marked",
    cost=20,
)
async def answer_act(
    request: Request, name: FromPath[str], number: FromPath[int], data: JSONBody[SentAct]
) -> Response[ActVerdict]:
    """The first answer counts."""
    found = SetQuestion.asked(request, name, number)
    given = ExerciseAnswer(mistake=data.mistake, acts=data.acts)
    return await _marked(request, found, SchoolPart.ACT, AnswerData(found.named, given))


@get(
    "/api/school/sets/{name:str}/questions/{number:int}/payments",
    policy=TRAINEES,
    summary="The round of a question when it is over",
    cost=20,
)
async def question_payments(
    request: Request, name: FromPath[str], number: FromPath[int]
) -> Response[ExerciseEnding]:
    """Once what comes before was answered."""
    return await data_response(request, EndingData(_acted(request, name, number).named))


@post(
    "/api/school/sets/{name:str}/questions/{number:int}/payments",
    policy=TRAINEES,
    status_code=200,
    summary="What every wager is paid, judged and marked",
    cost=20,
)
async def answer_payments(
    request: Request, name: FromPath[str], number: FromPath[int], data: JSONBody[SentPayments]
) -> Response[list[PaymentVerdict]]:
    """The first answer counts."""
    found = _acted(request, name, number)
    order = AnswerData(found.named, ExerciseAnswer(payments=data.payments), judges_act=False)
    return await _marked(request, found, SchoolPart.PAYMENTS, order)


def _acted(request: Request, name: str, number: int) -> SetQuestion:
    found = SetQuestion.asked(request, name, number)
    if not found.is_marked(SchoolPart.ACT):
        raise HttpError(ProblemType.REFUSED, "what is wrong and what is done is answered first")
    return found


async def _marked(
    request: Request, question: SetQuestion, part: SchoolPart, order: AnswerData
) -> Response[Any]:
    """The verdict on one part of an answer, which is kept."""
    answer = await asked_for_data(request, order)
    await question.mark(part, answer)
    verdict = msgspec.json.decode(answer.data, type=dict[str, msgspec.Raw])
    return Response(bytes(verdict[part]), media_type="application/json")


router = Router(
    "/",
    route_handlers=[
        list_sets,
        progress,
        ask,
        question,
        answer_act,
        question_payments,
        answer_payments,
    ],
    tags=["school"],
)
