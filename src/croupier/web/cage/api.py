"""Chips: from the cage and back to it, and what the books say."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated

import msgspec
from litestar import Response, Router, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from croupier.aggregate.record_lines import split
from croupier.casino.cage import cage_of, chips_of_house, left_to_buy
from croupier.casino.floor.command_answers import Answer
from croupier.casino.house.books import Transfer, pocket
from croupier.casino.house.commands import (
    BuyIn,
    CageTerms,
    CashOut,
    ChipKind,
    HouseCommand,
    IssueChips,
    RetireChips,
    SetCageTerms,
)
from croupier.casino.house.house import read_entry
from croupier.casino.record_names import HOUSE
from croupier.web.accounts.people_api import must_be_theirs
from croupier.web.accounts.session_api import Name
from croupier.web.html.command_forms import MOST_CENTS
from croupier.web.http.command_responses import sent
from croupier.web.http.patron_code import confirmed_by
from croupier.web.http.policies import OPERATOR_IN_PERSON, SOMEBODY, SUPERVISORS, THE_OPERATOR
from croupier.web.http.request import Request

PAGE = 500
"""How many lines of the house's record are looked at together."""

After = Annotated[int, QueryParameter(ge=0, le=10**12)]
Amount = Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS, description="In cents.")]


class Chips(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    amount: Amount


class ChipsOfSomebody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose chips; left out, one's own."""

    amount: Amount
    person: Name | None = None


class Holdings(msgspec.Struct, frozen=True):
    """What every place holds, in cents: the cage, tables, pockets, and the issue that owes it."""

    places: dict[str, int]
    issued: int
    balance: bool


class Cage(msgspec.Struct, frozen=True):
    """The terms of the cage, and what is left for whoever asks; amounts are in cents."""

    chips: ChipKind
    """`play`, or `money` if chips are backed by money."""
    own_buy_in: int
    """Chips that a player may buy in a day without staff."""
    kept_buy_in: int
    """The same with an account that a guest has kept."""
    reserve: int
    """Percent of all chips that buy-ins leave in the cage."""
    left_today: int
    """Chips that you may still buy today without staff."""


class Booked(msgspec.Struct, frozen=True):
    """A transfer in the books: the line of the house's record, when, and by whom."""

    line: int
    at: int
    by: str
    transfer: Transfer


class Ledger(msgspec.Struct, frozen=True):
    booked: list[Booked]
    next: int | None
    """After which line to go on reading; nothing if this was all."""


@post(
    "/api/chips/buy-in",
    policy=SOMEBODY,
    status_code=200,
    summary="Chips from the cage",
    for_patrons=True,
)
async def buy_in(request: Request, data: JSONBody[ChipsOfSomebody]) -> Response[Answer]:
    """For oneself, or for a patron with their confirmation."""
    person = data.person or request.access.by.name
    return await _done(request, BuyIn(person=person, amount=data.amount))


@post(
    "/api/chips/cash-out",
    policy=SOMEBODY,
    status_code=200,
    summary="Chips to the cage",
    for_patrons=True,
)
async def cash_out(request: Request, data: JSONBody[ChipsOfSomebody]) -> Response[Answer]:
    """One's own, or a patron's with their confirmation."""
    person = data.person or request.access.by.name
    return await _done(request, CashOut(person=person, amount=data.amount))


@post(
    "/api/chips/issue",
    policy=THE_OPERATOR,
    status_code=200,
    summary="New chips",
    overrides=True,
)
async def issue(request: Request, data: JSONBody[Chips]) -> Response[Answer]:
    return await _done(request, IssueChips(amount=data.amount))


@post(
    "/api/chips/retire",
    policy=THE_OPERATOR,
    status_code=200,
    summary="Chips leave for good",
    overrides=True,
)
async def retire(request: Request, data: JSONBody[Chips]) -> Response[Answer]:
    return await _done(request, RetireChips(amount=data.amount))


@get("/api/cage", policy=SOMEBODY, summary="The terms of the cage")
async def cage(request: Request) -> Cage:
    floor = request.services.floor
    terms = cage_of(floor).terms
    return Cage(
        chips=terms.chips,
        own_buy_in=terms.own_buy_in,
        kept_buy_in=terms.kept_buy_in,
        reserve=terms.reserve,
        left_today=left_to_buy(floor, request.access.by.name),
    )


@put(
    "/api/cage",
    policy=OPERATOR_IN_PERSON,
    status_code=200,
    summary="Set the terms of the cage",
    overrides=True,
)
async def set_cage_terms(request: Request, data: JSONBody[CageTerms]) -> Response[Answer]:
    """Fields that are left out have the values of a new house."""
    return await _done(request, SetCageTerms(terms=data))


async def _done(request: Request, command: HouseCommand) -> Response[Answer]:
    second, code = await confirmed_by(request)
    services, by = request.services, request.access.by
    return sent(await services.command_house(command, by, request.key, second, code))


@get("/api/chips", policy=SUPERVISORS, summary="Where all the chips are")
async def holdings(request: Request) -> Holdings:
    chips = chips_of_house(request.services.floor)
    return Holdings(dict(chips.places), chips.issued, chips.balance)


@get("/api/chips/ledger", policy=SUPERVISORS, summary="Every transfer of chips")
async def ledger(request: Request, after: After = 0) -> Ledger:
    return await to_thread(_read, request, after, None)


@get("/api/people/{person:str}/chips", policy=SOMEBODY, summary="Somebody's transfers of chips")
async def ledger_of(request: Request, person: FromPath[str], after: After = 0) -> Ledger:
    """One's own, or for supervisors and inspectors anybody's."""
    must_be_theirs(request, person)
    return await to_thread(_read, request, after, pocket(person))


def _read(request: Request, after: int, place: str | None) -> Ledger:
    """The transfers on the next page of the house's record, of one place or of all."""
    lines = request.services.floor.store.page(HOUSE, after, PAGE)
    booked = [
        each
        for placed in lines
        if placed.number > 1
        for each in _booked(placed.number, placed.line)
        if place is None or place in (each.transfer.source, each.transfer.to)
    ]
    return Ledger(booked, lines[-1].number if len(lines) == PAGE else None)


def _booked(number: int, line: bytes) -> list[Booked]:
    parts = split(line)
    assert parts is not None
    entry = read_entry(parts[1])
    transfers = [getattr(fact, "transfer", None) for fact in entry.facts]
    return [Booked(number, entry.at, entry.by, each) for each in transfers if each is not None]


router = Router(
    "/",
    route_handlers=[
        buy_in,
        cash_out,
        issue,
        retire,
        holdings,
        ledger,
        ledger_of,
        cage,
        set_cage_terms,
    ],
    tags=["chips"],
)
