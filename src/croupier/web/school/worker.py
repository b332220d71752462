"""Makes questions of the school and judges answers: `python -m croupier.web.school.worker`.

Orders come in by standard input and answers go out by standard output, one a line; the first line
out says that it is ready. It stands back behind the tables, and ends when its input does.

A question is a function of its name, so nothing is kept between asking and judging: everything is
about tables that were made for the question and are thrown away.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from croupier.adjudication import RoundFileError
from croupier.school import payout_drills
from croupier.school.checking import of_round_file
from croupier.school.exercises import Mistake, NotAnExercise
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
from croupier.web.console import forms
from croupier.web.console.field_shapes import NotUnderstood
from croupier.web.round_files.worker import serve_lines
from croupier.web.school.orders import (
    DATA_ORDERS,
    ORDERS,
    AnswerData,
    FileOrder,
    PayoutData,
    PayoutOrder,
    QuestionData,
    SchoolAnswer,
)
from croupier.web.school.page_parts import page_part


def answer(order: ORDERS) -> SchoolAnswer:
    """What becomes of an order; whatever is wrong with it is said in the answer."""
    try:
        if isinstance(order, FileOrder):
            return _own_exercise(order)
        return _data_part(order) if isinstance(order, DATA_ORDERS) else page_part(order)
    except NotUnderstood as error:
        said = str(error) if isinstance(order, DATA_ORDERS) else forms.in_words(error)
        return SchoolAnswer(error=said, field=error.field)
    except LookupError as error:
        return SchoolAnswer(error=str(error.args[0]), missing=True)
    except (NotAnExercise, RoundFileError) as error:
        return SchoolAnswer(error=str(error.args[0]))


def _own_exercise(order: FileOrder) -> SchoolAnswer:
    """An instructor's own, out of a round file."""
    if order.mistake not in set(Mistake):
        raise NotUnderstood("mistake", "say what is wrong")
    try:
        file = msgspec.json.decode(order.file)
    except msgspec.DecodeError as error:
        raise NotUnderstood("file", f"it is not JSON: {error}") from None
    if not isinstance(file, dict):
        raise NotUnderstood("file", "a round file is an object")
    made = of_round_file(
        file, name=order.name, mistake=Mistake(order.mistake), told=order.told, act=order.act
    )
    own = msgspec.json.encode(made).decode()
    return SchoolAnswer(own=own, instrument=made.instrument, mistake=made.mistake)


# --- questions and verdicts as data


def _data_part(order: DATA_ORDERS) -> SchoolAnswer:
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


# --- the process


def main() -> None:
    serve_lines(msgspec.json.Decoder(ORDERS), answer, SchoolAnswer())


if __name__ == "__main__":
    main()
