"""Policies: who may ask for an operation, and what it costs to answer.

An operation that declares no policy is refused to everybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from litestar.handlers import BaseRouteHandler
from litestar.routes import HTTPRoute

from croupier.aggregate.roles import Role, who_may

if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestar import Litestar

OPT = "policy"
"""Under which name an operation declares its policy: `@get("/api/chips", policy=SOMEBODY)`."""


COST = "cost"
"""Under which name an operation declares what it costs, in milliseconds of the process; left out,
it is 1. A rate limit counts these."""
MADE_ONCE = "made_once"
"""Under which name an operation declares that its pages are kept: it costs so much only when one
has to be made."""


class Policy(msgspec.Struct, frozen=True):
    roles: tuple[Role, ...] = ()
    """The roles that may ask; none for an operation that acts for nobody."""
    in_person: bool = False
    """Whether a token is not enough."""
    plays: bool = False
    """Whether it is part of play, and stops when play is stopped."""

    @property
    def is_for_anybody(self) -> bool:
        return not self.roles

    def __str__(self) -> str:
        return " or ".join(self.roles) or "anybody"


ANYBODY = Policy()
"""Without logging in."""
SOMEBODY = Policy(tuple(Role))
"""Everybody with an account, in any role; what they ask for is judged further on."""
IN_PERSON = Policy(tuple(Role), in_person=True)
"""With a session of their own, and not through a token."""
AT_THE_TABLES = Policy(tuple(Role), plays=True)
"""Everybody with an account, as long as there is play; the table judges what they ask for."""


def needs(role: Role, *others: Role) -> Policy:
    """Those who may do what takes a role, or another one."""
    allowed = {each for wanted in (role, *others) for each in who_may(wanted)}
    return Policy(tuple(each for each in Role if each in allowed))


DEALERS = needs(Role.DEALER)
"""Those who deal, and those who answer for them."""
THE_OPERATOR = needs(Role.OPERATOR)
OPERATOR_IN_PERSON = Policy(THE_OPERATOR.roles, in_person=True)
SUPERVISORS = needs(Role.SUPERVISOR, Role.SURVEILLANCE)
"""Those who answer for others at the tables, and those who look into it."""
INSPECTORS = needs(Role.INSPECTOR, Role.OPERATOR)
MANAGERS = needs(Role.SHIFT_MANAGER)
"""Those who set up tables and take them down."""
HOLDERS = needs(Role.SHIFT_MANAGER, Role.TOURNAMENT_DIRECTOR)
"""Those who hold tournaments."""


class NoPolicy(Exception):
    """An operation that does not say who may ask for it."""


def policy_of(handler: BaseRouteHandler) -> Policy | None:
    declared = handler.opt.get(OPT)
    return declared if isinstance(declared, Policy) else None


def cost_of(handler: BaseRouteHandler) -> int:
    """What an operation costs at most."""
    return int(handler.opt.get(COST, 1))


def charged_at_once(handler: BaseRouteHandler) -> int:
    """What is charged before an operation is asked; the rest is if a page has to be made."""
    return 1 if MADE_ONCE in handler.opt else cost_of(handler)


def operations(app: Litestar) -> Iterator[tuple[str, str, BaseRouteHandler]]:
    """Every operation: its method, its path, and what handles it."""
    for route in app.routes:
        handlers = route.route_handlers if isinstance(route, HTTPRoute) else [route.route_handler]
        for handler in handlers:
            methods = getattr(handler, "http_methods", None) or {"GET"}
            for method in sorted(methods):
                yield str(method), route.path, handler


def must_have_policies(app: Litestar) -> None:
    missing = [
        f"{method} {path}"
        for method, path, handler in operations(app)
        if policy_of(handler) is None and method != "OPTIONS"  # the framework's, refused
    ]
    if missing:
        raise NoPolicy(f"these operations have no policy: {', '.join(missing)}")
