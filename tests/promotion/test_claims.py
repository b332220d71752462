"""Rules 20.3, 20.4 and 20.10: claims met as the winner chooses, and claims refused."""

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
    RUNNING,
    SENT,
    SUE,
    VEHICLE,
    Desk,
    complete,
    drawn,
    running,
    worth,
)

from croupier.promotion.acts.awards import AwardPrize, ChoosePayment, TakeCash
from croupier.promotion.acts.claims import ClaimPrize, RefuseClaim
from croupier.promotion.acts.draws import WinByChance
from croupier.promotion.acts.entries import Enter
from croupier.promotion.acts.offered_terms import AmendTerms
from croupier.promotion.acts.winners import PublishResults, TellWinner
from croupier.promotion.facts import (
    Awarded,
    CashChosen,
    Claimed,
    ClaimRefused,
    DenialRegistered,
    PaymentChosen,
)
from croupier.promotion.money import Payment, PaymentMethod
from croupier.promotion.next_steps import duties
from croupier.promotion.state import ClaimStanding
from croupier.promotion.terms import CasinoDollars, Channel, DecidedBy, Prizes
from croupier.promotion.views import PlayerView
from croupier.rulebook.citations import Clauses
from croupier.table.acts.opening import Approval
from croupier.table.facts import Notified

RICH = worth(CASH, 25_000_00)


def paid(amount: int, method: PaymentMethod = PaymentMethod.CASH, payee: str = "ana") -> Payment:
    return Payment(method=method, amount=amount, payee=payee)


# --- claims


@pytest.mark.clause("nsw:20.7.8")
def test_20_7_8_anybody_may_claim_and_only_a_winner_has_won() -> None:
    desk = drawn()
    desk.claim("ana", address=" 1 High St ")
    assert desk.the(Claimed).address == "1 High St"
    desk.claim("bob")
    again = ClaimPrize(player="ana", prize=1)
    assert desk.refused(ANA, again, DRAW).reason == "prize: ana has a claim to it that is open"
    why = desk.refused(SUE, AwardPrize(claim=2), DRAW)
    assert (why.reason, why.clauses) == ("claim: bob has not won prize 1", ("20.7", "20.7.8"))


@pytest.mark.clause("nsw:20.7.8", "nsw:20.7.11")
def test_a_claim_is_to_a_prize_of_a_promotion_that_has_started() -> None:
    desk = Desk(complete())
    desk.send()
    claim = ClaimPrize(player="ana", prize=1)
    early = desk.refused(ANA, claim, SENT)
    assert early.reason == "the promotion is sent to the Authority"
    assert early.clauses == ("20.7", "20.7.8")
    for prize in (0, 2):
        missing = ClaimPrize(player="ana", prize=prize)
        assert running().refused(ANA, missing, RUNNING).clauses == ("20.7", "20.7.11")
    stranger = running().refused(BOB, claim, RUNNING)
    assert stranger.reason == "player: bob cannot act for ana"


@pytest.mark.clause("nsw:20.7.9")
def test_20_7_9_no_prize_is_awarded_before_its_winner_was_told_as_the_terms_say() -> None:
    desk = drawn(notification=(Channel.MAIL, Channel.TELEPHONE))
    desk.by(SUE, PublishResults(where="the website"), DRAW)
    desk.claim()
    for channel, reached in ((Channel.MAIL, False), (Channel.E_MAIL, True), (Channel.SMS, True)):
        desk.by(SUE, TellWinner(win=1, channel=channel, reached=reached), DRAW)
        why = desk.refused(SUE, AwardPrize(claim=1), DRAW)
        assert why.reason == "win: ana has not been told by mail or telephone"
        assert why.clauses == ("20.7", "20.7.9")
    late = DRAW + 72 * HOUR  # the duty was broken, and still the prize is hers
    desk.by(SUE, TellWinner(win=1, channel=Channel.MAIL, reached=True), late)
    desk.by(SUE, AwardPrize(claim=1), late)


@pytest.mark.clause("nsw:20.7.10")
def test_20_7_10_no_prize_is_awarded_before_the_results_with_it_are_published() -> None:
    desk = running(worth(CASH, 50_00, quantity=2), decided_by=DecidedBy.CHANCE)
    for number, name in enumerate(("ana", "bob"), 1):
        desk.by(DAN, WinByChance(player=name, prize=1, chance="three sevens"), RUNNING)
        desk.by(SUE, TellWinner(win=number, channel=Channel.TELEPHONE, reached=True), RUNNING)
        claim = desk.claim(name, at=RUNNING)
        why = desk.refused(SUE, AwardPrize(claim=claim), RUNNING)
        assert why.reason == "the results have not been published"
        assert why.clauses == ("20.7", "20.7.10")
        shown = [winner.player for winner in desk.promotion.view(None).winners]
        assert name not in shown
        assert "publish the results" in [duty.what for duty in duties(desk.promotion, RUNNING)]
        desk.by(SUE, PublishResults(where="the website"), RUNNING)
        desk.by(SUE, AwardPrize(claim=claim), RUNNING)


def test_where_the_casino_reads_it_so_a_prize_is_awarded_on_the_claim_alone() -> None:
    desk = drawn(options={"paid_after": "claim"})
    desk.claim()
    desk.by(SUE, AwardPrize(claim=1), DRAW)


@pytest.mark.clause("nsw:20.7", "nsw:20.7.11")
def test_20_7_11_what_the_terms_call_cash_is_paid_and_anything_else_handed_over() -> None:
    for prize, payments in ((worth(CASH, 50_00), (paid(50_00),)), (GOODS, ())):
        desk = drawn(prize)
        desk.claim()
        desk.award(1)
        awarded = desk.the(Awarded)
        assert (awarded.payments, awarded.clauses) == (payments, ("20.7", "20.7.11"))


def test_two_prizes_of_a_kind_are_claimed_one_after_the_other() -> None:
    desk = drawn(worth(CASH, 50_00, quantity=2))
    for claim in (1, 2):
        assert desk.claim() == claim
        desk.award(claim)
    assert [win.awarded for win in desk.promotion.state.wins] == [True, True]
    assert desk.claim() == 3
    assert "has not won" in desk.refused(SUE, AwardPrize(claim=3), DRAW).reason


def test_a_claim_from_before_the_draw_is_good_once_it_is_won() -> None:
    desk = running()
    desk.enter("ana")
    desk.claim(at=RUNNING)
    assert "has not won" in desk.refused(SUE, AwardPrize(claim=1), RUNNING).reason
    desk.draw()
    desk.award(1)
    assert desk.the(Awarded).win == 1


# --- 20.10


@pytest.mark.clause("nsw:20.10")
def test_20_10_whoever_is_refused_is_told_why() -> None:
    desk = drawn(worth(CASH, 5_00))
    desk.claim("bob")
    silent = RefuseClaim(claim=1, reasons=())
    assert desk.refused(SUE, silent, DRAW).reason == "reasons: the claimant has to be told why"
    blank = RefuseClaim(claim=1, reasons=("no ticket", " "))
    assert desk.refused(SUE, blank, DRAW).reason == "reasons[1]: say something"
    desk.by(SUE, RefuseClaim(claim=1, reasons=("no ticket", "under age")), DRAW)
    told = desk.the(Notified)
    assert (told.to, told.detail, told.clauses) == ("bob", "no ticket; under age", ("20.10",))
    assert desk.the(ClaimRefused).clauses == ("20.10",)
    assert desk.promotion.state.claims[0].standing is ClaimStanding.REFUSED


@pytest.mark.clause("nsw:20.10.1")
def test_20_10_1_refused_claims_over_100_are_kept_with_name_address_and_reasons() -> None:
    desk = drawn(worth(CASH, 100_01))
    desk.claim("bob")
    refuse = RefuseClaim(claim=1, reasons=("no ticket",))
    nowhere = desk.refused(SUE, refuse, DRAW)
    assert (nowhere.reason, nowhere.clauses) == ("address: say something", ("20.10", "20.10.1"))
    desk.by(SUE, RefuseClaim(claim=1, reasons=("no ticket",), address="2 Low St"), DRAW)
    assert desk.the(DenialRegistered) == DenialRegistered(
        claim=1, name="bob", address="2 Low St", prize="a prize", value=100_01,
        reasons=("no ticket",), clauses=Clauses(("20.10", "20.10.1")),
    )  # fmt: skip
    desk.claim("bob", address="3 Low St")
    desk.by(SUE, RefuseClaim(claim=2, reasons=("still none",)), DRAW)
    assert [line.address for line in desk.promotion.state.register] == ["2 Low St", "3 Low St"]


def test_20_10_1_the_register_forgets_nothing() -> None:
    """A winner who is refused first and awarded later stays in it."""
    desk = drawn(worth(GOODS, 900_00))
    desk.claim(address="1 High St")
    desk.by(SUE, RefuseClaim(claim=1, reasons=("no photo card",)), DRAW)
    desk.claim(address="1 High St")
    desk.award(2)
    (line,) = desk.promotion.state.register
    assert (line.claim, line.reasons) == (1, ("no photo card",))


def test_a_claim_is_decided_once() -> None:
    desk = drawn(worth(CASH, 5_00))
    desk.claim()
    desk.award(1)
    assert desk.refused(SUE, AwardPrize(claim=1), DRAW).reason == "claim: claim 1 is awarded"
    refuse = RefuseClaim(claim=1, reasons=("x",))
    assert desk.refused(SUE, refuse, DRAW).reason == "claim: claim 1 is awarded"
    for number in (0, 2, -1):
        missing = RefuseClaim(claim=number, reasons=("x",))
        assert "there is no claim" in desk.refused(SUE, missing, DRAW).reason


# --- 20.3


@pytest.mark.clause("nsw:20.3")
def test_20_3_a_winner_may_take_the_cash_that_the_terms_offer() -> None:
    desk = drawn(worth(VEHICLE, 9_000_00, cash_alternative=7_000_00))
    desk.claim()
    desk.by(ANA, TakeCash(player="ana", claim=1), DRAW)
    assert desk.the(CashChosen) == CashChosen(claim=1, amount=7_000_00, clauses=Clauses(("20.3",)))
    assert "chosen already" in desk.refused(ANA, TakeCash(player="ana", claim=1), DRAW).reason
    desk.award(1)
    awarded = desk.the(Awarded)
    assert (awarded.payments, awarded.clauses) == ((paid(7_000_00),), ("20.3",))


def test_20_3_it_is_the_winners_option() -> None:
    desk = drawn(worth(VEHICLE, 9_000_00, cash_alternative=7_000_00))
    desk.claim()
    assert "not paid in cash" in desk.refused(
        SUE, AwardPrize(claim=1, payments=(paid(7_000_00),)), DRAW
    ).reason  # fmt: skip
    desk.award(1)
    assert desk.the(Awarded).payments == ()


@pytest.mark.clause("nsw:20.3")
def test_20_3_what_the_terms_do_not_offer_is_not_to_be_had() -> None:
    credit = CasinoDollars(name="credit", nature="one", details="500", value=500_00)
    for prize in (GOODS, credit, worth(CASH, 500_00)):
        desk = drawn(prize)
        desk.claim()
        why = desk.refused(ANA, TakeCash(player="ana", claim=1), DRAW)
        assert why.reason == "the terms offer no cash instead of this prize"
        assert why.clauses == ("20.3",)


def test_only_the_winner_takes_the_cash() -> None:
    desk = drawn(worth(GOODS, 900_00, cash_alternative=700_00))
    desk.claim()
    desk.claim("bob")
    theirs = desk.refused(BOB, TakeCash(player="bob", claim=1), DRAW)
    assert theirs.reason == "claim: bob has no claim 1"
    nothing = desk.refused(BOB, TakeCash(player="bob", claim=2), DRAW)
    assert nothing.reason == "claim: bob has not won prize 1"


# --- 20.4


@pytest.mark.clause("nsw:20.4")
def test_20_4_over_10_000_in_cash_the_winner_chooses_how_to_be_paid() -> None:
    desk = drawn(RICH)
    desk.claim()
    waiting = desk.refused(SUE, AwardPrize(claim=1), DRAW)
    assert waiting.reason == "payments: ana has not chosen how to be paid"
    assert waiting.clauses == ("20.4",)
    parts = (
        paid(5_000_00),
        paid(12_000_00, PaymentMethod.CROSSED_CHEQUE),
        paid(8_000_00, PaymentMethod.TRANSFER),
    )
    desk.by(ANA, ChoosePayment(player="ana", claim=1, payments=parts), DRAW)
    assert desk.the(PaymentChosen).clauses == ("20.4",)
    otherwise = AwardPrize(claim=1, payments=(paid(25_000_00),))
    assert "chosen otherwise" in desk.refused(SUE, otherwise, DRAW).reason
    desk.award(1)
    assert desk.the(Awarded).payments == parts
    assert desk.the(Awarded).clauses == ("20.4",)


@pytest.mark.clause("nsw:20.4")
@pytest.mark.parametrize("method", PaymentMethod)
def test_20_4_any_one_way_will_do(method: PaymentMethod) -> None:
    desk = drawn(RICH)
    desk.claim()
    whole = (paid(25_000_00, method),)
    desk.by(ANA, ChoosePayment(player="ana", claim=1, payments=whole), DRAW)
    desk.award(1, payments=whole)
    assert desk.the(Awarded).payments == whole


@pytest.mark.clause("nsw:20.4")
@pytest.mark.parametrize(
    ("payments", "says"),
    [
        ((), "payments: $0 is not $25,000"),
        ((paid(24_999_99),), "payments: $24,999.99 is not $25,000"),
        ((paid(25_000_01),), "payments: $25,000.01 is not $25,000"),
        ((paid(25_000_00), paid(0)), "payments[1].amount: more than nothing"),
        ((paid(26_000_00), paid(-1_000_00)), "payments[1].amount: more than nothing"),
        (
            (paid(25_000_00, PaymentMethod.CROSSED_CHEQUE, "carl"),),
            "payments[0].payee: ana has won, not carl",
        ),
        ((paid(25_000_00, PaymentMethod.TRANSFER, "carl"),), "payments[0].payee"),
    ],
)
def test_20_4_the_parts_make_up_the_prize_and_go_to_the_winner(
    payments: tuple[Payment, ...], says: str
) -> None:
    desk = drawn(RICH)
    desk.claim()
    why = desk.refused(ANA, ChoosePayment(player="ana", claim=1, payments=payments), DRAW)
    assert why.clauses == ("20.4",)
    assert says in why.reason


@pytest.mark.clause("nsw:20.4")
def test_20_4_up_to_10_000_and_for_other_prizes_there_is_no_such_choice() -> None:
    for prize in (
        worth(CASH, 10_000_00),
        worth(GOODS, 30_000_00, cash_alternative=25_000_00),
    ):
        desk = drawn(prize)
        desk.claim()
        choose = ChoosePayment(player="ana", claim=1, payments=(paid(10_000_00),))
        why = desk.refused(ANA, choose, DRAW)
        assert why.reason == "the choice is for cash prizes of more than $10,000"
        assert why.clauses == ("20.4",)


def test_up_to_10_000_the_operator_pays_as_it_likes_but_in_full_and_to_the_winner() -> None:
    desk = drawn(worth(CASH, 10_000_00))
    desk.claim()
    for short in (paid(9_999_99), paid(10_000_00, PaymentMethod.TRANSFER, "carl")):
        why = desk.refused(SUE, AwardPrize(claim=1, payments=(short,)), DRAW)
        assert why.clauses == ("20.7", "20.7.11")
    desk.award(1, payments=(paid(10_000_00, PaymentMethod.TRANSFER),))
    assert desk.the(Awarded).payments == (paid(10_000_00, PaymentMethod.TRANSFER),)


# --- terms that were amended after a claim

APPROVAL = Approval("ILGA 7", "2026-11-17")


def amended(*prizes: Prizes) -> Desk:
    """Ana claims the second prize, which is worth 900 dollars; then the terms have these."""
    desk = running(CASH, GOODS)
    desk.enter("ana")
    desk.claim("ana", prize=2, at=RUNNING, address="1 High St")
    desk.by(SUE, AmendTerms(terms=complete(*prizes), approval=APPROVAL), RUNNING)
    desk.publish(RUNNING)
    return desk


@pytest.mark.clause("nsw:20.10", "nsw:20.10.1")
@pytest.mark.parametrize("left", [(CASH,), (CASH, worth(GOODS, 50_00)), (GOODS, CASH)])
def test_20_10_1_a_claim_is_denied_as_it_was_made(left: tuple[Prizes, ...]) -> None:
    desk = amended(*left)
    desk.by(SUE, RefuseClaim(claim=1, reasons=("it is offered no longer",)), RUNNING)
    line = desk.the(DenialRegistered)
    assert (line.name, line.address, line.prize) == ("ana", "1 High St", "a prize")
    assert line.value == 900_00
    assert line.reasons == ("it is offered no longer",)
    seen = desk.promotion.view(ANA)
    assert isinstance(seen, PlayerView)
    assert seen.claims[0].prize == "a prize"


@pytest.mark.clause("nsw:20.7.8")
def test_20_7_8_a_claim_to_what_is_no_longer_offered_is_none_to_another_prize() -> None:
    desk = amended(worth(CASH, 1_00), worth(CASH, 50_00, quantity=20))
    again = desk.claim("ana", prize=2, at=RUNNING)
    desk.by(DAN, Enter(player="ana", ground="member", tickets=21), RUNNING)
    desk.draw()
    desk.announce()
    old = desk.refused(SUE, AwardPrize(claim=1), DRAW)
    assert old.reason == "claim: ana has not won prize 2"
    desk.by(SUE, AwardPrize(claim=again), DRAW)
