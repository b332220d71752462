"""The description of the API, as OpenAPI at /schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Stream

from croupier.version import __version__
from croupier.web.http.authorization import cookie_name
from croupier.web.http.patron_code import DESCRIBED as PATRON_CODE
from croupier.web.http.patron_code import OPT as FOR_PATRONS
from croupier.web.http.policies import ANYBODY, OPT, Policy, operations, policy_of
from croupier.web.http.problems import MEDIA_TYPE, Problem
from croupier.web.http.second_person import DESCRIBED as SECOND_PERSON
from croupier.web.http.second_person import OPT as OVERRIDES
from croupier.web.http.streaming import EVENT_STREAM

if TYPE_CHECKING:
    from litestar import Litestar, Request

    from croupier.web.settings import Settings

SESSION, TOKEN = "session", "token"


def described(settings: Settings) -> OpenAPIConfig:
    """As JSON only: its usual viewers come from other hosts, and pages load nothing from there."""
    return OpenAPIConfig(
        title="Croupier",
        version=__version__,
        description="A casino's tables, run as the instruments have it.",
        path="/schema",
        render_plugins=[Described(cookie_name(settings))],
        openapi_router=Router(
            "/schema", route_handlers=[], opt={OPT: ANYBODY}, include_in_schema=False
        ),
    )


class Described(JsonRenderPlugin):
    """What the framework knows of the operations, with how they go wrong and who may ask."""

    def __init__(self, cookie: str) -> None:
        super().__init__(path=["/", "/openapi.json"])
        self._cookie = cookie

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if "securitySchemes" not in openapi_schema.setdefault("components", {}):
            complete(openapi_schema, request.app, self._cookie)
        return super().render(request, openapi_schema)


PROBLEM = msgspec.json.schema_components([Problem], ref_template="#/components/schemas/{name}")[1]


def complete(schema: dict[str, Any], app: Litestar, cookie: str) -> None:
    """Say of every operation how it goes wrong, and what whoever asks has to show."""
    components = schema["components"]
    components["securitySchemes"] = {
        SESSION: {
            "type": "apiKey",
            "in": "cookie",
            "name": cookie,
            "description": "What changes something needs the header X-CSRF-Token as well.",
        },
        TOKEN: {"type": "http", "scheme": "bearer"},
    }
    components.setdefault("schemas", {}).update(PROBLEM)
    for method, path, handler in operations(app):
        item = schema["paths"].get(re.sub(":[a-z]+}", "}", path), {})
        operation, policy = item.get(method.lower()), policy_of(handler)
        if operation is not None and policy is not None:
            _complete(operation, policy)
            if handler.parsed_fn_signature.return_type.is_subclass_of(Stream):
                _describe_stream(operation["responses"])
            for_patrons = handler.opt.get(FOR_PATRONS)
            if handler.opt.get(OVERRIDES) or for_patrons:
                operation.setdefault("parameters", []).append(SECOND_PERSON)
            if for_patrons:
                operation["parameters"].append(PATRON_CODE)


def _complete(operation: dict[str, Any], policy: Policy) -> None:
    responses = operation["responses"]
    responses.pop("400", None)  # the framework's own form, which nobody is ever sent
    responses.get("204", {}).pop("content", None)
    problem = {"schema": {"$ref": "#/components/schemas/Problem"}}
    responses["default"] = {"description": "What went wrong", "content": {MEDIA_TYPE: problem}}
    if not policy.is_for_anybody:
        shown = (SESSION,) if policy.in_person else (SESSION, TOKEN)
        operation["security"] = [{name: []} for name in shown]


def _describe_stream(responses: dict[str, Any]) -> None:
    """A stream is text, one server-sent event after the other, for as long as somebody listens."""
    responses["200"]["content"] = {EVENT_STREAM: {"schema": {"type": "string"}}}
