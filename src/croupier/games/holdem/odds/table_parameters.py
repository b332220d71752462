"""What Hold'em asks of a table beside decks and options: how much lies on trips, and the ante."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.money import dollars
from croupier.odds.parameters import FormField, TableParameter, ValueForm

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game_rules import Rules

_WRITTEN_OUT = re.compile(r"[-+]?[0-9./]{1,20}")
"""Without an exponent, which could ask for more digits than there is room for."""


def _read_antes(trips: Fraction | int | str) -> Fraction:
    try:
        antes = None if _is_too_long(trips) else Fraction(trips)
    except (ValueError, ZeroDivisionError):
        antes = None
    if antes is None:
        raise ValueError(f"trips: {trips!r} is no number of antes such as 1 or 1/2")
    if antes < 0:
        raise ValueError(f"trips: {trips} antes are no wager")
    return antes


def _is_too_long(trips: Fraction | int | str) -> bool:
    return isinstance(trips, str) and not _WRITTEN_OUT.fullmatch(trips.strip())


def _take_any(rules: Rules, antes: Fraction) -> None:
    """Take any number of antes: no rule of a table limits trips by the ante."""


def _check_ante(rules: Rules, ante: int) -> None:
    from croupier.games.holdem.hands import ANTE

    if ante < 1:
        raise ValueError(f"ante: {dollars(ante)} is no wager")
    least, most = rules.options["limits"].get(ANTE) or (ante, ante)
    if not least <= ante <= most:
        raise ValueError(
            f"ante: {dollars(ante)} is not between {dollars(least)} and {dollars(most)}, "
            "the limits of the table"
        )


ANTES_ON_TRIPS = TableParameter(
    name="trips",
    metavar="ANTES",
    help="In Hold'em, what lies on trips, such as 1 or 1/2.",
    field=FormField(
        "antes on trips",
        "A fold loses trips too, so what lies there moves the best play.",
        "1 or 1/2",
    ),
    after="remove",
    default=Fraction(0),
    form=ValueForm.TEXT,
    read=_read_antes,
    check=_take_any,
    why_not_elsewhere="has no such wager",
    is_wagered_beside=True,
    in_environments=True,
)
ANTE_IN_CENTS = TableParameter(
    name="ante",
    metavar="DOLLARS",
    help="In Hold'em, the ante, on which a maximum payout depends.",
    field=FormField(
        "ante in cents",
        "A maximum payout of the blind depends on it; without one it moves nothing.",
        "500",
        "number",
        is_advanced=True,
    ),
    after="trips",
    default=None,
    form=ValueForm.CENTS,
    read=lambda ante: ante,
    check=_check_ante,
    why_not_elsewhere="has no such wager",
)


def antes_on_trips(extras: Mapping[str, Any]) -> Fraction:
    """Return how many antes lie on trips, of what a table was asked with."""
    antes: Fraction = extras.get(ANTES_ON_TRIPS.name, ANTES_ON_TRIPS.default)
    return antes


def ante_in_cents(extras: Mapping[str, Any]) -> int | None:
    """Return the ante that a table was asked with, if there is one."""
    ante: int | None = extras.get(ANTE_IN_CENTS.name)
    return ante
