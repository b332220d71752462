"""Which exercises an instructor may set, whether on a page or through a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.casino.house.school import LONGEST_OWN, SetExercise
from croupier.rulebook.instruments import instruments
from croupier.school.by_chance import NAME
from croupier.school.exercises import catalogue
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.school.asking import asked
from croupier.web.school.orders import FileOrder

if TYPE_CHECKING:
    from croupier.web.http.request import Request

OWN = "own"
"""What an instructor's own exercise is called."""


def must_be_an_exercise(instrument: str, name: str, field: str) -> None:
    """Of those that come with the program, or by chance."""
    if instrument not in instruments():
        detail = f"there is no instrument {instrument!r}"
        raise HttpError(ProblemType.INVALID, detail, field=f"{field}.instrument")
    if name not in catalogue(instrument) and not NAME.fullmatch(name):
        detail = f"{instrument} has no exercise {name!r}"
        raise HttpError(ProblemType.INVALID, detail, field=f"{field}.exercise")


async def own_exercise(
    request: Request, file: str, mistake: str, told: str, act: int | None, field: str
) -> SetExercise:
    """The instructor's own, checked as any round file is and played through once."""
    if not told.strip():
        detail = "say what the trainee is told"
        raise HttpError(ProblemType.INVALID, detail, field=f"{field}.told")
    made = await asked(request, FileOrder(file, OWN, mistake, told, act))
    if made.error:
        raise HttpError(ProblemType.INVALID, f"the round file: {made.error}", field=field)
    if len(made.own) > LONGEST_OWN:
        raise HttpError(ProblemType.INVALID, "the round file: it is too long", field=field)
    return SetExercise(OWN, made.instrument, made.own)
