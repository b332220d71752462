"""Wagers as they lie in the boxes, and what the limits make of them when betting closes.

Everything here is a plain function of plain data, so that a live table, a round file and a fuzzer
all get the same ruling.
"""

from croupier.table.wagers.betting_close import close_betting
from croupier.table.wagers.placement import why_not_place
from croupier.table.wagers.side_bets import (
    left_without_a_main,
    with_the_mains_they_need,
    with_their_mains,
    without_the_displaced,
)
from croupier.table.wagers.wagers_in_boxes import (
    EVERY_WAGER,
    MAIN,
    Admitted,
    BoxMaxScope,
    LimitReadings,
    Markers,
    MarkerTotalLimit,
    Sign,
    Wager,
    WarningCovers,
    WarningReach,
    order_of_decision,
    who_decides,
)

__all__ = [
    "EVERY_WAGER",
    "MAIN",
    "Admitted",
    "BoxMaxScope",
    "LimitReadings",
    "MarkerTotalLimit",
    "Markers",
    "Sign",
    "Wager",
    "WarningCovers",
    "WarningReach",
    "close_betting",
    "left_without_a_main",
    "order_of_decision",
    "who_decides",
    "why_not_place",
    "with_the_mains_they_need",
    "with_their_mains",
    "without_the_displaced",
]
