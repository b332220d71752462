"""Requests that a page of somebody else had a browser send, by what the browser says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from croupier.web.http.problems import HttpError, ProblemType

if TYPE_CHECKING:
    from croupier.web.http.request import HeadersOnce

OURS = ("same-origin", "none")
"""From a page of ours, or typed by the person themselves."""


def must_be_from_here(headers: HeadersOnce, origin: str) -> None:
    """Refuse what comes from a page of another site. A client that is no browser says nothing."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in OURS:
        raise HttpError(ProblemType.CROSS_SITE, f"a browser sent it from a page that is {site}")
    said = headers.get("origin")
    if said is not None and not _is_ours(said, headers.get("host", ""), origin):
        raise HttpError(ProblemType.CROSS_SITE, "a browser sent it from a page of another origin")


def _is_ours(said: str, host: str, origin: str) -> bool:
    if origin:
        return said == origin.rstrip("/")
    try:
        return bool(host) and urlsplit(said).netloc.lower() == host.lower()
    except ValueError:
        return False
