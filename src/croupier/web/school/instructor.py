"""The instructor's desk: everybody's results, and exercises that are set."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.casino.house.school import (
    INSTRUCTOR,
    LONGEST_OWN,
    MOST_EXERCISES,
    SetExercise,
    SetExercises,
    WithdrawExercises,
)
from croupier.casino.house_views import list_trainees, marks_given, sets_seen
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import instruments, load
from croupier.school.by_chance import NAME, name_of
from croupier.school.exercises import Mistake, catalogue
from croupier.web.html.page_rendering import SEE_OTHER, error_page, page
from croupier.web.http.naming import in_text
from croupier.web.http.policies import Policy, needs
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.school.asking import asked
from croupier.web.school.form_values import first, given_in
from croupier.web.school.orders import FileOrder
from croupier.web.school.results import all_sets, results

if TYPE_CHECKING:
    from croupier.web.school.form_values import Given

INSTRUCTORS = Policy(needs(INSTRUCTOR).roles, in_person=True)
CONFLICT, BAD_REQUEST = 409, 400
OWN = "own"
"""What an instructor's own exercise is called."""


@dataclass
class Typed:
    """What an instructor has written in the form so far."""

    title: str = ""
    name: str = ""
    trainees: list[str] = field(default_factory=list)
    exercises: list[str] = field(default_factory=list)
    chances: dict[str, str] = field(default_factory=dict)
    file: str = ""
    told: str = ""
    mistake: str = ""
    act: str = ""

    @classmethod
    def read(cls, given: Given) -> Typed:
        chances = {each: first(given, f"chance:{each}").strip() for each in instruments()}
        return cls(
            first(given, "title").strip(), first(given, "name").strip(),
            given.get("trainees", []), given.get("exercise", []), chances,
            first(given, "file"), first(given, "told").strip(), first(given, "mistake"),
            first(given, "act").strip(),
        )  # fmt: skip

    def chance(self, instrument: str) -> str:
        return self.chances.get(instrument, "")

    def chosen(self, instrument: str) -> bool:
        """Whether anything of an instrument is."""
        return bool(self.chance(instrument)) or any(
            each.startswith(f"{instrument}/") for each in self.exercises
        )


@get("/school/instructor", policy=INSTRUCTORS, include_in_schema=False, cost=5)
async def instructor(request: Request) -> Response[str]:
    """Everybody's results, the sets, and a form for another."""
    return _instructor(request, Typed())


def _instructor(
    request: Request, typed: Typed, status: int = 200, wrong: str = ""
) -> Response[str]:
    floor = request.services.floor
    seen = sets_seen(floor, request.access.by.name)
    return page(
        request, "school/instructor.html", status, of_person="", wrong=wrong, typed=typed,
        sets=all_sets(floor, seen, in_text), mistakes=tuple(Mistake), longest_file=LONGEST_OWN // 2,
        trainees=sorted(list_trainees(floor), key=in_text),
        books=[(load(each), [*catalogue(each).values()]) for each in instruments()],
        **results(marks_given(floor), seen, in_text),
    )  # fmt: skip


@get("/school/instructor/trainees/{person:str}", policy=INSTRUCTORS, include_in_schema=False)
async def trainee(request: Request, person: FromPath[str]) -> Response[str]:
    """Somebody's results."""
    floor = request.services.floor
    if person not in list_trainees(floor):
        raise HttpError(ProblemType.NOT_FOUND, f"{person} does not deal here")
    seen = sets_seen(floor, request.access.by.name)
    found = results(marks_given(floor, person=person), seen, in_text)
    return page(request, "school/instructor.html", 200, of_person=in_text(person), **found)


@post("/school/instructor/sets", policy=INSTRUCTORS, include_in_schema=False, cost=20)
async def set_exercises(request: Request) -> Response[Any]:
    """A new set; whatever is wrong with it is said, and nothing is lost of what was typed."""
    typed = Typed.read(await given_in(request))
    try:
        exercises = [*_chosen(typed), *await _own(request, typed)]
        if not exercises:
            raise HttpError(ProblemType.INVALID, "exercises: choose some")
        command = SetExercises(
            name=typed.name, title=typed.title, exercises=tuple(exercises),
            trainees=tuple(typed.trainees),
        )  # fmt: skip
        await request.services.command_house(command, request.access.by, request.key)
    except Refused as error:
        return _instructor(request, typed, CONFLICT, error.reason)
    except HttpError as error:
        return _instructor(request, typed, BAD_REQUEST, error.problem.detail or str(error))
    return Redirect("/school/instructor", status_code=SEE_OTHER)


def _chosen(typed: Typed) -> list[SetExercise]:
    """Those of the collection, and as many by chance as somebody wants."""
    chosen = []
    for each in typed.exercises:
        instrument, _, name = each.partition("/")
        must_be_an_exercise(instrument, name, "exercises")
        chosen.append(SetExercise(name, instrument))
    for instrument, many in typed.chances.items():
        if many and not (many.isdecimal() and int(many) <= MOST_EXERCISES):
            raise HttpError(ProblemType.INVALID, f"by chance: a number up to {MOST_EXERCISES}")
        seed = secrets.randbits(32)
        chosen += [
            SetExercise(name_of(seed, number), instrument)
            for number in range(1, int(many or 0) + 1)
        ]
    return chosen


async def _own(request: Request, typed: Typed) -> list[SetExercise]:
    """The instructor's own, checked as any round file is and played through once."""
    if not typed.file.strip():
        return []
    if typed.act and not typed.act.isdecimal():
        raise HttpError(ProblemType.INVALID, "act: the number of an entry")
    act = int(typed.act) if typed.act else None
    return [await own_exercise(request, typed.file, typed.mistake, typed.told, act, "file")]


@post("/school/instructor/sets/{name:str}/withdraw", policy=INSTRUCTORS, include_in_schema=False)
async def withdraw(request: Request, name: FromPath[str]) -> Response[Any]:
    try:
        await request.services.command_house(
            WithdrawExercises(name=name), request.access.by, request.key
        )
    except Refused as error:
        return _instructor(request, Typed(), CONFLICT, error.reason)
    return Redirect("/school/instructor", status_code=SEE_OTHER)


# --- which exercises may be set, on the page or through a program


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


router = Router(
    "/",
    route_handlers=[instructor, trainee, set_exercises, withdraw],
    exception_handlers={Exception: error_page},
)
