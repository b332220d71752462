"""The front of the house: the lobby with its tables, logging in and out, and the cage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, QueryParameter, URLEncodedBody
from litestar.response import Redirect

from croupier.casino.duties import BuyIn, CashOut, Dealing
from croupier.chips import cents, dollars
from croupier.games import BACCARAT, BLACKJACK, CHALLENGE, HOLDEM
from croupier.rulebook.citing import Refused
from croupier.web.access.cookies import no_cookie, role_cookie, session_cookie
from croupier.web.access.policy import ANYBODY, IN_PERSON
from croupier.web.asking import Asked
from croupier.web.browsing.announcing import announced
from croupier.web.browsing.showing import page, show_trouble, to_log_in
from croupier.web.door import address_of
from croupier.web.pages.words import game_name
from croupier.web.problems import Trouble
from croupier.web.routes.chips import MOST
from croupier.web.rulebook.links import cloth

if TYPE_CHECKING:
    from croupier.casino.floor.live import Live

Next = Annotated[str, QueryParameter(name="next", max_length=300)]
SEE_OTHER: Literal[303] = 303


class Card(msgspec.Struct, frozen=True):
    """A table as the lobby shows it."""

    name: str
    instrument: str
    game: str
    cloth: str
    hand: tuple[str, ...]
    """Cards that show what is played there."""
    title: str
    state: str
    limits: str
    free: int
    boxes: int
    players: int
    tournament: str
    """Whose table it is, if it is a tournament's."""
    dealt: str
    options: tuple[str, ...]
    mine: bool
    out_of_order: bool


_HANDS = {
    **dict.fromkeys(BLACKJACK, ("AS", "JH")),
    **dict.fromkeys(CHALLENGE, ("7S", "7H", "7D")),
    **dict.fromkeys(BACCARAT, ("9D", "KC")),
    **dict.fromkeys(HOLDEM, ("TS", "JS", "QS", "KS", "AS")),
}
_DEALT = {
    Dealing.AUTOMATIC: "dealt by the house",
    Dealing.VIRTUAL: "dealt by hand",
    Dealing.REAL: "real cards",
}


@get("/", policy=ANYBODY, include_in_schema=False)
async def lobby(request: Asked) -> Response[str]:
    """Every table on the floor; whoever is logged in finds their seats marked."""
    return await _lobby(request)


async def _lobby(request: Asked, status: int = 200, wrong: str = "") -> Response[str]:
    lives = request.reception.floor.lives.values()
    return page(
        request, "floor/lobby.html", status, wrong=wrong,
        tables=[_card(live, request.access.person) for live in lives],
        announced=await announced(request),
    )  # fmt: skip


def _card(live: Live, person: str | None) -> Card:
    duty, table = live.set_up.duty, live.table
    wager = table.game.wagers[0]
    shown = table.sign.limits.get(wager)
    most = "" if shown is None or shown.maximum is None else f" to {dollars(shown.maximum)}"
    return Card(
        name=duty.table,
        instrument=duty.instrument,
        game=game_name(duty.instrument),
        cloth=cloth(duty.instrument),
        hand=_HANDS[duty.instrument],
        title=table.game.instrument.title,
        state="out of order" if live.out_of_order else str(table.phase),
        limits="" if shown is None else f"{dollars(shown.minimum)}{most}",
        free=duty.boxes - len(table.patrons.seats),
        boxes=duty.boxes,
        players=len(table.patrons.arrived),
        tournament="" if duty.belongs is None else duty.belongs.tournament,
        dealt=_DEALT[duty.dealing],
        options=tuple(
            side.replace("-", " ").title() for side in table.options.get("side_bets", ())
        ),
        mine=person in table.patrons.arrived,
        out_of_order=bool(live.out_of_order),
    )


# --- logging in and out


class LogIn(msgspec.Struct, frozen=True):
    person: str = ""
    password: str = ""


@get("/log-in", policy=ANYBODY, include_in_schema=False)
async def ask_who(request: Asked, next: Next = "/") -> Response[str]:
    return page(request, "floor/log_in.html", next=_here(next), person="", wrong="")


@post("/log-in", policy=ANYBODY, include_in_schema=False)
async def log_in(request: Asked, data: URLEncodedBody[LogIn], next: Next = "/") -> Response[Any]:
    reception = request.reception
    try:
        secret = await reception.log_in(data.person, data.password, address_of(request.scope))
    except Trouble as trouble:
        return page(
            request, "floor/log_in.html", trouble.problem.status,
            next=_here(next), person=data.person, wrong=trouble.problem.detail,
        )  # fmt: skip
    before = request.cookies.get(reception.gate.cookie)
    if before is not None:
        await reception.sessions.end(before)
    there = Redirect(_here(next), status_code=SEE_OTHER)
    there.cookies.append(session_cookie(reception.settings, secret))
    return there


def _here(asked: str) -> str:
    """A page of this house; nobody is sent anywhere else."""
    return asked if asked.startswith("/") and not asked.startswith(("//", "/\\")) else "/"


@post("/log-out", policy=IN_PERSON, include_in_schema=False)
async def log_out(request: Asked) -> Redirect:
    cookie = request.access.cookie
    if cookie is not None:
        await request.reception.sessions.end(cookie)
    there = Redirect("/", status_code=SEE_OTHER)
    there.cookies.append(no_cookie(request.reception.settings))
    return there


class ChosenRole(msgspec.Struct, frozen=True):
    role: str = ""


@post("/role", policy=IN_PERSON, include_in_schema=False)
async def choose_role(
    request: Asked, data: URLEncodedBody[ChosenRole], next: Next = "/"
) -> Redirect:
    """Whoever has several roles says in which of them they act."""
    there = Redirect(_here(next), status_code=SEE_OTHER)
    if data.role in request.access.roles:
        there.cookies.append(role_cookie(request.reception.settings, data.role))
    return there


# --- the cage


class Chips(msgspec.Struct, frozen=True):
    dollars: str = ""


@post("/cage/{way:str}", policy=IN_PERSON, include_in_schema=False)
async def cage(request: Asked, way: FromPath[str], data: URLEncodedBody[Chips]) -> Response[Any]:
    """Chips from the cage into one's pocket, or back."""
    if request.access.person is None:
        return to_log_in(request)
    by, kind = request.access.by, CashOut if way == "cash-out" else BuyIn
    try:
        amount = amount_of(data.dollars)
        await request.reception.duty(kind(person=by.name, amount=amount), by)
    except (Refused, ValueError) as error:
        return await _lobby(
            request, 422, error.reason if isinstance(error, Refused) else str(error)
        )
    return Redirect("/", status_code=SEE_OTHER)


def amount_of(text: str) -> int:
    """An amount that somebody wrote in a field, in cents."""
    amount = cents(text)
    if amount is None or amount > MOST:
        raise ValueError(f"{text!r} is not an amount of dollars")
    return amount


router = Router(
    "/",
    route_handlers=[lobby, ask_who, log_in, log_out, choose_role, cage],
    exception_handlers={Exception: show_trouble},
)
