"""The headers that keep a browser safe, on every answer: a page, a file, an error, a refusal.

A header that an operation sets itself stays as it is.
"""

from __future__ import annotations

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
HSTS = {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}
"""Only with https: a browser believes it from nowhere else."""
NOT_CACHED = {"Cache-Control": "no-store"}
"""Unless the operation says something else, as those for files do."""

Headers = list[tuple[bytes, bytes]]


def security_headers(*, secure: bool) -> Headers:
    """As an answer carries them."""
    headers = {**HEADERS, **(HSTS if secure else {}), **NOT_CACHED}
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def completed(headers: Headers, missing: Headers) -> Headers:
    """The headers of an answer, and those that it does not have yet."""
    names = {name.lower() for name, _ in headers}
    return headers + [each for each in missing if each[0] not in names]
