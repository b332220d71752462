"""The guide's worked examples of promotions, under their own ids."""

from __future__ import annotations

import pytest
from tests.promotion.cases import (
    ANA,
    BOB,
    CASH,
    DAN,
    DRAW,
    GOODS,
    HOUR,
    MINUTE,
    OLGA,
    SECOND,
    SENT,
    START,
    SUE,
    Desk,
    complete,
    drawn,
    running,
    when,
    worth,
)

from croupier.promotion.acts.awards import AwardPrize, ChoosePayment
from croupier.promotion.acts.claims import RefuseClaim
from croupier.promotion.acts.draws import CommitDraw
from croupier.promotion.acts.entries import Enter
from croupier.promotion.acts.integrity import Postponable, Postpone
from croupier.promotion.acts.offered_terms import AmendTerms, OfferPrizes, StartPromotion
from croupier.promotion.acts.winners import TellWinner
from croupier.promotion.facts import Awarded, ClaimRefused, DenialRegistered, WinnerTold
from croupier.promotion.money import Payment, PaymentMethod
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms import CasinoDollars, Channel, Content, Item, Prizes, milliseconds
from croupier.rulebook.citations import Refused
from croupier.table.acts.opening import Approval
from croupier.table.facts import Notified


def not_offered(prize: Prizes) -> Refused:
    return Desk(None).refused(OLGA, OfferPrizes(terms=complete(prize)), SENT)


def ready_to_draw(value: int) -> Desk:
    desk = running(worth(CASH, value))
    desk.enter("ana")
    return desk


@pytest.mark.clause("nsw:20.2")
def test_E51_over_10_000_a_draw_needs_a_scrutineer() -> None:
    publish = CommitDraw(commitment="0" * 64)
    assert ready_to_draw(10_000_00).promotion.check(publish, SUE, DRAW) is None
    assert ready_to_draw(10_000_01).refused(SUE, publish, DRAW).clauses == ("20.2",)


@pytest.mark.clause("nsw:20.4")
def test_E51_over_10_000_in_cash_the_winner_chooses() -> None:
    def choosing(value: int) -> Refused | None:
        desk = drawn(worth(CASH, value))
        desk.claim()
        whole = Payment(method=PaymentMethod.TRANSFER, amount=value, payee="ana")
        choose = ChoosePayment(player="ana", claim=1, payments=(whole,))
        return desk.promotion.check(choose, ANA, DRAW)

    why = choosing(10_000_00)
    assert why is not None
    assert why.clauses == ("20.4",)
    assert choosing(10_000_01) is None


@pytest.mark.clause("nsw:20.10", "nsw:20.10.1")
@pytest.mark.parametrize(("value", "lines"), [(100_00, 0), (100_01, 1)])
def test_E51_over_100_a_denied_claim_is_registered(value: int, lines: int) -> None:
    desk = drawn(worth(CASH, 500_00), worth(CASH, value))
    desk.claim("bob", prize=1, address="2 Low St")
    desk.by(SUE, RefuseClaim(claim=1, reasons=("no ticket",)), DRAW)
    desk.claim("bob", prize=2, address="2 Low St")
    desk.by(SUE, RefuseClaim(claim=2, reasons=("no ticket",)), DRAW)
    assert desk.the(ClaimRefused).reasons == ("no ticket",)
    assert desk.the(Notified).to == "bob"
    assert len([fact for fact in desk.facts if isinstance(fact, DenialRegistered)]) == lines


@pytest.mark.clause("nsw:20.5", "nsw:20.5.2", "nsw:20.5.4")
def test_E51_20_litres_of_liquor_and_no_pistol_not_even_an_imitation() -> None:
    def wine(millilitres: int) -> Prizes:
        bottles = Item(what="wine", content=Content.LIQUOR, millilitres=millilitres)
        return worth(GOODS, 900_00, contents=(bottles,))

    assert Desk(complete(wine(20_000))).promotion.state.phase is PromotionPhase.DRAFT
    assert not_offered(wine(20_100)).clauses == ("20.5", "20.5.4")
    pistol = Item(what="a starter's pistol", content=Content.IMITATION_FIREARM)
    assert not_offered(worth(GOODS, 90_00, contents=(pistol,))).clauses == ("20.5", "20.5.2")


@pytest.mark.clause("nsw:20.3")
def test_E51_casino_dollars_have_no_cash_alternative() -> None:
    credit = CasinoDollars(name="credit", nature="x", details="x", value=5_00, cash_alternative=400)
    assert not_offered(credit).clauses == ("20.3",)


@pytest.mark.clause("nsw:20.4")
def test_E51_25_000_in_three_parts_and_no_cheque_to_a_spouse() -> None:
    desk = drawn(worth(CASH, 25_000_00))
    desk.claim()
    cash = Payment(method=PaymentMethod.CASH, amount=5_000_00, payee="ana")
    transfer = Payment(method=PaymentMethod.TRANSFER, amount=8_000_00, payee="ana")
    for payee in ("carl", "ana"):
        cheque = Payment(method=PaymentMethod.CROSSED_CHEQUE, amount=12_000_00, payee=payee)
        choose = ChoosePayment(player="ana", claim=1, payments=(cash, cheque, transfer))
        if payee == "carl":
            assert "carl" in desk.refused(ANA, choose, DRAW).reason
        else:
            desk.by(ANA, choose, DRAW)
    desk.announce()
    desk.by(SUE, AwardPrize(claim=1), DRAW)
    assert [part.amount for part in desk.the(Awarded).payments] == [5_000_00, 12_000_00, 8_000_00]


@pytest.mark.clause("nsw:20.9")
def test_E52_terms_at_the_authority_on_sunday_at_nine_let_it_start_on_monday_at_nine() -> None:
    on_time = Desk(complete())
    on_time.send(at=SENT)
    on_time.start(at=START)
    late = Desk(complete())
    late.send(at=SENT + SECOND)
    why = late.refused(SUE, StartPromotion(), START)
    assert why.reason.endswith("from 2026-11-16 09:00:01+11:00")
    assert why.clauses == ("20.9",)
    late.start(at=START + SECOND)


@pytest.mark.clause("nsw:20.9.1")
def test_E52_an_amendment_on_tuesday_needs_approval() -> None:
    desk, tuesday = running(), milliseconds(when(17, 10))
    changed = complete(award_place="the terrace")
    assert desk.refused(SUE, AmendTerms(terms=changed), tuesday).clauses == ("20.9.1",)
    approval = Approval("ILGA 7", "2026-11-17")
    desk.by(SUE, AmendTerms(terms=changed, approval=approval), tuesday)


@pytest.mark.clause("nsw:20.8")
def test_E52_drawn_on_friday_at_eight_the_winner_is_told_by_sunday_at_eight() -> None:
    sunday = milliseconds(when(22, 20))
    for channel in (Channel.E_MAIL, Channel.TELEPHONE, Channel.MAIL, Channel.FACE_TO_FACE):
        desk = drawn()
        desk.by(SUE, TellWinner(win=1, channel=channel, reached=False), sunday)
        assert desk.the(WinnerTold).counts
    desk = drawn()
    desk.by(SUE, TellWinner(win=1, channel=Channel.SMS, reached=True), sunday)
    assert not desk.promotion.state.wins[0].told
    desk.by(SUE, TellWinner(win=1, channel=Channel.E_MAIL, reached=True), sunday + 1)
    assert not desk.promotion.state.wins[0].told


@pytest.mark.clause("nsw:20.12")
def test_E52_a_doubt_at_five_to_eight_postpones_the_draw_and_tells_the_inspectorate() -> None:
    desk = running()
    desk.by(DAN, Enter(player="ana", ground="member"), DRAW - 8 * HOUR)
    doubt = DRAW - 5 * MINUTE
    desk.by(OLGA, Postpone(what=Postponable.DRAW, reason="a seal was broken"), doubt)
    at, notice = desk.promotion.state.notices[-2]
    assert (at, notice.to, notice.clauses) == (doubt, "inspectorate", ("20.12",))
    assert desk.refused(SUE, CommitDraw(commitment="0" * 64), DRAW).clauses == ("20.12",)
    assert desk.promotion.check(CommitDraw(commitment="0" * 64), BOB, DRAW) is not None
