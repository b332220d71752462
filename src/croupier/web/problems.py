"""What goes wrong, as every client is told of it: problem+json (RFC 9457), with clauses and field.

A client never sees where in the program something happened.
"""

from __future__ import annotations

from enum import Enum
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException, ValidationException

from croupier.aggregate.roles import WrongRole
from croupier.casino.floor import NoSuchAffair, NoSuchTable
from croupier.casino.overrides import Unconfirmed
from croupier.casino.store.contract import OtherRequest, StoreBusy, StoreFailed, StoreFull
from croupier.rulebook.citing import Refused
from croupier.web.logs import report

if TYPE_CHECKING:
    from collections.abc import Mapping

    from litestar import Request
    from litestar.types import ExceptionHandlersMap

MEDIA_TYPE = "application/problem+json"
NOTED = "it was noted; look whether it was done before you ask again"
SOON, LATER = 1, 30
"""After how many seconds to ask again."""


class Kind(Enum):
    """The kinds of problems: the status of each, and its title."""

    NOT_UNDERSTOOD = HTTPStatus.BAD_REQUEST, "The request is not understood"
    WHO_ARE_YOU = HTTPStatus.UNAUTHORIZED, "Log in first"
    NOT_ALLOWED = HTTPStatus.FORBIDDEN, "This is not allowed to you"
    UNCONFIRMED = HTTPStatus.FORBIDDEN, "A second person has to confirm it"
    CROSS_SITE = HTTPStatus.FORBIDDEN, "The request did not come from a page of the casino"
    NOT_FOUND = HTTPStatus.NOT_FOUND, "There is no such thing"
    WRONG_METHOD = HTTPStatus.METHOD_NOT_ALLOWED, "That cannot be done here"
    REFUSED = HTTPStatus.CONFLICT, "The rules refuse it"
    OTHER_REQUEST = HTTPStatus.CONFLICT, "The key of the request was used for something else"
    TOO_LARGE = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The request is too large"
    NOT_JSON = HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "The body is not sent as JSON"
    INVALID = HTTPStatus.UNPROCESSABLE_ENTITY, "A field does not fit"
    TOO_MANY = HTTPStatus.TOO_MANY_REQUESTS, "Too many requests"
    LOCKED = HTTPStatus.TOO_MANY_REQUESTS, "Too many wrong passwords"
    UNAVAILABLE = HTTPStatus.SERVICE_UNAVAILABLE, "Not now"
    STOPPED = HTTPStatus.SERVICE_UNAVAILABLE, "Play has stopped"
    OURS = HTTPStatus.INTERNAL_SERVER_ERROR, "Something went wrong here"

    @property
    def status(self) -> int:
        return int(self.value[0])

    @property
    def title(self) -> str:
        return self.value[1]

    @property
    def slug(self) -> str:
        return self.name.lower().replace("_", "-")

    @property
    def uri(self) -> str:
        return f"urn:croupier:problem:{self.slug}"


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong."""

    type: str
    title: str
    status: int
    detail: str
    clauses: tuple[str, ...] = ()
    """What the instrument says of it."""
    field: str | None = None
    """Which part of the request does not fit."""
    role: str | None = None
    """Which role it takes."""


class Trouble(Exception):
    """Something that a client is told of."""

    def __init__(
        self,
        kind: Kind,
        detail: str,
        *,
        clauses: tuple[str, ...] = (),
        field: str | None = None,
        role: str | None = None,
        headers: Mapping[str, str] | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.headers = dict(headers or {})
        if retry_after is not None:
            self.headers["Retry-After"] = str(max(retry_after, 1))
        self.problem = Problem(
            type=kind.uri, title=kind.title, status=kind.status, detail=detail, clauses=clauses,
            field=field, role=role,
        )  # fmt: skip


def trouble_of(error: Exception) -> Trouble:
    """Whatever was raised, as a client may hear of it."""
    match error:
        case Trouble():
            return error
        case WrongRole():
            return Trouble(Kind.NOT_ALLOWED, error.reason, clauses=error.clauses, role=error.needs)
        case Unconfirmed():
            return Trouble(Kind.UNCONFIRMED, error.reason, role=error.needs, field="second-person")
        case Refused():
            return Trouble(Kind.REFUSED, error.reason, clauses=error.clauses)
        case NoSuchTable():
            return Trouble(Kind.NOT_FOUND, str(error), field="table")
        case NoSuchAffair():
            return Trouble(Kind.NOT_FOUND, str(error), field=error.kind.called)
        case OtherRequest():
            return Trouble(Kind.OTHER_REQUEST, "it was made before and asked for something else")
        case StoreBusy():
            return Trouble(Kind.UNAVAILABLE, "the record is busy; ask again", retry_after=SOON)
        case StoreFull():
            return Trouble(Kind.UNAVAILABLE, "the record has no room left", retry_after=LATER)
        case StoreFailed():
            return Trouble(Kind.UNAVAILABLE, "the record cannot be written", retry_after=LATER)
        case HTTPException():
            return _of_the_framework(error)
    return Trouble(Kind.OURS, NOTED)


_BY_STATUS = {
    kind.status: kind
    for kind in (
        Kind.NOT_UNDERSTOOD, Kind.WHO_ARE_YOU, Kind.NOT_ALLOWED, Kind.NOT_FOUND, Kind.WRONG_METHOD,
        Kind.TOO_LARGE, Kind.TOO_MANY, Kind.UNAVAILABLE,
    )
}  # fmt: skip


def _of_the_framework(error: HTTPException) -> Trouble:
    if isinstance(error, ValidationException):
        return _of_a_field(error)
    kind = _BY_STATUS.get(error.status_code)
    if kind is None:
        kind = (
            Kind.NOT_UNDERSTOOD
            if error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
            else Kind.OURS
        )
    return Trouble(kind, _plain(kind, error), headers=error.headers)


def _plain(kind: Kind, error: HTTPException) -> str:
    """What the framework says, if it may be said."""
    if kind is Kind.OURS:
        return NOTED
    if kind is Kind.NOT_FOUND:
        return "nothing is at this path"
    return str(error.detail) or kind.title


def _of_a_field(error: ValidationException) -> Trouble:
    """The first part of a request that does not fit."""
    first: dict[str, Any] = {}
    if isinstance(error.extra, list) and error.extra and isinstance(error.extra[0], dict):
        first = error.extra[0]
    field = first.get("key")
    if field == "data":
        return Trouble(Kind.NOT_UNDERSTOOD, "the request has no body")
    return Trouble(Kind.INVALID, first.get("message") or str(error.detail), field=field)


def response_to(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    trouble = trouble_of(error)
    request.app.state.reception.metrics.problems.labels(trouble.kind.slug).inc()
    if trouble.kind is Kind.OURS:
        report(error, request.method, str(request.scope.get("path_template", "")))
    return Response(
        trouble.problem,
        status_code=trouble.problem.status,
        media_type=MEDIA_TYPE,
        headers=trouble.headers,
    )


HANDLERS: ExceptionHandlersMap = {Exception: response_to, HTTPException: response_to}
