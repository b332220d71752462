"""Sets of exercises: a trainee answers them one by one, in their order and once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.casino.house.acts import ITSELF
from croupier.casino.house.school import AskExercise, MarkAnswer, SchoolPart
from croupier.casino.house_views import set_seen
from croupier.rulebook.citations import Refused
from croupier.web.html.page_rendering import SEE_OTHER, error_page, page
from croupier.web.http.policies import DEALERS, Policy
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.school import sitting
from croupier.web.school.orders import Named
from croupier.web.school.practice import Word
from croupier.web.school.results import questions_of, set_row
from croupier.web.school.sitting import Link, book_of

if TYPE_CHECKING:
    from croupier.casino.house.school import SetExercise
    from croupier.casino.house_views import SetView
    from croupier.rulebook.instruments import Instrument
    from croupier.web.school.form_values import Given
    from croupier.web.school.orders import SchoolAnswer

TRAINEES = Policy(DEALERS.roles, in_person=True)


def set_of(request: Request, name: str) -> SetView:
    """Return a set that is for the person who asks, as it stands now."""
    found = set_seen(request.services.floor, name, request.access.by.name)
    if found is None or not found.is_for_viewer:
        raise HttpError(ProblemType.NOT_FOUND, f"nothing was set for you under {name!r}")
    return found


async def ask_next(request: Request, name: str) -> int | None:
    """The next question of a set is asked, and its time begins; nothing if all were."""
    by, number = request.access.by, set_of(request, name).next
    if number is not None:
        command = AskExercise(name=name, person=by.name, number=number)
        await request.services.command_house(command, by, request.key)
    return number


@dataclass(frozen=True)
class SetQuestion:
    """Somebody at a question of a set that was asked of them."""

    request: Request
    name: str
    number: int
    exercise: SetExercise

    @classmethod
    def asked(cls, request: Request, name: str, number: int) -> SetQuestion:
        found = set_of(request, name)
        if not 0 < number <= found.asked:
            raise HttpError(ProblemType.NOT_FOUND, f"question {number} has not been asked")
        return cls(request, name, number, found.exercises[number - 1])

    @property
    def seen(self) -> SetView:
        """Return the set as it stands now."""
        return set_of(self.request, self.name)

    @property
    def book(self) -> Instrument:
        return book_of(self.exercise.instrument)

    @property
    def named(self) -> Named:
        each = self.exercise
        return Named(each.instrument, each.exercise, each.own)

    @property
    def title(self) -> str:
        return f"Question {self.number} of {len(self.seen.exercises)}"

    @property
    def address(self) -> str:
        return _at(self.name, self.number)

    @property
    def up(self) -> Link:
        return Link(_at(self.name), self.seen.title)

    @property
    def score(self) -> None:
        return None

    @property
    def kept(self) -> dict[str, str]:
        return {}

    def is_marked(self, part: SchoolPart) -> bool:
        return self.seen.is_marked(self.number, part)

    def instead_of(self, part: SchoolPart) -> Redirect | None:
        """Where somebody goes on who comes to a part out of its order, or to an answered one."""
        if self.is_marked(SchoolPart.PAYMENTS):
            return Redirect(self.up.href, status_code=SEE_OTHER)
        if self.is_marked(SchoolPart.ACT) is (part is SchoolPart.PAYMENTS):
            return None
        due = self.to_payments.href if part is SchoolPart.ACT else self.address
        return Redirect(due, status_code=SEE_OTHER)

    async def mark(
        self, part: SchoolPart, answer: SchoolAnswer, given: Given | None = None
    ) -> SetQuestion:
        """The first answer counts; one that is sent again is refused."""
        command = MarkAnswer(
            name=self.name, person=self.request.access.by.name, number=self.number, part=part,
            mistake=answer.mistake, right=answer.right, of=answer.of,
        )  # fmt: skip
        await self.request.services.command_house(command, ITSELF)
        return self

    @property
    def to_payments(self) -> Link:
        return Link(f"{self.address}/payments", "What is paid?")

    @property
    def onward(self) -> Link | None:
        more = self.seen.next and not self.seen.is_withdrawn
        return Link(_at(self.name, "ask"), "Next question", is_post=True) if more else None


def _at(name: str, number: int | str = "") -> str:
    return f"/school/sets/{quote(name, safe='')}{f'/{number}' if number else ''}"


@get("/school/sets/{name:str}", policy=TRAINEES, include_in_schema=False)
async def overview(request: Request, name: FromPath[str]) -> Response[str]:
    """What is still to be answered, and how the rest went."""
    seen = set_of(request, name)
    return page(
        request, "school/set.html", set=set_row(seen), withdrawn=seen.is_withdrawn,
        rows=questions_of(seen), unfinished=seen.unfinished, next=seen.next,
    )  # fmt: skip


@post("/school/sets/{name:str}/ask", policy=TRAINEES, include_in_schema=False)
async def go_on(request: Request, name: FromPath[str]) -> Redirect:
    """The next question is asked, and its time begins: not before the last one was answered, as
    another tab might have it. Of a set that was withdrawn meanwhile the overview says so.
    """
    number = set_of(request, name).unfinished
    if number is None:
        try:
            number = await ask_next(request, name)
        except Refused:
            number = None
    return Redirect(_at(name, number or ""), status_code=SEE_OTHER)


@get("/school/sets/{name:str}/{number:int}", policy=TRAINEES, include_in_schema=False, cost=20)
async def question(
    request: Request, name: FromPath[str], number: FromPath[int], mistake: Word = "", do: Word = ""
) -> Response[Any]:
    """The question, or the part of it that is still to be answered."""
    asked = SetQuestion.asked(request, name, number)
    elsewhere = asked.instead_of(SchoolPart.ACT)
    return elsewhere or await sitting.show_question(request, asked, mistake, do)


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
    asked = SetQuestion.asked(request, name, number)
    return asked.instead_of(SchoolPart.ACT) or await sitting.judge_act(request, asked)


@get(
    "/school/sets/{name:str}/{number:int}/payments",
    policy=TRAINEES,
    include_in_schema=False,
    cost=20,
)
async def payments(request: Request, name: FromPath[str], number: FromPath[int]) -> Response[Any]:
    """The round when it is over, once what comes before was answered."""
    asked = SetQuestion.asked(request, name, number)
    return asked.instead_of(SchoolPart.PAYMENTS) or await sitting.show_payments(request, asked)


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
    asked = SetQuestion.asked(request, name, number)
    return asked.instead_of(SchoolPart.PAYMENTS) or await sitting.judge_payments(request, asked)


router = Router(
    "/",
    route_handlers=[overview, go_on, question, answer_question, payments, answer_payments],
    exception_handlers={Exception: error_page},
)
