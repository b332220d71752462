"""What the program notices by itself, reported to the house in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.casino.duties import Report
from croupier.casino.judging import ITSELF, LONGEST_TEXT

if TYPE_CHECKING:
    from croupier.casino.duties import Incident
    from croupier.casino.floor.floor import Floor


async def report(
    floor: Floor,
    incident: Incident,
    subject: str = "",
    detail: str = "",
    *,
    before: str = "",
    after: str = "",
) -> None:
    """Have the house record an incident; texts that came from elsewhere are cut to fit a line."""
    said = Report(
        incident=incident,
        subject=_one_line(subject),
        before=_one_line(before),
        after=_one_line(after),
        detail=_one_line(detail),
    )
    await floor.duty(said, ITSELF)


def _one_line(text: str) -> str:
    shown = "".join(sign if sign.isprintable() else " " for sign in text)
    return shown if len(shown) <= LONGEST_TEXT else f"{shown[: LONGEST_TEXT - 1]}…"
