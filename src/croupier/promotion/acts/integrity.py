"""20.12: a promotion or a draw that can no longer be trusted waits, or the draw is cancelled."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.promotion.facts import DrawCancelled, Postponed, Validated
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms import YEARS, DecidedBy, Moment, as_written, milliseconds
from croupier.promotion.terms_review import must_be_said
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.facts import Notified

if TYPE_CHECKING:
    from croupier.aggregate.acts import Facts
    from croupier.aggregate.roles import Person
    from croupier.promotion.law import PromotionLaw
    from croupier.promotion.promotion import Promotion

acts: Acts[Promotion, PromotionLaw] = Acts()

INSPECTORATE, PLAYERS = "inspectorate", "players"


class Postponable(StrEnum):
    PROMOTION = "promotion"
    DRAW = "draw"


class Postpone(Command, frozen=True, tag="postpone"):
    """The operator finds the promotion or the draw compromised, and lets it wait."""

    what: Postponable
    reason: Text


@acts.act(Postpone, Role.OPERATOR, clauses=lambda law: law.compromised)
def postpone(promotion: Promotion, command: Postpone, by: Person) -> Facts:
    law, state = promotion.law, promotion.state
    can_wait = [PromotionPhase.SENT, PromotionPhase.RUNNING]
    if command.what is Postponable.PROMOTION:
        can_wait.append(PromotionPhase.DRAWN)  # then it is the prizes that wait
    if state.phase not in can_wait:
        raise Refused(f"the promotion is {state.phase}", law.compromised)
    if state.postponed in (command.what, Postponable.PROMOTION):
        raise Refused(f"the {state.postponed} is postponed already", law.compromised)
    if command.what is Postponable.DRAW:
        _must_have_a_draw(promotion)
    must_be_said("reason", command.reason, law.compromised)
    yield Postponed(what=command.what, reason=command.reason, clauses=law.compromised)
    yield from _told(promotion, f"{command.what} postponed", command.reason)


class Validate(Command, frozen=True, tag="validate"):
    """What waited can be trusted again and goes on, at the old times or at later ones.

    Times that are not later, and of what did not wait, are terms: those the Authority amends.
    """

    how: Text
    entries_close: Moment | None = None
    award_at: Moment | None = None


@acts.act(Validate, Role.OPERATOR, clauses=lambda law: law.compromised)
def validate(promotion: Promotion, command: Validate, by: Person) -> Facts:
    clauses, state = promotion.law.compromised, promotion.state
    if not state.postponed:
        raise Refused("nothing is postponed", clauses)
    must_be_said("how", command.how, clauses)
    _must_only_wait(promotion, command)
    yield Validated(
        how=command.how, entries_close=command.entries_close, award_at=command.award_at,
        clauses=clauses,
    )  # fmt: skip
    yield from _told(promotion, f"{state.postponed} goes on", command.how)


def _must_only_wait(promotion: Promotion, command: Validate) -> None:
    """Nothing comes sooner than it was to be, and nothing that is over comes again."""
    clauses, state = promotion.law.compromised, promotion.state
    amended = Clauses((*clauses, *promotion.law.amendment_approved))
    close = command.entries_close or state.entries_close
    award = command.award_at or state.award_at
    assert close is not None
    assert award is not None
    for field in ("entries_close", "award_at"):
        moved, was = getattr(command, field), getattr(state, field)
        if moved is None:
            continue
        if milliseconds(moved) < promotion.now:
            raise Refused(f"{field}: it is over", clauses)
        if moved.year not in YEARS:
            raise Refused(f"{field}: in a year from {YEARS[0]} to {YEARS[-1]}", clauses)
        if moved < was:
            raise Refused(f"{field}: not before {as_written(was)}", amended)
    if command.entries_close is not None and not state.entries_wait:
        raise Refused("entries_close: entries did not wait", amended)
    if command.award_at is not None and state.phase is PromotionPhase.DRAWN:
        raise Refused("award_at: the draw has taken place", amended)
    if award < close:
        raise Refused("award_at: before entries close", clauses)


class CancelDraw(Command, frozen=True, tag="cancel-draw"):
    """The operator finds the draw compromised and cancels it. A promotion is never cancelled."""

    why_override: ClassVar[str] = "those who were drawn lose what they won"

    reason: Text


@acts.act(CancelDraw, Role.OPERATOR, clauses=lambda law: law.compromised)
def cancel_draw(promotion: Promotion, command: CancelDraw, by: Person) -> Facts:
    law, state = promotion.law, promotion.state
    if state.phase not in (PromotionPhase.SENT, PromotionPhase.RUNNING, PromotionPhase.DRAWN):
        raise Refused(f"the promotion is {state.phase}", law.compromised)
    _must_have_a_draw(promotion)
    if any(win.awarded for win in state.wins):
        raise Refused("prizes of this draw were awarded", law.compromised)
    must_be_said("reason", command.reason, law.compromised)
    yield DrawCancelled(reason=command.reason, clauses=law.compromised)
    yield from _told(promotion, "draw cancelled", command.reason)


def _must_have_a_draw(promotion: Promotion) -> None:
    terms = promotion.state.terms
    assert terms is not None
    if terms.decided_by is not DecidedBy.DRAW:
        raise Refused("by the terms nothing is drawn", promotion.law.compromised)


def _told(promotion: Promotion, about: str, detail: str) -> Facts:
    """The inspectorate at once, and those who take part."""
    for to in (INSPECTORATE, PLAYERS):
        yield Notified(to=to, about=about, detail=detail, clauses=promotion.law.compromised)
