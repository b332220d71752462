"""The cookie of a session, as a browser is told to keep it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litestar.datastructures import Cookie

from croupier.web.http.authorization import ROLE_COOKIE, cookie_name

if TYPE_CHECKING:
    from croupier.web.settings import Settings


def session_cookie(settings: Settings, secret: str) -> Cookie:
    """No script may read it, no other site may send it along, nothing but https may carry it."""
    return _cookie(settings, secret, settings.session)


def no_cookie(settings: Settings) -> Cookie:
    """The session is over."""
    return _cookie(settings, "", 0)


def role_cookie(settings: Settings, role: str) -> Cookie:
    """In which of their roles somebody acts, for as long as a session lasts."""
    return _cookie(settings, role, settings.session, ROLE_COOKIE)


def _cookie(settings: Settings, value: str, life: int, name: str = "") -> Cookie:
    return Cookie(
        key=name or cookie_name(settings),
        value=value,
        max_age=life,
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite="strict",
    )
