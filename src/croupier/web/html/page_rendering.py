"""Pages for a browser: with who looks at them, and a page for whatever goes wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast
from urllib.parse import quote, urlsplit

import msgspec
from litestar import MediaType, Response
from litestar.response import Redirect

from croupier.casino.floor.patron_approvals import is_asked
from croupier.web.html.template_environment import render
from croupier.web.http.authorization import Access
from croupier.web.http.logs import report
from croupier.web.http.policies import DEALERS, HOLDERS, MANAGERS, SUPERVISORS, THE_OPERATOR
from croupier.web.http.problems import ProblemType, http_error_of, response_to

if TYPE_CHECKING:
    from litestar import Request as AnyRequest
    from litestar.exceptions import NotFoundException

    from croupier.aggregate.roles import Role
    from croupier.web.http.request import Request


SEE_OTHER: Literal[303] = 303


class PageViewer(msgspec.Struct, frozen=True):
    """Whoever looks at a page, as its head shows them."""

    person: str
    role: Role | None
    roles: tuple[Role, ...]
    chips: int
    token: str
    here: str
    """Where they look, to come back to."""
    is_asked: bool
    """Whether staff ask to do something for them."""
    is_guest: bool = False
    """Whether the account goes to somebody else when they have gone."""

    @property
    def doors(self) -> tuple[tuple[str, str], ...]:
        """What of the house is open to their roles beside what is open to everybody."""
        return tuple(
            (path, name)
            for path, name, policy in DOORS
            if not set(policy.roles).isdisjoint(self.roles)
        )


DOORS = (
    ("/school", "School", DEALERS),
    ("/desk", "Desk", SUPERVISORS),
    ("/floor", "Floor", MANAGERS),
    ("/director", "Director", HOLDERS),
    ("/people", "People", THE_OPERATOR),
)


def me(request: Request) -> PageViewer | None:
    access = request.access
    if access.person is None:
        return None
    chips = request.services.chips_of(access.person)
    here = request.url.path if request.method == "GET" else "/"
    return PageViewer(
        access.person, access.role, access.roles, chips, access.csrf_token or "", here,
        is_asked(request.services.floor, access.person),
        request.services.guests.is_guest(access.person),
    )  # fmt: skip


def page(request: Request, template: str, status: int = 200, **context: Any) -> Response[str]:
    return html(render(template, me=me(request), **context), status)


def html(text: str, status: int = 200) -> Response[str]:
    return Response(text, media_type=MediaType.HTML, status_code=status)


def is_partial(request: AnyRequest[Any, Any, Any]) -> bool:
    """Whether a script asks for the part of a page that changes."""
    return request.headers.get("hx-request") == "true"


def to_log_in(request: AnyRequest[Any, Any, Any]) -> Redirect:
    """To the log-in, and from there back to where somebody wanted to go."""
    asked = request.url.path if request.method == "GET" else "/"
    return Redirect(f"/log-in?next={quote(asked)}", status_code=303)


def error_page(request: AnyRequest[Any, Any, Any], error: Exception) -> Response[Any]:
    """A page in place of the problem that a program would be told."""
    http_error = http_error_of(error)
    if http_error.kind is ProblemType.WHO_ARE_YOU and not is_partial(request):
        return to_log_in(request)
    if http_error.kind is ProblemType.OURS:
        report(error, request.method, str(request.scope.get("path_template", "")))
    if is_partial(request):
        at = urlsplit(request.headers.get("hx-current-url", "/")).path or "/"
        said = render(
            "html/problem.html",
            problem=http_error.problem,
            logged_out=http_error.kind is ProblemType.WHO_ARE_YOU,
            log_in=f"/log-in?next={quote(at)}",
        )
        return html(said, http_error.problem.status)
    let_in = isinstance(request.scope.get("auth"), Access)
    known = {"me": me(cast("Request", request))} if let_in else {}
    shown = html(
        render("html/error.html", **known, problem=http_error.problem), http_error.problem.status
    )
    shown.headers.update(http_error.headers)
    return shown


def not_found_page(request: AnyRequest[Any, Any, Any], error: NotFoundException) -> Response[Any]:
    """A page for whoever is at a browser, and the problem for a program."""
    reads_pages = "text/html" in request.headers.get("accept", "")
    return error_page(request, error) if reads_pages else response_to(request, error)
