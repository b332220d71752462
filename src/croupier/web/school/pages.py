"""Practice in the browser, for anybody: payout drills, and exercises at a drawn table.

A question is a function of its address, and the score goes along in it: nothing is kept.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

from litestar import Response, Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from croupier.aggregate.roles import who_may
from croupier.casino.house.school import TRAINEE, may_instruct
from croupier.money import cents
from croupier.rulebook.instruments import instruments, load
from croupier.school.by_chance import NAME, name_of
from croupier.school.exercises import catalogue
from croupier.web.html.cited_lines import wager_name
from croupier.web.html.page_rendering import SEE_OTHER, error_page, page
from croupier.web.http.policies import ANYBODY
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.school.asking import asked
from croupier.web.school.questions import (
    ActOrder,
    ExerciseOrder,
    Named,
    PaymentsOrder,
    PayoutOrder,
)
from croupier.web.school.results import sets_for

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument
    from croupier.web.school.questions import SchoolAnswer

QUESTIONS = 10
"""How many payouts are asked one after the other."""
BAD_REQUEST = 400
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
        sets=sets_for(request.services.floor.house.school, access.by.name) if deals else [],
    )  # fmt: skip


def book_of(instrument: str) -> Instrument:
    if instrument not in instruments():
        raise HttpError(ProblemType.NOT_FOUND, f"there is no instrument {instrument!r}")
    return load(instrument)


async def given_in(request: Request) -> dict[str, list[str]]:
    """What a form was sent with."""
    given: dict[str, list[str]] = {}
    for name, text in (await request.form()).multi_items():
        given.setdefault(name, []).append(str(text))
    return given


def first(given: dict[str, list[str]], name: str) -> str:
    return given.get(name, [""])[0]


def signed_cents(text: str) -> int | None:
    """What is won, or lost with a minus before it; nothing if it is not an amount."""
    text = text.strip()
    lost = text.startswith(("-", "\N{MINUS SIGN}"))
    plain = text.lstrip("+-\N{MINUS SIGN} $")
    amount = 0 if plain in ("0", "0.00") else cents(plain)
    return None if amount is None else -amount if lost else amount


def began(given: dict[str, list[str]], now: int) -> int:
    """How long ago a page was asked for, as far as it says so."""
    text = first(given, "began")
    return now - int(text) if text.isdecimal() and len(text) < 15 else 0


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
    lasted = began(given, request.services.clock())
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
    book = book_of(instrument)
    given = {"mistake": [mistake]} if mistake else {}
    answer = await asked(request, ExerciseOrder(Named(book.id, name), do, given))
    here = _exercise(book.id, name)
    now = began if began.isdecimal() else str(request.services.clock())
    return question_page(
        request, book, answer, title=title_of(name), action=here, do=do,
        kept={"score": str(Score.read(score)), "began": now}, score=Score.read(score),
    )  # fmt: skip


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
    book, given = book_of(instrument), await given_in(request)
    named, do = Named(book.id, name), first(given, "do")
    score = Score.read(first(given, "score"))
    answer = await asked(request, act_order(named, given))
    if answer.error:
        shown = await asked(request, ExerciseOrder(named, do, fields_in(given)))
        return question_page(
            request, book, shown, title=title_of(name), action=_exercise(book.id, name), do=do,
            kept={"score": str(score), "began": first(given, "began")}, score=score,
            wrong=answer.error,
        )  # fmt: skip
    score = score.more(answer.right, answer.of, began(given, request.services.clock()))
    return page(
        request, "school/exercise.html", book=book, title=title_of(name), score=score,
        shown=answer.html, form="", up=None, next_is_post=False,
        next=_exercise(book.id, name, "/payments", score=score), next_says="What is paid?",
    )  # fmt: skip


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
    book = book_of(instrument)
    answer = await asked(request, PaymentsOrder(Named(book.id, name)))
    return payments_page(
        request, book, answer, title=title_of(name), score=Score.read(score),
        action=_exercise(book.id, name, "/payments"),
        kept={"score": str(Score.read(score)), "began": str(request.services.clock())},
    )  # fmt: skip


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
    book, given = book_of(instrument), await given_in(request)
    score, order = Score.read(first(given, "score")), Named(book.id, name)
    amounts = amounts_in(given)
    if None in amounts:
        shown = await asked(request, PaymentsOrder(order))
        return payments_page(
            request, book, shown, title=title_of(name), score=score, wrong=NOT_AMOUNTS,
            action=_exercise(book.id, name, "/payments"),
            kept={"score": str(score), "began": first(given, "began")},
        )  # fmt: skip
    answer = await asked(request, PaymentsOrder(order, amounts))
    score = score.more(answer.right, answer.of, began(given, request.services.clock()), 1)
    return payments_page(
        request, book, answer, title=title_of(name), score=score, next=_next(book, name, score)
    )  # fmt: skip


def _next(book: Instrument, name: str, score: Score) -> str:
    """The exercise after this one: of the same chance, or of the collection."""
    drawn = NAME.fullmatch(name)
    if drawn is not None:
        return _exercise(book.id, name_of(int(drawn[1]), int(drawn[2]) + 1), score=score)
    names = [*catalogue(book.id)]
    place = names.index(name) + 1 if name in names else 0
    return _exercise(book.id, names[place % len(names)], score=score)


# --- what practice and sets have in common

NOT_AMOUNTS = "Amounts in dollars, such as 15, 7.50, -10 or 0."
_OURS = frozenset({"mistake", "do", "score", "began", "csrf_token"})


def title_of(name: str) -> str:
    """What an exercise is called on its page; its name would tell what is wrong."""
    drawn = NAME.fullmatch(name)
    return f"Exercise {drawn[2]}" if drawn is not None else "Exercise"


def fields_in(given: dict[str, list[str]]) -> dict[str, list[str]]:
    """The fields of a command, and what is said to be wrong."""
    return {name: texts for name, texts in given.items() if name not in _OURS - {"mistake"}}


def act_order(named: Named, given: dict[str, list[str]]) -> ActOrder:
    fields = {name: texts for name, texts in given.items() if name not in _OURS}
    return ActOrder(named, first(given, "mistake"), first(given, "do"), fields)


def amounts_in(given: dict[str, list[str]]) -> tuple[int | None, ...]:
    """What was said of each payment, in their order."""
    named = [name for name in given if re.fullmatch(r"paid-\d{1,3}", name)]
    ordered = sorted(named, key=lambda name: int(name[5:]))
    return tuple(signed_cents(first(given, name)) for name in ordered)


def question_page(
    request: Request,
    book: Instrument,
    answer: SchoolAnswer,
    *,
    title: str,
    action: str,
    do: str,
    kept: dict[str, str],
    score: Score,
    wrong: str = "",
    up: tuple[str, str] | None = None,
) -> Response[str]:
    """What is wrong, and what is done: first chosen, and then filled in."""
    if answer.error:
        raise HttpError(ProblemType.NOT_FOUND, answer.error)
    return page(
        request, "school/exercise.html", BAD_REQUEST if wrong else 200, book=book, title=title,
        score=score, shown=answer.html, form=answer.form, wrong=wrong, up=up,
        method="post" if do else "get", action=action, kept=kept,
        button="Answer" if do else "Go on", back=action if do else "", next="",
    )  # fmt: skip


def payments_page(
    request: Request,
    book: Instrument,
    answer: SchoolAnswer,
    *,
    title: str,
    score: Score,
    action: str = "",
    kept: dict[str, str] | None = None,
    wrong: str = "",
    next: str = "",
    next_is_post: bool = False,
    up: tuple[str, str] | None = None,
) -> Response[str]:
    if answer.error:
        raise HttpError(ProblemType.NOT_FOUND, answer.error)
    return page(
        request, "school/exercise.html", BAD_REQUEST if wrong else 200, book=book, title=title,
        score=score, shown=answer.html, form=answer.form, wrong=wrong, up=up, method="post",
        action=action, kept=kept or {}, button="Answer", back="", next=next,
        next_is_post=next_is_post, next_says="Next question",
    )  # fmt: skip


router = Router(
    "/",
    route_handlers=[
        index, payout, judge_payout, exercises_by_chance, exercise, judge_exercise, payments,
        judge_payments,
    ],
    exception_handlers={Exception: error_page},
)  # fmt: skip
