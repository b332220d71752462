"""Rules 20.1, 20.6, 20.9: the terms on their way to the Authority and the public, and changes."""

from __future__ import annotations

import pytest
from tests.promotion.cases import (
    ANA,
    CASH,
    CLOSE,
    DAN,
    DRAW,
    GOODS,
    HOUR,
    INA,
    RUNNING,
    SENT,
    START,
    SUE,
    TOM,
    Desk,
    complete,
    drawn,
    running,
    when,
    worth,
)

from croupier.aggregate.roles import Person
from croupier.promotion.acts.draws import CommitDraw, WinByChance
from croupier.promotion.acts.entries import Enter
from croupier.promotion.acts.offered_terms import (
    AmendTerms,
    OfferPrizes,
    PublishTerms,
    SendTerms,
    StartPromotion,
)
from croupier.promotion.facts import Amended, Offered, Started, TermsPublished, TermsSent
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms import DecidedBy, milliseconds
from croupier.table.acts.opening import Approval
from croupier.table.facts import Notified

APPROVAL = Approval("ILGA 7", "2026-11-17")
CHANGED = complete(place="the terrace")


def sent() -> Desk:
    desk = Desk(complete())
    desk.send()
    return desk


@pytest.mark.clause("nsw:20.1")
def test_20_1_the_operator_offers_prizes_along_with_gaming() -> None:
    desk = Desk(complete())
    assert desk.the(Offered).terms == complete()
    assert desk.promotion.state.phase is PromotionPhase.DRAFT
    desk.by(SUE, OfferPrizes(terms=CHANGED), SENT)
    assert desk.promotion.state.terms == CHANGED


@pytest.mark.clause("nsw:20.1")
@pytest.mark.parametrize("by", [ANA, DAN, INA, TOM], ids=lambda by: by.role)
def test_20_1_nobody_else_offers_anything(by: Person) -> None:
    why = Desk(None).refused(by, OfferPrizes(terms=complete()), SENT)
    assert why.reason == f"it takes the role supervisor, and {by.name} acts as {by.role}"
    assert why.clauses == ("20.1",)


# --- 20.6


@pytest.mark.clause("nsw:20.6")
def test_20_6_the_terms_can_be_had_and_advertising_refers_to_them() -> None:
    desk = Desk(complete())
    publish = PublishTerms(where=("the cage", "the website"), marketing=("the poster",))
    assert "not been sent" in desk.refused(SUE, publish, SENT).reason
    desk.by(SUE, SendTerms(), SENT)
    nowhere = PublishTerms(where=(), marketing=("the poster",))
    assert desk.refused(SUE, nowhere, SENT).reason == "where: name at least one"
    silent = PublishTerms(where=("the cage",), marketing=())
    assert desk.refused(SUE, silent, SENT).reason == "marketing: name at least one"
    blank = PublishTerms(where=("the cage", " "), marketing=("the poster",))
    assert desk.refused(SUE, blank, SENT).reason == "where[1]: say something"
    desk.by(SUE, publish, SENT)
    assert desk.the(TermsPublished).clauses == ("20.6",)
    assert desk.promotion.view(None).terms_at == ("the cage", "the website")


@pytest.mark.clause("nsw:20.6")
def test_20_6_nothing_starts_before_the_terms_can_be_had() -> None:
    desk = Desk(complete())
    desk.by(SUE, SendTerms(), SENT)
    why = desk.refused(SUE, StartPromotion(), START)
    assert (why.reason, why.clauses) == ("terms: nobody can have them yet", ("20.6",))
    desk.publish(START)
    desk.start()


# --- 20.9


@pytest.mark.clause("nsw:20.9")
def test_20_9_the_authority_gets_the_full_terms() -> None:
    desk = Desk(None)
    assert desk.refused(SUE, SendTerms(), SENT).reason == "terms: there are none"
    desk.by(SUE, OfferPrizes(terms=complete()), SENT)
    desk.by(SUE, SendTerms(), SENT)
    notice = desk.the(Notified)
    assert (notice.to, notice.clauses) == ("authority", ("20.9",))
    assert notice.detail == f"Spring draw: {desk.the(TermsSent).digest}"
    assert "the Authority has them" in desk.refused(SUE, SendTerms(), SENT).reason


def test_20_9_other_terms_are_another_notice() -> None:
    digests = set()
    for terms in (complete(), CHANGED, complete(GOODS)):
        desk = Desk(terms)
        desk.by(SUE, SendTerms(), SENT)
        digests.add(desk.the(TermsSent).digest)
    assert len(digests) == 3


@pytest.mark.clause("nsw:20.9")
def test_20_9_it_is_told_and_not_asked() -> None:
    desk = Desk(complete())
    why = desk.refused(SUE, StartPromotion(), START)
    assert why.reason == "terms: they have not been sent to the Authority"
    assert why.clauses == ("20.9",)
    desk.send()
    desk.start()
    assert desk.the(Started).clauses == ("20.1", "20.9", "20.6")
    assert desk.promotion.state.phase is PromotionPhase.RUNNING
    assert desk.refused(SUE, StartPromotion(), START).reason == "the promotion is running"


@pytest.mark.clause("nsw:20.9")
def test_20_9_a_promotion_starts_24_hours_later_and_not_sooner() -> None:
    desk = Desk(complete())
    desk.send(at=SENT + HOUR)
    why = desk.refused(SUE, StartPromotion(), START + HOUR - 1)
    assert why.reason == (
        "the Authority has the terms for too short a time; from 2026-11-16 10:00:00+11:00"
    )
    assert why.clauses == ("20.9",)
    desk.start(at=START + HOUR)


@pytest.mark.clause("nsw:20.7.7", "nsw:20.7.6")
def test_20_7_7_it_starts_at_its_hour_and_before_entries_close() -> None:
    desk = Desk(complete())
    desk.send(at=SENT - HOUR)
    early = desk.refused(SUE, StartPromotion(), START - 1)
    assert early.reason == "starts: not before 2026-11-16 09:00:00+11:00"
    assert early.clauses == ("20.7", "20.7.7")
    late = desk.refused(SUE, StartPromotion(), CLOSE + 1)
    assert late.clauses == ("20.7", "20.7.6")
    desk.start(at=CLOSE)


def test_a_clock_that_was_set_back_gives_nobody_a_second_chance() -> None:
    desk = Desk(complete())
    desk.send(at=SENT + HOUR)
    desk.publish(at=SENT)
    assert desk.promotion.at == SENT + HOUR


# --- amendments


@pytest.mark.clause("nsw:20.9.1")
def test_before_they_are_sent_terms_are_drawn_up_anew_and_then_amended() -> None:
    desk = Desk(complete())
    early = desk.refused(SUE, AmendTerms(terms=CHANGED, approval=APPROVAL), SENT)
    assert early.reason == "terms: nothing was sent that could be amended"
    assert early.clauses == ("20.9.1",)
    desk.send()
    assert "only be amended" in desk.refused(SUE, OfferPrizes(terms=CHANGED), SENT).reason


@pytest.mark.clause("nsw:20.9")
def test_20_9_terms_that_change_before_the_start_wait_anew() -> None:
    desk = sent()
    desk.by(SUE, AmendTerms(terms=CHANGED), SENT + HOUR)
    assert desk.the(Notified).to == "authority"
    assert desk.the(TermsSent).time_begins
    desk.publish(SENT + HOUR)
    assert desk.refused(SUE, StartPromotion(), START).clauses == ("20.9",)
    desk.start(at=START + HOUR)
    assert desk.promotion.state.terms == CHANGED


def test_20_9_by_the_other_reading_the_time_goes_on() -> None:
    desk = Desk(complete(), preamend_restarts_24h=False)
    desk.send()
    desk.by(SUE, AmendTerms(terms=CHANGED), SENT + HOUR)
    assert desk.the(Notified).to == "authority"
    assert not desk.the(TermsSent).time_begins
    desk.publish(SENT + HOUR)
    desk.start(at=START)


@pytest.mark.clause("nsw:20.9.1")
def test_20_9_1_once_started_terms_change_only_with_approval() -> None:
    desk = running()
    why = desk.refused(SUE, AmendTerms(terms=CHANGED), RUNNING)
    assert why.reason == "approval: the promotion has started, and the Authority has to approve"
    assert why.clauses == ("20.9.1",)
    blank = AmendTerms(terms=CHANGED, approval=Approval(" ", "2026-11-17"))
    assert desk.refused(SUE, blank, RUNNING).reason == "approval.reference: say something"
    desk.by(SUE, AmendTerms(terms=CHANGED, approval=APPROVAL), RUNNING)
    amended = desk.the(Amended)
    assert (amended.terms, amended.approval, amended.clauses) == (CHANGED, APPROVAL, ("20.9.1",))


@pytest.mark.clause("nsw:20.6", "nsw:20.9.1")
def test_20_6_amended_terms_are_made_available_again_before_the_draw() -> None:
    desk = running()
    desk.enter("ana")
    desk.by(SUE, AmendTerms(terms=CHANGED, approval=APPROVAL), RUNNING)
    assert desk.promotion.view(None).terms_at == ()
    assert desk.refused(SUE, CommitDraw(commitment="0" * 64), DRAW).clauses == ("20.6",)
    desk.publish(DRAW)
    desk.draw()


def test_an_approved_amendment_moves_the_closing_hour() -> None:
    desk = running()
    later = complete(entries_close=when(20, 19))
    desk.by(SUE, AmendTerms(terms=later, approval=APPROVAL), RUNNING)
    desk.publish(RUNNING)
    desk.enter("ana", at=milliseconds(when(20, 19)))


def test_amended_terms_lack_nothing_either() -> None:
    for desk in (sent(), running()):
        lacking = AmendTerms(terms=complete(place=""), approval=APPROVAL)
        assert desk.refused(SUE, lacking, RUNNING).reason == "terms.place: missing"


@pytest.mark.clause("nsw:20.9.1")
def test_nobody_changes_what_is_drawn_for() -> None:
    desk = running()
    desk.enter("ana")
    desk.commit()
    amend = AmendTerms(terms=CHANGED, approval=APPROVAL)
    why = desk.refused(SUE, amend, DRAW)
    assert (why.reason, "20.9.1" in why.clauses) == ("terms: a draw is under way", True)


def test_nobody_changes_prizes_that_were_won() -> None:
    desk = drawn()
    dearer = AmendTerms(terms=complete(worth(CASH, 5_00)), approval=APPROVAL)
    assert desk.refused(SUE, dearer, DRAW).reason.startswith("terms.prizes: ")
    elsewhere = AmendTerms(terms=complete(claim="by post"), approval=APPROVAL)
    desk.by(SUE, elsewhere, DRAW)
    assert desk.promotion.state.phase is PromotionPhase.DRAWN


def test_nor_once_one_of_them_was_won_by_chance() -> None:
    desk = running(decided_by=DecidedBy.CHANCE)
    dearer = complete(worth(CASH, 5_00), decided_by=DecidedBy.CHANCE)
    desk.by(SUE, AmendTerms(terms=dearer, approval=APPROVAL), RUNNING)
    desk.publish(RUNNING)
    desk.by(DAN, WinByChance(player="ana", prize=1, chance="three sevens"), RUNNING)
    back = AmendTerms(terms=complete(decided_by=DecidedBy.CHANCE), approval=APPROVAL)
    assert desk.refused(SUE, back, RUNNING).reason.startswith("terms.prizes: ")


@pytest.mark.clause("nsw:20.9.1")
def test_20_9_1_what_decides_is_not_changed_once_a_prize_was_won() -> None:
    desk = running(decided_by=DecidedBy.CHANCE)
    desk.by(DAN, WinByChance(player="ana", prize=1, chance="three sevens"), RUNNING)
    drawn = AmendTerms(terms=complete(decided_by=DecidedBy.DRAW), approval=APPROVAL)
    why = desk.refused(SUE, drawn, RUNNING)
    assert why.reason == "terms.decided_by: prizes were won by these terms"
    assert why.clauses == ("20.9.1",)


@pytest.mark.clause("nsw:20.6")
def test_20_6_nobody_enters_under_terms_that_nobody_can_have() -> None:
    desk = running()
    desk.by(SUE, AmendTerms(terms=complete(place="the terrace"), approval=APPROVAL), RUNNING)
    why = desk.refused(DAN, Enter(player="ana", ground="member"), RUNNING)
    assert (why.reason, why.clauses) == ("terms: nobody can have them yet", ("20.6",))
    desk.publish(RUNNING)
    desk.enter("ana")
