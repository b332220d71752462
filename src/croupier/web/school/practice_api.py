"""Drills and exercises for programs: anybody may practise, and nothing is kept."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from croupier.school.answers import MOST_ACTS, ExerciseAnswer
from croupier.school.exercises import Entry, Mistake, catalogue
from croupier.school.judging import ExerciseVerdict
from croupier.school.payout_drills import PayoutQuestion, PayoutVerdict
from croupier.school.questions import ExerciseEnding, ExerciseQuestion
from croupier.web.http.policies import ANYBODY
from croupier.web.http.request import Request
from croupier.web.school.asking import data_response
from croupier.web.school.orders import (
    AnswerData,
    EndingData,
    Named,
    PayoutData,
    PayoutOrder,
    QuestionData,
)
from croupier.web.school.sitting import book_of

Cents = Annotated[int, msgspec.Meta(ge=-(10**15), le=10**15)]
Payments = Annotated[list[Cents | None], msgspec.Meta(max_length=1000)]
Acts = Annotated[list[Entry], msgspec.Meta(max_length=MOST_ACTS)]
Seed = Annotated[int, QueryParameter(ge=0, le=10**18)]
Number = Annotated[int, QueryParameter(ge=1, le=10**6)]
Word = Annotated[str | None, QueryParameter(max_length=100)]


class PayoutAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody answers to a question of a drill."""

    seed: Annotated[int, msgspec.Meta(ge=0, le=10**18)]
    number: Annotated[int, msgspec.Meta(ge=1, le=10**6)]
    answered: Cents
    """What the player wins or loses, without the stake that comes back."""
    wager: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    """As the question was asked for."""


class ListedExercise(msgspec.Struct, frozen=True):
    """One of those that come with the program."""

    name: str
    mistake: Mistake
    told: str


class SentAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody answers to an exercise; payments that are left out are not judged."""

    mistake: Mistake | None = None
    acts: Acts = []
    payments: Payments | None = None


@get(
    "/api/school/payouts/{instrument:str}",
    policy=ANYBODY,
    summary="A question of a payout drill",
    cost=60,
)
async def payout(
    request: Request, instrument: FromPath[str], seed: Seed, number: Number = 1, wager: Word = None
) -> Response[PayoutQuestion]:
    """It follows from the instrument, the seed and the number: the same are asked the same."""
    order = PayoutOrder(book_of(instrument).id, seed, number, wager)
    return await data_response(request, PayoutData(order))


@post(
    "/api/school/payouts/{instrument:str}",
    policy=ANYBODY,
    status_code=200,
    summary="What a payout is, judged",
    cost=60,
)
async def judge_payout(
    request: Request, instrument: FromPath[str], data: JSONBody[PayoutAnswer]
) -> Response[PayoutVerdict]:
    """With the clauses that decide it. Nothing is kept."""
    order = PayoutOrder(book_of(instrument).id, data.seed, data.number, data.wager, data.answered)
    return await data_response(request, PayoutData(order))


@get(
    "/api/school/exercises/{instrument:str}",
    policy=ANYBODY,
    summary="The exercises of an instrument",
)
async def list_exercises(request: Request, instrument: FromPath[str]) -> list[ListedExercise]:
    """Those that come with the program; more are called `chance-` with a seed and a number."""
    listed = catalogue(book_of(instrument)).values()
    return [ListedExercise(each.name, each.mistake, each.told) for each in listed]


@get(
    "/api/school/exercises/{instrument:str}/{name:str}",
    policy=ANYBODY,
    summary="An exercise",
    cost=20,
)
async def exercise(
    request: Request, instrument: FromPath[str], name: FromPath[str]
) -> Response[ExerciseQuestion]:
    """The table as a trainee finds it."""
    return await data_response(request, QuestionData(Named(book_of(instrument).id, name)))


@post(
    "/api/school/exercises/{instrument:str}/{name:str}",
    policy=ANYBODY,
    status_code=200,
    summary="An answer to an exercise, judged",
    cost=20,
)
async def judge_exercise(
    request: Request, instrument: FromPath[str], name: FromPath[str], data: JSONBody[SentAnswer]
) -> Response[ExerciseVerdict]:
    """By the judge that every table has, with its clauses. Nothing is kept."""
    named = Named(book_of(instrument).id, name)
    given = ExerciseAnswer(mistake=data.mistake, acts=data.acts, payments=data.payments)
    return await data_response(request, AnswerData(named, given))


@get(
    "/api/school/exercises/{instrument:str}/{name:str}/payments",
    policy=ANYBODY,
    summary="The round of an exercise when it is over",
    cost=20,
)
async def exercise_payments(
    request: Request, instrument: FromPath[str], name: FromPath[str]
) -> Response[ExerciseEnding]:
    """What was decided since, and the cards as they lie then: payments are worked out from them."""
    return await data_response(request, EndingData(Named(book_of(instrument).id, name)))


router = Router(
    "/",
    route_handlers=[
        payout, judge_payout, list_exercises, exercise, judge_exercise, exercise_payments,
    ],
    tags=["school"],
)  # fmt: skip
