"""What the floor answered, as it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Response

if TYPE_CHECKING:
    from croupier.casino.floor.answers import Answer, Answered

REPEATED = "Idempotent-Replayed"


def sent(answered: Answered) -> Response[Answer]:
    """The very bytes that were stored, so that asking again brings the same."""
    body: Any = answered.body
    headers = {REPEATED: "true"} if answered.repeated else {}
    return Response(body, media_type="application/json", headers=headers)
