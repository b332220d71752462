"""Money that goes back to players: only where rules and conditions permit it, and in full."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.books import gains
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HOLDEM,
    MINUTE,
    OPERATOR,
    SEVEN,
    disqualify,
    opened,
    playing,
)

from croupier.tournament import law_of
from croupier.tournament.acts.buy_backs import BuyAddOn
from croupier.tournament.acts.entries import Refund, Substitute, Withdraw
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.facts import MoneyRefunded
from croupier.tournament.prize_pool import PaidFor
from croupier.tournament.state import TournamentPhase

TENTH: dict[str, Any] = {"commission": {"percent": "10"}}
ILL: dict[str, Any] = {"refunds": "who is ill, with a doctor's letter"}
ONE_ROUND: dict[str, Any] = {"sessions": [{"name": "final", "rounds": 1}]}


def fee_of(name: str) -> Refund:
    return Refund(player=name, what=PaidFor.ENTRY, reason="ill")


def refunded(held: Any) -> list[tuple[str, str, int]]:
    facts = held.tournament.facts
    return [(f.player, f.what, f.amount) for f in facts if isinstance(f, MoneyRefunded)]


# --- withdrawing in time


@pytest.mark.clause("uth:16.23")
def test_16_23_who_withdraws_in_the_time_of_the_conditions_has_the_fee_back_in_full() -> None:
    """Three of four stay: the commission is a tenth of 300, and nothing of the fee of D."""
    held = opened(HOLDEM, **ONE_ROUND, **TENTH)
    held.enter("A", "B", "C", "D")
    held.do(Withdraw(player="D"))
    (fact,) = [f for f in held.tournament.facts if isinstance(f, MoneyRefunded)]
    assert (fact.player, fact.amount, fact.clauses) == ("D", 100_00, ("16.23",))
    held.close()
    held.draw()
    held.start()
    held.round({"A": 900, "B": 800, "C": 700})
    held.end()
    held.do(AwardPlaces())
    assert gains(held) == {"A": 35, "B": -19, "C": -46, "D": 0, "cage": 30}  # 135, 81 and 54


@pytest.mark.clause("uth:16.23")
def test_16_23_after_that_time_the_fee_stays() -> None:
    held = opened(HOLDEM)
    held.enter("A", "B", "C")
    held.now = SEVEN - 24 * 60 * MINUTE + 1
    held.do(Withdraw(player="C"))
    assert refunded(held) == []
    assert held.tournament.pool.total == 300_00


# --- in other cases


@pytest.mark.clause("uth:16.23", "nsw:19.3.2")
@pytest.mark.parametrize("instrument", [HOLDEM, CHALLENGE])
def test_a_fee_goes_back_in_a_case_that_the_conditions_permit(instrument: str) -> None:
    held = opened(instrument, **ILL, withdraw_until="2027-01-10T19:00:00+11:00")
    held.enter("A", "B", "C")
    law = law_of(instrument)
    assert "paid for that" in held.refused(fee_of("C")).reason  # C is still in
    held.do(Withdraw(player="C"))
    assert refunded(held) == []
    unsaid = Refund(player="C", what=PaidFor.ENTRY, reason="")
    assert held.refused(unsaid).clauses == law.refunds
    held.do(fee_of("C"))
    assert refunded(held) == [("C", "entry", 100_00)]
    assert "paid nothing" in held.refused(fee_of("C")).reason
    assert "paid nothing" in held.refused(fee_of("Z")).reason
    assert held.tournament.pool.total == 200_00
    held.replayed()


@pytest.mark.clause("uth:16.23", "nsw:19.3.2")
@pytest.mark.parametrize("instrument", [HOLDEM, CHALLENGE])
def test_no_fee_goes_back_that_the_conditions_do_not_speak_of(instrument: str) -> None:
    held = opened(instrument, withdraw_until="2027-01-10T19:00:00+11:00")
    held.enter("A", "B")
    held.do(Withdraw(player="B"))
    assert held.refused(fee_of("B")).clauses == law_of(instrument).refunds


@pytest.mark.clause("06:20.24", "18:19.21", "bac:15.23")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT])
def test_elsewhere_conditions_cannot_permit_a_refund(instrument: str) -> None:
    held = opened(instrument, **ILL)
    held.enter("A", "B")
    held.do(Withdraw(player="B"))
    assert held.refused(fee_of("B")).clauses == law_of(instrument).no_refund
    assert held.tournament.pool.fees == 200_00


@pytest.mark.clause("uth:16.23")
def test_16_23_an_add_on_goes_back_when_its_buyer_is_out_and_no_sooner() -> None:
    """The pool is 300 again, and A, B and C have 150, 90 and 60 of it."""
    add_on = {"offered": True, "method": "at the break", "cost": 50_00, "chips": 500_00}
    sessions = [{"name": "final", "rounds": 2}]
    held = playing(HOLDEM, "A B C", **ILL, sessions=sessions, add_on=add_on)
    held.do(BuyAddOn(player="C", paid=50_00))
    back = Refund(player="C", what=PaidFor.ADD_ON, reason="ill")
    assert "16.23" in held.refused(back).clauses
    held.round({"A": 1000, "B": 1000, "C": 0})
    assert "it was paid for that" in held.refused(fee_of("C")).reason  # C has a place
    held.do(back)
    held.round({"A": 900, "B": 800})
    held.refused(Refund(player="A", what=PaidFor.ADD_ON, reason="ill"))
    held.end()
    held.do(AwardPlaces())
    assert gains(held) == {"A": 50, "B": -10, "C": -40, "cage": 0}


@pytest.mark.clause("uth:16.23")
def test_16_23_the_fee_goes_back_to_whoever_paid_it() -> None:
    held = opened(HOLDEM, **ILL, withdraw_until="2027-01-10T19:00:00+11:00")
    held.enter("A", "B", "C")
    held.do(Substitute(player="S", instead_of="C"))
    held.do(Withdraw(player="S"))
    held.do(fee_of("S"))
    assert refunded(held) == [("C", "entry", 100_00)]


# --- when nobody is left


@pytest.mark.clause(
    "06:20.20", "06:20.24", "18:19.19", "18:19.21", "bac:15.21", "bac:15.23", "uth:16.21(b)",
    "uth:16.24", "nsw:19.3.2", "nsw:19.3.4",
)  # fmt: skip
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, HOLDEM, CHALLENGE])
def test_a_pool_that_nobody_can_win_goes_back_when_the_tournament_is_called_off(
    instrument: str,
) -> None:
    held = playing(instrument, "A B C", **ONE_ROUND)
    held.round({"A": 900, "B": 800, "C": 700})
    held.end()
    for name in "ABC":
        held.do(disqualify(name))
    assert held.tournament.phase is TournamentPhase.PLAYED
    law, refusal = law_of(instrument), held.refused(AwardPlaces())
    assert "called off" in refusal.reason
    assert set(refusal.clauses) == {*law.all_returned, *law.cancellation}
    held.do(CancelTournament(reason="everybody is disqualified"), OPERATOR)
    assert gains(held) == {"A": 0, "B": 0, "C": 0, "cage": 0}
    assert held.tournament.check(AwardPlaces(), DEALER, held.now) is not None
