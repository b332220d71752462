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

from croupier.aggregate.roles import Role, WrongRole
from croupier.casino.floor import NoSuchAffair, NoSuchTable
from croupier.casino.override_commands import Unconfirmed
from croupier.casino.patron_acts import NeedsPatron
from croupier.casino.store.contract import OtherRequest, StoreBusy, StoreFailed, StoreFull
from croupier.rulebook.citations import Refused
from croupier.web.http.logs import report

if TYPE_CHECKING:
    from collections.abc import Mapping

    from litestar import Request
    from litestar.types import ExceptionHandlersMap

    from croupier.web.http.metrics import Metrics

MEDIA_TYPE = "application/problem+json"
NOTED = "it was noted; look whether it was done before you ask again"
SOON, LATER = 1, 30
"""After how many seconds to ask again."""


class ProblemType(Enum):
    """The kinds of problems: the status of each, and its title."""

    NOT_UNDERSTOOD = HTTPStatus.BAD_REQUEST, "The request is not understood"
    WHO_ARE_YOU = HTTPStatus.UNAUTHORIZED, "Log in first"
    NOT_ALLOWED = HTTPStatus.FORBIDDEN, "This is not allowed to you"
    UNCONFIRMED = HTTPStatus.FORBIDDEN, "A second person has to confirm it"
    PATRON_UNCONFIRMED = HTTPStatus.FORBIDDEN, "The patron has to confirm it"
    CROSS_SITE = HTTPStatus.FORBIDDEN, "The request did not come from a page of the casino"
    NOT_FOUND = HTTPStatus.NOT_FOUND, "There is no such thing"
    WRONG_METHOD = HTTPStatus.METHOD_NOT_ALLOWED, "That cannot be done here"
    REFUSED = HTTPStatus.CONFLICT, "The rules refuse it"
    OTHER_REQUEST = HTTPStatus.CONFLICT, "The key of the request was used for something else"
    TOO_LARGE = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The request is too large"
    HEAD_TOO_LARGE = (
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The headers of the request are too large",
    )
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


class HttpError(Exception):
    """Something that a client is told of."""

    def __init__(
        self,
        kind: ProblemType,
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


def http_error_of(error: Exception) -> HttpError:
    """Whatever was raised, as a client may hear of it."""
    match error:
        case HttpError():
            return error
        case WrongRole():
            return HttpError(
                ProblemType.NOT_ALLOWED, error.reason, clauses=error.clauses, role=error.needs
            )
        case Unconfirmed():
            return HttpError(
                ProblemType.UNCONFIRMED, error.reason, role=error.needs, field="second-person"
            )
        case NeedsPatron():
            return HttpError(
                ProblemType.PATRON_UNCONFIRMED, error.reason, field="patron-code",
                role=Role.SUPERVISOR,
            )  # fmt: skip
        case Refused():
            return HttpError(ProblemType.REFUSED, error.reason, clauses=error.clauses)
        case NoSuchTable():
            return HttpError(ProblemType.NOT_FOUND, str(error), field="table")
        case NoSuchAffair():
            return HttpError(ProblemType.NOT_FOUND, str(error), field=error.kind.called)
        case OtherRequest():
            return HttpError(
                ProblemType.OTHER_REQUEST, "it was made before and asked for something else"
            )
        case StoreBusy():
            return HttpError(
                ProblemType.UNAVAILABLE, "the record is busy; ask again", retry_after=SOON
            )
        case StoreFull():
            return HttpError(
                ProblemType.UNAVAILABLE, "the record has no room left", retry_after=LATER
            )
        case StoreFailed():
            return HttpError(
                ProblemType.UNAVAILABLE, "the record cannot be written", retry_after=LATER
            )
        case HTTPException():
            return _of_the_framework(error)
    return HttpError(ProblemType.OURS, NOTED)


_BY_STATUS = {
    each.status: each
    for each in (
        ProblemType.NOT_UNDERSTOOD,
        ProblemType.WHO_ARE_YOU,
        ProblemType.NOT_ALLOWED,
        ProblemType.NOT_FOUND,
        ProblemType.WRONG_METHOD,
        ProblemType.TOO_LARGE,
        ProblemType.TOO_MANY,
        ProblemType.UNAVAILABLE,
    )
}


def _of_the_framework(error: HTTPException) -> HttpError:
    if isinstance(error, ValidationException):
        return _of_a_field(error)
    kind = _BY_STATUS.get(error.status_code)
    if kind is None:
        kind = (
            ProblemType.NOT_UNDERSTOOD
            if error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
            else ProblemType.OURS
        )
    return HttpError(kind, _plain(kind, error), headers=error.headers)


def _plain(kind: ProblemType, error: HTTPException) -> str:
    """What the framework says, if it may be said."""
    if kind is ProblemType.OURS:
        return NOTED
    if kind is ProblemType.NOT_FOUND:
        return "nothing is at this path"
    return str(error.detail) or kind.title


def _of_a_field(error: ValidationException) -> HttpError:
    """The first part of a request that does not fit."""
    first: dict[str, Any] = {}
    if isinstance(error.extra, list) and error.extra and isinstance(error.extra[0], dict):
        first = error.extra[0]
    field = first.get("key")
    if field == "data":
        return HttpError(ProblemType.NOT_UNDERSTOOD, "the request has no body")
    return HttpError(ProblemType.INVALID, first.get("message") or str(error.detail), field=field)


def noted(error: Exception, metrics: Metrics, scope: Any) -> HttpError:
    """Whatever was raised, as the client may hear of it; it is counted, and ours is logged."""
    http_error = http_error_of(error)
    metrics.problems.labels(http_error.kind.slug).inc()
    if http_error.kind is ProblemType.OURS:
        report(error, scope["method"], str(scope.get("path_template", "")))
    return http_error


def response_to(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    http_error = noted(error, request.app.state.services.metrics, request.scope)
    return Response(
        http_error.problem,
        status_code=http_error.problem.status,
        media_type=MEDIA_TYPE,
        headers=http_error.headers,
    )


HANDLERS: ExceptionHandlersMap = {Exception: response_to, HTTPException: response_to}
