"""The description of the API, as OpenAPI at /schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from litestar import Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import (
    Components,
    OpenAPIMediaType,
    OpenAPIResponse,
    Reference,
    Schema,
    SecurityScheme,
)
from litestar.openapi.spec.enums import OpenAPIFormat, OpenAPIType

from croupier.version import __version__
from croupier.web.access.policy import ANYBODY, OPT, operations, policy_of
from croupier.web.problems import MEDIA_TYPE

if TYPE_CHECKING:
    from litestar import Litestar
    from litestar.openapi.spec import Operation

    from croupier.web.access.policy import Policy

SESSION, TOKEN = "session", "token"


def described() -> OpenAPIConfig:
    """As JSON only: its usual viewers come from other hosts, and pages load nothing from there."""
    return OpenAPIConfig(
        title="Croupier",
        version=__version__,
        description="A casino's tables, run as the instruments have it.",
        path="/schema",
        render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        openapi_router=Router("/schema", route_handlers=[], opt={OPT: ANYBODY}),
        components=Components(
            schemas={"Problem": _problem()},
            security_schemes={
                SESSION: SecurityScheme(
                    type="apiKey", name="croupier", security_scheme_in="cookie",
                    description="A session; what changes something needs X-CSRF-Token as well.",
                ),
                TOKEN: SecurityScheme(type="http", scheme="bearer"),
            },
        ),
    )  # fmt: skip


def _problem() -> Schema:
    text, number = Schema(type=OpenAPIType.STRING), Schema(type=OpenAPIType.INTEGER)
    maybe = Schema(type=[OpenAPIType.STRING, OpenAPIType.NULL])
    return Schema(
        type=OpenAPIType.OBJECT,
        title="Problem",
        description="What went wrong (RFC 9457).",
        properties={
            "type": Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.URI),
            "title": text,
            "status": number,
            "detail": text,
            "clauses": Schema(type=OpenAPIType.ARRAY, items=text),
            "field": maybe,
            "role": maybe,
        },
        required=["type", "title", "status", "detail", "clauses", "field", "role"],
    )


def add_problems(app: Litestar) -> None:
    """Say of every operation how it goes wrong, and what whoever asks has to show."""
    paths = app.openapi_schema.paths or {}
    for method, path, handler in operations(app):
        item = paths.get(re.sub(":[a-z]+}", "}", path))
        operation = getattr(item, method.lower(), None)
        policy = policy_of(handler)
        if operation is not None and policy is not None:
            _complete(operation, policy)


def _complete(operation: Operation, policy: Policy) -> None:
    responses = operation.responses or {}
    responses.pop("400", None)  # the framework's own form, which nobody is ever sent
    content = OpenAPIMediaType(schema=Reference(ref="#/components/schemas/Problem"))
    responses["default"] = OpenAPIResponse(
        description="What went wrong", content={MEDIA_TYPE: content}
    )
    operation.responses = responses
    if not policy.is_for_anybody:
        shown = (SESSION,) if policy.in_person else (SESSION, TOKEN)
        operation.security = [{name: []} for name in shown]
