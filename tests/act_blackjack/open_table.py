"""What a table is opened with, and on which day."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from tests.table_support import APPROVAL, SUPERVISOR

from croupier.table.acts.opening import Approval, OpenTable

if TYPE_CHECKING:
    from tests.table_support import At

    from croupier.rulebook.citing import Refused

CANBERRA = timezone(timedelta(hours=10))
APPROVED_IN_2006 = Approval("CR 1", "2006-04-12")


def moment(text: str) -> int:
    """A date and time in Canberra, `2006-05-01 00:00`, in milliseconds since 1970."""
    return int(datetime.fromisoformat(text).replace(tzinfo=CANBERRA).timestamp()) * 1000


def papers(at: At, **changes: Any) -> OpenTable:
    """The opening of a table that has everything it needs, but for these changes."""
    complete: dict[str, Any] = {
        "layout": APPROVAL,
        "shoe": APPROVAL,
        "side_bet_layouts": dict.fromkeys(at.table.options["side_bets"], APPROVAL),
        "side_bet_amounts": dict.fromkeys(at.table.options["side_bets"], APPROVAL),
        "inscription": at.table.options["soft_17"],
        "shuffle": "riffle and strip",
        "float": 1_000_000_00,
        "commences": "2018-10-20",
    }
    return OpenTable(**complete | changes)


def stays_shut(at: At, **changes: Any) -> Refused:
    """Why the table does not open with these papers."""
    return at.refused(papers(at, **changes), SUPERVISOR)
