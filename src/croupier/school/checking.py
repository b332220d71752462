"""Which files can be set as exercises, an instructor's own among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.adjudication import Answer, RoundFileError, account_of
from croupier.aggregate.acts import tag_of
from croupier.game_rules import game_of
from croupier.rulebook.instruments import instruments, load
from croupier.school.answers import choices
from croupier.school.exercises import Exercise, Mistake, NotAnExercise
from croupier.school.practice_table import follow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.adjudication import ClaimAnswer
    from croupier.adjudication.answer import EntryRefused
    from croupier.school.exercises import Entry


def check(exercise: Exercise) -> Exercise:
    """The exercise itself, if it can be set: its acts are taken, and what it says is so."""
    try:
        result = account_of(exercise.file).result
    except RoundFileError as error:
        raise NotAnExercise(str(error)) from None
    if not isinstance(result, Answer):
        raise NotAnExercise(f"{result.refused.reason} [{', '.join(result.refused.clauses)}]")
    if result.script is msgspec.UNSET:
        raise NotAnExercise("script: an exercise is told by a script")
    if not 1 <= exercise.act <= len(result.script) + 1 - exercise.acts:
        raise NotAnExercise(f"act: from 1 to {len(result.script) + 1 - exercise.acts}")
    book = load(exercise.instrument)
    for clause in exercise.clauses:
        try:
            book.clause(clause)
        except LookupError as error:
            raise NotAnExercise(f"clauses: {error}") from None
    for place, each in enumerate(result.script, 1):
        if each.refused is not msgspec.UNSET:
            raise NotAnExercise(f"script[{place}]: {_said(each.refused)}")
    if exercise.tried is not None and follow(exercise, [exercise.tried]).refused is None:
        raise NotAnExercise("tried: the rules allow it")
    _must_be_paid_so(exercise, result.claims or ())
    return exercise


def _must_be_paid_so(exercise: Exercise, claimed: Sequence[ClaimAnswer]) -> None:
    agree = all(claim.agrees for claim in claimed)
    if exercise.mistake is Mistake.WRONG_PAYMENT and agree:
        raise NotAnExercise("paid: every payment is right")
    if exercise.mistake is not Mistake.WRONG_PAYMENT and not exercise.acts and not agree:
        raise NotAnExercise("paid: a payment is wrong")


def _said(refused: EntryRefused) -> str:
    return f"{refused.reason} [{', '.join(refused.clauses)}]"


def of_round_file(
    file: Mapping[str, Any],
    *,
    name: str,
    mistake: Mistake,
    told: str,
    act: int | None = None,
) -> Exercise:
    """An exercise of somebody's own round file.

    The trainee comes in at the entry that `act` names, from 1: left out, at the first command with
    which something is put right, and without one when all has been dealt.
    """
    script = file.get("script")
    if not isinstance(script, list) or not all(isinstance(each, dict) for each in script):
        raise NotAnExercise("script: an exercise is told by a script")
    first = act if act is not None else _first_act(file, script)
    acts = 1 if first is not None and mistake not in _PAID else 0
    return check(
        Exercise(
            name=name, mistake=mistake, told=told, file=dict(file), acts=acts,
            act=len(script) + 1 if first is None or not acts else first,
        )
    )  # fmt: skip


_PAID = (Mistake.WRONG_PAYMENT, Mistake.NOTHING)


def _first_act(file: Mapping[str, Any], script: Sequence[Entry]) -> int | None:
    instrument = file.get("instrument")
    if not isinstance(instrument, str) or instrument not in instruments():
        return None
    acts = game_of(instrument).acts
    others = {tag_of(command) for command in acts if not command.puts_right}
    tags = {each.tag for each in choices(instrument)} - others
    return next((place for place, each in enumerate(script, 1) if each.get("do") in tags), None)
