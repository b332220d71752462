"""How an exercise is answered in the browser, whoever has set it.

First what is wrong and what is done about it: chosen, then filled in, then judged. Then what every
wager is paid. Whether somebody practises or answers a set makes a difference to addresses, and to
what becomes of the marks: that is the `Sitting`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from urllib.parse import urlencode

from croupier.casino.house.school import SchoolPart
from croupier.rulebook.instruments import instruments, load
from croupier.school.answers import signed_cents
from croupier.web.html.page_rendering import page
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.school.asking import asked
from croupier.web.school.form_values import act_order, fields_in, first, given_in, payments_in
from croupier.web.school.orders import ExerciseOrder, PaymentsOrder

if TYPE_CHECKING:
    from litestar import Response

    from croupier.rulebook.instruments import Instrument
    from croupier.web.http.request import Request
    from croupier.web.school.form_values import Given
    from croupier.web.school.orders import Named, SchoolAnswer
    from croupier.web.school.practice import Score

BAD_REQUEST = 400
NOT_AMOUNTS = "Amounts in dollars, such as 15, 7.50, -10 or 0."


class Link(NamedTuple):
    """Where somebody goes on, and what the button says."""

    href: str
    says: str
    is_post: bool = False


class Sitting(Protocol):
    """Somebody at one exercise."""

    @property
    def book(self) -> Instrument: ...
    @property
    def named(self) -> Named:
        """The exercise, as the worker finds it."""

    @property
    def title(self) -> str:
        """What it is called on its page; its name would tell what is wrong."""

    @property
    def address(self) -> str:
        """Where it is asked and answered; its payments are one further."""

    @property
    def up(self) -> Link:
        """Where somebody comes back to."""

    @property
    def score(self) -> Score | None:
        """What goes along from page to page, where nothing is kept."""

    @property
    def kept(self) -> dict[str, str]:
        """What the form carries along."""

    async def mark(self, part: SchoolPart, answer: SchoolAnswer, given: Given) -> Sitting:
        """Keep how an answer was marked; the sitting goes on from there."""

    @property
    def to_payments(self) -> Link: ...
    @property
    def onward(self) -> Link | None:
        """To the question after this one, if there is another."""


def book_of(instrument: str) -> Instrument:
    if instrument not in instruments():
        raise HttpError(ProblemType.NOT_FOUND, f"there is no instrument {instrument!r}")
    return load(instrument)


async def show_question(
    request: Request, sitting: Sitting, mistake: str = "", do: str = ""
) -> Response[str]:
    """The table as it stands; once something is chosen to be done, its fields."""
    given = {"mistake": [mistake]} if mistake else {}
    return await _question(request, sitting, do, given)


async def judge_act(request: Request, sitting: Sitting) -> Response[str]:
    """Whether the mistake was named and the right thing done."""
    given = await given_in(request)
    answer = await asked(request, act_order(sitting.named, given))
    if answer.error:
        do = first(given, "do")
        return await _question(request, sitting, do, fields_in(given), answer.error)
    sitting = await sitting.mark(SchoolPart.ACT, answer, given)
    return _page(request, sitting, answer, onward=sitting.to_payments)


async def show_payments(
    request: Request, sitting: Sitting, typed: tuple[str, ...] = (), wrong: str = ""
) -> Response[str]:
    """The round when it is over, to be paid."""
    answer = await asked(request, PaymentsOrder(sitting.named, typed=typed))
    return _page(
        request, sitting, answer, wrong=wrong, method="post", action=f"{sitting.address}/payments"
    )


async def judge_payments(request: Request, sitting: Sitting) -> Response[str]:
    """The verdict on every payment."""
    given = await given_in(request)
    typed = payments_in(given)
    amounts = tuple(map(signed_cents, typed))
    if None in amounts:
        return await show_payments(request, sitting, typed, NOT_AMOUNTS)
    answer = await asked(request, PaymentsOrder(sitting.named, amounts))
    sitting = await sitting.mark(SchoolPart.PAYMENTS, answer, given)
    return _page(request, sitting, answer, onward=sitting.onward)


async def _question(
    request: Request, sitting: Sitting, do: str, given: Given, wrong: str = ""
) -> Response[str]:
    answer = await asked(request, ExerciseOrder(sitting.named, do, given))
    return _page(
        request, sitting, answer, wrong=wrong, method="post" if do else "get",
        action=sitting.address, button="Answer" if do else "Go on",
        back=_back(sitting, given) if do else "",
    )  # fmt: skip


def _back(sitting: Sitting, given: Given) -> str:
    """To choose again, with what the form carries along."""
    said = {**sitting.kept, "mistake": first(given, "mistake")}
    query = urlencode({name: text for name, text in said.items() if text})
    return f"{sitting.address}?{query}" if query else sitting.address


def _page(
    request: Request,
    sitting: Sitting,
    answer: SchoolAnswer,
    *,
    wrong: str = "",
    onward: Link | None = None,
    button: str = "Answer",
    back: str = "",
    **form: Any,
) -> Response[str]:
    if answer.error:
        raise HttpError(ProblemType.NOT_FOUND, answer.error)
    return page(
        request, "school/exercise.html", BAD_REQUEST if wrong else 200, book=sitting.book,
        title=sitting.title, score=sitting.score, up=sitting.up, kept=sitting.kept,
        shown=answer.html, form=answer.form, wrong=wrong, onward=onward, button=button,
        back=back, **form,
    )  # fmt: skip
