"""The tables of a grid that a page asks for; fewer than the command line's, for anybody may ask."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from croupier.odds.grids import axes_of, points_of
from croupier.rulebook.amendments import book_of

if TYPE_CHECKING:
    from croupier.odds.grids import Point
    from croupier.web.laboratory.worker_orders import GridOrder

MOST_TABLES = 64


def points_of_order(order: GridOrder) -> list[Point]:
    """Every table of the grid; what is no grid is refused in words for whoever asked."""
    try:
        axes = axes_of(order.vary)
        count = prod(len(axis.values) for axis in axes)
        if count > MOST_TABLES:
            raise ValueError(f"{count:,} tables are more than {MOST_TABLES}")
        fixed = {"remove": order.remove, "trips": order.trips, "ante": order.ante}
        return points_of("odds", book_of(order), axes, fixed, order.options)
    except (LookupError, ValueError) as error:
        reason = str(error.args[0]).removeprefix("--grid: ")
        raise ValueError(f"vary: {reason}") from None
