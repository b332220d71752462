"""Practice in the browser, for anybody: payout drills, and exercises at a drawn table.

A question is a function of its address, and the score goes along in it: nothing is kept.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

from litestar import Response, Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from croupier.aggregate.roles import who_may
from croupier.casino.house.school import TRAINEE, SchoolPart, may_instruct
from croupier.casino.house_views import sets_seen
from croupier.rulebook.instruments import instruments, load
from croupier.school.answers import signed_cents
from croupier.school.by_chance import NAME, name_of
from croupier.school.exercises import catalogue
from croupier.web.html.cited_lines import wager_name
from croupier.web.html.page_rendering import SEE_OTHER, error_page, page
from croupier.web.http.policies import ANYBODY
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.school import sitting
from croupier.web.school.asking import asked
from croupier.web.school.form_values import first, given_in, milliseconds_since
from croupier.web.school.orders import Named, PayoutOrder
from croupier.web.school.results import sets_to_answer
from croupier.web.school.sitting import BAD_REQUEST, Link, book_of

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument
    from croupier.web.school.form_values import Given
    from croupier.web.school.orders import SchoolAnswer

QUESTIONS = 10
"""How many payouts are asked one after the other."""
LONGEST_PRACTICE = 24 * 3_600_000
"""A question that lay open for longer was not being worked at."""
_SCORE = re.compile(r"(\d{1,6})-(\d{1,6})-(\d{1,12})-(\d{1,6})")

Seed = Annotated[int | None, QueryParameter(ge=0, le=10**18)]
Number = Annotated[int, QueryParameter(ge=1, le=10**6)]
Word = Annotated[str, QueryParameter(max_length=100)]


@dataclass(frozen=True, slots=True)
class Score:
    """Points, and the time that they took, of the questions so far."""

    right: int = 0
    of: int = 0
    milliseconds: int = 0
    questions: int = 0

    @classmethod
    def read(cls, text: str) -> Score:
        found = _SCORE.fullmatch(text)
        return cls(*map(int, found.groups())) if found else cls()

    def __str__(self) -> str:
        return f"{self.right}-{self.of}-{self.milliseconds}-{self.questions}"

    def more(self, right: int, of: int, milliseconds: int, questions: int = 0) -> Score:
        lasted = min(max(milliseconds, 0), LONGEST_PRACTICE)
        return Score(
            self.right + right, self.of + of, self.milliseconds + lasted,
            self.questions + questions,
        )  # fmt: skip

    @property
    def each(self) -> str:
        return f"{self.milliseconds / 1000 / max(self.questions, 1):.1f}"


@get("/school", policy=ANYBODY, include_in_schema=False, cost=3)
async def index(request: Request) -> Response[str]:
    """What there is to practise, and what was set for whoever looks."""
    access = request.access
    deals = access.role is not None and access.role in who_may(TRAINEE)
    return page(
        request, "school/index.html",
        books=[(load(each), [*catalogue(each).values()]) for each in instruments()],
        may_instruct=access.role is not None and may_instruct(access.role),
        sets=sets_to_answer(sets_seen(request.services.floor, access.by.name)) if deals else [],
    )  # fmt: skip


# --- payout drills


def _payouts(instrument: str, **query: Any) -> str:
    said = {name: value for name, value in query.items() if value not in (None, "")}
    return f"/school/payouts/{instrument}?{urlencode(said)}"


@get("/school/payouts/{instrument:str}", policy=ANYBODY, include_in_schema=False, cost=60)
async def payout(
    request: Request,
    instrument: FromPath[str],
    seed: Seed = None,
    number: Number = 1,
    wager: Word = "",
    score: Word = "",
) -> Response[Any]:
    """A question; with no seed, the first of new ones."""
    book = book_of(instrument)
    if seed is None:
        fresh = _payouts(book.id, seed=secrets.randbits(32), number=1, wager=wager)
        return Redirect(fresh, status_code=SEE_OTHER)
    answer = await asked(request, PayoutOrder(book.id, seed, number, wager or None))
    return _payout_page(request, book, answer, seed, number, wager, Score.read(score))


@post(
    "/school/payouts/{instrument:str}",
    policy=ANYBODY,
    include_in_schema=False,
    status_code=200,
    cost=60,
)
async def judge_payout(
    request: Request,
    instrument: FromPath[str],
    seed: Seed = None,
    number: Number = 1,
    wager: Word = "",
) -> Response[Any]:
    """The verdict on an answer, with its clauses."""
    book, given = book_of(instrument), await given_in(request)
    amount, score = signed_cents(first(given, "paid")), Score.read(first(given, "score"))
    order = PayoutOrder(book.id, seed or 0, number, wager or None, amount)
    answer = await asked(request, order)
    if amount is None:
        wrong = "An amount in dollars, such as 15, 7.50, -10 or 0."
        return _payout_page(request, book, answer, seed or 0, number, wager, score, wrong)
    lasted = milliseconds_since(given, request.services.clock())
    score = score.more(answer.right, answer.of, lasted, 1)
    return _payout_page(request, book, answer, seed or 0, number, wager, score)


def _payout_page(
    request: Request,
    book: Instrument,
    answer: SchoolAnswer,
    seed: int,
    number: int,
    wager: str,
    score: Score,
    wrong: str = "",
) -> Response[str]:
    if answer.error:
        raise HttpError(ProblemType.NOT_FOUND, answer.error)
    judged = bool(answer.of)
    following = _payouts(book.id, seed=seed, number=number + 1, wager=wager, score=score)
    return page(
        request, "school/payout.html", BAD_REQUEST if wrong else 200, book=book, number=number,
        of=QUESTIONS, score=score, question=answer.html, judged=judged, wager=wager, wrong=wrong,
        here=_payouts(book.id, seed=seed, number=number, wager=wager),
        kept={"score": score, "began": request.services.clock()},
        next=following if judged and number < QUESTIONS else "",
        again=_payouts(book.id, wager=wager),
        wagers=[(each, wager_name(book.id, each)) for each in answer.wagers],
    )  # fmt: skip


# --- exercises


def _exercise(instrument: str, name: str, part: str = "", **query: Any) -> str:
    said = {key: value for key, value in query.items() if value not in (None, "")}
    asking = f"?{urlencode(said)}" if said else ""
    return f"/school/exercises/{instrument}/{name}{part}{asking}"


@dataclass(frozen=True)
class Practice:
    """Somebody who practises: every page carries its score and when it was asked for."""

    request: Request
    book: Instrument
    name: str
    score: Score
    began: str = ""

    @property
    def named(self) -> Named:
        return Named(self.book.id, self.name)

    @property
    def title(self) -> str:
        drawn = NAME.fullmatch(self.name)
        return f"Exercise {drawn[2]}" if drawn is not None else "Exercise"

    @property
    def address(self) -> str:
        return _exercise(self.book.id, self.name)

    @property
    def up(self) -> Link:
        return Link("/school", "School")

    @property
    def kept(self) -> dict[str, str]:
        began = self.began if self.began.isdecimal() else str(self.request.services.clock())
        return {"score": str(self.score), "began": began}

    async def mark(self, part: SchoolPart, answer: SchoolAnswer, given: Given) -> Practice:
        lasted = milliseconds_since(given, self.request.services.clock())
        questions = int(part is SchoolPart.PAYMENTS)
        return replace(self, score=self.score.more(answer.right, answer.of, lasted, questions))

    @property
    def to_payments(self) -> Link:
        href = _exercise(self.book.id, self.name, "/payments", score=self.score)
        return Link(href, "What is paid?")

    @property
    def onward(self) -> Link:
        """To the exercise after this one: of the same chance, or of the collection."""
        drawn = NAME.fullmatch(self.name)
        if drawn is not None:
            name = name_of(int(drawn[1]), int(drawn[2]) + 1)
        else:
            names = [*catalogue(self.book.id)]
            place = names.index(self.name) + 1 if self.name in names else 0
            name = names[place % len(names)]
        return Link(_exercise(self.book.id, name, score=self.score), "Next question")


async def _sent(request: Request, instrument: str, name: str) -> Practice:
    """Somebody who answers, with what their form carries along."""
    given = await given_in(request)
    score = Score.read(first(given, "score"))
    return Practice(request, book_of(instrument), name, score, first(given, "began"))


@get("/school/exercises/{instrument:str}", policy=ANYBODY, include_in_schema=False)
async def exercises_by_chance(request: Request, instrument: FromPath[str]) -> Redirect:
    """To the first of new ones."""
    name = name_of(secrets.randbits(32), 1)
    return Redirect(_exercise(book_of(instrument).id, name), status_code=SEE_OTHER)


@get(
    "/school/exercises/{instrument:str}/{name:str}",
    policy=ANYBODY,
    include_in_schema=False,
    cost=20,
)
async def exercise(
    request: Request,
    instrument: FromPath[str],
    name: FromPath[str],
    mistake: Word = "",
    do: Word = "",
    score: Word = "",
    began: Word = "",
) -> Response[str]:
    """The table as it stands; when something is chosen, its fields."""
    practice = Practice(request, book_of(instrument), name, Score.read(score), began)
    return await sitting.show_question(request, practice, mistake, do)


@post(
    "/school/exercises/{instrument:str}/{name:str}",
    policy=ANYBODY,
    include_in_schema=False,
    status_code=200,
    cost=20,
)
async def judge_exercise(
    request: Request, instrument: FromPath[str], name: FromPath[str]
) -> Response[str]:
    """Whether the mistake was named and the right thing done."""
    return await sitting.judge_act(request, await _sent(request, instrument, name))


@get(
    "/school/exercises/{instrument:str}/{name:str}/payments",
    policy=ANYBODY,
    include_in_schema=False,
    cost=20,
)
async def payments(
    request: Request, instrument: FromPath[str], name: FromPath[str], score: Word = ""
) -> Response[str]:
    """The round when it is over, to be paid."""
    practice = Practice(request, book_of(instrument), name, Score.read(score))
    return await sitting.show_payments(request, practice)


@post(
    "/school/exercises/{instrument:str}/{name:str}/payments",
    policy=ANYBODY,
    include_in_schema=False,
    status_code=200,
    cost=20,
)
async def judge_payments(
    request: Request, instrument: FromPath[str], name: FromPath[str]
) -> Response[str]:
    """The verdict on every payment."""
    return await sitting.judge_payments(request, await _sent(request, instrument, name))


router = Router(
    "/",
    route_handlers=[
        index, payout, judge_payout, exercises_by_chance, exercise, judge_exercise, payments,
        judge_payments,
    ],
    exception_handlers={Exception: error_page},
)  # fmt: skip
