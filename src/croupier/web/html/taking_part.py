"""What a browser has to know to take part in draws for whoever looks at the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from croupier.joint_draws import DrawingView


def taking_part(base: str, person: str, drawing: DrawingView, *, official: bool = False) -> str:
    """As JSON, for `static/seeding.js`; nothing, where enough others have brought tips.

    `base` is where the tournament or promotion is in the API, and a person takes part as an
    official if they inspect or oversee the draw.
    """
    awaited, joint = None, drawing.awaited
    if joint is not None:
        mine = next((each for each in joint.contributions if each.player == person), None)
        if mine is not None and mine.link is None:
            awaited = {"root": joint.commitment, "tip": mine.tip}
    elif drawing.tip is None and not (official or drawing.wanted):
        return ""
    said = {"base": base, "player": person, "tip": drawing.tip, "awaited": awaited}
    return msgspec.json.encode(said).decode()
