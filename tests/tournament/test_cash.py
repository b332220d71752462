"""Tournament chips that conditions make worth cash: paid once, and where the rules know of it."""

from __future__ import annotations

import pytest
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    HEATS,
    HOLDEM,
    OPERATOR,
    Held,
    conditions_for,
    opened,
)

from croupier.tournament import law_of
from croupier.tournament.acts.conduct import Disqualify
from croupier.tournament.acts.entries import Withdraw
from croupier.tournament.acts.prizes import CancelTournament
from croupier.tournament.acts.session_end import ConcludeTable
from croupier.tournament.acts.sessions import PayBuyIn
from croupier.tournament.conditions import moment
from croupier.tournament.conditions_review import objections
from croupier.tournament.facts import ChipsCashed, MoneyRefunded, TableConcluded
from croupier.tournament.prize_pool import PaidFor
from croupier.tournament.state import Ground


def for_cash() -> Held:
    """Four players who have bought chips that are cashed when the session is over."""
    held = opened(CHALLENGE, **HEATS, chips_cashed=True, buy_in=1000_00)
    held.enter("A", "B", "C", "D")
    held.close()
    held.draw()
    for name in "ABCD":
        held.do(PayBuyIn(player=name, paid=1000_00))
    held.start()
    return held


def paid_for_chips(held: Held) -> list[tuple[str, int]]:
    found = (fact for fact in held.tournament.facts if isinstance(fact, ChipsCashed))
    return [(fact.player, fact.amount) for fact in found]


@pytest.mark.clause("nsw:19.5.5", "nsw:19.5.5.2")
def test_19_5_5_2_everybody_at_a_table_agrees_to_its_end_before_its_time() -> None:
    held = for_cash()
    held.round({"A": 0, "B": 0, "C": 2000, "D": 2000})
    assert held.refused(ConcludeTable(table="Table 1")).clauses == ("19.5.5", "19.5.5.2")
    held.do(ConcludeTable(table="Table 1", agreed=("C", "D")))
    (concluded,) = [f for f in held.tournament.facts if isinstance(f, TableConcluded)]
    assert "19.5.5.2" in concluded.clauses


@pytest.mark.clause("nsw:19.5.5.2", "nsw:19.5.6.2")
def test_19_5_5_2_chips_that_conditions_make_worth_cash_are_paid_once() -> None:
    held = for_cash()
    held.round({"A": 10, "B": 0, "C": 1990, "D": 2000})
    assert paid_for_chips(held) == [("A", 10_00)]  # who cannot wager the minimum any more
    held.do(Disqualify(player="D", ground=Ground.ABSENT, reason="went home"))
    assert paid_for_chips(held)[1:] == [("D", 2000_00)]
    held.round({"C": 1900})
    held.end()
    assert paid_for_chips(held)[2:] == [("C", 1900_00)]
    held.do(CancelTournament(reason="the roof leaks"), OPERATOR)
    refunds = [f for f in held.tournament.facts if isinstance(f, MoneyRefunded)]
    assert {f.what for f in refunds} == {PaidFor.ENTRY}
    assert len(paid_for_chips(held)) == 3


@pytest.mark.clause("nsw:19.5.5.2", "nsw:19.3.4")
def test_a_tournament_for_cash_that_is_called_off_pays_for_the_chips_or_gives_the_price_back() -> (
    None
):
    held = for_cash()
    held.round({"A": 500, "B": 1500, "C": 1000, "D": 1000})
    held.do(CancelTournament(reason="the roof leaks"), OPERATOR)
    assert sum(amount for _, amount in paid_for_chips(held)) == 4000_00
    early = opened(CHALLENGE, **HEATS, chips_cashed=True, buy_in=1000_00)
    early.enter("A", "B")
    early.close()
    early.draw()
    early.do(PayBuyIn(player="A", paid=1000_00))
    early.do(CancelTournament(reason="the roof leaks"), OPERATOR)
    refunds = [f for f in early.tournament.facts if isinstance(f, MoneyRefunded)]
    assert sorted((f.player, f.amount) for f in refunds) == [
        ("A", 100_00), ("A", 1000_00), ("B", 100_00),
    ]  # fmt: skip
    assert not paid_for_chips(early)


@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, HOLDEM])
def test_elsewhere_tournament_chips_are_never_cashed(instrument: str) -> None:
    found = objections(conditions_for(instrument, chips_cashed=True), law_of(instrument))
    assert [(each.field, each.clauses) for each in found] == [
        ("chips_cashed", ("A:Tournament Chips",))
    ]


def test_chips_that_are_cashed_are_bought_for_what_they_say() -> None:
    back = {"offered": True, "most": 1, "method": "at once", "cost": 50_00, "chips": 1000_00}
    odd = conditions_for(CHALLENGE, chips_cashed=True, buy_in=500_00, buy_back=back)
    fields = [each.field for each in objections(odd, law_of(CHALLENGE))]
    assert fields == ["buy_in", "buy_back"]


@pytest.mark.clause("nsw:19.3.4", "nsw:19.4.2(i)")
def test_19_3_4_what_bought_chips_and_went_back_already_does_not_go_back_again() -> None:
    held = opened(CHALLENGE, chips_cashed=True, buy_in=1000_00)
    held.enter("A", "B")
    held.now = moment("2027-01-14T19:00:00+11:00")
    held.close()
    for name in "AB":
        held.do(PayBuyIn(player=name, paid=1000_00))
    held.do(Withdraw(player="A"))
    facts = held.do(CancelTournament(reason="too few"), OPERATOR)
    back = [(f.player, f.amount) for f in facts if isinstance(f, MoneyRefunded)]
    assert back == [("B", 100_00), ("B", 1000_00)]
