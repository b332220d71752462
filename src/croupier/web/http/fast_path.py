"""The fast path: what is asked most is answered without the framework's way through a request.

An operation that declares `fast=True` is one like any other: the framework knows it, describes it
at /schema, and answers whatever is out of the ordinary. A request in its plain form comes here
instead. It is let in by the same policy and limits, its body is read by the same decoder, the same
function answers it, and what goes wrong is the same problem. Left out are the framework's
request, its injection of arguments and its making of responses.
"""

from __future__ import annotations

import inspect
import re
from functools import partial
from typing import TYPE_CHECKING, Any

from litestar.enums import ScopeType

from croupier.web.http.authorization import CSRF_HEADER, SAFE_METHODS, serve_authorized
from croupier.web.http.policies import charged_at_once, operations, policy_of
from croupier.web.http.request import JSON, RequestHead, read_body

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from litestar import Litestar
    from litestar.handlers import BaseRouteHandler
    from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

    from croupier.web.http.command_responses import Encoded
    from croupier.web.http.policies import Policy

OPT = "fast"
"""Under which name an operation declares that it is served here: `@post(…, fast=True)`."""
DATA = "data"
"""The argument of an operation that is its body."""
LONGEST_NUMBER = 12
"""Digits of a number in a query."""


class FastPath:
    """Stands before the framework, and passes on to it what is not plain."""

    def __init__(self, app: Litestar, largest_body: int) -> None:
        self._framework: ASGIApp = app.asgi_handler
        self._by_method: dict[str, list[FastOperation]] = {}
        for method, path, handler in operations(app):
            if handler.opt.get(OPT):
                fast = FastOperation(path, handler, largest_body)
                self._by_method.setdefault(method, []).append(fast)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            for operation in self._by_method.get(scope["method"], ()):
                arguments = operation.arguments(RequestHead.of(scope))
                if arguments is not None:
                    await operation.serve(arguments, scope, receive, send)
                    return
        await self._framework(scope, receive, send)


class FastOperation:
    """One operation: its path with one name in it, and what it wants of a request."""

    def __init__(self, path: str, handler: BaseRouteHandler, largest_body: int) -> None:
        policy = policy_of(handler)
        assert policy is not None, "an operation without a policy is not served"
        self._policy: Policy = policy
        self._cost = charged_at_once(handler)
        self._template = path
        self._answer: Callable[..., Awaitable[Encoded[Any] | None]] = handler.fn
        self._status: int = handler.status_code  # type: ignore[attr-defined]  # of HTTP handlers
        wants = inspect.signature(handler.fn).parameters
        (self._name,) = re.findall(r"{(\w+):str}", path)
        self._path = re.compile(re.sub(r"{\w+:str}", "([^/]+)", path))
        field = handler.parsed_data_field if DATA in wants else None
        self._body = None if field is None else field.annotation
        self._largest_body = largest_body
        numbers = "|".join(sorted(wants.keys() - {"request", self._name, DATA}))
        self._query = re.compile(f"({numbers})=([0-9]{{1,{LONGEST_NUMBER}}})".encode())

    def arguments(self, asked: RequestHead) -> dict[str, Any] | None:
        """What the head of a request says for this operation; None if it is not plain, or for
        another.

        The framework has those that name a role or anything else in the query, that come with a
        cookie and no token of its session among the headers, and whose body is not JSON, too long,
        or of a length that shows only at its end.
        """
        path = self._path.fullmatch(asked.scope["path"])
        if path is None:
            return None
        found: dict[str, Any] = {self._name: path[1]}
        if asked.scope["query_string"]:
            query = self._query.fullmatch(asked.scope["query_string"])
            if query is None:
                return None
            found[query[1].decode()] = int(query[2])
        headers = asked.headers
        if self._body is None:
            is_plain = headers.get("content-length", "0") == "0"
        else:
            length = headers.get("content-length") or ""
            is_plain = (
                length.isdecimal()
                and 0 < int(length) <= self._largest_body
                and headers.get("content-type", "") in JSON
            )
        is_plain = is_plain and "transfer-encoding" not in headers
        if asked.method not in SAFE_METHODS and "authorization" not in headers:
            is_plain = is_plain and CSRF_HEADER in headers
        return found if is_plain else None

    async def serve(
        self, arguments: dict[str, Any], scope: HTTPScope, receive: Receive, send: Send
    ) -> None:
        scope["path_template"] = self._template
        operation = partial(self._serve, arguments)
        await serve_authorized(self._policy, self._cost, operation, scope, receive, send)

    async def _serve(
        self, arguments: dict[str, Any], scope: Scope, receive: Receive, send: Send
    ) -> None:
        if self._body is not None:
            body = await _whole(receive)
            if body is None:
                return  # whoever asked has gone
            arguments[DATA] = read_body(body, self._body)
        response = await self._answer(RequestHead.of(scope), **arguments)
        if response is None:
            await send({"type": "http.response.start", "status": self._status, "headers": []})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        else:
            await response.send(self._status, scope, receive, send)


async def _whole(receive: Receive) -> bytes | None:
    """The body of a request; None if its connection ended before it did."""
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message["body"]
        if not message["more_body"]:
            return body
