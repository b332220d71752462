"""Questions of the school and verdicts on answers as data, made by its worker."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from croupier.adjudication import RoundFileError
from croupier.school import payout_drills
from croupier.school.judging import (
    ExerciseVerdict,
    Mark,
    judge_act,
    judge_payments,
    mark_of_act,
    mark_of_payments,
    payments,
)
from croupier.school.questions import exercise_ending, exercise_question
from croupier.web.console.field_shapes import NotUnderstood
from croupier.web.school.orders import (
    DATA_ORDERS,
    AnswerData,
    PayoutData,
    PayoutOrder,
    QuestionData,
    SchoolAnswer,
)


def data_part(order: DATA_ORDERS) -> SchoolAnswer:
    """What a program is told of an order."""
    if isinstance(order, PayoutData):
        return _payout(order.payout)
    exercise = order.exercise.exercise()
    if isinstance(order, QuestionData):
        return _sent(exercise_question(exercise, with_payments=order.with_payments))
    if isinstance(order, AnswerData):
        return _verdict(order)
    return _sent(exercise_ending(exercise))


def _sent(data: Any, mark: Mark | None = None, mistake: str = "") -> SchoolAnswer:
    mark = mark or Mark(right=0, of=0)
    text = msgspec.json.encode(data).decode()
    return SchoolAnswer(data=text, right=mark.right, of=mark.of, mistake=mistake)


def _payout(order: PayoutOrder) -> SchoolAnswer:
    asked = (order.instrument, order.seed, order.number)
    if order.answered is None:
        return _sent(payout_drills.question(*asked, order.wager))
    return _sent(payout_drills.judge(*asked, order.answered, order.wager))


def _verdict(order: AnswerData) -> SchoolAnswer:
    exercise, given = order.exercise.exercise(), order.answer
    act, mark = None, Mark(right=0, of=0)
    if order.judges_act:
        try:
            act = judge_act(exercise, given.mistake, given.acts)
        except RoundFileError as error:
            raise _in_act(str(error), len(exercise.before)) from None
        mark += mark_of_act(act)
    paid = None
    if given.payments is not None:
        there = len(payments(exercise))
        if len(given.payments) != there:
            raise NotUnderstood("payments", f"there are {there} to be worked out")
        paid = judge_payments(exercise, given.payments)
        mark += mark_of_payments(paid)
    return _sent(ExerciseVerdict(act=act, payments=paid), mark, exercise.mistake)


def _in_act(said: str, before: int) -> NotUnderstood:
    """What is wrong with a script, said of the acts that were sent."""
    place = re.match(r"script\[(\d+)\]\.?([^:]*): ", said)
    if place is None:
        return NotUnderstood("acts", said.removeprefix("script: "))
    field = f"acts[{int(place[1]) - before}]{f'.{place[2]}' if place[2] else ''}"
    return NotUnderstood(field, said[place.end() :])
