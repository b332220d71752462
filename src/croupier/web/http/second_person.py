"""The second person of an override shows who they are in the same request.

A program sends a header, `Second-Person: Basic …`, spelt as that of HTTP's Basic authentication; a
page has two fields. Either is looked at like a log-in: whoever is wrong too often is locked out.
"""

from __future__ import annotations

from base64 import b64decode
from typing import TYPE_CHECKING, Any

from croupier.aggregate.roles import Role
from croupier.casino.floor.maintenance import report
from croupier.casino.house.commands import Incident
from croupier.casino.house_views import must_be_confirmed, needs_second_person
from croupier.casino.override_commands import Unconfirmed, needed_for, too_new, who_confirms
from croupier.web.http.problems import HttpError, ProblemType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.aggregate.acts import Command
    from croupier.web.http.request import Request

HEADER = "second-person"
OPT = "overrides"
"""Under which name an operation says that it does overrides: `@post(…, overrides=True)`."""
NAME, PASSWORD = "second_person", "second_password"
"""The fields of a form."""
BASIC = "basic "

DESCRIBED = {
    "name": "Second-Person",
    "in": "header",
    "required": False,
    "description": "Who confirms an override, where the house wants a second person, or what staff "
    "do for a patron: `Basic` and "
    "the base64 of their name, a colon and their password.",
    "schema": {"type": "string"},
}
"""The header in the description of an operation."""


async def second_person(request: Request) -> str | None:
    """Who confirms what is asked, once their password has proved right; None if nobody does."""
    shown = request.headers.get(HEADER)
    return None if shown is None else await _proved(request, *_read(shown))


async def second_on_form(
    request: Request, form: Mapping[str, list[str]], asked: type[Any]
) -> str | None:
    """The same of a form, on whose page it is said what is wrong."""
    person, password = ("".join(form.get(field, [])[:1]) for field in (NAME, PASSWORD))
    if not person and not password:
        return None
    try:
        return await _proved(request, person.strip(), password)
    except HttpError as http_error:
        reason = http_error.problem.detail
        if http_error.kind is ProblemType.LOCKED:
            reason = f"too many wrong passwords of {person}: {reason}"
        needs = needed_for(asked) if asked.why_override else Role.SUPERVISOR
        raise Unconfirmed(reason, needs) from None


async def _proved(request: Request, person: str, password: str) -> str:
    person = request.services.floor.references.person_called(person)
    knows = request.services.authenticator.knows
    if not await knows(person, password, request.address):
        detail = "the name or the password of the second person is wrong"
        raise HttpError(ProblemType.UNCONFIRMED, detail, field=HEADER)
    await _must_not_be_too_new(request, person)
    return person


async def _must_not_be_too_new(request: Request, person: str) -> None:
    """Refuse a second person who may not confirm anything yet, and report that they were named."""
    floor = request.services.floor
    begins = floor.first_confirms_from(person)
    if floor.clock() >= begins:
        return
    await report(floor, Incident.NAMED_TOO_SOON, person, after=request.access.by.name)
    raise HttpError(ProblemType.UNCONFIRMED, too_new(person, begins), field=HEADER)


def _read(shown: str) -> tuple[str, str]:
    try:
        if not shown.lower().startswith(BASIC):
            raise ValueError
        said = b64decode(shown[len(BASIC) :].strip(), validate=True).decode()
    except ValueError:
        detail = "Basic, and the base64 of a name, a colon and a password"
        raise HttpError(ProblemType.INVALID, detail, field=HEADER) from None
    person, _, password = said.partition(":")
    return person, password


def wants_second_person(request: Request) -> bool:
    """True if overrides take a second person in this house."""
    return needs_second_person(request.services.floor)


def who_has_to_confirm(request: Request, asked: Command) -> str:
    """In which roles somebody else has to confirm what is asked; nothing, if nobody has to."""
    takes_two = must_be_confirmed(request.services.floor, asked, request.access.by)
    return who_confirms(needed_for(type(asked))) if takes_two else ""
