"""What the worker of the school is asked, and what it answers."""

from __future__ import annotations

import msgspec

from croupier.school.answers import ExerciseAnswer
from croupier.school.by_chance import find
from croupier.school.exercises import Exercise


class Named(msgspec.Struct, frozen=True):
    """Which exercise is meant; an instructor's own comes whole."""

    instrument: str
    name: str
    own: str = ""

    def exercise(self) -> Exercise:
        """A `LookupError` says that there is none of that name."""
        if self.own:
            return msgspec.json.decode(self.own, type=Exercise)
        return find(self.instrument, self.name)


class PayoutOrder(msgspec.Struct, frozen=True, tag="payout"):
    instrument: str
    seed: int
    number: int
    wager: str | None = None
    answered: int | None = None
    """What somebody answers, in cents; without it the question is only asked."""


class ExerciseOrder(msgspec.Struct, frozen=True, tag="exercise"):
    """The question, with the fields of a command once one is chosen."""

    exercise: Named
    do: str = ""
    given: dict[str, list[str]] = {}


class ActOrder(msgspec.Struct, frozen=True, tag="act"):
    """What somebody says is wrong, and does about it."""

    exercise: Named
    mistake: str
    do: str
    given: dict[str, list[str]]


class PaymentsOrder(msgspec.Struct, frozen=True, tag="payments"):
    """The second part: how it came to lie, and what is paid; with answers, they are judged."""

    exercise: Named
    answered: tuple[int | None, ...] | None = None
    typed: tuple[str, ...] = ()
    """What stands in the fields already, where not all of it was an amount."""


class FileOrder(msgspec.Struct, frozen=True, tag="file"):
    """Somebody's own round file, to become an exercise."""

    file: str
    name: str
    mistake: str
    told: str
    act: int | None = None


class PayoutData(msgspec.Struct, frozen=True, tag="payout-data"):
    """A question of a drill, or the verdict on an answer to it, for a program."""

    payout: PayoutOrder


class QuestionData(msgspec.Struct, frozen=True, tag="question-data"):
    """What a trainee may know of an exercise, for a program."""

    exercise: Named
    with_payments: bool = True
    """Whether it may be known already what is settled when the round is over."""


class EndingData(msgspec.Struct, frozen=True, tag="ending-data"):
    """How the round of an exercise ends, and what there is to pay, for a program."""

    exercise: Named


class AnswerData(msgspec.Struct, frozen=True, tag="answer-data"):
    """A program's answer to an exercise, to be judged."""

    exercise: Named
    answer: ExerciseAnswer
    judges_act: bool = True
    """Whether what was named and done is asked as well, and not the payments alone."""


PAGE_ORDERS = PayoutOrder | ExerciseOrder | ActOrder | PaymentsOrder
DATA_ORDERS = PayoutData | QuestionData | EndingData | AnswerData
ORDERS = PAGE_ORDERS | DATA_ORDERS | FileOrder


class SchoolAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of an order."""

    html: str = ""
    """Part of a page."""
    data: str = ""
    """The same for a program, in JSON."""
    form: str = ""
    """The fields in which it is answered."""
    error: str = ""
    """What is wrong with the order; nothing was judged."""
    field: str = ""
    """In which field of a form or an answer."""
    missing: bool = False
    """Whether what is wrong is that there is no such exercise, or no such wager."""
    mistake: str = ""
    right: int = 0
    of: int = 0
    asks: int = 0
    """How many payments there are to be worked out."""
    own: str = ""
    """An exercise made of somebody's file."""
    instrument: str = ""
    wagers: tuple[str, ...] = ()
    """What payout drills of the instrument can be about."""
