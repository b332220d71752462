"""Sets of exercises: trainees answer them one by one, instructors set them and see results."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.casino.house.acts import ITSELF
from croupier.casino.house.school import (
    INSTRUCTOR,
    LONGEST_OWN,
    MOST_EXERCISES,
    AskExercise,
    MarkAnswer,
    SchoolPart,
    SetExercise,
    SetExercises,
    WithdrawExercises,
    trainees,
)
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import instruments, load
from croupier.school.by_chance import name_of
from croupier.school.exercises import Mistake, catalogue
from croupier.web.html.page_rendering import SEE_OTHER, error_page, page
from croupier.web.http.naming import in_text
from croupier.web.http.policies import DEALERS, Policy, needs
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.school.asking import asked
from croupier.web.school.pages import (
    NOT_AMOUNTS,
    Score,
    Word,
    act_order,
    amounts_in,
    book_of,
    fields_in,
    first,
    given_in,
    payments_page,
    question_page,
)
from croupier.web.school.questions import ExerciseOrder, FileOrder, Named, PaymentsOrder
from croupier.web.school.results import (
    SetRow,
    all_sets,
    done_by,
    is_done,
    questions_of,
    results,
)

if TYPE_CHECKING:
    from croupier.casino.house.school import ExerciseSet, School
    from croupier.rulebook.instruments import Instrument
    from croupier.web.school.questions import SchoolAnswer

TRAINEES = Policy(DEALERS.roles, in_person=True)
INSTRUCTORS = Policy(needs(INSTRUCTOR).roles, in_person=True)
CONFLICT, BAD_REQUEST = 409, 400
OWN = "own"


def _school(request: Request) -> School:
    return request.services.floor.house.school


# --- for whoever was set exercises


def _set_of(request: Request, name: str) -> ExerciseSet:
    found = _school(request).sets.get(name)
    if found is None or not found.is_for(request.access.by.name):
        raise HttpError(ProblemType.NOT_FOUND, f"nothing was set for you under {name!r}")
    return found


def _at(name: str, number: int | str = "", part: str = "") -> str:
    return f"/school/sets/{quote(name, safe='')}{f'/{number}' if number else ''}{part}"


@get("/school/sets/{name:str}", policy=TRAINEES, include_in_schema=False)
async def overview(request: Request, name: FromPath[str]) -> Response[str]:
    """What is still to be answered, and how the rest went."""
    found, school, person = _set_of(request, name), _school(request), request.access.by.name
    questions = len(found.command.exercises)
    begun = (number for number in range(1, questions + 1) if (name, person, number) in school.asked)
    return page(
        request, "school/set.html",
        set=SetRow(name, found.command.title, questions, done_by(school, name, person)),
        withdrawn=found.withdrawn, rows=questions_of(school, name, person),
        unfinished=next((each for each in begun if not is_done(school, name, person, each)), None),
        next=school.next_for(name, person),
    )  # fmt: skip


@post("/school/sets/{name:str}/ask", policy=TRAINEES, include_in_schema=False)
async def go_on(request: Request, name: FromPath[str]) -> Redirect:
    """The next question is asked, and its time begins."""
    _set_of(request, name)
    by, school = request.access.by, _school(request)
    number = school.next_for(name, by.name)
    if number is None:
        return Redirect(_at(name), status_code=SEE_OTHER)
    await request.services.command_house(
        AskExercise(name=name, person=by.name, number=number), by, request.key
    )
    return Redirect(_at(name, number), status_code=SEE_OTHER)


def _question(request: Request, name: str, number: int) -> tuple[Instrument, Named, str]:
    """A question that was asked of whoever looks: its instrument, its name, and its title."""
    found, person = _set_of(request, name), request.access.by.name
    if (name, person, number) not in _school(request).asked:
        raise HttpError(ProblemType.NOT_FOUND, f"question {number} has not been asked")
    each = found.command.exercises[number - 1]
    title = f"Question {number} of {len(found.command.exercises)}"
    return book_of(each.instrument), Named(each.instrument, each.exercise, each.own), title


def _is_marked(request: Request, name: str, number: int, part: SchoolPart) -> bool:
    return part in _school(request).marks.get((name, request.access.by.name, number), {})


def _up(request: Request, name: str) -> tuple[str, str]:
    return _at(name), _school(request).sets[name].command.title


@get("/school/sets/{name:str}/{number:int}", policy=TRAINEES, include_in_schema=False, cost=20)
async def question(
    request: Request, name: FromPath[str], number: FromPath[int], mistake: Word = "", do: Word = ""
) -> Response[Any]:
    """The question, or the part of it that is still to be answered."""
    book, named, title = _question(request, name, number)
    if _is_marked(request, name, number, SchoolPart.PAYMENTS):
        return Redirect(_at(name), status_code=SEE_OTHER)
    if _is_marked(request, name, number, SchoolPart.ACT):
        return Redirect(_at(name, number, "/payments"), status_code=SEE_OTHER)
    given = {"mistake": [mistake]} if mistake else {}
    answer = await asked(request, ExerciseOrder(named, do, given))
    return question_page(
        request, book, answer, title=title, action=_at(name, number), do=do, kept={},
        score=Score(), up=_up(request, name),
    )  # fmt: skip


@post(
    "/school/sets/{name:str}/{number:int}",
    policy=TRAINEES,
    include_in_schema=False,
    status_code=200,
    cost=20,
)
async def answer_question(
    request: Request, name: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    """Judge it, keep how it is marked, and say why."""
    book, named, title = _question(request, name, number)
    given = await given_in(request)
    answer = await asked(request, act_order(named, given))
    if answer.error:
        do = first(given, "do")
        shown = await asked(request, ExerciseOrder(named, do, fields_in(given)))
        return question_page(
            request, book, shown, title=title, action=_at(name, number), do=do, kept={},
            score=Score(), wrong=answer.error, up=_up(request, name),
        )  # fmt: skip
    await _mark(request, name, number, SchoolPart.ACT, answer)
    return page(
        request, "school/exercise.html", book=book, title=title, score=Score(),
        shown=answer.html, form="", up=_up(request, name), next=_at(name, number, "/payments"),
        next_is_post=False, next_says="What is paid?",
    )  # fmt: skip


@get(
    "/school/sets/{name:str}/{number:int}/payments",
    policy=TRAINEES,
    include_in_schema=False,
    cost=20,
)
async def payments(request: Request, name: FromPath[str], number: FromPath[int]) -> Response[Any]:
    """The round when it is over, once what comes before was answered."""
    book, named, title = _question(request, name, number)
    if not _is_marked(request, name, number, SchoolPart.ACT):
        return Redirect(_at(name, number), status_code=SEE_OTHER)
    if _is_marked(request, name, number, SchoolPart.PAYMENTS):
        return Redirect(_at(name), status_code=SEE_OTHER)
    answer = await asked(request, PaymentsOrder(named))
    return payments_page(
        request, book, answer, title=title, score=Score(), up=_up(request, name),
        action=_at(name, number, "/payments"),
    )  # fmt: skip


@post(
    "/school/sets/{name:str}/{number:int}/payments",
    policy=TRAINEES,
    include_in_schema=False,
    status_code=200,
    cost=20,
)
async def answer_payments(
    request: Request, name: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    book, named, title = _question(request, name, number)
    amounts = amounts_in(await given_in(request))
    if None in amounts:
        shown = await asked(request, PaymentsOrder(named))
        return payments_page(
            request, book, shown, title=title, score=Score(), up=_up(request, name),
            action=_at(name, number, "/payments"), wrong=NOT_AMOUNTS,
        )  # fmt: skip
    answer = await asked(request, PaymentsOrder(named, amounts))
    await _mark(request, name, number, SchoolPart.PAYMENTS, answer)
    more = _school(request).next_for(name, request.access.by.name)
    return payments_page(
        request, book, answer, title=title, score=Score(), up=_up(request, name),
        next=_at(name, "ask") if more else "", next_is_post=True,
    )  # fmt: skip


async def _mark(
    request: Request, name: str, number: int, part: SchoolPart, answer: SchoolAnswer
) -> None:
    """The first answer counts; one that is sent again is refused."""
    command = MarkAnswer(
        name=name, person=request.access.by.name, number=number, part=part,
        mistake=answer.mistake, right=answer.right, of=answer.of,
    )  # fmt: skip
    await request.services.command_house(command, ITSELF)


# --- for instructors


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
    def read(cls, given: dict[str, list[str]]) -> Typed:
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
    school = _school(request)
    return page(
        request, "school/instructor.html", status, of_person="", wrong=wrong, typed=typed,
        sets=all_sets(school, in_text), mistakes=tuple(Mistake), longest_file=LONGEST_OWN // 2,
        trainees=sorted(trainees(request.services.floor.house), key=in_text),
        books=[(load(each), [*catalogue(each).values()]) for each in instruments()],
        **results(school, in_text),
    )  # fmt: skip


@get("/school/instructor/trainees/{person:str}", policy=INSTRUCTORS, include_in_schema=False)
async def trainee(request: Request, person: FromPath[str]) -> Response[str]:
    """Somebody's results."""
    if person not in trainees(request.services.floor.house):
        raise HttpError(ProblemType.NOT_FOUND, f"{person} does not deal here")
    found = results(_school(request), in_text, person)
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
        if instrument not in instruments() or name not in catalogue(instrument):
            raise HttpError(ProblemType.INVALID, f"exercises: there is none called {each!r}")
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
    if not typed.told:
        raise HttpError(ProblemType.INVALID, "told: say what the trainee is told")
    if typed.act and not typed.act.isdecimal():
        raise HttpError(ProblemType.INVALID, "act: the number of an entry")
    order = FileOrder(
        typed.file, OWN, typed.mistake, typed.told, int(typed.act) if typed.act else None
    )
    made = await asked(request, order)
    if made.error:
        raise HttpError(ProblemType.INVALID, f"the round file: {made.error}")
    if len(made.own) > LONGEST_OWN:
        raise HttpError(ProblemType.INVALID, "the round file: it is too long")
    return [SetExercise(OWN, made.instrument, made.own)]


@post("/school/instructor/sets/{name:str}/withdraw", policy=INSTRUCTORS, include_in_schema=False)
async def withdraw(request: Request, name: FromPath[str]) -> Response[Any]:
    try:
        await request.services.command_house(
            WithdrawExercises(name=name), request.access.by, request.key
        )
    except Refused as error:
        return _instructor(request, Typed(), CONFLICT, error.reason)
    return Redirect("/school/instructor", status_code=SEE_OTHER)


router = Router(
    "/",
    route_handlers=[
        overview, go_on, question, answer_question, payments, answer_payments, instructor, trainee,
        set_exercises, withdraw,
    ],
    exception_handlers={Exception: error_page},
)  # fmt: skip
