"""Rules 20.11 and 20.12: what cannot be trusted waits or is cancelled; disputes."""

from __future__ import annotations

import pytest
from tests.promotion.cases import (
    ANA,
    BOB,
    CASH,
    CLOSE,
    DAN,
    DRAW,
    HOUR,
    OLGA,
    RUNNING,
    SENT,
    START,
    SUE,
    Desk,
    complete,
    drawn,
    running,
    secret_of,
    when,
    worth,
)

from croupier.promotion.acts.awards import AwardPrize
from croupier.promotion.acts.claims import RefuseClaim
from croupier.promotion.acts.disputes import DecideDispute, DisputeTerms, NotSatisfied
from croupier.promotion.acts.draws import CommitDraw, MarkPresent, WinByChance, WitnessDraw
from croupier.promotion.acts.entries import Enter
from croupier.promotion.acts.integrity import CancelDraw, Postponable, Postpone, Validate
from croupier.promotion.acts.offered_terms import AmendTerms, StartPromotion
from croupier.promotion.facts import (
    DisputeDecided,
    DisputeRaised,
    DrawCancelled,
    Postponed,
    Validated,
)
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms import DecidedBy, milliseconds
from croupier.table.acts.opening import Approval
from croupier.table.facts import Notified

THE_DRAW = Postpone(what=Postponable.DRAW, reason="the drum was open")
THE_PROMOTION = Postpone(what=Postponable.PROMOTION, reason="forged tickets")
TRUSTED = Validate(how="counted again by two people")
APPROVAL = Approval("ILGA 7", "2026-11-17")
PUBLISH = CommitDraw(commitment="0" * 64)


def told(desk: Desk) -> list[tuple[str, str]]:
    """Whom the last command told of what."""
    return [(fact.to, fact.about) for fact in desk.facts if isinstance(fact, Notified)]


# --- 20.12


@pytest.mark.clause("nsw:20.12")
def test_20_12_a_draw_waits_until_it_can_be_trusted() -> None:
    desk = running()
    desk.enter("ana")
    desk.by(OLGA, THE_DRAW, RUNNING)
    assert desk.the(Postponed).clauses == ("20.12",)
    assert told(desk) == [("inspectorate", "draw postponed"), ("players", "draw postponed")]
    desk.enter("bob")
    why = desk.refused(SUE, PUBLISH, DRAW)
    assert (why.reason, why.clauses) == ("the draw is postponed", ("20.12",))
    desk.by(OLGA, TRUSTED, DRAW + HOUR)
    assert desk.the(Validated).clauses == ("20.12",)
    assert told(desk)[0] == ("inspectorate", "draw goes on")
    desk.draw(at=DRAW + HOUR)


@pytest.mark.clause("nsw:20.12")
def test_20_12_a_promotion_waits_with_all_that_is_in_it() -> None:
    desk = running()
    desk.enter("ana")
    desk.by(OLGA, THE_PROMOTION, RUNNING)
    assert told(desk)[0] == ("inspectorate", "promotion postponed")
    for by, command, at in (
        (DAN, Enter(player="bob", ground="member"), RUNNING),
        (SUE, PUBLISH, DRAW),
    ):
        assert desk.refused(by, command, at).clauses == ("20.12",)
    later = Validate(how="checked", entries_close=when(27, 18), award_at=when(27, 20))
    desk.by(OLGA, later, DRAW)
    desk.enter("bob", at=DRAW)
    assert desk.refused(SUE, PUBLISH, DRAW + HOUR).clauses == ("20.7", "20.7.6")
    desk.draw(at=milliseconds(when(27, 20)))


@pytest.mark.clause("nsw:20.12")
def test_20_12_one_that_has_not_started_waits_too() -> None:
    desk = Desk(complete())
    assert "draft" in desk.refused(OLGA, THE_PROMOTION, SENT).reason
    desk.send()
    desk.by(OLGA, THE_PROMOTION, SENT)
    assert desk.refused(SUE, StartPromotion(), START).clauses == ("20.12",)
    desk.by(OLGA, TRUSTED, START)
    desk.start()


@pytest.mark.clause("nsw:20.12")
def test_20_12_the_promotion_may_wait_when_its_draw_waits_already() -> None:
    desk = running()
    desk.by(OLGA, THE_DRAW, RUNNING)
    desk.enter("ana")
    desk.by(OLGA, THE_PROMOTION, RUNNING)
    assert told(desk)[0] == ("inspectorate", "promotion postponed")
    late = Enter(player="bob", ground="member")
    assert desk.refused(DAN, late, RUNNING).clauses == ("20.12",)
    for less in (THE_DRAW, THE_PROMOTION):
        reason = desk.refused(OLGA, less, RUNNING).reason
        assert reason == "the promotion is postponed already"
    desk.by(OLGA, TRUSTED, RUNNING)
    desk.by(DAN, late, RUNNING)


@pytest.mark.clause("nsw:20.12")
def test_20_12_one_that_waited_beyond_its_hours_starts_at_the_new_ones() -> None:
    desk = Desk(complete())
    desk.send()
    desk.by(OLGA, THE_PROMOTION, SENT)
    desk.by(OLGA, Validate(how="x", entries_close=when(27, 18), award_at=when(27, 20)), DRAW)
    desk.start(at=DRAW)
    desk.enter("ana", at=DRAW)


@pytest.mark.clause("nsw:20.12")
def test_20_12_once_drawn_the_promotion_can_wait_with_its_prizes() -> None:
    desk = drawn(worth(CASH, 5_00))
    desk.claim()
    before = desk.promotion.state.draw
    desk.announce()
    desk.by(OLGA, THE_PROMOTION, DRAW)
    assert told(desk)[0] == ("inspectorate", "promotion postponed")
    assert desk.refused(SUE, AwardPrize(claim=1), DRAW).clauses == ("20.12",)
    desk.by(OLGA, TRUSTED, DRAW + HOUR)
    assert desk.promotion.state.draw == before  # what was drawn is not drawn again
    desk.award(1, at=DRAW + HOUR)


def test_20_12_a_draw_that_had_begun_begins_anew() -> None:
    desk = running(presence=True)
    desk.enter("ana")
    desk.by(DAN, MarkPresent(player="ana"), DRAW)
    desk.commit()
    desk.by(BOB, WitnessDraw(word="x"), DRAW)
    desk.by(OLGA, THE_DRAW, DRAW)
    desk.by(OLGA, TRUSTED, DRAW)
    assert desk.promotion.state.draw is None
    assert desk.refused(SUE, PUBLISH, DRAW).reason == "tickets: there are none to draw from"
    desk.by(DAN, MarkPresent(player="ana"), DRAW)
    known = CommitDraw(commitment=desk.promotion.state.commitments[0])
    assert "published for a draw" in desk.refused(SUE, known, DRAW).reason
    desk.draw(secret=secret_of(2))


@pytest.mark.parametrize("command", [THE_DRAW, CancelDraw(reason="x")])
def test_20_12_it_is_for_the_operator_to_find(command: Postpone | CancelDraw) -> None:
    assert "takes the role operator" in running().refused(SUE, command, RUNNING).reason


def test_20_12_what_waits_waits_once_and_goes_on_with_words() -> None:
    desk = running()
    assert desk.refused(OLGA, TRUSTED, RUNNING).reason == "nothing is postponed"
    silent = Postpone(what=Postponable.DRAW, reason="")
    assert desk.refused(OLGA, silent, RUNNING).reason == "reason: say something"
    desk.by(OLGA, THE_DRAW, RUNNING)
    assert desk.refused(OLGA, THE_DRAW, RUNNING).reason == "the draw is postponed already"
    assert desk.refused(OLGA, Validate(how=""), RUNNING).reason == "how: say something"
    for late in (
        Validate(how="x", award_at=when(16, 9)),
        Validate(how="x", entries_close=when(16, 9)),
        Validate(how="x", award_at=when(20, 20).replace(year=9999)),
    ):
        assert desk.refused(OLGA, late, RUNNING).clauses == ("20.12",)


@pytest.mark.clause("nsw:20.9.1", "nsw:20.12")
def test_20_12_a_draw_that_waited_is_not_brought_forward() -> None:
    desk = running()
    desk.enter("ana")
    for doubt in (THE_DRAW, THE_PROMOTION):
        desk.by(OLGA, doubt, RUNNING)
        sooner = Validate(how="cleared", award_at=when(20, 19, 59))
        why = desk.refused(OLGA, sooner, RUNNING)
        assert why.reason == "award_at: not before 2026-11-20 20:00:00+11:00"
        assert why.clauses == ("20.12", "20.9.1")
        desk.by(OLGA, Validate(how="cleared", award_at=when(20, 20)), RUNNING)
    amended = AmendTerms(terms=complete(award_at=when(20, 19)), approval=APPROVAL)
    desk.by(SUE, amended, RUNNING)  # that is for the Authority to approve
    desk.publish(RUNNING)
    desk.draw(at=milliseconds(when(20, 19)))


@pytest.mark.clause("nsw:20.9.1", "nsw:20.12")
def test_20_12_entries_that_had_closed_stay_closed() -> None:
    longer = Validate(how="cleared", entries_close=when(20, 21), award_at=when(20, 22))
    for doubt, at in ((THE_PROMOTION, CLOSE + 1), (THE_DRAW, CLOSE + 1), (THE_DRAW, RUNNING)):
        desk = running()
        desk.enter("ana")
        desk.by(OLGA, doubt, at)
        why = desk.refused(OLGA, longer, CLOSE + HOUR)
        assert why.reason == "entries_close: entries did not wait"
        assert why.clauses == ("20.12", "20.9.1")
        desk.by(OLGA, Validate(how="cleared", award_at=when(20, 22)), CLOSE + HOUR)
    desk = running()
    desk.by(OLGA, THE_DRAW, RUNNING)
    desk.by(OLGA, THE_PROMOTION, CLOSE)  # the last moment of entries
    shorter = Validate(how="cleared", entries_close=when(20, 17), award_at=when(20, 22))
    assert desk.refused(OLGA, shorter, RUNNING).clauses == ("20.12",)  # which is over
    desk.by(OLGA, longer, CLOSE + HOUR)
    desk.enter("bob", at=CLOSE + 2 * HOUR)


@pytest.mark.clause("nsw:20.9.1", "nsw:20.12")
def test_20_12_entries_are_not_cut_short_by_a_promotion_that_goes_on() -> None:
    desk = running()
    desk.by(OLGA, THE_PROMOTION, RUNNING)
    shorter = Validate(how="cleared", entries_close=when(20, 17))
    why = desk.refused(OLGA, shorter, RUNNING)
    assert why.reason == "entries_close: not before 2026-11-20 18:00:00+11:00"
    assert why.clauses == ("20.12", "20.9.1")


@pytest.mark.clause("nsw:20.9.1", "nsw:20.12")
def test_20_12_a_draw_that_took_place_has_no_later_time() -> None:
    desk = drawn()
    desk.by(OLGA, THE_PROMOTION, DRAW)
    why = desk.refused(OLGA, Validate(how="cleared", award_at=when(27, 20)), DRAW)
    assert (why.reason, why.clauses) == ("award_at: the draw has taken place", ("20.12", "20.9.1"))
    desk.by(OLGA, TRUSTED, DRAW)


@pytest.mark.clause("nsw:20.12")
def test_20_12_the_draw_is_cancelled_and_nobody_wins() -> None:
    for desk in (running(), drawn(), running()):
        desk.by(OLGA, CancelDraw(reason="the drum was open"), DRAW)
        assert desk.the(DrawCancelled).clauses == ("20.12",)
        assert told(desk)[0] == ("inspectorate", "draw cancelled")
        assert desk.promotion.state.phase is PromotionPhase.CANCELLED
        assert desk.promotion.state.wins == []
        assert "draw cancelled" in desk.refused(SUE, PUBLISH, DRAW).reason
        assert "draw cancelled" in desk.refused(OLGA, CancelDraw(reason="x"), DRAW).reason


@pytest.mark.clause("nsw:20.10", "nsw:20.12")
def test_20_10_after_a_cancelled_draw_claims_are_refused_with_reasons() -> None:
    desk = drawn(worth(CASH, 5_00))
    desk.claim()
    desk.by(OLGA, CancelDraw(reason="the drum was open"), DRAW)
    assert "has not won" in desk.refused(SUE, AwardPrize(claim=1), DRAW).reason
    desk.by(SUE, RefuseClaim(claim=1, reasons=("the draw was cancelled",)), DRAW)


def test_20_12_what_was_awarded_is_not_cancelled() -> None:
    desk = drawn(worth(CASH, 5_00))
    assert "drawn" in desk.refused(OLGA, THE_DRAW, DRAW).reason
    desk.claim()
    desk.award(1)
    why = desk.refused(OLGA, CancelDraw(reason="x"), DRAW)
    assert why.reason == "prizes of this draw were awarded"


def test_20_12_without_a_draw_only_the_promotion_waits() -> None:
    desk = running(decided_by=DecidedBy.CHANCE)
    for command in (THE_DRAW, CancelDraw(reason="x")):
        assert desk.refused(OLGA, command, RUNNING).reason == "by the terms nothing is drawn"
    win = WinByChance(player="ana", prize=1, chance="x")
    desk.by(DAN, win, RUNNING)
    desk.claim(at=RUNNING)
    desk.by(OLGA, THE_PROMOTION, RUNNING)
    assert desk.refused(SUE, AwardPrize(claim=1), RUNNING).clauses == ("20.12",)
    assert desk.refused(DAN, win, CLOSE).clauses == ("20.12",)


# --- 20.11


@pytest.mark.clause("nsw:20.11")
def test_20_11_the_operator_has_the_last_word_and_says_who_can_be_asked_then() -> None:
    desk = running()
    desk.by(ANA, DisputeTerms(player="ana", about="my ticket was not counted"), RUNNING)
    assert desk.the(DisputeRaised).number == 1
    decide = DecideDispute(number=1, decision="entries had closed")
    assert "takes the role operator" in desk.refused(SUE, decide, RUNNING).reason
    early = desk.refused(ANA, NotSatisfied(player="ana", number=1), RUNNING)
    assert (early.reason, early.clauses) == ("number: dispute 1 is not decided yet", ("20.11",))
    desk.by(OLGA, decide, RUNNING)
    assert desk.the(DisputeDecided).clauses == ("20.11",)
    assert told(desk) == [("ana", "dispute 1 is decided")]
    assert desk.refused(OLGA, decide, RUNNING).reason == "number: dispute 1 is decided"
    desk.by(ANA, NotSatisfied(player="ana", number=1), RUNNING)
    assert told(desk) == [("ana", "right to complain to an inspector")]
    assert desk.the(Notified).clauses == ("20.11",)


def test_20_11_anybody_who_is_not_content_is_told() -> None:
    desk = running()
    desk.by(ANA, DisputeTerms(player="ana", about="x"), RUNNING)
    desk.by(OLGA, DecideDispute(number=1, decision="no"), RUNNING)
    desk.by(BOB, NotSatisfied(player="bob", number=1), RUNNING)
    assert told(desk) == [("bob", "right to complain to an inspector")]


@pytest.mark.clause("nsw:20.11")
def test_20_11_any_decision_about_a_promotion_can_be_complained_of() -> None:
    desk = drawn(worth(CASH, 5_00))
    desk.claim("bob")
    desk.by(SUE, RefuseClaim(claim=1, reasons=("no ticket",)), DRAW)
    silent = NotSatisfied(player="bob")
    assert desk.refused(BOB, silent, DRAW).reason == "decision: say something"
    desk.by(BOB, NotSatisfied(player="bob", decision="claim 1 was refused"), DRAW)
    notice = desk.the(Notified)
    assert (notice.to, notice.detail) == ("bob", "claim 1 was refused")
    assert notice.clauses == ("20.11",)


def test_disputes_are_about_something_that_is_there() -> None:
    dispute = DisputeTerms(player="ana", about="x")
    discontent = NotSatisfied(player="ana", decision="x")
    for unsent in (Desk(None), Desk(complete())):  # nobody can have seen a draft
        for command in (dispute, discontent):
            assert unsent.refused(ANA, command, SENT).reason == "terms: there are none"
    desk = running()
    assert "about: " in desk.refused(ANA, DisputeTerms(player="ana", about=""), RUNNING).reason
    desk.by(ANA, dispute, RUNNING)
    silent = DecideDispute(number=1, decision=" ")
    assert desk.refused(OLGA, silent, RUNNING).reason == "decision: say something"
    for number in (0, 2, -1):
        missing = NotSatisfied(player="ana", number=number)
        assert "there is no dispute" in desk.refused(ANA, missing, RUNNING).reason
