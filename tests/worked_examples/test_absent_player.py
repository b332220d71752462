"""W35: nobody is there to decide."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import ended, hand
from tests.support import play_round

from croupier.cards import parse_cards
from croupier.games.blackjack.facts import Ended


@pytest.mark.clause("14.7")
def test_W35_cards_come_until_the_total_passes_eleven(instrument: str) -> None:
    case = play_round(instrument, "1 P 10", "4S 9D 3H 2C AH 10C", absent=["P"])
    assert hand(case, "1") == list(parse_cards("4S 3H 2C AH"))
    assert ended(case, "1") is Ended.STOOD
    assert case.net() == {"P": 10}


@pytest.mark.clause("14.7")
def test_W35_a_soft_16_gets_no_card(instrument: str) -> None:
    case = play_round(instrument, "1 P 10", "AS 9D 5H 10C", absent=["P"])
    assert hand(case, "1") == list(parse_cards("AS 5H"))
    assert case.net() == {"P": -10}


@pytest.mark.clause("14.7")
def test_W35_a_pair_of_eights_is_not_split(instrument: str) -> None:
    case = play_round(instrument, "1 P 10", "8S 9D 8H 10C", absent=["P"])
    assert len(case.round.boxes[0].hands) == 1
    assert case.net() == {"P": -10}


@pytest.mark.clause("9.2(a)", "13.1(g)")
def test_W35_a_blackjack_against_an_ace_is_neither_insured_nor_paid_even_money(
    instrument: str,
) -> None:
    case = play_round(instrument, "1 P 10", "AS AD KH QC", absent=["P"])
    assert [(fact.wager, fact.net) for fact in case.settled()] == [("main", 0)]
