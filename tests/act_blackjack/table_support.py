"""What a table is opened with, on which day, and tables with a game in progress."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from tests.table_support import SUPERVISOR, open_table

from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.opening import Approval

if TYPE_CHECKING:
    from tests.table_support import At

    from croupier.rulebook.citations import Refused

CANBERRA = timezone(timedelta(hours=10))
APPROVED_IN_2006 = Approval("CR 1", "2006-04-12")
PUT_RIGHT = Reconstruct(reason="a card lay on the wrong hand")


def moment(text: str) -> int:
    """A date and time in Canberra, `2006-05-01 00:00`, in milliseconds since 1970."""
    return int(datetime.fromisoformat(text).replace(tzinfo=CANBERRA).timestamp()) * 1000


def stays_shut(at: At, **changes: Any) -> Refused:
    """Why the table does not open with these papers."""
    return at.refused(at.papers(**changes), SUPERVISOR)


def blackjack_and_fifteen(instrument: str) -> At:
    """P's Blackjack has been paid 30 at once; Q has 30 on a 15 and the turn; the dealer has a 6."""
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.bet("Q", 2, 30)
    at.deal("AS 10H 6D KS 5H")
    assert (at.chips("P"), at.chips("Q"), at.decider) == (10_030, 9_970, "Q")
    return at


def at_betting(instrument: str) -> At:
    """P has 20 and Q has 30 in the boxes, and betting is open."""
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.bet("Q", 2, 30)
    return at
