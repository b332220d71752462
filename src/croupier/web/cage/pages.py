"""The cage in a browser: buying and cashing chips, and the terms that the operator sets."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, QueryParameter, URLEncodedBody
from litestar.response import Redirect

from croupier.aggregate.roles import Role
from croupier.casino.cage import cage_of
from croupier.casino.house.acts import MOST_RESERVE
from croupier.casino.house.commands import BuyIn, CageTerms, CashOut, ChipKind, SetCageTerms
from croupier.casino.override_commands import Unconfirmed, who_confirms
from croupier.money import dollars
from croupier.rulebook.citations import Refused
from croupier.web.html.command_forms import amount_of
from croupier.web.html.page_rendering import SEE_OTHER, error_page, page, to_log_in
from croupier.web.http.policies import IN_PERSON, OPERATOR_IN_PERSON, SUPERVISORS
from croupier.web.http.request import Request
from croupier.web.http.second_person import second_on_form, wants_second_person
from croupier.web.lobby.pages import lobby_page

CONFLICT, FORBIDDEN = 409, 403


class ChipsForm(msgspec.Struct, frozen=True):
    dollars: str = ""


@post("/cage/{way:str}", policy=IN_PERSON, include_in_schema=False)
async def cage(
    request: Request, way: FromPath[str], data: URLEncodedBody[ChipsForm]
) -> Response[Any]:
    """Chips from the cage into one's pocket, or back."""
    if request.access.person is None:
        return to_log_in(request)
    by, kind = request.access.by, CashOut if way == "cash-out" else BuyIn
    try:
        amount = amount_of(data.dollars)
        await request.services.command_house(kind(person=by.name, amount=amount), by)
    except (Refused, ValueError) as error:
        return await lobby_page(
            request, 422, error.reason if isinstance(error, Refused) else str(error)
        )
    return Redirect("/", status_code=SEE_OTHER)


# --- the terms


@get("/cage", policy=SUPERVISORS, include_in_schema=False)
async def show_terms(
    request: Request, done: Annotated[str, QueryParameter(max_length=20)] = ""
) -> Response[str]:
    return _terms_page(request, done=done == "set")


@post("/cage", policy=OPERATOR_IN_PERSON, include_in_schema=False)
async def set_terms(request: Request) -> Response[Any]:
    """Take the terms that the operator typed."""
    form = await request.form()
    given = {name: [str(value) for value in form.getall(name)] for name in form}
    typed = {name: "".join(given.get(name, [])[:1]).strip() for name in CageTerms.__struct_fields__}
    try:
        command = SetCageTerms(terms=_terms(typed))
        second = await second_on_form(request, given, SetCageTerms)
        await request.services.command_house(command, request.access.by, request.key, second)
    except (Refused, ValueError) as error:
        status = FORBIDDEN if isinstance(error, Unconfirmed) else CONFLICT
        wrong = error.reason if isinstance(error, Refused) else str(error)
        return _terms_page(request, status, wrong.removeprefix("terms."), typed)
    return Redirect("/cage?done=set", status_code=SEE_OTHER)


def _terms(typed: dict[str, str]) -> CageTerms:
    """Read the form, or raise `ValueError` with what is wrong."""
    reserve = typed["reserve"]
    if not reserve.isdecimal() or len(reserve) > len(str(MOST_RESERVE)):
        raise ValueError(f"The reserve is a whole number from 0 to {MOST_RESERVE}.")
    return CageTerms(
        chips=ChipKind(typed["chips"]),
        own_buy_in=amount_of(typed["own_buy_in"]),
        kept_buy_in=amount_of(typed["kept_buy_in"]),
        reserve=int(reserve),
    )


def _terms_page(
    request: Request,
    status: int = 200,
    wrong: str = "",
    typed: dict[str, str] | None = None,
    *,
    done: bool = False,
) -> Response[str]:
    cage = cage_of(request.services.floor)
    terms = cage.terms
    shown = typed or {
        "chips": str(terms.chips),
        "own_buy_in": dollars(terms.own_buy_in),
        "kept_buy_in": dollars(terms.kept_buy_in),
        "reserve": str(terms.reserve),
    }
    return page(
        request,
        "cage/cage.html",
        status,
        cage=cage,
        typed=shown,
        wrong=wrong,
        done=done,
        decides=request.access.role in OPERATOR_IN_PERSON.roles,
        confirms=who_confirms(Role.OPERATOR) if wants_second_person(request) else "",
        most_reserve=MOST_RESERVE,
    )


router = Router(
    "/", route_handlers=[cage, show_terms, set_terms], exception_handlers={Exception: error_page}
)
