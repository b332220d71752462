"""What a viewer may see of a promotion, built field by field and never filtered from anything.

Everybody sees the terms once the Authority has them, the proof of the draw, and the winners once
the results are published. A player also sees their own tickets, wins, claims and notices; the
promotions desk and the inspector see everything, with what is still to be done and by when.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.facts import hears
from croupier.aggregate.roles import Role, who_may
from croupier.joint_draws import DrawingView, drawing_view
from croupier.promotion.acts.offered_terms import earliest_start
from croupier.promotion.acts.winners import told_by
from croupier.promotion.draw import Proof, prove
from croupier.promotion.money import Accounts, Payment, accounts
from croupier.promotion.next_steps import Obligation, duties, possible
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms import Channel, Moment, Terms
from croupier.promotion.terms_review import (
    Consequence,
    chooses_payment,
    consequences,
    needs_scrutineer,
    objections,
)
from croupier.rulebook.citations import Clauses, Objection

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.roles import Person
    from croupier.promotion.promotion import Promotion
    from croupier.promotion.state import Claim, Win
    from croupier.table.facts import Notified


class DrawView(msgspec.Struct, frozen=True):
    """All that it takes to check the draw, as far as it has come."""

    commitment: str
    roll: str
    tickets: int
    """How many take part."""
    witness: str
    word: str
    secret: str


class WinnerView(msgspec.Struct, frozen=True):
    prize: str
    player: str
    ticket: int | None


class AttemptView(msgspec.Struct, frozen=True):
    at: int
    channel: Channel
    reached: bool
    counts: bool


class WinView(msgspec.Struct, frozen=True):
    win: int
    prize: str
    number: int
    """Of the prize, in the terms."""
    player: str
    ticket: int | None
    at: int
    told: bool
    due: int | None
    """Until when the winner has to be told, where that is owed."""
    reached: bool
    """Whether the winner knows of it, in a way that the terms name."""
    published: bool
    awarded: bool
    payments: tuple[Payment, ...]
    attempts: tuple[AttemptView, ...]


class ClaimView(msgspec.Struct, frozen=True):
    claim: int
    player: str
    address: str
    prize: str
    number: int
    """Of the prize, in the terms."""
    won: bool
    alternative: int | None
    """What the winner may take in cash instead."""
    chooses: bool
    """Whether the winner says how to be paid."""
    cash: int | None
    payments: tuple[Payment, ...]
    standing: str
    reasons: tuple[str, ...]


class DenialView(msgspec.Struct, frozen=True):
    """A line of the register of denied claims."""

    claim: int
    name: str
    address: str
    prize: str
    value: int
    reasons: tuple[str, ...]


class DisputeView(msgspec.Struct, frozen=True):
    number: int
    player: str
    about: str
    decision: str


class NoticeView(msgspec.Struct, frozen=True):
    at: int
    to: str
    about: str
    detail: str
    clauses: Clauses


class PublicView(msgspec.Struct, frozen=True, kw_only=True, tag_field="view", tag="public"):
    """What anybody may see."""

    promotion: str
    phase: str
    postponed: str
    terms: Terms | None
    """From when the Authority has them."""
    terms_at: tuple[str, ...]
    """Where the terms are to be had."""
    entries_close: Moment | None
    award_at: Moment | None
    tickets: int
    scrutineer: str
    draw: DrawView | None
    drawing: DrawingView
    """Who takes part in the draw; entrants are not named to others."""
    winners: tuple[WinnerView, ...]
    """From when the results are published."""
    results: str
    """Where they are published."""
    possible: tuple[str, ...]
    """The commands that the viewer could give now."""


class PlayerView(PublicView, frozen=True, kw_only=True, tag="player"):
    """What a player sees: what the public sees, and what is the player's own."""

    player: str
    own_tickets: tuple[int, ...]
    wins: tuple[WinView, ...]
    claims: tuple[ClaimView, ...]
    disputes: tuple[DisputeView, ...]
    notices: tuple[NoticeView, ...]


class DeskView(PublicView, frozen=True, kw_only=True, tag="desk"):
    """What the promotions desk sees: everything."""

    draft: Terms | None
    objections: tuple[Objection, ...]
    """What keeps the terms from being sent."""
    follows: tuple[Consequence, ...]
    """What terms that lack nothing make due."""
    sent_at: int | None
    digest: str
    """Of the terms that the Authority has, in SHA-256."""
    earliest: int | None
    """From when the promotion may start."""
    started_at: int | None
    marketing: tuple[str, ...]
    """The advertising that refers to the terms."""
    holders: tuple[str, ...]
    """Whose each ticket is, from number 1 on."""
    attended: tuple[str, ...]
    """Who is at a draw that only those who are there can win."""
    needs_scrutineer: bool
    proof: Proof | None
    abandoned: tuple[str, ...]
    """Commitments to draws that were postponed."""
    wins: tuple[WinView, ...]
    claims: tuple[ClaimView, ...]
    register: tuple[DenialView, ...]
    disputes: tuple[DisputeView, ...]
    notices: tuple[NoticeView, ...]
    duties: tuple[Obligation, ...]
    accounts: Accounts


class InspectorView(DeskView, frozen=True, kw_only=True, tag="inspector"):
    """What the inspector sees: all that the desk sees, and by which record."""

    head: str
    entries: int


PromotionView = PublicView | PlayerView | DeskView | InspectorView


def view(promotion: Promotion, viewer: Person | None, at: int) -> PromotionView:
    """The promotion as a person sees it in their role, or the public."""
    public = _public(promotion)
    name = None if viewer is None else viewer.name
    named = viewer is not None and viewer.oversees
    public["drawing"] = drawing_view(promotion.state.drawing, name, names=named)
    public["possible"] = () if viewer is None else possible(promotion, viewer, at)
    if viewer is not None and viewer.role is Role.PLAYER:
        return PlayerView(**public, **_own(promotion, viewer.name))
    if viewer is not None and viewer.looks_on:
        desk = _desk(promotion, at)
        return InspectorView(**public, **desk, head=promotion.head, entries=promotion.length)
    if viewer is not None and viewer.role in who_may(Role.SUPERVISOR):
        return DeskView(**public, **_desk(promotion, at))
    return PublicView(**public)


def _public(promotion: Promotion) -> dict[str, Any]:
    state = promotion.state
    draw = state.draw
    sent = state.phase is not PromotionPhase.DRAFT
    return {
        "promotion": promotion.name,
        "phase": state.phase,
        "postponed": state.postponed,
        "terms": state.terms if sent else None,
        "terms_at": state.published.where if state.published is not None else (),
        "entries_close": state.entries_close if sent else None,
        "award_at": state.award_at if sent else None,
        "tickets": len(state.tickets),
        "scrutineer": state.scrutineer,
        "draw": None
        if draw is None
        else DrawView(
            draw.commitment, draw.roll, draw.tickets, draw.witness, draw.word, draw.secret
        ),
        "winners": tuple(
            WinnerView(_prize(promotion, win.prize), win.player, win.ticket)
            for win in state.wins
            if win.published
        ),
        "results": state.results,
    }


def _own(promotion: Promotion, player: str) -> dict[str, Any]:
    state = promotion.state
    meant = hears(player)
    return {
        "player": player,
        "own_tickets": tuple(
            number for number, holder in enumerate(state.tickets, 1) if holder == player
        ),
        **_people(promotion, lambda name: name == player),
        "notices": tuple(_notice(at, told) for at, told in state.notices if told.to in meant),
    }


def _desk(promotion: Promotion, at: int) -> dict[str, Any]:
    state = promotion.state
    found = objections(state.terms, promotion.rules) if state.terms is not None else ()
    published, drawn = state.published, state.draw
    return {
        "draft": state.terms,
        "objections": tuple(found),
        "follows": ()
        if state.terms is None or found
        else consequences(state.terms, promotion.rules),
        "sent_at": state.sent_at,
        "digest": state.digest,
        "earliest": earliest_start(promotion),
        "started_at": state.started_at,
        "marketing": published.marketing if published is not None else (),
        "holders": tuple(state.tickets),
        "attended": tuple(sorted(state.attended)),
        "needs_scrutineer": state.terms is not None
        and needs_scrutineer(state.terms, promotion.law),
        "proof": prove(state),
        "abandoned": tuple(
            each for each in state.commitments if drawn is None or each != drawn.commitment
        ),
        **_people(promotion, lambda name: True),
        "register": tuple(
            DenialView(each.claim, each.name, each.address, each.prize, each.value, each.reasons)
            for each in state.register
        ),
        "notices": tuple(_notice(when, told) for when, told in state.notices),
        "duties": duties(promotion, at),
        "accounts": accounts(state),
    }


def _people(promotion: Promotion, whose: Callable[[str], bool]) -> dict[str, Any]:
    """Wins, claims and disputes of those who may be seen."""
    state = promotion.state
    return {
        "wins": tuple(_win(promotion, win) for win in state.wins if whose(win.player)),
        "claims": tuple(_claim(promotion, claim) for claim in state.claims if whose(claim.player)),
        "disputes": tuple(
            DisputeView(each.number, each.player, each.about, each.decision)
            for each in state.disputes
            if whose(each.player)
        ),
    }


def _prize(promotion: Promotion, number: int) -> str:
    prize = promotion.state.prize(number)
    return prize.name if prize is not None else ""


def _win(promotion: Promotion, win: Win) -> WinView:
    terms = promotion.state.terms
    assert terms is not None
    return WinView(
        win=win.number,
        prize=_prize(promotion, win.prize),
        number=win.prize,
        player=win.player,
        ticket=win.ticket,
        at=win.at,
        told=win.told,
        due=told_by(promotion, win),
        reached=win.reached(terms.notification),
        published=win.published,
        awarded=win.awarded,
        payments=win.payments,
        attempts=tuple(
            AttemptView(each.at, each.told.channel, each.told.reached, each.told.counts)
            for each in win.attempts
        ),
    )


def _claim(promotion: Promotion, claim: Claim) -> ClaimView:
    prize, won = claim.of, promotion.state.won(claim) is not None
    return ClaimView(
        claim=claim.number,
        player=claim.player,
        address=claim.address,
        prize=prize.name,
        number=claim.prize,
        won=won,
        alternative=prize.cash_alternative if won else None,
        chooses=won and chooses_payment(prize, promotion.law),
        cash=claim.cash,
        payments=claim.payments,
        standing=claim.standing,
        reasons=claim.reasons,
    )


def _notice(at: int, notice: Notified) -> NoticeView:
    return NoticeView(at, notice.to, notice.about, notice.detail, notice.clauses)
