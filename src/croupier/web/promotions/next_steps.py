"""What the promotions desk does in turn, from drawing up terms to the last prize."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from croupier.aggregate.acts import tag_of
from croupier.joint_draws import CloseRoll, VoidDraw
from croupier.promotion.acts.claims import RefuseClaim
from croupier.promotion.acts.draws import (
    CommitDraw,
    DrawWinners,
    MarkPresent,
    NominateScrutineer,
    WinByChance,
    WitnessDraw,
)
from croupier.promotion.acts.entries import Enter
from croupier.promotion.acts.integrity import Validate
from croupier.promotion.acts.offered_terms import (
    OfferPrizes,
    PublishTerms,
    SendTerms,
    StartPromotion,
)
from croupier.promotion.acts.winners import PublishResults, TellWinner
from croupier.promotion.state import ClaimStanding, PromotionPhase
from croupier.promotion.terms import DecidedBy
from croupier.web.promotions.page_model import on_the_clock, spoken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.acts import Command
    from croupier.promotion.views import DeskView, WinView


@dataclass(frozen=True, slots=True)
class PromotionErrand:
    """Something that the desk does in its turn."""

    path: str
    title: str
    says: str
    done: bool
    possible: bool
    """Whether whoever looks at it could do it now."""


def agenda(view: DeskView) -> list[PromotionErrand]:
    """Every errand in order; those that are done stay to be seen."""
    return [*_before(view), *_taking_part(view), *_after(view)]


def _errand(
    view: DeskView, kind: type[Command], title: str, says: str, *, done: bool, **known: object
) -> PromotionErrand:
    path = tag_of(kind) + (f"?{urlencode(known)}" if known else "")
    return PromotionErrand(path, title, says, done, not done and tag_of(kind) in view.possible)


def _before(view: DeskView) -> Iterator[PromotionErrand]:
    sent = view.phase != PromotionPhase.DRAFT
    lacks = len(view.objections)
    says = "Nothing is missing." if not lacks else f"{lacks} missing or not allowed"
    complete = view.draft is not None and not lacks
    yield _errand(
        view, OfferPrizes, "Draw up the terms", says if view.draft else "There are none yet.",
        done=complete,
    )  # fmt: skip
    says = f"Sent {on_the_clock(view.sent_at, view)}." if sent else "At least 24 hours before."
    yield _errand(view, SendTerms, "Send them to the Authority", says, done=sent)
    yield _errand(
        view, PublishTerms, "Make them available", ", ".join(view.terms_at),
        done=bool(view.terms_at),
    )  # fmt: skip
    started = view.started_at is not None
    says = f"Started {on_the_clock(view.started_at, view)}." if started else ""
    if not started and view.earliest is not None:
        says = f"From {on_the_clock(view.earliest, view)}."
    yield _errand(view, StartPromotion, "Start", says, done=started)


def _taking_part(view: DeskView) -> Iterator[PromotionErrand]:
    if view.started_at is None or view.phase == PromotionPhase.CANCELLED:
        return
    if view.postponed:
        yield _errand(
            view, Validate, f"Let the {view.postponed} go on", "It waits until it can be trusted.",
            done=False,
        )  # fmt: skip
    drawn = view.phase == PromotionPhase.DRAWN
    by_chance = view.terms is not None and view.terms.decided_by is DecidedBy.CHANCE
    until = f"until {spoken(view.entries_close)}"
    over = drawn or not {tag_of(Enter), tag_of(WinByChance)} & set(view.possible)
    if by_chance:
        says = f"{len(view.wins)} won, {until}"
        yield _errand(view, WinByChance, "Record who wins", says, done=over)
        return
    yield _errand(view, Enter, "Take entries", f"{view.tickets} tickets, {until}", done=over)
    yield from _draw(view, drawn=drawn)


def _draw(view: DeskView, *, drawn: bool) -> Iterator[PromotionErrand]:
    if view.needs_scrutineer or view.scrutineer:
        says = view.scrutineer or "A prize is worth more than 10,000."
        yield _errand(
            view, NominateScrutineer, "Nominate a scrutineer", says, done=bool(view.scrutineer)
        )
    begun = view.draw is not None
    if view.terms is not None and view.terms.presence:
        says = f"{len(view.attended)} are there"
        yield _errand(view, MarkPresent, "Mark who is there", says, done=begun)
    says = f"{view.draw.tickets} tickets take part" if view.draw else spoken(view.award_at)
    joint = view.drawing.awaited
    if joint is not None or view.drawing.drawn or tag_of(CloseRoll) in view.possible:
        yield from _joint_draw(view, says, begun=begun)
        yield _errand(view, DrawWinners, "Draw the winners", "", done=drawn)
        return
    yield _errand(view, CommitDraw, "Commit to the draw", says, done=begun)
    word = view.draw.word if view.draw else ""
    says = f"{view.draw.witness}: {word}" if view.draw and word else view.scrutineer
    yield _errand(view, WitnessDraw, "Have a word added", says, done=bool(word))
    yield _errand(view, DrawWinners, "Draw the winners", "", done=drawn)


def _was_told_late(win: WinView) -> bool:
    """Whether the time is over and somebody has tried since: nothing more can be done about it."""
    return win.due is not None and any(attempt.at > win.due for attempt in win.attempts)


def _joint_draw(view: DeskView, says: str, *, begun: bool) -> Iterator[PromotionErrand]:
    """Where somebody outside the house takes part: the roll is closed, and links are opened."""
    yield _errand(view, CloseRoll, "Close the roll", says, done=begun)
    joint = view.drawing.awaited
    missing = [e.player for e in joint.contributions if e.link is None] if joint else []
    if missing:
        says = f"It waits for the links of {', '.join(missing)}."
        yield _errand(view, VoidDraw, "Give the draw up", says, done=False)


def _after(view: DeskView) -> Iterator[PromotionErrand]:
    if not view.wins:
        return
    untold = [win for win in view.wins if not (win.told or _was_told_late(win))]
    says = f"{len(untold)} of {len(view.wins)} to be told" if untold else "All are told."
    if not untold:  # an attempt is all that is owed in time, and no prize is paid on it
        untold = [win for win in view.wins if not (win.reached or win.awarded)]
        says = f"{len(untold)} not reached as the terms say" if untold else says
    known = {"win": untold[0].win} if untold else {}
    yield _errand(view, TellWinner, "Tell the winners", says, done=not untold, **known)
    yield _errand(
        view,
        PublishResults,
        "Publish the results",
        view.results,
        done=all(win.published for win in view.wins),
    )
    waiting = [claim for claim in view.claims if claim.standing == ClaimStanding.OPEN]
    left = sum(not win.awarded for win in view.wins)
    says = f"{len(waiting)} claims are open, {left} prizes are to be awarded"
    yield _errand(
        view, RefuseClaim, "Answer the claims", says, done=not waiting and not left,
        **({"claim": waiting[0].claim} if waiting else {}),
    )  # fmt: skip
