"""Buying chips and cashing them out, by the forms of the lobby."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, Router, post
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect

from croupier.casino.house.commands import BuyIn, CashOut
from croupier.rulebook.citations import Refused
from croupier.web.html.command_forms import amount_of
from croupier.web.html.page_rendering import SEE_OTHER, error_page, to_log_in
from croupier.web.http.policies import IN_PERSON
from croupier.web.http.request import Request
from croupier.web.lobby.pages import lobby_page


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


router = Router("/", route_handlers=[cage], exception_handlers={Exception: error_page})
