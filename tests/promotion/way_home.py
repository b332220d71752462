"""A promotion brought to rest from whatever state it is in: every prize that was won is awarded.

The desk does what it can, winners claim, and scrutineers come. What was found compromised is
validated, a secret that is lost ends in a draw that begins anew, and a draw that nobody has a
ticket for is cancelled. Of every step that is possible the first is taken.
"""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from tests.promotion.cases import HOUR, OLGA, SUE, secret_of

from croupier import joint_draws
from croupier.aggregate.roles import Person, Role
from croupier.joint_draws import CloseRoll, JointDraw, VoidDraw
from croupier.promotion.acts.awards import AwardPrize, ChoosePayment
from croupier.promotion.acts.claims import ClaimPrize, RefuseClaim
from croupier.promotion.acts.disputes import DecideDispute
from croupier.promotion.acts.draws import (
    CommitDraw,
    DrawWinners,
    MarkPresent,
    NominateScrutineer,
    WitnessDraw,
)
from croupier.promotion.acts.integrity import CancelDraw, Postponable, Postpone, Validate
from croupier.promotion.acts.offered_terms import AmendTerms, PublishTerms, StartPromotion
from croupier.promotion.acts.winners import PublishResults, TellWinner
from croupier.promotion.draw import commit, roll_hash
from croupier.promotion.money import Payment, PaymentMethod, accounts
from croupier.promotion.promotion import Promotion
from croupier.promotion.state import ClaimStanding, PromotionPhase
from croupier.promotion.terms import DecidedBy, local, milliseconds
from croupier.table.acts.seeding import BringTip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.promotion.state import PromotionState

    Steps = Iterator[tuple[Command, Person]]

SID = Person("sid", Role.SUPERVISOR)
"""Who publishes commitments where sue oversees the draw."""
WITNESS = Person("wanda", Role.INSPECTOR)
HOUSE = sha256(b"the secret of the house").digest()
"""The secret of the house in draws in which others take part."""
MOST = 300


def brought_to_rest(lines: Sequence[bytes], at: int) -> None:
    """As a record has it: somebody can do something, or waits for the clock, until it rests."""
    promotion = Promotion.restore(lines)
    for _ in range(MOST):
        if is_at_rest(promotion, at):
            books = accounts(promotion.state)
            assert books.owed == 0
            return
        asked = next(_possible(promotion, at), None)
        if asked is None:
            at += 12 * HOUR
        else:
            promotion.do(*asked, at)
    state = promotion.state
    raise AssertionError(f"it does not come to rest: {state.phase}, {state.postponed}")


def is_at_rest(promotion: Promotion, at: int) -> bool:
    """Whether nobody waits for anything any more."""
    state = promotion.state
    over = state.phase in (PromotionPhase.DRAFT, PromotionPhase.DRAWN, PromotionPhase.CANCELLED)
    return (
        (over or _chances_are_over(state, at))
        and not state.postponed
        and all(win.awarded for win in state.wins)
        and all(claim.standing is not ClaimStanding.OPEN for claim in state.claims)
        and all(dispute.decision for dispute in state.disputes)
    )


def _chances_are_over(state: PromotionState, at: int) -> bool:
    """A promotion without a draw is over with its entries."""
    by_chance = state.terms is not None and state.terms.decided_by is DecidedBy.CHANCE
    closed = state.entries_close is not None and at > milliseconds(state.entries_close)
    return state.phase is PromotionPhase.RUNNING and by_chance and closed


def _possible(promotion: Promotion, at: int) -> Steps:
    for command, by in onwards(promotion, at):
        if promotion.check(command, by, at) is None:
            yield command, by


def onwards(promotion: Promotion, at: int) -> Steps:
    """Yield what brings a promotion nearer to its rest."""
    state = promotion.state
    for dispute in state.disputes:
        yield DecideDispute(number=dispute.number, decision="it stands"), OLGA
    if state.postponed:
        yield Validate(how="cleared"), OLGA
    if state.published is None:
        yield PublishTerms(where=("the cage",), marketing=("the poster",)), SUE
    if state.phase is PromotionPhase.SENT:
        yield StartPromotion(), SUE
        yield from _later(state, at)
    elif state.phase is PromotionPhase.RUNNING:
        yield from _drawing(promotion, at)
    yield from _winners(state)


def _later(state: PromotionState, at: int) -> Steps:
    """Where entries have closed before it could start, its terms get other hours."""
    terms = state.terms
    if terms is None or terms.starts is None or state.entries_close is None:
        return
    if at > milliseconds(state.entries_close):
        hours = [local(at, terms.starts) + timedelta(hours=each) for each in (24, 48, 72)]
        again = dict(zip(("starts", "entries_close", "award_at"), hours, strict=True))
        yield AmendTerms(terms=msgspec.structs.replace(terms, **again)), SUE


def closed_roll(promotion: Promotion) -> Command:
    """Return the command by which the house is bound to the roll as it is."""
    name, drawing = promotion.name, promotion.state.drawing
    roll = promotion.state.closing_roll(name)
    bound_to = JointDraw(name, drawing.number + 1, roll, "", 0, ()).bound_to
    return CloseRoll(commitment=joint_draws.commit(bound_to, HOUSE), roll=roll.hash)


def _drawing(promotion: Promotion, at: int) -> Steps:
    """Yield the steps of a draw; nobody who has brought a tip opens a link."""
    state = promotion.state
    draw = state.draw
    if state.drawing.awaited is not None:
        yield VoidDraw(), SUE
        if not state.drawing.awaited.missing:
            yield VoidDraw(reason="the browser was closed"), SUE
    elif draw is None:
        for player in dict.fromkeys(state.tickets):
            yield MarkPresent(player=player), SUE
        if not state.scrutineer:
            yield NominateScrutineer(person=WITNESS.name), OLGA
        committed = commit(secret_of(len(state.commitments)), roll_hash(state.roll()))
        for by in (SUE, SID):
            yield CommitDraw(commitment=committed), by
        if state.drawing.tips:
            tip = sha256(b"%d" % len(state.drawing.spent)).hexdigest()
            scrutineer = Person(state.scrutineer, Role.INSPECTOR)
            for by in (SUE, SID):
                yield closed_roll(promotion), by
            if scrutineer.name not in state.drawing.tips:
                yield BringTip(player=scrutineer.name, tip=tip), scrutineer
            yield from _without_the_scrutineer(state, at)
        if not state.roll():
            yield CancelDraw(reason="nobody has a ticket"), OLGA
    elif not draw.word:
        scrutineer = Person(state.scrutineer or WITNESS.name, Role.INSPECTOR)
        yield WitnessDraw(word="kookaburra"), scrutineer
    else:
        secret = secret_of(len(state.commitments) - 1)
        yield DrawWinners(secret=secret.hex()), SUE
        yield Postpone(what=Postponable.DRAW, reason="the secret is lost"), OLGA


def _without_the_scrutineer(state: PromotionState, at: int) -> Steps:
    """Yield the ways on where the scrutineer missed a void draw, and may not join the next one.

    Somebody who may join it oversees it; where only entrants may, the draw is cancelled.
    """
    redraw, award_at = state.drawing.redraw, state.award_at
    if redraw is None or state.scrutineer in redraw or award_at is None:
        return
    for person in sorted(redraw):
        yield NominateScrutineer(person=person), OLGA
    if at >= milliseconds(award_at):
        yield CancelDraw(reason="nobody who may join the draw can oversee it"), OLGA


def _winners(state: PromotionState) -> Steps:
    terms = state.terms
    for win in state.wins:
        if terms is not None and not win.reached(terms.notification):
            channel = terms.notification[0]
            yield TellWinner(win=win.number, channel=channel, reached=True), SUE
    if not all(win.published for win in state.wins):
        yield PublishResults(where="the website"), SUE
    for claim in state.claims:
        amount, winner = claim.of.value or 0, Person(claim.player, Role.PLAYER)
        cash = Payment(method=PaymentMethod.CASH, amount=amount, payee=claim.player)
        yield AwardPrize(claim=claim.number), SUE
        if state.won(claim) is None:
            yield RefuseClaim(claim=claim.number, reasons=("no ticket",), address="1 High St"), SUE
        elif not claim.payments:
            choice = ChoosePayment(player=claim.player, claim=claim.number, payments=(cash,))
            yield choice, winner
    for win in state.wins:
        if not win.awarded:
            yield ClaimPrize(player=win.player, prize=win.prize), Person(win.player, Role.PLAYER)
