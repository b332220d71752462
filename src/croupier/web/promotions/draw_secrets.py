"""The secrets of draws: made by the house, kept in its safe, and told with the draw they decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.casino.record_names import PROMOTIONS
from croupier.promotion.acts.draws import CommitDraw
from croupier.promotion.draw import commit

if TYPE_CHECKING:
    from croupier.promotion.views import DrawView
    from croupier.web.http.store_safe import Safe


async def commitment(safe: Safe, promotion: str, roll: str, secret: bytes) -> CommitDraw:
    """Commit to a new secret, which lies in the safe before anybody hears of it."""
    committed = commit(secret, roll)
    await safe.put({_place(promotion, committed): secret})
    return CommitDraw(commitment=committed, roll=roll)


async def secret_of_the_draw(safe: Safe, promotion: str, draw: DrawView | None) -> str:
    """The secret of the draw under way, or nothing if somebody else keeps it."""
    if draw is None or draw.secret:
        return ""
    secret = await safe.get(_place(promotion, draw.commitment))
    return "" if secret is None else secret.hex()


def _place(promotion: str, committed: str) -> str:
    return f"{PROMOTIONS}{promotion}/draws/{committed}"
