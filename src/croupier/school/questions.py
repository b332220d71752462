"""An exercise as a trainee may know it, for a program: nothing here says what is wrong."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.adjudication import HandShown
from croupier.school.answers import choices
from croupier.school.exercises import Entry, Exercise, Mistake
from croupier.school.judging import Payment, payments
from croupier.school.practice_table import ending, scene


class LaidWager(msgspec.Struct, frozen=True):
    """A wager that lies on the table of an exercise."""

    player: str
    wager: str
    box: int | None
    amount: int


class ExerciseQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """The table as the trainee finds it, and what there is to answer with."""

    instrument: str
    name: str | msgspec.UnsetType = msgspec.UNSET
    """Left out where it would tell what is wrong."""
    told: str
    options: dict[str, Any]
    """What the table has chosen, where that is not by default."""
    wagers: tuple[LaidWager, ...]
    script: tuple[Entry, ...]
    """What happened until now, as a round file writes it."""
    hands: tuple[HandShown, ...]
    paid: tuple[Entry, ...]
    """What the dealer has paid, as far as it is told."""
    mistakes: dict[Mistake, str]
    """What can be wrong, in words."""
    commands: tuple[str, ...]
    payments: tuple[Payment, ...] | msgspec.UnsetType = msgspec.UNSET
    """What is settled when the round is over, to be worked out."""


class ExerciseEnding(msgspec.Struct, frozen=True, kw_only=True):
    """The round when it is over, with everything put right."""

    script: tuple[Entry, ...]
    """What was done and decided since the trainee came in, as a round file writes it."""
    hands: tuple[HandShown, ...]
    payments: tuple[Payment, ...]


def exercise_question(exercise: Exercise, *, with_payments: bool = True) -> ExerciseQuestion:
    """All of it; without the payments, as a set asks it: no name, and one part after the other."""
    seen = scene(exercise)
    return ExerciseQuestion(
        instrument=exercise.instrument,
        name=exercise.name if with_payments else msgspec.UNSET,
        told=exercise.told,
        options=exercise.file.get("options", {}),
        wagers=tuple(LaidWager(*each) for each in seen.wagers),
        script=tuple(exercise.before),
        hands=seen.hands,
        paid=tuple(exercise.paid),
        mistakes={each: each.words for each in Mistake},
        commands=tuple(each.tag for each in choices(exercise.instrument)),
        payments=payments(exercise) if with_payments else msgspec.UNSET,
    )


def exercise_ending(exercise: Exercise) -> ExerciseEnding:
    return ExerciseEnding(
        script=tuple(exercise.since), hands=ending(exercise).hands, payments=payments(exercise)
    )
