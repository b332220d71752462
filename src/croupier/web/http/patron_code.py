"""The code by which a patron confirms what staff do for them comes in the same request.

A program sends a header, `Patron-Code: 123456`; a page has a field. Beside it, or in its place, a
second person may confirm it, as they do an override.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.web.http.second_person import second_person

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.web.http.request import Request

HEADER = "patron-code"
OPT = "for_patrons"
"""Under which name an operation says that staff may act for patrons by it."""
FIELD = "patron_code"
"""The field of a form."""
LONGEST = 20

DESCRIBED = {
    "name": "Patron-Code",
    "in": "header",
    "required": False,
    "description": "Where staff do what is a patron's own to do: the code that the patron reads out"
    " from their page, made by `POST /api/approvals`.",
    "schema": {"type": "string"},
}
"""The header in the description of an operation."""


async def confirmed_by(request: Request) -> tuple[str | None, str | None]:
    """The second person of a request, once their password has proved right, and a patron's code."""
    return await second_person(request), _short(request.headers.get(HEADER))


def code_on_form(form: Mapping[str, list[str]]) -> str | None:
    """The same code on a form."""
    return _short("".join(form.get(FIELD, [])[:1]))


def _short(code: str | None) -> str | None:
    return code.strip()[:LONGEST] or None if code is not None else None
