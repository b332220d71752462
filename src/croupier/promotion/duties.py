"""What the operator still has to do, and by when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.promotion.acts.winners import told_by
from croupier.promotion.state import Phase, Standing
from croupier.rulebook.citing import Clauses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.promotion.promotion import Promotion


class Duty(msgspec.Struct, frozen=True):
    """One thing that is owed; with a moment, until then and no longer."""

    what: str
    by: int | None
    overdue: bool
    clauses: Clauses


def duties(promotion: Promotion, at: int) -> tuple[Duty, ...]:
    """Everything that is owed at a moment, what is overdue with the rest."""
    return tuple(_owed(promotion, at))


def _owed(promotion: Promotion, at: int) -> Iterator[Duty]:
    law, state = promotion.law, promotion.state
    if state.phase is Phase.DRAFT:
        return
    if state.published is None:
        yield Duty("make the terms available", None, False, law.terms_available)
    for win in state.wins:
        if not win.told:
            due = told_by(promotion, win)
            clauses = law.winner_told.clauses if due else law.particulars["notification"]
            overdue = due is not None and at > due
            yield Duty(f"tell {win.player} of win {win.number}", due, overdue, clauses)
    if not all(win.published for win in state.wins):
        yield Duty("publish the results", None, False, law.particulars["results"])
    for claim in state.claims:
        if claim.standing is Standing.OPEN:
            what = f"award or refuse claim {claim.number} of {claim.player}"
            yield Duty(what, None, False, law.reasons_told)
    for dispute in state.disputes:
        if not dispute.decision:
            yield Duty(f"decide dispute {dispute.number}", None, False, law.last_word)
