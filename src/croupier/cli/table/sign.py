"""What a sign says of limits, whatever the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.cli.table.wording import Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cli.table.session import Session


def limits(session: Session, kind: str) -> str:
    """`10 to 500, steps of 5`, or the amounts that alone are taken."""
    if amounts := session.table.game.amounts(kind):
        return " or ".join(dollars(amount) for amount in amounts)
    shown = session.table.sign.of(kind)
    most = f" to {dollars(shown.maximum)}" if shown.maximum is not None else " or more"
    return f"{dollars(shown.minimum)}{most}, steps of {dollars(shown.multiple)}"


def side_bets(session: Session) -> Iterator[Line]:
    """Each side bet with its limits and what it pays."""
    readings = next(o.readings for o in session.book.options if o.name == "side_bets")
    for name in session.table.options["side_bets"]:
        law = session.table.law.side_bets[name]
        yield Line(f"{session.wager_name(name)} {limits(session, name)}", law.sign)
        pays = readings[name].partition(":")[2].strip().rstrip(".")
        yield Line(f"{pays[:1].upper()}{pays[1:]}", law.offered)
