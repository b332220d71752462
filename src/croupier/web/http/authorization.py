"""Authorization of every request: who asks, in which role, and whether the policy allows it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from litestar.middleware import ASGIMiddleware

from croupier.aggregate.roles import Person, Role
from croupier.casino.house_views import roles_held
from croupier.web.http.cross_site import must_be_from_here
from croupier.web.http.policies import Policy, charged_at_once, policy_of
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request, RequestHead, connection_of, network_of
from croupier.web.http.sessions import csrf_token, is_csrf_token
from croupier.web.http.tokens import is_like_one, place_of

if TYPE_CHECKING:
    from litestar.types import ASGIApp, HTTPScope, Receive, Send

    from croupier.casino.floor import Floor
    from croupier.web.approved_program.approval import Program
    from croupier.web.http.rate_limits import RateLimit
    from croupier.web.http.sessions import Sessions
    from croupier.web.http.tokens import Tokens
    from croupier.web.settings import Settings

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
ROLE_HEADER, ROLE_QUERY = "x-role", "role"
ROLE_COOKIE = "croupier-role"
"""The role that somebody with several has chosen to act in for now; it gives them no other."""
CSRF_HEADER, CSRF_FIELD = "x-csrf-token", "csrf_token"
BEARER = "bearer "
PERSON = "person"
"""What an address calls the part of it that names somebody."""


class Access(msgspec.Struct, frozen=True):
    """Who asks. Without a person it is anybody."""

    person: str | None = None
    roles: tuple[Role, ...] = ()
    """The roles that the person may act in, through what they showed."""
    role: Role | None = None
    """The role that they act in now."""
    cookie: str | None = None
    """The secret of the session, if it was shown; never to be told again."""
    token: str | None = None
    """The token, if one was shown; never to be told again."""

    @property
    def by(self) -> Person:
        """Who acts; only where the policy lets nobody else in."""
        if self.person is None or self.role is None:
            raise HttpError(ProblemType.WHO_ARE_YOU, "this takes somebody with an account")
        return Person(self.person, self.role)

    @property
    def viewer(self) -> Person | None:
        return None if self.person is None or self.role is None else self.by

    @property
    def csrf_token(self) -> str | None:
        return None if self.cookie is None else csrf_token(self.cookie)

    def acting_as(self, role: Role | None) -> Person:
        """The person in another of their roles, if one is named."""
        if role is None:
            return self.by
        if role not in self.roles:
            raise not_theirs(self.by.name, role)
        return Person(self.by.name, role)


NOBODY = Access()


class AuthorizationMiddleware(ASGIMiddleware):
    """Has every request authorized by the house that it came to.

    It stands before every operation as middleware: what the framework calls a guard is handed a
    copy of the operation each time, which costs a tenth of a request.
    """

    async def handle(self, scope: Any, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        policy = policy_of(scope["route_handler"])
        if policy is None:
            raise HttpError(ProblemType.WRONG_METHOD, "nobody may do this")
        cost = charged_at_once(scope["route_handler"])
        await serve_authorized(policy, cost, next_app, scope, receive, send)


async def serve_authorized(
    policy: Policy, cost: int, operation: ASGIApp, scope: HTTPScope, receive: Receive, send: Send
) -> None:
    """Let somebody in to an operation and have it answer, or raise `HttpError`."""
    asked = RequestHead.of(scope)
    services = asked.services
    access = scope["auth"] = await services.authorizer.let_in(asked, policy, cost, receive)
    if access.person is not None and (connection := connection_of(scope)) is not None:
        await connection.until_arrived()  # until then it is nothing that others have to wait for
        connection.note_account()
    in_path = scope.get("path_params", {})
    if PERSON in in_path:  # which the framework keeps for the next to ask for this path
        person = services.floor.references.person_called(str(in_path[PERSON]))
        scope["path_params"] = {**in_path, PERSON: person}
    if access.person is None or asked.method in SAFE_METHODS:
        await operation(scope, receive, send)
        return
    services.load.must_have_room()
    services.load.commands += 1
    try:
        await operation(scope, receive, send)
    finally:
        services.load.commands -= 1


class Authorizer:
    """Lets a request in, with what is known of whoever asks, or turns it away."""

    def __init__(
        self,
        floor: Floor,
        program: Program,
        sessions: Sessions,
        tokens: Tokens,
        account_limit: RateLimit,
        stranger_limit: RateLimit,
        settings: Settings,
    ) -> None:
        self._floor = floor
        self._program = program
        self._sessions = sessions
        self._tokens = tokens
        self._account_limit = account_limit
        self._stranger_limit = stranger_limit
        self._settings = settings
        self.cookie = cookie_name(settings)

    async def let_in(
        self, asked: RequestHead, policy: Policy, cost: int, receive: Receive
    ) -> Access:
        access = self._admitted(await self._known(asked, policy), asked, policy)
        self.charge(asked.address, access, cost)
        if policy.plays:
            self._program.must_play()
        if asked.method not in SAFE_METHODS:
            must_be_from_here(asked.headers, self._settings.origin)
            if access.cookie is not None and not policy.is_for_anybody:
                await _must_know_the_session(asked, access.cookie, receive)
        return access

    def charge(self, address: str, access: Access, cost: int) -> None:
        """Take what an operation costs from the account, or from the strangers at an address."""
        if access.person is not None:
            self._account_limit.take(access.person, cost)
        elif cost > 1:
            self._stranger_limit.take(network_of(address), cost)

    def recognises(self, asked: RequestHead) -> bool:
        """Whether a request shows a session or a token that was found to be somebody's lately."""
        shown = asked.headers.get("authorization")
        if shown is not None:
            return self._tokens.recognises(_token_place(asked, shown))
        cookie = asked.cookies.get(self.cookie)
        return cookie is not None and self._sessions.recognises(cookie)

    def shows_a_secret(self, asked: RequestHead) -> bool:
        return "authorization" in asked.headers or self.cookie in asked.cookies

    async def _known(self, asked: RequestHead, policy: Policy) -> Access:
        shown = asked.headers.get("authorization")
        if shown is not None:
            return await self._by_token(asked, shown)
        cookie = asked.cookies.get(self.cookie)
        session = None if cookie is None else await self._sessions.find(cookie)
        if session is not None:
            return Access(session.person, self.roles_of(session.person), cookie=cookie)
        if policy.is_for_anybody:
            return NOBODY
        raise HttpError(ProblemType.WHO_ARE_YOU, "log in, or send a token")

    async def _by_token(self, asked: RequestHead, shown: str) -> Access:
        if shown[: len(BEARER)].lower() != BEARER:
            raise _unknown_token("the authorization is a bearer token")
        secret, token = _secret_in(shown), None
        if is_like_one(secret):
            token = await self._tokens.find_at(_token_place(asked, shown))
        if token is None:
            raise _unknown_token("the token is not known, was revoked or has expired")
        roles = _shared(self.roles_of(token.person), token.roles)
        return Access(token.person, roles, token=secret)

    async def still_lets_in(self, access: Access) -> bool:
        """Whether what somebody was let in by would let them in again, in the same role."""
        if access.person is None:
            return True
        self.forget(access.person)
        if access.cookie is not None:
            found = await self._sessions.find(access.cookie) is not None
        else:
            found = access.token is not None and await self._tokens.find(access.token) is not None
        return found and access.role in self.roles_of(access.person)

    def forget(self, person: str) -> None:
        """Look anew into the safe for everything that lets somebody in."""
        self._sessions.forget(person)
        self._tokens.forget(person)

    def roles_of(self, person: str) -> tuple[Role, ...]:
        """The roles that somebody may act in, in their order."""
        return _in_order(roles_held(self._floor, person))

    def _admitted(self, access: Access, asked: RequestHead, policy: Policy) -> Access:
        """The same in the role that was named, or in the first that will do."""
        if access.person is None:
            return access
        role = _named_role(asked) or _chosen_role(asked, access, policy)
        if role is None:
            role = next(iter(_shared(access.roles, policy.roles) or access.roles), None)
        elif role not in access.roles:
            raise not_theirs(access.person, role)
        if policy.in_person and access.cookie is None:
            raise HttpError(ProblemType.NOT_ALLOWED, "a token is not enough for this; log in")
        if not policy.is_for_anybody and role not in policy.roles:
            detail = f"it takes the role {policy}, and {access.person} acts as {role or 'nobody'}"
            raise HttpError(ProblemType.NOT_ALLOWED, detail, role=policy.roles[0])
        return Access(access.person, access.roles, role, access.cookie, access.token)


def _secret_in(shown: str) -> str:
    return shown[len(BEARER) :].strip()


def _token_place(asked: RequestHead, shown: str) -> str:
    """The place of the token that a request shows, worked out once."""
    place = asked.token_place
    if place is None:
        place = asked.token_place = place_of(_secret_in(shown))
    return place


@cache
def _shared(roles: tuple[Role, ...], of_token: tuple[Role, ...]) -> tuple[Role, ...]:
    """The roles of a person that a token gives, in their order."""
    return tuple(role for role in roles if role in of_token)


@cache
def _in_order(roles: frozenset[Role]) -> tuple[Role, ...]:
    return tuple(role for role in Role if role in roles)


def cookie_name(settings: Settings) -> str:
    """With https a name that browsers keep to this very host, and over nothing else."""
    return "__Host-croupier" if settings.secure else "croupier"


def _named_role(asked: RequestHead) -> Role | None:
    named = asked.headers.get(ROLE_HEADER) or asked.query_params.get(ROLE_QUERY)
    if not named:
        return None
    try:
        return Role(named)
    except ValueError:
        roles = ", ".join(Role)
        raise HttpError(ProblemType.INVALID, f"the roles are {roles}", field=ROLE_QUERY) from None


def _chosen_role(asked: RequestHead, access: Access, policy: Policy) -> Role | None:
    """The role that was chosen in a browser, if it is theirs and will do here."""
    if access.cookie is None:
        return None
    chosen = asked.cookies.get(ROLE_COOKIE)
    fitting = policy.roles or access.roles
    return next((role for role in access.roles if role == chosen and role in fitting), None)


def not_theirs(person: str, role: Role) -> HttpError:
    return HttpError(ProblemType.NOT_ALLOWED, f"{person} may not act as {role}", role=role)


def _unknown_token(detail: str) -> HttpError:
    return HttpError(ProblemType.WHO_ARE_YOU, detail, headers={"WWW-Authenticate": "Bearer"})


async def _must_know_the_session(asked: RequestHead, cookie: str, receive: Receive) -> None:
    """A page of ours has the token of its session; a page of anybody else only has the cookie."""
    given = asked.headers.get(CSRF_HEADER)
    if given is None:
        given = (await Request(asked.scope, receive).form()).get(CSRF_FIELD)
    if not isinstance(given, str) or not is_csrf_token(cookie, given):
        raise HttpError(
            ProblemType.CROSS_SITE,
            f"send the session's token as {CSRF_HEADER} or in the field {CSRF_FIELD}",
            field=CSRF_FIELD,
        )
