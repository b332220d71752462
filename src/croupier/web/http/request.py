"""A request as the operations get it: with who asks, and a body that is read strictly."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Any

import litestar
import msgspec
from litestar.datastructures import State
from litestar.exceptions import InternalServerException

from croupier.decoding_errors import UNREADABLE, mistake_in, not_json
from croupier.web.http.problems import HttpError, ProblemType

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Mapping

    from litestar.types import HTTPScope

    from croupier.web.http.authorization import Access
    from croupier.web.http.connections import Connection
    from croupier.web.services import Services

DEEPEST = 32
"""How many brackets may stand in brackets."""
MOST_DIGITS = 18
"""No number of chips, cards or people has more."""
LONGEST_KEY = 100
JSON = ("application/json", "")
"""How a body may be announced; a client that does not say is taken at its word."""
CONNECTION = "croupier.connection"
"""Under which name the server keeps the connection of a request in its scope."""
HEAD = "croupier.head"
"""Under which name the head of a request is kept in its scope."""
KEY_HEADER = "idempotency-key"
NETWORK = 64
"""Bits of an IPv6 address that tell one customer from another."""
MOST_NETWORKS = 1_000
"""The most IPv6 addresses that are remembered with their networks."""

_MANY_DIGITS = re.compile(rb"\d{%d}" % (MOST_DIGITS + 1))


def address_of(scope: Any) -> str:
    """The address that a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def connection_of(scope: Any) -> Connection | None:
    """Return the connection that a request came on, if our own server took it."""
    connection: Connection | None = scope.get(CONNECTION)
    return connection


def network_of(address: str) -> str:
    """Return what limits count as one address: an IPv4 address, or an IPv6 network.

    A customer is given a whole network of IPv6, with more addresses in it than anybody can count.
    """
    return _network_of(address) if ":" in address else address


@lru_cache(MOST_NETWORKS)
def _network_of(address: str) -> str:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, NETWORK), strict=False))


class Asked:
    """What an operation may know of a request, whether the framework or the fast path took it in.

    Mixed into a class that has the `scope` of the request and its `headers`.
    """

    __slots__ = ()

    @property
    def access(self: Any) -> Access:
        """Who asks, as they were let in."""
        access: Access = self.scope["auth"]
        return access

    @property
    def services(self: Any) -> Services:
        """The floor, and all that serves it."""
        services: Services = self.scope["litestar_app"].state.services
        return services

    @property
    def address(self: Any) -> str:
        """Where it comes from."""
        return address_of(self.scope)

    @property
    def key(self: Any) -> str | None:
        """The id of the request, if it has one: asking again under it is asking once."""
        key: str | None = self.headers.get(KEY_HEADER)
        if key is None:
            return None
        if not (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
            detail = f"a key has 1 to {LONGEST_KEY} letters, digits and signs"
            raise HttpError(ProblemType.INVALID, detail, field=KEY_HEADER)
        return key


class RequestHead(Asked):
    """A request before its body: all that says who asks, and whether they are let in.

    The framework's own request takes ten times as long to make and to ask for a header.
    """

    __slots__ = ("headers", "method", "scope", "services", "token_place")

    @classmethod
    def of(cls, scope: Any) -> RequestHead:
        """That of a request, made once."""
        head: RequestHead | None = scope.get(HEAD)
        if head is None:
            head = scope[HEAD] = cls(scope)
        return head

    def __init__(self, scope: HTTPScope) -> None:
        self.scope = scope
        self.method = scope["method"]
        self.headers = HeadersOnce(scope["headers"])
        self.services: Services = scope["litestar_app"].state.services
        self.token_place: str | None = None
        """Where the safe would have the token that it shows, once that was worked out."""

    @property
    def cookies(self) -> Mapping[str, str]:
        return litestar.Request(self.scope).cookies if "cookie" in self.headers else {}

    @property
    def query_params(self) -> Mapping[str, Any]:
        return litestar.Request(self.scope).query_params if self.scope["query_string"] else {}


class HeadersOnce(dict[str, str]):
    """The headers of a request by their names in small letters; of several the first counts."""

    def __init__(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        super().__init__(
            [
                (name.decode("latin-1").lower(), value.decode("latin-1"))
                for name, value in reversed([*headers])
            ]
        )


class Request(Asked, litestar.Request[None, "Access", State]):
    """A request. Its JSON is what the operation declares: nothing else, and no `"7"` for 7."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Its body. The framework takes it for an error of ours if that does not come whole."""
        try:
            async for part in super().stream():
                yield part
        except InternalServerException:
            detail = "the connection ended before the body did"
            raise HttpError(ProblemType.NOT_UNDERSTOOD, detail) from None

    async def json(self) -> Any:
        if self.content_type[0] not in JSON:
            raise HttpError(ProblemType.NOT_JSON, "send it as application/json")
        field = getattr(self.route_handler, "parsed_data_field", None)
        return read_body(await self.body(), Any if field is None else field.annotation)


def read_body(body: bytes, kind: Any) -> Any:
    """The JSON of a whole request as what it should be."""
    must_be_modest(body)
    return read(body, kind)


def read(body: bytes, kind: Any) -> Any:
    """JSON as what it should be. What does not fit is named."""
    try:
        return _decoder(kind).decode(body)
    except msgspec.ValidationError as error:
        mistake = mistake_in(error, kind, body)
        raise HttpError(ProblemType.INVALID, str(mistake), field=mistake.path or None) from None
    except UNREADABLE as error:
        detail = f"the body is {not_json(error, body)}"
        raise HttpError(ProblemType.NOT_UNDERSTOOD, detail) from None


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Made once for each kind: that of all the commands of a game takes longer than to read one."""
    return msgspec.json.Decoder(kind)


def must_be_modest(body: bytes) -> None:
    """Refuse JSON that is too deep, or has numbers that are too large."""
    if body.count(b"[") + body.count(b"{") <= DEEPEST and not _MANY_DIGITS.search(body):
        return  # as nearly all are
    try:
        _look_into(msgspec.json.decode(body), DEEPEST)
    except RecursionError:
        raise _too_deep() from None
    except (msgspec.DecodeError, ValueError):
        raise HttpError(ProblemType.NOT_UNDERSTOOD, "the body is not JSON") from None


def _look_into(value: object, depth: int) -> None:
    if isinstance(value, (dict, list)):
        if depth == 0:
            raise _too_deep()
        for part in value.values() if isinstance(value, dict) else value:
            _look_into(part, depth - 1)
    elif isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        raise HttpError(ProblemType.INVALID, f"a number has at most {MOST_DIGITS} digits")


def _too_deep() -> HttpError:
    return HttpError(
        ProblemType.NOT_UNDERSTOOD, f"brackets may stand in {DEEPEST} brackets, not more"
    )
