"""W22: a wager of 150 where the sign says 100 at most."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import allowed, open_round, refusal
from tests.support import stakes

from croupier.game_rules import rules_for
from croupier.money import Limits
from croupier.table.wagers import BoxMaxScope, Markers, Sign, close_betting

SIGN = Sign({"main": Limits(minimum=1000, maximum=10000, multiple=500)})


@pytest.mark.clause("3.5")
def test_W22_fifty_are_handed_back(instrument: str) -> None:
    law = rules_for(instrument).table_law
    (ruled,) = close_betting(
        law, SIGN, stakes("1 X 150"), markers=Markers(), scope=BoxMaxScope.TOTAL
    )
    assert (ruled.stands, ruled.goes_back) == (10000, 5000)


@pytest.mark.clause("3.5", "8.1(a)")
def test_W22_a_a_blackjack_is_paid_on_the_maximum(instrument: str) -> None:
    case = open_round(instrument, "1 X 150", "AS 6D KH", sign=SIGN)
    assert case.net() == {"X": 150}


@pytest.mark.clause("3.5", "13.1(e)")
def test_W22_b_a_loss_is_collected_only_to_the_maximum(instrument: str) -> None:
    case = open_round(instrument, "1 X 150", "10S QD 9H KC", "1 stand", sign=SIGN)
    assert case.net() == {"X": -100}


@pytest.mark.clause("3.5", "13.1(g)")
def test_W22_c_a_stand_off_moves_nothing(instrument: str) -> None:
    case = open_round(instrument, "1 X 150", "10S QD 9H 9C", "1 stand", sign=SIGN)
    assert case.net() == {"X": 0}


@pytest.mark.clause("3.5", "A:Double/double down", "13.1(b)")
def test_W22_d_a_double_is_measured_on_the_maximum(instrument: str) -> None:
    case = open_round(instrument, "1 X 150", "6S QD 5H 9C 9D", sign=SIGN)
    assert "A:Double/double down" in refusal(case, "1 double 105").clauses
    case = open_round(instrument, "1 X 150", "6S QD 5H 9C 9D", "1 double 100", sign=SIGN)
    assert case.net() == {"X": 200}


@pytest.mark.clause("3.5", "7.1")
def test_W22_e_insurance_is_measured_on_the_maximum(instrument: str) -> None:
    case = open_round(instrument, "1 X 150", "10S AD 9H", sign=SIGN)
    assert allowed(case, "X insures box 1 for 50")
    assert "7.1" in refusal(case, "X insures box 1 for 55").clauses
